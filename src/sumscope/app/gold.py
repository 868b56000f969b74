"""Projects for judges: make one, see how far it is, take out and bring in what people made."""

from __future__ import annotations

from sumscope.annotate.store.projects import Created
from sumscope.app._gold_new import new, parse_scale

__all__ = ["Created", "new", "parse_scale"]
