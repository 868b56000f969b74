"""Extended B-cubed recall."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.metrics.cover._bcubed import bcubed_precision
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "bcubed-recall",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="amigo2009",
)
class BcubedRecall:
    """How far items that share classes share clusters as often, item by item.

    For covers that may overlap. Range 0 to 1, higher is better, not symmetric: exchanging the
    sides gives precision. One cluster of all items gives 1, as does one item, where classes do not
    overlap. Large covers that overlap may have no value, as for `bcubed-precision`.
    """

    def score(self, pair: CoverPair) -> float | Undefined:
        """Extended B-cubed recall of the right cover."""
        return bcubed_precision(pair.swapped)
