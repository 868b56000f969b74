"""Soft pairwise accuracy: is a measure as sure as people are that one system beats another?

SPA (Thompson et al. 2024) is 1 less the mean, over pairs of systems, of |p of people - p of the
measure|; p is that of a one-sided paired permutation test that the first system of the pair is the
better one, topics exchanged at random. The first is the one named first in the scores.
"""

from __future__ import annotations

import numpy as np

from sumscope.core.numbers import generator
from sumscope.metaeval.bootstrap import Draws
from sumscope.metaeval.correlation import Correlation, Floats
from sumscope.metaeval.memo import Memo

ROUNDS = 1000


def soft_accuracy(
    x: Floats, z: Floats, *, rounds: int = ROUNDS, seed: int = 0, memo: Memo | None = None
) -> Correlation:
    """SPA of peers x topics matrices (NaN: missing); with few topics all exchanges are tried."""
    both = ~(np.isnan(x) | np.isnan(z))
    some = both.any(axis=1)
    x, z = np.where(both, x, np.nan)[some], np.where(both, z, np.nan)[some]
    n = len(x)
    if n < 2:
        return Correlation(None, n, "fewer than two systems have both scores")
    for values, what in ((z, "the human scores"), (x, "the metric's scores")):
        if np.ptp(values[~np.isnan(values)]) == 0:
            return Correlation(None, n, f"{what} are all equal")
    if x.shape[1] < 2:
        return Correlation(None, n, "one topic: nothing to exchange")
    signs = _signs(x.shape[1], rounds, seed)
    memo = memo or Memo()
    p, q = (memo.of("p", values, None, lambda v: p_values(v, signs)) for values in (x, z))
    known = ~(np.isnan(p) | np.isnan(q))
    if not known.any():
        return Correlation(None, n, "no two systems share a topic")
    return Correlation(1 - float(np.abs(p - q)[known].mean()), n)


def _signs(topics: int, rounds: int, seed: int) -> Floats:
    if topics < 60 and 2**topics <= rounds:
        codes = np.arange(2**topics)[:, None] >> np.arange(topics)[None, :]
        return np.asarray(1.0 - 2.0 * (codes & 1), dtype=np.float64)
    return 1.0 - 2.0 * generator(seed).integers(0, 2, size=(rounds, topics)).astype(np.float64)


def p_values(values: Floats, signs: Floats) -> Floats:
    """One-sided p that i is better than j, for each pair i < j; NaN where no topic has both."""
    i, j = np.triu_indices(len(values), 1)
    out = np.full(len(i), np.nan)
    step = max(1, (1 << 22) // max(1, len(signs)))
    for start in range(0, len(i), step):
        a, b = i[start : start + step], j[start : start + step]
        gap = values[a] - values[b]
        held = ~np.isnan(gap)
        gap = np.where(held, gap, 0.0)
        # Sums in another order differ in the last digits; equal statistics must count as equal.
        floor = gap.sum(axis=1) - 1e-9 * np.maximum(np.abs(gap).sum(axis=1), 1e-300)
        hits = (signs @ gap.T >= floor[None, :]).mean(axis=0)
        out[start : start + step] = np.where(held.any(axis=1), hits, np.nan)
    return out


def resampled_soft_accuracy(x: Floats, z: Floats, draws: Draws, memo: Memo | None = None) -> Floats:
    """SPA in each resample; p by the normal approximation to the permutation test."""
    both = ~(np.isnan(x) | np.isnan(z))
    i, j = np.triu_indices(len(x), 1)
    weight = draws.systems[:, i] * draws.systems[:, j]
    topics = draws.topics if draws.over != "systems" else np.ones((1, x.shape[1]))
    memo = memo or Memo()
    p, q = (
        memo.of(
            "normal p",
            np.where(both, values, np.nan),
            draws,
            lambda v: _normal_p(v, both, i, j, topics),
        )
        for values in (x, z)
    )
    known = ~(np.isnan(p) | np.isnan(q))
    apart = np.where(known, np.abs(p - q), 0.0)
    total = (weight * known).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(total > 0, 1 - (weight * apart).sum(axis=1) / total, np.nan)


def _normal_p(
    values: Floats,
    both: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
    i: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    j: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    topics: Floats,
) -> Floats:
    from scipy.special import ndtr

    held = both[i] & both[j]
    gap = np.where(held, np.where(both, values, 0.0)[i] - np.where(both, values, 0.0)[j], 0.0)
    total, spread = topics @ gap.T, topics @ (gap**2).T
    with np.errstate(invalid="ignore", divide="ignore"):
        z = np.where(spread > 0, total / np.sqrt(spread), -np.inf)
    # Systems that never differ: every exchange gives what was observed, p is 1.
    return np.where(topics @ held.T.astype(np.float64) > 0, ndtr(-z), np.nan)
