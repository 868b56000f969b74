"""Overlapping normalised mutual information."""

from __future__ import annotations

import numpy as np

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair, Floats, Ints


@measure(
    "onmi",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=True,
    cite="mcdaid2011",
)
class Onmi:
    """Normalised mutual information of covers that may overlap, normalised by the maximum.

    Each cluster is matched with the cluster of the other side that says most about it. Range 0 to
    1, higher is better, symmetric. It differs from `nmi` on partitions. Where neither side tells
    any items apart (every cluster holds all items, one item) it is 1; where one side does not, 0.
    """

    def score(self, pair: CoverPair) -> float:
        """(H(X)-H(X|Y) + H(Y)-H(Y|X)) / 2 max(H(X), H(Y))."""
        n, rows, cols, both = pair.n, *pair.overlaps
        left, right = pair.left.sizes, pair.right.sizes
        own_left, own_right = _entropy(left, n), _entropy(right, n)
        h_left, h_right = float(own_left.sum()), float(own_right.sum())
        if max(h_left, h_right) == 0:
            return 1.0
        told_left, told_right = own_left.copy(), own_right.copy()
        _tell(told_left, told_right, rows, cols, both, left, right, n)
        # Clusters that do not meet can only tell of each other when one holds a quarter of all.
        for big in np.flatnonzero(4 * left >= n):
            rest = np.setdiff1d(np.arange(len(right)), cols[rows == big])
            same = np.full_like(rest, big)
            _tell(told_left, told_right, same, rest, np.zeros_like(rest), left, right, n)
        for big in np.flatnonzero(4 * right >= n):
            rest = np.setdiff1d(np.arange(len(left)), rows[cols == big])
            same = np.full_like(rest, big)
            _tell(told_left, told_right, rest, same, np.zeros_like(rest), left, right, n)
        shared = (h_left - float(told_left.sum()) + h_right - float(told_right.sum())) / 2
        return min(1.0, max(0.0, shared / max(h_left, h_right)))


def _h(count: Ints, n: int) -> Floats:
    share = count / n
    return np.where(count > 0, -share * np.log(np.where(count > 0, share, 1.0)), 0.0)


def _entropy(sizes: Ints, n: int) -> Floats:
    return _h(sizes, n) + _h(n - sizes, n)


def _tell(
    told_left: Floats,
    told_right: Floats,
    rows: Ints,
    cols: Ints,
    both: Ints,
    left: Ints,
    right: Ints,
    n: int,
) -> None:
    """Lower H(X|Y) and H(Y|X), cluster by cluster, by what these pairs of clusters tell."""
    a, b = left[rows], right[cols]
    inside, neither = _h(both, n), _h(n - a - b + both, n)
    only_left, only_right = _h(a - both, n), _h(b - both, n)
    joint = inside + neither + only_left + only_right
    good = inside + neither >= only_left + only_right
    np.minimum.at(told_left, rows[good], np.maximum(joint - _entropy(b, n), 0.0)[good])
    np.minimum.at(told_right, cols[good], np.maximum(joint - _entropy(a, n), 0.0)[good])
