"""Readers of other formats, one file each; new files are discovered.

A format is a module with `read(source, notes)`, which yields topics as plain JSON values of the
corpus format, and a docstring whose first line says what it reads. Other packages add formats with
entry points in the group `sumscope.formats`; the name of the entry point is that of the format. One
that can tell its files by looking at them also has `recognize(path)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from sumscope.core.registry import Registry
from sumscope.corpus.notes import Notes


class Format(Protocol):
    """What a module of this package offers."""

    __doc__: str | None

    def read(self, source: str, notes: Notes) -> Iterator[dict[str, object]]:
        """Yield the topics found in `source`."""


FORMATS: Registry[Format] = Registry("format", "sumscope.formats", __name__, functions=("read",))

# Asked first, because their files can be taken for those of a more general format.
_SPECIFIC = ("temario", "ami", "rouge", "duc", "argilla", "labelstudio", "potato")


def detect(source: str) -> str | None:
    """Name the format of a file or folder by looking at it, or None."""
    if source == "-":
        return None
    known = FORMATS.all()
    for name in (*_SPECIFIC, *(name for name in known if name not in _SPECIFIC)):
        recognize: Callable[[Path], bool] | None = getattr(known[name], "recognize", None)
        if recognize is not None and recognize(Path(source)):
            return name
    return None
