"""Hierarchy: one run of a community method, to be cut at any number of clusters.

Level i of a hierarchy has `roots + i` clusters. It is kept as the clusters at the bottom and the
divisions that led to them, so it takes room in proportion to nodes and divisions. Where a method
splits nodes, `origin` names the node of every copy; copies in one cluster count once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.graph.modularity import modularity, profile
from sumscope.graph.network import Graph

Ints = npt.NDArray[np.int64]
# Modularities closer than this are equal; then the coarser level is taken.
EQUAL = 1e-9
NEWICK = (".nwk", ".newick", ".tree")


@dataclass(frozen=True)
class Division:
    """One level of a hierarchy: a cover, the steps that led to it, and its modularity."""

    cover: Cover
    steps: int
    modularity: float

    @property
    def clusters(self) -> tuple[tuple[str, ...], ...]:
        """The clusters, sorted by their smallest node."""
        return self.cover.clusters


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Nested divisions of a graph, coarsest first."""

    graph: Graph
    algorithm: str
    origin: Ints  # node of every copy
    leaves: Ints  # bottom cluster of every copy
    divisions: Ints  # rows (parent, child) of cluster numbers
    steps: tuple[int, ...]  # steps made at each level

    @classmethod
    def flat(cls, graph: Graph, algorithm: str, labels: Ints, steps: int) -> Hierarchy:
        """A hierarchy of one level, for methods that give one answer."""
        none = np.zeros((0, 2), dtype=np.int64)
        origin = np.arange(len(graph.nodes), dtype=np.int64)
        return cls(graph, algorithm, origin, labels.astype(np.int64), none, (steps,))

    @classmethod
    def of_merges(cls, graph: Graph, algorithm: str, merges: list[tuple[int, int]]) -> Hierarchy:
        """From merges of single nodes: each joins the cluster known as `b` to that known as `a`."""
        n = len(graph.nodes)
        nodes = np.arange(n, dtype=np.int64)
        rows = np.array(merges[::-1], dtype=np.int64).reshape(-1, 2)
        steps = tuple(range(len(merges), -1, -1))
        return cls(graph, algorithm, nodes, nodes, rows, steps)

    @property
    def levels(self) -> int:
        """How many divisions can be cut from it."""
        return len(self.divisions) + 1

    @cached_property
    def roots(self) -> int:
        """Number of clusters at the coarsest level."""
        return len(np.unique(self.leaves)) - len(self.divisions)

    @property
    def overlapping(self) -> bool:
        """Whether some node was split."""
        return len(self.origin) > len(self.graph.nodes)

    def labels(self, level: int) -> Ints:
        """The cluster of every copy at a level, numbered from 0 without gaps."""
        top = np.arange(int(self.leaves.max(initial=-1)) + 1, dtype=np.int64)
        for parent, child in self.divisions[level:].tolist():
            top[child] = top[parent]
        return np.unique(top[self.leaves], return_inverse=True)[1].astype(np.int64).reshape(-1)

    def memberships(self, level: int) -> tuple[Ints, Ints]:
        """Nodes and their clusters at a level, without repeats."""
        pairs = np.unique(np.stack([self.labels(level), self.origin]), axis=1)
        return pairs[1], pairs[0]

    def clusters(self, level: int) -> tuple[tuple[str, ...], ...]:
        """The clusters at a level: nodes in order, clusters by their smallest nodes."""
        found: dict[int, list[int]] = {}
        for node, cluster in zip(*(x.tolist() for x in self.memberships(level)), strict=True):
            found.setdefault(cluster, []).append(node)
        names = self.graph.nodes
        return tuple(tuple(names[i] for i in cluster) for cluster in sorted(found.values()))

    @cached_property
    def modularities(self) -> tuple[float, ...]:
        """Modularity of every level, coarsest first."""
        if not self.overlapping:
            return tuple(profile(self.graph, self.leaves[np.argsort(self.origin)], self.divisions))
        return tuple(
            modularity(self.graph, *self.memberships(level)) for level in range(self.levels)
        )

    def at(self, level: int) -> Division:
        """The division at a level, 0 being the coarsest."""
        members = self.memberships(level)
        value = modularity(self.graph, *members) if len(members[0]) else 0.0
        return Division(Cover(self.graph.nodes, self.clusters(level)), self.steps[level], value)

    def cut(self, k: int) -> Division:
        """The division into k clusters; the coarsest or finest there is where k is out of reach."""
        if k < 1:
            raise SumscopeError(f"k is {k}", hint="ask for at least one cluster")
        return self.at(min(max(k - self.roots, 0), self.levels - 1))

    def best(self) -> Division:
        """The division with the highest modularity; of several, the coarsest."""
        return self.at(self._best_level())

    def first_above(self, least: float) -> Division:
        """The first division, coarsest first, whose modularity exceeds `least`; else the best."""
        for level, value in enumerate(self.modularities):
            if value > least + EQUAL:
                return self.at(level)
        return self.best()

    def _best_level(self) -> int:
        top = max(self.modularities)
        return next(i for i, value in enumerate(self.modularities) if value >= top - EQUAL)

    # ---- as a tree -----------------------------------------------------------------------

    def trees(self) -> list[Node]:
        """The tree under each root, roots by their smallest nodes."""
        content: dict[int, list[int]] = {}
        for leaf, node in sorted(zip(self.leaves.tolist(), self.origin.tolist(), strict=True)):
            content.setdefault(leaf, []).append(node)
        at = {
            leaf: Node(0, nodes[0], tuple(self.graph.nodes[i] for i in dict.fromkeys(nodes)), ())
            for leaf, nodes in content.items()
        }
        for height, (parent, child) in enumerate(self.divisions[::-1].tolist(), 1):
            pair = sorted((at[parent], at.pop(child)), key=lambda node: node.smallest)
            at[parent] = Node(height, pair[0].smallest, (), (pair[0], pair[1]))
        return sorted(at.values(), key=lambda node: node.smallest)

    def to_json(self) -> dict[str, object]:
        """Nodes, and trees of `{"height", "children"}` down to `{"height": 0, "nodes"}`."""
        done: dict[int, dict[str, object]] = {}
        roots = self.trees()
        for node in _bottom_up(roots):
            if node.children:
                kids = [done.pop(id(child)) for child in node.children]
                done[id(node)] = {"height": node.height, "children": kids}
            else:
                done[id(node)] = {"height": 0, "nodes": list(node.names)}
        return {
            "algorithm": self.algorithm,
            "nodes": list(self.graph.nodes),
            "levels": [
                {"clusters": self.roots + i, "steps": steps} for i, steps in enumerate(self.steps)
            ],
            "trees": [done[id(root)] for root in roots],
        }

    def to_newick(self) -> str:
        """The Newick tree; a branch is as long as the divisions between its ends."""
        roots = self.trees()
        top = self.levels
        above = {id(child): node.height for node in _bottom_up(roots) for child in node.children}
        parts: dict[int, list[str]] = {}
        for node in _bottom_up(roots):
            length = f":{above.get(id(node), top) - node.height}"
            if node.children:
                pieces = ["("]
                for child in node.children:
                    pieces += [*parts.pop(id(child)), ","]
                pieces[-1] = ")" + length
            elif len(node.names) == 1:
                pieces = [_quoted(node.names[0]) + length]
            else:
                pieces = ["(" + ",".join(_quoted(x) + ":0" for x in node.names) + ")" + length]
            parts[id(node)] = pieces
        whole = ["".join(parts[id(root)]) for root in roots]
        if len(whole) == 1:
            return whole[0].rpartition(":")[0] + ";" if roots[0].children else f"({whole[0]});"
        return "(" + ",".join(whole) + ");"

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the hierarchy: `.json`, Newick (`.nwk`, `.newick`, `.tree`) or a picture."""
        from sumscope.core.files import atomic_write_text

        kind = check_name(path)
        if kind == ".json":
            text = _dump(self.to_json())
            atomic_write_text(path, text + "\n")
        elif kind in NEWICK:
            atomic_write_text(path, self.to_newick() + "\n")
        else:
            from sumscope.core.lazy import function

            function("sumscope.report.dendrogram:draw")(self, path)


def check_name(path: str | os.PathLike[str]) -> str:
    """The ending of a hierarchy's file; a name that says nothing of its form is refused."""
    from sumscope.core.files import ending

    return ending(path, (".json", *NEWICK, ".png", ".svg", ".pdf"), "a hierarchy")


