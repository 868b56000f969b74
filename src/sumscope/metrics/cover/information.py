"""Entropies of partitions and their mutual information."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import measure
from sumscope.metrics.cover._measure import CoverMeasure, cover_measure
from sumscope.metrics.cover._pair import Contingency, CoverPair


def _check_beta(name: str, beta: float) -> None:
    """Refuse weights that mean nothing or that a measure's name cannot spell."""
    if not 0.001 <= beta <= 1000:
        raise SumscopeError(f"{name}: the weight {beta:g} is not between 0.001 and 1000")


@cover_measure("homogeneity", range=(0, 1), symmetric=False, cite="rosenberg2007")
def homogeneity(pair: CoverPair) -> float:
    """How far each cluster holds items of one class only: 1 - H(C|L)/H(C).

    Range 0 to 1, higher is better, not symmetric: exchanging the sides gives completeness. One
    class gives 1, one cluster against several classes 0, all singletons 1, one item 1.
    """
    return pair.entropies.homogeneity


@cover_measure("completeness", range=(0, 1), symmetric=False, cite="rosenberg2007")
def completeness(pair: CoverPair) -> float:
    """How much the items of a class are in one cluster: 1 - H(L|C)/H(L).

    Range 0 to 1, higher is better, not symmetric: exchanging the sides gives homogeneity. One
    cluster gives 1, one class against several clusters 0, one item 1.
    """
    return pair.entropies.completeness


@cover_measure("v", range=(0, 1), symmetric=True, cite="rosenberg2007")
def v(pair: CoverPair) -> float:
    """Harmonic mean of homogeneity and completeness: 2hc/(h+c).

    Range 0 to 1, higher is better, symmetric; equal to `nmi`. Identical partitions give 1, also
    for one cluster or all singletons; one cluster against several classes gives 0; one item
    gives 1.
    """
    return pair.entropies.v(1.0)


@measure(
    "v{beta}",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="rosenberg2007",
    names=("v0.5",),
)
class VWeighted(CoverMeasure):
    """V-measure (1+b)hc/(bh+c) with the weight b in its name: `v0.5` favours homogeneity.

    Range 0 to 1, higher is better, not symmetric: left is the standard. Identical partitions give
    1, also for one cluster or all singletons; one cluster against several classes gives 0; one
    item gives 1.
    """

    beta: float = 0.5

    def __post_init__(self) -> None:
        _check_beta("v", self.beta)

    def score(self, pair: CoverPair) -> float:
        return pair.entropies.v(self.beta)


@cover_measure("vbeta", range=(0, 1), symmetric=True, cite="vlachos2009")
def vbeta(pair: CoverPair) -> float:
    """V-measure with b = |L|/|C|, which takes away the gain of having many clusters.

    Range 0 to 1, higher is better, symmetric (exchanging the sides exchanges h with c and turns b
    into 1/b). Identical partitions give 1, also for one cluster or all singletons; one cluster
    against several classes gives 0; one item gives 1.
    """
    return pair.entropies.v(pair.right.k / pair.left.k)


@cover_measure("nmi", range=(0, 1), symmetric=True, cite="manning2008")
def nmi(pair: CoverPair) -> float:
    """Mutual information over the mean entropy: 2I/(H(L)+H(C)).

    Range 0 to 1, higher is better, symmetric; equal to `v`. Identical partitions give 1, also for
    one cluster or all singletons; one cluster against several classes gives 0; one item gives 1.
    """
    return pair.entropies.nmi(1.0)


@measure(
    "nmi{beta}",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=False,
    cite="geiss2009",
    names=("nmi0.5",),
)
class NmiWeighted(CoverMeasure):
    """Generalised NMI (1+b)I/(bH(L)+H(C)) with the weight b in its name; equal to V at b.

    Range 0 to 1, higher is better, not symmetric: left is the standard. Identical partitions give
    1, also for one cluster or all singletons; one cluster against several classes gives 0; one
    item gives 1.
    """

    beta: float = 0.5

    def __post_init__(self) -> None:
        _check_beta("nmi", self.beta)

    def score(self, pair: CoverPair) -> float:
        return pair.entropies.nmi(self.beta)


