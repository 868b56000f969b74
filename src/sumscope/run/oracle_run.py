"""Extractive oracles of every topic of a corpus: scores, counts, the oracles, labels, gaps."""

from __future__ import annotations

import concurrent.futures
import functools
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.files import atomic_write, ending
from sumscope.core.lazy import optional
from sumscope.core.notebook import NotebookRepr
from sumscope.core.numbers import check_most
from sumscope.core.progress import Progress
from sumscope.corpus.stream import CorpusLike, Source
from sumscope.corpus.topic_stream import note_script
from sumscope.corpus.view import TextView, TopicView
from sumscope.oracles.agreement import Matched, agreement
from sumscope.oracles.answer import Oracles
from sumscope.oracles.methods import METHODS, Budget, read_budget, solve
from sumscope.oracles.text import OracleText, PeerMatcher, TopicWords, read_limit
from sumscope.run.chunks import Chunk
from sumscope.run.corpus_run import CorpusRun, Results

# Peers' sentences are matched to the source by this token overlap (see `PeerMatcher`).
THRESHOLD = 0.5


NO_NGRAM = "the references hold no n-gram"


@dataclass(frozen=True)
class OracleJob:
    """What to compute; crosses to worker processes."""

    text: OracleText
    limit: int | str
    refs: Literal["multi", "single"]
    method: str
    list: int
    labels: bool
    peers: bool
    budget: Budget
    corpus: str
    # Without it, only peers above the oracle are matched with the source, to say why.
    match_peers: bool = True


@dataclass(frozen=True)
class OracleTable(NotebookRepr):
    """One row per problem, in the order of the corpus, each in the contract's JSON shape."""

    rows: tuple[dict[str, Any], ...]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def to_json(self) -> list[dict[str, Any]]:
        """The `--json` shape."""
        return list(self.rows)

    def _flat(self) -> list[dict[str, Any]]:
        plain = ("topic", "reference", "n", "limit", "method", "score", "matches", "total")
        rest = ("upper", "optimal", "complete", "count", "nodes", "seconds", "reason")
        return [{key: row[key] for key in (*plain, *rest)} for row in self.rows]

    def to_pandas(self) -> Any:
        """A pandas DataFrame of everything but the oracles; counts are strings of digits."""
        return optional("pandas", "pandas").DataFrame(self._flat())

    def to_polars(self) -> Any:
        """A polars DataFrame of everything but the oracles; counts are strings of digits."""
        return optional("polars", "polars").DataFrame(self._flat(), infer_schema_length=None)


@dataclass(frozen=True)
class OracleSummary:
    """What a run to a file did."""

    path: str
    topics: int
    problems: int
    incomplete: int
    resumed: int
    begun_anew: bool


def is_wordless(row: dict[str, Any]) -> bool:
    """Whether the references of a row hold no n-gram."""
    return bool(row["reason"] == NO_NGRAM)


def tell_notes(source: Source, job: OracleJob, wordless: bool) -> None:
    """Say once that ROUGE-1.5.5's words are a to z only, where that is why there are none."""
    if wordless and job.text.tokens == "rouge155":
        note_script(source, "oracle", "give --tokens unicode", lambda topic: True)


def label_row(row: dict[str, Any]) -> dict[str, Any]:
    """What a trainer reads: sentences with a 0/1 and a soft label each."""
    keys = ("topic", "reference", "n", "limit", "score", "count", "complete", "reason")
    return {key: row[key] for key in (*keys, "ids", "text", "labels", "soft")}


def make_job(
    n: int,
    limit: int | str,
    refs: Any,
    method: str,
    list: int,
    labels: bool,
    peers: bool,
    budget: Any,
    stem: bool,
    stop: bool | None,
    tokens: Any,
) -> OracleJob:
    """Check the arguments of `oracle`."""
    if not 1 <= n <= 9:
        raise SumscopeError(f"n = {n} is not between 1 and 9", hint="write -n 1 or -n 2")
    if list < 0:
        raise SumscopeError(f"list = {list} is below 0", hint="write --list 10")
    check_most("list", list)
    for value, known in ((method, METHODS), (refs, ("multi", "single"))):
        if value not in known:
            raise SumscopeError(f"unknown value {value!r}", hint=nearest(value, known))
    if tokens not in ("rouge155", "unicode"):
        raise SumscopeError(f"tokens = {tokens!r}", hint="write rouge155 or unicode")
    text = OracleText(n, stem, stop, tokens)
    limit = read_limit(limit)
    return OracleJob(text, limit, refs, method, list, labels, peers, read_budget(budget), "")


def start(
    corpus: CorpusLike,
    job: OracleJob,
    executor: concurrent.futures.Executor | None,
    workers: int | None,
    progress: Progress | None,
) -> CorpusRun:
    """Prepare the run over a corpus."""
    source = Source.of(corpus, needs=("documents", "references"))
    work = functools.partial(oracle_chunk, replace(job, corpus=source.name))
    return CorpusRun(source, work, executor=executor, workers=workers, progress=progress)


def is_stated(row: dict[str, Any]) -> bool:
    """Whether a row answers a problem, rather than say what the topic lacks."""
    return row["reason"] in (None, NO_NGRAM)


def refuse_nothing(name: str, stated: int) -> None:
    """Refuse a corpus in which no problem could be stated."""
    if stated:
        return
    raise SumscopeError(
        "there is no oracle to find: no topic has documents and references",
        where=name,
        hint='an oracle needs "documents" and "references"',
    )


