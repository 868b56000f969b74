"""What a task is: one declaration, which everything else in the workbench asks.

A declaration stands in `workbench/tasks/NAME.py` and is listed in `workbench.tasks.TASKS`. What it
does not say is as below: one task per topic whose items are the sentences of the documents.
`SummaryTask` is for tasks on summaries, one per judge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from sumscope.core.errors import SumscopeError
from sumscope.core.values import JudgeCover, Topic, frozen
from sumscope.workbench.assign import Entry, topic_order
from sumscope.workbench.brief import Brief, Item
from sumscope.workbench.operations import Operation, State
from sumscope.workbench.plan import Content, Settings

if TYPE_CHECKING:
    from sumscope.corpus.view import TopicView
    from sumscope.workbench.answers import Imported
    from sumscope.workbench.figures import Figures
    from sumscope.workbench.results import Result, Results
    from sumscope.workbench.store.entries import Task

S = TypeVar("S", bound=State)
Rows: TypeAlias = list[list[str | int | None]]
Why: TypeAlias = Mapping[str, Mapping[str, object]]
NOTES_KEY = "judge_notes"


@dataclass(frozen=True)
class Given:
    """The work of one judge on one item of a file: a topic, a summary or a comparison."""

    judge: str
    entry: Entry
    work: Any
    note: str | None = None


class TaskKind(ABC, Generic[S]):
    """A task that judges can be given."""

    name: ClassVar[str]
    # Keys of a topic without which there is nothing to judge, and the one that has the work.
    needs: ClassVar[tuple[str, ...]]
    holds: ClassVar[str]
    # Settings that no other task has, as options of `gold new`.
    options: ClassVar[tuple[str, ...]] = ()
    # The texts beside the task; the owner can replace the guidelines.
    guidelines: ClassVar[str]
    procedure: ClassVar[tuple[str, ...]]
    guidance: ClassVar[tuple[str, ...]] = ()
    # Whether the words of sentences are counted.
    counts_words: ClassVar[bool] = False
    # One task per topic; otherwise one of all entries, with one gold standard.
    by_topic: ClassVar[bool] = True
    # Agreement needs this many judges.
    least_judges: ClassVar[int] = 2
    # Whether the order of the work in a file says in which order judges came.
    in_order_of_judges: ClassVar[bool] = True

    @abstractmethod
    def state(self) -> S:
        """The state before the first operation."""

    # Planning.

    def fits(self, topic: Topic) -> bool:
        """Whether a topic can be judged."""
        return all(getattr(topic, key) for key in self.needs)

    def complete(self, settings: Settings) -> Settings:
        """The settings with what is chosen by default."""
        return settings

    def choose(
        self, topics: list[Topic], settings: Settings, whole: bool
    ) -> tuple[list[Topic], Why]:
        """The topics as they are judged, checked, and what is said of how they were cut."""
        return topics, {}

    def check_judge(self, name: str, topic: Topic) -> None:
        """Refuse the name of a judge that would hide something of a topic."""

    def plan(self, view: TopicView, settings: Settings) -> Content:
        """What judges see of a topic; one that lacks what the task needs is refused."""
        items = _sentences(view, self.counts_words)
        if not items:
            raise SumscopeError(
                "has no sentences to judge",
                where=f"topic {view.id!r}",
                hint="add `documents`, or leave the topic out with --topic",
            )
        return Content(items=items)

    def units(self, topic: str, content: Content, at: int, settings: Settings) -> list[Entry]:
        """What is dealt out of the topic at place `at`, in canonical order."""
        return [(topic, ())]

    def in_order(self, units: Sequence[Entry], judge: str, seed: int) -> list[Entry]:
        """A judge's entries in the judge's own order."""
        return [(topic, ()) for topic in topic_order([topic for topic, _ in units], judge, seed)]

    def brief(
        self, settings: Settings, contents: Mapping[str, Content], entries: Sequence[Entry]
    ) -> Brief:
        """What operations and rules need to know about these entries of a judge."""
        ((topic, _),) = entries
        content = contents[topic]
        return Brief(self.name, content.items, content.targets)

    def present(self, task: Task) -> dict[str, object]:
        """What the page shows besides what all tasks have."""
        (content,) = task.contents.values()
        return {
            "title": content.title,
            "lang": content.lang,
            "items": [item_json(item) for item in task.brief.items],
        }

    # Export and import.

    def without_work(self, topic: Topic) -> Topic:
        """The topic before anybody has worked on it."""
        return replace(topic, covers=(), judgements=frozen({}), preferences=())

    @abstractmethod
    def export(self, topic: Topic, found: Results) -> Topic:
        """The topic with the work of its judges."""

    @abstractmethod
    def table(self, results: Sequence[Result[S]], settings: Settings) -> tuple[list[str], Rows]:
        """The heading and the rows of the work as a table."""

    @abstractmethod
    def read(self, topic: Topic, own: Topic, settings: Settings, made: Imported) -> list[Given]:
        """The work that a topic of a file holds; `own` is the topic of the project."""

    @abstractmethod
    def answers(
        self, given: Given, brief: Brief, item: str, peers: tuple[str, ...]
    ) -> list[Operation]:
        """Operations that give this work, on `item` with its `peers` where items are summaries."""

    def comparable(self, state: S, brief: Brief) -> object:
        """What an export holds of a state."""
        return state

    # What the owner sees.

    @abstractmethod
    def agreement(
        self, topics: Sequence[Topic], settings: Settings, judges: Sequence[str], baseline: int
    ) -> Figures:
        """Agreement of the judges, from topics as an export has them."""

    @abstractmethod
    def majority(
        self, brief: Brief, entries: Sequence[Entry], results: Sequence[Result[S]]
    ) -> list[Operation]:
        """Operations that give what more than half of the judges made; of one judge, all of it."""

    def evidence(
        self, brief: Brief, entries: Sequence[Entry], results: Sequence[Result[S]]
    ) -> dict[str, dict[str, object]]:
        """Each judge's answer on each item, where the gold standard shows it."""
        return {}

    def cover(self, one: Result[S]) -> JudgeCover | None:
        """The work as a cover of the sentences, if it is one."""
        return None

    def disagreement(
        self, items: Sequence[str], results: Sequence[Result[S]]
    ) -> Mapping[str, float]:
        """How far judges disagree on each sentence, from 0 to 1."""
        return dict.fromkeys(items, 0.0)

    def place(self, one: Result[S], item: str) -> str | None:
        """Where a judge has put a sentence."""
        return None


