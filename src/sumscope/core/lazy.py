"""Import optional libraries, and functions of higher layers, only when they are used."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

from sumscope.core.errors import MissingExtraError

# The extra of sumscope that installs each optional library.
EXTRAS = {
    "alembic": "web",
    "dask": "dask",
    "distributed": "dask",
    "duckdb": "parquet",
    "igraph": "leiden",
    "lxml": "xml",
    "matplotlib": "figures",
    "pandas": "pandas",
    "polars": "polars",
    "scipy": "statistics",
    "sklearn": "links",
    "spacy": "be",
    "sqlalchemy": "web",
    "starlette": "web",
    "threadpoolctl": "links",  # it comes with scikit-learn
    "uvicorn": "web",
}


def optional(module: str, extra: str) -> ModuleType:
    """Import `module`; if it is missing, say which extra of sumscope installs it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise missing(module, extra) from error


def missing(module: str, extra: str | None = None) -> MissingExtraError:
    """The error for a library that is not installed, with the one line that installs it."""
    name = module.partition(".")[0]
    chosen = extra or EXTRAS.get(name, "all")
    line = f"pip install 'sumscope[{chosen}]'"
    return MissingExtraError(
        f"{name} is not installed",
        hint=f"install it with: {line} (all optional packages: 'sumscope[all]')",
    )


def function(reference: str) -> Callable[..., Any]:
    """Import the function that `module:name` refers to."""
    module, _, name = reference.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found
