"""Purity."""

from __future__ import annotations

import numpy as np

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "purity",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="zhao2001",
)
class Purity:
    """Share of items that belong to the commonest class of their cluster.

    Range 0 (never reached) to 1, higher is better, not symmetric: left is the standard. Only
    homogeneity counts, so all singletons give 1, as do identical partitions, one class and one
    item; one cluster gives the share of the largest class.
    """

    def score(self, pair: CoverPair) -> float:
        """The mean over items."""
        table = pair.contingency
        best = np.zeros(pair.right.k, dtype=np.int64)
        np.maximum.at(best, table.cols, table.counts)
        return int(best.sum()) / pair.n
