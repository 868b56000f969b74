"""The bound of the oracle kernel's twin at a node: prices, knapsacks, and what they fix."""

from __future__ import annotations

import math

import numpy as np

from sumscope.kernels.python.oracle.state import IN, OPEN, OUT, Problem, State
from sumscope.kernels.types import Floats, Longs

EPS = 1e-6


class Bound:
    """The bound at a node, for any prices pi >= 0 (A undecided, R words left, c covered):

    f <= f(V) + sum_g sum_t max(0, w[g,t] - pi_g) + knapsack of p_i = sum_g pi_g min(a_ig, N_g-c_g)
    """

    def __init__(self, p: Problem, s: State) -> None:
        self.p, self.s = p, s
        left = p.need - s.covered
        self.active: list[int] = []
        self.idle: list[int] = []
        for i in range(p.n):
            if s.status[i] == OPEN and p.length[i] > s.room:
                s.status[i] = OUT
            if s.status[i] == OPEN:
                adds = bool(np.any(np.minimum(p.counts[i], left)))
                (self.active if adds else self.idle).append(i)
        self.amount = np.minimum(p.counts[self.active], left).astype(np.float64)
        self.length = np.array([p.length[i] for i in self.active])
        self.supply = np.minimum(self.amount.sum(axis=0).astype(np.int64), left)
        turn = np.arange(p.worth.shape[1])
        self.open = (turn >= s.covered[:, None]) & (turn < (s.covered + self.supply)[:, None])
        self.top = np.where(left > 0, at_column(p.worth, s.covered), 0).astype(np.float64)
        self.upper = math.inf

    def excess(self, pi: Floats) -> float:
        return float(np.where(self.open, np.maximum(self.p.worth - pi[:, None], 0), 0).sum())

    def ascend(self, tau: int, steps: int) -> bool:
        """Polyak steps on the prices with the fractional knapsack. False: below tau."""
        value = float(self.s.value)
        if value + float(np.where(self.open, self.p.worth, 0).sum()) < tau - EPS:
            return False
        pi = np.minimum(self.s.price, self.top)
        best, kept, theta, idle = math.inf, pi, 1.0, 0
        for _ in range(steps):
            profit = self.amount @ pi
            share, worth = self.fractional(profit)
            bound = value + self.excess(pi) + worth
            if bound < best - 1e-9:
                idle = 0 if bound < best - 0.01 else idle
                best, kept = bound, pi
            else:
                idle += 1
                if idle >= 4:
                    theta, idle = theta * 0.6, 0
            if best < tau - EPS:
                return False
            slope = share @ self.amount - (self.open & (self.p.worth > pi[:, None])).sum(axis=1)
            norm = float(slope @ slope)
            if norm < 1e-12 or theta < 1e-3:
                break
            step = theta * (bound - (tau - 1.0)) / norm
            step = step if step > 0 else theta * 0.05 / norm
            pi = np.clip(pi - step * slope, 0.0, self.top)
        self.pi, self.profit = kept, self.amount @ kept
        self.s.price = np.where(self.supply > 0, kept, self.s.price)
        return True

    def fractional(self, profit: Floats) -> tuple[Floats, float]:
        share, room, worth = np.zeros(len(profit)), self.s.room, 0.0
        for j in np.argsort(-profit / self.length, kind="stable"):
            share[j] = min(1.0, room / self.length[j])
            worth += float(share[j] * profit[j])
            room -= min(room, int(self.length[j]))
            if room == 0:
                break
        return share, worth

    def forced_bounds(self) -> None:
        """Integer knapsacks at the best prices: the bound, and with each item forced in or out."""
        k, room = len(self.active), self.s.room
        ahead, behind = np.zeros((k + 1, room + 1)), np.zeros((k + 1, room + 1))
        for table, order in ((ahead, range(k)), (behind, range(k - 1, -1, -1))):
            for j in order:
                old, new = (table[j], table[j + 1]) if table is ahead else (table[j + 1], table[j])
                words = int(self.length[j])
                new[:] = old
                np.maximum(old[words:], old[: room + 1 - words] + self.profit[j], out=new[words:])
        base = self.s.value + self.excess(self.pi)
        self.upper = base + float(ahead[k, room])
        self.inside, self.outside = np.zeros(k), np.zeros(k)
        for j in range(k):
            fill = room - int(self.length[j])
            pair = ahead[j, : fill + 1] + behind[j + 1, fill::-1]
            self.inside[j] = base + self.profit[j] + float(pair.max())
            self.outside[j] = base + float((ahead[j] + behind[j + 1, ::-1]).max())

    def fix(self, tau: int) -> bool | None:
        """Decide what the bounds allow: True when something was, None when tau is out of reach."""
        if self.upper < tau - EPS:
            return None
        changed = False
        for j, i in enumerate(self.active):
            if self.inside[j] < tau - EPS:
                if self.outside[j] < tau - EPS:
                    return None
                self.s.decide(i, OUT)
                changed = True
            elif self.outside[j] < tau - EPS:
                self.s.decide(i, IN)
                changed = True
        return None if self.s.room < 0 else changed


def at_column(table: Longs, column: Longs) -> Longs:
    if table.size == 0:
        return np.zeros(len(table), np.int64)
    rows = np.arange(len(table))
    found: Longs = table[rows, np.minimum(column, table.shape[1] - 1)]
    return found
