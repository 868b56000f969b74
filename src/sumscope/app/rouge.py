"""ROUGE of plain strings, for programs that have texts and no corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sumscope.rouge_scoring.strings import (
    DEFAULT,
    RougeScore,
    RougeScores,
    TextLike,
    as_references,
    check_text,
    encode_one,
    rouge_measures,
)


def rouge(
    peer: TextLike,
    references: TextLike | Sequence[TextLike],
    measures: str | Sequence[Any] = DEFAULT,
    *,
    lang: str | None = None,
) -> RougeScores:
    """Recall, precision and F of a text against one or more references.

    `peer` is a str with one sentence a line, or a list of sentences. `references` is a list of
    such texts, or one str. Sentences matter to ROUGE-L and ROUGE-W only. `lang` matters where
    `tokens=unicode` is asked for.

        sumscope.rouge("The cat sat.", ["A cat sat down."], ["rouge-1", "rouge-l(stem=false)"])
    """
    read = rouge_measures(measures)
    texts = as_references(references)
    check_text(peer, "the peer")
    found = {}
    for group in read.groups:
        first = group[0][1]
        mine = encode_one(first, peer, lang)
        others = [encode_one(first, text, lang) for text in texts]
        for place, measure in group:
            stats = measure.combine([measure.pair(other, mine) for other in others])
            found[read.names[place]] = RougeScore(*measure.scores(stats))
    return RougeScores({name: found[name] for name in read.names})
