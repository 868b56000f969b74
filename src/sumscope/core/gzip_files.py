"""Read gzip files as a stream, and refuse those that expand too much."""

from __future__ import annotations

import gzip
import io
import zlib
from typing import IO, Any

from sumscope.core.errors import SumscopeError

MAGIC = b"\x1f\x8b"
# Texts pack to a third or a tenth. What grows two hundredfold was made to fill the memory.
MOST_RATIO = 200
FREE = 128 << 20


def plain(file: Any, where: str, own: bool = False) -> IO[bytes]:
    """The bytes of a file that can be peeked at, unpacked where it begins as gzip files do."""
    found: IO[bytes] = unpacked(file, where, own) if file.peek(2)[:2] == MAGIC else file
    return found


def unpacked(file: Any, where: str, own: bool = False) -> io.BufferedReader:
    """The content of a gzip file as a stream of bytes; what is wrong with it is named.

    `own`: closing the stream closes the file.
    """
    return io.BufferedReader(_Unpacked(file, where, own), 1 << 16)


class _Counted:
    """Counts the packed bytes that were read."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.count = 0

    def read(self, size: int = -1) -> bytes:
        found: bytes = self._file.read(size)
        self.count += len(found)
        return found


class _Unpacked(io.RawIOBase):
    def __init__(self, file: Any, where: str, own: bool) -> None:
        self._file = file if own else None
        self._packed = _Counted(file)
        # It is read from start to end only, so that counting and reading are all it needs.
        self._content = gzip.GzipFile(fileobj=self._packed, mode="rb")  # type: ignore[call-overload]
        self._where = where
        self._count = 0

    def close(self) -> None:
        super().close()
        if self._file is not None:
            self._file.close()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            found: bytes = self._content.read(len(buffer))
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            cut = isinstance(error, EOFError)
            what = "the gzip file ends early" if cut else f"the gzip file is damaged ({error})"
            hint = "fetch or write the file again"
            raise SumscopeError(what, where=self._where, hint=hint) from None
        self._count += len(found)
        if self._count > FREE and self._count > MOST_RATIO * self._packed.count:
            raise SumscopeError(
                f"the gzip file expands to more than {MOST_RATIO} times its size",
                where=self._where,
                hint="decompress it first if that is intended",
            )
        buffer[: len(found)] = found
        return len(found)
