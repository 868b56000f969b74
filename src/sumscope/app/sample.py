"""Choose the sentence set that judges are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.annotate.sampling import HIGH, LOW, MOST, WHOLE, Sample, choose
from sumscope.core.errors import SumscopeError
from sumscope.corpus.stream import CorpusLike, Source
from sumscope.corpus.topic_stream import topics_of

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers


def sample(
    corpus: CorpusLike,
    *,
    low: int = LOW,
    high: int = HIGH,
    documents: int = MOST,
    whole: int = WHOLE,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
) -> Sample:
    """Choose a sentence set from each topic that has documents.

    `low` to `high` sentences from at most `documents` documents; a topic of `whole` documents or
    fewer is used whole. `Sample.topics` holds the topics with the chosen documents only, in order
    of date and split into sentences, ready to be written as a corpus.
    """
    if not 1 <= low <= high:
        raise SumscopeError(
            f"{low} to {high} sentences is not a range", hint="give --low from 1 up to --high"
        )
    if documents < 1:
        raise SumscopeError(f"documents is {documents}", hint="give 1 or more")
    if whole < 0:
        raise SumscopeError(f"whole is {whole}", hint="give 0 or more")
    sets, topics = [], []
    for topic in topics_of(Source.of(corpus, columns, peer, needs=("documents",)), None):
        if topic.documents:
            made, cut = choose(topic, low, high, documents, whole)
            sets.append(made)
            topics.append(cut)
    if not sets:
        raise SumscopeError("no topic of the corpus has documents")
    return Sample(tuple(sets), tuple(topics))
