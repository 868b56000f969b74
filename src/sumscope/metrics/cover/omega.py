"""Omega index."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import CoverPair


@measure(
    "omega",
    needs=("left", "right"),
    range=(-1, 1),
    better="higher",
    symmetric=True,
    cite="collins1988",
)
class Omega:
    """Chance-corrected share of pairs of items that are together equally often in both covers.

    For covers that may overlap. Range -1 to 1, higher is better, symmetric; equal to `ari` on
    partitions. Where chance alone agrees everywhere (all singletons twice, one cluster twice, one
    item) it is 1.
    """

    def score(self, pair: CoverPair) -> float:
        """(observed - expected) / (1 - expected), in whole numbers until the division."""
        agree, left, right = pair.omega_counts
        pairs = pair.n * (pair.n - 1) // 2
        chance = sum(a * b for a, b in zip(left.tolist(), right.tolist(), strict=False))
        below = pairs * pairs - chance
        return (agree * pairs - chance) / below if below else 1.0
