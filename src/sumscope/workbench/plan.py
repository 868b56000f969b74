"""Plan a project: its settings and what judges see of each topic.

A topic's content is fixed when the project is made (sentences split, summaries written out), so
that a later version of the text layer cannot move ids under the judges' hands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.values import Topic
from sumscope.corpus.view import TopicView
from sumscope.covers.similar import similar_order
from sumscope.workbench.assign import Entry
from sumscope.workbench.brief import Brief, Item, Scale, Target
from sumscope.workbench.tasks import TASKS

LONGEST_NAME = 100
DEFAULT_SCALE = Scale("quality", 1, 5, "How good is this summary?")
GOLD = "gold"


@dataclass(frozen=True)
class Settings:
    """What the owner chose for a project."""

    task: str
    name: str
    seed: int = 0
    per_item: int | None = None
    overlap: int | None = None
    scales: tuple[Scale, ...] = ()
    question: str = "overall"
    of: int = 2
    pairs: int | None = None
    words: int | None = None
    rate: float | None = None
    suggest: bool = False

    def to_json(self) -> dict[str, object]:
        """Plain values, for the store."""
        made = {k: v for k, v in asdict(self).items() if k not in ("task", "name", "seed")}
        return {**made, "scales": [scale.to_json() for scale in self.scales]}

    @staticmethod
    def from_store(task: str, name: str, seed: int, stored: str) -> Settings:
        """Read what `to_json` gave."""
        kept = json.loads(stored)
        scales = tuple(Scale(**scale) for scale in kept.pop("scales"))
        return Settings(task, name, seed, scales=scales, **kept)


@dataclass(frozen=True)
class Content:
    """What judges see of one topic."""

    title: str
    lang: str | None
    items: tuple[Item, ...] = ()
    targets: tuple[Target, ...] = ()
    documents: tuple[Mapping[str, str | None], ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    near: tuple[str, ...] = ()
    why: Mapping[str, object] | None = None

    def dump(self) -> str:
        """As JSON text, for the store."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @staticmethod
    def load(stored: str) -> Content:
        """Read what `dump` gave."""
        kept = json.loads(stored)
        return Content(
            title=kept["title"],
            lang=kept["lang"],
            items=tuple(Item(**row) for row in kept["items"]),
            targets=tuple(Target(**row) for row in kept["targets"]),
            documents=tuple(kept["documents"]),
            texts=kept["texts"],
            near=tuple(kept["near"]),
            why=kept["why"],
        )


@dataclass(frozen=True)
class PlannedTopic:
    """A topic of a project: the line of the corpus and what judges see of it."""

    topic: Topic
    content: Content


def check_settings(settings: Settings) -> None:
    """Refuse settings that make no project."""
    if settings.task not in TASKS:
        raise SumscopeError(f"unknown task {settings.task!r}", hint=nearest(settings.task, TASKS))
    check_name(settings.name, "the project")
    if settings.of not in (2, 4):
        raise SumscopeError(f"comparisons of {settings.of} summaries", hint="give 2 or 4")
    if settings.pairs is not None and settings.pairs < 1:
        raise SumscopeError(f"{settings.pairs} comparisons a topic", hint="give 1 or more")
    if settings.words is not None and settings.rate is not None:
        raise SumscopeError("an extract has only one limit", hint="give --words or --rate")
    if settings.words is not None and settings.words < 1:
        raise SumscopeError(f"the limit is {settings.words} words", hint="give 1 or more")
    if settings.rate is not None and not 0 < settings.rate <= 1:
        raise SumscopeError(f"the rate is {settings.rate:g}", hint="give one above 0 and up to 1")
    names = [scale.name for scale in settings.scales]
    if len(set(names)) < len(names):
        raise SumscopeError("two scales have the same name", where="--scale")
    for scale in settings.scales:
        check_name(scale.name, "a scale")
        if not scale.low < scale.high or scale.high - scale.low > 100:
            raise SumscopeError(
                f"the scale {scale.name} goes from {scale.low} to {scale.high}",
                hint="give a low end below a high end, at most 100 apart: quality:1-5",
            )


def check_name(name: str, what: str) -> str:
    """Refuse a name that is empty, very long or has line breaks and the like."""
    bad = not name.strip() or len(name) > LONGEST_NAME or not name.isprintable()
    if bad or name != name.strip():
        raise SumscopeError(
            f"the name of {what} must be 1 to {LONGEST_NAME} printable characters, "
            "without spaces at its ends",
            where=repr(name[:40]),
        )
    return name


def check_judges(names: Sequence[str], topics: Sequence[Topic], task: str) -> None:
    """Refuse names of judges that are taken, or that would hide something of the corpus."""
    for name in names:
        check_name(name, "a judge")
        if name == GOLD:
            raise SumscopeError(
                f"the name {GOLD!r} is that of the adjudicated gold standard",
                hint="choose another name for the judge",
            )
        if names.count(name) > 1:
            raise SumscopeError(f"two judges are called {name!r}", hint="give each its own name")
        if task == "extract":
            for topic in topics:
                check_extract_name(name, topic)


