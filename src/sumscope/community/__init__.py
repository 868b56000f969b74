"""Community detection: one small file per method over one shared splitter.

`run(graph, "conga", k=18)` gives a Hierarchy; `methods()` lists what there is.
"""

from __future__ import annotations

from sumscope.community.registry import Method as Method
from sumscope.community.registry import get as get
from sumscope.community.registry import methods as methods
from sumscope.community.registry import run as run

__all__ = ["Method", "get", "methods", "run"]
