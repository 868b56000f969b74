"""Assessors' tables of DUC and TAC: responsiveness, linguistic quality, pyramid scores.

- `*.table`: a header drawn with bars, one column name a line, then rows (DUC 2005-2007)
- `*_scores.txt` of the pyramid evaluation, whose column names are in a file `*header*.txt`
- `processed_pans.txt` of DUC 2005: set, peer, score, modified score, SCUs, repetitions
- `manual.peer*` and `manual.model*` of TAC, whose columns are known by their number
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.cells import number_in
from sumscope.corpus.notes import Notes

BAD_ROWS = "rows that do not fit the columns of their table, left out"
UNKNOWN_TABLES = "tables without a topic, a summarizer and a score, left out"
UNNAMED = "columns whose meaning is not published, left out"
_PYRAMID = {
    "score": "pyramid",
    "modifiedscore": "modified_pyramid",
    "numscus": "num_scus",
    "numrepetitions": "num_repetitions",
}
_PANS = ("setid", "peerid", "score", "modifiedscore", "numSCUs", "numrepetitions")
# From the right: what every year's table ends in; from the left: what it begins with.
_TAC_END = ("modified_pyramid_3_models", "linguistic_quality", "overall_responsiveness")
_TAC_START = {
    "peer": ("modified_pyramid", "num_scus", "num_repetitions"),
    "model": ("num_scus",),
}
_TAC_COLUMNS = {"peer": (9, 10), "model": (7, 8)}


@dataclass(frozen=True)
class TableValue:
    """One value of an assessor's table; `judge` is None where the table does not say who."""

    topic: str
    selector: str
    peer: str
    name: str
    judge: str | None
    value: float | None
    where: str
    repeated: bool = False  # a value of another table, repeated for convenience


@dataclass(frozen=True)
class PyramidAuthor:
    """Who made the pyramid of a topic, as the table of scores says."""

    topic: str
    creator: str


Row = TableValue | PyramidAuthor


def drawn_columns(lines: Sequence[str]) -> tuple[list[str], int]:
    """The column names of a drawn header and the number of the first line of data (from 0)."""
    columns: list[str] = []
    for i, line in enumerate(lines):
        text = line.strip()
        if text.startswith("|"):
            label = text.lstrip("| \t")
            if label:
                columns.append(label)
        elif columns:
            return (columns, i) if len(columns) > 1 else ([], 0)
        elif text:
            columns.append(text)
    return (columns, len(lines)) if len(columns) > 1 else ([], 0)


def read_drawn(text: str, path: Path, notes: Notes) -> Iterator[Row]:
    """Yield the values of a table with a drawn header; one by one if it has none."""
    lines = text.split("\n")
    columns, start = drawn_columns(lines)
    roles = {role: i for i, column in enumerate(columns) if (role := _role(column))}
    if not {"topic", "peer", "value"} <= roles.keys():
        notes.add(UNKNOWN_TABLES, str(path))
        return
    base = _table_name(path.stem, columns[roles["value"]])
    for i in range(start, len(lines)):
        if not lines[i].strip():
            continue
        where = f"{path}:{i + 1}"
        cells = _cells(lines[i], len(columns))
        if cells is None:
            notes.add(BAD_ROWS, where)
            continue
        name = f"{base}_{cells[roles['question']]}" if "question" in roles else base
        yield TableValue(
            cells[roles["topic"]],
            cells[roles["selector"]] if "selector" in roles else "",
            cells[roles["peer"]],
            name,
            cells[roles["judge"]] if "judge" in roles else None,
            _value(cells[roles["value"]], f"{where}: {name}", notes),
            where,
        )


def _value(cell: str, where: str, notes: Notes) -> float | None:
    """A number; anything else is missing, which is noted."""
    try:
        return number_in(cell, where)
    except SumscopeError:
        notes.add(
            "values of a table that are not numbers, treated as missing", f"{where}: {cell[:20]}"
        )
        return None


def _role(column: str) -> str | None:
    label = re.sub(r"\(.*", "", column).strip().lower()
    if re.match(r"topic|docset|set", label):
        return "topic"
    if label.startswith("selector"):
        return "selector"
    if re.match(r"assessor|judge|annotator", label):
        return "judge"
    if re.match(r"summarizer|summariser|peer|system", label):
        return "peer"
    if "question" in label:
        return "question"
    return "value" if "score" in label else None


