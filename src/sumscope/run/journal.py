"""What a long run has finished so far, so that it can be ended at any point and taken up again.

A journal is `<output>.partial`: a first line that says which job on which input it belongs to,
then one line per finished chunk, each with a checksum. A torn last line is dropped.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any


class Journal:
    """Finished chunks of one job, in order."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path = path
        self.header = json.dumps(header, sort_keys=True).encode()
        self.finished = 0
        self.begun_anew = False
        self._file: IO[bytes] | None = None

    def open(self) -> Iterator[Any]:
        """Yield the chunks found from an earlier run of the same job, then be ready to append."""
        good = 0
        if self.path.exists():
            with self.path.open("rb") as file:
                if file.readline() == _sealed(self.header):
                    good = file.tell()
                    for line in file:
                        chunk = _unsealed(line)
                        if chunk is None:
                            break
                        good += len(line)
                        self.finished += 1
                        yield json.loads(chunk)
                else:
                    self.begun_anew = True
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("r+b" if good else "wb")
        self._file.truncate(good)
        self._file.seek(good)
        if not good:
            self._file.write(_sealed(self.header))
            self._file.flush()

    def append(self, chunk: Any) -> None:
        """Keep one more finished chunk."""
        if self._file is None:
            raise RuntimeError("the journal is not open")
        self._file.write(_sealed(json.dumps(chunk, ensure_ascii=False).encode()))
        self._file.flush()
        self.finished += 1

    def chunks(self) -> Iterator[Any]:
        """Every finished chunk, from the file."""
        with self.path.open("rb") as file:
            file.readline()
            for line in file:
                chunk = _unsealed(line)
                if chunk is not None:
                    yield json.loads(chunk)

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


def _sealed(content: bytes) -> bytes:
    return b"%08x %s\n" % (zlib.crc32(content), content)


def _unsealed(line: bytes) -> bytes | None:
    content = line[9:-1]
    return content if line == _sealed(content) else None