V = TypeVar("V")


class SummaryTask(TaskKind[S], Generic[S, V]):
    """One task per judge on summaries of all topics, shown without their systems' names.

    `V` is a judge's verdict on an item, by systems and not by positions: every judge sees the
    items in an order of their own, and pairs on sides of their own.
    """

    by_topic = False
    needs = ("peers",)

    def plan(self, view: TopicView, settings: Settings) -> Content:
        """The summaries and the documents of the topic."""
        texts, least = {peer.id: peer.text for peer in view.peers}, self.fewest(settings)
        if len(texts) < least:
            held = f"{len(texts)} {'summary' if len(texts) == 1 else 'summaries'}"
            raise SumscopeError(
                f"has {held if texts else 'no summaries'}, but the task needs {least} or more",
                where=f"topic {view.id!r}",
                hint="add `peers`, or leave the topic out with --topic",
            )
        documents = tuple(
            {"id": d.id, "date": d.source.date, "text": d.text} for d in view.documents
        )
        return Content(documents=documents, texts=texts)

    def fewest(self, settings: Settings) -> int:
        """How many summaries a topic must have."""
        return 1

    def present(self, task: Task) -> dict[str, object]:
        """The sources of the summaries."""
        return {
            "title": task.project.settings.name,
            "lang": next(iter({c.lang for c in task.contents.values()}), None),
            "sources": {
                topic: {
                    "title": c.title,
                    "lang": c.lang,
                    "documents": [dict(d) for d in c.documents],
                }
                for topic, c in task.contents.items()
            },
        }

    @abstractmethod
    def verdict(self, state: S, brief: Brief, item: str, peers: tuple[str, ...]) -> V | None:
        """A judge's answer on an item, by systems."""

    @abstractmethod
    def shown(self, verdict: V, brief: Brief, item: str, peers: tuple[str, ...]) -> object:
        """A verdict in the order and on the sides of this item."""

    @abstractmethod
    def agreed(
        self, verdicts: Sequence[V], brief: Brief, item: str, peers: tuple[str, ...]
    ) -> list[Operation]:
        """Operations for what more than half of the verdicts on an item say."""

    def majority(
        self, brief: Brief, entries: Sequence[Entry], results: Sequence[Result[S]]
    ) -> list[Operation]:
        """Answers of more than half of those who gave one; other items stay open."""
        verdicts = [self.verdicts(one) for one in results]
        made: list[Operation] = []
        for item, entry in zip(brief.items, entries, strict=True):
            given = [mine[_key(entry)] for mine in verdicts if _key(entry) in mine]
            made += self.agreed(given, brief, item.id, entry[1])
        return made

    def evidence(
        self, brief: Brief, entries: Sequence[Entry], results: Sequence[Result[S]]
    ) -> dict[str, dict[str, object]]:
        """Each judge's answer on each item, in the order and on the sides of this task."""
        made: dict[str, dict[str, object]] = {item.id: {} for item in brief.items}
        for one in results:
            mine = self.verdicts(one)
            for item, entry in zip(brief.items, entries, strict=True):
                if _key(entry) in mine:
                    told = self.shown(mine[_key(entry)], brief, item.id, entry[1])
                    made[item.id][one.judge.name] = told
        return made

    def verdicts(self, one: Result[S]) -> dict[Entry, V]:
        """One judge's answers, by topic and systems."""
        made: dict[Entry, V] = {}
        for item, entry in zip(one.brief.items, one.entries, strict=True):
            verdict = self.verdict(one.state, one.brief, item.id, entry[1])
            if verdict is not None:
                made[_key(entry)] = verdict
        return made


