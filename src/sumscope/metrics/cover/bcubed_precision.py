"""Extended B-cubed precision."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.metrics.cover._bcubed import bcubed_precision
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "bcubed-precision",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="amigo2009",
)
class BcubedPrecision:
    """How far items that share clusters share classes as often, item by item.

    For covers that may overlap. Range 0 to 1, higher is better, not symmetric: exchanging the
    sides gives recall. All singletons on the right give 1, as does one item. It has no value where
    covers overlap and more than 50,000 kinds of items would be compared with each other.
    """

    def score(self, pair: CoverPair) -> float | Undefined:
        """Extended B-cubed precision of the right cover."""
        return bcubed_precision(pair)
