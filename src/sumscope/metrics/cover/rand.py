"""Rand index."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "rand",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=True,
    cite="rand1971",
)
class Rand:
    """Share of pairs of items that both put together or both put apart: (TP+TN)/all pairs.

    Range 0 to 1, higher is better, symmetric. Identical partitions give 1; one cluster against
    all singletons gives 0; one item, which makes no pair, gives 1.
    """

    def score(self, pair: CoverPair) -> float:
        """The share of pairs decided alike."""
        p = pair.pairs
        every = p.tp + p.fp + p.fn + p.tn
        return (p.tp + p.tn) / every if every else 1.0
