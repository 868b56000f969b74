"""The readable twin of `community.cpp`: betweenness and divisive community detection.

The twin of `cpp/community.cpp`, and its specification: everything is computed afresh after every
step, from every source. Vertices are 0 ... n-1, edges an m x 2 array without loops or repeats; a
horizon of 0 means paths of any length.

For a source s let sigma(x) be the number of shortest paths to x and b(x) = 1/sigma(x) + the sum
of b over the successors of x. Then the share of s's paths on the edge x -> y is sigma(x) b(y), and
on two edges u - v - w in a row it is sigma(u) b(w). Each share is rounded once to a whole number of
2^-f and summed as an integer, so no sum depends on its order. Sums over all sources count every
pair of ends twice: values are kept doubled. Two values within a relative 1e-9 are equal.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations

import numpy as np

from sumscope.kernels.types import MOST_NEIGHBOURS, Floats, Ints, Progress

Adjacency = list[dict[int, int]]  # vertex -> neighbour -> edge
Matrix = dict[tuple[int, int], int]


def divide(
    n: int,
    edges: Ints,
    weights: Floats | None,
    horizon: int,
    splits: bool,
    until: int,
    budget: float,
    progress: Progress | None,
) -> tuple[Ints, Floats, Ints, Ints, Ints]:
    """Take the graph apart until there are `until` components (0: to the last edge).

    Returns steps (kind, a, b): an edge a-b that went (0) or a vertex a that got the copy b (1);
    their scores; divisions (steps made, parent component, new component); and for every vertex
    the vertex it is a copy of, and its component at the end. `budget` is how many bytes the
    compiled kernel may keep to save time; it changes no result.
    """
    graph = _Graph(n, edges, horizon)
    if weights is not None and len(weights) != len(edges):
        raise ValueError("as many weights as edges are wanted")
    if weights is not None and not (np.isfinite(weights) & ~np.signbit(weights)).all():
        raise ValueError("a weight is not a finite number from 0 up")
    if not budget >= 0:
        raise ValueError("the budget is below 0")
    if splits:
        _check_neighbours(max(map(len, graph.near), default=0))
    steps: list[tuple[int, int, int]] = []
    scores: list[float] = []
    divisions: list[tuple[int, int, int]] = []
    while graph.ends and (until <= 0 or graph.parts < until):
        if progress is not None:
            progress(len(edges) - len(graph.ends), len(edges), graph.parts)
        paths = _Paths(graph, horizon)
        edge = _pick_edge(graph, paths.edges, weights)
        score = paths.edges[edge]
        vertex, moved, value = _pick_vertex(graph, paths, score) if splits else (-1, [], 0)
        if vertex >= 0:
            a, b = vertex, graph.split(vertex, moved)
            steps.append((1, a, b))
            scores.append(value / paths.unit)
        else:
            a, b = graph.ends[edge]
            graph.remove(edge)
            steps.append((0, a, b))
            weight = np.float64(1.0 if weights is None else weights[edge])
            with np.errstate(over="ignore"):
                scores.append(float(score / paths.unit / weight))
        parent = graph.component[a]
        child = graph.part(a, b)
        if child >= 0:
            divisions.append((len(steps), parent, child))
    return (
        np.array(steps, dtype=np.int32).reshape(-1, 3),
        np.array(scores, dtype=np.float64),
        np.array(divisions, dtype=np.int32).reshape(-1, 3),
        np.array(graph.origin, dtype=np.int32),
        np.array(graph.component, dtype=np.int32),
    )


def edge_betweenness(n: int, edges: Ints, horizon: int) -> Floats:
    """How many pairs' shortest paths (of length <= horizon) cross each edge."""
    paths = _Paths(_Graph(n, edges, horizon), horizon)
    return np.array([paths.edges[e] / paths.unit for e in range(len(edges))], dtype=np.float64)


def pair_betweenness(n: int, edges: Ints, vertex: int, horizon: int) -> tuple[Ints, Floats]:
    """Neighbours u of a vertex v, and for each two of them the share of paths u - v - w."""
    graph = _Graph(n, edges, horizon)
    paths = _Paths(graph, horizon)
    near, label = _labels(graph, paths, vertex)
    matrix = np.zeros((len(near), len(near)))
    for (i, j), value in label.items():
        matrix[i, j] = matrix[j, i] = value / paths.unit
    return np.array(near, dtype=np.int32), matrix


