"""Homogeneity."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "homogeneity",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="rosenberg2007",
)
class Homogeneity:
    """How far each cluster holds items of one class only: 1 - H(C|L)/H(C).

    Range 0 to 1, higher is better, not symmetric: exchanging the sides gives completeness. One
    class gives 1, one cluster against several classes 0, all singletons 1, one item 1.
    """

    def score(self, pair: CoverPair) -> float:
        """Homogeneity of the right cover by the left."""
        return pair.entropies.homogeneity
