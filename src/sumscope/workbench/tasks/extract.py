"""Pick the sentences of an extract, under a limit of words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Text, Topic
from sumscope.workbench import figures
from sumscope.workbench.assign import Entry
from sumscope.workbench.brief import Brief, Item
from sumscope.workbench.operations import Broken, Operation, State, keys, known_item, word
from sumscope.workbench.plan import Content, Settings
from sumscope.workbench.task import Given, Rows, TaskKind, note_operations

if TYPE_CHECKING:
    from sumscope.workbench.answers import Imported
    from sumscope.workbench.results import Result, Results
    from sumscope.workbench.store.entries import Task


@dataclass(frozen=True)
class ExtractState(State):
    """The sentences picked, in the order of picking."""

    notes: Mapping[str, str] = field(default_factory=dict)
    picked: tuple[str, ...] = ()

    actions: ClassVar[tuple[str, ...]] = ("pick", "drop")

    def apply(self, brief: Brief, op: Operation) -> ExtractState:
        """Pick or drop one sentence."""
        keys(op, "item")
        item = known_item(brief, word(op, "item"))
        if (item in self.picked) == (op["do"] == "pick"):
            return self
        if op["do"] == "pick":
            return replace(self, picked=(*self.picked, item))
        return replace(self, picked=tuple(i for i in self.picked if i != item))

    def to_json(self) -> dict[str, object]:
        """The sentences picked and the notes."""
        return {"picked": list(self.picked), "notes": dict(self.notes)}

    def units(self, brief: Brief) -> int:
        """One extract."""
        return 1

    def done(self, brief: Brief) -> int:
        """1 as soon as a sentence is picked."""
        return int(bool(self.picked))

    def broken(self, brief: Brief) -> tuple[Broken, ...]:
        """The limit of words."""
        words = {item.id: item.words or 0 for item in brief.items}
        total = sum(words[item] for item in self.picked)
        if brief.limit is None or total <= brief.limit:
            return ()
        return (
            Broken(
                "limit",
                f"the extract has {total} words, {total - brief.limit} more than the limit of "
                f"{brief.limit}",
                self.picked[-1],
            ),
        )

    def peer(self, judge: str, brief: Brief) -> Text:
        """The extract as a peer of the corpus, sentences in reading order."""
        picked = set(self.picked)
        ids = tuple(item for item in brief.documents if item in picked)
        extra = {"notes": dict(self.notes)} if self.notes else {}
        return Text(judge, extract=ids, human=True, extra=extra)


class ExtractTask(TaskKind[ExtractState]):
    """Pick the sentences of the best extract of each topic."""

    name = "extract"
    needs = ("documents",)
    holds = "peers"
    options = ("words", "rate")
    counts_words = True
    guidelines = (
        "Pick the sentences that together make the best summary of the source, within the "
        "limit. Whole sentences only; the order of the source is kept."
    )
    procedure = (
        "Read the whole source once.",
        "Pick the sentences that carry the main points.",
        "Drop what repeats another sentence until the extract fits the limit.",
        "Read the extract from start to end before you submit.",
    )

    def state(self) -> ExtractState:
        """Nothing picked."""
        return ExtractState()

    def check_judge(self, name: str, topic: Topic) -> None:
        """Refuse a judge whose extract would take the id of a system or of a reference."""
        clash = any(peer.id == name and not _by_a_person(peer) for peer in topic.peers)
        if clash or any(reference.id == name for reference in topic.references):
            raise SumscopeError(
                f"the topic has a summary {name!r} already, so no judge's extract can be called so",
                where=f"topic {topic.id!r}",
                hint="choose another name for the judge",
            )

    def brief(
        self, settings: Settings, contents: Mapping[str, Content], entries: Sequence[Entry]
    ) -> Brief:
        """The limit of words."""
        made = super().brief(settings, contents, entries)
        return replace(made, limit=_limit(settings, made.items))

    def present(self, task: Task) -> dict[str, object]:
        """The limit, and the rate that it comes from."""
        limit: dict[str, object] | None = None
        if task.brief.limit is not None:
            rate = task.project.settings.rate
            limit = {} if rate is None else {"rate": rate}
            limit["words"] = task.brief.limit
        return {**super().present(task), "limit": limit}

    def without_work(self, topic: Topic) -> Topic:
        """Without people's extracts, too."""
        peers = tuple(peer for peer in topic.peers if not _by_a_person(peer))
        return replace(super().without_work(topic), peers=peers)

    def export(self, topic: Topic, found: Results) -> Topic:
        """One peer per judge."""
        made: dict[str, Text] = {
            one.judge.name: one.state.peer(one.judge.name, one.brief)
            for one in found.of_topic(topic.id)
        }
        kept = [made.pop(peer.id, peer) for peer in topic.peers]
        return replace(topic, peers=(*kept, *made.values()))

    def table(
        self, results: Sequence[Result[ExtractState]], settings: Settings
    ) -> tuple[list[str], Rows]:
        """One row per picked sentence."""
        rows: Rows = [
            [one.row.topic, one.judge.name, item] for one in results for item in one.state.picked
        ]
        return ["topic", "judge", "sentence"], rows

    def read(self, topic: Topic, own: Topic, settings: Settings, made: Imported) -> list[Given]:
        """The extracts of people."""
        found = []
        for peer in topic.peers:
            if peer in own.peers:
                made.known += 1
            elif _by_a_person(peer):
                found.append(Given(peer.id, (topic.id, ()), peer))
        return found

    def answers(
        self, given: Given, brief: Brief, item: str, peers: tuple[str, ...]
    ) -> list[Operation]:
        """Operations that pick the sentences."""
        ops: list[Operation] = [{"do": "pick", "item": one} for one in given.work.extract or ()]
        return ops + note_operations(given.work.extra.get("notes"))

    def comparable(self, state: ExtractState, brief: Brief) -> object:
        """The order of picking does not count."""
        return state.peer("", brief)

    def agreement(
        self, topics: Sequence[Topic], settings: Settings, judges: Sequence[str], baseline: int
    ) -> figures.Figures:
        """Each sentence is picked or not, as in `judges`."""
        return figures.of_extracts(topics, settings)

    def majority(
        self, brief: Brief, entries: Sequence[Entry], results: Sequence[Result[ExtractState]]
    ) -> list[Operation]:
        """Sentences that most judges picked."""
        picks = Counter(item for one in results for item in one.state.picked)
        return [
            {"do": "pick", "item": item}
            for item in brief.documents
            if 2 * picks[item] > len(results)
        ]

    def disagreement(
        self, items: Sequence[str], results: Sequence[Result[ExtractState]]
    ) -> Mapping[str, float]:
        """The share of pairs of judges of whom one picked the sentence."""
        count = len(results)
        pairs = count * (count - 1) / 2
        picks = Counter(item for one in results for item in one.state.picked)
        return {i: picks[i] * (count - picks[i]) / pairs if pairs else 0.0 for i in items}

    def place(self, one: Result[ExtractState], item: str) -> str | None:
        """Whether it was picked."""
        return "picked" if item in one.state.picked else None


def _by_a_person(peer: Text) -> bool:
    return peer.human and peer.extract is not None


def _limit(settings: Settings, items: Sequence[Item]) -> int | None:
    """The most words of an extract; a rate is a share of the source's words, rounded down."""
    if settings.rate is not None:
        return int(Fraction(str(settings.rate)) * sum(item.words or 0 for item in items))
    return settings.words
