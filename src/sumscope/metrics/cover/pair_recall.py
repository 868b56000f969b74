"""Recall over pairs."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "pair-recall",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="hess2003",
)
class PairRecall:
    """Of the pairs of items that share a class, the share that also share a cluster: TP/(TP+FN).

    Range 0 to 1, higher is better, not symmetric: exchanging the sides gives precision. Where no
    pair shares a class (all singletons, one item): 1 if none shares a cluster either, else 0.
    """

    def score(self, pair: CoverPair) -> float:
        """Recall of the left cover's pairs."""
        p = pair.pairs
        if p.tp + p.fn == 0:
            return 1.0 if p.fp == 0 else 0.0
        return p.tp / (p.tp + p.fn)
