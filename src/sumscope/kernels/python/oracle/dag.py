"""What lies in the DAG that the readable twin's `solve` gives: how many oracles, and which.

`python.oracle` says what the nine arrays of a DAG are.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from sumscope.kernels.python.oracle.search import Budget, Node, SpentError
from sumscope.kernels.python.oracle.state import cuts
from sumscope.kernels.types import Dag, Ints


def count(
    dag: Dag, length: Ints, max_seconds: float = -1.0
) -> tuple[dict[int, int], dict[int, dict[int, int]]] | None:
    """Exact numbers of oracles: ({size: number}, {item: {size: number that hold it}}).

    None when the time is up.
    """
    nodes = _nodes(dag, length)
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
    nodes, words, base = _nodes(dag, length), length.tolist(), dag[8].tolist()
    own = size - len(base)
    if any(not 0 <= i < len(words) for i in after):
        raise ValueError("an item is out of range")
    held = {i for node in nodes for i in node.items}
    held.update(i for node in nodes for _, forced, _ in node.edges for i in forced)
    current = sorted((set(after) & held) - set(base))
    if after and len(current) != own:
        raise ValueError("`after` is not a set of that size")

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
        found = best[-1].get(own)
        # A graph that was not made here may hold an item twice on a way.
        return found if found is not None and len({*found}) == own else None

    def following(current: list[int]) -> list[int] | None:
        for keep in range(own - 1, -1, -1):
            banned = set(range(current[keep] + 1)) - set(current[:keep])
            found = first(banned)
            if found is not None and found[:keep] == current[:keep]:
                return found
        return None

    out: list[list[int]] = []
    found = following(current) if after else first(set())
    while found is not None and len(out) < k:
        out.append(sorted([*base, *found]))
        found = following(found)
    return out


def _nodes(dag: Dag, length: Ints) -> list[Node]:
    _check(dag, length)
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


def _check(dag: Dag, length: Ints) -> None:
    if len(dag) != 9:
        raise ValueError("a DAG has nine arrays")
    room, item_start, items, edge_start, take, child, forced_start, forced, base = dag
    if len(room) == 0:
        raise ValueError("a DAG has a node")
    if len(item_start) != len(room) + 1 or not cuts(item_start, len(items)):
        raise ValueError("item_start does not cut items into nodes")
    if (
        len(edge_start) != len(room) + 1
        or not cuts(edge_start, len(take))
        or len(child) != len(take)
    ):
        raise ValueError("edge_start does not cut take and child into nodes")
    if len(forced_start) != len(take) + 1 or not cuts(forced_start, len(forced)):
        raise ValueError("forced_start does not cut forced into edges")
    if any(words < 1 for words in length.tolist()):
        raise ValueError("a length is below 1")
    if any(not 0 <= i < len(length) for part in (items, forced, base) for i in part.tolist()):
        raise ValueError("an item is out of range")
    for v, words in enumerate(room.tolist()):
        edges = range(int(edge_start[v]), int(edge_start[v + 1]))
        if (words >= 0) == bool(edges):
            raise ValueError("a leaf has edges, or a branch has none")
        if any(not 0 <= child[e] < v for e in edges):
            raise ValueError("children come before their parents")
        group = item_start[v + 1] - item_start[v]
        if any(not 0 <= take[e] <= group for e in edges):
            raise ValueError("an edge takes more items than its node has")


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
