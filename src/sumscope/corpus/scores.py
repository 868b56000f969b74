"""Score tables: what people bring as a table, and tables as files.

A table is long (a row for each score, with the columns topic, peer, measure, value) or wide (a row
for each summary, with a column for each measure), and may come as CSV, TSV, JSON, JSON Lines,
Parquet, a list of dicts or a frame: `sumscope.corpus.rows` makes rows of all of these, and here
columns get their roles. How scores were computed is kept in `<file>.meta.json` beside a CSV, in
the first line (`{"meta": ...}`) of a JSONL, and in the key-value metadata (`sumscope`) of a Parquet
file. Cells that a spreadsheet would run as a formula get an apostrophe in front in CSV, and lose it
again when they are read.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite
from numbers import Number
from pathlib import Path
from statistics import fmean
from typing import Any

from sumscope import kernels
from sumscope.core import files
from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write, atomic_write_text
from sumscope.core.table import COLUMNS, ScoreRow, ScoreTable
from sumscope.core.values import Topic, from_plain
from sumscope.corpus.cells import NO_NUMBER, TRUE, is_missing, name_in, number_in, truth_in
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.parquet_files import literal, write_parquet
from sumscope.corpus.rows import (
    Content,
    Row,
    Rows,
    Unit,
    kind_of,
    objects_in,
    rows_of_content,
    rows_of_objects,
    rows_of_value,
)
from sumscope.kernels.python import table as table_py
from sumscope.kernels.python.table import guard as guard
from sumscope.kernels.python.table import quoted as quoted
from sumscope.kernels.types import PeerRow

# A file of scores, a score table, a frame or rows, long or wide, or topics with judgements.
ScoresLike = str | os.PathLike[str] | ScoreTable | Iterable[Any]

ENDINGS = (".csv", ".jsonl", ".parquet")
PEERS_AT_ONCE = 2000

# What the columns are called; case, `_` and `-` do not count.
TOPIC = ("topic", "input", "doc", "document", "instance", "id", "docid", "exampleid", "guid")
PEER = ("peer", "system", "model")
MEASURE = ("measure", "metric")
VALUE = ("value", "score")
JUDGE = ("judge", "annotator")
EXPECTED = "expected the columns topic,peer,measure,value or topic,peer and one for each score"

_NUMERIC = re.compile(r"[+-]?([.,]?[0-9]|inf)")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")


# Reading.


def read_scores(
    scores: ScoresLike,
    *,
    also: ScoresLike | Sequence[ScoresLike] | None = None,
    lower: Sequence[str] = (),
    caller: str = "read_scores",
) -> ScoreTable:
    """Read scores: a file, a frame or rows, long or wide, or the judgements of a corpus.

    `also` are scores of the same summaries to include, `lower` the measures from elsewhere for
    which lower is better. `-` reads standard input. Messages name the arguments of `caller`.

    >>> import pathlib, sumscope
    >>> text = "topic,peer,human,measure,value\\nt,s,false,rouge-2,0.25\\n"
    >>> _ = pathlib.Path("s.csv").write_text(text)
    >>> sumscope.read_scores("s.csv").rows[0].value
    0.25
    """
    table = table_of(scores, f"{caller}(scores=...)")
    for name, other in tables_of(also, f"{caller}(also=...)"):
        table = join_scores(table, other, name)
    return table.with_lower(lower)


def tables_of(
    others: ScoresLike | Sequence[ScoresLike] | None, name: str
) -> list[tuple[str, ScoreTable]]:
    """One or more score tables, each with its name in messages: its file, or else `name`."""
    if others is None:
        return []
    several = isinstance(others, list | tuple) and not all(isinstance(o, dict) for o in others)
    given: Sequence[ScoresLike] = others if several else [others]  # type: ignore[assignment]
    return [
        (str(o) if isinstance(o, str | os.PathLike) else name, table_of(o, name)) for o in given
    ]


def table_of(scores: ScoresLike, name: str) -> ScoreTable:
    """Read one score table; `name` stands for a value in messages, as in `meta(human=...)`."""
    from sumscope.corpus.stream import Corpus, Source
    from sumscope.corpus.topic_stream import topics_in

    if isinstance(scores, ScoreTable):
        return scores
    if isinstance(scores, str | os.PathLike):
        return _table_of_file(scores)
    if isinstance(scores, Source | Corpus):
        return judgements(topics_in(scores))
    rows = rows_of_value(scores, name)
    if rows is None:
        items = list(scores) if isinstance(scores, Iterable) else []
        if items and isinstance(items[0], Topic):
            return judgements(topics_in(items))
        if not items or not all(isinstance(item, Mapping) for item in items):
            raise SumscopeError(
                f"{name} got a {type(scores).__name__}",
                hint="give a file, a ScoreTable, a pandas or polars frame, or a list of dicts",
            )
        if _is_topic(items[0]):
            return judgements(topics_in(items))
        rows = rows_of_objects(enumerate(items, 1), name)
    return _table_of_rows(rows, {})


def _table_of_file(path: str | os.PathLike[str]) -> ScoreTable:
    content: Content = Path(path)
    name = str(path)
    if name == "-":
        content, name = sys.stdin.buffer.read(), "standard input"
    elif not os.path.isfile(path):
        content = Path(path).read_bytes()  # a pipe is read once; a folder is refused
    return table_of_content(content, name)


def table_of_content(content: Content, name: str) -> ScoreTable:
    """The scores in a file, or in its bytes."""
    from sumscope.corpus.topic_stream import topics_in

    kind = kind_of(content, name)
    if kind == "cells":
        meta = _cells_meta(content) if isinstance(content, Path) else {}
        return _table_of_rows(rows_of_content(content, name, kind), meta, guarded=True)
    if kind == "parquet":
        rows = rows_of_content(content, name, kind)
        return _table_of_rows(rows, _parquet_meta(content) if isinstance(content, Path) else {})
    # Blanks are read to their end, as lines: more than memory holds may be packed in a file.
    objects = objects_in(content, name, "jsonl" if kind == "empty" else kind)
    first = next(objects, None)
    if first is None:
        raise SumscopeError("the table has no rows", where=name)
    if _is_topic(first[1]):
        if isinstance(content, bytes):  # from a pipe: lines of topics
            return judgements(read_corpus(io.BytesIO(content)))
        return judgements(topics_in(content))
    meta = {}
    if first[1].keys() == {"meta"}:
        meta = first[1]["meta"] if isinstance(first[1]["meta"], dict) else {}
        second = next(objects, None)
        if second is None:
            return ScoreTable((), meta)
        first = second
    unit: Unit = "line" if kind == "jsonl" else "row"
    rows = rows_of_objects(itertools.chain([first], objects), name, unit)
    return _table_of_rows(rows, meta)


def _is_topic(item: Row) -> bool:
    """Whether an object is a topic of a corpus: it holds others, or nothing of a score."""
    if "meta" in item:
        return False
    if any(isinstance(cell, list | dict) for cell in item.values()):
        return True
    numbers = any(isinstance(cell, int | float) for cell in item.values())
    return "id" in item and not numbers and not _column(item, (*PEER, *MEASURE))


def _cells_meta(table: Path) -> Mapping[str, object]:
    """What `<table>.meta.json` says of a table of cells; nothing where there is no such file."""
    path = _meta_path(table)
    if not path.exists():
        return {}
    try:
        meta = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise SumscopeError("is not JSON", where=str(path), hint="delete it") from error
    return meta if isinstance(meta, dict) else {}


def _parquet_meta(path: Path) -> Mapping[str, object]:
    import duckdb

    try:
        with duckdb.connect() as base:
            notes = base.execute(
                f"SELECT value FROM parquet_kv_metadata({literal(path)}) WHERE key = 'sumscope'"
            ).fetchall()
        meta = json.loads(notes[0][0]) if notes else {}
        if not isinstance(meta, dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise SumscopeError(
            "its metadata (key sumscope) are damaged",
            where=str(path),
            hint="write the table again",
        ) from None
    return meta


@dataclass(frozen=True)
class Roles:
    """The columns of a score table; a long one has `measure` and `value`, a wide one `scores`."""

    topic: str
    peer: str
    measure: str | None
    value: str | None
    scores: tuple[str, ...]
    judge: str | None
    human: str | None
    reason: str | None


def _column(header: Iterable[object], names: tuple[str, ...]) -> str | None:
    """The column that has one of the names, the first of them before the others."""
    plain = {str(c).lower().replace("_", "").replace("-", ""): str(c) for c in reversed([*header])}
    return next((plain[name] for name in names if name in plain), None)


def _roles(header: Sequence[str], name: str) -> Roles:
    topic, peer = _column(header, TOPIC), _column(header, PEER)
    if topic is None or peer is None:
        raise SumscopeError(
            f"has no column {'topic' if topic is None else 'peer'!r}",
            where=name,
            hint=f"{EXPECTED}; its columns are {', '.join(header)}",
        )
    measure, value = _column(header, MEASURE), _column(header, VALUE)
    judge, human = _column(header, JUDGE), _column(header, ("human",))
    reason = _column(header, ("reason",))
    scores: tuple[str, ...] = ()
    if measure is None or value is None:
        others = {topic, peer, judge, reason}
        scores = tuple(column for column in header if column not in others)
        measure = value = None
        if not scores:
            raise SumscopeError(
                "has no column of scores",
                where=name,
                hint=f"{EXPECTED}; its columns are {', '.join(header)}",
            )
    return Roles(topic, peer, measure, value, scores, judge, human, reason)


def _table_of_rows(rows: Rows, meta: Mapping[str, object], *, guarded: bool = False) -> ScoreTable:
    """The scores in rows; columns of words are left out and named in the metadata."""
    roles = _roles(rows.header, rows.name)
    words: list[str] = []
    if roles.scores:
        rows = replace(rows, rows=list(rows.rows))
        # Objects may have keys that the first of them do not have.
        later = {c: None for _, row in rows.rows if len(row) > len(rows.header) for c in row}
        roles, words = _wide(_roles([*dict.fromkeys((*rows.header, *later))], rows.name), rows)
    if words:
        meta = {**meta, "words": words}
    if roles.judge is None:
        scores = [
            s for number, row in rows.rows for s in _scores(rows, roles, guarded, number, row)
        ]
        return ScoreTable(tuple(scores), meta)
    judged: dict[tuple[str, str, str], dict[str, ScoreRow]] = {}
    for number, row in rows.rows:
        judge = _name(row.get(roles.judge), rows, number, roles.judge)
        for score in _scores(rows, roles, guarded, number, row):
            by_judge = judged.setdefault((score.topic, score.peer, score.measure), {})
            if judge in by_judge:
                what = f"{judge!r} judged {score.peer!r} twice"
                raise SumscopeError(what, where=rows.place(number), hint="keep one row")
            by_judge[judge] = score
    return ScoreTable(tuple(_mean_over_judges([*some.values()]) for some in judged.values()), meta)


def _mean_over_judges(scores: Sequence[ScoreRow]) -> ScoreRow:
    """One score of several judges: the mean of those that are there, as in a corpus."""
    values = [score.value for score in scores if score.value is not None]
    if not values:
        return scores[0]
    return scores[0]._replace(value=fmean(values), reason=None)


def _wide(roles: Roles, rows: Rows) -> tuple[Roles, list[str]]:
    """The roles in a wide table by what its columns hold, and the columns of words."""
    human, scores = roles.human, roles.scores
    if human is not None:
        flags = {(name_in(row.get(human)) or "").lower() for _, row in rows.rows}
        if len(scores) > 1 and flags <= {*TRUE, ""}:
            scores = tuple(column for column in scores if column != human)
        else:
            human = None  # it holds human scores
    words = [column for column in scores if _is_text(row.get(column) for _, row in rows.rows)]
    if len(words) == len(scores):
        words = []  # none is a score, and the first cell says so
    scores = tuple(column for column in scores if column not in words)
    return replace(roles, human=human, scores=scores), words


def _is_text(cells: Iterable[object]) -> bool:
    """Whether a column holds words where scores would be numbers: notes, names, texts."""
    words = False
    for cell in cells:
        if isinstance(cell, str):
            word = cell.strip().lower()
            if _NUMERIC.match(word):
                return False
            words = words or word not in NO_NUMBER
        elif not is_missing(cell):
            if not isinstance(cell, bool) and isinstance(cell, Number):
                return False
            words = True
    return words


def _scores(rows: Rows, roles: Roles, guarded: bool, number: int, row: Row) -> Iterator[ScoreRow]:
    """The scores of one row: one in a long table, one for each measure in a wide one."""
    topic = _name(row.get(roles.topic), rows, number, roles.topic)
    peer = _name(row.get(roles.peer), rows, number, roles.peer)
    human = row.get(roles.human) if roles.human is not None else None
    if human is not None and not isinstance(human, bool):
        try:
            human = truth_in(human, "")
        except SumscopeError:
            raise _odd(human, rows, number, roles.human, "write true or false") from None
    reason = row.get(roles.reason) if roles.reason is not None else None
    if reason is not None and not isinstance(reason, str):
        reason = name_in(reason)
    if guarded:
        topic, peer, reason = unguard(topic), unguard(peer), unguard(reason or "")
    measures: Iterable[tuple[str, str]]
    if roles.measure is not None and roles.value is not None:
        measures = ((_name(row.get(roles.measure), rows, number, roles.measure), roles.value),)
    else:
        measures = zip(roles.scores, roles.scores, strict=True)
    for measure, column in measures:
        value = row.get(column)
        if not isinstance(value, float) or not isfinite(value):
            try:
                value = number_in(value, "", rows.decimal)
            except SumscopeError:
                hint = "leave a missing score empty"
                raise _odd(value, rows, number, column, hint, ", not a number") from None
        yield ScoreRow(
            topic,
            peer,
            bool(human),
            unguard(measure) if guarded else measure,
            None if value is None else float(value),
            reason or ("no score" if value is None else None),
        )


def _name(cell: object, rows: Rows, number: int, column: str) -> str:
    """The name in a cell as it stands there: spaces around it belong to a system's name."""
    name = cell if isinstance(cell, str) else None
    if name is None and not isinstance(cell, bool | list | dict):
        name = name_in(cell)
    if not name:
        raise _odd(cell, rows, number, column, "write its name")
    return name


