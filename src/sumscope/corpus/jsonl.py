"""Corpus files: JSON Lines with one topic per line, plain or gzipped, read and written as a stream.

A line is read whole (10 MB in one line are fine), a file never is. Reading is strict: what JSON
does not know (NaN, a key given twice in one object, half a character) is refused with file, line
and key, because a reader that guesses would silently change what is written back.
"""

from __future__ import annotations

import gzip
import io
import json
import math
import os
import re
import sys
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from struct import unpack
from typing import IO, Any, NoReturn

from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write, ending, unpacked
from sumscope.core.values import Topic
from sumscope.corpus.schema import topic_from_json
from sumscope.corpus.schema_writing import topic_to_json

__all__ = [
    "Source",
    "check_name",
    "check_new_id",
    "decode_line",
    "dump_topic",
    "iter_lines",
    "name_of",
    "parse_topic",
    "read_corpus",
    "refuse_corpus",
    "topic_to_json",
    "write_corpus",
]

Source = str | os.PathLike[str] | IO[bytes] | IO[str]

BUFFER = 1 << 18
_BOM = b"\xef\xbb\xbf"
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
_ONE_A_LINE = "a corpus has one topic (a JSON object) a line"


def read_corpus(source: Source) -> Iterator[Topic]:
    """Read the topics of a corpus one by one; `-` is standard input.

    A topic id that was there before is an error, as is a file without any topic.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> next(iter(sumscope.read_corpus(DEMO))).lang
    'en'
    """
    name = name_of(source)
    seen = SeenIds()
    for number, raw in iter_lines(source):
        topic = parse_topic(raw, f"{name}:{number}")
        check_new_id(seen, topic.id, name, number)
        yield topic


def check_new_id(seen: SeenIds, topic_id: str, name: str, number: int) -> None:
    """Refuse a topic id that an earlier line has."""
    before = seen.add(topic_id, number)
    if before is not None:
        what = f"the topic id {topic_id!r} is given twice (before on line {before})"
        raise SumscopeError(what, where=f"{name}:{number}: id")


def name_of(source: Source) -> str:
    """Name a source in messages: its path, or <stdin>."""
    if isinstance(source, (str, os.PathLike)):
        return "<stdin>" if os.fspath(source) == "-" else os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<stream>"


def iter_lines(source: Source, name: str | None = None) -> Iterator[tuple[int, bytes]]:
    """Yield the number (from 1) and the bytes of every line that is not blank.

    Gzip is known by its first bytes, not by its name; a byte order mark at the start of the file
    is skipped; lines may end in LF or CR LF. A source without any such line is an error. `name`
    stands for the source in messages.
    """
    name = name or name_of(source)
    number = 0
    found = False
    with _open(source, name) as file:
        lines = iter(file)
        while True:
            try:
                raw = next(lines, None)
            except SumscopeError as error:  # of a packed file
                place = f"{name}: after line {number}"
                raise SumscopeError(error.what, where=place, hint=error.hint) from None
            if raw is None:
                break
            number += 1
            if number == 1 and raw.startswith(_BOM):
                raw = raw[3:]
            raw = raw.rstrip(b"\r\n")
            if raw and not raw.isspace():
                found = True
                yield number, raw
    if not found:
        raise SumscopeError("the file has no topics", where=name, hint=_ONE_A_LINE)


def parse_topic(raw: bytes, where: str) -> Topic:
    """Parse one raw line; `where` names file and line in the errors."""
    return topic_from_json(decode_line(raw, where), where)


def dump_topic(topic: Topic) -> bytes:
    """Give the line of a topic, with its line end."""
    try:
        line = json.dumps(topic_to_json(topic), ensure_ascii=False, allow_nan=False)
        return line.encode("utf-8") + b"\n"
    except UnicodeEncodeError as error:
        half = f"U+{ord(error.object[error.start]):04X}"
        what = f"the text has half a character ({half}), which UTF-8 cannot hold"
    except RecursionError:
        what = "the values are nested too deeply"
    except (ValueError, TypeError) as error:
        what = f"a value has no JSON form ({error})"
    raise SumscopeError(what, where=f"topic {topic.id!r}")


