"""Leaderboards with confidence intervals and significance groups."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from sumscope.core.errors import SumscopeError
from sumscope.core.numbers import check_resamples
from sumscope.core.plain import plain
from sumscope.core.progress import Progress, Steps
from sumscope.core.results import FrameResult
from sumscope.core.table import ScoreTable
from sumscope.core.tables import ResultTable, interval, table

# Every two peers are tested, so that time and memory grow with the square of their number.
MOST_PEERS = 2000


class LeaderboardRow(NamedTuple):
    """One peer's place by one measure; peers that share a letter do not differ significantly."""

    measure: str
    rank: int
    peer: str
    human: bool
    mean: float | None
    low: float | None
    high: float | None
    n: int
    letters: str


class PairTest(NamedTuple):
    """The difference of two peers by one measure; `p_holm` is corrected over its pairs."""

    measure: str
    left: str
    right: str
    difference: float | None
    p: float | None
    p_holm: float | None
    n: int


class ComparisonSettings(TypedDict):
    """How a comparison was made."""

    alpha: float
    resamples: int
    seed: int
    interval: str
    test: str
    correction: str


@dataclass(frozen=True, repr=False)
class Comparison(FrameResult):
    """Leaderboards of every measure of a score table, and all pairs behind the letters."""

    pictures = "sumscope.report.notebook:leaderboard_pictures"

    standings: tuple[LeaderboardRow, ...]
    duels: tuple[PairTest, ...]
    settings: ComparisonSettings
    notes: tuple[str, ...] = ()

    def tables(self, pairs: bool = False) -> list[ResultTable]:
        """The leaderboard of each measure, with `pairs` also the tests behind it."""
        level = f"{100 * (1 - self.settings['alpha']):g}% interval"
        heading = ["#", "peer", "mean", level, "group", "topics"]
        compared = ["peer", "against", "difference", "p", "p (Holm)", "topics"]
        made = []
        for name in dict.fromkeys(s.measure for s in self.standings):
            rows = [
                [
                    s.rank,
                    s.peer + (" (human)" if s.human else ""),
                    s.mean,
                    interval(s.low, s.high, 4),
                    s.letters,
                    s.n,
                ]
                for s in self.standings
                if s.measure == name
            ]
            made.append(table("leaderboard", name, heading, rows, 4))
            if pairs:
                tests = [
                    [d.left, d.right, d.difference, d.p, d.p_holm, d.n]
                    for d in self.duels
                    if d.measure == name
                ]
                made.append(table("pairs", "", compared, tests, 4))
        return made

    def to_json(self) -> dict[str, object]:
        """Plain values: leaderboard, pairs, settings."""
        return {
            "leaderboard": plain(self.standings),
            "pairs": plain(self.duels),
            "settings": plain(self.settings),
            "notes": plain(self.notes),
        }

    def frame_rows(self) -> Sequence[Mapping[str, object]]:
        """The rows of the leaderboard."""
        rows: list[dict[str, object]] = plain(self.standings)
        return rows


