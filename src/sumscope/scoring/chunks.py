"""What workers run: some raw lines of a corpus in, the scores of their peers out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sumscope.core.measure import parse
from sumscope.core.values import Value, to_plain
from sumscope.corpus.background import Survey, surveyors, unpack
from sumscope.corpus.view import TopicView, view_of_line
from sumscope.jobs.job import Chunk, Results
from sumscope.scoring.topics import Jackknife, score_columns


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
