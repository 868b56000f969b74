"""Adjusted Rand index."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "ari",
    needs=("left", "right"),
    range=(-0.5, 1),
    better="higher",
    symmetric=True,
    cite="hubert1985",
)
class Ari:
    """Rand index corrected for chance: 0 is what random partitions of these sizes get.

    Range -0.5 to 1, higher is better, symmetric; equal to `omega` on partitions. Identical
    partitions give 1, also for one cluster or all singletons; one cluster against anything else
    gives 0; one item gives 1.
    """

    def score(self, pair: CoverPair) -> float:
        """2(TP TN - FN FP) / ((TP+FN)(FN+TN) + (TP+FP)(FP+TN)), in whole numbers."""
        p = pair.pairs
        if p.fp == p.fn == 0:
            return 1.0
        above = 2 * (p.tp * p.tn - p.fn * p.fp)
        return above / ((p.tp + p.fn) * (p.fn + p.tn) + (p.tp + p.fp) * (p.fp + p.tn))
