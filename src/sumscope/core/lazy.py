"""Optional libraries, imported when used; a missing one names the command that installs it."""

from __future__ import annotations

import importlib
from types import ModuleType

from sumscope.core.errors import MissingExtraError


def optional(module: str, extra: str) -> ModuleType:
    """Import `module`, or say which extra of sumscope brings it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"{module.partition('.')[0]} is not installed",
            hint=f"install it with: pip install 'sumscope[{extra}]'",
        ) from error