def check_name(path: str | os.PathLike[str]) -> str:
    """The ending of a corpus to write, `.jsonl` or `.jsonl.gz`; empty for `-`; no others."""
    return "" if os.fspath(path) == "-" else ending(path, (".jsonl", ".jsonl.gz"), "a corpus")


def refuse_corpus(path: str | os.PathLike[str], wanted: str, hint: str) -> None:
    """Refuse a file named as a corpus where something else is read."""
    name = os.fspath(path)
    if name.lower().endswith((".jsonl", ".jsonl.gz")):
        raise SumscopeError(f"this is a corpus, not {wanted}", where=name, hint=hint)


def write_corpus(path: str | os.PathLike[str], topics: Iterable[Topic]) -> int:
    """Write a corpus atomically and return the number of topics; `-` is standard output.

    The name ends in `.jsonl`, or `.jsonl.gz` for compression; the same topics give the same bytes.
    Two topics of one id are refused, since such a file could not be read again.

    >>> import sumscope
    >>> _ = sumscope.write_corpus("c.jsonl", [sumscope.Topic("t1")])
    >>> [topic.id for topic in sumscope.read_corpus("c.jsonl")]
    ['t1']
    """
    kind = check_name(path)
    if not kind:
        count = _write(sys.stdout.buffer, topics, "<stdout>")
        sys.stdout.buffer.flush()
        return count
    target = Path(path)
    with atomic_write(target) as file:
        if kind == ".jsonl":
            return _write(file, topics, str(target))
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            return _write(packed, topics, str(target))


def _write(file: IO[bytes] | gzip.GzipFile, topics: Iterable[Topic], name: str) -> int:
    seen = SeenIds()
    for number, topic in enumerate(topics, 1):
        check_new_id(seen, topic.id, name, number)
        file.write(dump_topic(topic))
    return len(seen)


# Bytes.


@contextmanager
def _open(source: Source, name: str) -> Iterator[Iterable[bytes]]:
    if not isinstance(source, (str, os.PathLike)):
        yield _lines_of(source)
        return
    if os.fspath(source) == "-":
        yield unpacked(sys.stdin.buffer, "")
        return
    try:
        # Closed below; only the opening is guarded. Lines are longer than the default buffer.
        file = open(source, "rb", buffering=BUFFER)  # noqa: SIM115
    except OSError as error:
        what = error.strerror or str(error)
        raise SumscopeError(f"cannot read the corpus: {what}", where=name) from None
    with file:
        yield unpacked(file, "")


def _lines_of(stream: IO[bytes] | IO[str]) -> Iterable[bytes]:
    if isinstance(stream, io.TextIOBase):
        return (line.encode("utf-8", "surrogateescape") for line in stream)
    binary: Any = stream
    return unpacked(binary if hasattr(binary, "peek") else io.BufferedReader(binary), "")


# JSON, strictly.


class _NotJsonError(Exception):
    """Raised by the decoder's hooks, where the place in the file is not known."""

    def __init__(self, what: str, number: bool = False) -> None:
        super().__init__(what)
        self.what = what
        self.number = number


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [key for key, _ in pairs]
        twice = next(key for key in names if names.count(key) > 1)
        raise _NotJsonError(f"the key {twice!r} is given twice in one object")
    return value


def _constant(spelling: str) -> NoReturn:
    raise _NotJsonError(spelling, number=True)


def _float(spelling: str) -> float:
    value = float(spelling)
    if math.isinf(value):
        raise _NotJsonError(spelling, number=True)
    return value


_STRICT = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float)
_LENIENT = json.JSONDecoder()


