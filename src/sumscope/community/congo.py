"""CONGO."""

from __future__ import annotations

from sumscope.community.divisive import divide
from sumscope.community.registry import Request, method
from sumscope.graph.hierarchy import Hierarchy
from sumscope.graph.network import Graph

HORIZON = 2


@method("congo", cite="gregory2008", weights=False, overlapping=True, horizon=True)
def congo(graph: Graph, request: Request) -> Hierarchy:
    """CONGA over short paths only: no longer than the horizon, 2 by default (Gregory 2008).

    A horizon of 0 means none: CONGA exactly.
    """
    horizon = HORIZON if request.horizon is None else request.horizon
    return divide(graph, request, "congo", horizon=horizon, splits=True)