@dataclass(frozen=True, eq=False)
class Node:
    """A cluster in the tree: its height, and two parts or, at the bottom, names."""

    height: int
    smallest: int
    names: tuple[str, ...]
    children: tuple[()] | tuple[Node, Node]


def _bottom_up(roots: list[Node]) -> Iterator[Node]:
    """Children before parents, without recursion: trees may be as deep as the graph is large."""
    order, todo = [], list(roots)
    while todo:
        node = todo.pop()
        order.append(node)
        todo.extend(node.children)
    return reversed(order)


def _quoted(name: str) -> str:
    if name and not any(c in name for c in " \t\n()[]{}/\\,;:='\"*`+-<>_"):
        return name
    return "'" + name.replace("'", "''") + "'"


def _dump(value: dict[str, object]) -> str:
    """JSON of a tree of any depth (the library's encoder recurses)."""
    out: list[str] = []
    todo: list[Any] = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, _Raw):
            out.append(item.text)
        elif isinstance(item, dict) and ("children" in item or "trees" in item):
            pieces: list[Any] = [_Raw("{")]
            for i, (key, inner) in enumerate(item.items()):
                pieces += [_Raw((", " if i else "") + json.dumps(key) + ": "), inner]
            todo.extend(reversed([*pieces, _Raw("}")]))
        elif isinstance(item, list) and item and isinstance(item[0], dict):
            pieces = [_Raw("[")]
            for i, inner in enumerate(item):
                pieces += [_Raw(", ")] * (i > 0) + [inner]
            todo.extend(reversed([*pieces, _Raw("]")]))
        else:
            out.append(json.dumps(item, ensure_ascii=False))
    return "".join(out)


@dataclass(frozen=True)
class _Raw:
    text: str
