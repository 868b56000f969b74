"""Measures of two covers: values to call with two label arrays, as in scikit-learn.

>>> import sumscope
>>> sumscope.metrics.cover.ari([0, 0, 1, 1], [0, 0, 1, 2])
0.5714285714285714

A measure is a function of a `CoverPair`: two covers of the same items as arrays, already completed
(no item is left out). What several measures share is counted once per pair, at first use:

- `pair.contingency`: cells of two partitions; refuses covers that overlap with a clear error,
  so every measure built on it is a measure of partitions without saying so again;
- `pair.entropies`, `pair.pairs`: made from it;
- `pair.overlaps`, `pair.groups`, `pair.omega_counts`: for covers that may overlap.

A measure calls another one as `purity.score(pair)`, of type `float | Undefined`;
`purity(left, right)` is for arrays of labels.

`left` holds the classes C (the standard) and `right` the clusters L evaluated against it. Measures
are not called without any items: `evaluate` then returns `Undefined` for all of them.
One item, one cluster and all singletons are for the measure to define.
"""

from __future__ import annotations

from sumscope.metrics.cover._measure import CoverMeasure, cover_measure, evaluate
from sumscope.metrics.cover._pair import Contingency, CoverArrays, CoverPair, Entropies, PairCounts
from sumscope.metrics.cover.bcubed import bcubed_f, bcubed_precision, bcubed_recall
from sumscope.metrics.cover.information import (
    NmiWeighted,
    Vi,
    VWeighted,
    ami,
    completeness,
    entropy,
    homogeneity,
    nmi,
    nvi,
    v,
    vbeta,
    vi,
)
from sumscope.metrics.cover.matching import f_star, purity
from sumscope.metrics.cover.overlap import ElementCentric, element_centric, omega, onmi
from sumscope.metrics.cover.pairs import ari, pair_f, pair_precision, pair_recall, rand

__all__ = [
    "Contingency",
    "CoverArrays",
    "CoverMeasure",
    "CoverPair",
    "ElementCentric",
    "Entropies",
    "NmiWeighted",
    "PairCounts",
    "VWeighted",
    "Vi",
    "ami",
    "ari",
    "bcubed_f",
    "bcubed_precision",
    "bcubed_recall",
    "completeness",
    "cover_measure",
    "element_centric",
    "entropy",
    "evaluate",
    "f_star",
    "homogeneity",
    "nmi",
    "nvi",
    "omega",
    "onmi",
    "pair_f",
    "pair_precision",
    "pair_recall",
    "purity",
    "rand",
    "v",
    "vbeta",
    "vi",
]
