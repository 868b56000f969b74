"""Variation of information."""

from __future__ import annotations

import math
from typing import Literal

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "vi",
    needs=("left", "right"),
    range=(0, math.inf),
    better="lower",
    symmetric=True,
    cite="meila2007",
)
class Vi:
    """Variation of information H(C|L)+H(L|C): a distance, in nats unless `base` says otherwise.

    Range 0 to log N, lower is better, symmetric. Identical partitions give 0; one cluster against
    all singletons gives log N; one item gives 0.
    """

    base: Literal["e", "2", "10"] = "e"

    def score(self, pair: CoverPair) -> float:
        """The sum of both conditional entropies."""
        entropies = pair.entropies
        nats = entropies.classes_given_clusters + entropies.clusters_given_classes
        return nats if self.base == "e" else nats / math.log(int(self.base))
