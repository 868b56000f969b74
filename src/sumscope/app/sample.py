"""Choose the sentence set that judges are given."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sumscope.core.files import output

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.covers.sampling import Sample


def sample(
    corpus: CorpusLike,
    *,
    low: int = 150,
    high: int = 200,
    documents: int = 15,
    whole: int = 5,
    out: str | os.PathLike[str] | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
) -> Sample:
    """Choose a sentence set from each topic that has documents.

    `low` to `high` sentences from at most `documents` documents; a topic of `whole` documents or
    fewer is used whole. `columns` and `peer` are for tables, as in `sumscope.score`.

    `Sample.topics` holds the topics with the chosen documents only, in order of date and split into
    sentences; with `out` they are written there, as a corpus.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> found = sumscope.sample(DEMO, low=10, high=40)
    >>> bool(found.sets[0].sentences)
    True
    """
    from sumscope.corpus.jsonl import check_name, write_corpus
    from sumscope.corpus.stream import Source, with_options
    from sumscope.corpus.topic_stream import topics_of
    from sumscope.covers.sampling import choose_from

    given = with_options(corpus, columns, peer)
    with output(out, [given], stdout=True):
        if out is not None:
            check_name(out)
        topics = topics_of(Source.of(given, needs=("documents",)), None)
        chosen = choose_from(topics, low=low, high=high, documents=documents, whole=whole)
        if out is not None:
            write_corpus(out, chosen.topics)
    return chosen
