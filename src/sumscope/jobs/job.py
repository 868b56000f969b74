"""One pass of some work over a corpus: chunks through an executor, ids checked, resumable.

The work is a function from a chunk of raw lines to a list of `[[line, topic id], result]`, one
for each topic, of plain JSON values, so that it can cross processes and lie in a journal.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.core.files import PARTIAL
from sumscope.core.progress import Progress
from sumscope.corpus.duplicate_ids import SeenIds
from sumscope.corpus.jsonl import check_new_id
from sumscope.corpus.stream import Source
from sumscope.jobs.chunks import CHUNK_BYTES, CHUNK_TOPICS, Chunk, Result, cut
from sumscope.jobs.engine import LOCAL, Engine, in_order
from sumscope.jobs.journal import Journal

Results = list[Result]
Work = Callable[[Chunk], Results]
# Below this many bytes of corpus, starting worker processes costs more than it saves.
WORTH_A_POOL = 8 << 20


def _nothing(results: Results) -> None:
    """Take no note of a chunk."""


class CorpusRun:
    """Work over one corpus; after it, `topics` and `resumed` say how much was done.

    Work that must know the whole corpus first has a `survey`: a function of a chunk, and one that
    makes the work itself from what the survey found in every chunk. What the work must know of
    a chunk and its lines do not say, `beside` tells.
    """

    def __init__(
        self,
        source: Source,
        work: Work,
        *,
        survey: tuple[Callable[[Chunk], Any], Callable[[Iterable[Any]], Work]] | None = None,
        beside: Callable[[Chunk], Any] | None = None,
        executor: concurrent.futures.Executor | None = None,
        workers: int | None = None,
        worth_a_pool: int = WORTH_A_POOL,
        engine: str = LOCAL,
        chunk_topics: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._engine = Engine(executor, workers, engine)
        self.source = source
        self._work = work
        self._survey = survey
        self._beside = beside
        self._worth_a_pool = worth_a_pool
        self._chunk_topics = chunk_topics
        self._progress = progress
        self.topics = self.resumed = 0

    def results(
        self, journal: Journal | None = None, note: Callable[[Results], None] = _nothing
    ) -> Iterator[Results]:
        """Yield newly finished chunks in order; `note` also hears of those in the journal."""
        seen = SeenIds()
        if journal is not None:
            for kept in journal.open():
                self._take(kept, seen)
                note(kept)
            self.resumed = self.topics
        first = journal.finished if journal is not None else 0
        total = self.source.bytes if self._progress is not None else 0
        finished = 0
        passes = 1 if self._survey is None else 2

        def advance(chunk: Chunk) -> None:
            nonlocal finished
            finished += chunk.size
            if self._progress is not None:
                self._progress(finished, passes * total)

        asked = not self._engine.is_local or self._engine.workers is not None
        small = not asked and self.source.bytes < self._worth_a_pool
        with self._engine.open(small) as (executor, window):
            work = self._work
            if self._survey is not None:
                look, conclude = self._survey
                whole = cut(self.source.lines(), topics=self._chunk_topics)
                found = in_order(look, whole, executor, window)
                work = conclude(_told(found, advance))
            tasks = cut(self.source.lines(), self.topics, first, self._chunk_topics)
            if self._beside is not None:
                tasks = (replace(chunk, beside=self._beside(chunk)) for chunk in tasks)
            for chunk, result in in_order(work, tasks, executor, window):
                self._take(result, seen)
                note(result)
                yield result
                advance(chunk)
        if self.topics == 0:
            raise SumscopeError(
                "has no topics", where=self.source.name, hint="write one topic per line, as JSON"
            )

    def _take(self, results: Results, seen: SeenIds) -> None:
        for (number, topic), _ in results:
            check_new_id(seen, topic, self.source.name, number)
        self.topics += len(results)

    @contextlib.contextmanager
    def journalled(
        self,
        out: str | os.PathLike[str],
        job: Any,
        note: Callable[[Results], None] = _nothing,
    ) -> Iterator[Journal]:
        """Do all the work into `<out>.partial` and give it, complete, to be written out.

        The caller holds the right to write `out` (`core.files.output`). `job` is everything that a
        result depends on beside the corpus; `note` hears of every chunk once. The journal goes when
        the output has been written; it stays when the run is interrupted or a worker dies, and goes
        when the input is bad, because then the corpus will change.
        """
        header = {"sumscope": __version__, "job": job, "sha256": self.source.sha256}
        header["chunk"] = [self._chunk_topics or CHUNK_TOPICS, CHUNK_BYTES]
        journal = Journal(Path(f"{os.fspath(out)}{PARTIAL}"), header)
        try:
            for results in self.results(journal, note):
                journal.append(results)
        except SumscopeError as error:
            if journal.is_open and not _by_a_dead_worker(error):
                journal.remove()
            raise
        finally:
            journal.close()
        yield journal
        journal.remove()


def _by_a_dead_worker(error: SumscopeError) -> bool:
    return isinstance(error.__cause__, concurrent.futures.BrokenExecutor)


def _told(found: Iterable[tuple[Chunk, Any]], tell: Callable[[Chunk], None]) -> Iterator[Any]:
    for chunk, part in found:
        yield part
        tell(chunk)
