"""What the functions on human judgement take: corpora and scores, as files or as values."""

from __future__ import annotations

import os
from collections.abc import Iterable

from sumscope.core.errors import SumscopeError
from sumscope.core.table import ScoreTable
from sumscope.core.values import Topic


def topics_in(corpus: str | os.PathLike[str] | Iterable[Topic]) -> Iterable[Topic]:
    """The topics of a corpus file, or those given."""
    from sumscope.corpus.jsonl import read_corpus

    return read_corpus(corpus) if isinstance(corpus, str | os.PathLike) else corpus


def scores_of(given: str | os.PathLike[str] | ScoreTable | Iterable[Topic]) -> ScoreTable:
    """A score table, read from a file of ours or of others, or the judgements of topics."""
    from sumscope.corpus.score_import import judgements, read_any_scores

    if isinstance(given, ScoreTable):
        return given
    if isinstance(given, str | os.PathLike):
        return read_any_scores(given)
    if isinstance(given, Iterable):
        return judgements(given)
    raise SumscopeError(
        f"scores are {type(given).__name__}", hint="give a file, a ScoreTable or topics"
    )