def shared_entries(results: Iterable[Result[Any]]) -> list[Entry]:
    """Everything that any judge was given, each pair or set of systems once, sorted."""
    return sorted({_key(entry) for one in results for entry in one.entries})


def _key(entry: Entry) -> Entry:
    return entry[0], tuple(sorted(entry[1]))


def most(values: Iterable[V]) -> V | None:
    """The value that more than half have given, if there is one."""
    counts = Counter(values)
    for value, count in counts.most_common(1):
        return value if 2 * count > counts.total() else None
    return None


# What several tasks need.


def _sentences(view: TopicView, counted: bool) -> tuple[Item, ...]:
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


def item_json(item: Item) -> dict[str, object]:
    """An item as pages see it."""
    made: dict[str, object] = {
        "id": item.id,
        "text": item.text,
        "document": item.document,
        "date": item.date,
    }
    if item.speaker is not None:
        made["speaker"] = item.speaker
    if item.words is not None:
        made["words"] = item.words
    return made


def with_extra(topic: Topic, key: str, value: object) -> Topic:
    """The topic with one more key of its own."""
    return replace(topic, extra=frozen({**topic.extra, key: value}))


def note_operations(notes: object) -> list[Operation]:
    """Operations that give items their notes."""
    if not isinstance(notes, Mapping):
        return []
    return [{"do": "note", "item": item, "text": text} for item, text in notes.items()]


def notes_of_summaries(topic: Topic, key: str) -> dict[tuple[str, tuple[str, ...]], str]:
    """The notes of judges on summaries, as an export has them."""
    made: dict[tuple[str, tuple[str, ...]], str] = {}
    rows = topic.extra.get(NOTES_KEY)
    for row in rows if isinstance(rows, list) else ():
        about = row.get(key) if isinstance(row, Mapping) else None
        if about is not None:
            peers = (about,) if isinstance(about, str) else tuple(about)
            made[str(row["judge"]), peers] = str(row["text"])
    return made
