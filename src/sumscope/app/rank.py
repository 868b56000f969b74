"""Rank the systems of a corpus by preferences, ratings or scores."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sumscope.core.choices import Drawn, check_choice
from sumscope.core.files import check_standard_input, output
from sumscope.core.numbers import check_confidence, check_resamples, check_seed
from sumscope.core.table import ScoreTable

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.metaeval.rank import Ranking


def rank(
    corpus: CorpusLike,
    *,
    by: str | os.PathLike[str] | ScoreTable | None = None,
    name: str | None = None,
    over: Drawn = "both",
    lower: bool = False,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    plot: str | os.PathLike[str] | None = None,
) -> Ranking:
    """Rank the systems of a corpus, with intervals of their strengths and ranks.

    - `by`: `preferences`, `ratings`, or scores (a file or a `ScoreTable`). Default: preferences if
      the corpus has any, otherwise ratings.
    - `name`: the question, judgement or measure, if there are several.
    - `over`: what the intervals resample: items (topics), judges or both.
    - `lower`: lower is better, for a measure from elsewhere.
    - `resamples`: number of bootstrap resamples; `confidence`: level of the intervals; `seed`:
      random seed; `columns` and `peer`: for tables, as in `sumscope.score`.
    - `plot`: draw the ranking to this file (.png, .svg or .pdf).

    >>> import sumscope
    >>> from sumscope.core.values import Preference, Topic
    >>> said = [("a", "b", "left"), ("b", "c", "left"), ("c", "a", "right"), ("b", "a", "left")]
    >>> topics = [
    ...     Topic(str(i), preferences=(Preference("j", "overall", left, right, choice),))
    ...     for i, (left, right, choice) in enumerate(said * 5)
    ... ]
    >>> [row.peer for row in sumscope.rank(topics).rows]
    ['a', 'b', 'c']
    """
    from sumscope.corpus.human_columns import human_tables
    from sumscope.corpus.scores import table_of
    from sumscope.corpus.stream import with_options
    from sumscope.corpus.topic_stream import topics_in
    from sumscope.metaeval.rank import Bootstrap, rank_answers, rank_table

    check_choice("over", over, Drawn)
    check_resamples(resamples)
    check_confidence(confidence)
    how = Bootstrap(over, resamples, confidence, check_seed(seed))
    check_standard_input(corpus, by)
    given = with_options(corpus, columns, peer)
    with output(plot, [given, by]):
        if plot is not None:
            from sumscope.report.drawing import check_name

            check_name(plot)
        if by is not None and not (isinstance(by, str) and by in ("preferences", "ratings")):
            scores = table_of(by, "rank(by=...)")
            peers = {(topic.id, one.id) for topic in topics_in(given) for one in topic.peers}
            ranking = rank_table(scores, peers, name, how, lower)
        else:
            answers = human_tables(topics_in(given))
            ranking = rank_answers(answers, None if by is None else str(by), name, how)
        if plot is not None:
            from sumscope.report.drawing import save
            from sumscope.report.judge_figures import rank_figure

            save(rank_figure(ranking), plot)
    return ranking
