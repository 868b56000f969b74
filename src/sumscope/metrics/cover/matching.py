"""Clusters matched with those of the other side."""

from __future__ import annotations

import numpy as np

from sumscope.metrics.cover._measure import cover_measure
from sumscope.metrics.cover._pair import CoverPair, Ints


@cover_measure("purity", range=(0, 1), symmetric=False, cite="zhao2001")
def purity(pair: CoverPair) -> float:
    """Share of items that belong to the commonest class of their cluster.

    Range 0 (never reached) to 1, higher is better, not symmetric: left is the standard. Only
    homogeneity counts, so all singletons give 1, as do identical partitions, one class and one
    item; one cluster gives the share of the largest class.
    """
    table = pair.contingency
    best = np.zeros(pair.right.k, dtype=np.int64)
    np.maximum.at(best, table.cols, table.counts)
    return int(best.sum()) / pair.n


@cover_measure("f-star", range=(0, 1), symmetric=True, cite="dewolfe2026")
def f_star(pair: CoverPair) -> float:
    """How well each cluster is matched on the other side, and the items that were left out.

    For covers that may overlap and leave items out, such as sentences that a judge has set aside:
    these are compared as what they are, so both completions give the same value. Each cluster
    counts with its size and with the Jaccard coefficient of its best match; items left out count
    with the Jaccard coefficient of the two sets of them; the mean of both directions is taken.
    Range 0 to 1, higher is better, symmetric. Identical covers give 1, also where neither has a
    cluster; one cluster against all singletons gives 1/N. It is not corrected for chance.
    """
    left, right = pair.left, pair.right
    if left.given == right.given == 0:
        return 1.0
    both = int(np.count_nonzero(left.left_out & right.left_out))
    either = int(np.count_nonzero(left.left_out | right.left_out))
    outliers = both / either if either else 0.0
    rows, cols, shared = pair.overlaps
    kept = (rows < left.given) & (cols < right.given)
    rows, cols, shared = rows[kept], cols[kept], shared[kept]
    likeness = shared / (left.sizes[rows] + right.sizes[cols] - shared)
    total = 0.0
    for side, at in ((left, rows), (right, cols)):
        sizes = side.sizes[: side.given]
        share = float(np.count_nonzero(side.left_out)) / pair.n
        total += share * outliers + (1 - share) * _matched(sizes, at, likeness)
    return min(1.0, total / 2)


def _matched(sizes: Ints, at: Ints, likeness: np.typing.NDArray[np.float64]) -> float:
    """The mean over clusters, weighted by size, of the best likeness."""
    if not len(sizes):
        return 0.0
    best = np.zeros(len(sizes))
    np.maximum.at(best, at, likeness)
    return float(best @ sizes) / float(sizes.sum())
