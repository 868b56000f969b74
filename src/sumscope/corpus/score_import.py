"""Scores from elsewhere: long or wide CSV and TSV, and the judgements inside a corpus.

Long form is the score table of the contract. Wide form has a column for the topic, one for the
peer, and a column for each score: `topic,peer,pyramid,responsiveness`. Cells are separated by
commas, tabs or semicolons; with semicolons `0,41` is a number too. An empty cell, `nan` or `NA` is
a missing score; a column of plain words is not a score and is ignored. A heading `system` or
`model` stands for `peer`; `input`, `doc`, `document` or `instance` for `topic`; `metric` for
`measure` and `score` for `value` where a table has both.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.core.files import read_bytes, utf8
from sumscope.core.gzip_files import MAGIC, unpacked
from sumscope.core.numbers import plain_number
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.scores import (
    csv_heading,
    csv_lines,
    parse_scores,
    read_meta,
    read_scores,
    truth,
    unguard,
)

_TOPIC = ("topic", "input", "doc", "document", "instance")
_PEER = ("peer", "system", "model")
_MEASURE = ("measure", "metric")
_VALUE = ("value", "score")
_MISSING = {"", "nan", "na", "n/a", "null", "none", "-"}
_NUMERIC = re.compile(r"[+-]?([.,]?[0-9]|inf)")


def read_any_scores(path: str | os.PathLike[str]) -> ScoreTable:
    """Read a score table of ours, a CSV or TSV from elsewhere, or the judgements of a corpus.

    `-` reads standard input.
    """
    if str(path).lower().endswith(".parquet"):
        return read_scores(path)
    raw = read_bytes(path)
    name = "standard input" if str(path) == "-" else str(path)
    if raw[:2] == MAGIC:
        raw = unpacked(io.BytesIO(raw), name).read()
    text = utf8(raw, name)
    if not text.lstrip().startswith("{"):
        meta = {} if name == "standard input" else read_meta(Path(path))
        return _from_cells(text, name, meta)
    if _is_corpus(text):
        return judgements(read_corpus(path if str(path) != "-" else io.BytesIO(raw)))
    return parse_scores(raw, name, {})


def _is_corpus(text: str) -> bool:
    first = next((line for line in text.split("\n") if line.strip()), "")
    try:
        item = json.loads(first)
    except (ValueError, RecursionError):
        return True  # the corpus reader names line and column
    return isinstance(item, dict) and set(item) != {"meta"} and "measure" not in item


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
    """Metadata that also describe the measures of another table."""
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


def _from_cells(text: str, where: str, meta: Mapping[str, object]) -> ScoreTable:
    mark = _delimiter(text)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=mark)
    heading = csv_heading(reader, where)
    doubled = next((name for name in heading if heading.count(name) > 1), None)
    if doubled is not None:
        raise SumscopeError(f"has the column {doubled!r} twice", where=where, hint="rename one")
    reader.fieldnames = heading
    topic, peer = _column(heading, _TOPIC, where), _column(heading, _PEER, where)
    measure, amount = _named(heading, _MEASURE), _named(heading, _VALUE)
    long = measure is not None and amount is not None
    numbered = list(csv_lines(reader, where))
    rows = [row for _, row in numbered]
    flag = "human" in heading and (long or _is_flag(heading, rows, topic, peer))
    aside = {topic, peer, "reason", *(("human",) if flag else ())}
    wide = [name for name in heading if name and name not in aside]
    words = [] if long else [name for name in wide if _is_text(name, rows)]
    if len(words) < len(wide):  # else none is a score, and the first cell says so
        wide = [name for name in wide if name not in words]
    if not wide:
        raise SumscopeError("has no column of scores", where=where, hint=_MEND)
    found: list[ScoreRow] = []
    for number, row in numbered:
        place = f"{where}, line {number}"
        if None in row or None in row.values():
            raise SumscopeError("has more or fewer cells than the header", where=place)
        human = flag and truth(row["human"], place)
        pairs = [(name, row[name]) for name in wide]
        if measure is not None and amount is not None:
            pairs = [(row[measure], row[amount])]
        for name, cell in pairs:
            value = _number(cell.replace(",", ".") if mark == ";" else cell, name, place)
            reason = None if value is not None else unguard(row.get("reason", "")) or "no score"
            names = unguard(row[topic]), unguard(row[peer])
            found.append(ScoreRow(*names, human, unguard(name), value, reason))
    return ScoreTable(tuple(found), {**meta, "words": words} if words else meta)


def _is_flag(heading: list[str], rows: list[dict[str, str]], topic: str, peer: str) -> bool:
    """Whether a column `human` of a wide table marks people; else it holds human scores."""
    others = set(heading) - {topic, peer, "human", "reason"}
    words = {(row.get("human") or "").strip().lower() for row in rows}
    return bool(others) and words <= {"true", "false", "yes", "no", "1", "0", ""}


def _is_text(name: str, rows: list[dict[str, str]]) -> bool:
    """Whether a column holds words where scores would be numbers: notes, names, texts."""
    cells = {(row.get(name) or "").strip().lower() for row in rows} - _MISSING
    return bool(cells) and not any(_NUMERIC.match(cell) for cell in cells)


def _delimiter(text: str) -> str:
    """The first comma, tab or semicolon of the heading outside quotes."""
    heading = "".join(text.split("\n", 1)[0].split('"')[::2])
    return next((letter for letter in heading if letter in ",;\t"), ",")


_MEND = "expected the columns topic,peer,measure,value or topic,peer and one for each score"


def _named(heading: list[str], names: tuple[str, ...]) -> str | None:
    return next((given for name in names for given in heading if given.lower() == name), None)


def _column(heading: list[str], names: tuple[str, ...], where: str) -> str:
    found = _named(heading, names)
    if found is not None:
        return found
    raise SumscopeError(f"has no column {names[0]!r}", where=where, hint=_MEND)


def _number(cell: str, column: str, where: str) -> float | None:
    word = cell.strip()
    if word.lower() in _MISSING:
        return None
    try:
        value = plain_number(word)
    except ValueError:
        value = math.inf
    if not math.isfinite(value):
        raise SumscopeError(
            f"{column} is {word!r}, not a number", where=where, hint="leave a missing score empty"
        )
    return value
