"""The one pass of a study over its topics: scores, best extracts and readings together.

A topic is parsed once, its words are found once, and everything that needs the whole text of every
topic is made from them. What is done is kept; the sections read it from there.
"""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sumscope.core.files import atomic_write
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.values import Topic, to_plain
from sumscope.corpus.background import unpack
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.stream import Source
from sumscope.corpus.view import TopicView
from sumscope.jobs.chunks import Chunk, Result
from sumscope.jobs.job import Results
from sumscope.oracles.lengths import words_of
from sumscope.oracles.options import OracleOptions
from sumscope.oracles.rows import OracleRow
from sumscope.oracles.run import OracleJob, topic_rows
from sumscope.report.bundle import JsonText, json_block
from sumscope.report.extracting import Extracting, extracting
from sumscope.report.reading import reading
from sumscope.scoring.chunks import Job, measures_of
from sumscope.scoring.run import Scoring
from sumscope.scoring.topics import score_topics
from sumscope.studies.settings import Settings
from sumscope.studies.stages import Stages
from sumscope.studies.survey import Survey, spread

# Below this many bytes of corpus, starting worker processes costs more than it saves.
WORTH_A_POOL = 2 << 20


@dataclass(frozen=True)
class TopicJob:
    """What is made of a topic; crosses to worker processes."""

    scores: bool
    oracle: OracleJob | None
    readings: bool


class TopicPass:
    """Everything that is made of every topic, done once and kept."""

    def __init__(
        self,
        source: Source,
        survey: Survey,
        settings: Settings,
        stages: Stages,
        workers: int | None = None,
        engine: str = "local",
    ) -> None:
        oracle = None
        if survey.documents and survey.references:
            options = OracleOptions(
                n=2,
                limit=settings.limit,
                gaps=True,
                budget=settings.budget,
                tokens=settings.tokens,
            )
            oracle = OracleJob(options, match_peers=False)
        texts = bool(survey.documents or survey.references or survey.summaries)
        self.job = TopicJob(survey.scorable, oracle, texts)
        self._source, self._survey = source, survey
        self._wanted = spread(survey.topics)
        self._held: dict[int, tuple[int, bytes]] = {}
        self._passed = 0
        self._scoring = Scoring(
            source,
            settings.measures,
            workers=workers,
            engine=engine,
            jackknife=settings.jackknife,
            work=functools.partial(topic_chunk, self.job),
            beside=self._look,
            worth_a_pool=WORTH_A_POOL,
        )
        self._path = stages.file("topics", self._run)

    def _look(self, chunk: Chunk) -> None:
        """Keep the lines of the sample as they go by."""
        for line in chunk.lines:
            if self._passed in self._wanted:
                self._held[self._passed] = line
            self._passed += 1

    def _run(self, path: Path) -> int:
        run = self._scoring.pass_
        header = {**self._scoring.job_header(), "topics": asdict(self.job)}
        with run.journalled(path, header) as journal, atomic_write(path) as file:
            for chunk in journal.chunks():
                for place, (*numbers, text) in chunk:
                    # Two lines a topic: most readers want the numbers only.
                    file.write(json.dumps([place, numbers]).encode() + b"\n")
                    file.write(text.encode() + b"\n")
        return run.resumed

    def _results(self) -> Iterator[Result]:
        with self._path.open("rb") as file:
            yield from map(json.loads, itertools.islice(file, 0, None, 2))

    @cached_property
    def scores(self) -> ScoreTable:
        """All scores, in the order of the corpus."""
        if not self.job.scores:
            return ScoreTable(())
        rows: list[ScoreRow] = []
        for place, (lang, peers, _, _) in self._results():
            scored: Results = [(place, [lang, peers])]
            self._scoring.note(scored)
            rows.extend(self._scoring.rows(scored))
        self._scoring.tell_notes()
        return ScoreTable(tuple(rows), self._scoring.meta(self._survey.topics))

    def oracles(self) -> Iterator[OracleRow]:
        """The best extract of every topic; nothing without documents and references."""
        for _, (_, _, rows, _) in self._results():
            yield from map(OracleRow.from_json, rows)

    def readings(self) -> Iterator[JsonText]:
        """Every topic for reading (a `Reading`) as a page carries it; nothing without texts."""
        if self.job.readings:
            with self._path.open("rb") as file:
                for line in itertools.islice(file, 1, None, 2):
                    yield JsonText(line[:-1].decode())

    def lengths(self) -> dict[tuple[str, str], int]:
        """The words of every summary, by topic and peer."""
        return {
            (topic, peer): words
            for (_, topic), (_, peers, _, lengths) in self._results()
            for (peer, *_), words in zip(peers, lengths, strict=True)
        }

    @cached_property
    def sample(self) -> list[Topic]:
        """Topics evenly spread over the corpus, which stand for all."""
        if len(self._held) < len(self._wanted) or self._scoring.pass_.resumed:
            lines = enumerate(self._source.lines())
            self._held = {at: line for at, line in lines if at in self._wanted}
        name = self._source.name
        held = (self._held[at] for at in sorted(self._held))
        return [parse_topic(raw, f"{name}:{number}") for number, raw in held]


def topic_chunk(job: TopicJob, scoring: Job, chunk: Chunk) -> Results:
    """Do a chunk (this is what workers run).

    What is made of a topic: language, scores of its peers, oracles, lengths of the peers, reading.
    """
    backgrounds = unpack(scoring.backgrounds)
    read = chunk.each(scoring.corpus, lambda topic: TopicView(topic, backgrounds))
    views = [view for _, view in read]
    measures = measures_of(scoring.measures)
    scored: list[list[Any]] = [[] for _ in views]
    if job.scores:
        found = score_topics(views, measures, scoring.jackknife)
        scored = [[[p.peer, p.human, [*map(to_plain, p.values)]] for p in peers] for peers in found]
    made: Results = []
    for (place, view), peers in zip(read, scored, strict=True):
        oracles = _oracles(job, view)
        best = oracles[0].oracles[0] if oracles and oracles[0].oracles else []
        text = reading(view, best, _extracting(job, view, oracles)) if job.readings else None
        words = [words_of(" ".join(peer.sentences)) for peer in view.peers] if peers else []
        rows = [row.to_json(timed=False) for row in oracles]
        made.append((place, [view.lang, peers, rows, words, json_block(text)]))
    return made


def _oracles(job: TopicJob, view: TopicView) -> list[OracleRow]:
    return [] if job.oracle is None else topic_rows(job.oracle, view)


def _extracting(job: TopicJob, view: TopicView, oracles: list[OracleRow]) -> Extracting | None:
    if job.oracle is None or not oracles or not oracles[0].is_stated:
        return None
    return extracting(job.oracle.options.text.words(view), oracles[0])