def _table_name(stem: str, column: str) -> str:
    """Name a judgement after its column, or after its file where that says more."""
    label = re.sub(r"\(.*|\bscore\b", "", column, flags=re.I)
    label, stem = _slug(label), _slug(stem)
    return stem if not label or label in stem else label if stem in label else f"{stem}_{label}"


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def _cells(line: str, count: int) -> list[str] | None:
    """The cells of a row: tab-separated, or whitespace-separated where that does not fit."""
    for cells in (line.rstrip().split("\t"), line.split()):
        if len(cells) == count:
            return [cell.strip() for cell in cells]
    return None


def pyramid_columns(text: str) -> list[str] | None:
    """The column names of a pyramid table, where this is its header."""
    cells = text.split("\n", 1)[0].split()
    return cells if len(cells) > 2 and cells[0].lower() == "setid" else None


def read_pyramid_scores(
    text: str, path: Path, columns: Sequence[str] | None, notes: Notes
) -> Iterator[Row]:
    """Yield the values of a table of pyramid scores; without `columns` those of DUC 2005."""
    columns = [column.lower() for column in columns or _PANS]
    at = {column: i for i, column in enumerate(columns)}
    if not {"setid", "peerid"} <= at.keys():
        notes.add(UNKNOWN_TABLES, str(path))
        return
    authors: set[str] = set()
    for i, line in enumerate(text.split("\n")):
        if not line.strip() or pyramid_columns(line):
            continue
        where = f"{path}:{i + 1}"
        cells = _cells(line, len(columns))
        if cells is None:
            notes.add(BAD_ROWS, where)
            continue
        topic, peer = cells[at["setid"]], cells[at["peerid"]]
        judge = cells[at["annotatorid"]] if "annotatorid" in at else None
        if "pyramidcreator" in at and topic not in authors:
            authors.add(topic)
            yield PyramidAuthor(topic, cells[at["pyramidcreator"]])
        for column, place in at.items():
            if column in ("setid", "peerid", "annotatorid", "pyramidcreator"):
                continue
            value = _value(cells[place], f"{where}: {column}", notes)
            name = _PYRAMID.get(column)
            if name:
                yield TableValue(topic, "", peer, name, judge, value, where)
            else:
                yield TableValue(topic, "", peer, _nist_name(column), None, value, where, True)


def _nist_name(column: str) -> str:
    """What NIST's own table calls a column that the pyramid table repeats."""
    question = re.fullmatch(r"lingqual(\d+)", column)
    if question:
        return f"linguistic_quality_{question[1]}"
    return "content_responsiveness" if column == "content" else column


def manual_kind(path: Path) -> str | None:
    """Whether a file is TAC's manual table of peers or of models, by its name."""
    found = re.fullmatch(r"manual\.(peer|model)s?(\.[A-Za-z])?(\.txt)?", path.name, re.I)
    return found[1].lower() if found else None


def read_manual(text: str, path: Path, kind: str, notes: Notes) -> Iterator[Row]:
    """Yield the values of TAC's table `manual.peer` or `manual.model`."""
    start, widths = _TAC_START[kind], _TAC_COLUMNS[kind]
    for i, line in enumerate(text.split("\n")):
        cells = line.split()
        where = f"{path}:{i + 1}"
        if not cells:
            continue
        if not re.search(r"\d", cells[0]) or len(cells) not in widths:
            notes.add(BAD_ROWS, where)
            continue
        topic, peer, *values = cells
        named = dict(zip(start, values, strict=False))
        named.update(zip(_TAC_END, values[-len(_TAC_END) :], strict=True))
        unnamed = len(values) - len(start) - len(_TAC_END)
        if unnamed and i == 0:
            first = len(start) + 3
            last = f" to {first + unnamed - 1}" if unnamed > 1 else ""
            notes.add(UNNAMED, f"{path}: column {first}{last}")
        for name, value in named.items():
            yield TableValue(
                topic, "", peer, name, None, _value(value, f"{where}: {name}", notes), where
            )
