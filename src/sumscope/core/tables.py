"""Tables that people read: results make them; terminal, notebook and report print them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from sumscope.core.table import show

Cell = str | int | float | None

# Rows and letters of a cell that a notebook shows; the rest is in the value itself.
ROWS, LETTERS = 50, 120


@dataclass(frozen=True)
class ResultTable:
    """One table: a short name for files, a caption, and cells; numbers stay numbers.

    `digits` rounds floats for people, every column alike or each its own; JSON and CSV keep them
    whole. None is an empty cell. `notes` are lines that stand below the table.
    """

    name: str
    caption: str
    heading: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    digits: int | tuple[int, ...] = 3
    notes: tuple[str, ...] = ()

    def first(self, count: int) -> ResultTable:
        """The same table with its first rows only."""
        return replace(self, rows=self.rows[:count])

    def shown(self) -> list[list[str]]:
        """The cells as people read them."""
        return list(self.shown_rows())

    def shown_rows(self) -> Iterator[list[str]]:
        """The rows one by one, as people read them."""
        wide = len(self.heading)
        digits = (self.digits,) * wide if isinstance(self.digits, int) else self.digits
        return ([_cell(c, d) for c, d in zip(row, digits, strict=True)] for row in self.rows)

    def numeric(self) -> list[bool]:
        """Whether each column holds numbers, which stand to the right."""
        columns = range(len(self.heading))
        return [not any(isinstance(row[i], str) for row in self.rows) for i in columns]

    def to_json(self) -> dict[str, object]:
        """Name, caption, and one object per row."""
        rows = [dict(zip(self.heading, row, strict=True)) for row in self.rows]
        return {"name": self.name, "caption": self.caption, "rows": rows}

    def to_text(self) -> str:
        """The table as text: columns padded, numbers to the right."""
        cells = [list(self.heading), *self.shown()]
        wide = [max(len(row[i]) for row in cells) for i in range(len(self.heading))]
        right = self.numeric()
        lines = []
        for row in cells:
            padded = (
                c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, wide, right, strict=True)
            )
            lines.append("  ".join(padded).rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The table, for notebooks."""
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return html_table(self.caption, self.heading, self.shown()) + notes


def table(
    name: str,
    caption: str,
    heading: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    digits: int | tuple[int, ...] = 3,
    notes: Iterable[str] = (),
) -> ResultTable:
    """A result table from any sequences; a note that comes twice is shown once."""
    cells = tuple(tuple(row) for row in rows)
    return ResultTable(name, caption, tuple(heading), cells, digits, tuple(dict.fromkeys(notes)))


def interval(low: float | None, high: float | None, digits: int = 3) -> str | None:
    """The ends of an interval as a cell."""
    return None if low is None else f"{show(low, digits)} .. {show(high, digits)}"


def html_table(caption: str, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A plain HTML table; floats with four decimals, what is undefined as a dash."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_html_cell(cell))}</td>" for cell in row) + "</tr>"
        for row in rows[:ROWS]
    )
    more = len(rows) - ROWS
    rest = f"<p>{more} more rows are in the value.</p>" if more > 0 else ""
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{rest}"
    )


def _cell(cell: Cell, digits: int) -> str:
    return show(cell, digits) if cell is None or isinstance(cell, float) else str(cell)


def _html_cell(cell: object) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.4f}"
    if isinstance(cell, list | tuple):
        cell = ", ".join(_html_cell(one) for one in cell[:LETTERS])
    text = str(cell)
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"
