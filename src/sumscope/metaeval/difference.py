"""Whether one metric correlates better with people than another: permutation and Williams tests."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from sumscope.core.choices import Level, Resampled
from sumscope.core.seeds import generator
from sumscope.metaeval.correlation import (
    Floats,
    Statistic,
    coefficients,
    correlate,
    even,
    system_means,
)

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
    tests = permutation_tests(x, y, z, level, (statistic,), over=over, rounds=rounds, seed=seed)
    return tests[statistic]


def permutation_tests(
    x: Floats,
    y: Floats,
    z: Floats,
    level: Level,
    statistics: Sequence[Statistic],
    *,
    over: Resampled = "both",
    rounds: int = 1000,
    seed: int = 0,
) -> dict[Statistic, float | None]:
    """`permutation_test` of several coefficients, by the same exchanges."""
    held = ~(np.isnan(x) | np.isnan(y) | np.isnan(z))
    x, y = _standard(x, held), _standard(y, held)
    z = np.where(held, z, np.nan)
    observed: dict[Statistic, float] = {}
    for statistic in statistics:
        left, right = correlate(x, z, level, statistic), correlate(y, z, level, statistic)
        if left.value is not None and right.value is not None:
            observed[statistic] = abs(left.value - right.value)
    hits = dict.fromkeys(observed, 0)
    defined = dict.fromkeys(observed, 0)
    ways = [(x, y, tuple(observed))]
    if level == "pooled" and held.any():
        # Ranks of long rows come sooner from numbers that tell the order of all scores.
        ways = [(x, y, tuple(s for s in observed if s == "pearson"))]
        ranked = tuple(s for s in observed if s != "pearson")
        ways.append((*_in_order(x, y, held), ranked))
    for swap in _swaps(held.shape, over, rounds, seed) if observed else ():
        a, b = (
            {
                statistic: values
                for left, right, some in ways
                if some
                for statistic, values in _stacks(
                    np.where(swap, *((right, left) if first else (left, right))), z, level, some
                ).items()
            }
            for first in (True, False)
        )
        for statistic, value in observed.items():
            gap = np.abs(a[statistic] - b[statistic])
            known = ~np.isnan(gap)
            defined[statistic] += int(known.sum())
            hits[statistic] += int((gap[known] >= value - 1e-12).sum())
    return {
        statistic: (hits[statistic] + 1) / (defined[statistic] + 1)
        if statistic in observed and 2 * defined[statistic] > rounds
        else None
        for statistic in statistics
    }


def _in_order(
    x: Floats, y: Floats, held: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> tuple[Floats, Floats]:
    """Whole numbers in the order of the scores of both matrices."""
    inside = np.concatenate([x[held], y[held]])
    codes = np.unique(inside, return_inverse=True)[1].reshape(2, -1).astype(np.float64)
    made = []
    for part in codes:
        matrix = np.full(held.shape, np.nan)
        matrix[held] = part
        made.append(matrix)
    return made[0], made[1]


def _standard(scores: Floats, held: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Floats:
    inside = scores[held]
    spread = float(inside.std()) if inside.size else 0.0
    middle = float(inside.mean()) if inside.size else 0.0
    return np.where(held, (scores - middle) / (spread or 1.0), np.nan)


def _swaps(shape: tuple[int, ...], over: Resampled, rounds: int, seed: int) -> Iterator[Floats]:
    """Blocks of swap masks: rounds x peers x topics."""
    peers, topics = shape
    draws = generator(seed)
    size = (peers, 1) if over == "systems" else (1, topics) if over == "inputs" else (peers, topics)
    step = max(1, _BLOCK // max(1, peers * topics))
    for start in range(0, rounds, step):
        mask = draws.integers(0, 2, size=(min(step, rounds - start), *size), dtype=np.int8)
        yield mask.astype(bool)


def _stack(x: Floats, z: Floats, level: Level, statistic: Statistic) -> Floats:
    """The correlation of each matrix of a stack with one human matrix."""
    return _stacks(x, z, level, (statistic,))[statistic]


def _stacks(
    x: Floats, z: Floats, level: Level, statistics: Sequence[Statistic]
) -> dict[Statistic, Floats]:
    rounds, peers, topics = x.shape
    held = ~np.isnan(z)
    human = np.where(held, z, 0.0)
    scores = np.where(held, x, 0.0)
    if level == "system":
        count = held.sum(axis=1).astype(np.float64)
        means = even(scores.sum(axis=2) / np.where(count > 0, count, 1.0))
        _, b, w = system_means(human, human, held, np.ones((1, topics)))
        return coefficients(statistics, means, b, np.repeat(w, rounds, axis=0))
    if level == "pooled":
        points = scores[:, held]
        return coefficients(statistics, points, human[held][None, :], np.ones_like(points))
    rows = scores.transpose(0, 2, 1).reshape(rounds * topics, peers)
    each = coefficients(
        statistics, rows, np.tile(human.T, (rounds, 1)), np.tile(held.T.astype(float), (rounds, 1))
    )
    found: dict[Statistic, Floats] = {}
    for statistic in statistics:
        values = each[statistic].reshape(rounds, topics)
        known = ~np.isnan(values)
        total = known.sum(axis=1)
        summed = np.where(known, values, 0.0).sum(axis=1)
        found[statistic] = np.where(total > 0, summed / np.where(total > 0, total, 1), np.nan)
    return found


def williams_test(r12: float, r13: float, r23: float, n: int) -> tuple[float, float]:
    """Williams' t for two correlations that share variable 1, and its two-sided p (n - 3 df).

    r12 and r13 are the correlations of the metrics with the human score, r23 that between the
    metrics (Williams 1959; Steiger 1980). NaN for fewer than four points, or where the metrics
    are one and the same.
    """
    from scipy.stats import t as student

    if n < 4:
        return math.nan, math.nan
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    middle = (r12 + r13) / 2
    below = 2 * (n - 1) / (n - 3) * max(0.0, determinant) + middle**2 * (1 - r23) ** 3
    if not below > 1e-15:
        return math.nan, math.nan
    value = (r12 - r13) * math.sqrt((n - 1) * (1 + r23) / below)
    return value, float(2 * student.sf(abs(value), n - 3))
