"""V-measure weighted by the numbers of clusters and classes."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "vbeta",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=True,
    cite="vlachos2009",
)
class VBeta:
    """V-measure with b = |L|/|C|, which takes away the gain of having many clusters.

    Range 0 to 1, higher is better, symmetric (exchanging the sides exchanges h with c and turns b
    into 1/b). Identical partitions give 1, also for one cluster or all singletons; one cluster
    against several classes gives 0; one item gives 1.
    """

    def score(self, pair: CoverPair) -> float:
        """V at beta = clusters / classes."""
        entropies = pair.entropies
        return entropies.v(pair.right.k / pair.left.k)