def check_extract_name(name: str, topic: Topic) -> None:
    """Refuse a judge whose extract would take the id of a system or of a reference."""
    clash = any(p.id == name and not (p.human and p.extract is not None) for p in topic.peers)
    if clash or any(reference.id == name for reference in topic.references):
        raise SumscopeError(
            f"the topic has a summary {name!r} already, so no judge's extract can be called so",
            where=f"topic {topic.id!r}",
            hint="choose another name for the judge",
        )


def plan_topic(topic: Topic, settings: Settings, why: Mapping[str, object] | None) -> PlannedTopic:
    """What judges will see of a topic; a topic that lacks what the task needs is refused."""
    view = TopicView(topic)
    where = f"topic {topic.id!r}"
    title = topic.extra.get("title")
    shown = title if isinstance(title, str) and title else topic.id
    if settings.task in ("rate", "prefer"):
        texts = {peer.id: peer.text for peer in view.peers}
        least = 1 if settings.task == "rate" else settings.of
        if len(texts) < least:
            raise SumscopeError(
                f"has {_count(len(texts), 'summary', 'summaries')}, but the task needs "
                f"{least} or more",
                where=where,
                hint="add `peers`, or leave the topic out with --topic",
            )
        documents = tuple(
            {"id": d.id, "date": d.source.date, "text": d.text} for d in view.documents
        )
        return PlannedTopic(topic, Content(shown, topic.lang, documents=documents, texts=texts))
    items = _items(view, settings.task == "extract")
    if not items:
        raise SumscopeError(
            "has no sentences to judge",
            where=where,
            hint="add `documents`, or leave the topic out with --topic",
        )
    targets = _targets(view, {item.id for item in items}) if settings.task == "link" else ()
    if settings.task == "link" and not targets:
        raise SumscopeError(
            "has no abstract to link to",
            where=where,
            hint="add `references`, or leave the topic out with --topic",
        )
    near: tuple[str, ...] = ()
    if settings.task == "cluster" and settings.suggest:
        order = similar_order(topic.lang, [item.text for item in items])
        near = tuple(items[at].id for at in order)
    return PlannedTopic(topic, Content(shown, topic.lang, items, targets, near=near, why=why))


def limit_of(settings: Settings, items: Sequence[Item]) -> int | None:
    """The most words of an extract; a rate is a share of the source's words, rounded down."""
    if settings.rate is not None:
        return int(Fraction(str(settings.rate)) * sum(item.words or 0 for item in items))
    return settings.words


def topic_brief(settings: Settings, content: Content) -> Brief:
    """The brief of a task on one topic."""
    limit = limit_of(settings, content.items) if settings.task == "extract" else None
    return Brief(settings.task, content.items, content.targets, limit=limit)


def summaries_brief(
    settings: Settings, contents: Mapping[str, Content], entries: Sequence[Entry]
) -> Brief:
    """The brief of a task on summaries of many topics; ids are numbers in the judge's order."""
    items = tuple(
        Item(
            str(number),
            contents[topic].texts[peers[0]] if settings.task == "rate" else "",
            topic,
        )
        for number, (topic, peers) in enumerate(entries, 1)
    )
    if settings.task == "rate":
        return Brief("rate", items, scales=settings.scales)
    options = {
        item.id: option_names(len(peers)) for item, (_, peers) in zip(items, entries, strict=True)
    }
    return Brief("prefer", items, options=options)


def option_names(count: int) -> tuple[str, ...]:
    """What the summaries of a comparison are called in the page."""
    return ("left", "right") if count == 2 else tuple("abcdefgh"[:count])


def _items(view: TopicView, counted: bool) -> tuple[Item, ...]:
    from sumscope.text import pipeline

    pipe = pipeline(view.lang) if counted else None
    made = []
    for document in view.documents:
        for sentence in document.items:
            speaker = sentence.extra.get("speaker")
            made.append(
                Item(
                    sentence.id,
                    sentence.text,
                    document.id,
                    document.source.date,
                    speaker if isinstance(speaker, str) else None,
                    None if pipe is None else len(pipe.words(sentence.text)),
                )
            )
    if view.by_id.keys() != {item.id for item in made}:
        raise SumscopeError("sentence ids are not unique", where=f"topic {view.id!r}")
    return tuple(made)


def _targets(view: TopicView, taken: set[str]) -> tuple[Target, ...]:
    made = []
    for reference in view.references:
        for number, said in enumerate(reference.sentences):
            name = f"{reference.id}:{number}"
            while name in taken:  # notes are kept by id, so ids must differ from the sentences'
                name += "'"
            taken.add(name)
            made.append(Target(name, said, reference.id))
    return tuple(made)


def _count(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}" if count else f"no {one}"
