"""Whether one metric correlates better with people than another: permutation and Williams tests."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from sumscope.core.choices import Level, Resampled
from sumscope.core.seeds import generator
from sumscope.metaeval.correlation import (
    Floats,
    Statistic,
    coefficient,
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
    held = ~(np.isnan(x) | np.isnan(y) | np.isnan(z))
    x, y = _standard(x, held), _standard(y, held)
    z = np.where(held, z, np.nan)
    left, right = correlate(x, z, level, statistic), correlate(y, z, level, statistic)
    if left.value is None or right.value is None:
        return None
    observed = abs(left.value - right.value)
    hits = defined = 0
    for swap in _swaps(held.shape, over, rounds, seed):
        a, b = np.where(swap, y, x), np.where(swap, x, y)
        gap = np.abs(_stack(a, z, level, statistic) - _stack(b, z, level, statistic))
        known = ~np.isnan(gap)
        defined += int(known.sum())
        hits += int((gap[known] >= observed - 1e-12).sum())
    if 2 * defined <= rounds:
        return None
    return (hits + 1) / (defined + 1)


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
    rounds, peers, topics = x.shape
    held = ~np.isnan(z)
    human = np.where(held, z, 0.0)
    scores = np.where(held, x, 0.0)
    if level == "system":
        count = held.sum(axis=1).astype(np.float64)
        means = even(scores.sum(axis=2) / np.where(count > 0, count, 1.0))
        _, b, w = system_means(human, human, held, np.ones((1, topics)))
        return coefficient(statistic, means, b, np.repeat(w, rounds, axis=0))
    if level == "pooled":
        points = scores[:, held]
        return coefficient(statistic, points, human[held][None, :], np.ones_like(points))
    rows = scores.transpose(0, 2, 1).reshape(rounds * topics, peers)
    values = coefficient(
        statistic, rows, np.tile(human.T, (rounds, 1)), np.tile(held.T.astype(float), (rounds, 1))
    ).reshape(rounds, topics)
    known = ~np.isnan(values)
    total = known.sum(axis=1)
    summed = np.where(known, values, 0.0).sum(axis=1)
    return np.where(total > 0, summed / np.where(total > 0, total, 1), np.nan)


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
