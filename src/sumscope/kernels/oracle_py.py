"""The readable twin of `oracle.cpp`: extractive oracle summaries, exactly, one step after another.

A problem is seven arrays. Sentence i holds n-grams `idx[ptr[i]:ptr[i+1]]` with counts `cnt` and has
`length[i]` words; n-gram g is worth `w[woff[g] + t]` when covered for the (t+1)-th time, the number
of references that hold it more than t times. The value of a set of sentences is the sum of what it
covers; an oracle is a set of at most `limit` words with the greatest value.

`solve` gives all oracles as a DAG of nine arrays (room, item_start, items, edge_start, take, child,
forced_start, forced, base). Children come before parents and the last node is the root. A leaf
(room >= 0) stands for every subset of its items with at most `room` words; a branch has a group of
interchangeable items, of which an edge takes any `take`, adds its forced items, and goes on to its
child; `base` is in every oracle.
"""

from __future__ import annotations

import math
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Dag = tuple[Ints, Longs, Ints, Longs, Ints, Ints, Longs, Ints, Ints]

EPS = 1e-6
ROOT_STEPS, LEVEL_STEPS, NODE_STEPS = 120, 40, 15


def build(
    tokens: Ints,
    starts: Longs,
    lengths: Ints,
    ref_tokens: Ints,
    ref_starts: Longs,
    n: int,
    limit: int,
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Ints, int]:
    """Problem over the sentences with an n-gram of a reference that fit by themselves.

    Returns (source, ptr, idx, cnt, length, woff, w, total). N-grams stay inside a sentence; a
    reference is one text. Stop words are left out of tokens but stay in lengths.
    """
    if n < 1:
        raise ValueError("n must be 1 or more")
    if limit < 0:
        raise ValueError("limit must not be negative")
    for at, size in ((starts, len(tokens)), (ref_starts, len(ref_tokens))):
        if len(at) == 0 or at[0] != 0 or at[-1] != size or np.any(np.diff(at) < 0):
            raise ValueError("starts do not match tokens")
    if len(lengths) + 1 != len(starts):
        raise ValueError("lengths do not match starts")

    def grams(flat: Ints, begin: int, end: int) -> Counter[tuple[int, ...]]:
        text = flat[begin:end].tolist()
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    spans = zip(ref_starts.tolist(), ref_starts.tolist()[1:], strict=False)
    references = [grams(ref_tokens, a, b) for a, b in spans]
    number: dict[tuple[int, ...], int] = {}
    for reference in references:
        for gram in reference:
            number.setdefault(gram, len(number))
    most = [max(r[gram] for r in references) for gram in number]
    woff = np.concatenate([[0], np.cumsum(most)]).astype(np.int32)
    w = np.zeros(int(woff[-1]), np.int32)
    for reference in references:
        for gram, times in reference.items():
            w[woff[number[gram]] : woff[number[gram]] + times] += 1
    source, ptr, idx, cnt, length = [], [0], [], [], []
    for s, words in enumerate(lengths.tolist()):
        if not 1 <= words <= limit:
            continue
        found = grams(tokens, int(starts[s]), int(starts[s + 1]))
        held = sorted((number[gram], times) for gram, times in found.items() if gram in number)
        if held:
            idx += [g for g, _ in held]
            cnt += [min(times, most[g]) for g, times in held]
            ptr.append(len(idx))
            length.append(words)
            source.append(s)
    total = sum(sum(r.values()) for r in references)
    return (*map(_ints, (source, ptr, idx, cnt, length, woff, w)), total)  # type: ignore[return-value]


def greedy(
    ptr: Ints, idx: Ints, cnt: Ints, length: Ints, woff: Ints, w: Ints, limit: int
) -> tuple[int, Ints]:
    """Algorithm 2: by density over what still fits; or the best single sentence if worth more."""
    value, chosen = _greedy(_Problem.of(ptr, idx, cnt, length, woff, w, limit))
    return value, _ints(chosen)


