"""The shared divisive engine: Girvan-Newman, CONGA and CONGO are one loop with two switches."""

from __future__ import annotations

import numpy as np

from sumscope import kernels
from sumscope.community.registry import Request, method
from sumscope.core.errors import SumscopeError
from sumscope.graph.hierarchy import Hierarchy
from sumscope.graph.network import Graph
from sumscope.kernels.types import MOST_NEIGHBOURS, Progress

# What the kernel may keep per pair of nodes, to redo only what a step alters. Above it (some
# 3,000 nodes) it keeps nothing, and its memory is linear in nodes and links.
BUDGET = 256e6


def divide(graph: Graph, request: Request, name: str, *, horizon: int, splits: bool) -> Hierarchy:
    """Remove links and split nodes until k components or no links are left."""
    if splits:
        _check_neighbours(graph, name)
    try:
        _, _, divisions, origin, component = kernels.community.divide(
            len(graph.nodes),
            np.ascontiguousarray(graph.edges, dtype=np.int32),
            graph.weights,
            min(horizon, 2**30),
            splits,
            request.k or 0,
            BUDGET,
            _teller(request),
        )
    except OverflowError as error:
        raise SumscopeError(str(error), hint="use congo with a small horizon") from None
    return Hierarchy(
        graph,
        name,
        origin.astype(np.int64),
        component.astype(np.int64),
        np.ascontiguousarray(divisions[:, 1:]).astype(np.int64),
        (0, *divisions[:, 0].tolist()),
    )


def _check_neighbours(graph: Graph, name: str) -> None:
    """Refuse a hub that would take too much memory to split."""
    degrees = np.bincount(graph.edges.ravel(), minlength=len(graph.nodes))
    if degrees.size and degrees.max() > MOST_NEIGHBOURS:
        hub = int(degrees.argmax())
        raise SumscopeError(
            f"node {graph.nodes[hub]!r} has {degrees[hub]:,} neighbours, more than the "
            f"{MOST_NEIGHBOURS:,} that {name} can split",
            hint="use gn, greedy or leiden, or remove the node",
        )


def _teller(request: Request) -> Progress | None:
    """Tell how far a run is, by links gone or by clusters found, whichever is further."""
    tell = request.progress
    if tell is None:
        return None
    first: list[int] = []

    def told(done: int, total: int, parts: int) -> None:
        if not first:
            first.append(parts)
        gone = done / max(total, 1)
        if request.k is not None and request.k > first[0]:
            gone = max(gone, (parts - first[0]) / (request.k - first[0]))
        tell(int(1000 * gone), 1000)

    return told


@method("gn", cite="girvan2002", weights=True)
def gn(graph: Graph, request: Request) -> Hierarchy:
    """Girvan-Newman: remove the link that most shortest paths cross, again and again.

    Weights are strengths: betweenness is divided by them (Newman 2004); paths ignore them.
    """
    return divide(graph, request, "gn", horizon=0, splits=False)


@method("conga", cite="gregory2007", weights=False, overlapping=True)
def conga(graph: Graph, request: Request) -> Hierarchy:
    """Girvan-Newman that also splits nodes, so that communities may overlap (Gregory 2007)."""
    return divide(graph, request, "conga", horizon=0, splits=True)


HORIZON = 2


@method("congo", cite="gregory2008", weights=False, overlapping=True, horizon=True)
def congo(graph: Graph, request: Request) -> Hierarchy:
    """CONGA over short paths only: no longer than the horizon, 2 by default (Gregory 2008).

    A horizon of 0 means none: CONGA exactly.
    """
    horizon = HORIZON if request.horizon is None else request.horizon
    return divide(graph, request, "congo", horizon=horizon, splits=True)
