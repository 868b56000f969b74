"""Read files of other projects: encodings, natural order, tables, XML."""

from __future__ import annotations

import codecs
import csv
import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.files import refuse_packed
from sumscope.corpus.notes import Notes

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
    try:
        return _lines(raw.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    if re.search(rb"[\x80-\x9f]", raw):
        try:
            text = raw.decode("cp1252")
            notes.add(WINDOWS, name)
            return _lines(text)
        except UnicodeDecodeError:
            pass
    notes.add(LATIN, name)
    return _lines(raw.decode("latin-1"))


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


# Tables.


@contextmanager
def long_cells() -> Iterator[None]:
    """Read cells of any length while it lasts."""
    before = csv.field_size_limit(2**31 - 1)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def table(text: str, name: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Rows of a CSV file with a header, each with its place; the separator is `,`, `;` or a tab."""
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    with long_cells():
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        header: list[str] | None = None
        try:
            for row in rows:
                where = f"{name}:{rows.line_num}"
                if not any(cell.strip() for cell in row):
                    continue
                if header is None:
                    header = [cell.strip() for cell in row]
                    _check_header(header, where)
                elif len(row) != len(header):
                    what = f"expected {len(header)} cells as in the header, found {len(row)}"
                    raise SumscopeError(what, where=where)
                else:
                    yield where, dict(zip(header, row, strict=True))
        except csv.Error as error:
            raise SumscopeError(f"not CSV: {error}", where=f"{name}:{rows.line_num}") from None


def _check_header(header: list[str], where: str) -> None:
    for column in header:
        if not column:
            raise SumscopeError("a column has no name", where=where)
        if header.count(column) > 1:
            raise SumscopeError(f"the column {column!r} is given twice", where=where)


def number(cell: str, where: str) -> float | None:
    """A judgement: a finite number, or nothing."""
    cell = cell.strip()
    if not cell:
        return None
    if re.fullmatch(r"[+-]?[0-9]{1,15}", cell):
        return int(cell)
    if re.fullmatch(r"[+-]?([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?", cell):
        value = float(cell)
        if abs(value) <= sys.float_info.max:
            return value
    what = f"expected a finite number or nothing, found {cell[:40]!r}"
    raise SumscopeError(what, where=where)


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
