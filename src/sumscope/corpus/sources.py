"""Read files of other projects: encodings, natural order, XML."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.files import refuse_packed
from sumscope.corpus.jsonl import name_of
from sumscope.corpus.notes import Notes
from sumscope.corpus.rows import Rows, encoding_of, rows_of_content

LATIN = "files that are not UTF-8, read as Latin-1"
WINDOWS = "files that are not UTF-8, read as Windows-1252"
SKIPPED = "files left out because their place in the layout is unknown"

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"""<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)|<meta[^>]*\bcharset\s*=\s*["']?([\w.:-]+)""",
    re.I,
)
_ARCHIVES = (".tar", ".tgz", ".gz", ".zip", ".bz2", ".xz", ".z", ".7z", ".rar")
# Encodings of Python for host names and source code; a file that declares one is mistaken.
_NOT_FOR_TEXT = {"undefined", "punycode", "idna", "unicode-escape", "raw-unicode-escape"}
_PACKED = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ\x00", b"\x1f\x9d", b"7z\xbc\xaf")
_NAMES = (".txt", ".text", ".spl", ".html", ".htm", ".sgm", ".sgml", ".xml")


def read_bytes(path: Path) -> bytes:
    """Read a regular file; anything else is an error that names it."""
    if not path.is_file():
        what = "is a folder, expected a file" if path.is_dir() else "no such file"
        raise SumscopeError(what, where=str(path))
    try:
        return path.read_bytes()
    except OSError as error:
        raise SumscopeError(error.strerror or str(error), where=str(path)) from None


def decode(raw: bytes, name: str, notes: Notes) -> str:
    """Decode as the file declares, else as UTF-8, else as Latin-1 (which is noted).

    Bytes that Latin-1 leaves to control characters mean Windows-1252, its usual disguise. Line
    ends become LF.
    """
    refuse_packed(raw, name)
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _lines(_strict(raw[len(mark) :], encoding, name))
    declared = _DECLARED.search(raw[:1024])
    if declared:
        encoding = (declared[1] or declared[2]).decode("ascii")
        try:
            known = codecs.lookup(encoding).name
            if known in _NOT_FOR_TEXT or known.startswith(("utf-16", "utf-32")):
                raise LookupError(encoding)  # of the latter the declaration could not be read
            return _lines(raw.decode(encoding))
        except UnicodeDecodeError:
            notes.add("files that are not in the encoding they declare", f"{name} ({encoding})")
        except (LookupError, UnicodeError):
            notes.add("files that declare an unknown encoding", f"{name} ({encoding})")
    encoding = encoding_of(raw, name)
    if encoding == "cp1252" and re.search(rb"[\x80-\x9f]", raw):
        notes.add(WINDOWS, name)
    elif encoding in ("cp1252", "latin-1"):
        notes.add(LATIN, name)
    return _lines(_strict(raw, encoding, name))


def _strict(raw: bytes, encoding: str, name: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} is not valid {encoding.upper()}, which the file begins as"
        raise SumscopeError(what, where=name) from None


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_text(path: Path, notes: Notes) -> str:
    """Read a text file of any of the usual encodings."""
    return decode(read_bytes(path), str(path), notes)


def read_cells(source: str | os.PathLike[str], notes: Notes) -> Rows:
    """The rows of a CSV or TSV file of any of the usual encodings; `-` is standard input."""
    name = name_of(source)
    raw = sys.stdin.buffer.read() if name == "<stdin>" else read_bytes(Path(source))
    text = decode(raw, name, notes)
    return rows_of_content(text.encode(), name, "cells") if text.strip() else Rows((), (), name)


def natural(path: Path | str) -> tuple[tuple[int, int, str, str], ...]:
    """Order names as people do: d2 before d10."""
    name = path.name if isinstance(path, Path) else path
    parts = re.split(r"([0-9]+)", name)
    # Numbers by their digits: as many as a name has, which may be more than an int is read from.
    return tuple(
        (0, len(digits := p.lstrip("0")), digits, p) if p.isdecimal() else (1, 0, p, p)
        for p in parts
        if p
    )


def entries(folder: Path) -> list[Path]:
    """What a folder holds, hidden files left out, in natural order."""
    found = [path for path in folder.iterdir() if not path.name.startswith(".")]
    return sorted(found, key=natural)


def walk(folder: Path) -> Iterator[Path]:
    """Every file below a folder, in natural order; links to folders are not followed."""
    for path in entries(folder):
        if path.is_dir():
            if not path.is_symlink():
                yield from walk(path)
        else:
            yield path


def bare(path: Path) -> str:
    """A file's name without an ending that only says it is text."""
    return path.stem if path.suffix.lower() in _NAMES and path.stem else path.name


def is_archive(path: Path) -> bool:
    """Whether a file's name ends, or its bytes begin, as those of compressed files do."""
    if path.suffix.lower() in _ARCHIVES:
        return True
    with path.open("rb") as stream:
        return stream.read(6).startswith(_PACKED)


def sentence_lines(text: str) -> list[str]:
    """One sentence a line; blank lines are no sentences."""
    return [line.strip() for line in text.split("\n") if line.strip()]


def folder(source: str, expected: str) -> Path:
    """The folder that a format is converted from."""
    path = Path(source)
    if source == "-" or not path.is_dir():
        found = "standard input" if source == "-" else "a file" if path.exists() else "nothing"
        raise SumscopeError(f"expected a folder, found {found}", where=source, hint=expected)
    return path


# XML.


def parse_xml(path: Path, notes: Notes) -> Any:
    """The root element of an XML file; entities stay unresolved, nothing is fetched."""
    from lxml import etree

    raw = read_bytes(path)

    def parser(encoding: str | None) -> Any:
        return etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            dtd_validation=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
            encoding=encoding,
        )

    try:
        return etree.fromstring(raw, parser(None))
    except etree.XMLSyntaxError as error:
        if "encod" not in str(error) and "not proper UTF-8" not in str(error):
            raise _not_xml(error, path) from None
    try:
        root = etree.fromstring(raw, parser("iso-8859-1"))
    except etree.XMLSyntaxError as error:
        raise _not_xml(error, path) from None
    notes.add(LATIN, str(path))
    return root


def _not_xml(error: Any, path: Path) -> SumscopeError:
    line = error.lineno or 1
    return SumscopeError(f"not XML: {error.msg}", where=f"{path}:{line}")
