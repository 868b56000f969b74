"""What a judge is asked to work on: items, targets, scales, options, limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Item:
    """A sentence of the source, or a summary."""

    id: str
    text: str
    document: str = ""
    date: str | None = None
    speaker: str | None = None
    words: int | None = None


@dataclass(frozen=True)
class Target:
    """A sentence of an abstract, to which source sentences are linked."""

    id: str
    text: str
    reference: str


@dataclass(frozen=True)
class Scale:
    """A scale of whole numbers on which summaries are rated."""

    name: str
    low: int
    high: int
    question: str = ""
    points: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "name": self.name,
            "question": self.question,
            "low": self.low,
            "high": self.high,
            "points": dict(self.points),
        }


@dataclass(frozen=True)
class Brief:
    """Everything that operations and rules need to know about a task."""

    task: str
    items: tuple[Item, ...]
    targets: tuple[Target, ...] = ()
    scales: tuple[Scale, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    limit: int | None = None

    @cached_property
    def documents(self) -> dict[str, str]:
        """The document of each item, in reading order."""
        return {item.id: item.document for item in self.items}

    @cached_property
    def by_scale(self) -> dict[str, Scale]:
        """The scales by name."""
        return {scale.name: scale for scale in self.scales}

    @cached_property
    def target_ids(self) -> frozenset[str]:
        """The ids of the targets."""
        return frozenset(target.id for target in self.targets)