def split_betweenness(
    n: int, edges: Ints, vertex: int, horizon: int, exact: bool
) -> tuple[float, Ints, Ints]:
    """The split of a vertex that most paths cross: its value, and the two sides.

    Greedy after Gregory; `exact` tries every split, for up to 22 neighbours.
    """
    graph = _Graph(n, edges, horizon)
    paths = _Paths(graph, horizon)
    near, label = _labels(graph, paths, vertex)
    if len(near) < 2:
        raise ValueError("a vertex with fewer than two neighbours cannot split")
    if exact and len(near) > 22:
        raise ValueError("the exact search stops at 22 neighbours")
    value, side = (_best_split if exact else _greedy_split)(len(near), label)
    kept = [x for i, x in enumerate(near) if i not in side]
    moved = [x for i, x in enumerate(near) if i in side]
    return value / paths.unit, np.array(kept, dtype=np.int32), np.array(moved, dtype=np.int32)


class _Graph:
    """The graph while it is taken apart."""

    def __init__(self, n: int, edges: Ints, horizon: int) -> None:
        if n < 0:
            raise ValueError("n is below 0")
        if horizon < 0:
            raise ValueError("the horizon is below 0")
        self.near: Adjacency = [{} for _ in range(n)]
        self.ends: dict[int, tuple[int, int]] = {}
        self.origin = list(range(n))
        self.component = [-1] * n
        for e, (x, y) in enumerate(np.asarray(edges).reshape(-1, 2).tolist()):
            if not (0 <= x < n and 0 <= y < n):
                raise ValueError("an edge names a vertex outside 0 ... n-1")
            if x == y:
                raise ValueError("an edge joins a vertex to itself")
            if y in self.near[x]:
                raise ValueError("an edge is given twice")
            self.ends[e] = (min(x, y), max(x, y))
            self.near[x][y] = self.near[y][x] = e
        self.parts = 0
        for v in range(n):
            if self.component[v] < 0:
                for x in self._reached(v):
                    self.component[x] = self.parts
                self.parts += 1

    def remove(self, edge: int) -> None:
        u, v = self.ends.pop(edge)
        del self.near[u][v], self.near[v][u]

    def split(self, v: int, moved: list[int]) -> int:
        copy = len(self.near)
        self.near.append({})
        self.origin.append(self.origin[v])
        self.component.append(self.component[v])
        for x in moved:
            edge = self.near[v].pop(x)
            del self.near[x][v]
            self.near[copy][x] = self.near[x][copy] = edge
            self.ends[edge] = (x, copy)
        return copy

    def part(self, a: int, b: int) -> int:
        """If a and b have come apart, the side without the smallest vertex gets a new label."""
        side = self._reached(a)
        if b in side:
            return -1
        other = self._reached(b)
        for x in max(side, other, key=min):
            self.component[x] = self.parts
        self.parts += 1
        return self.parts - 1

    def _reached(self, v: int) -> set[int]:
        seen, todo = {v}, [v]
        while todo:
            for x in self.near[todo.pop()]:
                if x not in seen:
                    seen.add(x)
                    todo.append(x)
        return seen


class _Paths:
    """Shortest paths from every source, and twice the betweenness of every edge."""

    def __init__(self, graph: _Graph, horizon: int) -> None:
        n = len(graph.near)
        bits = min(62 - 2 * n.bit_length(), 44)
        self.scale = 2.0**bits
        self.unit = 2.0 ** (bits + 1)
        self.edges = dict.fromkeys(graph.ends, 0)
        self.sources: list[tuple[dict[int, int], dict[int, float], dict[int, float]]] = []
        for s in range(n):
            dist, sigma, b = self._from(graph.near, s, horizon)
            self.sources.append((dist, sigma, b))
            for x in dist:
                for y, edge in graph.near[x].items():
                    if dist.get(y) == dist[x] + 1:
                        self.edges[edge] += self.share(sigma[x], b[y])

    def share(self, sigma: float, b: float) -> int:
        return int(sigma * b * self.scale + 0.5)

    @staticmethod
    def _from(
        near: Adjacency, s: int, horizon: int
    ) -> tuple[dict[int, int], dict[int, float], dict[int, float]]:
        dist, order = {s: 0}, [s]
        for x in order:
            if dist[x] == horizon > 0:
                break
            for y in near[x]:
                if y not in dist:
                    dist[y] = dist[x] + 1
                    order.append(y)
        sigma = {s: 1.0}
        for x in order[1:]:
            before = (y for y in sorted(near[x]) if dist.get(y) == dist[x] - 1)
            sigma[x] = _sum(sigma[y] for y in before)
            if not sigma[x] < 1e300:
                raise OverflowError("more than 1e300 shortest paths between two nodes")
        b: dict[int, float] = {}
        for x in reversed(order[1:]):
            after = (y for y in sorted(near[x]) if dist.get(y) == dist[x] + 1)
            b[x] = 1.0 / sigma[x] + _sum(b[y] for y in after)
        return dist, sigma, b


