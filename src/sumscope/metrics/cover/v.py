"""V-measure."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "v",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=True,
    cite="rosenberg2007",
)
class V:
    """Harmonic mean of homogeneity and completeness: 2hc/(h+c).

    Range 0 to 1, higher is better, symmetric; equal to `nmi`. Identical partitions give 1, also
    for one cluster or all singletons; one cluster against several classes gives 0; one item
    gives 1.
    """

    def score(self, pair: CoverPair) -> float:
        """V at beta = 1."""
        return pair.entropies.v(1.0)