def _odd(
    cell: object, rows: Rows, number: int, column: str | None, hint: str, what: str = ""
) -> SumscopeError:
    """The error that a cell is not what its column holds."""
    return SumscopeError(
        f"{column} is {repr(cell)[:60]}{what}", where=rows.place(number), hint=hint
    )


# Joining.


def join_scores(table: ScoreTable, found: ScoreTable, what: str) -> ScoreTable:
    """The scores joined with others of the same summaries; `what` names the others."""
    from sumscope.core.notice import say

    clash = set(table.measures) & set(found.measures)
    if clash:
        raise SumscopeError(
            f"both tables have the measure {min(clash)!r}", where=what, hint="rename one"
        )
    known = {(row.topic, row.peer): row.human for row in table}
    mine = [row for row in found if (row.topic, row.peer) in known]
    if not mine:
        raise SumscopeError(
            "no topic and peer of these scores is one of the others: "
            f"{_first(found)} here, {_first(table)} there",
            where=what,
            hint="topics and peers must have the same names in both",
        )
    if len(mine) < len(found):
        say(f"{what}: {len(found) - len(mine)} of {len(found)} scores belong to no summary")
    lacking = len(known) - len({(row.topic, row.peer) for row in mine})
    if lacking:
        say(f"{what}: no score for {lacking} of {len(known)} summaries")
    beside = (row._replace(human=known[row.topic, row.peer]) for row in mine)
    return ScoreTable((*table.rows, *beside), _joined_meta(table.meta, found.meta))


