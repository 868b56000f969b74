"""Score tables as files: CSV, JSONL or Parquet by the file's ending.

Rows stream through; nothing holds a whole table. How the scores were made is kept in
`<file>.meta.json` beside a CSV, in the first line (`{"meta": ...}`) of a JSONL, and in the
key-value metadata (`sumscope`) of a Parquet file. Cells that a spreadsheet would run as a formula
get an apostrophe in front in CSV, and lose it again when they are read.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import SupportsFloat

from sumscope import kernels
from sumscope.core import files
from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write, atomic_write_text
from sumscope.core.numbers import plain_number, unique_keys
from sumscope.core.table import COLUMNS, ScoreRow, ScoreTable
from sumscope.core.values import from_plain
from sumscope.corpus.parquet_files import literal, write_parquet
from sumscope.corpus.rows import long_cells
from sumscope.kernels import table_py
from sumscope.kernels.table_py import guard as guard
from sumscope.kernels.table_py import quoted as quoted
from sumscope.kernels.types import PeerRow

ENDINGS = (".csv", ".jsonl", ".parquet")
PEERS_AT_ONCE = 2000
_GUARDED = re.compile(r"'+[=+\-@\t\r]")


def ending(path: str | os.PathLike[str]) -> str:
    """The kind of a score file, or an error that lists the kinds."""
    return files.ending(path, ENDINGS, "a score table")


def check_scores_target(path: str | os.PathLike[str]) -> None:
    """Check that the kind of file is known and that no foreign file would be overwritten."""
    if ending(path) == ".csv":
        _check_meta(_meta_path(Path(path)))


def _meta_path(path: Path) -> Path:
    return path.with_name(path.name + files.META)


def _check_meta(path: Path) -> None:
    """Refuse to replace a `.meta.json` that does not describe a score table."""
    if not path.exists():
        return
    try:
        known = json.loads(path.read_bytes())
    except (ValueError, RecursionError, IsADirectoryError):
        known = None
    if not isinstance(known, dict) or "sumscope" not in known or "measures" not in known:
        raise SumscopeError(
            "exists and does not describe scores of sumscope",
            where=str(path),
            hint="move it, or name another output",
        )


def unguard(cell: str) -> str:
    """Undo `guard`."""
    return cell[1:] if _GUARDED.match(cell) else cell


def write_scores(
    path: str | os.PathLike[str], rows: Iterable[ScoreRow], meta: Mapping[str, object]
) -> None:
    """Write a score table atomically.

    >>> import sumscope
    >>> rows = [sumscope.ScoreRow("t1", "sys", False, "rouge-2", 0.25)]
    >>> _ = sumscope.write_scores("out.csv", rows, {})
    >>> len(sumscope.read_scores("out.csv"))
    1
    """
    kind = ending(path)
    if kind == ".csv":
        lines = (line.encode() for line in _row_lines(rows))
        _write_csv(Path(path), lines, meta)
    elif kind == ".jsonl":
        with atomic_write(path) as file:
            file.write(_line({"meta": meta}))
            for row in rows:
                file.write(_line(row._asdict()))
    else:
        _write_parquet(Path(path), rows, meta)


def write_peer_scores(
    path: str | os.PathLike[str],
    measures: Sequence[str],
    peers: Iterable[PeerRow],
    meta: Mapping[str, object],
) -> None:
    """`write_scores` for rows that come peer by peer: the same bytes, sooner."""
    if ending(path) == ".csv":
        _write_csv(Path(path), _peer_lines(measures, peers), meta)
        return
    rows = (
        ScoreRow.of(topic, peer, human, measure, from_plain(value))
        for topic, peer, human, values in peers
        for measure, value in zip(measures, values, strict=True)
    )
    write_scores(path, rows, meta)


def _peer_lines(measures: Sequence[str], peers: Iterable[PeerRow]) -> Iterator[bytes]:
    """The lines of a CSV file, those of many peers together."""
    rest = iter(peers)
    while some := list(itertools.islice(rest, PEERS_AT_ONCE)):
        yield kernels.table.csv_rows(measures, some)


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _row_lines(rows: Iterable[ScoreRow]) -> Iterator[str]:
    """The lines of a CSV file."""
    cell = lru_cache(maxsize=4096)(table_py.cell)  # the same names come row after row
    return (
        f"{cell(topic)},{cell(peer)},{'true' if human else 'false'},{cell(measure)},"
        f"{'' if value is None else repr(value)},{cell(reason or '')}\n"
        for topic, peer, human, measure, value, reason in rows
    )


def csv_row(cells: Iterable[object]) -> str:
    """A row of CSV with its line end: formulas neutralised, None as an empty cell."""
    made = [
        quoted(guard(c)) if isinstance(c, str) else "" if c is None else quoted(str(c))
        for c in cells
    ]
    return (",".join(made) if made != [""] else '""') + "\n"


def _write_csv(path: Path, lines: Iterable[bytes], meta: Mapping[str, object]) -> None:
    text = json.dumps(meta, ensure_ascii=False, indent=1) + "\n"
    _check_meta(_meta_path(path))
    with atomic_write(path) as file:
        file.write(",".join(COLUMNS).encode() + b"\n")
        file.writelines(lines)
    atomic_write_text(_meta_path(path), text)


def _write_parquet(path: Path, rows: Iterable[ScoreRow], meta: Mapping[str, object]) -> None:
    kinds = ("VARCHAR", "VARCHAR", "BOOLEAN", "VARCHAR", "DOUBLE", "VARCHAR")
    columns = dict(zip(COLUMNS, kinds, strict=True))
    write_parquet(path, (_line(row._asdict()) for row in rows), columns, meta)


def read_scores(path: str | os.PathLike[str]) -> ScoreTable:
    """Read a score table in any of the three forms; `-` reads CSV or JSONL from standard input.

    >>> import pathlib, sumscope
    >>> text = "topic,peer,human,measure,value\\nt,s,false,rouge-2,0.25\\n"
    >>> _ = pathlib.Path("s.csv").write_text(text)
    >>> sumscope.read_scores("s.csv").rows[0].value
    0.25
    """
    if str(path) == "-":
        import sys

        return parse_scores(sys.stdin.buffer.read(), "standard input", {})
    kind, source = ending(path), Path(path)
    if kind == ".parquet":
        return _read_parquet(source)
    meta = read_meta(source) if kind == ".csv" else {}
    return parse_scores(source.read_bytes(), str(source), meta)


def read_meta(table: Path) -> dict[str, object]:
    """What `<table>.meta.json` says of a table of cells; nothing where there is no such file."""
    path = _meta_path(table)
    if not path.exists():
        return {}
    try:
        meta = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise SumscopeError("is not JSON", where=str(path), hint="delete it") from error
    return meta if isinstance(meta, dict) else {}


def parse_scores(raw: bytes, where: str, meta: dict[str, object]) -> ScoreTable:
    """A score table from the bytes of a CSV or JSONL file."""
    text = files.utf8(raw, where)
    if text.lstrip().startswith("{"):
        rows, found = _from_jsonl(text, where)
        return ScoreTable(rows, found)
    return ScoreTable(tuple(_from_csv(text, where)), meta)


def _from_csv(text: str, where: str) -> Iterator[ScoreRow]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    heading = csv_heading(reader, where)
    reader.fieldnames = heading
    doubled = next((name for name in heading if heading.count(name) > 1), None)
    if doubled is not None:
        raise SumscopeError(f"has the column {doubled!r} twice", where=where, hint="rename one")
    missing = [name for name in ("topic", "peer", "measure", "value") if name not in heading]
    if missing:
        raise SumscopeError(
            f"has no column {missing[0]!r}",
            where=where,
            hint="a score table has the columns topic,peer,human,measure,value",
        )
    for number, row in csv_lines(reader, where):
        place = f"{where}, line {number}"
        if None in row or None in row.values():
            raise SumscopeError("has more or fewer cells than the header", where=place)
        for name in ("topic", "peer", "measure"):
            _named(row[name], name, place)
        yield ScoreRow(
            unguard(row["topic"]),
            unguard(row["peer"]),
            truth(row.get("human", ""), place),
            unguard(row["measure"]),
            _number(row["value"].strip() or None, place),
            unguard(row.get("reason", "")) or None,
        )


def csv_heading(reader: csv.DictReader[str], where: str) -> list[str]:
    """The names of the columns, without white space around them."""
    with long_cells():
        try:
            return [name.strip() for name in reader.fieldnames or ()]
        except csv.Error as error:
            raise SumscopeError(f"is not CSV: {error}", where=f"{where}, line 1") from None


def csv_lines(reader: csv.DictReader[str], where: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with the line each ends on; cells may be of any length."""
    with long_cells():
        try:
            for row in reader:
                yield reader.line_num, row
        except csv.Error as error:
            place = f"{where}, line {reader.line_num}"
            raise SumscopeError(f"is not CSV: {error}", where=place) from None