def solve(
    ptr: Ints,
    idx: Ints,
    cnt: Ints,
    length: Ints,
    woff: Ints,
    w: Ints,
    limit: int,
    max_nodes: int = -1,
    max_seconds: float = -1.0,
) -> dict[str, Any]:
    """Every oracle as a DAG: {best, upper, optimal, complete, nodes, chosen, dag}.

    From the root bound downwards, the first value with a solution is the optimum. When a budget
    (negative: none) ends the search, `best` and `upper` are what is known and `dag` is None.
    """
    problem = _Problem.of(ptr, idx, cnt, length, woff, w, limit)
    best, chosen = _greedy(problem)
    budget = _Budget(max_nodes, max_seconds)
    state = _State.start(problem)
    upper = float(problem.w.sum())
    out: dict[str, Any] = {"best": best, "upper": int(upper), "optimal": False}
    out.update(complete=False, dag=None)
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(max(depth, 4 * problem.n + 2000))
    try:
        budget.node()
        bound = _Bound(problem, state)
        steps = ROOT_STEPS
        if not bound.active:
            upper = 0.0
        # What the root fixes at the greedy value holds for every higher value as well.
        while bound.active and state.value < best:
            bound.ascend(best, steps)
            bound.forced_bounds()
            upper = min(upper, bound.upper)
            if not bound.fix(best):
                break
            bound = _Bound(problem, state)
            steps = max(ROOT_STEPS // 4, NODE_STEPS)
        for tau in range(max(best, math.floor(upper + EPS)), best - 1, -1):
            out["upper"] = tau
            search = _Search(problem, tau, budget)
            try:
                arc = search.below(state.copy(), LEVEL_STEPS)
            finally:
                if search.best > best:
                    best, chosen = search.best, search.chosen
                    out.update(best=best)
                if best == tau:
                    out["optimal"] = True
            if arc is not None:
                base = [i for i in range(problem.n) if state.status[i] == _IN] + list(arc[0])
                out.update(complete=True, dag=search.arrays(sorted(base)))
                break
    except _SpentError:
        out["upper"] = max(best, min(out["upper"], math.floor(upper + EPS)))
    finally:
        sys.setrecursionlimit(depth)
    return {**out, "nodes": budget.used, "chosen": _ints(sorted(chosen))}


def paper(
    ptr: Ints,
    idx: Ints,
    cnt: Ints,
    length: Ints,
    woff: Ints,
    w: Ints,
    limit: int,
    max_nodes: int = -1,
    max_seconds: float = -1.0,
) -> dict[str, Any]:
    """Algorithms 1 and 3 as printed, but what was collected is cleared when the best score rises.

    {best, complete, nodes, starts, items}: the sets lie one after another in `items`.
    """
    problem = _Problem.of(ptr, idx, cnt, length, woff, w, limit)
    budget = _Budget(max_nodes, max_seconds)
    best, _ = _greedy(problem)
    nothing = np.zeros(problem.grams, np.int64)
    order = sorted(range(problem.n), key=lambda i: -problem.gain(i, nothing))
    found: list[list[int]] = [] if problem.n else [[]]

    def upper(rest: list[int], value: int, covered: Longs, room: int) -> float:
        ranked = [(problem.gain(i, covered), problem.length[i]) for i in rest]
        bound = float(value)
        for gain, words in sorted(ranked, key=lambda r: -r[0] / r[1]):
            if words > room:
                return bound + gain / words * room
            bound, room = bound + gain, room - words
        return bound

    def find(at: int, path: list[int], value: int, covered: Longs, room: int) -> None:
        nonlocal best
        for q in range(at, len(order)):
            budget.node()
            i = order[q]
            left = room - problem.length[i]
            if left < 0:
                continue
            now, after, here = value + problem.gain(i, covered), covered.copy(), [*path, i]
            problem.take(i, after)
            if now >= best:
                if now > best:
                    found.clear()
                best = now
                found.append(sorted(here))
                find(q + 1, here, now, after, left)
            elif upper(order[q + 1 :], now, after, left) >= best - 1e-9:
                find(q + 1, here, now, after, left)

    complete = True
    try:
        find(0, [], 0, nothing, limit)
    except _SpentError:
        complete = False
    starts = np.cumsum([0, *map(len, found)]).astype(np.int64)
    items = _ints([i for one in found for i in one])
    nodes = budget.used
    return {"best": best, "complete": complete, "nodes": nodes, "starts": starts, "items": items}


def count(
    dag: Dag, length: Ints, max_seconds: float = -1.0
) -> tuple[dict[int, int], dict[int, dict[int, int]]] | None:
    """Exact numbers of oracles: ({size: number}, {item: {size: number that hold it}}).

    None when the time is up.
    """
    nodes = _nodes(dag)
    budget = _Budget(-1, max_seconds)
    words = length.tolist()
    below: list[Counter[int]] = []
    try:
        for node in nodes:
            budget.look()
            if node.room >= 0:
                table = _leaf_table([words[i] for i in node.items], node.room)
                below.append(Counter({s: row[-1] for s, row in enumerate(table) if row[-1]}))
                continue
            here: Counter[int] = Counter()
            for take, forced, child in node.edges:
                ways = math.comb(len(node.items), take)
                for size, number in below[child].items():
                    here[size + take + len(forced)] += ways * number
            below.append(here)
        base = dag[8].tolist()
        total = Counter({size + len(base): number for size, number in below[-1].items()})
        reached: list[Counter[int]] = [Counter() for _ in nodes]
        reached[-1][len(base)] = 1
        holding: dict[int, Counter[int]] = {}

        def credit(items: Any, sets: dict[int, int], ways: int) -> None:
            for i in items:
                row = holding.setdefault(i, Counter())
                for size, number in sets.items():
                    row[size] += ways * number

        credit(base, total, 1)
        for v in range(len(nodes) - 1, -1, -1):
            node, ways_here = nodes[v], reached[v]
            budget.look()
            if node.room >= 0:
                table = _leaf_table([words[i] for i in node.items], node.room)
                for i in node.items:
                    credit([i], _joined(ways_here, _holding(table, words[i], node.room), 0), 1)
                continue
            group = len(node.items)
            for take, forced, child in node.edges:
                more = take + len(forced)
                for size, number in ways_here.items():
                    reached[child][size + more] += math.comb(group, take) * number
                through = _joined(ways_here, below[child], more)
                credit(forced, through, math.comb(group, take))
                if take:
                    credit(node.items, through, math.comb(group - 1, take - 1))
    except _SpentError:
        return None
    by_item = {i: {s: x for s, x in sorted(row.items()) if x} for i, row in sorted(holding.items())}
    return dict(sorted(total.items())), {i: row for i, row in by_item.items() if row}


def listing(dag: Dag, length: Ints, size: int, after: list[int], k: int) -> list[list[int]]:
    """Up to k oracles of a size that come after `after` (empty: from the first), as sorted lists.

    In the order of sorted tuples: of two sets of a size the one with the smallest item in which
    they differ comes first. That survives adding the same items to both, so the first set of a
    node is made of the first sets of its children.
    """
    nodes, words, base = _nodes(dag), length.tolist(), dag[8].tolist()
    own = size - len(base)

    def first(banned: set[int]) -> list[int] | None:
        best: list[dict[int, list[int]]] = []
        for node in nodes:
            here: dict[int, list[int]] = {}
            if node.room >= 0:
                free = [i for i in node.items if i not in banned]
                for s in range(min(own, len(free)) + 1):
                    chosen = _first_fitting(free, words, node.room, s)
                    if chosen is not None:
                        here[s] = chosen
            for take, forced, child in node.edges:
                group = [i for i in node.items if i not in banned][:take]
                if len(group) < take or banned.intersection(forced):
                    continue
                for rest in best[child].values():
                    made = sorted([*group, *forced, *rest])
                    if len(made) <= own and (len(made) not in here or made < here[len(made)]):
                        here[len(made)] = made
            best.append(here)
        return best[-1].get(own)

    def following(current: list[int]) -> list[int] | None:
        for keep in range(own - 1, -1, -1):
            banned = set(range(current[keep] + 1)) - set(current[:keep])
            found = first(banned)
            if found is not None and found[:keep] == current[:keep]:
                return found
        return None

    out: list[list[int]] = []
    current = sorted(set(after) - set(base))
    found = following(current) if after else first(set())
    while found is not None and len(out) < k:
        out.append(sorted([*base, *found]))
        found = following(found)
    return out


# --- the search ---------------------------------------------------------------------------------

_OPEN, _IN, _OUT = 0, 1, 2


class _SpentError(Exception):
    """A budget is used up."""


@dataclass
class _Budget:
    nodes: int
    seconds: float
    used: int = 0
    start: float = field(default_factory=time.monotonic)

    def node(self) -> None:
        self.used += 1
        if 0 <= self.nodes < self.used:
            raise _SpentError
        self.look()

    def look(self) -> None:
        if 0 <= self.seconds < time.monotonic() - self.start:
            raise _SpentError


@dataclass(frozen=True)
class _Problem:
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
    ) -> _Problem:
        if limit < 0:
            raise ValueError("limit must not be negative")
        if len(ptr) != len(length) + 1 or ptr[-1] != len(idx) or len(idx) != len(cnt):
            raise ValueError("ptr does not match length, idx and cnt")
        if len(woff) == 0 or woff[-1] != len(w) or np.any(np.diff(woff) < 1):
            raise ValueError("woff does not match w")
        if len(length) and int(length.min()) < 1:
            raise ValueError("lengths must be 1 or more")
        grams = len(woff) - 1
        need = np.diff(woff).astype(np.int64)
        worth = np.zeros((grams, int(need.max(initial=0))), np.int64)
        for g in range(grams):
            worth[g, : need[g]] = w[woff[g] : woff[g + 1]]
        counts = np.zeros((len(length), grams), np.int64)
        for i in range(len(length)):
            for e in range(int(ptr[i]), int(ptr[i + 1])):
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


