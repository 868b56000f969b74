"""Community detection: a small file per method (the divisive ones in one) over a shared splitter.

`run(graph, "conga", k=18)` gives a Hierarchy; `METHODS.all()` is what there is.
"""

from __future__ import annotations

from sumscope.community.registry import METHODS, Method, Request, method, run
from sumscope.graph.hierarchy import Hierarchy

__all__ = ["METHODS", "Hierarchy", "Method", "Request", "method", "run"]
