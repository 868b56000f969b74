"""Plan a project: its settings and what judges see of each topic.

A topic's content is fixed when the project is made (sentences split, summaries written out), so
that a later version of the text layer cannot move ids under the judges' hands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.workbench.brief import Item, Scale, Target

LONGEST_NAME = 100
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

    title: str = ""
    lang: str | None = None
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
