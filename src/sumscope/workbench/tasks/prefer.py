"""Prefer one of two summaries, or name the best and the worst of several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import (
    Broken,
    Operation,
    RefusedError,
    State,
    keys,
    known_item,
    word,
)

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
