"""Rank the systems of a corpus by preferences, ratings or scores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sumscope.core.choices import Drawn, check_choice
from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.files import output
from sumscope.core.human_tables import HumanTables
from sumscope.core.numbers import check_confidence, check_resamples
from sumscope.core.seeds import check_seed
from sumscope.core.table import ScoreTable
from sumscope.core.values import Topic
from sumscope.core.wording import counted
from sumscope.corpus.stream import CorpusLike, with_options
from sumscope.metaeval.standings import (
    Bootstrap,
    Ranking,
    rank_preferences,
    rank_ratings,
    rank_scores,
)

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers

_PREFERENCE = (
    'a preference is written {"judge": "j1", "name": "overall", "left": "sys1", "right": "sys2", '
    '"choice": "left"}'
)


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
    from sumscope.app.inputs import scores_of, topics_in
    from sumscope.corpus.human_columns import human_tables

    check_choice("over", over, Drawn)
    check_resamples(resamples)
    check_confidence(confidence)
    how = Bootstrap(over, resamples, confidence, check_seed(seed))
    if isinstance(corpus, str) and corpus == by == "-":
        raise SumscopeError("both files are standard input", hint="give one of them by name")
    given = with_options(corpus, columns, peer)
    with output(plot, [corpus, by]):
        if plot is not None:
            from sumscope.report.drawing import check_name

            check_name(plot)
        if by is not None and by not in ("preferences", "ratings"):
            ranking = _by_scores(topics_in(given), scores_of(by), name, how, lower)
        else:
            found = human_tables(topics_in(given))
            chosen = by or ("preferences" if found.preferences else "ratings")
            ranking = _by_people(found, str(chosen), name, how)
        if plot is not None:
            from sumscope.report.drawing import save
            from sumscope.report.judge_figures import rank_figure

            save(rank_figure(ranking), plot)
    return ranking


def _by_people(found: HumanTables, by: str, name: str | None, how: Bootstrap) -> Ranking:
    if by == "ratings":
        if not found.ratings:
            hint = "rank by preferences" if found.preferences else _PREFERENCE
            raise SumscopeError("the corpus has no judgements to rank by", hint=hint)
        return rank_ratings(found.ratings[_chosen(found.ratings, name, "judgement")], how)
    if not found.preferences:
        raise SumscopeError("the corpus has no preferences to rank by", hint=_PREFERENCE)
    return rank_preferences(found.preferences[_chosen(found.preferences, name, "question")], how)


def _by_scores(
    topics: Iterable[Topic], scores: ScoreTable, name: str | None, how: Bootstrap, lower: bool
) -> Ranking:
    known = {(topic.id, peer.id) for topic in topics for peer in topic.peers}
    named = dict.fromkeys(scores.measures)
    if not named:
        raise SumscopeError("the scores have no rows", hint="score something first")
    measure = _chosen(named, name, "measure")
    rows = [row for row in scores if row.measure == measure]
    kept = [row for row in rows if (row.topic, row.peer) in known] if known else rows
    if not kept:
        raise SumscopeError(
            "no scored summary is in the corpus",
            hint=f"the scores begin with topic {rows[0].topic!r} and peer {rows[0].peer!r}",
        )
    made = rank_scores(measure, kept, how, lower or scores.better(measure) == "lower")
    if len(kept) == len(rows):
        return made
    from dataclasses import replace

    number = counted(len(rows) - len(kept), "scored summary", "scored summaries")
    note = f"left out, not in the corpus: {number}"
    return replace(made, notes=(*made.notes, note))


def _chosen(known: Mapping[str, object], name: str | None, kind: str) -> str:
    """The name asked for, or the only one there is."""
    if name is None:
        if len(known) == 1:
            return next(iter(known))
        listed = ", ".join(known)
        raise SumscopeError(f"there are several {kind}s", hint=f"choose with --name: {listed}")
    if name not in known:
        raise SumscopeError(f"unknown {kind} {name!r}", hint=nearest(name, known))
    return name
