"""Other people's formats, one file each; a new file is found by itself.

A format is a module with `read(source, notes)`, which yields topics as JSON of the contract, and a
docstring whose first line says what it reads.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any, Protocol, cast

from sumscope.core.errors import SumscopeError, nearest
from sumscope.corpus.notes import Notes


class Format(Protocol):
    """What a module of this package offers."""

    __doc__: str | None

    def read(self, source: str, notes: Notes) -> Iterator[dict[str, Any]]:
        """Yield the topics found in `source`."""


def names() -> list[str]:
    """Every known format, alphabetically."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def load(name: str) -> Format:
    """Find a format by its name."""
    known = names()
    if name not in known:
        raise SumscopeError(f"there is no format {name!r}", hint=nearest(name, known))
    return cast(Format, importlib.import_module(f"{__name__}.{name}"))
