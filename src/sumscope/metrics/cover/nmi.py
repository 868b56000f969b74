"""Normalised mutual information."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "nmi",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=True,
    cite="manning2008",
)
class Nmi:
    """Mutual information over the mean entropy: 2I/(H(L)+H(C)).

    Range 0 to 1, higher is better, symmetric; equal to `v`. Identical partitions give 1, also for
    one cluster or all singletons; one cluster against several classes gives 0; one item gives 1.
    """

    def score(self, pair: CoverPair) -> float:
        """NMI by the arithmetic mean."""
        return pair.entropies.nmi(1.0)