def _named(value: object, what: str, where: str) -> str:
    """A name in a score table: a text that is not empty, or a number that stands for one."""
    known = isinstance(value, str | int | float) and not isinstance(value, bool)
    if not known or value == "":
        raise SumscopeError(f"{what} is {value!r}", where=where, hint="write its name")
    return str(value)


def _from_jsonl(text: str, where: str) -> tuple[tuple[ScoreRow, ...], dict[str, object]]:
    rows, meta = [], {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        place = f"{where}, line {number}"
        try:
            item = json.loads(line, object_pairs_hook=unique_keys)
        except KeyError as error:
            raise SumscopeError(f"the key {error.args[0]!r} is given twice", where=place) from None
        except (ValueError, RecursionError) as error:
            raise SumscopeError(
                "is not JSON", where=place, hint="write one score a line"
            ) from error
        if isinstance(item, dict) and number == 1 and set(item) == {"meta"}:
            meta = item["meta"]
            continue
        if not isinstance(item, dict) or not {"topic", "peer", "measure", "value"} <= set(item):
            raise SumscopeError(
                "is not a score", where=place, hint='expected {"topic","peer","measure","value"}'
            )
        rows.append(_row(item, place))
    return tuple(rows), meta


def _read_parquet(path: Path) -> ScoreTable:
    import duckdb

    if not path.exists():
        raise FileNotFoundError(2, "No such file or directory", str(path))
    where = str(path)
    names = ", ".join(COLUMNS)
    try:
        with duckdb.connect() as base:
            found = base.execute(f"SELECT {names} FROM read_parquet({literal(path)})").fetchall()
            notes = base.execute(
                f"SELECT value FROM parquet_kv_metadata({literal(path)}) WHERE key = 'sumscope'"
            ).fetchall()
    except (duckdb.Error, UnicodeDecodeError) as error:
        first = (str(error).splitlines() or ["damaged"])[0]
        raise SumscopeError(f"cannot be read: {first}", where=where) from error
    try:
        meta = json.loads(notes[0][0]) if notes else {}
        if not isinstance(meta, dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise SumscopeError(
            "its metadata (key sumscope) are damaged", where=where, hint="write the table again"
        ) from None
    rows = (
        _row(dict(zip(COLUMNS, row, strict=True)), f"{where}, row {number}")
        for number, row in enumerate(found, 1)
    )
    return ScoreTable(tuple(rows), meta)


def _row(item: Mapping[str, object], place: str) -> ScoreRow:
    """A row of a JSONL or Parquet table, with every value checked."""
    human, reason = item.get("human") or False, item.get("reason")
    if not isinstance(human, bool):
        raise SumscopeError(f"human is {human!r}", where=place, hint="write true or false")
    if not isinstance(reason, str | None):
        raise SumscopeError(f"reason is {reason!r}", where=place, hint="write words, or null")
    topic, peer, measure = (_named(item[n], n, place) for n in ("topic", "peer", "measure"))
    return ScoreRow(topic, peer, human, measure, _number(item["value"], place), reason)


def _float(value: object) -> float:
    """A number of a Parquet or JSON cell, NumPy's among them."""
    if isinstance(value, (float, int, SupportsFloat)):
        return float(value)
    raise TypeError(value)


def _number(value: object, where: str) -> float | None:
    if value is None:
        return None
    try:
        number = plain_number(value) if isinstance(value, str) else _float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number) or isinstance(value, bool):
        raise SumscopeError(
            f"{value!r} is not a number", where=where, hint="leave an undefined value empty"
        )
    return number


def truth(text: str, where: str) -> bool:
    """Read a yes or no of a CSV cell; an empty one is no."""
    known = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
    word = text.strip().lower()
    if word == "":
        return False
    if word not in known:
        raise SumscopeError(f"human is {text!r}", where=where, hint="write true or false")
    return known[word]
