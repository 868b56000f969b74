"""The unit of work that crosses to another process: some raw lines in, their scores out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sumscope.core.measure import parse
from sumscope.core.values import Topic, Value, to_plain
from sumscope.corpus.background import Survey, surveyors, unpack
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.line_view import view_of_line
from sumscope.corpus.view import TopicView
from sumscope.scoring.topics import Jackknife, score_columns

# A topic's results as plain JSON values: [[line, topic id], what the work made of it].
Result = tuple[tuple[int, str], Any]
# Chunks are cut by these numbers alone, never by the number of workers.
CHUNK_TOPICS = 64
CHUNK_BYTES = 1 << 18


@dataclass(frozen=True)
class Job:
    """What to compute; the same job on the same lines gives the same result anywhere."""

    measures: tuple[str, ...]
    jackknife: Jackknife
    corpus: str
    backgrounds: bytes = b""


@dataclass(frozen=True)
class Chunk:
    """Consecutive lines of a corpus, and what else their processing needs."""

    index: int
    lines: tuple[tuple[int, bytes], ...]
    beside: Any = None

    @property
    def size(self) -> int:
        """Bytes of text in it."""
        return sum(len(raw) for _, raw in self.lines)

    def each(self, corpus: str, make: Callable[[Topic], Any]) -> list[Result]:
        """What `make` makes of every topic; `corpus` is its name in errors."""
        made: list[Result] = []
        for number, raw in self.lines:
            topic = parse_topic(raw, f"{corpus}:{number}")
            made.append(((number, topic.id), make(topic)))
        return made


def cut(
    lines: Iterable[tuple[int, bytes]],
    skip_topics: int = 0,
    first: int = 0,
    topics: int | None = None,
) -> Iterator[Chunk]:
    """Cut a stream of lines into chunks, leaving out the topics that are already done."""
    held: list[tuple[int, bytes]] = []
    most = topics or CHUNK_TOPICS
    size = 0
    index = first
    for seen, (number, raw) in enumerate(lines):
        if seen < skip_topics:
            continue
        held.append((number, raw))
        size += len(raw)
        if len(held) >= most or size >= CHUNK_BYTES:
            yield Chunk(index, tuple(held))
            index, held, size = index + 1, [], 0
    if held:
        yield Chunk(index, tuple(held))


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
