"""How the scores of each peer spread over the topics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sumscope.core.tables import Cell, table
from sumscope.metaeval.matrix import matrices
from sumscope.report import study_figures
from sumscope.report.blocks import Beside, Drawing, Say, Table, View
from sumscope.studies.section import Need, Section
from sumscope.studies.work import NEEDS_PEERS, Work

QUARTERS = (0, 0.25, 0.5, 0.75, 1)


@dataclass(frozen=True)
class Spread:
    """The scores of every peer by one measure, undefined ones left out."""

    measure: str
    peers: tuple[str, ...]
    values: tuple[NDArray[np.float64], ...]


class Distributions(Section[tuple[Spread, ...]]):
    """Boxes and quartiles."""

    name = "distributions"
    title = "Score distributions"
    order = 30
    needs = (Need("peers", NEEDS_PEERS),)
    tables = ("distributions",)
    figures = ("distribution-#",)

    def make(self, work: Work) -> tuple[Spread, ...]:
        """Take the defined scores apart by peer."""
        made = []
        for matrix in matrices(work.scores.rows):
            rows = zip(matrix.peers, matrix.values, strict=True)
            kept = [(p, v) for p, values in rows if (v := values[~np.isnan(values)]).size]
            made.append(
                Spread(matrix.measure, tuple(p for p, _ in kept), tuple(v for _, v in kept))
            )
        return tuple(made)

    def show(self, data: tuple[Spread, ...], work: Work) -> View:
        """A figure a measure, and the quartiles of all."""
        said = Say(
            "Boxes hold the middle half of a peer's scores over the topics, the line in them is "
            "the median; whiskers reach to the last score within 1.5 times the width of the box."
        )
        rows: list[list[Cell]] = []
        drawings = []
        for at, one in enumerate(data):
            for peer, values in zip(one.peers, one.values, strict=True):
                quarters = [float(np.quantile(values, q)) for q in QUARTERS]
                rows.append([peer, one.measure, *quarters, int(values.size)])
            if one.peers:
                draw = partial(study_figures.distributions, one.peers, one.values, one.measure)
                caption = f"Distribution of {one.measure} over topics"
                drawings.append(Drawing(f"distribution-{at + 1}", caption, draw))
        head = ["peer", "measure", "min", "Q1", "median", "Q3", "max"]
        made = table("distributions", "Quartiles", [*head, "topics"], rows, 4)
        return View(self.title, (said, Beside(tuple(drawings)), Table(made, shown=False)))
