"""ROUGE of plain strings, for programs that have texts and no corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from sumscope.core.values import Text

if TYPE_CHECKING:
    from sumscope.rouge_scoring.strings import RougeScores
    from sumscope.rouge_scoring.table import RougeTable

One = str | Text
DEFAULT = ("rouge-1", "rouge-2", "rouge-l")


@overload
def rouge(  # type: ignore[overload-overlap]
    predictions: One,
    references: One | Sequence[One],
    measures: str | Sequence[Any] = DEFAULT,
    *,
    lang: str | None = None,
) -> RougeScores: ...
@overload
def rouge(
    predictions: Sequence[One],
    references: Sequence[One | Sequence[One]],
    measures: str | Sequence[Any] = DEFAULT,
    *,
    lang: str | None = None,
) -> RougeTable: ...
def rouge(
    predictions: One | Sequence[One],
    references: One | Sequence[One | Sequence[One]],
    measures: str | Sequence[Any] = DEFAULT,
    *,
    lang: str | None = None,
) -> RougeScores | RougeTable:
    """Recall, precision and F of one text, or of many.

    Pass a string with its reference or a list of references to score one text. Pass two lists of
    equal length to score many: the result is a table with one row for each text and with `means()`,
    `intervals()` and `compare(other)`; each item of `references` is a text or a list of texts.
    Use `sumscope.Text(["First.", "Second."])` for sentences split by hand. A string with line
    breaks has one sentence per line; in other strings sentences are found. Sentences matter to
    ROUGE-L and ROUGE-W only.

    >>> import sumscope
    >>> sumscope.rouge("The cat sat.", "A cat sat down.")["rouge-1"].f
    0.57143
    >>> table = sumscope.rouge(["The cat sat.", "Dogs run."], ["A cat sat.", "Dogs ran."])
    >>> len(table)
    2
    """
    from sumscope.rouge_scoring import texts

    if isinstance(predictions, str | Text):
        return texts.score_text(predictions, references, measures, lang)
    return texts.score_lists(predictions, references, measures, lang)
