"""Choose the sentence set that judges are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.annotate.sampling import HIGH, LOW, MOST, WHOLE, Sample, choose_from
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

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> found = sumscope.sample(DEMO, low=10, high=40)
    >>> bool(found.sets[0].sentences)
    True
    """
    source = Source.of(corpus, columns, peer, needs=("documents",))
    return choose_from(
        topics_of(source, None), low=low, high=high, documents=documents, whole=whole
    )
