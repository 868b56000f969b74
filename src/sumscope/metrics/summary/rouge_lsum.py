"""ROUGE-Lsum, as rouge-score computes it."""

from __future__ import annotations

from typing import Any, Literal

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import measure
from sumscope.rouge_scoring.words import RougeOptions


@measure("rouge-lsum", needs=("peer", "references"), range=(0, 1), better="higher", cite="lin2004")
class RougeLsum(RougeOptions):
    """Common subsequences line by line: `rougeLsum` of rouge-score, evaluate and torchmetrics.

    Texts are split at line ends; given sentences are taken as they are. `like` is `rouge-score`
    here; for ROUGE-1.5.5's own measure write `rouge-l`, which finds sentences. An empty summary or
    empty references give 0.
    """

    stem: bool = False
    report: Literal["r", "p", "f"] = "f"
    like: Literal["rouge-score"] | None = "rouge-score"

    def __post_init__(self) -> None:
        if self.like is None:
            hint = "write rouge-l"
            raise SumscopeError("rouge-lsum without like=rouge-score is rouge-l", hint=hint)
        self.check()

    @property
    def unit(self) -> Literal["whole", "lines"]:
        """Subsequences are of lines."""
        return "lines"

    @property
    def by_sentence(self) -> bool:
        """Subsequences are of lines."""
        return True

    @property
    def count(self) -> tuple[Any, ...]:
        """Words in the union of common subsequences."""
        return ("lcs",)
