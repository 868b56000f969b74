"""The search of the oracle kernel's twin: nodes, branches, the DAG of all oracles."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sumscope.kernels.python.oracle.bound import Bound
from sumscope.kernels.python.oracle.state import IN, OUT, Problem, State, ints, starts_of
from sumscope.kernels.types import Dag

ROOT_STEPS, LEVEL_STEPS, NODE_STEPS = 120, 40, 15


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
