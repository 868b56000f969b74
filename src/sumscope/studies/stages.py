"""Stages of a study, stored in a work folder so that they are computed once.

The folder `.study/<key>` lies in the study's own folder; the key is a hash of everything that the
results depend on. It goes away when the report is written. Another study's leftovers in `.study`
are of no use to anyone and go with it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sumscope.core.files import atomic_write_text

WORK = ".study"


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _is_whole(path: Path, seal: Path) -> bool:
    """Whether a stage is complete and as it was written; a damaged one is made again."""
    try:
        return seal.read_text(encoding="ascii", errors="replace") == _hash(path)
    except OSError:
        return False


class Stages:
    """Results by name, each kept as a JSON file once it is complete."""

    def __init__(self, folder: Path, depends_on: dict[str, object]) -> None:
        text = json.dumps(depends_on, sort_keys=True, ensure_ascii=True)
        self.key = hashlib.sha256(text.encode()).hexdigest()
        self._root = folder / WORK
        self.folder = self._root / self.key[:16]
        self.resumed: list[str] = []

    def path(self, name: str) -> Path:
        """Where a stage keeps a file of its own; it exists only when it is whole."""
        return self.folder / name

    def has(self, name: str) -> bool:
        """Whether a value is there already."""
        return _is_whole(self.path(name + ".json"), self.path(name + ".json.sha256"))

    def value(self, name: str, make: Callable[[], Any]) -> Any:
        """The JSON value that `make` gives, from the folder where it is already there."""
        path, seal = self.path(name + ".json"), self.path(name + ".json.sha256")
        if _is_whole(path, seal):
            self.resumed.append(name)
            return json.loads(path.read_text(encoding="utf-8"))
        made = json.dumps(make(), ensure_ascii=True, allow_nan=False)
        atomic_write_text(path, made)
        atomic_write_text(seal, _hash(path))
        return json.loads(made)

    def file(self, name: str, make: Callable[[Path], int]) -> Path:
        """The file `<name>.jsonl`; `make` writes it and says how many topics were done before."""
        path, seal = self.path(name + ".jsonl"), self.path(name + ".jsonl.sha256")
        if _is_whole(path, seal):
            self.resumed.append(name)
            return path
        if make(path):
            self.resumed.append(name)
        atomic_write_text(seal, _hash(path))
        return path

    def remove(self) -> None:
        """The report is complete."""
        for path in self._root.glob("*"):
            if re.fullmatch("[0-9a-f]{16}", path.name):
                shutil.rmtree(path, ignore_errors=True)
        with contextlib.suppress(OSError):  # somebody else's files are in it, or it never was
            self._root.rmdir()
