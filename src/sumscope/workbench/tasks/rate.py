"""Rate summaries on scales of whole numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import (
    Operation,
    RefusedError,
    State,
    keys,
    known_item,
    whole,
    word,
)


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
