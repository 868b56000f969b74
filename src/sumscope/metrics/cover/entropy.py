"""Entropy of clusters."""

from __future__ import annotations

import math

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "entropy",
    needs=("left", "right"),
    range=(0, 1),
    better="lower",
    symmetric=False,
    cite="zhao2001",
)
class Entropy:
    """How mixed the classes are within clusters: mean entropy of a cluster over log |C|.

    Range 0 to 1, lower is better, not symmetric: left is the standard. Only homogeneity counts,
    so all singletons give 0, as do identical partitions; one class and one item give 0; one
    cluster of equally large classes gives 1.
    """

    def score(self, pair: CoverPair) -> float:
        """H(C|L) / log |C|."""
        inside = pair.entropies.classes_given_clusters
        return min(1.0, inside / math.log(pair.left.k)) if pair.left.k > 1 else 0.0
