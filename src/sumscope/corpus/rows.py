"""Tables in any form as a header and rows: CSV, TSV, JSON, JSON Lines, Parquet, frames, lists.

What a file is, its content says, not its name: gzip and Parquet by their first bytes, encodings by
the byte order mark or by trial, the separator by the first line. Rows come as a stream, each with
its place, so that memory does not grow with the file. What a column means is not decided here.
"""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Literal

from sumscope.core.errors import SumscopeError
from sumscope.core.files import FROM_PICKLE, unpacked
from sumscope.core.lazy import optional
from sumscope.core.notice import say
from sumscope.corpus.cells import is_missing, name_in
from sumscope.corpus.jsonl import decode_line, iter_lines
from sumscope.corpus.parquet_files import literal

Row = Mapping[str, object]
# A file that can be opened more than once, or what it holds.
Content = Path | bytes
Kind = Literal["empty", "jsonl", "array", "object", "cells", "parquet"]
Unit = Literal["line", "row"]
# Objects that are looked at for their keys before any is read in earnest.
LOOKED_AT = 100
_BLOCK = 1 << 20
_AT_ONCE = 1024
_BETWEEN = re.compile(r"[\s,]*")
_WRAPPERS = ("data", "rows", "examples", "topics", "instances")


@dataclass(frozen=True)
class Rows:
    """The columns of a table and its rows, each with its number in `unit`s; read once.

    Rows without any value are left out, as are columns without a name (there are `nameless`).
    `decimal` is the sign before decimals in cells of text.
    """

    header: tuple[str, ...]
    rows: Iterable[tuple[int, Row]]
    name: str
    unit: Unit = "row"
    decimal: str = "."
    nameless: int = 0

    def place(self, number: int, column: str | None = None) -> str:
        """The place of a row or a cell, for messages."""
        at = f"{self.name}:{number}" if self.unit == "line" else f"{self.name}: row {number}"
        return at if column is None else f"{at}: {column}"


def read_rows(given: Any, name: str | None = None) -> Rows:
    """The rows of a file (`-`: standard input), of bytes, a frame, a dataset or objects."""
    if isinstance(given, bytes):
        return rows_of_content(given, name or "the given bytes")
    if isinstance(given, str | os.PathLike):
        if os.fspath(given) == "-":
            return rows_of_content(sys.stdin.buffer.read(), name or "<stdin>")
        return rows_of_content(Path(given), name or os.fspath(given))
    name = name or "the given table"
    found = rows_of_value(given, name)
    if found is None and isinstance(given, Iterable):
        found = rows_of_objects(_objects(enumerate(given, 1), f"{name}: row "), name)
    if found is None:
        raise SumscopeError(
            f"{name} is a {type(given).__name__}",
            hint="give a file, a pandas or polars frame, a Dataset, or a list of rows",
        )
    return found


def texts_of(rows: Rows) -> Iterator[tuple[str, dict[str, str]]]:
    """Each row with its place, every cell as a text; a column without a name is refused."""
    if rows.nameless:
        raise SumscopeError("a column has no name", where=rows.place(1))
    for number, row in rows.rows:
        texts = (cell if isinstance(cell, str) else name_in(cell) or "" for cell in row.values())
        yield rows.place(number), dict(zip(row, texts, strict=True))


# Files.


def open_content(content: Content, name: str) -> IO[bytes]:
    """The bytes of a file, unpacked where they are packed."""
    if isinstance(content, bytes):
        return unpacked(io.BufferedReader(io.BytesIO(content)), name)
    if content.is_dir():
        raise SumscopeError(
            "is a folder, not a corpus or a table",
            where=name,
            hint="make a corpus of it: sumscope convert FOLDER corpus.jsonl --from FORMAT",
        )
    try:
        file = content.open("rb")
    except OSError as error:
        what = error.strerror or str(error)
        raise SumscopeError(f"cannot read the corpus: {what}", where=name) from None
    return unpacked(file, name, own=True)


