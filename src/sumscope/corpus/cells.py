"""Cells of a table, whatever it came in: what is missing, what names something, what is a number.

A file of text holds only texts, JSON and frames hold numbers as well. One rule reads both: `0.5`
and the text "0.5" are one number; 1, 1.0 (an integer column with a missing value in pandas) and
the text "1" are one name; None, NaN, NA and an empty cell are one missing value.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal

from sumscope.core.errors import SumscopeError

# Missing numbers as programs write them out.
NO_NUMBER = frozenset({"", "nan", "na", "n/a", "<na>", "nat", "null", "none", "-"})
TRUE = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_INTEGER = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def is_missing(cell: object) -> bool:
    """None, NaN, NaT or pandas' NA. An empty text is a text: only names and numbers lack it."""
    if cell is None or isinstance(cell, str):
        return cell is None
    cell = _plain(cell)
    if isinstance(cell, float | Decimal):
        return math.isnan(cell)
    return type(cell).__name__ in ("NAType", "NaTType")


def _plain(cell: object) -> object:
    """A number of NumPy as one of Python."""
    return cell.item() if getattr(cell, "shape", None) == () else cell  # type: ignore[attr-defined]


def name_in(cell: object) -> str | None:
    """What a cell names (a topic, a system, a judge); None where it is missing or empty."""
    if isinstance(cell, str):
        return cell.strip() or None
    if is_missing(cell):
        return None
    cell = _plain(cell)
    if isinstance(cell, float | Decimal) and cell == cell // 1:
        cell = int(cell)
    return str(cell).strip() or None


def number_in(cell: object, where: str, decimal: str = ".") -> float | None:
    """A finite number; None where it is missing, however that is spelled."""
    if is_missing(cell):
        return None
    cell = _plain(cell)
    if isinstance(cell, str):
        word = cell.strip()
        if word.lower() in NO_NUMBER:
            return None
        if decimal == ",":
            word = word.replace(",", ".")
        if _INTEGER.fullmatch(word):
            return int(word)
        value = float(word) if _NUMBER.fullmatch(word) else math.inf
    elif isinstance(cell, bool) or not isinstance(cell, int | float | Decimal):
        value = math.inf
    elif isinstance(cell, int) and -(10**15) < cell < 10**15:
        return cell
    else:
        try:
            value = float(cell)
        except OverflowError:
            value = math.inf
    if math.isfinite(value):
        return value
    what = f"expected a finite number or nothing, found {str(cell).strip()[:40]!r}"
    raise SumscopeError(what, where=where)


def value_in(cell: str) -> str | float | bool:
    """A text that is kept as it is; one that spells a number, or yes or no as JSON does, is that.

    A file of text has no other way to hold them. What would not be spelled so again stays a text,
    as "007" and "0.50" do.
    """
    if _NUMBER.fullmatch(cell):
        value = int(cell) if _INTEGER.fullmatch(cell) else float(cell)
        return value if str(value) == cell else cell
    return cell.lower() == "true" if cell.lower() in ("true", "false") else cell


def truth_in(cell: object, where: str) -> bool | None:
    """Yes or no; None where the cell is missing or empty."""
    word = name_in(cell)
    if word is None:
        return None
    if word.lower() not in TRUE:
        raise SumscopeError(f"expected true or false, found {word[:40]!r}", where=where)
    return TRUE[word.lower()]
