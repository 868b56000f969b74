"""Tables as files and values: CSV, TSV, JSON, JSON Lines, Parquet, frames; rows as a stream.

What a file is, its content says, not its name: gzip and Parquet by their first bytes, encodings by
the byte order mark or by trial, the separator by the first line.
"""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from sumscope.core.errors import SumscopeError
from sumscope.core.files import FROM_PICKLE
from sumscope.core.gzip_files import unpacked
from sumscope.core.lazy import optional
from sumscope.corpus.jsonl import decode_line, iter_lines
from sumscope.corpus.lm_eval import is_sample, model_of, row_of
from sumscope.corpus.sources import long_cells

Row = Mapping[str, object]
Kind = Literal["topics", "rows", "array", "object", "cells", "parquet"]
# Rows that are looked at for their columns before any is read in earnest.
LOOKED_AT = 100
_BLOCK = 1 << 20
_BETWEEN = re.compile(r"[\s,]*")
_WRAPPERS = ("data", "rows", "examples", "topics", "instances")
_TOPIC_GROUPS = ("documents", "references", "peers", "covers", "preferences")


@dataclass(frozen=True)
class Table:
    """The columns of a table and its rows, each with its number in `unit`s (line, row)."""

    header: tuple[str, ...]
    rows: Iterable[tuple[int, Row]]
    unit: str = "row"
    decimal: str = "."


def is_topic(value: object) -> bool:
    """Whether a JSON object is a topic of a corpus rather than a row of a table."""
    if not isinstance(value, Mapping):
        return False
    if any(_of_objects(value.get(key)) for key in _TOPIC_GROUPS):
        return True
    if isinstance(value.get("judgements"), Mapping):
        return True
    from sumscope.corpus.columns import find_roles

    roles = find_roles([key for key in value if isinstance(key, str)])
    texts = (*roles.documents, *roles.references, *roles.peers)
    if any(_of_objects(value[name]) for name in texts):
        return True  # `reference` for `references`: the reader of topics names both
    return not texts and not is_sample(value)


def _of_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, Mapping) for item in value)


# Files.


def kind_of(path: Path, name: str) -> Kind:
    """What a file holds, by its first bytes."""
    with open_bytes(path, name) as file:
        try:
            head = file.read(4096)
        except SumscopeError:
            return "topics"  # damaged; the reader says where
    _refuse_others(head, name)
    if head[:4] == b"PAR1":
        return "parquet"
    wide = _encoding_mark(head)
    if wide is not None:
        json_like = head.decode(wide, "ignore").lstrip("\ufeff \r\n\t")[:1] in ("{", "[")
        return "topics" if json_like else "cells"  # JSON is UTF-8; its reader says so
    text = head.removeprefix(codecs.BOM_UTF8).lstrip()
    if text[:1] == b"[" and text[1:].lstrip()[:1] not in (b"[", b'"'):
        return "array"
    if text[:1] != b"{":
        return "cells" if text else "topics"
    first = next(iter_lines(path, name))[1].strip()
    try:
        value = json.loads(first)
    except RecursionError:
        return "topics"
    except ValueError:
        # The object goes on after its first line, or the line is bad and its reader says how.
        return "object" if first in (b"{", b'{"') or _opens_only(first) else "topics"
    if isinstance(value, dict) and not isinstance(value.get("id"), str | int):
        whole = all(isinstance(column, dict) for column in value.values())
        if whole or any(_of_objects(value.get(key)) for key in _WRAPPERS):
            return "object"
    return "topics" if is_topic(value) else "rows"


def _opens_only(line: bytes) -> bool:
    """Whether a line is the beginning of an indented object: `{"id": "T1",`."""
    if not line.endswith((b",", b"{", b"[")) or line.count(b'"') % 2:
        return False
    try:
        json.loads(line.rstrip(b","))
    except (ValueError, RecursionError):
        return True
    return False  # a whole topic with a comma behind it


def _refuse_others(head: bytes, name: str) -> None:
    known = (
        (b"PK\x03\x04", "an Excel workbook or another zip archive", "save the sheet as CSV"),
        (b"\xd0\xcf\x11\xe0", "an old Excel workbook", "save the sheet as CSV"),
        (b"ARROW1", "an Arrow file", "write it as Parquet"),
        (b"\x80\x04\x95", "a pickle, which can run any program", FROM_PICKLE),
        (b"\x80\x05\x95", "a pickle, which can run any program", FROM_PICKLE),
        (b"%PDF", "a PDF", "give the texts as a table or a corpus"),
        (b"SQLite format 3", "an SQLite database", "export the table as CSV"),
    )
    for mark, what, hint in known:
        if head.startswith(mark):
            raise SumscopeError(f"this is {what}, not a corpus or a table", where=name, hint=hint)


