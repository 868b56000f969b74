"""ROUGE-SU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.core.measure import measure
from sumscope.rouge_scoring.words import RougeOptions

if TYPE_CHECKING:
    from sumscope.kernels.types import Spec


@measure(
    "rouge-su{skip?}",
    needs=("peer", "references"),
    range=(0, 1),
    better="higher",
    cite="lin2004",
    names=("rouge-su", "rouge-su4"),
)
class RougeSU(RougeOptions):
    """Ordered word pairs and single words shared by a summary and its references, as -2 with -u.

    `rouge-su4` lets at most 4 words stand between, `rouge-su` any number (ROUGE-SU*). As in the
    original the last word of a text does not count as a single word. Nothing to count gives 0.
    """

    skip: int | None = None

    def __post_init__(self) -> None:
        self.check()

    @property
    def count(self) -> Spec:
        """Word pairs and single words."""
        return "skips", -1 if self.skip is None else self.skip, True
