"""Extractive oracles of every topic of a corpus: scores, counts, the oracles, labels, gaps."""

from __future__ import annotations

import functools
import json
import os
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write, ending
from sumscope.core.progress import Progress
from sumscope.core.results import FrameResult
from sumscope.core.table import mean_of
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Topic
from sumscope.corpus.parquet_files import write_parquet
from sumscope.corpus.stream import CorpusLike, Source
from sumscope.corpus.topic_stream import note_script
from sumscope.corpus.view import TextView, TopicView
from sumscope.jobs.engine import HERE, Engine
from sumscope.jobs.job import Job, Results, per_topic
from sumscope.oracles.agreement import Matched, agreement
from sumscope.oracles.answer import Oracles
from sumscope.oracles.methods import solve
from sumscope.oracles.options import OracleOptions
from sumscope.oracles.ratio import judged, solve_ratio
from sumscope.oracles.rows import (
    LABEL_COLUMNS,
    NO_NGRAM,
    OracleRow,
    PeerGap,
    PeerMatch,
    SentenceLabels,
)
from sumscope.oracles.text import OracleText, PeerMatcher, TopicWords
from sumscope.oracles.trainers import SENTENCES, TRAINERS
from sumscope.oracles.walk import drawn_oracles

# Peers' sentences are matched to the source by this token overlap (see `PeerMatcher`).
THRESHOLD = 0.5


