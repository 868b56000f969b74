"""Score tables from frames and other rows, long or wide."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError

if TYPE_CHECKING:
    from sumscope.core.table import ScoreRow

TOPIC = ("topic", "input", "doc", "document", "instance", "id", "doc_id")
PEER = ("peer", "system", "model")
MEASURE = ("measure", "metric")
VALUE = ("value", "score")


def frame_rows(frame: Any) -> tuple[tuple[str, ...], Iterable[Mapping[str, object]]] | None:
    """The columns and rows of a pandas or polars frame or of a list of dicts; None for others."""
    if hasattr(frame, "iter_rows") and hasattr(frame, "columns"):
        return tuple(frame.columns), frame.iter_rows(named=True)
    if hasattr(frame, "to_dict") and hasattr(frame, "columns"):
        if any(level is not None for level in frame.index.names):
            frame = frame.reset_index()
        frame = frame.rename(columns=str)
        return tuple(frame.columns), frame.to_dict("records")
    if isinstance(frame, list | tuple) and frame and all(isinstance(r, Mapping) for r in frame):
        return tuple(dict.fromkeys(key for row in frame for key in row)), frame
    return None


def rows_of_frame(frame: Any, name: str) -> list[ScoreRow]:
    """The scores of a frame; `name` stands for it in messages."""
    from sumscope.core.table import ScoreRow

    found = frame_rows(frame)
    if found is None:
        raise SumscopeError(
            f"{name} got a {type(frame).__name__}",
            hint="give a file, a ScoreTable, or a pandas or polars frame of scores",
        )
    header, rows = found
    topic, peer = _column(header, TOPIC), _column(header, PEER)
    lacking = [n for n, c in (("topic", topic), ("peer", peer)) if c is None]
    if topic is None or peer is None:
        raise SumscopeError(
            f"{name} got a {type(frame).__name__} without columns {', '.join(lacking)}; "
            f"its columns are {', '.join(map(str, header))}",
            hint="rename its columns to topic, peer, measure, value, or topic, peer and one for "
            "each measure",
        )
    measure, value = _column(header, MEASURE), _column(header, VALUE)
    aside = {topic, peer, "reason"}
    made: list[ScoreRow] = []
    if measure is not None and value is not None:
        for number, row in enumerate(rows, 1):
            where = f"{name}: row {number}"
            names = [_name(row.get(c), c, where) for c in (topic, peer, measure)]
            score = _number(row.get(value), where, value)
            reason = row.get("reason")
            why = reason if isinstance(reason, str) and reason else "no score"
            human = bool(row.get("human") is True or str(row.get("human")).lower() == "true")
            made.append(
                ScoreRow(
                    names[0], names[1], human, names[2], score, None if score is not None else why
                )
            )
        return made
    held = list(rows)
    flagged = "human" in header and all(
        str(row.get("human")).lower() in ("true", "false", "none") for row in held
    )
    aside |= {"human"} if flagged else set()
    wide = [c for c in header if c not in aside and any(_is_number(r.get(c)) for r in held)]
    if not wide:
        raise SumscopeError(
            f"{name} got a {type(frame).__name__} without a column of scores; its columns are "
            f"{', '.join(map(str, header))}",
            hint="give topic, peer, measure, value, or topic, peer and one column for each measure",
        )
    for number, row in enumerate(held, 1):
        where = f"{name}: row {number}"
        names = [_name(row.get(c), c, where) for c in (topic, peer)]
        human = flagged and str(row.get("human")).lower() == "true"
        for column in wide:
            score = _number(row.get(column), where, column)
            told = None if score is not None else "no score"
            made.append(ScoreRow(names[0], names[1], human, column, score, told))
    return made


def _column(header: Sequence[str], names: Sequence[str]) -> str | None:
    return next((c for name in names for c in header if str(c).lower() == name), None)


def _name(cell: object, column: str, where: str) -> str:
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell)):
        raise SumscopeError(f"{column} is missing", where=where)
    return str(cell)


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _number(cell: object, where: str, column: str) -> float | None:
    if cell is None or type(cell).__name__ in ("NAType", "NaTType"):
        return None
    if hasattr(cell, "item"):
        cell = cell.item()
    if not isinstance(cell, int | float) or isinstance(cell, bool):
        raise SumscopeError(f"{column} is {cell!r}, not a number", where=where)
    number = float(cell)
    if math.isinf(number):
        raise SumscopeError(f"{column} is {cell!r}, not a finite number", where=where)
    return None if math.isnan(number) else number
