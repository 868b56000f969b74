"""Import optional libraries, and functions of higher rooms, only when they are used."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

from sumscope.core.errors import MissingExtraError


def optional(module: str, extra: str) -> ModuleType:
    """Import `module`; if it is missing, say which extra of sumscope installs it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"{module.partition('.')[0]} is not installed",
            hint=f"install it with: pip install 'sumscope[{extra}]'",
        ) from error


def function(reference: str) -> Callable[..., Any]:
    """Import the function that `module:name` refers to."""
    module, _, name = reference.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found
