"""Cluster sentences: clusters with labels and ranks, and a tray of sentences set aside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sumscope.core.values import Cluster, JudgeCover
from sumscope.covers import rules
from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import (
    Broken,
    Operation,
    RefusedError,
    State,
    keys,
    known_item,
    new_id,
    text,
    whole,
    without_note,
    word,
    words,
)

HIGHEST_RANK = 9999


@dataclass(frozen=True)
class Group:
    """A cluster in the making."""

    id: str
    items: tuple[str, ...] = ()
    label: str | None = None
    rank: int | None = None

    def without(self, items: frozenset[str]) -> Group:
        """The cluster without some items; itself if it has none of them."""
        if items.isdisjoint(self.items):
            return self
        return replace(self, items=tuple(i for i in self.items if i not in items))


@dataclass(frozen=True)
class ClusterState(State):
    """Clusters in order of making, and the tray; what is in neither is unsorted."""

    notes: Mapping[str, str] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    tray: tuple[str, ...] = ()

    actions: ClassVar[tuple[str, ...]] = (
        *("new", "put", "take", "aside", "label", "rank", "merge", "split", "drop"),
    )

    def apply(self, brief: Brief, op: Operation) -> ClusterState:
        """Carry out one operation."""
        action = op["do"]
        if action == "new":
            keys(op, "cluster", optional=("items",))
            name = self._unused(brief, op, "cluster")
            items = words(op, "items") if "items" in op else ()
            for item in items:
                known_item(brief, item)
            rest = self._without(items)
            return replace(rest, groups=(*rest.groups, Group(name, items)))
        if action == "put":
            keys(op, "item", "cluster")
            item = known_item(brief, word(op, "item"))
            at = self._at(op)
            rest = self._without((item,))
            group = rest.groups[at]
            return rest._with(at, replace(group, items=(*group.items, item)))
        if action == "take":
            keys(op, "item")
            return self._without((known_item(brief, word(op, "item")),))
        if action == "aside":
            keys(op, "item")
            item = known_item(brief, word(op, "item"))
            rest = self._without((item,))
            return replace(rest, tray=(*rest.tray, item))
        if action == "label":
            keys(op, "cluster", "text")
            at = self._at(op)
            return self._with(at, replace(self.groups[at], label=text(op)))
        if action == "rank":
            keys(op, "cluster", "rank")
            at = self._at(op)
            rank = whole(op, "rank", 1, HIGHEST_RANK)
            return self._with(at, replace(self.groups[at], rank=rank))
        if action == "merge":
            return self._merge(op)
        if action == "split":
            return self._split(brief, op)
        keys(op, "cluster")
        name = self._group(op).id
        groups = tuple(group for group in self.groups if group.id != name)
        return replace(self, groups=groups, notes=without_note(self.notes, name))

    def to_json(self) -> dict[str, object]:
        """Clusters, the tray and the notes."""
        return {
            "clusters": [
                {"id": g.id, "label": g.label, "rank": g.rank, "items": list(g.items)}
                for g in self.groups
            ],
            "aside": list(self.tray),
            "notes": dict(self.notes),
        }

    def done(self, brief: Brief) -> int:
        """Sentences that are in a cluster or set aside."""
        return sum(len(group.items) for group in self.groups) + len(self.tray)

    def broken(self, brief: Brief) -> tuple[Broken, ...]:
        """The rules of Geiss (2009), see `sumscope.covers.rules`."""
        return tuple(
            Broken(
                one.rule,
                one.message,
                one.sentence,
                None if one.cluster is None else self.groups[one.cluster].id,
            )
            for one in rules.check(self.cover("judge"), brief.documents)
        )

    def cover(self, judge: str) -> JudgeCover:
        """The clustering as a corpus holds it; notes are kept under `note` and `notes`."""
        clusters = tuple(
            Cluster(
                g.items,
                g.label,
                g.rank,
                {"note": self.notes[g.id]} if g.id in self.notes else {},
            )
            for g in self.groups
        )
        names = {g.id for g in self.groups}
        said = {place: note for place, note in self.notes.items() if place not in names}
        return JudgeCover(judge, clusters, self.tray, {"notes": said} if said else {})

    def note_place(self, brief: Brief, op: Operation) -> str:
        """A sentence or a cluster."""
        if "cluster" not in op:
            return super().note_place(brief, op)
        keys(op, "cluster", "text")
        return self._group(op).id

    def _at(self, op: Operation) -> int:
        return self._index(word(op, "cluster"))

    def _index(self, name: str) -> int:
        for at, group in enumerate(self.groups):
            if group.id == name:
                return at
        raise RefusedError(f"unknown cluster {name[:60]!r}")

    def _group(self, op: Operation) -> Group:
        return self.groups[self._at(op)]

    def _unused(self, brief: Brief, op: Operation, key: str) -> str:
        name = new_id(brief, op, key)
        if any(group.id == name for group in self.groups):
            raise RefusedError(f"there is a cluster {name[:60]!r} already")
        return name

    def _without(self, items: tuple[str, ...]) -> ClusterState:
        gone = frozenset(items)
        groups = tuple(group.without(gone) for group in self.groups)
        return replace(self, groups=groups, tray=tuple(i for i in self.tray if i not in gone))

    def _with(self, at: int, group: Group) -> ClusterState:
        return replace(self, groups=(*self.groups[:at], group, *self.groups[at + 1 :]))

    def _merge(self, op: Operation) -> ClusterState:
        keys(op, "clusters")
        names = words(op, "clusters")
        if len(names) < 2:
            raise RefusedError("merge: name two clusters or more")
        merged = [self.groups[self._index(name)] for name in names]
        first = replace(merged[0], items=tuple(i for group in merged for i in group.items))
        gone = names[1:]
        groups = tuple(
            first if group.id == first.id else group
            for group in self.groups
            if group.id not in gone
        )
        return replace(self, groups=groups, notes=without_note(self.notes, *gone))

    def _split(self, brief: Brief, op: Operation) -> ClusterState:
        keys(op, "cluster", "into", "items")
        at = self._at(op)
        into, items = self._unused(brief, op, "into"), words(op, "items")
        if not items:
            raise RefusedError("split: name one item or more")
        for item in items:
            if item not in self.groups[at].items:
                raise RefusedError(f"split: {item[:60]!r} is not in the cluster")
        left = self.groups[at].without(frozenset(items))
        return replace(
            self,
            groups=(*self.groups[:at], left, Group(into, items), *self.groups[at + 1 :]),
        )
