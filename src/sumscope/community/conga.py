"""CONGA."""

from __future__ import annotations

from sumscope.community.divisive import divide
from sumscope.community.registry import Request, method
from sumscope.graph.hierarchy import Hierarchy
from sumscope.graph.network import Graph


@method("conga", cite="gregory2007", weights=False, overlapping=True)
def conga(graph: Graph, request: Request) -> Hierarchy:
    """Girvan-Newman that also splits nodes, so that communities may overlap (Gregory 2007)."""
    return divide(graph, request, "conga", horizon=0, splits=True)
