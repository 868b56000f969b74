"""Leiden, by igraph, which is under the GPL (version 2 or later) and an extra for that reason."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from sumscope.community.registry import Request, method
from sumscope.core.lazy import optional
from sumscope.graph.hierarchy import Hierarchy
from sumscope.graph.network import Graph

ROUNDS = 40


@method("leiden", cite="traag2019", weights=True)
def leiden(graph: Graph, request: Request) -> Hierarchy:
    """Leiden's optimisation of modularity, by igraph; one level, no hierarchy.

    With k the resolution is searched (by halving) until there are k clusters; where no resolution
    gives them, the nearest number met is taken, the smaller of two.
    """
    igraph = optional("igraph", "leiden")
    n = len(graph.nodes)
    if not len(graph.edges):
        return Hierarchy.flat(graph, "leiden", np.arange(n, dtype=np.int64), 0)
    whole = igraph.Graph(n, graph.edges.tolist())

    def at(resolution: float) -> list[int]:
        igraph.set_random_number_generator(random.Random(request.seed or 0))
        try:
            found: Any = whole.community_leiden(
                objective_function="modularity",
                weights=graph.weights.tolist() if graph.weights is not None else None,
                resolution=resolution,
                n_iterations=-1,
            )
        finally:
            igraph.set_random_number_generator(random)
        return list(found.membership)

    labels, runs = at(1.0), 1
    if request.k is not None:
        low, high, here = 0.0, 0.0, 1.0
        for runs in range(1, ROUNDS + 1):
            tried = labels if runs == 1 else at(here)
            count = len(set(tried))
            if _distance(count, request.k) < _distance(len(set(labels)), request.k):
                labels = tried
            if count == request.k:
                break
            if count < request.k:
                low = here
                here = here * 2 if not high else (low + high) / 2
            else:
                high = here
                here = (low + high) / 2
            if request.progress is not None:
                request.progress(runs, ROUNDS)
    return Hierarchy.flat(graph, "leiden", np.array(labels, dtype=np.int64), runs)


def _distance(count: int, k: int) -> tuple[int, int]:
    return abs(count - k), count
