"""Community detection: one small file per method over one shared splitter.

`run(graph, "conga", k=18)` gives a Hierarchy; `methods()` lists what there is.
"""

from __future__ import annotations

from sumscope.community.registry import Method, Request, get, method, methods, run
from sumscope.graph.hierarchy import Hierarchy

__all__ = ["Hierarchy", "Method", "Request", "get", "method", "methods", "run"]
