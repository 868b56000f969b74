"""V-measure at a weight that is given."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair
from sumscope.metrics.cover._weight import check_beta


@measure(
    "v{beta}",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="rosenberg2007",
    names=("v0.5",),
)
class VWeighted:
    """V-measure (1+b)hc/(bh+c) with the weight b in its name: `v0.5` favours homogeneity.

    Range 0 to 1, higher is better, not symmetric: left is the standard. Identical partitions give
    1, also for one cluster or all singletons; one cluster against several classes gives 0; one
    item gives 1.
    """

    beta: float = 0.5

    def __post_init__(self) -> None:
        check_beta("v", self.beta)

    def score(self, pair: CoverPair) -> float:
        """V at the given beta."""
        return pair.entropies.v(self.beta)
