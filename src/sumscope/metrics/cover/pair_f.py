"""F over pairs."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "pair-f",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=True,
    cite="hess2003",
)
class PairF:
    """Harmonic mean of precision and recall over pairs of items: 2TP/(2TP+FP+FN).

    Range 0 to 1, higher is better, symmetric. All singletons against any pair gives 0; where
    neither side puts any pair together (all singletons twice, one item) it is 1.
    """

    def score(self, pair: CoverPair) -> float:
        """F of the pairs."""
        p = pair.pairs
        below = 2 * p.tp + p.fp + p.fn
        return 2 * p.tp / below if below else 1.0
