"""Normalised mutual information at a weight that is given."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair
from sumscope.metrics.cover._weight import check_beta


@measure(
    "nmi{beta}",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="geiss2009",
    names=("nmi0.5",),
)
class NmiWeighted:
    """Generalised NMI (1+b)I/(bH(L)+H(C)) with the weight b in its name; equal to V at b.

    Range 0 to 1, higher is better, not symmetric: left is the standard. Identical partitions give
    1, also for one cluster or all singletons; one cluster against several classes gives 0; one
    item gives 1.
    """

    beta: float = 0.5

    def __post_init__(self) -> None:
        check_beta("nmi", self.beta)

    def score(self, pair: CoverPair) -> float:
        """NMI at the given beta."""
        return pair.entropies.nmi(self.beta)