def _sum(values: Iterable[float]) -> float:
    total = 0.0
    for value in values:  # one by one: the builtin sum compensates for rounding since Python 3.12
        total += value
    return total


def _pick_edge(graph: _Graph, score: dict[int, int], weights: Floats | None) -> int:
    """Greatest betweenness (over weight, if any), then smallest ends."""
    if weights is None:
        top = max(score.values())
        limit = top - top // 10**9
        return min((e for e in score if score[e] >= limit), key=graph.ends.__getitem__)
    with np.errstate(over="ignore"):
        each = {e: float(np.float64(score[e]) / weights[e]) for e in score}
    most = max(each.values())
    least = most if math.isinf(most) else most - most * 1e-9
    return min((e for e in each if each[e] >= least), key=graph.ends.__getitem__)


def _pick_vertex(graph: _Graph, paths: _Paths, edge: int) -> tuple[int, list[int], int]:
    """The vertex whose greedy split carries more than `edge`: greatest, then smallest; or -1."""
    bar = edge + edge // 10**9
    found: dict[int, tuple[int, set[int], list[int]]] = {}
    for v in range(len(graph.near)):
        if len(graph.near[v]) >= 4:
            near, label = _labels(graph, paths, v)
            value, side = _greedy_split(len(near), label)
            if value > bar:
                found[v] = (value, side, near)
    if not found:
        return -1, [], 0
    top = max(value for value, _, _ in found.values())
    best = min(v for v, (value, _, _) in found.items() if value >= top - top // 10**9)
    value, side, near = found[best]
    return best, [x for i, x in enumerate(near) if i in side], value


def _check_neighbours(most: int) -> None:
    if most > MOST_NEIGHBOURS:
        raise ValueError("a vertex has more than 10,000 neighbours")


def _labels(graph: _Graph, paths: _Paths, v: int) -> tuple[list[int], Matrix]:
    """Neighbours of v, and twice the pair betweenness of each two of them (i < j)."""
    if not 0 <= v < len(graph.near):
        raise ValueError("there is no such vertex")
    near = sorted(graph.near[v])
    _check_neighbours(len(near))
    label = dict.fromkeys(combinations(range(len(near)), 2), 0)
    for dist, sigma, b in paths.sources:
        if dist.get(v, 0) > 0:
            at = dist[v]
            before = [i for i, x in enumerate(near) if dist.get(x) == at - 1]
            after = [i for i, x in enumerate(near) if dist.get(x) == at + 1]
            for i in before:
                for j in after:
                    label[min(i, j), max(i, j)] += paths.share(sigma[near[i]], b[near[j]])
    return near, label


def _greedy_split(d: int, label: Matrix) -> tuple[int, set[int]]:
    """Merge the two groups with the smallest label, adding labels, until two are left.

    Groups are known by their smallest member; among equal labels the smallest pair of groups.
    Returns the last label, and the side that does not hold the first neighbour.
    """
    shift = max(sum(label.values()).bit_length() - 52, 0)
    labels = {pair: value >> shift for pair, value in label.items()}
    groups = {i: {i} for i in range(d)}
    while len(groups) > 2:
        least = min(labels.values())
        limit = float(least) + float(least) * 1e-9
        i, j = min(pair for pair, value in labels.items() if value <= limit)
        groups[i] |= groups.pop(j)
        del labels[i, j]
        for k in groups:
            if k != i:
                labels[min(i, k), max(i, k)] += labels.pop((min(j, k), max(j, k)))
    return next(iter(labels.values())) << shift, next(g for i, g in groups.items() if i > 0)


def _best_split(d: int, label: Matrix) -> tuple[int, set[int]]:
    """Try every split; among equals the first in the order of the moved side's bit pattern."""
    best, chosen = -1, set[int]()
    for mask in range(2, 1 << d, 2):
        value = sum(x for (i, j), x in label.items() if (mask >> i ^ mask >> j) & 1)
        if value - value // 10**9 > best:
            best, chosen = value, {i for i in range(d) if mask >> i & 1}
    return best, chosen


__all__ = ["divide", "edge_betweenness", "pair_betweenness", "split_betweenness"]
