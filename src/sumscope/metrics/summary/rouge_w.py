"""ROUGE-W."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import measure
from sumscope.rouge_scoring.words import RougeOptions

if TYPE_CHECKING:
    from sumscope.kernels.types import Spec


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
            raise SumscopeError(f"{self}: weight is not from 1 to 100", hint="write weight=1.2")

    @property
    def by_sentence(self) -> bool:
        """Subsequences are of sentences."""
        return True

    @property
    def count(self) -> Spec:
        """Runs of words in the union of common subsequences."""
        return "wlcs", self.weight

    @property
    def power(self) -> float:
        """Lengths weigh as runs do."""
        return self.weight