@dataclass(frozen=True, repr=False)
class OracleTable(FrameResult):
    """One row per problem, in the order of the corpus."""

    rows: tuple[OracleRow, ...]
    options: OracleOptions

    def __iter__(self) -> Iterator[OracleRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def to_json(self) -> list[dict[str, object]]:
        """The `--json` shape."""
        return [row.to_json() for row in self.rows]

    def frame_rows(self) -> list[dict[str, str | int | float | None]]:
        """Everything but the oracles; counts are strings of digits."""
        return [row.to_flat() for row in self.rows]

    def tables(self) -> Iterator[ResultTable]:
        """One line per problem, the oracles that were listed, and the mean gap of each peer."""
        listed = self.options.listed
        heading = ["topic", "reference", "score", "matches", "oracles", "nodes", "ms"]
        rows = []
        notes = []
        for row in self.rows:
            cells: list[str | int | float | None] = [
                row.topic,
                row.reference if row.reference is not None else "all",
                row.score_text,
                f"{row.matches}/{row.total}",
                row.reason or (row.count if row.count is not None else "not counted"),
                row.nodes,
                1000 * row.seconds,
            ]
            if listed:
                cells.append(" ".join(row.oracles[0]) if row.oracles else "")
            rows.append(cells)
            if listed > 1:
                name = row.topic + (f" {row.reference}" if row.reference else "")
                notes += [f"{name}: {' '.join(one)}" for one in row.oracles]
        if listed:
            heading.append("first oracle")
        yield table("oracles", "", heading, rows, 1, notes)
        if self.options.gaps:
            yield self._gaps()

    def _gaps(self) -> ResultTable:
        """The mean gap of each peer."""
        peers: dict[str, list[PeerGap]] = {}
        for row in self.rows:
            for peer in row.peers or ():
                peers.setdefault(peer.peer, []).append(peer)
        rows = [
            (
                name,
                mean_of([gap.score for gap in gaps]),
                mean_of([gap.gap for gap in gaps]),
                mean_of([gap.match.f if gap.match else None for gap in gaps]),
                len(gaps),
                sum(len(gap.match.unmatched) for gap in gaps if gap.match),
            )
            for name, gaps in peers.items()
        ]
        heading = ("peer", "score", "gap to oracle", "oracle F", "problems", "unmatched sentences")
        return table("gaps", "Peers", heading, rows, 5)


@dataclass(frozen=True)
class OracleSummary:
    """What a run to a file did."""

    path: str
    topics: int
    problems: int
    incomplete: int
    resumed: int
    begun_anew: bool
    counting: str


def tell_notes(source: Source, options: OracleOptions, wordless: bool) -> None:
    """Say once that ROUGE-1.5.5's words are a to z only, where that is why there are none."""
    if wordless and options.tokens == "rouge155":
        note_script(source, "oracle", "give --tokens unicode", lambda topic: True)


def oracle_job(
    corpus: CorpusLike, options: OracleOptions, engine: Engine, progress: Progress | None
) -> Job:
    """The job of finding the oracles of every topic."""
    source = Source.of(corpus, needs=("documents", "references"))
    work = per_topic(functools.partial(plain_rows, options), source.name)
    return Job(source, work, engine, settings={"oracle": asdict(options)}, progress=progress)


def nothing_stated(corpus: str) -> SumscopeError:
    """What is wrong with a corpus in which no problem could be stated."""
    return SumscopeError(
        "no oracle can be computed: no topic has both documents and references",
        where=corpus,
        hint='an oracle needs "documents" and "references"',
    )


def find_oracles(
    corpus: CorpusLike,
    options: OracleOptions,
    engine: Engine = HERE,
    progress: Progress | None = None,
) -> OracleTable:
    """Answer every problem of a corpus."""
    job = oracle_job(corpus, options, engine, progress)
    rows = tuple(_rows_of(job.results()))
    if not any(row.is_stated for row in rows):
        raise nothing_stated(job.source.name)
    tell_notes(job.source, options, any(row.is_wordless for row in rows))
    return OracleTable(rows, options)


def _rows_of(chunks: Iterable[Results]) -> Iterator[OracleRow]:
    for results in chunks:
        for _, rows in results:
            yield from map(OracleRow.from_json, rows)


def write_oracles(
    corpus: CorpusLike,
    out: str | os.PathLike[str],
    options: OracleOptions,
    engine: Engine = HERE,
    progress: Progress | None = None,
) -> OracleSummary:
    """Answer every problem into a file; if interrupted, the same call resumes.

    JSON lines, or with labels a Parquet table (.parquet).
    """
    kind = ending(out, (".jsonl", ".parquet"), "oracles")
    if kind == ".parquet" and not options.labels:
        raise SumscopeError("a Parquet file holds labels", where=str(out), hint="add --labels")
    job = oracle_job(corpus, options, engine, progress)
    problems = incomplete = wordless = 0
    with job.journalled(out) as done:
        if not any(row.is_stated for row in _rows_of(done.journal.chunks())):
            done.journal.remove()
            raise nothing_stated(job.source.name)

        def lines() -> Iterator[bytes]:
            nonlocal problems, incomplete, wordless
            for row in _rows_of(done.journal.chunks()):
                problems += 1
                incomplete += not row.complete
                wordless += row.is_wordless
                if kind == ".parquet":
                    value = row.to_columns()
                else:
                    value = row.to_labels() if options.labels else row.to_json(timed=False)
                yield json.dumps(value, ensure_ascii=False).encode() + b"\n"

        if kind == ".parquet":
            meta = {"sumscope": __version__, **job.settings, "sha256": job.source.sha256}
            write_parquet(Path(out), lines(), LABEL_COLUMNS, meta)
        else:
            with atomic_write(out) as file:
                file.writelines(lines())
    tell_notes(job.source, options, wordless > 0)
    return OracleSummary(
        path=str(out),
        topics=done.topics,
        problems=problems,
        incomplete=incomplete,
        resumed=done.resumed,
        begun_anew=done.journal.begun_anew,
        counting=options.counting,
    )


def plain_rows(options: OracleOptions, topic: Topic) -> list[dict[str, object]]:
    """The rows of one topic as they cross processes and lie in a journal."""
    return [row.to_json() for row in topic_rows(options, TopicView(topic))]


def topic_rows(
    options: OracleOptions, view: TopicView, match_peers: bool = True
) -> list[OracleRow]:
    """The rows of one topic.

    Without `match_peers`, only peers above the oracle are matched with the source, to say why.
    """
    if not view.documents or not view.references:
        missing = "no documents" if not view.documents else "no references"
        return [_undefined_row(options, view, missing)]
    words = options.text.words(view)
    limit = None if options.limit is None else words.limit(options.limit)
    which: list[int | None] = [None]
    if options.refs == "single":
        which = [*range(len(words.references))]
    rows = []
    for reference in which:
        found = _solved(options, view, words, limit, reference)
        name = None if reference is None else view.references[reference].id
        row = _row(options, view.id, name, found, words)
        if options.labels:
            row = replace(row, labels=_labels(options, found, words))
        if options.gaps:
            row = replace(row, peers=_gaps(options, view, found, reference, match_peers))
        rows.append(row)
    return rows


def _solved(
    options: OracleOptions,
    view: TopicView,
    words: TopicWords,
    limit: int | None,
    reference: int | None,
) -> Oracles:
    """Answer one problem of a topic."""
    if options.is_plain and limit is not None:
        return solve(words.problem(limit, reference), options.method, options.search_budget)
    problem = words.ratio(options.goal, limit, options.sentences, reference)
    if options.method not in TRAINERS:
        return solve_ratio(problem, options.method, options.search_budget)
    begun = time.perf_counter()
    chosen = [*view.references] if reference is None else [view.references[reference]]
    abstract = [sentence for one in chosen for sentence in one.sentences]
    found = TRAINERS[options.method](words.texts, abstract, options.sentences or SENTENCES)
    return judged(problem, options.method, found, begun)


def _row(
    options: OracleOptions, topic: str, reference: str | None, found: Oracles, words: TopicWords
) -> OracleRow:
    return OracleRow(
        topic=topic,
        reference=reference,
        n=options.n,
        limit=found.problem.limit,
        score=found.score,
        matches=found.matches,
        total=found.problem.total,
        count=None if found.count is None else str(found.count),
        complete=found.complete,
        oracles=[[words.ids[s] for s in one] for one in found.listed(options.listed)],
        in_oracles={words.ids[s]: str(number) for s, number in found.in_oracles.items()},
        nodes=found.nodes,
        seconds=found.seconds,
        method=found.method,
        optimal=found.optimal,
        upper=found.upper,
        reason=None if found.problem.total else NO_NGRAM,
        length=options.length,
        cut=options.cut,
        objective=options.objective,
        sentences=options.sentences,
        upper_score=None if options.is_plain else found.upper_score,
    )


def _undefined_row(options: OracleOptions, view: TopicView, reason: str) -> OracleRow:
    return OracleRow(
        topic=view.id,
        reference=None,
        n=options.n,
        limit=options.limit if isinstance(options.limit, int) else None,
        method=options.method,
        reason=reason,
        length=options.length,
        cut=options.cut,
        objective=options.objective,
        sentences=options.sentences,
        labels=SentenceLabels([], [], [], None) if options.labels else None,
        peers=() if options.gaps else None,
    )


def _labels(options: OracleOptions, found: Oracles, words: TopicWords) -> SentenceLabels:
    """1 for the sentences of the first oracle; the share of oracles that hold each sentence.

    With several oracles listed a row for each, with samples a row for each different draw.
    """
    count = len(words.ids)

    def hard(oracle: Collection[int]) -> list[int]:
        return [int(s in oracle) for s in range(count)]

    soft: list[float] | None = None
    if found.complete:
        soft = [0.0] * count
        for sentence in found.holding:
            soft[sentence] = found.share(sentence) or 0.0
    each = samples = weights = None
    if options.listed > 1:
        each = [hard(set(one)) for one in found.listed(options.listed)]
    if options.samples:
        drawn = drawn_oracles(found, options.samples, f"{options.seed}/{words.ids}")
        samples = [hard(one) for one in drawn]
        weights = [times / options.samples for times in drawn.values()]
    return SentenceLabels(
        words.ids, words.texts, hard(set(found.first())), soft, each, samples, weights
    )


class _LazyMatcher:
    """Finds the source sentences of peers; prepared when the first peer asks."""

    def __init__(self, view: TopicView, text: OracleText) -> None:
        self._view, self._text = view, text

    @functools.cached_property
    def _matcher(self) -> PeerMatcher:
        return PeerMatcher(self._view, self._text, THRESHOLD)

    def match(self, peer: TextView) -> Matched:
        """By id for an extract, else by text."""
        return self._matcher.match(peer)


class _PeerScorer:
    """Recall or F of peers by one ROUGE, cut at the limit as oracles are."""

    def __init__(
        self,
        options: OracleOptions,
        text: OracleText,
        references: list[TextView],
        n: int,
        limit: int | None,
    ) -> None:
        self._is_f = options.objective == "f"
        self._whole, self._short = text.measure(n=n), text.measure(limit, n=n)
        used = self._short if options.cut else self._whole
        self._references = [used.encode(reference) for reference in references]

    def score(self, peer: TextView) -> float | None:
        """None where the references have no n-gram."""
        mine = self._short.encode(peer)
        pairs = [self._whole.pair(reference, mine) for reference in self._references]
        hits, total, size = self._whole.combine(pairs)
        if not total:
            return None
        return float(2 * hits / (total + size) if self._is_f else hits / total)


def _gaps(
    options: OracleOptions,
    view: TopicView,
    found: Oracles,
    reference: int | None,
    match_peers: bool,
) -> tuple[PeerGap, ...]:
    """How far every peer is from the oracle; except people who wrote one of the references."""
    text = options.text
    chosen = [view.references[reference]] if reference is not None else [*view.references]
    limit = found.problem.limit
    short = None if limit is None else max(1, limit)
    matcher = _LazyMatcher(view, text)
    names = {r.id for r in chosen}
    scores = [_PeerScorer(options, text, chosen, n, short) for n in text.views]
    rows = []
    for peer in view.peers:
        if peer.human and peer.id in names:
            continue
        each = [scorer.score(peer) for scorer in scores]
        score = None if None in each else fmean(value for value in each if value is not None)
        gap = None if score is None else (found.score or 0.0) - score
        match = None
        if match_peers or (gap is not None and gap < 0):
            mine = matcher.match(peer)
            f = agreement(found, mine.chosen, mine.sentences).f if found.complete else None
            match = PeerMatch(f, [peer.sentences[s] for s in mine.unmatched])
        rows.append(PeerGap(peer.id, peer.human, score, gap, match))
    return tuple(rows)
