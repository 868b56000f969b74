"""Read text files in pieces that end between words."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.files import refuse_packed
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    pass


PathLike = str | os.PathLike[str]
BLOCK = 1 << 18


class TextPieces:
    """A text file in pieces that end between words, decoded strictly.

    `content` are its bytes where they were read already.
    """

    def __init__(
        self,
        source: PathLike,
        encoding: str,
        progress: Progress | None,
        done: int,
        total: int,
        content: bytes | None = None,
    ) -> None:
        self.name = "<stdin>" if os.fspath(source) == "-" else os.fspath(source)
        self._decoder = decoder(encoding)
        self._encoding = encoding
        self._source = source
        self._content = content
        self._report = progress
        self._done, self._total = done, total
        self._pieces = self._read()
        self._held: list[str] = []

    def first(self) -> str:
        """The first piece, which stays to be read."""
        if not self._held:
            self._held = [next(self._pieces, "")]
        return self._held[0]

    def __iter__(self) -> Iterator[str]:
        yield from self._held
        yield from self._pieces

    def _read(self) -> Iterator[str]:
        rest, read = "", 0
        with self.open() as file:
            while True:
                block = file.read(BLOCK)
                if not read:
                    refuse_packed(block, self.name)
                try:
                    rest += self._decoder.decode(block, not block)
                except UnicodeDecodeError as error:
                    raise SumscopeError(
                        f"the text is not {self._encoding} near byte {read + error.start + 1}",
                        where=self.name,
                        hint="name its encoding, as in --encoding latin-1",
                    ) from None
                read += len(block)
                if self._report is not None:
                    self._report(self._done + read, self._total)
                if not block:
                    break
                cut = max(rest.rfind(" "), rest.rfind("\n")) + 1
                if not cut and len(rest) > 8 * BLOCK:
                    cut = len(rest)  # no spaces at all: a script that is cut by character
                if cut:
                    yield rest[:cut]
                    rest = rest[cut:]
        if rest:
            yield rest

    def open(self) -> IO[bytes]:
        """The bytes of the text."""
        if self._content is not None:
            return io.BytesIO(self._content)
        if os.fspath(self._source) == "-":
            return open(sys.stdin.fileno(), "rb", closefd=False)
        try:
            return open(self._source, "rb")
        except OSError as error:
            raise SumscopeError(
                f"cannot read the text: {error.strerror}", where=self.name
            ) from None


def decoder(encoding: str) -> codecs.IncrementalDecoder:
    """A decoder that reads text; a byte order mark is no part of it."""
    try:
        name = "utf-8-sig" if encoding.lower() in ("utf-8", "utf8") else encoding
        made = codecs.lookup(name).incrementaldecoder
        "".encode(name)
    except (LookupError, TypeError, ValueError):
        made = None
    if made is None:
        raise SumscopeError(f"unknown encoding {encoding!r}", hint="try utf-8 or latin-1")
    return made()
