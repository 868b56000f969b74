"""Prefer one of two summaries, or name the best and the worst of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypedDict

from sumscope.core.values import BestWorst, Preference, Topic
from sumscope.corpus.schema_judgements import CHOICES as KNOWN_CHOICES
from sumscope.workbench import figures
from sumscope.workbench.assign import Entry, comparisons, comparisons_in_order
from sumscope.workbench.brief import Brief, Item
from sumscope.workbench.operations import (
    Broken,
    Operation,
    RefusedError,
    State,
    keys,
    known_item,
    word,
)
from sumscope.workbench.plan import Content, Settings
from sumscope.workbench.task import (
    NOTES_KEY,
    Given,
    Rows,
    SummaryTask,
    most,
    notes_of_summaries,
    with_extra,
)

if TYPE_CHECKING:
    from sumscope.workbench.answers import Imported
    from sumscope.workbench.results import Result, Results
    from sumscope.workbench.store.entries import Task

# The chosen system (None: equal), or the best and the worst system.
Verdict: TypeAlias = tuple[str | None] | tuple[str | None, str | None]
EQUAL = (None,)
TURNED = {"left": "right", "right": "left", "equal": "equal"}


class _Note(TypedDict):
    judge: str
    of: list[str]
    text: str


CHOICES = ("left", "right", "equal")


@dataclass(frozen=True)
class Extremes:
    """The best and the worst option, each once it is chosen."""

    best: str | None = None
    worst: str | None = None


@dataclass(frozen=True)
class PreferState(State):
    """The choice in each comparison that has one."""

    notes: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str | Extremes] = field(default_factory=dict)

    actions: ClassVar[tuple[str, ...]] = ("prefer",)

    def apply(self, brief: Brief, op: Operation) -> PreferState:
        """Set or remove the choice of one comparison."""
        if "choice" in op:
            keys(op, "item", "choice")
        else:
            keys(op, "item", optional=("best", "worst"))
        item = known_item(brief, word(op, "item"))
        options = brief.options[item]
        choice = self._pair(op, options) if "choice" in op else self._extremes(op, item, options)
        rest = {i: made for i, made in self.choices.items() if i != item}
        return replace(self, choices=rest if choice is None else {**rest, item: choice})

    def to_json(self) -> dict[str, object]:
        """Choices and notes."""
        choices: dict[str, object] = {
            item: {"best": made.best, "worst": made.worst} if isinstance(made, Extremes) else made
            for item, made in self.choices.items()
        }
        return {"choices": choices, "notes": dict(self.notes)}

    def done(self, brief: Brief) -> int:
        """Comparisons that are made, best and worst both."""
        return sum(_whole(made) for made in self.choices.values())

    def broken(self, brief: Brief) -> tuple[Broken, ...]:
        """A best without a worst, or the other way round."""
        return tuple(
            Broken(
                "best-and-worst",
                f"comparison {item} has no {'best' if made.best is None else 'worst'} summary yet",
                item,
            )
            for item, made in self.choices.items()
            if isinstance(made, Extremes) and not _whole(made)
        )

    def _pair(self, op: Operation, options: tuple[str, ...]) -> str | None:
        choice = op["choice"]
        if len(options) != 2:
            raise RefusedError("prefer: this comparison asks for best and worst")
        if choice is None:
            return None
        if not isinstance(choice, str) or choice not in CHOICES:
            raise RefusedError("prefer: choice must be left, right, equal or null")
        return choice

    def _extremes(self, op: Operation, item: str, options: tuple[str, ...]) -> Extremes | None:
        if len(options) == 2:
            raise RefusedError("prefer: the key 'choice' is missing")
        if "best" not in op and "worst" not in op:
            raise RefusedError("prefer: name the best, the worst or both")
        before = self.choices.get(item)
        made = before if isinstance(before, Extremes) else Extremes()
        best = _option(op, "best", options) if "best" in op else made.best
        worst = _option(op, "worst", options) if "worst" in op else made.worst
        if best is not None and best == worst:
            raise RefusedError("prefer: best and worst must be different summaries")
        return None if best is None and worst is None else Extremes(best, worst)


def _option(op: Operation, key: str, options: tuple[str, ...]) -> str | None:
    value = op[key]
    if value is None:
        return None
    if not isinstance(value, str) or value not in options:
        raise RefusedError(f"prefer: {key} must be one of {', '.join(options)}, or null")
    return value


def _whole(made: str | Extremes) -> bool:
    return isinstance(made, str) or (made.best is not None and made.worst is not None)


class PreferTask(SummaryTask[PreferState, Verdict]):
    """Compare two summaries, or name the best and the worst of four."""

    name = "prefer"
    holds = "preferences"
    options = ("of", "pairs")
    least_judges = 1
    guidelines = (
        "Read the source, then say which summary is better. Choose equal only if you see no "
        "difference that matters."
    )
    procedure = (
        "Read the source of the topic.",
        "Read the summaries, each to its end.",
        "Say which is better, then go on.",
    )

    def state(self) -> PreferState:
        """No choice."""
        return PreferState()

    def fits(self, topic: Topic) -> bool:
        """Two summaries or more."""
        return len(topic.peers) > 1

    def fewest(self, settings: Settings) -> int:
        """As many as are compared."""
        return settings.of

    def units(self, topic: str, content: Content, at: int, settings: Settings) -> list[Entry]:
        """The comparisons of the topic."""
        sets = comparisons(list(content.texts), settings.of, settings.pairs, at, settings.seed)
        return [(topic, one) for one in sets]

    def in_order(self, units: Sequence[Entry], judge: str, seed: int) -> list[Entry]:
        """Every peer on every side equally often."""
        return comparisons_in_order(units, judge, seed)

    def brief(
        self, settings: Settings, contents: Mapping[str, Content], entries: Sequence[Entry]
    ) -> Brief:
        """Comparisons, numbered in the judge's order, and what their summaries are called."""
        items = tuple(Item(str(at), "", topic) for at, (topic, _) in enumerate(entries, 1))
        options = {
            item.id: option_names(len(peers))
            for item, (_, peers) in zip(items, entries, strict=True)
        }
        return Brief(self.name, items, options=options)

    def present(self, task: Task) -> dict[str, object]:
        """The question and the summaries of each comparison."""
        brief = task.brief
        return {
            **super().present(task),
            "question": task.project.settings.question,
            "items": [
                {
                    "id": item.id,
                    "topic": topic,
                    "position": at,
                    "options": [
                        {"id": option, "text": task.contents[topic].texts[peer]}
                        for option, peer in zip(brief.options[item.id], peers, strict=True)
                    ],
                }
                for at, (item, (topic, peers)) in enumerate(
                    zip(brief.items, task.entries, strict=True), 1
                )
            ],
        }

    def export(self, topic: Topic, found: Results) -> Topic:
        """Preferences in place of those of the same judges on the same question, and notes."""
        name = found.project.settings.question
        made: list[Preference | BestWorst] = []
        notes: list[_Note] = []
        order = {judge.name: at for at, judge in enumerate(found.judges)}
        for one in found.results:
            for number, (at, peers) in enumerate(one.entries, 1):
                choice = one.state.choices.get(str(number)) if at == topic.id else None
                if isinstance(choice, str):
                    made.append(
                        Preference(one.judge.name, name, peers[0], peers[1], KNOWN_CHOICES[choice])
                    )
                elif choice is not None:
                    places = dict(zip(one.brief.options[str(number)], peers, strict=True))
                    extreme = _extremes(choice, places)
                    if extreme is not None:
                        made.append(BestWorst(one.judge.name, name, peers, *extreme))
                if at == topic.id and str(number) in one.state.notes:
                    said = one.state.notes[str(number)]
                    notes.append(_Note(judge=one.judge.name, of=list(peers), text=said))
        notes.sort(key=lambda note: (order[note["judge"]], sorted(note["of"])))
        taken = {(one.judge, one.name) for one in made}
        kept = [one for one in topic.preferences if (one.judge, one.name) not in taken]
        topic = replace(topic, preferences=(*kept, *made))
        return with_extra(topic, NOTES_KEY, notes) if notes else topic

    def table(
        self, results: Sequence[Result[PreferState]], settings: Settings
    ) -> tuple[list[str], Rows]:
        """One row per comparison."""
        rows: Rows = []
        for one in results:
            for number, (topic, peers) in enumerate(one.entries, 1):
                choice = one.state.choices.get(str(number))
                if choice is None:
                    continue
                places = dict(zip(one.brief.options[str(number)], peers, strict=True))
                best, worst = None, None
                if isinstance(choice, Extremes):
                    best, worst = places.get(choice.best or ""), places.get(choice.worst or "")
                    said = None
                else:
                    said = places.get(choice, choice)
                note = one.state.notes.get(str(number))
                start = [topic, one.judge.name, settings.question, "; ".join(peers)]
                rows.append([*start, said, best, worst, number, note])
        heading = ["topic", "judge", "name", "of", "choice", "best", "worst", "position", "note"]
        return heading, rows

    def read(self, topic: Topic, own: Topic, settings: Settings, made: Imported) -> list[Given]:
        """The answers to the question of the project."""
        notes = notes_of_summaries(topic, "of")
        found = []
        for one in topic.preferences:
            if one in own.preferences:
                made.known += 1
                continue
            if one.name != settings.question:
                made.notes.append(f"topic {topic.id!r}: the question {one.name!r} is left out")
                continue
            if isinstance(one, BestWorst):
                note = notes.pop((one.judge, one.of), None)
                found.append(Given(one.judge, (topic.id, one.of), one, note))
            else:
                peers = (one.left, one.right)
                note = notes.pop((one.judge, peers), None)
                found.append(Given(one.judge, (topic.id, peers), one.choice, note))
        found += [
            Given(judge, (topic.id, peers), None, text) for (judge, peers), text in notes.items()
        ]
        return found

    def answers(
        self, given: Given, brief: Brief, item: str, peers: tuple[str, ...]
    ) -> list[Operation]:
        """The choice, on the sides that the project's judge sees."""
        if isinstance(given.work, BestWorst):
            places = dict(zip(peers, brief.options[item], strict=True))
            best, worst = places[given.work.best], places[given.work.worst]
            return [{"do": "prefer", "item": item, "best": best, "worst": worst}]
        if given.work is None:  # a note alone
            return []
        turned = given.work if peers == given.entry[1] else TURNED[given.work]
        return [{"do": "prefer", "item": item, "choice": turned}]

    def agreement(
        self, topics: Sequence[Topic], settings: Settings, judges: Sequence[str], baseline: int
    ) -> figures.Figures:
        """The order of the systems, as `rank`."""
        return figures.of_preferences(topics, settings, judges)

    def verdict(
        self, state: PreferState, brief: Brief, item: str, peers: tuple[str, ...]
    ) -> Verdict | None:
        """The chosen systems."""
        choice = state.choices.get(item)
        if choice is None:
            return None
        if isinstance(choice, Extremes):
            options = brief.options[item]
            best, worst = (
                None if name is None else peers[options.index(name)]
                for name in (choice.best, choice.worst)
            )
            return (best, worst)
        return EQUAL if choice == "equal" else (peers[("left", "right").index(choice)],)

    def shown(self, verdict: Verdict, brief: Brief, item: str, peers: tuple[str, ...]) -> object:
        """The side, or the places of the best and the worst."""
        if len(verdict) == 1:
            return _side(verdict, peers)
        options = brief.options[item]
        return {
            name: None if peer is None else options[peers.index(peer)]
            for name, peer in zip(("best", "worst"), verdict, strict=True)
        }

    def agreed(
        self, verdicts: Sequence[Verdict], brief: Brief, item: str, peers: tuple[str, ...]
    ) -> list[Operation]:
        """The choice of most; the best and the worst of most, unless they are the same."""
        options = brief.options[item]
        if len(options) == 2:
            chosen = most(verdicts)
            if chosen is None:
                return []
            return [{"do": "prefer", "item": item, "choice": _side(chosen, peers)}]
        ends = {
            name: most(one[at] for one in verdicts if len(one) == 2)
            for at, name in enumerate(("best", "worst"))
        }
        named = {name: options[peers.index(peer)] for name, peer in ends.items() if peer}
        if not named or len(set(named.values())) < len(named):
            return []
        return [{"do": "prefer", "item": item, **named}]


def option_names(count: int) -> tuple[str, ...]:
    """What the summaries of a comparison are called in the page."""
    return ("left", "right") if count == 2 else tuple("abcdefgh"[:count])


def _side(chosen: Verdict, peers: Sequence[str]) -> str:
    peer = chosen[0]
    return "equal" if peer is None else ("left", "right")[peers.index(peer)]


def _extremes(choice: Extremes, places: Mapping[str, str]) -> tuple[str, str] | None:
    if choice.best is None or choice.worst is None:
        return None
    return places[choice.best], places[choice.worst]
