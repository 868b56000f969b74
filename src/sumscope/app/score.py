"""Score every peer of every topic of a corpus."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import functools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse, spell_fully
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.corpus.background import Survey, surveyors
from sumscope.corpus.jsonl import check_new_id
from sumscope.corpus.scores import ending, write_scores
from sumscope.corpus.seen import SeenIds
from sumscope.run.chunks import (
    CHUNK_BYTES,
    CHUNK_TOPICS,
    Job,
    Scored,
    cut,
    score_chunk,
    survey_chunk,
)
from sumscope.run.engine import engine as open_engine
from sumscope.run.engine import in_order
from sumscope.run.journal import Journal
from sumscope.run.source import CorpusLike, Source
from sumscope.run.topics import Jackknife

Progress = Callable[[int, int], None]
# Below this many bytes of corpus, starting worker processes costs more than it saves.
WORTH_A_POOL = 8 << 20


@dataclass(frozen=True)
class ScoreSummary:
    """What a run to a file did."""

    path: str
    topics: int
    scores: int
    undefined: int
    resumed: int
    begun_anew: bool


def score(
    corpus: CorpusLike,
    measures: Sequence[Any],
    executor: concurrent.futures.Executor | None = None,
    *,
    workers: int | None = None,
    engine: str = "local",
    jackknife: Jackknife = "human",
    progress: Progress | None = None,
) -> ScoreTable:
    """Score every peer of every topic; the result does not depend on executor or workers.

    `corpus` is a path, `-` for standard input, or topics. `measures` are spellings such as
    `rouge-2(report=f)` or measure values. `jackknife` is `human` (people who wrote a reference
    are scored against the others), `all` (systems too get the mean over the sets with one
    reference left out) or `none`.
    """
    run = _Run(corpus, measures, executor, workers, engine, jackknife, progress)
    rows: list[ScoreRow] = []
    for scored in run.scored():
        rows.extend(run.rows(scored))
    return ScoreTable(tuple(rows), run.meta())


def score_file(
    corpus: CorpusLike,
    measures: Sequence[Any],
    out: str | os.PathLike[str],
    executor: concurrent.futures.Executor | None = None,
    *,
    workers: int | None = None,
    engine: str = "local",
    jackknife: Jackknife = "human",
    progress: Progress | None = None,
) -> ScoreSummary:
    """Score into a file in constant memory; ended at any point, the same call goes on."""
    ending(out)
    run = _Run(corpus, measures, executor, workers, engine, jackknife, progress)
    target = Path(out)
    journal = Journal(target.with_name(target.name + ".partial"), run.header())
    try:
        for scored in run.scored(journal):
            journal.append(scored)
    except SumscopeError as error:
        # A bad line means that the corpus will change, so nothing here could be taken up again.
        if not isinstance(error.__cause__, concurrent.futures.BrokenExecutor):
            journal.remove()
        raise
    finally:
        journal.close()
    counted = _Counter()
    rows = (row for scored in journal.chunks() for row in counted.over(run.rows(scored)))
    write_scores(target, rows, run.meta())
    journal.remove()
    return ScoreSummary(
        str(out), run.topics, counted.scores, counted.undefined, run.resumed, journal.begun_anew
    )


class _Counter:
    def __init__(self) -> None:
        self.scores = self.undefined = 0

    def over(self, rows: Iterable[ScoreRow]) -> Iterator[ScoreRow]:
        for row in rows:
            self.scores += 1
            self.undefined += row.value is None
            yield row


class _Run:
    """One scoring of one corpus, to memory or to a journal."""

    def __init__(
        self,
        corpus: CorpusLike,
        measures: Sequence[Any],
        executor: concurrent.futures.Executor | None,
        workers: int | None,
        engine_name: str,
        jackknife: Jackknife,
        progress: Progress | None,
    ) -> None:
        self.measures = summary_measures(measures)
        self.names = [str(measure) for measure in self.measures]
        self.source = Source(corpus)
        self.job = Job(tuple(self.names), jackknife, self.source.name)
        self._executor = executor
        self._workers = workers
        self._engine = engine_name
        self._progress = progress
        self.topics = 0
        self.resumed = 0
        self._languages: dict[str | None, None] = {}

    def header(self) -> dict[str, Any]:
        return {
            "sumscope": __version__,
            "measures": [spell_fully(measure) for measure in self.measures],
            "jackknife": self.job.jackknife,
            "sha256": self.source.sha256,
            "chunk": [CHUNK_TOPICS, CHUNK_BYTES],
        }

    def scored(self, journal: Journal | None = None) -> Iterator[list[Scored]]:
        """Yield newly scored chunks in order; what the journal has is only counted."""
        seen = SeenIds()
        done_bytes = 0
        if journal is not None:
            for chunk in journal.open():
                self._take(chunk, seen)
            self.resumed = self.topics
        first = journal.finished if journal is not None else 0
        total = self.source.bytes if self._progress is not None else 0
        with contextlib.ExitStack() as stack:
            executor, window = self._executor, 32
            if executor is None:
                count = self._workers or os.cpu_count() or 1
                small = self._workers is None and self.source.bytes < WORTH_A_POOL
                chunks = 1 if small else None
                executor = stack.enter_context(open_engine(self._engine, count, chunks))
                window = 4 * count if self._engine == "local" else 32
            if surveyors(self.measures):
                total *= 2
                counted = Survey()
                survey = functools.partial(survey_chunk, self.job)
                for chunk, part in in_order(survey, cut(self.source.lines()), executor, window):
                    counted.merge(part)
                    done_bytes += chunk.size
                    if self._progress is not None:
                        self._progress(done_bytes, total)
                self.job = dataclasses.replace(self.job, backgrounds=counted.pack())
            work = functools.partial(score_chunk, self.job)
            tasks = cut(self.source.lines(), self.topics, first)
            for chunk, result in in_order(work, tasks, executor, window):
                self._take(result, seen)
                yield result
                done_bytes += chunk.size
                if self._progress is not None:
                    self._progress(done_bytes, total)
        if self.topics == 0:
            raise SumscopeError(
                "has no topics", where=self.source.name, mend="write one topic a line as JSON"
            )

    def _take(self, scored: Sequence[Scored], seen: SeenIds) -> None:
        for number, topic, lang, _ in scored:
            check_new_id(seen, topic, self.source.name, number)
            self._languages[lang] = None
        self.topics += len(scored)

    def rows(self, scored: Iterable[Scored]) -> Iterator[ScoreRow]:
        for _, topic, _, peers in scored:
            for peer, human, values in peers:
                for name, value in zip(self.names, values, strict=True):
                    if isinstance(value, str):
                        yield ScoreRow(topic, peer, human, name, None, value)
                    else:
                        yield ScoreRow(topic, peer, human, name, float(value))

    def meta(self) -> dict[str, Any]:
        """How every number was made, so that it can be made again."""
        corpus = {
            "name": Path(self.source.name).name,
            "sha256": self.source.sha256,
            "topics": self.topics,
        }
        measures = {}
        for name, measure in zip(self.names, self.measures, strict=True):
            text = {lang or "unknown": str(measure.text(lang)) for lang in self._languages}
            used = ";".join(dict.fromkeys(text.values()))
            measures[name] = {
                "parameters": spell_fully(measure),
                "text": text,
                "cite": type(measure).traits.cite,
                "signature": f"{spell_fully(measure)}|text:{used}|jackknife:{self.job.jackknife}"
                f"|sumscope:{__version__}|corpus:{self.source.sha256[:12]}",
            }
        return {
            "sumscope": __version__,
            "corpus": corpus,
            "jackknife": self.job.jackknife,
            "measures": measures,
        }


def summary_measures(measures: Sequence[Any]) -> list[Any]:
    """Read spellings; refuse none, doubles, and measures of something else than summaries."""
    if isinstance(measures, str):
        measures = [measures]
    read = [parse(item) if isinstance(item, str) else item for item in measures]
    if not read:
        raise SumscopeError("no measure was given", mend="add one, as in -m rouge-2")
    for measure in read:
        if type(measure).traits.kind != "summary":
            raise SumscopeError(
                f"{measure} compares covers, not summaries", mend="use it with sumscope agree"
            )
        if read.count(measure) > 1:
            raise SumscopeError(f"{measure} is given twice", mend="keep one")
    return read
