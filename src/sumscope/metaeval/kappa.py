"""Weighted kappa: Cohen's (1968) with quadratic weights for every two judges, mean over pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix

from sumscope.metaeval.ratings import ROUNDING, Compute, Floats, Ints, Ratings, scaled

# Two ratings of one item by two judges, over all items: what kappa holds in memory.
MOST_PAIRS = 20_000_000


@dataclass(frozen=True)
class _JudgePairs:
    """Two ratings of an item by two judges, a line each; `pair` numbers the pairs of judges."""

    pair: Ints
    item: Ints
    left: Floats
    right: Floats
    count: int


def _judge_pairs(ratings: Ratings) -> _JudgePairs:
    values = scaled(ratings.values)
    starts = np.concatenate(([0], np.cumsum(ratings.per_item)))
    firsts, seconds = [], []
    for size in np.unique(ratings.per_item):
        if size < 2:
            continue
        i, j = np.triu_indices(int(size), 1)
        base = starts[np.flatnonzero(ratings.per_item == size)][:, None]
        firsts.append((base + i[None, :]).ravel())
        seconds.append((base + j[None, :]).ravel())
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    codes = ratings.judges[first] * ratings.judge_count + ratings.judges[second]
    found, pair = np.unique(codes, return_inverse=True)
    return _JudgePairs(
        pair.ravel().astype(np.int64),
        ratings.items[first],
        values[first],
        values[second],
        len(found),
    )


def kappa(ratings: Ratings) -> Compute | str:
    """Kappa as a function of how often each item counts, or why there is none."""
    if int((ratings.per_item * (ratings.per_item - 1) // 2).sum()) > MOST_PAIRS:
        return f"more than {MOST_PAIRS:,} pairs of ratings of one item"
    on = _judge_pairs(ratings)
    lines = np.arange(len(on.pair))
    # Sums over the items of each pair of judges, of what the formula needs.
    moments = [np.ones(len(lines)), on.left, on.right, on.left**2, on.right**2, on.left * on.right]
    shape = (on.count, ratings.item_count)
    tables = [csr_matrix((moment, (on.pair, on.item)), shape=shape) for moment in moments]

    def compute(counts: Floats) -> Floats:
        often, left, right, left2, right2, cross = (
            np.asarray((table @ counts.T).T) for table in tables
        )
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = (left2 + right2 - 2 * cross) / often
            expected = (left2 + right2) / often - 2 * (left / often) * (right / often)
            value = np.where((often > 1) & (expected > ROUNDING), 1 - observed / expected, np.nan)
        known = ~np.isnan(value)
        number = known.sum(axis=1)
        total = np.where(known, value, 0.0).sum(axis=1)
        return np.where(number > 0, total / np.maximum(number, 1), np.nan)

    return compute


def pairs_left_out(ratings: Ratings) -> str | None:
    """Name the pairs of judges that have no kappa, and the pairs that never met."""
    on = _judge_pairs(ratings)

    def sums(weights: Floats | None = None) -> Floats:
        return np.asarray(np.bincount(on.pair, weights, minlength=on.count), dtype=np.float64)

    often = sums()
    expected = (sums(on.left**2) + sums(on.right**2)) / often - 2 * (sums(on.left) / often) * (
        sums(on.right) / often
    )
    lost = int(((often < 2) | (expected <= ROUNDING)).sum())
    judges = ratings.active_judges
    never = judges * (judges - 1) // 2 - on.count
    parts = []
    if lost:
        parts.append(f"{lost} of {on.count} pairs of judges without a kappa are left out")
    if never:
        parts.append(f"{never} pairs of judges have no item in common")
    return "; ".join(parts) or None
