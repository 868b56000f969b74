"""The search of the oracle kernel's twin: prices, bounds, fixing, branching, one step at a time."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sumscope.kernels.types import Dag, Floats, Ints, Longs

EPS = 1e-6
ROOT_STEPS, LEVEL_STEPS, NODE_STEPS = 120, 40, 15

OPEN, IN, OUT = 0, 1, 2


class SpentError(Exception):
    """A budget is used up."""


@dataclass
class Budget:
    nodes: int
    seconds: float
    used: int = 0
    start: float = field(default_factory=time.monotonic)

    def node(self) -> None:
        self.used += 1
        if 0 <= self.nodes < self.used:
            raise SpentError
        self.look()

    def look(self) -> None:
        if 0 <= self.seconds < time.monotonic() - self.start:
            raise SpentError


def cuts(offsets: Ints | Longs, size: int) -> bool:
    """Whether offsets cut `size` things into parts: from 0 to `size`, never falling."""
    if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != size:
        return False
    return bool(np.all(offsets[:-1] <= offsets[1:]))


def _check_worths(woff: Ints, w: Ints) -> None:
    if np.any(woff[:-1] == woff[1:]):
        raise ValueError("an n-gram is worth nothing")
    if np.any(w < 0):
        raise ValueError("a worth is below 0")
    rises = np.flatnonzero(w[:-1] < w[1:]) + 1
    if not np.isin(rises, woff).all():
        raise ValueError("the worths of an n-gram rise")
    if w.sum(dtype=np.int64) >= 2**31:
        raise ValueError("the worths add up to more than 2^31 - 1")


@dataclass(frozen=True)
class Problem:
    """The problem with dense counts: `counts[i, g]`, clipped; `need[g]`; `worth[g, t]`."""

    counts: Longs
    length: list[int]
    need: Longs
    worth: Longs
    w: Ints
    limit: int

    @classmethod
    def of(
        cls, ptr: Ints, idx: Ints, cnt: Ints, length: Ints, woff: Ints, w: Ints, limit: int
    ) -> Problem:
        if limit < 0:
            raise ValueError("limit must not be negative")
        if len(ptr) != len(length) + 1 or not cuts(ptr, len(idx)):
            raise ValueError("ptr does not cut idx into sentences")
        if len(idx) != len(cnt):
            raise ValueError("idx and cnt differ in length")
        if np.any(length < 1):
            raise ValueError("a length is below 1")
        if not cuts(woff, len(w)):
            raise ValueError("woff does not cut w into n-grams")
        _check_worths(woff, w)
        grams = len(woff) - 1
        need = np.diff(woff).astype(np.int64)
        worth = np.zeros((grams, int(need.max(initial=0))), np.int64)
        for g in range(grams):
            worth[g, : need[g]] = w[woff[g] : woff[g + 1]]
        if np.any(idx < 0) or np.any(idx >= grams):
            raise ValueError("idx names an n-gram that is not there")
        if np.any(cnt < 1):
            raise ValueError("a count is below 1")
        counts = np.zeros((len(length), grams), np.int64)
        for i in range(len(length)):
            for e in range(int(ptr[i]), int(ptr[i + 1])):
                if counts[i, idx[e]]:
                    raise ValueError("an n-gram is twice in one sentence")
                counts[i, idx[e]] = min(int(cnt[e]), int(need[idx[e]]))
        return cls(counts, length.tolist(), need, worth, w, limit)

    @property
    def n(self) -> int:
        return len(self.length)

    @property
    def grams(self) -> int:
        return len(self.need)

    def gain(self, i: int, covered: Longs) -> int:
        sum_ = 0
        for g in np.flatnonzero(self.counts[i]):
            end = min(self.need[g], covered[g] + self.counts[i, g])
            sum_ += int(self.worth[g, covered[g] : end].sum())
        return sum_

    def take(self, i: int, covered: Longs) -> None:
        np.minimum(self.need, covered + self.counts[i], out=covered)


def greedy_set(p: Problem) -> tuple[int, list[int]]:
    covered = np.zeros(p.grams, np.int64)
    singles = [p.gain(i, covered) if p.length[i] <= p.limit else 0 for i in range(p.n)]
    value, room, chosen = 0, p.limit, []
    while True:
        best, gained = -1, 0
        for i in range(p.n):
            if i in chosen or p.length[i] > room:
                continue
            gain = p.gain(i, covered)
            if gain > 0 and (best < 0 or gain * p.length[best] > gained * p.length[i]):
                best, gained = i, gain
        if best < 0:
            break
        p.take(best, covered)
        value, room = value + gained, room - p.length[best]
        chosen.append(best)
    if max(singles, default=0) > value:
        return max(singles), [singles.index(max(singles))]
    return value, sorted(chosen)


@dataclass
class State:
    """What is decided at a node, and the prices to start from."""

    problem: Problem
    status: list[int]
    covered: Longs
    price: Floats
    value: int
    room: int

    @classmethod
    def start(cls, p: Problem) -> State:
        price = np.zeros(p.grams)
        if p.grams:
            price += 0.5 * p.worth[:, 0]
        return cls(p, [OPEN] * p.n, np.zeros(p.grams, np.int64), price, 0, p.limit)

    def copy(self) -> State:
        return replace(
            self, status=self.status[:], covered=self.covered.copy(), price=self.price.copy()
        )

    def decide(self, i: int, status: int) -> None:
        self.status[i] = status
        if status == IN:
            self.room -= self.problem.length[i]
            self.value += self.problem.gain(i, self.covered)
            self.problem.take(i, self.covered)


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


Arc = tuple[tuple[int, ...], int]  # items forced in, then a node


class Search:
    """Every set worth tau, as a DAG; no set is worth more."""

    def __init__(self, p: Problem, tau: int, budget: Budget) -> None:
        self.p, self.tau, self.budget = p, tau, budget
        self.memo: dict[Any, Arc | None] = {}
        self.nodes: list[Node] = []
        self.best = -1
        self.chosen: list[int] = []

    def below(self, s: State, steps: int) -> Arc | None:
        """The arc to all solutions below a state, or None; `s` is used up."""
        self.budget.node()
        before = [i for i, status in enumerate(s.status) if status == IN]
        first_key = None
        while True:
            bound = Bound(self.p, s)
            if s.value > self.best:
                self.best = s.value
                self.chosen = [i for i, status in enumerate(s.status) if status == IN]
            key = self.key(s, bound)
            if first_key is None:
                first_key = key
            if key in self.memo:
                target = self.memo[key]
                break
            target = None
            if s.value >= self.tau:
                target = ((), self.add(Node(key[1], sorted(bound.active + bound.idle), [])))
                break
            if not bound.active or not bound.ascend(self.tau, steps):
                break
            bound.forced_bounds()
            fixed = bound.fix(self.tau)
            if fixed is None:
                break
            if not fixed:
                target = self.branch(s, bound)
                break
            steps = min(steps, NODE_STEPS)
        added = tuple(i for i, status in enumerate(s.status) if status == IN and i not in before)
        self.memo[key] = target
        answer = None if target is None else ((*added, *target[0]), target[1])
        self.memo[first_key] = answer
        return answer

    def branch(self, s: State, bound: Bound) -> Arc | None:
        """Branch on the sentence that loses least when forced in, with all interchangeable ones.

        Where all that is left must be covered every bound is the same; then on one that holds the
        n-gram with the fewest holders.
        """
        pick = int(np.argmax(bound.inside + 0.01 * bound.profit))
        if s.value + int(np.where(bound.open, self.p.worth, 0).sum()) == self.tau:
            holders = np.where(bound.supply > 0, (bound.amount > 0).sum(axis=0), self.p.n + 1)
            hold = bound.amount[:, int(np.argmin(holders))] > 0
            pick = int(np.argmax(hold * (bound.amount > 0).sum(axis=1)))
        alike = (bound.length == bound.length[pick]) & np.all(
            bound.amount == bound.amount[pick], axis=1
        )
        group = [bound.active[j] for j in np.flatnonzero(alike)]
        edges = []
        for take in range(min(len(group), s.room // int(bound.length[pick])), -1, -1):
            child = s.copy()
            for q, i in enumerate(group):
                child.decide(i, IN if q < take else OUT)
            arc = self.below(child, NODE_STEPS)
            if arc is not None:
                edges.append((take, arc[0], arc[1]))
        return ((), self.add(Node(-1, group, edges))) if edges else None

    def key(self, s: State, bound: Bound) -> tuple[Any, ...]:
        """All that matters below: who is undecided, usable words, what is missing, coverage."""
        items = tuple(bound.active + bound.idle)
        sums = 1
        for i in items:
            sums |= sums << self.p.length[i]
        usable = (sums & ((1 << (s.room + 1)) - 1)).bit_length() - 1
        missing = max(0, self.tau - s.value)
        if missing == 0:
            return (frozenset(items), usable, 0)
        grams = tuple((int(g), int(s.covered[g])) for g in np.flatnonzero(bound.supply))
        return (frozenset(items), usable, missing, grams)

    def add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def arrays(self, base: list[int]) -> Dag:
        """The DAG as nine arrays."""
        edges = [edge for node in self.nodes for edge in node.edges]
        items = [node.items for node in self.nodes]
        return (
            ints([node.room for node in self.nodes]),
            starts_of(items),
            ints([i for one in items for i in one]),
            starts_of([node.edges for node in self.nodes]),
            ints([edge[0] for edge in edges]),
            ints([edge[2] for edge in edges]),
            starts_of([edge[1] for edge in edges]),
            ints([i for edge in edges for i in edge[1]]),
            ints(base),
        )


@dataclass(frozen=True)
class Node:
    room: int
    items: list[int]
    edges: list[tuple[int, tuple[int, ...], int]]  # take, forced, child


def at_column(table: Longs, column: Longs) -> Longs:
    if table.size == 0:
        return np.zeros(len(table), np.int64)
    rows = np.arange(len(table))
    found: Longs = table[rows, np.minimum(column, table.shape[1] - 1)]
    return found


def ints(values: Any) -> Ints:
    return np.asarray(values, dtype=np.int32)


def starts_of(parts: list[Any]) -> Longs:
    return np.cumsum([0, *map(len, parts)]).astype(np.int64)
