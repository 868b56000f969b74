"""Peers x topics matrices of one measure, from a score table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sumscope.core.errors import SumscopeError
from sumscope.core.table import ScoreRow


@dataclass(frozen=True)
class ScoreMatrix:
    """Scores of one measure: a row per peer, a column per topic, NaN where undefined or absent."""

    measure: str
    peers: tuple[str, ...]
    humans: tuple[bool, ...]
    topics: tuple[str, ...]
    values: NDArray[np.float64]


def matrices(rows: Iterable[ScoreRow]) -> list[ScoreMatrix]:
    """One matrix per measure, in the order of first appearance."""
    cells: dict[str, dict[tuple[str, str], float]] = {}
    humans: dict[str, bool] = {}
    topics: dict[str, None] = {}
    for row in rows:
        cell = cells.setdefault(row.measure, {})
        if (row.peer, row.topic) in cell:
            raise SumscopeError(
                f"peer {row.peer!r} has two scores of {row.measure} on topic {row.topic!r}",
                hint="keep one row for each topic, peer and measure",
            )
        cell[row.peer, row.topic] = np.nan if row.value is None else row.value
        humans[row.peer] = humans.get(row.peer, False) or row.human
        topics[row.topic] = None
    order, columns = list(humans), list(topics)
    row_of = {peer: i for i, peer in enumerate(order)}
    column_of = {topic: j for j, topic in enumerate(columns)}
    made = []
    for measure, cell in cells.items():
        values = np.full((len(order), len(columns)), np.nan)
        for (peer, topic), value in cell.items():
            values[row_of[peer], column_of[topic]] = value
        made.append(
            ScoreMatrix(measure, tuple(order), tuple(humans.values()), tuple(columns), values)
        )
    return made
