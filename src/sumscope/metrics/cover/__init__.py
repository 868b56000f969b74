"""Measures of two covers, one file each.

A cover measure implements `score(pair) -> float | Undefined`, where `pair` is a `CoverPair`: two
covers of the same items as arrays, already completed (no item is left out). What several measures
share is counted once per pair, at first use:

- `pair.contingency`: cells of two partitions; refuses covers that overlap with a clear error,
  so every measure built on it is a measure of partitions without saying so again;
- `pair.entropies`, `pair.pairs`: made from it;
- `pair.overlaps`, `pair.groups`, `pair.omega_counts`: for covers that may overlap.

`left` holds the classes C (the standard) and `right` the clusters L evaluated against it. Measures
are not called without any items: `evaluate` then returns `Undefined` for all of them.
One item, one cluster and all singletons are for the measure to define.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.core.values import Undefined
from sumscope.metrics.cover._pair import Contingency, CoverArrays, CoverPair, Entropies, PairCounts

if TYPE_CHECKING:
    from sumscope.metrics.protocols import CoverMeasure

__all__ = ["Contingency", "CoverArrays", "CoverPair", "Entropies", "PairCounts", "evaluate"]


def evaluate(measure: CoverMeasure, pair: CoverPair) -> float | Undefined:
    """The value of a cover measure; two covers of nothing have none."""
    if pair.n == 0:
        return Undefined("no items to compare")
    return measure.score(pair)
