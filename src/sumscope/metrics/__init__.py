"""The measures, in families of one file; found by walking this package."""

from __future__ import annotations

import importlib


def __getattr__(name: str) -> object:
    if name == "cover":  # so that `sumscope.metrics.cover.v(a, b)` needs no import of its own
        return importlib.import_module("sumscope.metrics.cover")
    raise AttributeError(f"module 'sumscope.metrics' has no attribute {name!r}")
