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
from collections import Counter

import numpy as np

from sumscope.kernels.python.oracle.bound import EPS, Bound
from sumscope.kernels.python.oracle.dag import count, listing
from sumscope.kernels.python.oracle.ratio import build_views, ratio
from sumscope.kernels.python.oracle.search import (
    LEVEL_STEPS,
    NODE_STEPS,
    ROOT_STEPS,
    Budget,
    Search,
    SpentError,
)
from sumscope.kernels.python.oracle.state import IN, Problem, State, cuts, greedy_set, ints
from sumscope.kernels.types import Ints, Longs, PaperSolution, Solution


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
    if not (cuts(starts, len(tokens)) and cuts(ref_starts, len(ref_tokens))):
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
    return (*map(ints, (source, ptr, idx, cnt, length, woff, w)), total)  # type: ignore[return-value]


def greedy(
    ptr: Ints, idx: Ints, cnt: Ints, length: Ints, woff: Ints, w: Ints, limit: int
) -> tuple[int, Ints]:
    """Algorithm 2: by density over what still fits; or the best single sentence if worth more."""
    value, chosen = greedy_set(Problem.of(ptr, idx, cnt, length, woff, w, limit))
    return value, ints(chosen)


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
) -> Solution:
    """Every oracle as a DAG: {best, upper, optimal, complete, nodes, chosen, dag}.

    From the root bound downwards, the first value with a solution is the optimum. When a budget
    (negative: none) ends the search, `best` and `upper` are what is known and `dag` is None.
    """
    problem = Problem.of(ptr, idx, cnt, length, woff, w, limit)
    best, chosen = greedy_set(problem)
    budget = Budget(max_nodes, max_seconds)
    state = State.start(problem)
    upper = float(problem.w.sum())
    out: Solution = {
        "best": best, "upper": int(upper), "optimal": False, "complete": False,
        "nodes": 0, "chosen": ints([]), "dag": None,
    }  # fmt: skip
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(max(depth, 4 * problem.n + 2000))
    try:
        budget.node()
        bound = Bound(problem, state)
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
            bound = Bound(problem, state)
            steps = max(ROOT_STEPS // 4, NODE_STEPS)
        for tau in range(max(best, math.floor(upper + EPS)), best - 1, -1):
            out["upper"] = tau
            search = Search(problem, tau, budget)
            try:
                arc = search.below(state.copy(), LEVEL_STEPS)
            finally:
                if search.best > best:
                    best, chosen = search.best, search.chosen
                    out["best"] = best
                if best == tau:
                    out["optimal"] = True
            if arc is not None:
                base = [i for i in range(problem.n) if state.status[i] == IN] + list(arc[0])
                out["complete"], out["dag"] = True, search.arrays(sorted(base))
                break
    except SpentError:
        out["upper"] = max(best, min(out["upper"], math.floor(upper + EPS)))
    finally:
        sys.setrecursionlimit(depth)
    out["nodes"], out["chosen"] = budget.used, ints(sorted(chosen))
    return out


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
) -> PaperSolution:
    """Algorithms 1 and 3 as printed, but what was collected is cleared when the best score rises.

    {best, complete, nodes, starts, items}: the sets lie one after another in `items`.
    """
    problem = Problem.of(ptr, idx, cnt, length, woff, w, limit)
    budget = Budget(max_nodes, max_seconds)
    best, _ = greedy_set(problem)
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
    except SpentError:
        complete = False
    starts = np.cumsum([0, *map(len, found)]).astype(np.int64)
    items = ints([i for one in found for i in one])
    nodes = budget.used
    return {"best": best, "complete": complete, "nodes": nodes, "starts": starts, "items": items}


__all__ = ["build", "build_views", "count", "greedy", "listing", "paper", "ratio", "solve"]