def decode_line(raw: bytes, where: str) -> Any:
    """Decode one line of strict JSON in UTF-8."""
    if b"\x00" in raw:
        at = raw.index(b"\x00") + 1
        hint = "is the file UTF-16? save it as UTF-8" if b"\x00" in raw[:4] else None
        raise SumscopeError(f"byte {at} of the line is NUL", where=where, hint=hint)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} of the line (0x{raw[error.start]:02x}) is not valid UTF-8"
        raise SumscopeError(what, where=where, hint="save the file as UTF-8") from None
    if text.startswith("\ufeff"):
        what = "a byte order mark is allowed at the start of the file only"
        raise SumscopeError(what, where=where)
    try:
        value = _STRICT.decode(text)
        if _HALF.search(raw):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        return value
    except json.JSONDecodeError as error:
        what = f"not JSON: {error.msg[0].lower()}{error.msg[1:]} (column {error.colno})"
        raise SumscopeError(what, where=where, hint=_ONE_A_LINE) from None
    except _NotJsonError as error:
        if not error.number:
            raise SumscopeError(error.what, where=where) from None
        key = _place_of_number(text)
        what = f"expected a finite number, found {error.what[:40]}, which JSON does not have"
        place = where if key is None else f"{where}: {key}"
        raise SumscopeError(what, where=place, hint="write null for missing") from None
    except RecursionError:
        raise SumscopeError("the values are nested too deeply", where=where) from None
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        what = f"half a character ({half} without its other half)"
        raise SumscopeError(what, where=where) from None
    except ValueError:
        what = "a number has more digits than can be read"
        raise SumscopeError(what, where=where) from None


def _place_of_number(text: str) -> str | None:
    """The key of the first number that is not finite; None where the rest is not JSON either."""
    try:
        return _first_not_finite(_LENIENT.decode(text))
    except (ValueError, RecursionError):
        return None


def _first_not_finite(value: object) -> str:
    """Find the key of the first NaN or infinity, in the order of the file."""
    stack: list[tuple[str, object]] = [("", value)]
    while stack:
        key, item = stack.pop()
        if isinstance(item, float) and not math.isfinite(item):
            return key
        if isinstance(item, dict):
            children = [(f"{key}.{k}" if key else k, v) for k, v in item.items()]
        elif isinstance(item, list):
            children = [(f"{key}[{i}]", v) for i, v in enumerate(item)]
        else:
            continue
        stack.extend(reversed(children))
    return "?"


class SeenIds:
    """Ids with the line each was first seen on: an open hash table of 128-bit digests.

    Two different ids share a digest with a probability below 1e-26 for a million ids, which is
    why the ids themselves need not be kept.
    """

    def __init__(self) -> None:
        self._slots = 1 << 10
        self._count = 0
        self._allocate()

    def _allocate(self) -> None:
        self._high = array("Q", bytes(8 * self._slots))
        self._low = array("Q", bytes(8 * self._slots))
        self._line = array("Q", bytes(8 * self._slots))  # 0: the slot is free

    def __len__(self) -> int:
        return self._count

    def add(self, name: str, line: int) -> int | None:
        """Remember `name`; return the line it was first seen on, or None if it is new."""
        coded = name.encode("utf-8", "surrogatepass")
        high, low = unpack("<QQ", blake2b(coded, digest_size=16).digest())
        slot = self._find(high, low)
        if self._line[slot]:
            return self._line[slot]
        self._high[slot], self._low[slot], self._line[slot] = high, low, line
        self._count += 1
        if 3 * self._count > 2 * self._slots:
            self._grow()
        return None

    def _find(self, high: int, low: int) -> int:
        mask = self._slots - 1
        slot = high & mask
        while self._line[slot] and (self._high[slot] != high or self._low[slot] != low):
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        old = zip(self._high, self._low, self._line, strict=True)
        self._slots *= 2
        self._allocate()
        for high, low, line in old:
            if line:
                slot = self._find(high, low)
                self._high[slot], self._low[slot], self._line[slot] = high, low, line