@cover_measure("ami", range=(-1, 1), symmetric=True, cite="vinh2010")
def ami(pair: CoverPair) -> float:
    """Mutual information corrected for chance: 0 is what random partitions of these sizes get.

    (I - E[I]) / ((H(L)+H(C))/2 - E[I]). Range up to 1, higher is better, symmetric; below 0 worse
    than chance. Identical partitions give 1, also for one cluster or all singletons; one cluster
    against anything else gives 0; one item gives 1.
    """
    table = pair.contingency
    if len(table.counts) == len(table.row_sizes) == len(table.col_sizes):
        return 1.0  # every class is a cluster
    entropies = pair.entropies
    expected = expected_mutual_information(table)
    below = (entropies.classes + entropies.clusters) / 2 - expected
    if abs(below) < 1e-15:
        return 0.0
    return max(-1.0, min(1.0, (entropies.mutual - expected) / below))


def expected_mutual_information(table: Contingency) -> float:
    """The mean mutual information of partitions with these sizes, members drawn at random.

    Cells are hypergeometric (Vinh, Epps and Bailey 2010, equation 24a); classes and clusters of
    equal sizes are counted together.
    """
    n = int(table.n)
    log_factorial = np.fromiter(map(math.lgamma, range(1, n + 2)), dtype=np.float64, count=n + 1)
    total = 0.0
    columns, often = np.unique(table.col_sizes, return_counts=True)
    for a, times in zip(*np.unique(table.row_sizes, return_counts=True), strict=True):
        for b, again in zip(columns, often, strict=True):
            cell = np.arange(max(1, a + b - n), min(a, b) + 1, dtype=np.int64)
            chance = (
                log_factorial[a] + log_factorial[b] + log_factorial[n - a] + log_factorial[n - b]
                - log_factorial[n] - log_factorial[cell] - log_factorial[a - cell]
                - log_factorial[b - cell] - log_factorial[n - a - b + cell]
            )  # fmt: skip
            value = cell / n * np.log(n * cell / (float(a) * float(b)))
            total += int(times) * int(again) * float(np.sum(value * np.exp(chance)))
    return total


@measure(
    "vi",
    needs=("left", "right"),
    range=(0, math.inf),
    better="lower",
    symmetric=True,
    cite="meila2007",
)
class Vi(CoverMeasure):
    """Variation of information H(C|L)+H(L|C): a distance, in nats unless `base` says otherwise.

    Range 0 to log N, lower is better, symmetric. Identical partitions give 0; one cluster against
    all singletons gives log N; one item gives 0.
    """

    base: Literal["e", "2", "10"] = "e"

    def score(self, pair: CoverPair) -> float:
        entropies = pair.entropies
        nats = entropies.classes_given_clusters + entropies.clusters_given_classes
        return nats if self.base == "e" else nats / math.log(int(self.base))


vi = Vi()


@cover_measure("nvi", range=(0, 1), better="lower", symmetric=True, cite="meila2007")
def nvi(pair: CoverPair) -> float:
    """Variation of information divided by its maximum: VI / log N.

    Range 0 to 1, lower is better, symmetric; compare values within one set of items only.
    Identical partitions give 0; one cluster against all singletons gives 1; one item gives 0.
    """
    entropies = pair.entropies
    nats = entropies.classes_given_clusters + entropies.clusters_given_classes
    return min(1.0, nats / math.log(pair.n)) if pair.n > 1 else 0.0


@cover_measure("entropy", range=(0, 1), better="lower", symmetric=False, cite="zhao2001")
def entropy(pair: CoverPair) -> float:
    """How mixed the classes are within clusters: mean entropy of a cluster over log |C|.

    Range 0 to 1, lower is better, not symmetric: left is the standard. Only homogeneity counts,
    so all singletons give 0, as do identical partitions; one class and one item give 0; one
    cluster of equally large classes gives 1.
    """
    inside = pair.entropies.classes_given_clusters
    return min(1.0, inside / math.log(pair.left.k)) if pair.left.k > 1 else 0.0
