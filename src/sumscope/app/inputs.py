"""Input types of the public functions: corpora and scores, as files or as values."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sumscope.core.table import ScoreTable
from sumscope.core.values import Topic

if TYPE_CHECKING:
    from sumscope.corpus.stream import CorpusLike

# A file of scores, a score table, a frame long or wide, or topics with judgements.
ScoresLike = str | os.PathLike[str] | ScoreTable | Iterable[Any]


def topics_in(corpus: CorpusLike) -> Iterable[Topic]:
    """The topics of a corpus or a table."""
    from sumscope.corpus.stream import Source
    from sumscope.corpus.topic_stream import topics_of

    return topics_of(Source.of(corpus), None)


def scores_of(given: ScoresLike, name: str = "scores") -> ScoreTable:
    """A score table: from a file of ours or of others, a frame, or the judgements of topics.

    `name` is the argument in messages, such as `meta(human=...)`.
    """
    from sumscope.core.score_frames import frame_rows, rows_of_frame
    from sumscope.corpus.columns import is_topic
    from sumscope.corpus.score_import import judgements, read_any_scores
    from sumscope.corpus.stream import Corpus, Source

    if isinstance(given, ScoreTable):
        return given
    if isinstance(given, str | os.PathLike):
        return read_any_scores(given)
    if isinstance(given, Source | Corpus):
        return judgements(topics_in(given))
    if isinstance(given, list | tuple):
        if given and all(isinstance(one, Topic) or is_topic(one) for one in given):
            return judgements(topics_in(given))
    elif isinstance(given, Iterable) and frame_rows(given) is None:
        held = list(given)
        if held and all(isinstance(one, Topic) for one in held):
            return judgements(held)
    return ScoreTable(tuple(rows_of_frame(given, name)))


def elsewhere(
    others: ScoresLike | Sequence[ScoresLike] | None, name: str
) -> list[tuple[str, ScoreTable]]:
    """Score tables made elsewhere, each with the name it has in messages."""
    if others is None:
        return []
    several = isinstance(others, list | tuple) and not all(isinstance(o, dict) for o in others)
    given: Sequence[ScoresLike] = others if several else [others]  # type: ignore[assignment]
    return [
        (str(o) if isinstance(o, str | os.PathLike) else name, scores_of(o, name)) for o in given
    ]


def beside(
    table: ScoreTable, others: ScoresLike | Sequence[ScoresLike] | None, name: str
) -> ScoreTable:
    """The scores joined with scores made elsewhere."""
    from sumscope.corpus.score_import import join_scores

    for what, found in elsewhere(others, name):
        table = join_scores(table, found, what)
    return table
