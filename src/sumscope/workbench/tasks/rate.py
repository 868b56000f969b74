"""Rate summaries on scales of whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Judgement, Topic, frozen
from sumscope.workbench import figures
from sumscope.workbench.assign import Entry, summaries_in_order
from sumscope.workbench.brief import Brief, Item, Scale
from sumscope.workbench.operations import (
    Operation,
    RefusedError,
    State,
    keys,
    known_item,
    whole,
    word,
)
from sumscope.workbench.plan import Content, Settings
from sumscope.workbench.task import (
    NOTES_KEY,
    Given,
    Rows,
    SummaryTask,
    Why,
    most,
    notes_of_summaries,
    with_extra,
)

if TYPE_CHECKING:
    from sumscope.workbench.answers import Imported
    from sumscope.workbench.results import Result, Results
    from sumscope.workbench.store.entries import Task

DEFAULT_SCALE = Scale("quality", 1, 5, "How good is this summary?")


@dataclass(frozen=True)
class RateState(State):
    """The ratings of each summary that has any, by scale."""

    notes: Mapping[str, str] = field(default_factory=dict)
    ratings: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    actions: ClassVar[tuple[str, ...]] = ("rate",)

    def apply(self, brief: Brief, op: Operation) -> RateState:
        """Set or remove one rating."""
        keys(op, "item", "scale", "value")
        item, name = known_item(brief, word(op, "item")), word(op, "scale")
        scale = brief.by_scale.get(name)
        if scale is None:
            raise RefusedError(f"unknown scale {name[:60]!r}")
        value = whole(op, "value", scale.low, scale.high)
        given = {n: v for n, v in self.ratings.get(item, {}).items() if n != name}
        if value is not None:
            given[name] = value
        rest = {i: named for i, named in self.ratings.items() if i != item}
        return replace(self, ratings={**rest, item: given} if given else rest)

    def to_json(self) -> dict[str, object]:
        """Ratings and notes."""
        ratings = {item: dict(named) for item, named in self.ratings.items()}
        return {"ratings": ratings, "notes": dict(self.notes)}

    def done(self, brief: Brief) -> int:
        """Summaries rated on every scale."""
        return sum(len(named) == len(brief.scales) for named in self.ratings.values())


class RateTask(SummaryTask[RateState, Mapping[str, int]]):
    """Rate each summary on the scales of the owner."""

    name = "rate"
    holds = "judgements"
    options = ("scale",)
    in_order_of_judges = False  # judgements lie by summary: the first judge met says nothing
    guidelines = (
        "Read the source, then rate each summary on every scale. Judge each summary on its "
        "own; you may go back and change a rating at any time before you submit."
    )
    procedure = (
        "Read the source of the topic.",
        "Read a summary, then answer every question about it.",
        "Go on to the next; use the whole scale where summaries differ.",
    )

    def state(self) -> RateState:
        """No rating."""
        return RateState()

    def complete(self, settings: Settings) -> Settings:
        """One scale, if none is named."""
        return settings if settings.scales else replace(settings, scales=(DEFAULT_SCALE,))

    def choose(
        self, topics: list[Topic], settings: Settings, whole: bool
    ) -> tuple[list[Topic], Why]:
        """All topics, unless a scale's name stands for judgements without a judge."""
        _check_scales(topics, settings.scales)
        return topics, {}

    def units(self, topic: str, content: Content, at: int, settings: Settings) -> list[Entry]:
        """Each summary."""
        return [(topic, (peer,)) for peer in content.texts]

    def in_order(self, units: Sequence[Entry], judge: str, seed: int) -> list[Entry]:
        """Every peer on every position equally often."""
        return summaries_in_order(units, judge, seed)

    def brief(
        self, settings: Settings, contents: Mapping[str, Content], entries: Sequence[Entry]
    ) -> Brief:
        """Summaries, numbered in the judge's order."""
        items = tuple(
            Item(str(number), contents[topic].texts[peer], topic)
            for number, (topic, (peer,)) in enumerate(entries, 1)
        )
        return Brief(self.name, items, scales=settings.scales)

    def present(self, task: Task) -> dict[str, object]:
        """The scales and the summaries."""
        return {
            **super().present(task),
            "scales": [scale.to_json() for scale in task.project.settings.scales],
            "items": [
                {"id": item.id, "text": item.text, "topic": item.document, "position": at}
                for at, item in enumerate(task.brief.items, 1)
            ],
        }

    def export(self, topic: Topic, found: Results) -> Topic:
        """Judgements per judge, and notes."""
        named: dict[str, dict[str, dict[str, float | None] | Judgement]] = {
            peer: {
                name: dict(value) if isinstance(value, Mapping) else value
                for name, value in scales.items()
            }
            for peer, scales in topic.judgements.items()
        }
        notes = []
        for one in found.results:
            for number, (at, (peer,)) in enumerate(one.entries, 1):
                if at != topic.id:
                    continue
                given = one.state.ratings.get(str(number), {})
                for scale in one.brief.scales:
                    if scale.name in given:
                        held = named.setdefault(peer, {}).setdefault(scale.name, {})
                        if isinstance(held, dict):
                            held[one.judge.name] = given[scale.name]
                if str(number) in one.state.notes:
                    said = one.state.notes[str(number)]
                    notes.append({"judge": one.judge.name, "peer": peer, "text": said})
        places = {peer.id: at for at, peer in enumerate(topic.peers)}
        notes.sort(key=lambda note: places[note["peer"]])
        judged = _in_order_of_peers(named, topic)
        topic = replace(topic, judgements=frozen({p: frozen(s) for p, s in judged.items()}))
        return with_extra(topic, NOTES_KEY, notes) if notes else topic

    def table(
        self, results: Sequence[Result[RateState]], settings: Settings
    ) -> tuple[list[str], Rows]:
        """One row per rating."""
        rows: Rows = []
        for one in results:
            for number, (topic, (peer,)) in enumerate(one.entries, 1):
                given = one.state.ratings.get(str(number), {})
                note = one.state.notes.get(str(number))
                for name, value in given.items():
                    rows.append([topic, peer, one.judge.name, name, value, number, note])
        return ["topic", "peer", "judge", "scale", "value", "position", "note"], rows

    def read(self, topic: Topic, own: Topic, settings: Settings, made: Imported) -> list[Given]:
        """Judgements per judge on the scales of the project."""
        notes = notes_of_summaries(topic, "peer")
        scales = {scale.name for scale in settings.scales}
        found: dict[tuple[str, str], dict[str, float]] = {}
        for peer, named in topic.judgements.items():
            for scale, value in named.items():
                before = own.judgements.get(peer, {}).get(scale)
                if scale not in scales or not isinstance(value, Mapping):
                    if value != before:
                        made.notes.append(f"topic {topic.id!r}, {peer!r}: {scale!r} is left out")
                    continue
                for judge, number in value.items():
                    if isinstance(before, Mapping) and before.get(judge) == number:
                        made.known += 1
                    elif number is not None:
                        found.setdefault((judge, peer), {})[scale] = number
        for judge, peers in notes:
            found.setdefault((judge, peers[0]), {})
        return [
            Given(judge, (topic.id, (peer,)), given, notes.get((judge, (peer,))))
            for (judge, peer), given in found.items()
        ]

    def answers(
        self, given: Given, brief: Brief, item: str, peers: tuple[str, ...]
    ) -> list[Operation]:
        """One rating per scale."""
        return [
            {"do": "rate", "item": item, "scale": scale, "value": value}
            for scale, value in given.work.items()
        ]

    def agreement(
        self, topics: Sequence[Topic], settings: Settings, judges: Sequence[str], baseline: int
    ) -> figures.Figures:
        """Every coefficient of every scale, as `judges`."""
        return figures.of_ratings(topics, settings, judges)

    def verdict(
        self, state: RateState, brief: Brief, item: str, peers: tuple[str, ...]
    ) -> Mapping[str, int] | None:
        """The ratings by scale."""
        return state.ratings.get(item)

    def shown(
        self, verdict: Mapping[str, int], brief: Brief, item: str, peers: tuple[str, ...]
    ) -> object:
        """The ratings."""
        return dict(verdict)

    def agreed(
        self,
        verdicts: Sequence[Mapping[str, int]],
        brief: Brief,
        item: str,
        peers: tuple[str, ...],
    ) -> list[Operation]:
        """The rating that most gave, scale by scale."""
        made: list[Operation] = []
        for scale in brief.scales:
            value = most(one[scale.name] for one in verdicts if scale.name in one)
            if value is not None:
                made.append({"do": "rate", "item": item, "scale": scale.name, "value": value})
        return made


def _in_order_of_peers(
    named: dict[str, dict[str, dict[str, float | None] | Judgement]], topic: Topic
) -> dict[str, dict[str, dict[str, float | None] | Judgement]]:
    """What the file had first, in its order; then the peers in theirs, whoever judged first."""
    order = [*topic.judgements, *(peer.id for peer in topic.peers)]
    return {peer: named[peer] for peer in dict.fromkeys([*order, *named]) if peer in named}


def _check_scales(topics: Sequence[Topic], scales: Sequence[Scale]) -> None:
    """Refuse a scale whose name stands for judgements without a judge."""
    for topic in topics:
        for peer, named in topic.judgements.items():
            for scale in scales:
                plain = named.get(scale.name)
                if plain is not None and not isinstance(plain, Mapping):
                    raise SumscopeError(
                        f"{peer!r} has a judgement {scale.name!r} without a judge already",
                        where=f"topic {topic.id!r}",
                        hint="choose another name for the scale",
                    )
