"""Normalised variation of information."""

from __future__ import annotations

import math

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "nvi",
    needs=("left", "right"),
    range=(0, 1),
    better="lower",
    symmetric=True,
    cite="meila2007",
)
class Nvi:
    """Variation of information divided by its maximum: VI / log N.

    Range 0 to 1, lower is better, symmetric; compare values within one set of items only.
    Identical partitions give 0; one cluster against all singletons gives 1; one item gives 0.
    """

    def score(self, pair: CoverPair) -> float:
        """VI / log N."""
        entropies = pair.entropies
        nats = entropies.classes_given_clusters + entropies.clusters_given_classes
        return min(1.0, nats / math.log(pair.n)) if pair.n > 1 else 0.0
