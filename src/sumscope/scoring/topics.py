"""Score topics with several measures: which references each peer is scored against.

`score_chunk` is what workers run: raw lines of a corpus in, the scores of their peers out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sumscope.core import choices
from sumscope.core.choices import Jackknife as Jackknife
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import needs_of, parse
from sumscope.core.values import Undefined, Value, to_plain
from sumscope.corpus.background import Survey, surveyors, unpack
from sumscope.corpus.view import TextView, TopicView, view_of_line
from sumscope.jobs.job import Chunk, Results
from sumscope.metrics.protocols import Case, SummaryMeasure, Together

JACKKNIFES = choices.values(Jackknife)
AnySummaryMeasure = SummaryMeasure[Any, Any]


class PeerScores(NamedTuple):
    """The scores of one peer on one topic, one value per measure."""

    peer: str
    human: bool
    values: list[Value]


# A peer, its topic, and its topic with each set of references that it is scored against.
_Peer = tuple[TextView, TopicView, tuple[TopicView, ...]]


def score_topic(
    view: TopicView, measures: Sequence[AnySummaryMeasure], jackknife: Jackknife = "human"
) -> list[PeerScores]:
    """Score every peer of a topic; see `score_topics`."""
    return score_topics([view], measures, jackknife)[0]


def score_topics(
    views: Sequence[TopicView],
    measures: Sequence[AnySummaryMeasure],
    jackknife: Jackknife = "human",
) -> list[list[PeerScores]]:
    """Score every peer of each topic.

    `human`: a human peer that is also a reference is scored against the other references.
    `all`: besides, every other peer gets the mean over the reference sets with one left out, as
    DUC and TAC do, so that people and systems are scored against equally many references.
    `none`: everyone is scored against every reference, people against their own text too.
    """
    rows = map(list, zip(*score_columns(views, measures, jackknife), strict=True))
    return [[PeerScores(p.id, p.human, next(rows)) for p in view.peers] for view in views]


def score_columns(
    views: Sequence[TopicView],
    measures: Sequence[AnySummaryMeasure],
    jackknife: Jackknife = "human",
) -> list[list[Value]]:
    """The scores of `score_topics`: by measure, for every peer of one topic after the other."""
    peers = [peer for view in views for peer in _peers(view, jackknife)]
    groups: dict[Together, list[int]] = {}  # places of measures by the function that scores them
    for place, measure in enumerate(measures):
        groups.setdefault(measure.together or _singly(measure), []).append(place)
    columns: dict[int, list[Value]] = {}
    for together, places in groups.items():
        columns |= zip(
            places, _columns(together, [measures[i] for i in places], peers), strict=True
        )
    return [columns[index] for index in range(len(measures))]


def _peers(view: TopicView, jackknife: Jackknife) -> list[_Peer]:
    whole = (view,)
    names = {reference.id for reference in view.references} if jackknife != "none" else ()
    others: dict[str, TopicView] = {}  # the topic without one reference, made once

    def without(name: str) -> TopicView:
        if name not in others:
            others[name] = view.without(name)
        return others[name]

    rest: tuple[TopicView, ...] = whole
    if jackknife == "all" and len(names) > 1:
        rest = tuple([without(reference.id) for reference in view.references])
    return [
        (peer, view, (without(peer.id),) if peer.human and peer.id in names else rest)
        for peer in view.peers
    ]


def _singly(measure: AnySummaryMeasure) -> Together:
    """Return the function that scores the peers one by one."""

    def score(_: Sequence[Any], cases: Sequence[Case]) -> list[list[Value]]:
        prepared: dict[int, Any] = {}  # by the topic with its references, which lives in `cases`
        found: list[Value] = []
        for view, peer in cases:
            try:
                if id(view) not in prepared:
                    prepared[id(view)] = measure.prepare(view)
                found.append(measure.score(measure.stats(prepared[id(view)], peer)))
            except SumscopeError as error:
                if error.where is None:
                    where = f"topic {view.id!r}, peer {peer.id!r}"
                    error = SumscopeError(error.what, where=where, hint=error.hint)
                raise error from None
        return [found]

    return score


def _columns(
    together: Together, measures: Sequence[AnySummaryMeasure], peers: Sequence[_Peer]
) -> list[list[Value]]:
    """The value or reason of every peer, for each of some measures that need the same."""
    needs = needs_of(measures[0])
    if "references" not in needs:
        peers = [(text, whole, (whole,)) for text, whole, _ in peers]
    reasons: dict[TopicView, Undefined | None] = {}
    cases: list[Case] = []
    for text, whole, chosen in peers:
        for view in chosen:
            if view not in reasons:
                reasons[view] = None
                if "references" in needs and not view.references:
                    own = "no reference but the peer's own" if whole.references else "no references"
                    reasons[view] = Undefined(own)
                elif "documents" in needs and not view.documents:
                    reasons[view] = Undefined("no documents")
            if reasons[view] is None:
                cases.append((view, text))
    sets = [chosen for _, _, chosen in peers]
    # As a rule there is one value for each peer, and all of them are finite floats.
    one_each = len(cases) == len(peers) == sum(map(len, sets))
    columns: list[list[Value]] = []
    for scores in together(measures, cases):
        if not one_each:
            values = iter(scores)
            columns.append([_mean([reasons[v] or next(values) for v in many]) for many in sets])
        elif set(map(type, scores)) == {float} and math.isfinite(sum(scores)):  # type: ignore[arg-type]
            columns.append(list(scores))
        else:
            columns.append(list(map(_shown, scores)))
    return columns


def _shown(value: Value) -> Value:
    """Return the value as a plain float; what is not finite is undefined."""
    if isinstance(value, Undefined):
        return value
    return float(value) if math.isfinite(value) else Undefined("not a finite number")


def _mean(found: Sequence[Value]) -> Value:
    """Return the mean, or the first reason why there is none."""
    numbers: list[float] = []
    for value in map(_shown, found):
        if isinstance(value, Undefined):
            return value
        numbers.append(value)
    return numbers[0] if len(numbers) == 1 else math.fsum(numbers) / len(numbers)


@dataclass(frozen=True)
class ScoreTask:
    """What to compute; the same task on the same lines gives the same result anywhere.

    Measures are spelled, so that a worker that does not know one can say so.
    """

    measures: tuple[str, ...]
    jackknife: Jackknife
    corpus: str
    backgrounds: bytes = b""

    def parsed(self) -> list[Any]:
        """The measures."""
        return [parse(spelling) for spelling in self.measures]


def score_chunk(task: ScoreTask, chunk: Chunk) -> Results:
    """Score every topic of a chunk: language, [[peer, human, [value or reason, ...]], ...]."""
    backgrounds = unpack(task.backgrounds)
    views = [
        view_of_line(raw, f"{task.corpus}:{number}", backgrounds) for number, raw in chunk.lines
    ]
    columns: list[Iterable[Value | str]] = []
    for column in score_columns(views, task.parsed(), task.jackknife):
        is_plain = set(map(type, column)) <= {float}  # as a rule; looking costs less than a copy
        columns.append(column if is_plain else map(to_plain, column))
    rows = map(list, zip(*columns, strict=True))
    return [
        ((number, view.id), [view.lang, [[p.id, p.human, next(rows)] for p in view.peers]])
        for (number, _), view in zip(chunk.lines, views, strict=True)
    ]


def survey_chunk(task: ScoreTask, chunk: Chunk) -> Survey:
    """Count what the measures of a task need to know of a chunk."""
    survey, measures = Survey(), surveyors(task.parsed())
    for _, topic in chunk.topics(task.corpus):
        survey.add(measures, TopicView(topic))
    return survey
