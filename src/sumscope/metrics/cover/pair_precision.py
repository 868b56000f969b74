"""Precision over pairs."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "pair-precision",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="hess2003",
)
class PairPrecision:
    """Of the pairs of items that share a cluster, the share that also share a class: TP/(TP+FP).

    Range 0 to 1, higher is better, not symmetric: exchanging the sides gives recall. Where no
    pair shares a cluster (all singletons, one item): 1 if none shares a class either, else 0.
    """

    def score(self, pair: CoverPair) -> float:
        """Precision of the right cover's pairs."""
        p = pair.pairs
        if p.tp + p.fp == 0:
            return 1.0 if p.fn == 0 else 0.0
        return p.tp / (p.tp + p.fp)
