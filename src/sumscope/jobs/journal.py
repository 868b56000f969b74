"""The journal of a long run, from which an interrupted run resumes.

A journal is `<output>.partial`: a first line that says which job on which input it belongs to,
then one line per finished chunk, each with a checksum over all lines so far. A torn last line is
dropped. A file of that name that is no journal is left alone: the run is refused.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from sumscope import kernels
from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write

# A header holds the spelling of measures and a hash; a longer first line is somebody else's.
_LONGEST_HEADER = 1 << 24


class Journal:
    """Finished chunks of one job, in order."""

    def __init__(self, path: Path, header: dict[str, object]) -> None:
        self.path = path
        self.header = json.dumps({"sumscope": None, **header}, sort_keys=True).encode()
        self.finished = 0
        self.begun_anew = False
        self._seal = _seal(self.header, 0)
        self._file: IO[bytes] | None = None

    def open(self) -> Iterator[Any]:
        """Yield the chunks found from an earlier run of the same job, then be ready to append."""
        good = 0
        if os.path.lexists(self.path):
            with self.path.open("rb") as file:
                first = file.readline(_LONGEST_HEADER)
                if first == _sealed(self.header):
                    good = file.tell()
                    for line in file:
                        chunk = _unsealed(line, self._seal)
                        if chunk is None:
                            break
                        good += len(line)
                        self._seal = _seal(chunk, self._seal)
                        self.finished += 1
                        yield json.loads(chunk)
                elif _is_header(first):
                    self.begun_anew = True
                else:
                    raise SumscopeError(
                        "exists and is not an unfinished run of sumscope",
                        where=str(self.path),
                        hint="move it, or name another output",
                    )
        if not good:
            with atomic_write(self.path) as file:
                file.write(_sealed(self.header))
            good = len(_sealed(self.header))
        self._file = self.path.open("r+b")
        self._file.truncate(good)
        self._file.seek(good)

    @property
    def is_open(self) -> bool:
        """Whether this run took the file for its own and writes to it."""
        return self._file is not None

    def append(self, chunk: Any) -> None:
        """Keep one more finished chunk."""
        if self._file is None:
            raise RuntimeError("the journal is not open")
        content = kernels.table.json_line(chunk)
        self._file.write(_sealed(content, self._seal))
        self._file.flush()
        self._seal = _seal(content, self._seal)
        self.finished += 1

    def chunks(self) -> Iterator[Any]:
        """Every finished chunk, from the file; a file that is not as it was written is an error."""
        with self.path.open("rb") as file:
            if file.readline() != _sealed(self.header):
                raise self._changed()
            read, before = 0, _seal(self.header, 0)
            for line in file:
                chunk = _unsealed(line, before)
                if chunk is None:
                    raise self._changed()
                read, before = read + 1, _seal(chunk, before)
                yield json.loads(chunk)
        if read != self.finished:
            raise self._changed()

    def _changed(self) -> SumscopeError:
        return SumscopeError(
            "was changed by another program during the run",
            where=str(self.path),
            hint="delete it and run the command again",
        )

    def close(self) -> None:
        """Make what was written safe."""
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._file = None

    def remove(self) -> None:
        """Forget the run: its output is complete, or its input was bad."""
        self.close()
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()


def _is_header(line: bytes) -> bool:
    """Whether a line is the first one of a journal, of whatever job."""
    content = _unsealed(line)
    if content is None:
        return False
    try:
        value = json.loads(content)
    except ValueError:
        return False
    return isinstance(value, dict) and "sumscope" in value


def _seal(content: bytes, before: int) -> int:
    """The checksum of a line and of all before it, so that none can go, move or come twice."""
    return zlib.crc32(content, before)


def _sealed(content: bytes, before: int = 0) -> bytes:
    return b"%08x %s\n" % (_seal(content, before), content)


def _unsealed(line: bytes, before: int = 0) -> bytes | None:
    content = line[9:-1]
    return content if line == _sealed(content, before) else None