def open_bytes(path: Path, name: str) -> IO[bytes]:
    """The bytes of a file, unpacked."""
    if path.is_dir():
        raise SumscopeError(
            "is a folder, not a corpus or a table",
            where=name,
            hint="make a corpus of it: sumscope convert FOLDER corpus.jsonl --from FORMAT",
        )
    try:
        file = path.open("rb")
    except OSError as error:
        what = error.strerror or str(error)
        raise SumscopeError(f"cannot read the corpus: {what}", where=name) from None
    if file.peek(2)[:2] != b"\x1f\x8b":
        return file
    return unpacked(file, name, own=True)


def read_table(path: Path, name: str, kind: Kind | None = None) -> Table:
    """A table by its content."""
    kind = kind or kind_of(path, name)
    if kind == "cells":
        return _cells(path, name)
    if kind == "parquet":
        return _parquet(path, name)
    if kind == "rows":
        lines = ((n, _object(decode_line(raw, f"{name}:{n}"), f"{name}:{n}"))
                 for n, raw in iter_lines(path, name))  # fmt: skip
        return keyed(lines, "line", name)
    if kind == "array":
        return keyed(elements(path, name), "row", name)
    rows = _oriented(path, name)
    return keyed(enumerate(rows, 1), "row", name)


def keyed(rows: Iterator[tuple[int, Row]], unit: str, name: str) -> Table:
    """A table of objects; its columns are the keys of the first rows."""
    first = list(itertools.islice(rows, LOOKED_AT))
    if not first:
        raise SumscopeError("the table has no rows", where=name)
    if is_sample(first[0][1]):
        model = model_of(name)
        again = ((n, row_of(row, model)) for n, row in itertools.chain(first, rows))
        return Table(tuple(row_of(first[0][1], model)), again, unit)
    header = tuple(dict.fromkeys(key for _, row in first for key in row))
    return Table(header, itertools.chain(first, rows), unit)


def _object(value: object, where: str) -> Row:
    if not isinstance(value, dict):
        raise SumscopeError("expected an object from column to cell", where=where)
    return value


def elements(path: Path, name: str) -> Iterator[tuple[int, Row]]:
    """The objects of a JSON array one by one, however it is indented."""
    decoder = json.JSONDecoder()
    with io.TextIOWrapper(open_bytes(path, name), encoding="utf-8-sig") as file:
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
            where = f"{name}: row {number}"
            raw = buffer[at:end].replace("\n", " ").encode("utf-8")
            yield number, _object(decode_line(raw, where), where)
            at = end


def _more(file: io.TextIOWrapper, name: str) -> str:
    try:
        return file.read(_BLOCK)
    except UnicodeDecodeError:
        raise SumscopeError("not UTF-8 text", where=name, hint="save the file as UTF-8") from None


def _oriented(path: Path, name: str) -> list[Row]:
    """One JSON object that holds a whole table, as pandas and datasets write it, or one topic."""
    with open_bytes(path, name) as file:
        value = decode_line(file.read().removeprefix(codecs.BOM_UTF8).replace(b"\n", b" "), name)
    if not isinstance(value, dict):
        raise SumscopeError("expected a list or an object", where=name)
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, list) and inner and all(isinstance(row, dict) for row in inner):
            return list(inner)
        names = value.get("columns")
        if isinstance(inner, list) and isinstance(names, list):  # orient="split"
            return [dict(zip(names, row, strict=False)) for row in inner]
    columns = list(value.values())
    if columns and all(isinstance(column, dict) for column in columns):  # orient="columns"
        keys = list(dict.fromkeys(key for column in columns for key in column))
        return [{name: column.get(key) for name, column in value.items()} for key in keys]
    sized = all(isinstance(c, list) and len(c) == len(columns[0]) for c in columns)
    if columns and sized and not is_topic(value):
        return [dict(zip(value, cells, strict=True)) for cells in zip(*columns, strict=True)]
    return [value]


# Cells.


def _encoding_mark(head: bytes) -> str | None:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if len(head) > 3 and head[1::2][:40].count(0) > 10:
        return "utf-16-le"
    return None


