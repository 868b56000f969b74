"""Pairs of items that two partitions put together or apart."""

from __future__ import annotations

from sumscope.metrics.cover._measure import cover_measure
from sumscope.metrics.cover._pair import CoverPair


@cover_measure("rand", range=(0, 1), symmetric=True, cite="rand1971")
def rand(pair: CoverPair) -> float:
    """Share of pairs of items that both put together or both put apart: (TP+TN)/all pairs.

    Range 0 to 1, higher is better, symmetric. Identical partitions give 1; one cluster against
    all singletons gives 0; one item, which makes no pair, gives 1.
    """
    p = pair.pairs
    every = p.tp + p.fp + p.fn + p.tn
    return (p.tp + p.tn) / every if every else 1.0


@cover_measure("ari", range=(-0.5, 1), symmetric=True, cite="hubert1985")
def ari(pair: CoverPair) -> float:
    """Rand index corrected for chance: 0 is what random partitions of these sizes get.

    Range -0.5 to 1, higher is better, symmetric; equal to `omega` on partitions. Identical
    partitions give 1, also for one cluster or all singletons; one cluster against anything else
    gives 0; one item gives 1.
    """
    # In whole numbers until the division, so that nothing is lost to rounding.
    p = pair.pairs
    if p.fp == p.fn == 0:
        return 1.0
    above = 2 * (p.tp * p.tn - p.fn * p.fp)
    return above / ((p.tp + p.fn) * (p.fn + p.tn) + (p.tp + p.fp) * (p.fp + p.tn))


@cover_measure("pair-f", range=(0, 1), symmetric=True, cite="hess2003")
def pair_f(pair: CoverPair) -> float:
    """Harmonic mean of precision and recall over pairs of items: 2TP/(2TP+FP+FN).

    Range 0 to 1, higher is better, symmetric. All singletons against any pair gives 0; where
    neither side puts any pair together (all singletons twice, one item) it is 1.
    """
    p = pair.pairs
    below = 2 * p.tp + p.fp + p.fn
    return 2 * p.tp / below if below else 1.0


@cover_measure("pair-precision", range=(0, 1), symmetric=False, cite="hess2003")
def pair_precision(pair: CoverPair) -> float:
    """Of the pairs of items that share a cluster, the share that also share a class: TP/(TP+FP).

    Range 0 to 1, higher is better, not symmetric: exchanging the sides gives recall. Where no
    pair shares a cluster (all singletons, one item): 1 if none shares a class either, else 0.
    """
    p = pair.pairs
    if p.tp + p.fp == 0:
        return 1.0 if p.fn == 0 else 0.0
    return p.tp / (p.tp + p.fp)


@cover_measure("pair-recall", range=(0, 1), symmetric=False, cite="hess2003")
def pair_recall(pair: CoverPair) -> float:
    """Of the pairs of items that share a class, the share that also share a cluster: TP/(TP+FN).

    Range 0 to 1, higher is better, not symmetric: exchanging the sides gives precision. Where no
    pair shares a class (all singletons, one item): 1 if none shares a cluster either, else 0.
    """
    p = pair.pairs
    if p.tp + p.fn == 0:
        return 1.0 if p.fp == 0 else 0.0
    return p.tp / (p.tp + p.fn)
