"""Operations on a judge's work: parse, validate, apply, undo and redo.

An operation is a JSON object with `do` and the keys of that action. It applies whole or is refused
with a reason; `undo` and `redo` are operations too, so a log of operations says everything. The
pages have the same algebra in JavaScript; random sequences run through both give the same state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias, TypeVar

from sumscope.core.errors import SumscopeError
from sumscope.workbench.brief import Brief

LONGEST_TEXT = 4000
LONGEST_ID = 64

Operation: TypeAlias = Mapping[str, object]
S = TypeVar("S", bound="State")


class RefusedError(SumscopeError):
    """An operation does not fit the state; nothing was changed."""


@dataclass(frozen=True)
class Broken:
    """A rule that the work breaks, with the item and the cluster that it concerns."""

    rule: str
    message: str
    item: str | None = None
    cluster: str | None = None

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "rule": self.rule,
            "item": self.item,
            "cluster": self.cluster,
            "message": self.message,
        }


@dataclass(frozen=True)
class State(ABC):
    """What a judge has made so far; never changed, only replaced."""

    notes: Mapping[str, str]

    actions: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def apply(self, brief: Brief, op: Operation) -> State:
        """The state after an operation other than `note`, `undo` and `redo`."""

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """The state as pages and scripts see it."""

    @abstractmethod
    def done(self, brief: Brief) -> int:
        """How many units of work are finished."""

    def units(self, brief: Brief) -> int:
        """How many units of work there are."""
        return len(brief.items)

    def broken(self, brief: Brief) -> tuple[Broken, ...]:
        """The rules that the work breaks."""
        return ()

    def note_place(self, brief: Brief, op: Operation) -> str:
        """The id that a `note` belongs to."""
        keys(op, "item", "text")
        return known_item(brief, word(op, "item"))


@dataclass(frozen=True, eq=False)
class Session:
    """A state with the states to go back and forward to, each list as nested pairs."""

    state: State
    past: tuple[State, object] | None = None
    future: tuple[State, object] | None = None

    def apply(self, brief: Brief, op: object) -> Session:
        """Carry out one operation of any kind, or refuse it."""
        if not isinstance(op, Mapping):
            raise RefusedError("an operation is an object with `do`")
        action = op.get("do")
        if action == "undo":
            keys(op)
            return self._undo()
        if action == "redo":
            keys(op)
            return self._redo()
        if action == "note":
            place = self.state.note_place(brief, op)
            after: State = replace(self.state, notes=_noted(self.state.notes, place, op))
        elif action in self.state.actions:
            after = self.state.apply(brief, op)
        else:
            listed = ", ".join((*self.state.actions, "note", "undo", "redo"))
            raise RefusedError(f"unknown operation {_shown(action)}; expected one of {listed}")
        return Session(after, (self.state, self.past), None)

    def _undo(self) -> Session:
        if self.past is None:
            raise RefusedError("there is nothing to undo")
        before, rest = self.past
        return Session(before, _pair(rest), (self.state, self.future))

    def _redo(self) -> Session:
        if self.future is None:
            raise RefusedError("there is nothing to redo")
        after, rest = self.future
        return Session(after, (self.state, self.past), _pair(rest))


def replay(start: State, brief: Brief, ops: Iterable[Operation]) -> Session:
    """The session after a log of operations."""
    session = Session(start)
    for op in ops:
        session = session.apply(brief, op)
    return session


# Reading an operation.


def keys(op: Operation, *required: str, optional: tuple[str, ...] = ()) -> None:
    """Refuse missing and unknown keys."""
    for key in required:
        if key not in op:
            raise RefusedError(f"{op.get('do')}: the key {key!r} is missing")
    for key in op:
        if key != "do" and key not in required and key not in optional:
            raise RefusedError(f"{op.get('do')}: unknown key {_shown(key)}")


def word(op: Operation, key: str) -> str:
    """A string that is not empty."""
    value = op[key]
    if not isinstance(value, str) or not value:
        raise RefusedError(f"{op.get('do')}: {key} must be a string that is not empty")
    return value


def new_id(brief: Brief, op: Operation, key: str) -> str:
    """An id that the client made for a cluster."""
    name = word(op, key)
    if len(name) > LONGEST_ID:
        raise RefusedError(f"{op['do']}: {key} has more than {LONGEST_ID} characters")
    if name in brief.documents:
        raise RefusedError(f"{op['do']}: {_shown(name)} is the id of a sentence")
    return name


def text(op: Operation, key: str = "text") -> str | None:
    """A text to set, or None to remove it."""
    value = op[key]
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise RefusedError(f"{op.get('do')}: {key} must be a string or null")
    if len(value) > LONGEST_TEXT:
        raise RefusedError(f"{op.get('do')}: {key} has more than {LONGEST_TEXT} characters")
    return value


def whole(op: Operation, key: str, low: int, high: int) -> int | None:
    """A whole number from `low` to `high`, or None to remove it; 3.0 is 3."""
    value = op[key]
    if value is None:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RefusedError(
            f"{op.get('do')}: {key} must be a whole number from {low} to {high}, or null"
        )
    return value


def words(op: Operation, key: str) -> tuple[str, ...]:
    """A list of different strings."""
    value = op[key]
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise RefusedError(f"{op.get('do')}: {key} must be a list of ids")
    if len(set(value)) < len(value):
        raise RefusedError(f"{op.get('do')}: {key} names something twice")
    return tuple(value)


def known_item(brief: Brief, item: str) -> str:
    """Refuse an item that the task does not have."""
    if item not in brief.documents:
        raise RefusedError(f"unknown item {_shown(item)}")
    return item


def without_note(notes: Mapping[str, str], *places: str) -> Mapping[str, str]:
    """Notes without those of clusters that go."""
    if not any(place in notes for place in places):
        return notes
    return {place: said for place, said in notes.items() if place not in places}


def _noted(notes: Mapping[str, str], place: str, op: Operation) -> Mapping[str, str]:
    said = text(op)
    rest = without_note(notes, place)
    return rest if said is None else {**rest, place: said}


def _pair(rest: object) -> tuple[State, object] | None:
    # Nested pairs have a recursive type, which is written here once.
    return rest if isinstance(rest, tuple) else None


def _shown(value: object) -> str:
    said = repr(value)
    return said if len(said) <= 60 else said[:57] + "..."