# What other files begin with, and what to do with them.
_OTHERS = (
    (b"PK\x03\x04", "an Excel workbook or another zip archive", "save the sheet as CSV"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook", "save the sheet as CSV"),
    (b"ARROW1", "an Arrow file", "write it as Parquet"),
    (b"\x80\x04\x95", "a pickle, which can run any program", FROM_PICKLE),
    (b"\x80\x05\x95", "a pickle, which can run any program", FROM_PICKLE),
    (b"%PDF", "a PDF", "give the texts as a table or a corpus"),
    (b"SQLite format 3", "an SQLite database", "export the table as CSV"),
)


def kind_of(content: Content, name: str) -> Kind:
    """What a file holds, by its first bytes; what is damaged is left to the reader of lines."""
    with open_content(content, name) as file:
        try:
            head = file.read(4096)
        except SumscopeError:
            return "jsonl"  # damaged; the reader says where
    for mark, what, hint in _OTHERS:
        if head.startswith(mark):
            raise SumscopeError(f"this is {what}, not a corpus or a table", where=name, hint=hint)
    if head[:4] == b"PAR1":
        return "parquet"
    wide = _wide_encoding(head)
    if wide is not None:
        json_like = head.decode(wide, "ignore").lstrip("\ufeff \r\n\t")[:1] in ("{", "[")
        return "jsonl" if json_like else "cells"  # JSON is UTF-8; its reader says so
    text = head.removeprefix(codecs.BOM_UTF8).lstrip()
    if text[:1] == b"[" and text[1:].lstrip()[:1] not in (b"[", b'"'):
        return "array"
    if text[:1] != b"{":
        return "cells" if text else "empty"
    first = next(_lines(content, name))[1].strip()
    try:
        value = json.loads(first)
    except RecursionError:
        return "jsonl"
    except ValueError:
        # The object goes on after its first line, or the line is bad and its reader says how.
        return "object" if first in (b"{", b'{"') or _opens_only(first) else "jsonl"
    # A score table in JSON Lines begins with its metadata.
    if (
        isinstance(value, dict)
        and value.keys() != {"meta"}
        and not isinstance(value.get("id"), str | int)
    ):
        columns = all(isinstance(column, dict) for column in value.values())
        split = isinstance(value.get("columns"), list) and isinstance(value.get("data"), list)
        if columns or split or any(_of_objects(value.get(key)) for key in _WRAPPERS):
            return "object"
    return "jsonl"


def _of_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _opens_only(line: bytes) -> bool:
    """Whether a line is the beginning of an indented object: `{"id": "T1",`."""
    if not line.endswith((b",", b"{", b"[")) or line.count(b'"') % 2:
        return False
    try:
        json.loads(line.rstrip(b","))
    except (ValueError, RecursionError):
        return True
    return False  # a whole object with a comma behind it


def rows_of_content(content: Content, name: str, kind: Kind | None = None) -> Rows:
    """The rows of a file by what it holds."""
    kind = kind or kind_of(content, name)
    if kind == "cells":
        return _cells(content, name)
    if kind == "parquet":
        return _parquet(content, name)
    unit: Unit = "line" if kind == "jsonl" else "row"
    return rows_of_objects(objects_in(content, name, kind), name, unit)


def objects_in(content: Content, name: str, kind: Kind) -> Iterator[tuple[int, Row]]:
    """The objects of a file of JSON, each with the number of its line or row."""
    if kind == "jsonl":
        lines = _lines(content, name)
        return _objects(((n, decode_line(raw, f"{name}:{n}")) for n, raw in lines), f"{name}:")
    if kind == "empty":
        return iter(())
    values = _elements if kind == "array" else _oriented
    return _objects(values(content, name), f"{name}: row ")


def _objects(values: Iterable[tuple[int, object]], place: str) -> Iterator[tuple[int, Row]]:
    for number, value in values:
        if not isinstance(value, Mapping):
            what = "expected an object from column to cell"
            raise SumscopeError(what, where=f"{place}{number}")
        yield number, value


def _lines(content: Content, name: str) -> Iterator[tuple[int, bytes]]:
    return iter_lines(io.BytesIO(content) if isinstance(content, bytes) else content, name)


def rows_of_objects(objects: Iterable[tuple[int, Row]], name: str, unit: Unit = "row") -> Rows:
    """Rows that are mappings; the columns are the keys of the first of them.

    A key that comes later is not lost: it stands in its row.
    """
    held = iter(objects)
    first = list(itertools.islice(held, LOOKED_AT))
    if not first:
        raise SumscopeError("the table has no rows", where=name)
    keys = dict.fromkeys(key for _, row in first for key in row)
    columns = _columns(zip(keys, keys, strict=True), name)

    def cells() -> Iterator[tuple[int, Row]]:
        for number, row in itertools.chain(first, held):
            found = {column: row.get(key) for key, column in columns.items()}
            if not keys.keys() >= row.keys():
                found.update((str(key), row[key]) for key in row if key not in keys)
            yield number, found

    header, nameless = tuple(columns.values()), len(keys) - len(columns)
    return Rows(header, _filled(cells()), name, unit, nameless=nameless)


def _columns(header: Iterable[tuple[Any, object]], where: str) -> dict[Any, str]:
    """The names of columns by their places, those without a name left out."""
    named = {place: str(column).strip() for place, column in header}
    # Parquet and Arrow keep an index of pandas that has no name under one of their own.
    columns = {at: n for at, n in named.items() if n and not re.fullmatch("__index_level_.*", n)}
    doubled = [name for name, count in Counter(columns.values()).items() if count > 1]
    if doubled:
        what = f"the column {doubled[0]!r} is given twice"
        raise SumscopeError(what, where=where, hint="rename one")
    return columns


def _filled(rows: Iterable[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
    """The rows that hold anything: spreadsheets end in some that do not."""
    for number, row in rows:
        for cell in row.values():
            if cell.strip() if isinstance(cell, str) else not is_missing(cell):
                yield number, row
                break


def _elements(content: Content, name: str) -> Iterator[tuple[int, object]]:
    """The values of a JSON array one by one, however it is indented."""
    decoder = json.JSONDecoder()
    with io.TextIOWrapper(open_content(content, name), encoding="utf-8-sig") as file:
        buffer, number = _more(file, name), 0
        at = buffer.index("[") + 1
        while True:
            at = _BETWEEN.match(buffer, at).end()  # type: ignore[union-attr]
            if buffer[at : at + 1] == "]":
                return
            try:
                _, end = decoder.raw_decode(buffer, at)
            except RecursionError:
                where = f"{name}: row {number + 1}"
                raise SumscopeError("not JSON: nested too deeply", where=where) from None
            except ValueError as error:
                more = _more(file, name)
                if not more:
                    what = f"the JSON list is not complete: {error}"
                    raise SumscopeError(what, where=f"{name}: row {number + 1}") from None
                buffer, at = buffer[at:] + more, 0
                continue
            number += 1
            raw = buffer[at:end].replace("\n", " ").encode("utf-8")
            yield number, decode_line(raw, f"{name}: row {number}")
            at = end


def _more(file: io.TextIOWrapper, name: str) -> str:
    try:
        return file.read(_BLOCK)
    except UnicodeDecodeError:
        raise SumscopeError("not UTF-8 text", where=name, hint="save the file as UTF-8") from None


def _oriented(content: Content, name: str) -> Iterator[tuple[int, object]]:
    """The rows of a JSON object that holds a whole table, as pandas and datasets write it."""
    with open_content(content, name) as file:
        raw = file.read().removeprefix(codecs.BOM_UTF8).replace(b"\n", b" ")
    value = decode_line(raw, name)
    if not isinstance(value, dict):
        raise SumscopeError("expected a list or an object", where=name)
    return enumerate(_rows_inside(value), 1)


def _rows_inside(value: dict[str, Any]) -> Iterable[object]:
    columns = list(value.values())
    for key in _WRAPPERS:
        inner, names = value.get(key), value.get("columns")
        if isinstance(inner, list) and inner and _of_objects(inner):
            return inner
        if isinstance(inner, list) and isinstance(names, list):  # orient="split"
            return [dict(zip(names, row, strict=False)) for row in inner]
    if columns and all(isinstance(column, dict) for column in columns):  # orient="columns"
        keys = dict.fromkeys(key for column in columns for key in column)
        return [{name: column.get(key) for name, column in value.items()} for key in keys]
    sized = all(isinstance(c, list) and len(c) == len(columns[0]) for c in columns)
    if columns and sized and not any(map(_of_objects, columns)):  # else the texts of a topic
        return [dict(zip(value, cells, strict=True)) for cells in zip(*columns, strict=True)]
    return [value]


def _parquet(content: Content, name: str) -> Rows:
    if isinstance(content, bytes):  # DuckDB reads files only
        with tempfile.TemporaryDirectory(prefix="sumscope-") as folder:
            path = Path(folder) / "rows.parquet"
            path.write_bytes(content)
            made = _parquet(path, name)
            return replace(made, rows=list(made.rows))
    duckdb = optional("duckdb", "parquet")
    base = duckdb.connect()

    def damaged(error: Exception) -> SumscopeError:
        return SumscopeError(f"cannot be read: {str(error).splitlines()[0]}", where=name)

    try:
        base.execute("SET threads = 1; SET preserve_insertion_order = true")
        found = base.execute(f"SELECT * FROM read_parquet({literal(content)})")
    except duckdb.Error as error:
        raise damaged(error) from None

    def cells() -> Iterator[Sequence[object]]:
        with base:
            try:
                while some := found.fetchmany(_AT_ONCE):
                    yield from some
            except duckdb.Error as error:
                raise damaged(error) from None

    return _of_cells([column[0] for column in found.description], cells(), name)


def _of_cells(header: Iterable[object], cells: Iterable[Sequence[object]], name: str) -> Rows:
    """Rows that are cells in the order of the columns."""
    given = list(header)
    columns = _columns(enumerate(given), name)
    rows = (
        (number, {column: row[at] for at, column in columns.items()})
        for number, row in enumerate(cells, 1)
    )
    return Rows(tuple(columns.values()), _filled(rows), name, nameless=len(given) - len(columns))


# Text.


def encoding_of(content: Content, name: str) -> str:
    """UTF-16 by its mark, UTF-8 where it is valid, else Windows-1252, else Latin-1."""
    for encoding in ("utf-8-sig", "cp1252"):
        decoder = codecs.getincrementaldecoder(encoding)()
        with open_content(content, name) as file:
            head = file.read(4096)
            wide = _wide_encoding(head)
            if wide is not None:
                return wide
            try:
                for block in itertools.chain([head], iter(lambda: file.read(_BLOCK), b"")):
                    decoder.decode(block)
                decoder.decode(b"", final=True)
            except UnicodeDecodeError:
                continue
        return encoding
    return "latin-1"


def _wide_encoding(head: bytes) -> str | None:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if len(head) > 3 and head[1::2][:40].count(0) > 10:
        return "utf-16-le"
    return None


@contextmanager
def long_cells() -> Iterator[None]:
    """Read cells of any length while it lasts."""
    before = csv.field_size_limit(2**31 - 1)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _cells(content: Content, name: str) -> Rows:
    """CSV, its cells between commas, tabs or semicolons."""
    encoding = encoding_of(content, name)
    if encoding in ("cp1252", "latin-1"):
        say(f"{name}: not UTF-8, read as {'Windows-1252' if encoding == 'cp1252' else 'Latin-1'}")
    with _text(content, name, encoding) as file:
        skipped, separator = _separator(file, name)
    lines = _csv_lines(content, name, encoding, skipped, separator)
    start, header = next(lines)
    if len(header) == 1 and len(header[0].strip()) > 200:
        raise SumscopeError(
            "the first line is a text, not the names of columns",
            where=name,
            hint="a table begins with a line such as id,reference,prediction; "
            "a file of one summary a line is added with --peer NAME FILE",
        )
    width = len(header)
    columns = _columns(enumerate(header), f"{name}:{start}")

    def rows() -> Iterator[tuple[int, Row]]:
        for line, cells in lines:
            if not any(map(str.strip, cells)):
                continue
            if len(cells) < width or any(map(str.strip, cells[width:])):
                raise SumscopeError(
                    f"expected {width} cells as in the header, found {len(cells)}",
                    where=f"{name}:{line}",
                    hint="put cells that hold separators or line breaks in double quotes",
                )
            yield line, {column: cells[at] for at, column in columns.items()}

    return Rows(
        tuple(columns.values()),
        rows(),
        name,
        "line",
        "," if separator == ";" else ".",
        width - len(columns),
    )


@contextmanager
def _text(content: Content, name: str, encoding: str) -> Iterator[IO[str]]:
    try:
        with io.TextIOWrapper(open_content(content, name), encoding, newline="") as file:
            yield file
    except UnicodeDecodeError as error:
        raise SumscopeError(f"not {encoding} text: {error.reason}", where=name) from None


def _separator(file: IO[str], name: str) -> tuple[int, str]:
    """How many lines stand before the header, and what separates its cells."""
    for number, line in enumerate(file):
        told = re.fullmatch(r"sep=(.)\s*", line.lstrip("\ufeff"))
        if told:
            return number + 1, told[1]  # as Excel writes it
        if line.strip("\ufeff \t\r\n"):
            bare = "".join(line.split('"')[::2])
            return number, max(",\t;", key=bare.count)
    raise SumscopeError("the table has no rows", where=name)


def _csv_lines(
    content: Content, name: str, encoding: str, skipped: int, separator: str
) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file, the header first, each with the line that it ends on."""
    with long_cells(), _text(content, name, encoding) as file:
        lines = itertools.islice(file, skipped, None)
        first = next(lines, "").removeprefix("\ufeff")
        reader = csv.reader(itertools.chain([first], lines), delimiter=separator, strict=True)
        try:
            for row in reader:
                yield reader.line_num + skipped, row
        except csv.Error as error:
            where = f"{name}:{reader.line_num + skipped}"
            hint = "double the quotation marks inside a quoted cell"
            raise SumscopeError(f"not CSV: {error}", where=where, hint=hint) from None


# Values.


def rows_of_value(value: Any, name: str) -> Rows | None:
    """The rows of a frame, a dataset or columns in a dict; None for anything else."""
    if isinstance(value, Mapping) and hasattr(value, "column_names"):
        splits = ", ".join(map(str, value))
        raise SumscopeError(
            f"{name} is a DatasetDict with the splits {splits}", hint="give one of them"
        )
    if isinstance(value, Mapping):
        return _of_columns(value, name)
    if hasattr(type(value), "columns"):  # of its type, since a lazy frame has to work them out
        return _of_frame(value, name)
    if hasattr(value, "column_names") and hasattr(value, "__iter__"):
        return rows_of_objects(enumerate(value, 1), name)  # a Dataset of Hugging Face
    return None


def _of_frame(frame: Any, name: str) -> Rows | None:
    """The rows of whatever narwhals knows: pandas, polars (lazy too), pyarrow and others."""
    import narwhals.stable.v2 as nw

    if hasattr(frame, "reset_index"):
        if any(level is not None for level in frame.index.names):
            frame = frame.reset_index()
        _columns(enumerate(frame.columns), name)  # narwhals refuses one that is there twice
    elif hasattr(frame, "column_names"):
        _columns(enumerate(frame.column_names), name)
    known = nw.from_native(frame, pass_through=True)
    if isinstance(known, nw.LazyFrame):
        known = known.collect()
    if not isinstance(known, nw.DataFrame):
        return None
    parts = (known[at : at + _AT_ONCE] for at in range(0, len(known), _AT_ONCE))
    cells = (
        row
        for part in parts
        for row in zip(*(c.to_list() for c in part.iter_columns()), strict=True)
    )
    return _of_cells(known.columns, cells, name)


def _of_columns(value: Mapping[str, Any], name: str) -> Rows:
    sizes = {key: len(column) for key, column in value.items() if isinstance(column, list)}
    if len(sizes) < len(value) or len(set(sizes.values())) > 1 or not value:
        raise SumscopeError(
            f"{name} is a dict, but not of columns of equal length",
            hint="give a list of topics or rows, or a dict from column to list",
        )
    return _of_cells(value, zip(*value.values(), strict=True), name)
