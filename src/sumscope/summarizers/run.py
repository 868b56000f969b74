"""Summaries of every topic of a corpus, in memory or journalled to a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypedDict

from sumscope.core.errors import SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.numbers import check_seed
from sumscope.core.progress import Progress
from sumscope.core.results import NotebookRepr, Result
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Text, Topic
from sumscope.jobs.engine import HERE, Engine
from sumscope.jobs.job import Job, per_topic

if TYPE_CHECKING:
    import pandas
    import polars

    from sumscope.corpus.stream import CorpusLike
    from sumscope.summarizers.registry import Summarizer
    from sumscope.summarizers.select import Extract, Limit
    from sumscope.summarizers.supor_model import SuporModel


RATE = 0.3


@dataclass(frozen=True)
class Summary(NotebookRepr):
    """The extract of one topic; `topic` has it as its last peer."""

    topic: Topic
    peer: str
    extract: Extract

    def to_json(self) -> dict[str, object]:
        """Topic, peer, sentence ids in source order, sizes, and the reasons."""
        return {
            "topic": self.topic.id,
            "peer": self.peer,
            "extract": list(self.extract.ids),
            "words": self.extract.words,
            "limit": self.extract.limit,
            "source_words": self.extract.source_words,
            "chosen": [one.to_json() for one in self.extract.chosen],
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """A topic cannot be pickled as it is: read-only mappings cross processes as JSON."""
        return unpack, (pack(self),)


@dataclass(frozen=True, repr=False)
class Summaries(Result):
    """One summary per topic, in the order of the corpus."""

    rows: tuple[Summary, ...]
    by: str

    def __iter__(self) -> Iterator[Summary]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """The corpus with the new peer."""
        return tuple(row.topic for row in self.rows)

    def to_json(self) -> list[dict[str, object]]:
        """One object per topic."""
        return [row.to_json() for row in self.rows]

    def tables(self) -> Iterator[ResultTable]:
        """The extract of every topic: which sentences were taken, in source order, and why."""
        heading = ("sentence", "rank", "why", "text")
        for row in self.rows:
            extract = row.extract
            caption = (
                f"{row.topic.id}: {row.peer}, {extract.words} of {extract.source_words} words "
                f"(limit {extract.limit})"
            )
            rows = [
                (one.sentence, one.rank, one.why, " ".join(one.text.split()))
                for one in extract.chosen
            ]
            yield table("extract", caption, heading, rows)

    def table(self) -> list[dict[str, object]]:
        """One row per chosen sentence."""
        return [
            {"topic": row.topic.id, "peer": row.peer, **one.to_json(), "text": one.text}
            for row in self.rows
            for one in row.extract.chosen
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """The chosen sentences as a pandas DataFrame."""
        return optional("pandas", "pandas").DataFrame(self.table())

    def to_polars(self) -> polars.DataFrame:
        """The chosen sentences as a polars DataFrame."""
        return optional("polars", "polars").DataFrame(self.table(), infer_schema_length=None)


@dataclass(frozen=True)
class Plan:
    """What to do with every topic, checked."""

    method: Summarizer
    limit: Limit
    model: SuporModel | None
    name: str | None
    explain: bool

    def to_json(self) -> dict[str, object]:
        """Everything that a result depends on besides the corpus."""
        return {
            "by": str(self.method),
            "limit": self.limit.to_json(),
            "model": None if self.model is None else self.model.to_json(),
            "name": self.name,
            "explain": self.explain,
        }


def make_plan(
    by: str | Summarizer,
    *,
    rate: float | None = None,
    words: int | None = None,
    model: str | os.PathLike[str] | SuporModel | None = None,
    seed: int | None = None,
    name: str | None = None,
    explain: bool = False,
) -> Plan:
    """Check the arguments of `summarize`."""
    from sumscope.summarizers.registry import parse, with_seed
    from sumscope.summarizers.select import Limit
    from sumscope.summarizers.supor_model import read_model

    method = parse(by) if isinstance(by, str) else by
    if seed is not None:
        method = with_seed(method, check_seed(seed))
    limit = Limit(RATE if rate is None and words is None else rate, words)
    if model is not None and "model" not in type(method).traits.needs:
        raise SumscopeError(f"{method} takes no model", hint="leave the model out, or use supor")
    if isinstance(model, str | os.PathLike):
        model = read_model(model)
    return Plan(method, limit, model, name, explain)


def summaries(
    corpus: CorpusLike,
    plan: Plan,
    progress: Progress | None = None,
    engine: Engine = HERE,
    out: str | os.PathLike[str] | None = None,
) -> Iterator[Summary]:
    """One summary at a time, in the order of the corpus and in constant memory.

    After the last one the corpus lies in `out`, whole. What is finished is kept in `<out>.partial`:
    if interrupted, the same call resumes there.
    """
    from sumscope.corpus.jsonl import check_name, write_corpus
    from sumscope.corpus.stream import Source
    from sumscope.text import note_topic

    if out is not None:
        check_name(out)
    source = Source.of(corpus, needs=("documents",))
    make = partial(topic_summary if out is None else packed_summary, plan)
    job = Job(
        source,
        per_topic(make, source.name),
        engine,
        settings={"summarize": plan.to_json()},
        progress=progress,
        worth_workers=None,
        # Those that are made in this process, and not for a file, are handed on one by one.
        chunk_topics=None if out is not None or engine.is_asked_for else 1,
    )
    if out is None:
        for results in job.results():
            for _, made in results:
                note_topic(made.topic.lang)
                yield made
        return
    with job.journalled(out) as done:
        for results in done.journal.chunks():
            for _, packed in results:
                made = unpack(packed)
                note_topic(made.topic.lang)
                yield made
        packed_rows = (packed for results in done.journal.chunks() for _, packed in results)
        write_corpus(out, (unpack(packed).topic for packed in packed_rows))


class Packed(TypedDict):
    """A summary in the journal: its topic as a corpus line, and the extract as plain values."""

    line: str
    peer: str
    extract: dict[str, Any]


def pack(made: Summary) -> Packed:
    """A summary as plain JSON values."""
    from sumscope.corpus.jsonl import dump_topic

    line = dump_topic(made.topic).decode()
    return {"line": line, "peer": made.peer, "extract": asdict(made.extract)}


def unpack(packed: Packed) -> Summary:
    """Read what `pack` made."""
    from sumscope.corpus.jsonl import parse_topic
    from sumscope.summarizers.select import Chosen, Extract

    sizes = dict(packed["extract"])
    chosen = tuple(Chosen(**one) for one in sizes.pop("chosen"))
    topic = parse_topic(packed["line"].encode(), "a summary")
    return Summary(topic, packed["peer"], Extract(chosen=chosen, **sizes))


def topic_summary(plan: Plan, topic: Topic) -> Summary:
    """The summary of one topic."""
    return summary(
        topic, plan.method, plan.limit, model=plan.model, name=plan.name, explain=plan.explain
    )


def packed_summary(plan: Plan, topic: Topic) -> Packed:
    """The summary of one topic as it lies in a journal."""
    return pack(topic_summary(plan, topic))


def summary(
    topic: Topic,
    method: Summarizer,
    limit: Limit,
    *,
    model: SuporModel | None = None,
    name: str | None = None,
    explain: bool = False,
) -> Summary:
    """The extract of one topic, also as its last peer."""
    from sumscope.corpus.view import TopicView
    from sumscope.summarizers.registry import Job
    from sumscope.summarizers.select import select
    from sumscope.summarizers.source import Source

    traits = type(method).traits
    for need in ("documents", "references"):
        if need in traits.needs and not getattr(topic, need):
            raise SumscopeError(
                f"{traits.template} needs {need}, but the topic has none",
                where=f"topic {topic.id!r}",
            )
    source = Source(TopicView(topic))
    try:
        extract = select(source, method.rank(Job(source, model)), limit)
    except SumscopeError as error:
        if error.where is not None:
            raise
        raise SumscopeError(error.what, where=f"topic {topic.id!r}", hint=error.hint) from None
    peer = _free_name(topic, name or traits.template, own=name is not None)
    extra: dict[str, object] = {"by": str(method), **limit.to_json()}
    if explain:
        extra["why"] = [one.to_json() for one in extract.chosen]
    made = Text(peer, extract=extract.ids, extra=MappingProxyType(extra))
    return Summary(replace(topic, peers=(*topic.peers, made)), peer, extract)


def _free_name(topic: Topic, wanted: str, own: bool) -> str:
    """The name itself, or the first of `name-2`, `name-3` that no peer has; none is replaced."""
    taken = {peer.id for peer in topic.peers}
    if wanted not in taken:
        return wanted
    if own:
        raise SumscopeError(
            f"there is a peer {wanted!r} already", where=f"topic {topic.id!r}", hint="choose a name"
        )
    number = 2
    while f"{wanted}-{number}" in taken:
        number += 1
    return f"{wanted}-{number}"
