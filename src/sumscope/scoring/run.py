"""Score every peer of every topic of a corpus."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import functools
import itertools
import math
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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
from sumscope.jobs.chunks import Chunk
from sumscope.jobs.job import WORTH_A_POOL, CorpusRun, Results, Work
from sumscope.scoring.chunks import Job, score_chunk, survey_chunk
from sumscope.scoring.topics import JACKKNIFES, AnySummaryMeasure, Jackknife
from sumscope.text import note_topic, pipeline

# Topics, and texts, that are looked at for lines that are not sentences.
LOOKED_AT = 50
LINE_BREAKS = (b"\\n", b"\\u000")  # as JSON spells them inside a string
REPORTS = ("r", "p", "f")


@dataclass(frozen=True)
class ScoreSummary:
    """What a run to a file did."""

    path: str
    topics: int
    scores: int
    undefined: int
    resumed: int
    begun_anew: bool


class Scoring:
    """One scoring of one corpus, to memory, to a file or to a journal.

    `work` is what is done with a chunk; a study does more there than score.
    """

    def __init__(
        self,
        corpus: CorpusLike | Source,
        measures: MeasureLike | Sequence[MeasureLike],
        executor: concurrent.futures.Executor | None = None,
        workers: int | None = None,
        engine: str = "local",
        jackknife: Jackknife = "human",
        progress: Progress | None = None,
        work: Callable[[Job, Chunk], Results] = score_chunk,
        beside: Callable[[Chunk], Any] | None = None,
        worth_a_pool: int = WORTH_A_POOL,
    ) -> None:
        if jackknife not in JACKKNIFES:
            raise SumscopeError(
                f"jackknife is {jackknife!r}", hint=f"give one of {', '.join(JACKKNIFES)}"
            )
        self.measures = summary_measures(measures)
        self.names = [str(measure) for measure in self.measures]
        needs = {need for measure in self.measures for need in needs_of(measure)}
        self.source = Source.of(corpus, needs={"peers", *(needs & {"references", "documents"})})
        self.job = Job(tuple(self.names), jackknife, self.source.name)
        self._work = work
        self.pass_ = CorpusRun(
            self.source,
            functools.partial(work, self.job),
            survey=(functools.partial(survey_chunk, self.job), self._informed)
            if surveyors(self.measures)
            else None,
            executor=executor,
            workers=workers,
            beside=beside,
            worth_a_pool=worth_a_pool,
            engine=engine,
            progress=progress,
        )
        self._languages: dict[str | None, None] = {}
        # Measures that read a to z only, and whether a language has no score above 0 from them.
        self._latin = [
            at for at, m in enumerate(self.measures) if getattr(m, "tokens", None) == "rouge155"
        ]
        self._silent: dict[str | None, bool] = {}
        self.scores = self.undefined = 0
        self._reason: str | None = None  # the first why a score is undefined

    def _informed(self, surveys: Iterable[Survey]) -> Work:
        counted = Survey()
        for part in surveys:
            counted.merge(part)
        job = dataclasses.replace(self.job, backgrounds=counted.pack())
        return functools.partial(self._work, job)

    def refuse_nothing(self) -> None:
        """Refuse a corpus in which nothing could be scored."""
        where = self.source.name
        if not self.scores:
            raise SumscopeError(
                "no topic has summaries to score", where=where, hint='they go under "peers"'
            )
        if self.undefined == self.scores:
            counted = "score is" if self.scores == 1 else f"{self.scores} scores are"
            told = f"the {counted} undefined" if self.scores == 1 else f"all {counted} undefined"
            raise SumscopeError(f"{told}: {self._reason}", where=where)

    def table(self) -> ScoreTable:
        """Score everything into memory."""
        rows: list[ScoreRow] = []
        for scored in self.pass_.results(note=self.note):
            rows.extend(self.rows(scored))
        self.tell_notes()
        return ScoreTable(tuple(rows), self.meta())

    def write(self, out: str | os.PathLike[str], refuse_nothing: bool = False) -> ScoreSummary:
        """Score into a file in constant memory; if interrupted, the same call resumes."""
        check_scores_target(out)
        # The languages that a signature names are known when every chunk has gone by once.
        with self.pass_.journalled(out, self.job_header(), self.note) as journal:
            if refuse_nothing:
                try:
                    self.refuse_nothing()
                except SumscopeError:
                    journal.remove()
                    raise
            peers = (
                (topic, peer, human, values)
                for scored in journal.chunks()
                for (_, topic), (_, peers) in scored
                for peer, human, values in peers
            )
            write_peer_scores(out, self.names, peers, self.meta())
        self.tell_notes()
        done = self.pass_
        return ScoreSummary(
            str(out), done.topics, self.scores, self.undefined, done.resumed, journal.begun_anew
        )

    def job_header(self) -> dict[str, object]:
        """Return what identifies this job in a journal."""
        measures = [spell_fully(measure) for measure in self.measures]
        return {"measures": measures, "jackknife": self.job.jackknife}

    def note(self, scored: Results) -> None:
        """Take note of languages, and count scores and those of them that are undefined."""
        for _, (lang, peers) in scored:
            self._languages[lang] = None
            if self._silent.get(lang, True) and peers and self._latin:
                self._silent[lang] = not any(
                    isinstance(value := values[at], float) and value > 0
                    for _, _, values in peers
                    for at in self._latin
                )
            for _, _, values in peers:
                self.scores += len(values)
                missing = list(map(type, values)).count(str)
                if missing:
                    self.undefined += missing
                    self._reason = self._reason or next(v for v in values if isinstance(v, str))

    def _tell_lines(self) -> None:
        """Say once where the lines of a text are not the sentences that were found in it."""
        # Only lines with a line break in some text are parsed again.
        topics = (
            parse_topic(raw, f"{self.source.name}:{number}")
            for number, raw in itertools.islice(self.source.lines(), LOOKED_AT)
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
            found = [s.strip() for s in pipeline(topic.lang).sentences(text.written)]
            if lines != found:
                say(
                    "ROUGE-L and ROUGE-W read sentences, and lines of some texts are none "
                    f"(topic {topic.id!r}, {text.id!r}): taken as lines, as rougeLsum does, "
                    'the numbers differ; give "sentences" instead of "text" to decide'
                )
                return

    def tell_notes(self) -> None:
        """Note languages missing or not known, and scripts that ROUGE-1.5.5 does not read."""
        if any(getattr(measure, "by_sentence", False) for measure in self.measures):
            self._tell_lines()
        silent = {lang for lang, nothing in self._silent.items() if nothing}
        if silent:
            name = self.names[self._latin[0]]
            note_script(self.source, name, "add tokens=unicode", lambda t: t.lang in silent)
        for lang in self._languages:
            reads = pipeline(lang)
            if reads.known:
                continue
            if any(str(measure.text(lang)) == reads.signature for measure in self.measures):
                note_topic(lang)

    def rows(self, scored: Results) -> list[ScoreRow]:
        """Return the score rows of a chunk."""
        return [
            ScoreRow.of(topic, peer, human, name, from_plain(value))
            for (_, topic), (_, peers) in scored
            for peer, human, values in peers
            for name, value in zip(self.names, values, strict=True)
        ]

    def meta(self, topics: int | None = None) -> dict[str, object]:
        """How every number was made, so that it can be made again."""
        corpus = {
            "name": Path(self.source.name).name,
            "sha256": self.source.sha256,
            "topics": self.pass_.topics if topics is None else topics,
        }
        measures = {}
        for name, measure in zip(self.names, self.measures, strict=True):
            text = {lang or "unknown": str(measure.text(lang)) for lang in self._languages}
            used = ";".join(dict.fromkeys(text.values()))
            traits = type(measure).traits
            measures[name] = {
                "parameters": spell_fully(measure),
                "text": text,
                "cite": traits.cite,
                "better": traits.better,
                # JSON has no infinity.
                "range": [e if math.isfinite(e) else None for e in (traits.low, traits.high)],
                "signature": f"{spell_fully(measure)}|text:{used}|jackknife:{self.job.jackknife}"
                f"|sumscope:{__version__}|corpus:{self.source.sha256[:12]}",
            }
        return {
            "sumscope": __version__,
            "corpus": corpus,
            "jackknife": self.job.jackknife,
            "measures": measures,
        }


def with_report(
    measures: MeasureLike | Sequence[MeasureLike], report: str | None
) -> list[MeasureLike]:
    """The measures, with what they report where they do not say so themselves.

    `all` gives three of each that can report recall, precision and F.
    """
    given: list[MeasureLike] = (
        list(measures)
        if isinstance(measures, Sequence) and not isinstance(measures, str)
        else [measures]
    )
    if report is None:
        return given
    if report not in (*REPORTS, "all"):
        raise SumscopeError(f"report is {report!r}", hint="give one of r, p, f, all")
    made: list[MeasureLike] = []
    for one in given:
        value: Any = as_measure(one)
        says = "report=" in one if isinstance(one, str) else getattr(value, "report", "r") != "r"
        if says or not hasattr(value, "report"):
            made.append(one)
        else:
            wanted = REPORTS if report == "all" else (report,)
            made += [dataclasses.replace(value, report=letter) for letter in wanted]
    return made


def summary_measures(measures: MeasureLike | Sequence[MeasureLike]) -> list[AnySummaryMeasure]:
    """Read spellings; refuse none, duplicates, and measures that do not judge summaries."""
    given = [measures] if isinstance(measures, str) else measures
    if not isinstance(given, Sequence):
        raise SumscopeError(
            f"measures: expected a list, got {type(measures).__name__}", hint="give ['rouge-2']"
        )
    read = [as_measure(item) for item in given]
    if not read:
        raise SumscopeError("no measure was given", hint="add one, such as rouge-2")
    for measure in read:
        if type(measure).traits.kind != "summary":
            raise SumscopeError(
                f"{measure} compares covers, not summaries", hint="use it with sumscope agree"
            )
        if read.count(measure) > 1:
            raise SumscopeError(f"{measure} is given twice", hint="keep one")
    return read
