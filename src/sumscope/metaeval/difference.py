"""Whether one metric correlates better with people than another: permutation and Williams tests."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from sumscope import kernels
from sumscope.core.choices import Level, Resampled
from sumscope.core.numbers import generator
from sumscope.metaeval.correlation import (
    STATISTICS,
    Floats,
    Statistic,
    all_coefficients,
    all_means,
    correlate,
    even,
)
from sumscope.metaeval.ratings import Flags

_BLOCK = 1 << 22


def permutation_test(
    x: Floats,
    y: Floats,
    z: Floats,
    level: Level,
    statistic: Statistic,
    *,
    over: Resampled = "both",
    rounds: int = 1000,
    seed: int = 0,
) -> float | None:
    """Two-sided p of corr(x, z) - corr(y, z) when the metrics' scores change places at random.

    `both` swaps the scores of single summaries, `systems` whole rows, `inputs` whole columns
    (Deutsch et al. 2021). The metrics are first brought to one scale (z-scores over the matrix);
    summaries that lack one of the three scores are left out. p = (hits + 1) / (rounds + 1).
    """
    tests = permutation_tests(
        x, y, [z], level, statistics=(statistic,), over=over, rounds=rounds, seed=seed
    )
    return tests[0][statistic]


def permutation_tests(
    x: Floats,
    y: Floats,
    humans: Sequence[Floats],
    level: Level,
    *,
    statistics: Sequence[Statistic] = STATISTICS,
    over: Resampled = "both",
    rounds: int = 1000,
    seed: int = 0,
    tell: Callable[[float], None] | None = None,
) -> list[dict[Statistic, float | None]]:
    """`permutation_test` of several coefficients and human scores, by the same exchanges.

    The human scores lack the same summaries. `tell` hears of each further share of the work.
    """
    held = ~(np.isnan(x) | np.isnan(y) | np.isnan(humans[0]))
    x, y = _standard(x, held), _standard(y, held)
    humans = [np.where(held, z, np.nan) for z in humans]
    observed = np.full((len(statistics), len(humans)), np.nan)
    for (s, h), _ in np.ndenumerate(observed):
        pair = [correlate(one, humans[h], level, statistics[s]).value for one in (x, y)]
        if pair[0] is not None and pair[1] is not None:
            observed[s, h] = abs(pair[0] - pair[1])
    hits = np.zeros(observed.shape, dtype=np.int64)
    defined = np.zeros(observed.shape, dtype=np.int64)
    gaps = _Exchanges(x, y, humans, held, level, statistics)
    for swap in () if np.isnan(observed).all() else _swaps(held.shape, over, rounds, seed):
        gap = np.abs(gaps.after(swap))
        defined += (~np.isnan(gap)).sum(axis=2)
        hits += (gap >= observed[:, :, None] - 1e-12).sum(axis=2)
        if tell is not None:
            tell(len(swap) / rounds)
    known = ~np.isnan(observed) & (2 * defined > rounds)
    p = np.where(known, (hits + 1) / (defined + 1), np.nan)
    return [
        {s: float(p[k, h]) if known[k, h] else None for k, s in enumerate(statistics)}
        for h in range(len(humans))
    ]


class _Exchanges:
    """Differences of two metrics' correlations after exchanges of their scores."""

    def __init__(
        self,
        x: Floats,
        y: Floats,
        humans: Sequence[Floats],
        held: Flags,
        level: Level,
        statistics: Sequence[Statistic],
    ) -> None:
        self.held, self.level, self.statistics = held, level, statistics
        self.x, self.y = (np.where(held, one, 0.0) for one in (x, y))
        self.humans = [np.where(held, z, 0.0) for z in humans]
        if level == "system":
            marks, weight = all_means(self.humans, held, np.ones((1, held.shape[1])))
            self.marks, self.weight = np.stack(marks), weight
            return
        # Summaries that belong together: those of a topic, or all.
        topic, peer = np.nonzero(held.T)
        self.at = peer * held.shape[1] + topic
        ends = np.cumsum(held.sum(axis=0)) if level == "summary" else [len(self.at)]
        self.starts = np.concatenate([[0], ends]).astype(np.int64)
        self.marks = np.stack([z.ravel()[self.at] for z in self.humans])

    def after(self, swap: Flags) -> Floats:
        """Statistics x human scores x rounds."""
        if self.level == "system":
            sides = [self._means(swap, *two) for two in ((self.y, self.x), (self.x, self.y))]
            return np.asarray(sides[0] - sides[1], dtype=np.float64)
        whole = np.broadcast_to(swap, (len(swap), *self.held.shape))
        mask = whole.reshape(len(swap), -1)[:, self.at].astype(np.uint8)
        x, y = (one.ravel()[self.at] for one in (self.x, self.y))
        found = kernels.exchange.exchanged(x, y, self.marks, self.starts, mask)
        return found[[STATISTICS.index(s) for s in self.statistics]]

    def _means(self, swap: Flags, there: Floats, here: Floats) -> Floats:
        count = self.held.sum(axis=1).astype(np.float64)
        sums = np.where(swap, there, here).sum(axis=2)
        means = even(sums / np.where(count > 0, count, 1.0))
        weight = np.repeat(self.weight, len(swap), axis=0)
        found = all_coefficients(self.statistics, means[None], self.marks, weight)
        return np.stack([found[s][0] for s in self.statistics])


def _standard(scores: Floats, held: Flags) -> Floats:
    inside = scores[held]
    spread = float(inside.std()) if inside.size else 0.0
    middle = float(inside.mean()) if inside.size else 0.0
    return np.where(held, (scores - middle) / (spread or 1.0), np.nan)


def _swaps(shape: tuple[int, ...], over: Resampled, rounds: int, seed: int) -> Iterator[Flags]:
    """Blocks of swap masks: rounds x peers x topics."""
    peers, topics = shape
    draws = generator(seed)
    size = (peers, 1) if over == "systems" else (1, topics) if over == "inputs" else (peers, topics)
    step = max(1, _BLOCK // max(1, peers * topics))
    for start in range(0, rounds, step):
        mask = draws.integers(0, 2, size=(min(step, rounds - start), *size), dtype=np.int8)
        yield mask.astype(bool)


def williams_test(r12: float, r13: float, r23: float, n: int) -> tuple[float, float]:
    """Williams' t for two correlations that share variable 1, and its two-sided p (n - 3 df).

    r12 and r13 are the correlations of the metrics with the human score, r23 that between the
    metrics (Williams 1959; Steiger 1980). NaN for fewer than four points, or where the metrics
    are one and the same.
    """
    from scipy.special import stdtr

    if n < 4:
        return math.nan, math.nan
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    middle = (r12 + r13) / 2
    below = 2 * (n - 1) / (n - 3) * max(0.0, determinant) + middle**2 * (1 - r23) ** 3
    if not below > 1e-15:
        return math.nan, math.nan
    value = (r12 - r13) * math.sqrt((n - 1) * (1 + r23) / below)
    return value, float(2 * stdtr(n - 3, -abs(value)))
