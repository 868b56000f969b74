"""Judgements as a long table: judge,topic,peer,name,value.

CSV or TSV with a header. `judge` may also be called annotator, rater or worker; `peer` system or
model; `name` dimension, criterion, question or aspect; `value` score, rating or answer. A row with
`left`, `right` and `choice` (left, right, equal, or the name of one of the two) in the place of
`peer` and `value` is a preference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.cells import number_in
from sumscope.corpus.judged import Judged
from sumscope.corpus.notes import Notes
from sumscope.corpus.rows import texts_of
from sumscope.corpus.sources import read_cells

ROLES = {
    "judge": ("judge", "annotator", "rater", "worker", "user"),
    "topic": ("topic", "topic_id", "doc_id", "document_id", "id", "item"),
    "peer": ("peer", "system", "model"),
    "name": ("name", "dimension", "criterion", "question", "aspect"),
    "value": ("value", "score", "rating", "answer"),
    "left": ("left", "left_peer", "system_a", "model_a"),
    "right": ("right", "right_peer", "system_b", "model_b"),
    "choice": ("choice", "winner", "preferred", "selected"),
}
RATED, COMPARED = (
    {"judge", "topic", "peer", "name", "value"},
    {"judge", "topic", "left", "right", "choice"},
)
EXPECTED = "expected the columns judge,topic,peer,name,value or judge,topic,name,left,right,choice"
EQUAL = ("equal", "tie", "same", "both", "none", "neither", "")


def recognize(source: Path) -> bool:
    """Whether a table has the columns."""
    if source.suffix.lower() not in (".csv", ".tsv") or not source.is_file():
        return False
    try:
        with source.open(encoding="utf-8-sig") as stream:
            header = stream.readline(4000)
    except (OSError, UnicodeDecodeError):
        return False
    for separator in ",;\t":
        roles = _roles([cell.strip().strip('"') for cell in header.split(separator)]).keys()
        if roles >= RATED or roles >= COMPARED | {"name"}:
            return True
    return False


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the topics in the order of the file."""
    judged = Judged(notes)
    table = read_cells(source, notes)
    for where, row in texts_of(table):
        roles = _roles(list(row))
        cells = {role: row[column].strip() for role, column in roles.items()}
        if not (roles.keys() >= RATED or roles.keys() >= COMPARED):
            raise SumscopeError("the columns were not recognized", where=where, hint=EXPECTED)
        if not cells["topic"] or not cells["judge"]:
            raise SumscopeError("a row has no topic or no judge", where=where)
        draft = judged.drafts[cells["topic"]]
        name = cells.get("name") or "overall"
        if cells.get("left") and cells.get("right"):
            pair = cells["left"], cells["right"]
            judged.prefer(draft, name, cells["judge"], pair, _choice(cells["choice"], pair, where))
        elif cells.get("peer"):
            value = number_in(cells["value"], f"{where}: {name}", table.decimal)
            if not draft.judge(cells["peer"], name, value, cells["judge"]):
                notes.add("second values of the same judge, kept as those of another judge", where)
        else:
            raise SumscopeError("a row has no peer", where=where, hint=EXPECTED)
    yield from judged.topics()


def _roles(header: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for role, names in ROLES.items():
        for name in names:
            column = next((c for c in header if c.lower().replace("-", "_") == name), None)
            if column is not None:
                found[role] = column
                break
    return found


def _choice(said: str, pair: tuple[str, str], where: str) -> str:
    small = said.lower()
    if small in ("left", "a", "1") or said == pair[0]:
        return "left"
    if small in ("right", "b", "2") or said == pair[1]:
        return "right"
    if small in EQUAL:
        return "equal"
    what = f"expected left, right, equal or one of the two peers, found {said[:40]!r}"
    raise SumscopeError(what, where=f"{where}: choice")
