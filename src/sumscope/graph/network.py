"""Graph: named nodes and undirected links, as a frozen value independent of their order.

Nodes stand in the natural order of their names (`s2` before `s10`), links in the order of their
ends, so the same graph given in any order is the same value.

What odd input means: a link of a node to itself is left out (and counted in `loops`); a link given
twice counts once, and its weights have to agree; a link of weight 0 is no link; a negative or
undefined weight is an error; weights that are all 1 are no weights.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sumscope.core.errors import SumscopeError

Link = tuple[str, str] | tuple[str, str, float | None]
_DIGITS = re.compile("([0-9]+)")


def natural(name: str) -> tuple[list[Any], str]:
    """The key of natural sorting: runs of digits, however long, compare as numbers."""
    parts: list[Any] = _DIGITS.split(name)
    bare = [part.lstrip("0") for part in parts[1::2]]
    parts[1::2] = [(len(digits), digits) for digits in bare]
    return parts, name


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected graph, weighted or not. Build one with `Graph.of`."""

    nodes: tuple[str, ...]
    edges: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float64] | None = None
    loops: int = field(default=0, compare=False)

    @classmethod
    def of(cls, links: Iterable[Link], nodes: Iterable[str] = ()) -> Graph:
        """Make a graph from links (u, v) or (u, v, weight) and nodes that may have none."""
        names = dict.fromkeys(nodes)
        kept: dict[tuple[str, str], float] = {}
        loops = 0
        for link in links:
            u, v = link[0], link[1]
            given = link[2] if len(link) > 2 else None
            weight = 1.0 if given is None else check_weight(given, f"{u} - {v}")
            names.setdefault(u)
            names.setdefault(v)
            if u == v:
                loops += 1
                continue
            if weight == 0:
                continue
            pair = (u, v) if (v, u) not in kept else (v, u)
            before = kept.setdefault(pair, weight)
            if before != weight:
                raise SumscopeError(
                    f"the link {u} - {v} has two weights, {before:g} and {weight:g}",
                    hint="give every link once, or ignore weights",
                )
        order = sorted(names, key=natural)
        rank = {name: i for i, name in enumerate(order)}
        rows = sorted((*sorted((rank[u], rank[v])), weight) for (u, v), weight in kept.items())
        edges = np.array([row[:2] for row in rows], dtype=np.int32).reshape(-1, 2)
        weights = np.array([row[2] for row in rows], dtype=np.float64)
        if float(np.sum(weights / 4)) > 1e300:  # sums over both ends of links have to be finite
            raise SumscopeError("the weights are too large to be summed", hint="scale them down")
        plain = not len(weights) or bool(np.all(weights == 1))
        return cls(tuple(order), edges, None if plain else weights, loops)

    @property
    def weighted(self) -> bool:
        """Whether some link has a weight other than 1."""
        return self.weights is not None

    def unweighted(self) -> Graph:
        """The same links without their weights."""
        return Graph(self.nodes, self.edges, None, self.loops)

    def linked(self) -> Graph:
        """The graph without its nodes that have no link."""
        used = np.unique(self.edges)
        place = np.zeros(len(self.nodes), dtype=np.int32)
        place[used] = np.arange(len(used), dtype=np.int32)
        names = tuple(self.nodes[i] for i in used.tolist())
        return Graph(names, place[self.edges], self.weights, self.loops)

    @cached_property
    def strengths(self) -> npt.NDArray[np.float64]:
        """The weight of every link, 1 where the graph has none."""
        return np.ones(len(self.edges)) if self.weights is None else self.weights

    @cached_property
    def degrees(self) -> npt.NDArray[np.float64]:
        """Sum of the weights at every node."""
        both = np.repeat(self.strengths, 2)
        return np.bincount(self.edges.ravel(), both, len(self.nodes)).astype(np.float64)

    def reordered(self, order: Sequence[int]) -> Graph:
        """The same graph with its nodes in another order (ties are broken by that order)."""
        place = np.empty(len(self.nodes), dtype=np.int32)
        place[np.asarray(order, dtype=np.int64)] = np.arange(len(self.nodes), dtype=np.int32)
        moved = np.sort(place[self.edges], axis=1)
        rows = np.lexsort((moved[:, 1], moved[:, 0])) if len(moved) else np.zeros(0, dtype=np.int64)
        weights = None if self.weights is None else self.weights[rows]
        names = tuple(self.nodes[i] for i in order)
        return Graph(names, np.ascontiguousarray(moved[rows]), weights, self.loops)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return (
            self.nodes == other.nodes
            and np.array_equal(self.edges, other.edges)
            and np.array_equal(self.strengths, other.strengths)
        )

    def __hash__(self) -> int:
        return hash((self.nodes, self.edges.tobytes()))


def check_weight(weight: float, what: str, where: str | None = None) -> float:
    """A usable weight: finite and not negative."""
    if math.isnan(weight) or math.isinf(weight) or weight < 0:
        raise SumscopeError(
            f"the weight of {what} is {weight:g}", where=where, hint="weights are 0 or greater"
        )
    return float(weight) + 0.0  # -0.0 becomes 0.0, so that what is divided by it stays positive
