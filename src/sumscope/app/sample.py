"""Choose the sentence set that judges are given."""

from __future__ import annotations

import os
from collections.abc import Iterable

from sumscope.annotate.sampling import HIGH, LOW, MOST, WHOLE, Sample, choose
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic


def sample(
    corpus: str | os.PathLike[str] | Iterable[Topic],
    *,
    low: int = LOW,
    high: int = HIGH,
    documents: int = MOST,
    whole: int = WHOLE,
) -> Sample:
    """Choose a sentence set from each topic that has documents.

    `low` to `high` sentences from at most `documents` documents; a topic of `whole` documents or
    fewer is used whole. `Sample.topics` holds the topics with the chosen documents only, in order
    of date and split into sentences, ready to be written as a corpus.
    """
    if not 1 <= low <= high:
        raise SumscopeError(
            f"{low} to {high} sentences is no range", hint="give --low from 1 up to --high"
        )
    if documents < 1:
        raise SumscopeError(f"documents is {documents}", hint="give 1 or more")
    if whole < 0:
        raise SumscopeError(f"whole is {whole}", hint="give 0 or more")
    sets, topics = [], []
    for topic in _topics(corpus):
        if topic.documents:
            made, cut = choose(topic, low, high, documents, whole)
            sets.append(made)
            topics.append(cut)
    if not sets:
        raise SumscopeError("no topic of the corpus has documents")
    return Sample(tuple(sets), tuple(topics))


def _topics(corpus: str | os.PathLike[str] | Iterable[Topic]) -> Iterable[Topic]:
    if isinstance(corpus, (str, os.PathLike)):
        from sumscope.corpus.jsonl import read_corpus

        return read_corpus(corpus)
    return corpus
