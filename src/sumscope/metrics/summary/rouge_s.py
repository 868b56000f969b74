"""ROUGE-S."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.core.measure import measure
from sumscope.rouge_scoring.words import RougeOptions

if TYPE_CHECKING:
    from sumscope.kernels.types import Spec


@measure(
    "rouge-s{skip?}",
    needs=("peer", "references"),
    range=(0, 1),
    better="higher",
    cite="lin2004",
    names=("rouge-s", "rouge-s4"),
)
class RougeS(RougeOptions):
    """Ordered word pairs shared by a summary and its references, as ROUGE-1.5.5 -2.

    `rouge-s4` lets at most 4 words stand between, `rouge-s` any number (ROUGE-S*). Pairs cross
    sentence ends. A text of fewer than two words has no pair; nothing to count gives 0.
    """

    skip: int | None = None

    def __post_init__(self) -> None:
        self.check()

    @property
    def count(self) -> Spec:
        """Word pairs."""
        return "skips", -1 if self.skip is None else self.skip, False
