"""Readers of other formats, one file each; new files are discovered.

A format is a module with `read(source, notes)`, which yields topics as plain JSON values of the
corpus format, and a docstring whose first line says what it reads. Other packages add formats with
entry points in the group `sumscope.formats`; the name of the entry point is that of the format. One
that can tell its files by looking at them also has `recognize(path)`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, cast

from sumscope.core import plugins
from sumscope.core.errors import SumscopeError, nearest
from sumscope.corpus.notes import Notes

GROUP = "sumscope.formats"


class Format(Protocol):
    """What a module of this package offers."""

    __doc__: str | None

    def read(self, source: str, notes: Notes) -> Iterator[dict[str, object]]:
        """Yield the topics found in `source`."""


def names() -> list[str]:
    """Return every known format, alphabetically."""
    own = {module.name for module in pkgutil.iter_modules(__path__)}
    return sorted(own | {entry.name for entry in plugins.found(GROUP)})


# Asked first, because their files can be taken for those of a more general format.
_SPECIFIC = ("temario", "ami", "rouge", "duc", "argilla", "labelstudio", "potato")


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
    for entry in plugins.found(GROUP):
        if entry.name == name:
            module = plugins.module_of(entry)
            if not callable(getattr(module, "read", None)):
                raise SumscopeError(
                    f"the format {name!r} has no function read",
                    where=module.__name__,
                    hint="define read(source, notes)",
                )
            return cast(Format, module)
    known = names()
    if name not in known:
        raise SumscopeError(f"unknown format {name!r}", hint=nearest(name, known))
    return cast(Format, importlib.import_module(f"{__name__}.{name}"))
