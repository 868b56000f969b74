"""Score a corpus, in memory or to a file: read what is asked, run it, sign the scores, warn."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import MeasureLike, as_measure, needs_of
from sumscope.core.notice import say
from sumscope.core.parameters import spell_fully
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.values import from_plain
from sumscope.corpus.background import Survey, surveyors
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.scores import check_scores_target, write_peer_scores
from sumscope.corpus.stream import CorpusLike, Source
from sumscope.corpus.topic_stream import note_script
from sumscope.jobs.engine import HERE, Engine
from sumscope.jobs.job import Chunk, FirstPass, Job, Results, Work
from sumscope.scoring.topics import (
    JACKKNIFES,
    AnySummaryMeasure,
    Jackknife,
    ScoreTask,
    score_chunk,
    survey_chunk,
)
from sumscope.text import note_topic, pipeline

REPORTS = ("r", "p", "f")


@dataclass(frozen=True)
class Scoring:
    """What is scored, by which measures, and who against whom."""

    source: Source
    measures: tuple[AnySummaryMeasure, ...]
    jackknife: Jackknife

    @property
    def names(self) -> tuple[str, ...]:
        """The spellings of the measures."""
        return tuple(map(str, self.measures))


def read_scoring(
    corpus: CorpusLike,
    measures: MeasureLike | Sequence[MeasureLike],
    report: str | None = None,
    jackknife: Jackknife = "human",
) -> Scoring:
    """Check the arguments of `score`."""
    chosen = read_measures(measures, report)
    if jackknife not in JACKKNIFES:
        raise SumscopeError(
            f"jackknife is {jackknife!r}", hint=f"give one of {', '.join(JACKKNIFES)}"
        )
    needs = {need for measure in chosen for need in needs_of(measure)}
    source = Source.of(corpus, needs={"peers", *(needs & {"references", "documents"})})
    return Scoring(source, chosen, jackknife)


def read_measures(
    measures: MeasureLike | Sequence[MeasureLike], report: str | None = None
) -> tuple[AnySummaryMeasure, ...]:
    """Read spellings; refuse none, duplicates, and measures that do not judge summaries.

    `report` is what those report that can and do not say so themselves; `all` gives three of each.
    """
    if report not in (None, *REPORTS, "all"):
        raise SumscopeError(f"report is {report!r}", hint="give one of r, p, f, all")
    given: Sequence[MeasureLike] = (
        measures if isinstance(measures, Sequence) and not isinstance(measures, str) else [measures]
    )
    if not given:
        raise SumscopeError("no measure was given", hint="add one, such as rouge-2")
    read: list[AnySummaryMeasure] = []
    for one in given:
        measure: Any = as_measure(one)
        if type(measure).traits.kind != "summary":
            raise SumscopeError(
                f"{measure} compares covers, not summaries", hint="use it with sumscope agree"
            )
        says = "report=" in one if isinstance(one, str) else getattr(one, "report", "r") != "r"
        if report is None or says or not hasattr(measure, "report"):
            read.append(measure)
        else:
            wanted = REPORTS if report == "all" else (report,)
            read += [dataclasses.replace(measure, report=letter) for letter in wanted]
    for measure in read:
        if read.count(measure) > 1:
            raise SumscopeError(f"{measure} is given twice", hint="keep one")
    return tuple(read)


# Topics, and texts, that are looked at for lines that are not sentences.
LOOKED_AT = 50
LINE_BREAKS = (b"\\n", b"\\u000")  # as JSON spells them inside a string


@dataclass
class Tally:
    """Counts over the chunks of a scoring."""

    scoring: Scoring
    topics: int = 0
    scores: int = 0
    undefined: int = 0
    reason: str | None = None  # why the first undefined score is so
    languages: dict[str | None, None] = field(default_factory=dict)
    # By language, whether measures that read a to z only have given no score above 0.
    silent: dict[str | None, bool] = field(default_factory=dict)

    def add(self, results: Results) -> None:
        """Count the scores of a chunk, those that are undefined, and languages."""
        self.topics += len(results)
        latin = _reading_latin(self.scoring)
        for _, (lang, peers) in results:
            self.languages[lang] = None
            if latin and peers and self.silent.get(lang, True):
                self.silent[lang] = not any(
                    isinstance(value := values[at], float) and value > 0
                    for _, _, values in peers
                    for at in latin
                )
            for _, _, values in peers:
                self.scores += len(values)
                missing = list(map(type, values)).count(str)
                if missing:
                    self.undefined += missing
                    self.reason = self.reason or next(v for v in values if isinstance(v, str))


def _reading_latin(scoring: Scoring) -> list[int]:
    """The places of measures that read a to z only."""
    return [at for at, m in enumerate(scoring.measures) if getattr(m, "tokens", None) == "rouge155"]


def require_scores(tally: Tally) -> None:
    """Refuse a corpus in which nothing could be scored."""
    corpus = tally.scoring.source.name
    if not tally.scores:
        raise SumscopeError(
            "no topic has summaries to score", where=corpus, hint='they go under "peers"'
        )
    if tally.undefined == tally.scores:
        which = (
            "the score is undefined"
            if tally.scores == 1
            else f"all {tally.scores} scores are undefined"
        )
        raise SumscopeError(f"{which}: {tally.reason}", where=corpus)


def warn(tally: Tally) -> None:
    """Warn of languages missing or unknown, and of scripts that ROUGE-1.5.5 does not read."""
    source, measures = tally.scoring.source, tally.scoring.measures
    if any(getattr(measure, "by_sentence", False) for measure in measures):
        _warn_of_lines(source)
    silent = {lang for lang, nothing in tally.silent.items() if nothing}
    if silent:
        name = str(measures[_reading_latin(tally.scoring)[0]])
        note_script(source, name, "add tokens=unicode", lambda t: t.lang in silent)
    for lang in tally.languages:
        reads = pipeline(lang)
        if reads.known:
            continue
        if any(str(measure.text(lang)) == reads.signature for measure in measures):
            note_topic(lang)


def _warn_of_lines(source: Source) -> None:
    """Say once where the lines of a text are not the sentences that are found in it."""
    # Only lines with a line break in some text are parsed again.
    topics = (
        parse_topic(raw, f"{source.name}:{number}")
        for number, raw in itertools.islice(source.lines(), LOOKED_AT)
        if any(spelling in raw for spelling in LINE_BREAKS)
    )
    texts = (
        (topic, text)
        for topic in topics
        for text in (*topic.references, *topic.peers)
        if text.text is not None and "\n" in text.text.strip()
    )
    for topic, text in itertools.islice(texts, LOOKED_AT):
        lines = [line.strip() for line in text.written.split("\n") if line.strip()]
        sentences = [s.strip() for s in pipeline(topic.lang).sentences(text.written)]
        if lines != sentences:
            say(
                "ROUGE-L and ROUGE-W read sentences, and lines of some texts are none "
                f"(topic {topic.id!r}, {text.id!r}): taken as lines, as rougeLsum does, "
                'the numbers differ; give "sentences" instead of "text" to decide'
            )
            return


def metadata(tally: Tally) -> dict[str, object]:
    """The corpus, and for every measure its parameters, text processing and signature."""
    scoring, source = tally.scoring, tally.scoring.source
    corpus = {"name": Path(source.name).name, "sha256": source.sha256, "topics": tally.topics}
    signed = {}
    for measure in scoring.measures:
        text = {lang or "unknown": str(measure.text(lang)) for lang in tally.languages}
        used = ";".join(dict.fromkeys(text.values()))
        traits = type(measure).traits
        signed[str(measure)] = {
            "parameters": spell_fully(measure),
            "text": text,
            "cite": traits.cite,
            "better": traits.better,
            # JSON has no infinity.
            "range": [e if math.isfinite(e) else None for e in (traits.low, traits.high)],
            "signature": f"{spell_fully(measure)}|text:{used}|jackknife:{scoring.jackknife}"
            f"|sumscope:{__version__}|corpus:{source.sha256[:12]}",
        }
    return {
        "sumscope": __version__,
        "corpus": corpus,
        "jackknife": scoring.jackknife,
        "measures": signed,
    }


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
