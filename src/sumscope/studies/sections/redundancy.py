"""Correlation of the measures with each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sumscope.core.table import show
from sumscope.core.tables import Cell, table
from sumscope.metaeval.correlation import correlate
from sumscope.metaeval.matrix import matrices
from sumscope.report import study_figures
from sumscope.report.blocks import Beside, Drawing, Say, Table, View
from sumscope.report.charts import Heat
from sumscope.studies.section import Absent, Need, Section
from sumscope.studies.work import NEEDS_PEERS, Work

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Redundant:
    """Pearson's correlation of every two measures (NaN: not defined)."""

    measures: tuple[str, ...]
    summaries: Floats
    systems: Floats


class Redundancy(Section[Redundant]):
    """Correlation of the measures with each other."""

    name = "redundancy"
    title = "Redundancy of the measures"
    order = 50
    needs = (Need("peers", NEEDS_PEERS),)
    tables = ("redundancy",)
    figures = ("redundancy-summaries", "redundancy-systems")

    def make(self, work: Work) -> Redundant | Absent:
        """Correlate every two measures over the summaries that have both."""
        names = work.scores.measures
        if len(names) < 2:
            return Absent("One measure was asked for; a second (-m) would add this part.")
        made = {matrix.measure: matrix.values for matrix in matrices(work.scores.rows)}
        pooled = np.full((len(names), len(names)), np.nan)
        system = pooled.copy()
        for i, left in enumerate(names):
            for j, right in enumerate(names):
                a, b = made[left], made[right]
                either = np.isnan(a) | np.isnan(b)
                x, y = np.where(either, np.nan, a), np.where(either, np.nan, b)
                for found, level in ((pooled, "pooled"), (system, "system")):
                    value = correlate(x, y, level, "pearson").value  # type: ignore[arg-type]
                    found[i, j] = np.nan if value is None else value
        return Redundant(names, pooled, system)

    def show(self, data: Redundant, work: Work) -> View:
        """Two heat maps and a table."""
        said = Say(
            "Pearson's correlation of every two measures: over all summaries, and over the means "
            "of peers. Measures near 1 (or -1) tell much the same story about these peers."
        )
        names = data.measures
        drawings = []
        for name, values, what in (
            ("redundancy-summaries", data.summaries, "over all summaries"),
            ("redundancy-systems", data.systems, "over the means of peers"),
        ):
            draw = partial(
                study_figures.heat_map,
                names,
                names,
                values,
                low=-1,
                high=1,
                bar="Pearson's r",
            )
            heat = Heat(names, names, values.tolist(), "signed", (-1, 1))
            drawings.append(Drawing(name, f"Correlation of measures {what}", draw, heat))
        rows: list[list[Cell]] = [
            [left, names[j], _known(data.summaries[i, j]), _known(data.systems[i, j])]
            for i, left in enumerate(names)
            for j in range(i + 1, len(names))
        ]
        head = ["measure", "other", "over summaries", "over systems"]
        made = table("redundancy", "Every two measures", head, rows, 3)
        known = [row for row in rows if isinstance(row[3], float)]
        nearest = max(known, key=lambda row: abs(float(str(row[3]))), default=None)
        brief = ""
        if nearest:
            brief = f"Most alike over the means of peers: {nearest[0]} and {nearest[1]}, "
            brief += f"{show(float(str(nearest[3])), 2)}."
        return View(self.title, (said, Beside(tuple(drawings)), Table(made)), brief=brief)


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
