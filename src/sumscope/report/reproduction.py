"""A paper's tables and figures as we got them: values, and files in a folder."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.files import atomic_write_text
from sumscope.corpus.scores import csv_row
from sumscope.report.drawing import save, to_svg
from sumscope.report.notebook import html_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Cell = str | int | float | None


@dataclass(frozen=True)
class ResultTable:
    """One table: a short name for files, a caption, and cells; numbers stay numbers.

    `digits` rounds floats for people, every column alike or each its own; JSON and CSV keep them
    whole. None is an empty cell.
    """

    name: str
    caption: str
    heading: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    digits: int | tuple[int, ...] = 3

    def first(self, count: int) -> ResultTable:
        """The same table with its first rows only."""
        return replace(self, rows=self.rows[:count])

    def shown(self) -> list[list[str]]:
        """The cells as people read them."""
        return list(self._shown())

    def _shown(self) -> Iterator[list[str]]:
        wide = len(self.heading)
        digits = (self.digits,) * wide if isinstance(self.digits, int) else self.digits
        return ([_show(c, d) for c, d in zip(row, digits, strict=True)] for row in self.rows)

    def to_json(self) -> dict[str, object]:
        """Name, caption, and one object per row."""
        rows = [dict(zip(self.heading, row, strict=True)) for row in self.rows]
        return {"name": self.name, "caption": self.caption, "rows": rows}

    def json_pieces(self) -> Iterator[str]:
        """The JSON file of the table, a piece for each row: `to_json`, one space a level."""
        empty = json.dumps(
            {"name": self.name, "caption": self.caption, "rows": []}, ensure_ascii=False, indent=1
        )
        if not self.rows:
            yield empty + "\n"
            return
        yield empty.removesuffix("]\n}")
        for at, row in enumerate(self.rows):
            one = dict(zip(self.heading, row, strict=True))
            text = json.dumps(one, ensure_ascii=False, allow_nan=False, indent=1)
            yield ("," if at else "") + "\n  " + text.replace("\n", "\n  ")
        yield "\n ]\n}\n"

    def _repr_html_(self) -> str:
        """The table, for notebooks."""
        return html_table(self.caption, self.heading, self.shown())

    def to_text(self) -> str:
        """The table for a terminal: columns padded, numbers to the right."""
        cells = [list(self.heading), *self.shown()]
        wide = [max(len(row[i]) for row in cells) for i in range(len(self.heading))]
        right = [not any(isinstance(row[i], str) for row in self.rows) for i in range(len(wide))]
        lines = []
        for row in cells:
            padded = (
                c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, wide, right, strict=True)
            )
            lines.append("  ".join(padded).rstrip())
        return "\n".join(lines)

    def to_csv(self) -> str:
        """CSV; cells that a spreadsheet would run as a formula are neutralised."""
        return "".join(self.csv_pieces())

    def csv_pieces(self) -> Iterator[str]:
        """The lines of the CSV."""
        return map(csv_row, itertools.chain((self.heading,), self.rows))

    def to_latex(self) -> str:
        """A plain tabular with its caption."""
        return "".join(self.latex_pieces())

    def latex_pieces(self) -> Iterator[str]:
        """The lines of the tabular."""
        yield "\\begin{table}\n\\centering\n"
        yield f"\\begin{{tabular}}{{{'l' + 'r' * (len(self.heading) - 1)}}}\n"
        yield _latex_row(self.heading) + "\\hline\n"
        yield from map(_latex_row, self._shown())
        yield f"\\end{{tabular}}\n\\caption{{{_latex(self.caption)}}}\n\\end{{table}}\n"


@dataclass(frozen=True)
class Picture:
    """A matplotlib figure with a short name for files and a caption."""

    name: str
    caption: str
    figure: Figure = field(compare=False)


@dataclass(frozen=True)
class Reproduction:
    """A reproduction of a paper: our numbers next to the published ones."""

    paper: str
    data: str
    tables: tuple[ResultTable, ...]
    pictures: tuple[Picture, ...] = ()
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Tables, captions of pictures and notes as plain values."""
        return {
            "paper": self.paper,
            "data": self.data,
            "tables": [table.to_json() for table in self.tables],
            "figures": [{"name": p.name, "caption": p.caption} for p in self.pictures],
            "notes": list(self.notes),
        }

    def marked(self, mark: str) -> Reproduction:
        """The same with `mark` before every caption, and drawn into every figure."""
        for picture in self.pictures:
            picture.figure.suptitle(mark, fontsize=10, color="#b3261e", fontweight="bold")
        return replace(
            self,
            tables=tuple(replace(one, caption=f"{mark}: {one.caption}") for one in self.tables),
            pictures=tuple(replace(one, caption=f"{mark}: {one.caption}") for one in self.pictures),
        )

    def _repr_html_(self) -> str:
        """Every table and figure, for notebooks."""
        drawn = [to_svg(picture.figure) for picture in self.pictures]
        pictures = [f"<div>{svg[svg.index('<svg') :]}</div>" for svg in drawn]
        return "".join([*(table._repr_html_() for table in self.tables), *pictures])

    def write(self, folder: str | os.PathLike[str]) -> list[str]:
        """Write every table (.csv, .tex), every figure (.png, .svg) and results.json."""
        root, made = Path(folder), []
        for table in self.tables:
            for ending, text in ((".csv", table.to_csv()), (".tex", table.to_latex())):
                atomic_write_text(root / (table.name + ending), text)
                made.append(table.name + ending)
        for picture in self.pictures:
            for ending in (".png", ".svg"):
                save(picture.figure, root / (picture.name + ending))
                made.append(picture.name + ending)
        content = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False, indent=1)
        atomic_write_text(root / "results.json", content + "\n")
        return [*made, "results.json"]


def _show(cell: Cell, digits: int) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.{digits}f}"
    return str(cell)


_LATEX = {c: "\\" + c for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
}


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex, cells)) + " \\\\\n"


def _latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def table(
    name: str,
    caption: str,
    heading: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    digits: int | tuple[int, ...] = 3,
) -> ResultTable:
    """A result table from any sequences."""
    return ResultTable(name, caption, tuple(heading), tuple(tuple(row) for row in rows), digits)
