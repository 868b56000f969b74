"""Extended B-cubed F."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.metrics.cover._bcubed import bcubed_precision
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "bcubed-f",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=True,
    cite="amigo2009",
)
class BcubedF:
    """The harmonic mean of extended B-cubed precision and recall.

    For covers that may overlap. Range 0 to 1, higher is better, symmetric. Identical covers give 1,
    also for one cluster, all singletons or one item. Large covers that overlap may have no value,
    as for `bcubed-precision`.
    """

    def score(self, pair: CoverPair) -> float | Undefined:
        """2PR/(P+R); neither is ever 0, because an item shares its clusters with itself."""
        precision, recall = bcubed_precision(pair), bcubed_precision(pair.swapped)
        if isinstance(precision, Undefined):
            return precision
        if isinstance(recall, Undefined):
            return recall
        return 2 * precision * recall / (precision + recall)
