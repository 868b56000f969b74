"""Link source sentences to the sentences of an abstract, many to many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sumscope.core.values import Cluster, JudgeCover
from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import (
    Operation,
    RefusedError,
    State,
    keys,
    known_item,
    word,
)


@dataclass(frozen=True)
class LinkState(State):
    """The source sentences of each abstract sentence that has any."""

    notes: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    actions: ClassVar[tuple[str, ...]] = ("link", "unlink")

    def apply(self, brief: Brief, op: Operation) -> LinkState:
        """Add or remove one link."""
        keys(op, "item", "to")
        item, to = known_item(brief, word(op, "item")), _target(brief, op)
        held = self.links.get(to, ())
        if (item in held) == (op["do"] == "link"):
            return self
        after = (*held, item) if op["do"] == "link" else tuple(i for i in held if i != item)
        rest = {target: items for target, items in self.links.items() if target != to}
        return replace(self, links={**rest, to: after} if after else rest)

    def to_json(self) -> dict[str, object]:
        """Links and notes."""
        links = {target: list(items) for target, items in self.links.items()}
        return {"links": links, "notes": dict(self.notes)}

    def units(self, brief: Brief) -> int:
        """The abstract sentences."""
        return len(brief.targets)

    def done(self, brief: Brief) -> int:
        """Abstract sentences with at least one link."""
        return len(self.links)

    def cover(self, judge: str, brief: Brief) -> JudgeCover:
        """One cluster per abstract sentence, its text as label; `sentence` has its id."""
        clusters = []
        for target in brief.targets:
            extra = {"sentence": target.id}
            if target.id in self.notes:
                extra["note"] = self.notes[target.id]
            clusters.append(Cluster(self.links.get(target.id, ()), target.text, None, extra))
        said = {p: note for p, note in self.notes.items() if p not in brief.target_ids}
        return JudgeCover(judge, tuple(clusters), (), {"notes": said} if said else {})

    def note_place(self, brief: Brief, op: Operation) -> str:
        """A source sentence or an abstract sentence."""
        if "to" not in op:
            return super().note_place(brief, op)
        keys(op, "to", "text")
        return _target(brief, op)


def _target(brief: Brief, op: Operation) -> str:
    to = word(op, "to")
    if to not in brief.target_ids:
        raise RefusedError(f"unknown abstract sentence {to[:60]!r}")
    return to
