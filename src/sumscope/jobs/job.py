"""A job over a corpus: a function of each topic, run in memory or to a file, resumable.

Results are `[[line, topic id], rows]`, one for each topic, in the order of the corpus. Rows cross
processes; those of a job that goes to a file are plain JSON values, so that they can lie in its
journal. Where the work is done changes nothing in what comes out.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import functools
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.core.files import PARTIAL
from sumscope.core.progress import Progress
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import SeenIds, check_new_id, parse_topic
from sumscope.corpus.stream import Source
from sumscope.jobs.engine import Engine, in_order
from sumscope.jobs.journal import Journal

# For each topic [[line, topic id], rows]; rows that lie in a journal are plain JSON values.
Results = list[tuple[tuple[int, str], Any]]
# Chunks are cut by these numbers alone, never by the number of workers.
CHUNK_TOPICS = 64
CHUNK_BYTES = 1 << 18


@dataclass(frozen=True)
class Chunk:
    """Consecutive lines of a corpus, with their numbers."""

    index: int
    lines: tuple[tuple[int, bytes], ...]

    def topics(self, corpus: str) -> Iterator[tuple[tuple[int, str], Topic]]:
        """Yield line, id and topic; `corpus` is its name in errors."""
        for number, raw in self.lines:
            topic = parse_topic(raw, f"{corpus}:{number}")
            yield (number, topic.id), topic


def cut(
    lines: Iterable[tuple[int, bytes]],
    skip_topics: int = 0,
    first: int = 0,
    topics: int | None = None,
) -> Iterator[Chunk]:
    """Cut a stream of lines into chunks, leaving out the topics that are already done."""
    pending: list[tuple[int, bytes]] = []
    most = topics or CHUNK_TOPICS
    size = 0
    index = first
    for seen, (number, raw) in enumerate(lines):
        if seen < skip_topics:
            continue
        pending.append((number, raw))
        size += len(raw)
        if len(pending) >= most or size >= CHUNK_BYTES:
            yield Chunk(index, tuple(pending))
            index, pending, size = index + 1, [], 0
    if pending:
        yield Chunk(index, tuple(pending))


Work = Callable[[Chunk], Results]
# Below this many bytes of corpus, starting worker processes costs more than it saves.
WORTH_WORKERS = 8 << 20


def per_topic(function: Callable[[Topic], Any], corpus: str) -> Work:
    """The work that is a function of one topic; `corpus` is its name in errors."""
    return functools.partial(_each_topic, function, corpus)


def _each_topic(function: Callable[[Topic], Any], corpus: str, chunk: Chunk) -> Results:
    return [(place, function(topic)) for place, topic in chunk.topics(corpus)]


class FirstPass(NamedTuple):
    """For work that must know the whole corpus first.

    `look` is a function of every chunk; `conclude` makes the work from what it returned for each.
    """

    look: Callable[[Chunk], Any]
    conclude: Callable[[Iterable[Any]], Work]


@dataclass(frozen=True)
class Job:
    """What is done with every topic of a corpus, and where.

    `settings` is everything that a result depends on besides the corpus: a journal of another job
    is not resumed. From `worth_workers` bytes of corpus on, there are as many worker processes as
    cores unless the engine says otherwise (None: never). `chunk_topics` makes chunks smaller than
    usual. `watch` sees every chunk, and returns it, before it is worked on.
    """

    source: Source
    work: Work
    engine: Engine
    settings: Mapping[str, object] = field(default_factory=dict)
    progress: Progress | None = None
    worth_workers: int | None = WORTH_WORKERS
    chunk_topics: int | None = None
    first_pass: FirstPass | None = None
    watch: Callable[[Chunk], Chunk] | None = None

    def results(self) -> Iterator[Results]:
        """Yield the results of one chunk after the other."""
        return _run(self, SeenIds(), 0, 0)

    @contextlib.contextmanager
    def journalled(
        self, out: str | os.PathLike[str], note: Callable[[Results], object] | None = None
    ) -> Iterator[Finished]:
        """Do all the work into `<out>.partial` and give it, complete, to be written to `out`.

        The caller holds the right to write `out` (`core.files.output`).
        `note` is called with the results of every chunk once, those of an earlier run included.
        The journal goes when the output has been written; it stays when the run is interrupted or a
        worker dies, and goes when the input is bad, because then the corpus will change.
        """
        header: dict[str, object] = {
            "sumscope": __version__,
            "job": dict(self.settings),
            "sha256": self.source.sha256,
            "chunk": [self.chunk_topics or CHUNK_TOPICS, CHUNK_BYTES],
        }
        journal = Journal(Path(f"{os.fspath(out)}{PARTIAL}"), header)
        seen = SeenIds()
        try:
            for results in journal.open():
                _check_ids(results, seen, self.source.name)
                if note is not None:
                    note(results)
            resumed = len(seen)
            for results in _run(self, seen, resumed, journal.finished):
                if note is not None:
                    note(results)
                journal.append(results)
        except SumscopeError as error:
            worker_died = isinstance(error.__cause__, concurrent.futures.BrokenExecutor)
            if journal.is_open and not worker_died:
                journal.remove()
            raise
        finally:
            journal.close()
        yield Finished(journal, len(seen), resumed)
        journal.remove()


class Finished(NamedTuple):
    """A job whose results are all in its journal, and how many topics were there from before."""

    journal: Journal
    topics: int
    resumed: int


def _run(job: Job, seen: SeenIds, skip_topics: int, first: int) -> Iterator[Results]:
    """Work on the chunks from number `first` on, after `skip_topics` topics that are done."""
    source, engine = job.source, job.engine
    total = source.bytes if job.progress is not None else 0
    if job.first_pass is not None:
        total *= 2
    done = 0

    def advance(chunk: Chunk) -> None:
        nonlocal done
        if job.progress is not None:
            done += sum(len(raw) + 1 for _, raw in chunk.lines)  # 1: the end of the line
            job.progress(min(done, total), total)

    def looked(chunks: Iterable[tuple[Chunk, Any]]) -> Iterator[Any]:
        for chunk, part in chunks:
            yield part
            advance(chunk)

    worth = engine.is_asked_for or (
        engine.workers is None
        and job.worth_workers is not None
        and source.bytes >= job.worth_workers
    )
    with engine.open(worth) as (executor, window):
        work = job.work
        if job.first_pass is not None:
            whole = cut(source.lines(), topics=job.chunk_topics)
            work = job.first_pass.conclude(
                looked(in_order(job.first_pass.look, whole, executor, window))
            )
        chunks = cut(source.lines(), skip_topics, first, job.chunk_topics)
        if job.watch is not None:
            chunks = map(job.watch, chunks)
        for chunk, results in in_order(work, chunks, executor, window):
            _check_ids(results, seen, source.name)
            yield results
            advance(chunk)


def _check_ids(results: Results, seen: SeenIds, corpus: str) -> None:
    for (number, topic), _ in results:
        check_new_id(seen, topic, corpus, number)
