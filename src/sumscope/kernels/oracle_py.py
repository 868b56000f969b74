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
from typing import Any

import numpy as np

from sumscope.kernels._oracle_twin import (
    EPS,
    IN,
    LEVEL_STEPS,
    NODE_STEPS,
    ROOT_STEPS,
    Bound,
    Budget,
    Dag,
    Ints,
    Longs,
    Node,
    Problem,
    Search,
    SpentError,
    State,
    greedy_set,
    ints,
)


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
) -> dict[str, Any]:
    """Every oracle as a DAG: {best, upper, optimal, complete, nodes, chosen, dag}.

    From the root bound downwards, the first value with a solution is the optimum. When a budget
    (negative: none) ends the search, `best` and `upper` are what is known and `dag` is None.
    """
    problem = Problem.of(ptr, idx, cnt, length, woff, w, limit)
    best, chosen = greedy_set(problem)
    budget = Budget(max_nodes, max_seconds)
    state = State.start(problem)
    upper = float(problem.w.sum())
    out: dict[str, Any] = {"best": best, "upper": int(upper), "optimal": False}
    out.update(complete=False, dag=None)
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
                    out.update(best=best)
                if best == tau:
                    out["optimal"] = True
            if arc is not None:
                base = [i for i in range(problem.n) if state.status[i] == IN] + list(arc[0])
                out.update(complete=True, dag=search.arrays(sorted(base)))
                break
    except SpentError:
        out["upper"] = max(best, min(out["upper"], math.floor(upper + EPS)))
    finally:
        sys.setrecursionlimit(depth)
    return {**out, "nodes": budget.used, "chosen": ints(sorted(chosen))}


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


def count(
    dag: Dag, length: Ints, max_seconds: float = -1.0
) -> tuple[dict[int, int], dict[int, dict[int, int]]] | None:
    """Exact numbers of oracles: ({size: number}, {item: {size: number that hold it}}).

    None when the time is up.
    """
    nodes = _nodes(dag)
    budget = Budget(-1, max_seconds)
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
    except SpentError:
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


# --- DAGs and leaves ----------------------------------------------------------------------------


def _nodes(dag: Dag) -> list[Node]:
    room, item_start, items, edge_start, take, child, forced_start, forced, _ = (
        part.tolist() for part in dag
    )
    return [
        Node(
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
