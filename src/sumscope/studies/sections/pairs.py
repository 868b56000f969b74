"""Wins and losses of every pair of peers, with tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sumscope.core.measure import Better
from sumscope.core.tables import Cell, table
from sumscope.metaeval.compare import PairTest
from sumscope.metaeval.matrix import ScoreMatrix, matrices
from sumscope.report import study_figures
from sumscope.report.blocks import Block, Drawing, Say, Table, View
from sumscope.studies.findings import chosen
from sumscope.studies.section import Absent, Need, Section
from sumscope.studies.work import NEEDS_PEERS, Work

Floats = NDArray[np.float64]
ALPHA = 0.05


@dataclass(frozen=True)
class Contest:
    """Every two peers by one measure: shares of topics won (NaN: not known), and tests."""

    measure: str
    peers: tuple[str, ...]
    wins: Floats
    duels: tuple[tuple[PairTest, float | None], ...]


class Pairs(Section[tuple[Contest, ...]]):
    """Pairwise comparison."""

    name = "pairs"
    title = "Pairwise comparison"
    order = 40
    needs = (Need("peers", NEEDS_PEERS),)
    tables = ("pairs",)
    figures = ("wins-#",)

    def make(self, work: Work) -> tuple[Contest, ...] | Absent:
        """Count wins, and add the tests of the comparison."""
        if len(work.scores.peers) < 2:
            return Absent("There is one peer only; a second one in `peers` would add this part.")
        duels = work.comparison.duels if work.comparison is not None else ()
        return tuple(
            _contest(matrix, work.better(matrix.measure), duels)
            for matrix in matrices(work.scores.rows)
        )

    def show(self, data: tuple[Contest, ...], work: Work) -> View:
        """A heat map for each measure, and every pair in a table."""
        blocks: list[Block] = [
            Say(
                "On which share of their common topics the peer of the row beats that of the "
                "column (ties count half), and the corrected p of their difference."
            )
        ]
        rows: list[list[Cell]] = []
        for at, one in enumerate(data):
            for duel, share in one.duels:
                gap, raw, holm = duel.difference, duel.p, duel.p_holm
                rows.append([duel.left, duel.right, duel.measure, share, gap, raw, holm, duel.n])
            order = _by_wins(one.wins)
            peers = [one.peers[i] for i in order]
            draw = partial(
                study_figures.heat_map,
                peers,
                peers,
                one.wins[np.ix_(order, order)],
                low=0,
                high=1,
                bar="share of topics won",
            )
            blocks.append(Drawing(f"wins-{at + 1}", f"Share of topics won, by {one.measure}", draw))
        head = ["peer", "against", "measure", "wins", "difference", "p", "p corrected", "topics"]
        blocks.append(Table(table("pairs", "Every two peers", head, rows, 4), shown=False))
        opening = chosen([one.measure for one in data])
        tests = next(one.duels for one in data if one.measure == opening)
        sure = sum(duel.p_holm is not None and duel.p_holm < ALPHA for duel, _ in tests)
        brief = f"{sure} of {len(tests)} pairs of peers differ significantly by {opening}."
        return View(self.title, tuple(blocks), brief=brief)


def _by_wins(wins: Floats) -> list[int]:
    """Who wins most often, first."""
    shares = [[float(share) for share in row if not np.isnan(share)] for row in wins]
    won = [sum(some) / len(some) if some else 0.0 for some in shares]
    return sorted(range(len(won)), key=lambda at: -won[at])


def _contest(matrix: ScoreMatrix, better: Better, duels: tuple[PairTest, ...]) -> Contest:
    wins = _wins(matrix.values if better == "higher" else -matrix.values)
    place = {peer: i for i, peer in enumerate(matrix.peers)}
    kept = []
    for duel in duels:
        if duel.measure == matrix.measure:
            i, j = place[duel.left], place[duel.right]
            kept.append((duel, None if np.isnan(wins[i, j]) else float(wins[i, j])))
    return Contest(matrix.measure, tuple(matrix.peers), wins, tuple(kept))


def _wins(values: Floats) -> Floats:
    count = len(values)
    wins = np.full((count, count), np.nan)
    for i in range(count):
        for j in range(count):
            gap = values[i] - values[j]
            gap = gap[~np.isnan(gap)]
            if i != j and gap.size:
                wins[i, j] = (np.sum(gap > 0) + 0.5 * np.sum(gap == 0)) / gap.size
    return wins
