"""Girvan-Newman."""

from __future__ import annotations

from sumscope.community.divisive import divide
from sumscope.community.registry import Request, method
from sumscope.graph.hierarchy import Hierarchy
from sumscope.graph.network import Graph


@method("gn", cite="girvan2002", weights=True)
def gn(graph: Graph, request: Request) -> Hierarchy:
    """Girvan-Newman: remove the link that most shortest paths cross, again and again.

    Weights are strengths: betweenness is divided by them (Newman 2004); paths ignore them.
    """
    return divide(graph, request, "gn", horizon=0, splits=False)
