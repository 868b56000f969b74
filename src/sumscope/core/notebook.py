"""Results that show themselves in notebooks, from what `to_json` says of them.

Everything from data is escaped. A result that has a picture gives it as SVG in `_pictures`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

# A notebook shows this many rows and this much of a long cell; the rest is in the value itself.
ROWS, LETTERS = 50, 120


class ShowsItself:
    """Gives a result `_repr_html_`; the class has a `to_json`."""

    def _pictures(self) -> list[str]:
        return []

    def _repr_html_(self) -> str:
        """The result as HTML: tables of what `to_json` gives, and pictures."""
        value = self.to_json()  # type: ignore[attr-defined]
        title = type(self).__name__
        drawn = [svg[svg.index("<svg") :] for svg in self._pictures()]
        return "".join([*_parts(title, value), *(f"<div>{svg}</div>" for svg in drawn)])


def html_table(caption: str, heading: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A plain HTML table; floats with four decimals, what is undefined as a dash."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_said(cell))}</td>" for cell in row) + "</tr>"
        for row in rows[:ROWS]
    )
    more = len(rows) - ROWS
    rest = f"<p>{more} more rows are in the value.</p>" if more > 0 else ""
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{rest}"
    )


def _parts(title: str, value: Any) -> list[str]:
    if isinstance(value, Mapping):
        made, plain = [], []
        for name, inner in value.items():
            if _is_rows(inner):
                made += _parts(str(name), inner)
            elif isinstance(inner, Mapping):
                plain += [(f"{name}.{key}", cell) for key, cell in _flat(inner).items()]
            else:
                plain.append((str(name), inner))
        first = [html_table(title, ["what", "value"], plain)] if plain else []
        return [*first, *made]
    rows = [_flat(row) for row in value]
    heading = list(dict.fromkeys(key for row in rows for key in row))
    return [html_table(title, heading, [[row.get(key) for key in heading] for row in rows])]


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """One level of names: what lies deeper gets names with dots."""
    made: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            made |= {f"{name}.{key}": cell for key, cell in _flat(value).items()}
        else:
            made[str(name)] = value
    return made


def _said(cell: Any) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.4f}"
    if isinstance(cell, list | tuple):
        cell = ", ".join(_said(one) for one in cell[:LETTERS])
    text = str(cell)
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"
