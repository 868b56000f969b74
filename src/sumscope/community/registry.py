"""The registry of community detection methods.

A method is a function from a graph and a `Request` to a `Hierarchy`, decorated with `@method(...)`,
in a file of this package or in another package with an entry point in the group
`sumscope.methods`. What it declares (whether it uses weights or a horizon, whether communities may
overlap) is checked here.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from sumscope.core.errors import SumscopeError
from sumscope.core.numbers import MOST
from sumscope.core.progress import Progress
from sumscope.core.registry import Registry
from sumscope.graph.hierarchy import Hierarchy
from sumscope.graph.network import Graph


@dataclass(frozen=True)
class Request:
    """What is asked of a method: stop at `k` clusters (None: go to the end), and its options."""

    k: int | None = None
    horizon: int | None = None
    seed: int | None = None
    progress: Progress | None = field(default=None, compare=False)


Finder = Callable[[Graph, Request], Hierarchy]


@dataclass(frozen=True)
class Method:
    """A way to find communities, and what it declares about itself."""

    name: str
    summary: str
    cite: str
    weights: bool
    overlapping: bool
    horizon: bool
    find: Finder


METHODS: Registry[Method] = Registry("community method", "sumscope.methods", "sumscope.community")


def method(
    name: str, *, cite: str, weights: bool, overlapping: bool = False, horizon: bool = False
) -> Callable[[Finder], Finder]:
    """Register a function as the method `name`; its docstring's first line is the summary."""

    def register(find: Finder) -> Finder:
        summary = (find.__doc__ or "").strip().partition("\n")[0]
        if not summary:
            raise TypeError(f"{name}: a community method needs a docstring")
        chosen = Method(name, summary, cite, weights, overlapping, horizon, find)
        METHODS.add(name, chosen, find.__module__)
        return find

    return register


def run(
    graph: Graph,
    by: str,
    *,
    k: int | None = None,
    horizon: int | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
) -> Hierarchy:
    """Find the communities of a graph.

    `k` only says where a divisive method may stop. `seed` draws ties at random, by putting the
    nodes in a random order: among equals the first in that order is taken.
    """
    chosen = METHODS.get(by)
    if k is not None and k < 1:
        raise SumscopeError(f"k is {k}", hint="ask for at least one cluster")
    if graph.weighted and not chosen.weights:
        raise SumscopeError(
            f"{by} does not support weighted links",
            hint="ignore the weights (--unweighted), or use gn, greedy, leiden or gaac",
        )
    if horizon is not None and not chosen.horizon:
        raise SumscopeError(f"{by} has no horizon", hint="leave it out, or use congo")
    if horizon is not None and horizon < 0:
        raise SumscopeError(f"the horizon is {horizon}", hint="1 or more, or 0 for no horizon")
    # More clusters than any graph has are as many as it has; kernels count in 32 bits.
    request = Request(None if k is None else min(k, MOST), horizon, seed, progress)
    if seed is None:
        return chosen.find(graph, request)
    order = list(range(len(graph.nodes)))
    random.Random(seed).shuffle(order)
    return _in_order(chosen.find(graph.reordered(order), request), graph, order)


def _in_order(found: Hierarchy, graph: Graph, order: list[int]) -> Hierarchy:
    """The same hierarchy over the nodes in their natural order."""
    back = np.asarray(order, dtype=np.int64)
    return replace(found, graph=graph, origin=back[found.origin])
