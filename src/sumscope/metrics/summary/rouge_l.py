"""ROUGE-L."""

from __future__ import annotations

from typing import Any

from sumscope.core.measure import measure
from sumscope.kernels import load
from sumscope.metrics.summary._rouge import RougeOptions, Stats


@measure("rouge-l", needs=("peer", "references"), range=(0, 1), better="higher", cite="lin2004")
class RougeL(RougeOptions):
    """Words of the references that a summary holds in the same order, sentence by sentence.

    For each sentence of a reference, the union of its longest common subsequences with every
    sentence of the summary (ROUGE-1.5.5's ROUGE-L, elsewhere called ROUGE-Lsum). An empty summary
    or empty references give 0.
    """

    def __post_init__(self) -> None:
        self.check()

    def pair(self, reference: Any, peer: Any) -> Stats:
        """Words in the union and the two lengths."""
        counts: Stats = load("rouge").lcs(reference, peer)
        return counts

    def closeness(self, pair: Stats) -> float:
        """Recall; here the original does not round before it chooses."""
        return self.ratio(pair[0], pair[1])
