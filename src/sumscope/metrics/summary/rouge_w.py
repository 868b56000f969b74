"""ROUGE-W."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import measure
from sumscope.kernels import load
from sumscope.metrics.summary._rouge import RougeOptions, Stats


@measure("rouge-w", needs=("peer", "references"), range=(0, 1), better="higher", cite="lin2004")
class RougeW(RougeOptions):
    """ROUGE-L in which a run of k words weighs k**weight, as ROUGE-1.5.5 -w.

    As in the original, recall is held against the weight of the weighted sentence lengths, so a
    text held against itself scores below 1. An empty summary or empty references give 0.
    """

    weight: float = 1.2

    def __post_init__(self) -> None:
        self.check()
        # Below 1 longer runs would weigh less and a recall could exceed 1.
        if not 1 <= self.weight <= 100:
            raise SumscopeError(f"{self}: weight is not from 1 to 100", mend="write weight=1.2")

    def pair(self, reference: Any, peer: Any) -> Stats:
        """Weighted hits, the sum of weighted sentence lengths, the length of the peer."""
        counts: Stats = load("rouge").wlcs(reference, peer, self.weight)
        return counts

    def combine(self, pairs: Sequence[Stats]) -> Stats:
        """The two lengths weighed (the first once more), then as in every ROUGE."""
        if self.refs == "best":
            pairs = [max(pairs, key=self.closeness)]
        power = self.weight
        return super().combine([(hits, a**power, b**power) for hits, a, b in pairs])

    def closeness(self, pair: Stats) -> float:
        """Hits per weighted sentence length; the original does not round before it chooses."""
        return self.ratio(pair[0], pair[1])

    def ratio(self, part: float, whole: float) -> float:
        """The weight taken back out."""
        return float((part / whole) ** (1 / self.weight)) if whole else 0.0
