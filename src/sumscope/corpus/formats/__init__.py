"""Other people's formats, one file each; a new file is found by itself.

A format is a module with `read(source, notes)`, which yields topics as JSON of the contract, and a
docstring whose first line says what it reads. One that can tell its files by looking at them also
has `recognize(path)`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
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


# Asked first, because their files can be taken for those of a more general format.
_SPECIFIC = ("temario", "ami", "rouge", "duc")


def detect(source: str) -> str | None:
    """Name the format of a file or folder by looking at it, or None."""
    if source == "-":
        return None
    rest = [name for name in names() if name not in _SPECIFIC]
    for name in (*_SPECIFIC, *rest):
        recognize: Callable[[Path], bool] | None = getattr(load(name), "recognize", None)
        if recognize is not None and recognize(Path(source)):
            return name
    return None


def load(name: str) -> Format:
    """Find a format by its name."""
    known = names()
    if name not in known:
        raise SumscopeError(f"there is no format {name!r}", hint=nearest(name, known))
    return cast(Format, importlib.import_module(f"{__name__}.{name}"))
