"""Extended B-cubed, for partitions and for covers that overlap."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumscope.core.lazy import optional
from sumscope.core.values import Undefined
from sumscope.metrics.cover._measure import cover_measure
from sumscope.metrics.cover._pair import CoverArrays, CoverPair, Floats, Ints

# Kinds of items (with the same clusters on both sides) that are compared with each other.
MOST_KINDS = 50_000
_BLOCK = 512
# Up to so many kinds times clusters a plain matrix is faster than a sparse one.
_DENSE = 1 << 16


@cover_measure("bcubed-precision", range=(0, 1), symmetric=False, cite="amigo2009")
def bcubed_precision(pair: CoverPair) -> float | Undefined:
    """How far items that share clusters share classes as often, item by item.

    For covers that may overlap. Range 0 to 1, higher is better, not symmetric: exchanging the
    sides gives recall. All singletons on the right give 1, as does one item. It has no value where
    covers overlap and more than 50,000 kinds of items would be compared with each other.
    """
    return pair.memo("bcubed-precision", _precision)


@cover_measure("bcubed-recall", range=(0, 1), symmetric=False, cite="amigo2009")
def bcubed_recall(pair: CoverPair) -> float | Undefined:
    """How far items that share classes share clusters as often, item by item.

    For covers that may overlap. Range 0 to 1, higher is better, not symmetric: exchanging the
    sides gives precision. One cluster of all items gives 1, as does one item, where classes do not
    overlap. Large covers that overlap may have no value, as for `bcubed-precision`.
    """
    return bcubed_precision.score(pair.swapped)


@cover_measure("bcubed-f", range=(0, 1), symmetric=True, cite="amigo2009")
def bcubed_f(pair: CoverPair) -> float | Undefined:
    """The harmonic mean of extended B-cubed precision and recall.

    For covers that may overlap. Range 0 to 1, higher is better, symmetric. Identical covers give 1,
    also for one cluster, all singletons or one item. Large covers that overlap may have no value,
    as for `bcubed-precision`.
    """
    precision, recall = bcubed_precision.score(pair), bcubed_recall.score(pair)
    if isinstance(precision, Undefined):
        return precision
    if isinstance(recall, Undefined):
        return recall
    # Neither is ever 0, because an item shares its clusters with itself.
    return 2 * precision * recall / (precision + recall)


def _precision(pair: CoverPair) -> float | Undefined:
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
        by_class, by_cluster = _shared(classes, rows), _shared(clusters, rows)
        together = by_cluster > 0
        right = np.where(together, np.minimum(by_class, by_cluster) / np.maximum(by_cluster, 1), 0)
        total += float(weights[rows] @ ((right @ weights) / (together @ weights)))
    return min(1.0, total / pair.n)


def _shared(members: Any, rows: slice) -> Floats:
    """How many clusters some kinds share with every kind: whole numbers, so exact either way."""
    made = members[rows] @ members.T
    return made if isinstance(made, np.ndarray) else made.toarray()


def _members(cover: CoverArrays, first: Ints) -> Any:
    """Kinds of items x clusters, 1 where the kind is in the cluster."""
    ptr, items = cover.clusters
    at = np.full(cover.n, -1, dtype=np.int64)
    at[first] = np.arange(len(first))
    kinds = at[items]
    kept = kinds >= 0
    where = (kinds[kept], np.repeat(np.arange(cover.k), np.diff(ptr))[kept])
    if len(first) * cover.k <= _DENSE:
        dense: Floats = np.zeros((len(first), cover.k))
        dense[where] = 1.0
        return dense
    ones: Floats = np.ones(len(where[0]))
    csr_matrix = optional("scipy.sparse", "statistics").csr_matrix
    return csr_matrix((ones, where), shape=(len(first), cover.k))