def find_oracles(
    corpus: CorpusLike,
    job: OracleJob,
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> OracleTable:
    """Answer every problem of a corpus."""
    run = start(corpus, job, executor, workers, progress)
    found = tuple(row for chunk in run.results() for _, rows in chunk for row in rows)
    refuse_nothing(run.source.name, sum(map(is_stated, found)))
    tell_notes(run.source, job, any(map(is_wordless, found)))
    return OracleTable(found)


def write_oracles(
    corpus: CorpusLike,
    out: str | os.PathLike[str],
    job: OracleJob,
    executor: concurrent.futures.Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> OracleSummary:
    """Answer every problem into a file of JSON lines; if interrupted, the same call resumes."""
    ending(out, (".jsonl",), "a file of JSON lines")
    run = start(corpus, job, executor, workers, progress)
    problems = incomplete = wordless = 0
    with run.journalled(out, {"oracle": asdict(job)}) as journal, atomic_write(out) as file:
        if not any(
            is_stated(row) for chunk in journal.chunks() for _, rows in chunk for row in rows
        ):
            journal.remove()
            refuse_nothing(run.source.name, 0)
        for chunk in journal.chunks():
            for _, rows in chunk:
                for row in rows:
                    row.pop("seconds")
                    problems += 1
                    incomplete += not row["complete"]
                    wordless += is_wordless(row)
                    line = label_row(row) if job.labels else row
                    file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
    tell_notes(run.source, job, wordless > 0)
    return OracleSummary(
        str(out), run.topics, problems, incomplete, run.resumed, journal.begun_anew
    )


def oracle_chunk(job: OracleJob, chunk: Chunk) -> Results:
    """Answer every problem of a chunk (this is what workers run)."""
    return chunk.each(job.corpus, lambda topic: topic_rows(job, TopicView(topic)))


def topic_rows(job: OracleJob, view: TopicView) -> list[dict[str, Any]]:
    """The rows of one topic."""
    if not view.documents or not view.references:
        missing = "no documents" if not view.documents else "no references"
        return [_undefined_row(job, view, missing)]
    words = job.text.words(view)
    limit = words.limit(job.limit)
    which: list[int | None] = [None]
    if job.refs == "single":
        which = [*range(len(words.references))]
    rows = []
    for reference in which:
        found = solve(words.problem(limit, reference), job.method, job.budget)
        name = None if reference is None else view.references[reference].id
        row = _row(job, view.id, name, found, words)
        if job.labels:
            row.update(_labels(found, words))
        if job.peers:
            row["peers"] = _gaps(job, view, found, reference)
        rows.append(row)
    return rows


def _row(
    job: OracleJob, topic: str, reference: str | None, found: Oracles, words: TopicWords
) -> dict[str, Any]:
    count = found.count
    return {
        "topic": topic,
        "reference": reference,
        "n": job.text.n,
        "limit": found.problem.limit,
        "score": found.score,
        "matches": found.matches,
        "total": found.problem.total,
        "count": None if count is None else str(count),
        "complete": found.complete,
        "oracles": [[words.ids[s] for s in one] for one in found.listed(job.list)],
        "in_oracles": {words.ids[s]: str(number) for s, number in found.in_oracles.items()},
        "nodes": found.nodes,
        "seconds": found.seconds,
        "method": found.method,
        "optimal": found.optimal,
        "upper": found.upper,
        "reason": None if found.problem.total else NO_NGRAM,
    }


def _undefined_row(job: OracleJob, view: TopicView, reason: str) -> dict[str, Any]:
    row: dict[str, Any] = {"topic": view.id, "reference": None, "n": job.text.n}
    row["limit"] = job.limit if isinstance(job.limit, int) else None
    row.update(score=None, matches=0, total=0, count=None, complete=False, oracles=[])
    row.update(in_oracles={}, nodes=0, seconds=0.0, method=job.method, optimal=False, upper=0)
    row["reason"] = reason
    if job.labels:
        row.update(ids=[], text=[], labels=[], soft=None)
    if job.peers:
        row["peers"] = []
    return row


def _labels(found: Oracles, words: TopicWords) -> dict[str, Any]:
    """1 for the sentences of the first oracle; the share of oracles that hold each sentence."""
    chosen = set(found.first())
    soft: list[float] | None = None
    if found.complete:
        soft = [found.share(s) or 0.0 for s in range(len(words.ids))]
    labels = [int(s in chosen) for s in range(len(words.ids))]
    return {"ids": words.ids, "text": words.texts, "labels": labels, "soft": soft}


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


def _gaps(
    job: OracleJob, view: TopicView, found: Oracles, reference: int | None
) -> list[dict[str, Any]]:
    """How far every peer is from the oracle; people who wrote one of the references left aside."""
    chosen = [view.references[reference]] if reference is not None else [*view.references]
    whole, cut_short = job.text.measure(), job.text.measure(words=max(1, found.problem.limit))
    matcher = _LazyMatcher(view, job.text)
    references = [whole.encode(r) for r in chosen]
    names = {r.id for r in chosen}
    rows = []
    for peer in view.peers:
        if peer.human and peer.id in names:
            continue
        text = cut_short.encode(peer)
        hits, total, _ = whole.combine([whole.pair(reference, text) for reference in references])
        score = hits / total if total else None
        row: dict[str, Any] = {"peer": peer.id, "human": peer.human, "score": score}
        row["gap"] = None if score is None else (found.score or 0.0) - score
        rows.append(row)
        if not job.match_peers and (row["gap"] is None or row["gap"] >= 0):
            continue
        mine = matcher.match(peer)
        row["f"] = agreement(found, mine.chosen, mine.sentences).f if found.complete else None
        row["unmatched"] = [peer.sentences[s] for s in mine.unmatched]
    return rows