def encoding_of(path: Path, name: str) -> str:
    """UTF-16 by its mark, UTF-8 where it is valid, else Windows-1252, else Latin-1."""
    with open_bytes(path, name) as file:
        head = file.read(4096)
        marked = _encoding_mark(head)
        if marked is not None:
            return marked
        ways = ["utf-8-sig", "cp1252", "latin-1"]
        decoders = {way: codecs.getincrementaldecoder(way)() for way in ways}
        block = head
        while True:
            for way in list(decoders):
                try:
                    decoders[way].decode(block, final=not block)
                except UnicodeDecodeError:
                    del decoders[way]
                if way in decoders:
                    break  # later ways matter once the earlier have failed
            if not block:
                break
            block = file.read(_BLOCK)
    return next(iter(decoders))


def _cells(path: Path, name: str) -> Table:
    encoding = encoding_of(path, name)
    if encoding in ("cp1252", "latin-1"):
        from sumscope.core.notice import say

        say(f"{name}: not UTF-8, read as {'Windows-1252' if encoding == 'cp1252' else 'Latin-1'}")
    rows = _csv_rows(path, name, encoding)
    header, separator = next(rows)
    width = len(header)
    keep = [i for i, column in enumerate(header) if column]
    columns = tuple(header[i] for i in keep)
    doubled = next((column for column in columns if columns.count(column) > 1), None)
    if doubled is not None:
        raise SumscopeError(
            f"the column {doubled!r} is given twice", where=f"{name}:1", hint="rename one"
        )

    def each() -> Iterator[tuple[int, Row]]:
        for cells, place in rows:
            line = int(place)
            if len(cells) > width:
                if any(cell.strip() for cell in cells[width:]):
                    _ragged(len(cells), width, f"{name}:{line}")
                cells = cells[:width]
            elif len(cells) < width:
                _ragged(len(cells), width, f"{name}:{line}")
            yield line, {header[i]: cells[i] for i in keep}

    return Table(columns, each(), "line", "," if separator == ";" else ".")


def _ragged(found: int, width: int, where: str) -> None:
    raise SumscopeError(
        f"expected {width} cells as in the header, found {found}",
        where=where,
        hint="put cells that hold separators or line breaks in double quotes",
    )


def _csv_rows(path: Path, name: str, encoding: str) -> Iterator[tuple[list[str], str]]:
    """The header with the separator, then each row that is not empty with its line."""
    try:
        with (
            long_cells(),
            io.TextIOWrapper(open_bytes(path, name), encoding=encoding, newline="") as file,
        ):
            first = file.readline()
            told = re.fullmatch(r"sep=(.)\s*", first.lstrip("\ufeff"))
            while not first.strip() or told:
                first = file.readline()
                if not first:
                    raise SumscopeError("the table has no rows", where=name)
                if told:
                    break
            bare = "".join(first.split('"')[::2])
            separator = told[1] if told else max(",\t;", key=bare.count)
            lines = itertools.chain([first.removeprefix("\ufeff")], file)
            reader = csv.reader(lines, delimiter=separator, strict=True)
            try:
                header = [cell.strip() for cell in next(reader)]
                if len(header) == 1 and len(header[0]) > 200:
                    raise SumscopeError(
                        "the first line is a text, not the names of columns",
                        where=name,
                        hint="a table begins with a line such as id,reference,prediction; "
                        "a file of one summary a line is added with --peer NAME FILE",
                    )
                yield header, separator
                for row in reader:
                    if any(cell.strip() for cell in row):
                        yield row, str(reader.line_num)
            except csv.Error as error:
                where = f"{name}:{reader.line_num}"
                hint = "double the quotation marks inside a quoted cell"
                raise SumscopeError(f"not CSV: {error}", where=where, hint=hint) from None
    except UnicodeDecodeError as error:
        raise SumscopeError(f"not {encoding} text: {error.reason}", where=name) from None


def _parquet(path: Path, name: str) -> Table:
    duckdb = optional("duckdb", "parquet")
    base = duckdb.connect()
    try:
        base.execute("SET threads = 1; SET preserve_insertion_order = true")
        quoted = "'" + str(path).replace("'", "''") + "'"
        found = base.execute(f"SELECT * FROM read_parquet({quoted})")
    except duckdb.Error as error:
        first = str(error).splitlines()[0]
        raise SumscopeError(f"cannot be read: {first}", where=name) from None
    header = tuple(column[0] for column in found.description)

    def each() -> Iterator[tuple[int, Row]]:
        number = 0
        while rows := found.fetchmany(256):
            for row in rows:
                number += 1
                yield number, dict(zip(header, row, strict=True))
        base.close()

    return keyed(each(), "row", name)
