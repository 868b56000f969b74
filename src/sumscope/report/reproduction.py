"""A paper's tables and figures as we got them: values, and files in a folder."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.files import atomic_write_pieces, atomic_write_text
from sumscope.core.tables import ResultTable
from sumscope.report.drawing import save, to_svg
from sumscope.report.table_files import csv_pieces, latex_pieces

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
            for ending, pieces in ((".csv", csv_pieces(table)), (".tex", latex_pieces(table))):
                atomic_write_pieces(root / (table.name + ending), pieces)
                made.append(table.name + ending)
        for picture in self.pictures:
            for ending in (".png", ".svg"):
                save(picture.figure, root / (picture.name + ending))
                made.append(picture.name + ending)
        content = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False, indent=1)
        atomic_write_text(root / "results.json", content + "\n")
        return [*made, "results.json"]