def leaderboard(
    table: ScoreTable,
    *,
    alpha: float = 0.05,
    resamples: int = 10_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Rank the peers by each measure.

    Means over topics with percentile bootstrap intervals (topics resampled); every two peers by
    paired approximate randomization over their common topics, Holm-corrected within a measure.
    """
    import numpy as np

    from sumscope.metaeval.matrix import matrices
    from sumscope.metaeval.significance import bootstrap_means, holm, letters, randomization_tests

    if not 0 < alpha < 1:
        raise SumscopeError(f"alpha is {alpha}", hint="give a number between 0 and 1")
    check_resamples(resamples)
    if not table.rows:
        raise SumscopeError("the score table has no rows", hint="score something first")
    standings: list[LeaderboardRow] = []
    duels: list[PairTest] = []
    powerless: dict[str, list[str]] = {}
    made = matrices(table.rows)
    steps = Steps(progress)
    for matrix in made:
        if len(matrix.peers) > MOST_PEERS:
            count_of = len(matrix.peers) * (len(matrix.peers) - 1) // 2
            raise SumscopeError(
                f"{len(matrix.peers)} peers make {count_of} pairs to test",
                hint=f"keep {MOST_PEERS} peers or fewer, or compare them in groups",
            )
        count = (~np.isnan(matrix.values)).sum(axis=1)
        with np.errstate(invalid="ignore"):
            mean = np.nansum(matrix.values, axis=1) / np.where(count == 0, np.nan, count)
        low, high = bootstrap_means(
            matrix.values,
            resamples=resamples,
            confidence=1 - alpha,
            seed=seed,
            progress=steps.part(0.5 / len(made)),
        )
        sign = -1.0 if table.better(matrix.measure) == "higher" else 1.0
        keys = np.where(np.isnan(mean), np.inf, sign * mean)
        order = [int(i) for i in np.argsort(keys, kind="stable")]
        ends = np.column_stack(np.triu_indices(len(order), 1))
        p, used = randomization_tests(
            matrix.values[order],
            ends,
            rounds=resamples,
            seed=seed,
            progress=steps.part(0.5 / len(made)),
        )
        corrected = holm(p)
        different = np.zeros((len(order), len(order)), dtype=bool)
        below = corrected < alpha
        different[ends[below, 0], ends[below, 1]] = different[ends[below, 1], ends[below, 0]] = True
        places = np.array(order)[ends].tolist()
        gaps = _mean_gaps(matrix.values, places)
        rows = zip(places, gaps, p.tolist(), corrected.tolist(), used.tolist(), strict=True)
        duels += [
            PairTest(
                measure=matrix.measure,
                left=matrix.peers[a],
                right=matrix.peers[b],
                difference=gap,
                p=_finite(chance),
                p_holm=_finite(holm_chance),
                n=common,
            )
            for (a, b), gap, chance, holm_chance, common in rows
        ]
        groups = letters(different)
        why = _powerless(used.tolist(), alpha, resamples)
        if why:
            powerless.setdefault(why, []).append(matrix.measure)
        rank = 0
        for place, at in enumerate(order):
            if place == 0 or keys[at] != keys[order[place - 1]]:
                rank = place + 1
            standings.append(
                LeaderboardRow(
                    measure=matrix.measure,
                    rank=rank,
                    peer=matrix.peers[at],
                    human=matrix.humans[at],
                    mean=_finite(mean[at]),
                    low=_finite(low[at]),
                    high=_finite(high[at]),
                    n=int(count[at]),
                    letters=groups[place] if count[at] else "",
                )
            )
    settings: ComparisonSettings = {
        "alpha": alpha,
        "resamples": resamples,
        "seed": seed,
        "interval": "percentile bootstrap over topics",
        "test": "paired approximate randomization, two-sided",
        "correction": "Holm, within each measure",
    }
    notes = table.ignored()
    notes += [f"{_which(names, table.measures)}: {why}" for why, names in powerless.items()]
    return Comparison(tuple(standings), tuple(duels), settings, tuple(notes))


def _mean_gaps(values: Any, pairs: list[list[int]]) -> list[float | None]:
    """The mean difference of every two rows over their common topics."""
    import numpy as np

    found: list[float | None] = []
    step = max(1, (1 << 22) // max(1, values.shape[1]))
    for start in range(0, len(pairs), step):
        part = np.array(pairs[start : start + step])
        gaps = values[part[:, 0]] - values[part[:, 1]]
        whole = ~np.isnan(gaps).any(axis=1)
        means = (np.add.reduce(gaps, axis=1) / max(1, values.shape[1])).tolist()
        for at in np.flatnonzero(~whole).tolist():
            known = gaps[at][~np.isnan(gaps[at])]
            means[at] = float(known.mean()) if known.size else None
        found += means
    return found


def _which(names: list[str], of: tuple[str, ...]) -> str:
    return "all measures" if len(of) > 1 and len(names) == len(of) else ", ".join(names)


def _powerless(used: list[int], alpha: float, resamples: int) -> str:
    """Say when topics or draws are too few for any two peers to differ after the correction."""
    most = max(used, default=0)
    if most < 2:
        return ""
    smallest, few, hint = 2.0 ** (1 - most), f"{most} topics", ""
    if smallest * len(used) < alpha:
        if 2**most <= resamples:
            return ""
        smallest, few = 1 / (resamples + 1), f"{resamples} resamples"
        hint = "; ask for more resamples"
        if smallest * len(used) < alpha:
            return ""
    corrected = min(1.0, smallest * len(used))
    return (
        f"with {few} the smallest p is {smallest:.2g}, and {corrected:.2g} after correction over "
        f"{len(used)} pairs: no two peers can come out as different at {alpha:g}{hint}"
    )


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