def _greedy(p: _Problem) -> tuple[int, list[int]]:
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
class _State:
    """What is decided at a node, and the prices to start from."""

    problem: _Problem
    status: list[int]
    covered: Longs
    price: NDArray[np.float64]
    value: int
    room: int

    @classmethod
    def start(cls, p: _Problem) -> _State:
        price = np.zeros(p.grams)
        if p.grams:
            price += 0.5 * p.worth[:, 0]
        return cls(p, [_OPEN] * p.n, np.zeros(p.grams, np.int64), price, 0, p.limit)

    def copy(self) -> _State:
        return replace(
            self, status=self.status[:], covered=self.covered.copy(), price=self.price.copy()
        )

    def decide(self, i: int, status: int) -> None:
        self.status[i] = status
        if status == _IN:
            self.room -= self.problem.length[i]
            self.value += self.problem.gain(i, self.covered)
            self.problem.take(i, self.covered)


class _Bound:
    """The bound at a node, for any prices pi >= 0 (A undecided, R words left, c covered):

    f <= f(V) + sum_g sum_t max(0, w[g,t] - pi_g) + knapsack of p_i = sum_g pi_g min(a_ig, N_g-c_g)
    """

    def __init__(self, p: _Problem, s: _State) -> None:
        self.p, self.s = p, s
        left = p.need - s.covered
        self.active: list[int] = []
        self.idle: list[int] = []
        for i in range(p.n):
            if s.status[i] == _OPEN and p.length[i] > s.room:
                s.status[i] = _OUT
            if s.status[i] == _OPEN:
                adds = bool(np.any(np.minimum(p.counts[i], left)))
                (self.active if adds else self.idle).append(i)
        self.amount = np.minimum(p.counts[self.active], left).astype(np.float64)
        self.length = np.array([p.length[i] for i in self.active])
        self.supply = np.minimum(self.amount.sum(axis=0).astype(np.int64), left)
        turn = np.arange(p.worth.shape[1])
        self.open = (turn >= s.covered[:, None]) & (turn < (s.covered + self.supply)[:, None])
        self.top = np.where(left > 0, _at(p.worth, s.covered), 0).astype(np.float64)
        self.upper = math.inf

    def excess(self, pi: NDArray[np.float64]) -> float:
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

    def fractional(self, profit: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
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
                self.s.decide(i, _OUT)
                changed = True
            elif self.outside[j] < tau - EPS:
                self.s.decide(i, _IN)
                changed = True
        return None if self.s.room < 0 else changed


Arc = tuple[tuple[int, ...], int]  # items forced in, then a node


class _Search:
    """Every set worth tau, as a DAG; no set is worth more."""

    def __init__(self, p: _Problem, tau: int, budget: _Budget) -> None:
        self.p, self.tau, self.budget = p, tau, budget
        self.memo: dict[Any, Arc | None] = {}
        self.nodes: list[_Node] = []
        self.best = -1
        self.chosen: list[int] = []

    def below(self, s: _State, steps: int) -> Arc | None:
        """The arc to all solutions below a state, or None; `s` is used up."""
        self.budget.node()
        before = [i for i, status in enumerate(s.status) if status == _IN]
        first_key = None
        while True:
            bound = _Bound(self.p, s)
            if s.value > self.best:
                self.best = s.value
                self.chosen = [i for i, status in enumerate(s.status) if status == _IN]
            key = self.key(s, bound)
            if first_key is None:
                first_key = key
            if key in self.memo:
                target = self.memo[key]
                break
            target = None
            if s.value >= self.tau:
                target = ((), self.add(_Node(key[1], sorted(bound.active + bound.idle), [])))
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
        added = tuple(i for i, status in enumerate(s.status) if status == _IN and i not in before)
        self.memo[key] = target
        answer = None if target is None else ((*added, *target[0]), target[1])
        self.memo[first_key] = answer
        return answer

    def branch(self, s: _State, bound: _Bound) -> Arc | None:
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
                child.decide(i, _IN if q < take else _OUT)
            arc = self.below(child, NODE_STEPS)
            if arc is not None:
                edges.append((take, arc[0], arc[1]))
        return ((), self.add(_Node(-1, group, edges))) if edges else None

    def key(self, s: _State, bound: _Bound) -> tuple[Any, ...]:
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

    def add(self, node: _Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def arrays(self, base: list[int]) -> Dag:
        """The DAG as nine arrays."""
        edges = [edge for node in self.nodes for edge in node.edges]
        items = [node.items for node in self.nodes]
        return (
            _ints([node.room for node in self.nodes]),
            _starts(items),
            _ints([i for one in items for i in one]),
            _starts([node.edges for node in self.nodes]),
            _ints([edge[0] for edge in edges]),
            _ints([edge[2] for edge in edges]),
            _starts([edge[1] for edge in edges]),
            _ints([i for edge in edges for i in edge[1]]),
            _ints(base),
        )


# --- DAGs and leaves ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Node:
    room: int
    items: list[int]
    edges: list[tuple[int, tuple[int, ...], int]]  # take, forced, child


def _nodes(dag: Dag) -> list[_Node]:
    room, item_start, items, edge_start, take, child, forced_start, forced, _ = (
        part.tolist() for part in dag
    )
    return [
        _Node(
            room[v],
            items[item_start[v] : item_start[v + 1]],
            [
                (take[e], tuple(forced[forced_start[e] : forced_start[e + 1]]), child[e])
                for e in range(edge_start[v], edge_start[v + 1])
            ],
        )
        for v in range(len(room))
    ]


def _leaf_table(lengths: list[int], room: int) -> list[list[int]]:
    """table[s][r]: subsets of s items with at most r words."""
    table = [[1] * (room + 1)]
    for words in lengths:
        table.append([0] * (room + 1))
        for s in range(len(table) - 1, 0, -1):
            row, shorter = table[s], table[s - 1]
            table[s] = row[:words] + [row[r] + shorter[r - words] for r in range(words, room + 1)]
    return table


def _holding(table: list[list[int]], words: int, room: int) -> dict[int, int]:
    """Fitting subsets that hold one given item, by size: the table divided by (1 + x y^words)."""
    out = {}
    for s in range(1, len(table)):
        terms = [
            (-1) ** j * table[s - 1 - j][room - (j + 1) * words]
            for j in range(min(s, room // words))
        ]
        if sum(terms):
            out[s] = sum(terms)
    return out


def _joined(left: dict[int, int], right: dict[int, int], more: int) -> Counter[int]:
    out: Counter[int] = Counter()
    for a, x in left.items():
        for b, y in right.items():
            out[a + b + more] += x * y
    return out


def _first_fitting(free: list[int], words: list[int], room: int, size: int) -> list[int] | None:
    """The first `size` items that fit together: each in turn, if the rest can be filled up."""
    chosen: list[int] = []
    for at, i in enumerate(free):
        if len(chosen) == size:
            break
        rest = sorted(words[j] for j in free[at + 1 :])[: size - len(chosen) - 1]
        if len(rest) == size - len(chosen) - 1 and words[i] + sum(rest) <= room:
            chosen.append(i)
            room -= words[i]
    return chosen if len(chosen) == size else None


def _at(table: Longs, column: Longs) -> Longs:
    if table.size == 0:
        return np.zeros(len(table), np.int64)
    rows = np.arange(len(table))
    found: Longs = table[rows, np.minimum(column, table.shape[1] - 1)]
    return found


def _ints(values: Any) -> Ints:
    return np.asarray(values, dtype=np.int32)


def _starts(parts: list[Any]) -> Longs:
    return np.cumsum([0, *map(len, parts)]).astype(np.int64)
