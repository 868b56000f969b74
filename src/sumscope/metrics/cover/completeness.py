"""Completeness."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "completeness",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="rosenberg2007",
)
class Completeness:
    """How much the items of a class are in one cluster: 1 - H(L|C)/H(L).

    Range 0 to 1, higher is better, not symmetric: exchanging the sides gives homogeneity. One
    cluster gives 1, one class against several clusters 0, one item 1.
    """

    def score(self, pair: CoverPair) -> float:
        """Completeness of the right cover by the left."""
        return pair.entropies.completeness
