"""Where topics come from: a file, standard input, or values; as raw lines with one hash."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import dump_topic, iter_lines, name_of

CorpusLike = str | os.PathLike[str] | Iterable[Topic]


def _topic(item: object) -> Topic:
    if isinstance(item, Topic):
        return item
    raise SumscopeError(
        f"the corpus holds a {type(item).__name__} where a Topic was expected",
        hint="give a path, or topics as sumscope.corpus.jsonl.read_corpus gives them",
    )


class Source:
    """A corpus that can be read more than once, in constant memory where it is a file."""

    def __init__(self, corpus: CorpusLike) -> None:
        self._values: list[bytes] | None = None
        self._path: Path | None = None
        if isinstance(corpus, str | os.PathLike):
            if str(corpus) == "-":
                # Standard input is read twice (hash, then work), so it is laid down first.
                self.name = name_of("-")
                self._path = self._spool()
            else:
                self._path = Path(corpus)
                self.name = str(corpus)
        else:
            self.name = "the given topics"
            self._values = [dump_topic(_topic(item)).strip() for item in corpus]
        self._state = self._now()

    def _spool(self) -> Path:
        """Copy standard input to a file, without a name where the system can reopen such a one."""
        if os.path.exists("/proc/self/fd"):
            spool: Any = tempfile.TemporaryFile(prefix="sumscope-")  # noqa: SIM115
            path = Path(f"/proc/self/fd/{spool.fileno()}")
        else:
            spool = tempfile.NamedTemporaryFile(prefix="sumscope-")  # noqa: SIM115
            path = Path(spool.name)
        weakref.finalize(self, spool.close)  # which removes it
        shutil.copyfileobj(sys.stdin.buffer, spool)
        spool.flush()
        return path

    def _now(self) -> tuple[int, int, int, int] | None:
        """Which file it is and in which state; None for values, pipes and what is not there."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except OSError:
            return None
        if not stat.S_ISREG(found.st_mode):
            return None
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    def check_unchanged(self) -> None:
        """Refuse to go on with a file that is no longer the one this began with."""
        if self._state is not None and self._now() != self._state:
            raise SumscopeError(
                "the corpus was changed or replaced while it was being read",
                where=self.name,
                hint="run the command again",
            )

    @property
    def paths(self) -> tuple[Path, ...]:
        """The file behind it, where there is one."""
        return () if self._path is None else (self._path,)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """The lines that hold a topic, numbered from 1."""
        if self._path is not None:
            yield from iter_lines(self._path, self.name)
            self.check_unchanged()
        else:
            yield from list(enumerate(self._values or (), 1))

    @cached_property
    def sha256(self) -> str:
        """The hash of the file as it lies there (of the lines, for values)."""
        digest = hashlib.sha256()
        if self._values is not None:
            for raw in self._values:
                digest.update(raw + b"\n")
        elif self._path is not None:
            with self._path.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
            self.check_unchanged()
        return digest.hexdigest()

    @cached_property
    def bytes(self) -> int:
        """How many bytes of text there are to work on (one more pass over a compressed file)."""
        if self._values is None and self._path is not None and self._path.suffix != ".gz":
            return self._path.stat().st_size
        return sum(len(raw) for _, raw in self.lines())
