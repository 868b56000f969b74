"""What workers run: some raw lines of a corpus in, the scores of their peers out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sumscope.core.measure import parse
from sumscope.core.values import Value, to_plain
from sumscope.corpus.background import Survey, surveyors, unpack
from sumscope.corpus.line_view import view_of_line
from sumscope.corpus.view import TopicView
from sumscope.jobs.chunks import Chunk, Result
from sumscope.scoring.topics import Jackknife, score_columns


@dataclass(frozen=True)
class Job:
    """What to compute; the same job on the same lines gives the same result anywhere."""

    measures: tuple[str, ...]
    jackknife: Jackknife
    corpus: str
    backgrounds: bytes = b""


def score_chunk(job: Job, chunk: Chunk) -> list[Result]:
    """Score every topic of a chunk (this is what workers run).

    What is made of a topic: its language, [[peer, human, [value or reason, ...]], ...].
    """
    backgrounds = unpack(job.backgrounds)
    views = [
        view_of_line(raw, f"{job.corpus}:{number}", backgrounds) for number, raw in chunk.lines
    ]
    columns = score_columns(views, measures_of(job.measures), job.jackknife)
    rows = map(list, zip(*map(_plain, columns), strict=True))
    return [
        ((number, view.id), [view.lang, [[p.id, p.human, next(rows)] for p in view.peers]])
        for (number, _), view in zip(chunk.lines, views, strict=True)
    ]


def _plain(column: list[Value]) -> Sequence[float | str]:
    """`to_plain` for each; a column of floats, as a rule, is plain already."""
    if set(map(type, column)) <= {float}:
        return column  # type: ignore[return-value]
    return list(map(to_plain, column))


@lru_cache(maxsize=4)
def measures_of(spellings: tuple[str, ...]) -> tuple[Any, ...]:
    """The measures of a job, read once for all its chunks."""
    return tuple(parse(spelling) for spelling in spellings)


def survey_chunk(job: Job, chunk: Chunk) -> Survey:
    """Count what the measures of a job need to know of a chunk."""
    counted, measures = Survey(), surveyors(measures_of(job.measures))
    chunk.each(job.corpus, lambda topic: counted.add(measures, TopicView(topic)))
    return counted
