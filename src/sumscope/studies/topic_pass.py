"""The one pass of a study over its topics: scores, best extracts and readings together.

A topic is parsed once, its words are found once, and everything that needs the whole text of every
topic is made from them. What is done is kept; the sections read it from there.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
from collections.abc import Collection, Iterator, Mapping
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
from sumscope.jobs.engine import Engine
from sumscope.jobs.job import Chunk, Results
from sumscope.oracles.lengths import words_of
from sumscope.oracles.options import OracleOptions
from sumscope.oracles.rows import OracleRow
from sumscope.oracles.run import topic_rows
from sumscope.report.bundle import JsonText, json_block
from sumscope.report.extracting import Extracting, extracting
from sumscope.report.reading import reading
from sumscope.scoring.run import (
    Scoring,
    Tally,
    metadata,
    read_scoring,
    score_rows,
    scoring_job,
    warn,
)
from sumscope.scoring.topics import ScoreTask, score_topics
from sumscope.studies.settings import Settings
from sumscope.studies.stages import Stages
from sumscope.studies.survey import Survey, spread

# Below this many bytes of corpus, starting worker processes costs more than it saves.
WORTH_WORKERS = 2 << 20


@dataclass(frozen=True)
class TopicTask:
    """What is made of a topic; crosses to worker processes."""

    scores: bool
    oracle: OracleOptions | None
    readings: bool


@dataclass(frozen=True)
class TopicPass:
    """Everything that was made of every topic, kept in the file `path`.

    `sample_lines` are the lines of the topics `wanted`, as far as they went by.
    """

    task: TopicTask
    scoring: Scoring
    path: Path
    wanted: Collection[int]
    sample_lines: Mapping[int, tuple[int, bytes]]

    def _results(self) -> Iterator[Any]:
        with self.path.open("rb") as file:
            yield from map(json.loads, itertools.islice(file, 0, None, 2))

    @cached_property
    def scores(self) -> ScoreTable:
        """All scores, in the order of the corpus."""
        if not self.task.scores:
            return ScoreTable(())
        tally, names = Tally(self.scoring), self.scoring.names
        rows: list[ScoreRow] = []
        for place, (lang, peers, _, _) in self._results():
            scores: Results = [(place, [lang, peers])]
            tally.add(scores)
            rows.extend(score_rows(names, scores))
        warn(tally)
        return ScoreTable(tuple(rows), metadata(tally))

    def oracles(self) -> Iterator[OracleRow]:
        """The best extract of every topic; nothing without documents and references."""
        for _, (_, _, rows, _) in self._results():
            yield from map(OracleRow.from_json, rows)

    def readings(self) -> Iterator[JsonText]:
        """Every topic for reading (a `Reading`) as a page carries it; nothing without texts."""
        if self.task.readings:
            with self.path.open("rb") as file:
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
        source, lines = self.scoring.source, self.sample_lines
        if len(lines) < len(self.wanted):
            lines = {at: line for at, line in enumerate(source.lines()) if at in self.wanted}
        return [
            parse_topic(raw, f"{source.name}:{number}")
            for _, (number, raw) in sorted(lines.items())
        ]


def pass_over_topics(
    source: Source, survey: Survey, settings: Settings, stages: Stages, engine: Engine
) -> TopicPass:
    """Make of every topic what the sections need, once, or take what an earlier run has kept."""
    oracle = None
    if survey.documents and survey.references:
        oracle = OracleOptions(
            n=2, limit=settings.limit, gaps=True, budget=settings.budget, tokens=settings.tokens
        )
    texts = bool(survey.documents or survey.references or survey.summaries)
    task = TopicTask(survey.scorable, oracle, texts)
    scoring = read_scoring(source, settings.measures, jackknife=settings.jackknife)
    wanted = spread(survey.topics)
    sample_lines: dict[int, tuple[int, bytes]] = {}
    at = itertools.count()

    def keep_sample(chunk: Chunk) -> Chunk:
        sample_lines.update((n, line) for line in chunk.lines if (n := next(at)) in wanted)
        return chunk

    def write(path: Path) -> int:
        job = scoring_job(scoring, engine, work=functools.partial(topic_chunk, task))
        job = dataclasses.replace(
            job,
            settings={**job.settings, "topics": asdict(task)},
            worth_workers=WORTH_WORKERS,
            watch=keep_sample,
        )
        with job.journalled(path) as done, atomic_write(path) as file:
            for results in done.journal.chunks():
                for place, (*numbers, text) in results:
                    # Two lines a topic: most readers want the numbers only.
                    file.write(json.dumps([place, numbers]).encode() + b"\n")
                    file.write(text.encode() + b"\n")
        if done.resumed:  # what went by began somewhere in the corpus
            sample_lines.clear()
        return done.resumed

    return TopicPass(task, scoring, stages.file("topics", write), wanted, sample_lines)


def topic_chunk(task: TopicTask, scoring: ScoreTask, chunk: Chunk) -> Results:
    """Do a chunk (this is what workers run).

    What is made of a topic: language, scores of its peers, oracles, lengths of the peers, reading.
    """
    backgrounds = unpack(scoring.backgrounds)
    views = [
        (place, TopicView(topic, backgrounds)) for place, topic in chunk.topics(scoring.corpus)
    ]
    scores: list[list[Any]] = [[] for _ in views]
    if task.scores:
        scored = score_topics([v for _, v in views], scoring.parsed(), scoring.jackknife)
        scores = [
            [[p.peer, p.human, [*map(to_plain, p.values)]] for p in peers] for peers in scored
        ]
    results: Results = []
    for (place, view), peers in zip(views, scores, strict=True):
        oracles = [] if task.oracle is None else topic_rows(task.oracle, view, match_peers=False)
        best = oracles[0].oracles[0] if oracles and oracles[0].oracles else []
        text = reading(view, best, _extracting(task, view, oracles)) if task.readings else None
        words = [words_of(" ".join(peer.sentences)) for peer in view.peers] if peers else []
        rows = [row.to_json(timed=False) for row in oracles]
        results.append((place, [view.lang, peers, rows, words, json_block(text)]))
    return results


def _extracting(task: TopicTask, view: TopicView, oracles: list[OracleRow]) -> Extracting | None:
    if task.oracle is None or not oracles or not oracles[0].is_stated:
        return None
    return extracting(task.oracle.text.words(view), oracles[0])
