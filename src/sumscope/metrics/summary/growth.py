"""Growth deviation: how far a summary's words are from arriving evenly."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView
from sumscope.graph.words import TOO_SHORT
from sumscope.metrics.summary.network import NetworkMeasure, network


@measure("growth-deviation", needs=("peer",), range=(0, 1), better="lower", cite="pardo2006")
class GrowthDeviation(NetworkMeasure):
    """How far the growth of a summary's word network is from a straight line.

    deviation = 1/A * sum for M = 1..A of |f(M) - g(M)| / N, where f(M) is the number of components
    after M of the A word associations over all N lemmas, and g is the straight line from f(0) = N
    to f(A) = 1. In [0, 1), lower is better; needs no reference; only comparisons mean something.
    Undefined for texts with fewer than two content words. Pardo et al. 2006.
    """

    def stats(self, prepared: None, peer: TextView) -> tuple[float, int]:
        """(sum of |f - g| / N, number of associations)."""
        words = network(peer)
        return words.spread, words.associations

    def score(self, stats: tuple[float, int]) -> float | Undefined:
        """Divide the sum by the number of associations."""
        spread, associations = stats
        return spread / associations if associations else Undefined(TOO_SHORT)
