"""ROUGE of many plain strings at once, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sumscope.app.rouge import DEFAULT

if TYPE_CHECKING:
    from sumscope.rouge_scoring.strings import TextLike
    from sumscope.rouge_scoring.table import RougeTable


def rouge_batch(
    peers: Sequence[TextLike],
    references: Sequence[TextLike | Sequence[TextLike]],
    measures: str | Sequence[Any] = DEFAULT,
    *,
    lang: str | None = None,
) -> RougeTable:
    """`sumscope.rouge` for many texts: the same numbers, several times as fast.

    `references[i]` are the references of `peers[i]`: one str, or a list of texts.

        table = sumscope.rouge_batch(["The cat sat."], [["A cat sat down."]], ["rouge-2"])
        table.f.mean(axis=0)

    >>> import sumscope
    >>> table = sumscope.rouge_batch(["The cat sat."], [["A cat sat down."]], ["rouge-1"])
    >>> table[0]["rouge-1"].r
    0.5
    """
    from sumscope.rouge_scoring.texts import score_batch

    return score_batch(peers, references, measures, lang)
