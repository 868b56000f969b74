"""ROUGE-L."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.core.measure import measure
from sumscope.rouge_scoring.words import RougeOptions

if TYPE_CHECKING:
    from sumscope.kernels.types import Spec


@measure("rouge-l", needs=("peer", "references"), range=(0, 1), better="higher", cite="lin2004")
class RougeL(RougeOptions):
    """Words of the references that a summary holds in the same order, sentence by sentence.

    For each sentence of a reference, the union of its longest common subsequences with every
    sentence of the summary (ROUGE-1.5.5's ROUGE-L, elsewhere called ROUGE-Lsum). Under
    `like=rouge-score` it is that package's `rougeL`, which takes the whole text as one sentence.
    An empty summary or empty references give 0.
    """

    def __post_init__(self) -> None:
        self.check()

    @property
    def by_sentence(self) -> bool:
        """Subsequences are of sentences."""
        return True

    @property
    def count(self) -> Spec:
        """Words in the union of common subsequences."""
        return ("lcs",)