def _joined_meta(meta: Mapping[str, object], other: Mapping[str, object]) -> Mapping[str, object]:
    """Metadata that also describe the measures, and name the columns of words, of another table."""
    words = [
        name
        for listed in (meta.get("words"), other.get("words"))
        if isinstance(listed, list)
        for name in listed
    ]
    if words:
        meta = {**meta, "words": list(dict.fromkeys(words))}
    mine, added = meta.get("measures"), other.get("measures")
    if not isinstance(added, Mapping):
        return meta
    return {**meta, "measures": {**(mine if isinstance(mine, Mapping) else {}), **added}}


def _first(table: ScoreTable) -> str:
    return f"({table.rows[0].topic}, {table.rows[0].peer})" if table.rows else "nothing"


def judgements(topics: Iterable[Topic]) -> ScoreTable:
    """The human scores of a corpus as a score table; `human` marks peers that are people."""
    rows: list[ScoreRow] = []
    for topic in topics:
        people = {peer.id for peer in topic.peers if peer.human}
        for peer, scores in topic.scores.items():
            for name, value in scores.items():
                reason = None if value is not None else "not judged"
                rows.append(ScoreRow(topic.id, peer, peer in people, name, value, reason))
    return ScoreTable(tuple(rows))


# Writing.


def unguard(cell: str) -> str:
    """Undo `guard`."""
    return cell[1:] if _GUARDED.match(cell) else cell


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
        rest = iter(peers)
        batches = iter(lambda: list(itertools.islice(rest, PEERS_AT_ONCE)), [])
        _write_csv(Path(path), (kernels.table.csv_rows(measures, some) for some in batches), meta)
        return
    rows = (
        ScoreRow.of(topic, peer, human, measure, from_plain(value))
        for topic, peer, human, values in peers
        for measure, value in zip(measures, values, strict=True)
    )
    write_scores(path, rows, meta)


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
