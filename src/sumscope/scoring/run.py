"""Score a corpus, in memory or to a file."""

from __future__ import annotations

import dataclasses
import functools
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import MeasureLike
from sumscope.core.parameters import spell_fully
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.values import from_plain
from sumscope.corpus.background import Survey, surveyors
from sumscope.corpus.scores import check_scores_target, write_peer_scores
from sumscope.corpus.stream import CorpusLike
from sumscope.jobs.engine import HERE, Engine
from sumscope.jobs.job import Chunk, FirstPass, Job, Results, Work
from sumscope.scoring.chunks import ScoreTask, score_chunk, survey_chunk
from sumscope.scoring.notes import Tally, require_scores, warn
from sumscope.scoring.reading import Scoring, read_scoring
from sumscope.scoring.signature import metadata
from sumscope.scoring.topics import Jackknife


@dataclass(frozen=True)
class ScoreSummary:
    """What a run to a file did."""

    path: str
    topics: int
    scores: int
    undefined: int
    resumed: int
    begun_anew: bool


def scoring_job(
    scoring: Scoring,
    engine: Engine,
    progress: Progress | None = None,
    work: Callable[[ScoreTask, Chunk], Results] = score_chunk,
) -> Job:
    """The job of a scoring; a study does more with a chunk than score."""
    task = ScoreTask(scoring.names, scoring.jackknife, scoring.source.name)

    def conclude(surveys: Iterable[Survey]) -> Work:
        total = Survey()
        for part in surveys:
            total.merge(part)
        return functools.partial(work, dataclasses.replace(task, backgrounds=total.pack()))

    first_pass = FirstPass(functools.partial(survey_chunk, task), conclude)
    return Job(
        scoring.source,
        functools.partial(work, task),
        engine,
        settings={
            "measures": [spell_fully(measure) for measure in scoring.measures],
            "jackknife": scoring.jackknife,
        },
        progress=progress,
        first_pass=first_pass if surveyors(scoring.measures) else None,
    )


def score_corpus(
    corpus: CorpusLike,
    measures: MeasureLike | Sequence[MeasureLike],
    *,
    report: str | None = None,
    jackknife: Jackknife = "human",
    engine: Engine = HERE,
    progress: Progress | None = None,
    required: bool = False,
) -> ScoreTable:
    """Score everything into memory; `required`: a corpus without any score is an error."""
    scoring = read_scoring(corpus, measures, report, jackknife)
    tally = Tally(scoring)
    names = scoring.names
    rows: list[ScoreRow] = []
    for results in scoring_job(scoring, engine, progress).results():
        tally.add(results)
        rows.extend(score_rows(names, results))
    warn(tally)
    if required:
        require_scores(tally)
    return ScoreTable(tuple(rows), metadata(tally))


def score_to_file(
    corpus: CorpusLike,
    measures: MeasureLike | Sequence[MeasureLike],
    out: str | os.PathLike[str],
    *,
    report: str | None = None,
    jackknife: Jackknife = "human",
    engine: Engine = HERE,
    progress: Progress | None = None,
) -> ScoreSummary:
    """Score into a file in constant memory; if interrupted, the same call resumes."""
    scoring = read_scoring(corpus, measures, report, jackknife)
    check_scores_target(out)
    tally = Tally(scoring)
    # The languages that a signature names are known when every chunk has gone by once.
    with scoring_job(scoring, engine, progress).journalled(out, tally.add) as done:
        try:
            require_scores(tally)
        except SumscopeError:
            done.journal.remove()
            raise
        peers = (
            (topic, peer, human, values)
            for results in done.journal.chunks()
            for (_, topic), (_, peers) in results
            for peer, human, values in peers
        )
        write_peer_scores(out, scoring.names, peers, metadata(tally))
    warn(tally)
    return ScoreSummary(
        path=str(out),
        topics=tally.topics,
        scores=tally.scores,
        undefined=tally.undefined,
        resumed=done.resumed,
        begun_anew=done.journal.begun_anew,
    )


def score_rows(names: Sequence[str], results: Results) -> list[ScoreRow]:
    """The score rows of a chunk."""
    return [
        ScoreRow.of(topic, peer, human, name, from_plain(value))
        for (_, topic), (_, peers) in results
        for peer, human, values in peers
        for name, value in zip(names, values, strict=True)
    ]
