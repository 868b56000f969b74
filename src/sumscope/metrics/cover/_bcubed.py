"""Extended B-cubed precision, for partitions and for covers that overlap."""

from __future__ import annotations

import numpy as np

from sumscope.core.lazy import optional
from sumscope.core.values import Undefined
from sumscope.metrics.cover._pair import CoverArrays, CoverPair, Floats, Ints

# Kinds of items (with the same clusters on both sides) that are compared with each other.
MOST_KINDS = 50_000
_BLOCK = 512


def bcubed_precision(pair: CoverPair) -> float | Undefined:
    """The mean over items, and over what shares a cluster with them, of multiplicity precision.

    Multiplicity precision of two items is min(clusters, classes) / clusters, counting those that
    both items are in; an item is compared with itself too (Amigó et al. 2009, section 5).
    """
    if pair.left.is_partition and pair.right.is_partition:
        table = pair.contingency
        shares = table.counts * (table.counts / table.col_sizes[table.cols])
        return min(1.0, float(np.sum(shares)) / pair.n)
    group_of, count = pair.groups
    if count > MOST_KINDS:
        return Undefined(f"{count} kinds of items are too many for B-cubed on covers that overlap")
    weights = np.bincount(group_of, minlength=count).astype(np.float64)
    first = np.full(count, pair.n, dtype=np.int64)
    np.minimum.at(first, group_of, np.arange(pair.n))
    classes, clusters = _members(pair.left, first), _members(pair.right, first)
    total = 0.0
    for start in range(0, count, _BLOCK):
        rows = slice(start, start + _BLOCK)
        by_class = (classes[rows] @ classes.T).toarray()
        by_cluster = (clusters[rows] @ clusters.T).toarray()
        together = by_cluster > 0
        right = np.where(together, np.minimum(by_class, by_cluster) / np.maximum(by_cluster, 1), 0)
        total += float(weights[rows] @ ((right @ weights) / (together @ weights)))
    return min(1.0, total / pair.n)


def _members(cover: CoverArrays, first: Ints):  # type: ignore[no-untyped-def]
    """Kinds of items x clusters, 1 where the kind is in the cluster."""
    csr_matrix = optional("scipy.sparse", "statistics").csr_matrix
    ptr, items = cover.clusters
    at = np.full(cover.n, -1, dtype=np.int64)
    at[first] = np.arange(len(first))
    kinds = at[items]
    kept = kinds >= 0
    where = (kinds[kept], np.repeat(np.arange(cover.k), np.diff(ptr))[kept])
    ones: Floats = np.ones(len(where[0]))
    return csr_matrix((ones, where), shape=(len(first), cover.k))
