"""Cluster sentences: clusters with labels and ranks, and a tray of sentences set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Cluster, JudgeCover, Topic, frozen
from sumscope.covers import rules
from sumscope.covers.co_clustering import consensus
from sumscope.covers.similar import similar_order
from sumscope.workbench.assign import Entry
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
from sumscope.workbench.plan import GOLD, Content, Settings
from sumscope.workbench.task import Given, Rows, Why, note_operations
from sumscope.workbench.tasks.judged_covers import CoverTask, groups

if TYPE_CHECKING:
    from sumscope.corpus.view import TopicView
    from sumscope.workbench.results import Result
    from sumscope.workbench.store.entries import Task

HIGHEST_RANK = 9999
# In a topic that was sampled before: how its documents were chosen.
SAMPLE_KEY = "sample"


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


class ClusterTask(CoverTask[ClusterState]):
    """Cluster the sentence set of each topic."""

    name = "cluster"
    guidelines = (
        "Group the sentences that say the same thing. Each group gets a label, one sentence "
        "that says what it is about, and a rank, 1 for the most important. Set aside the sentences "
        "that fit with no other."
    )
    procedure = rules.PROCEDURE
    guidance = tuple(rules.GUIDANCE.values())

    def state(self) -> ClusterState:
        """No cluster."""
        return ClusterState()

    def choose(
        self, topics: list[Topic], settings: Settings, whole: bool
    ) -> tuple[list[Topic], Why]:
        """The sentence set that `sample` chooses, unless whole topics are wanted."""
        return (topics, {}) if whole else sampled(topics)

    def plan(self, view: TopicView, settings: Settings) -> Content:
        """The sentences, with an order that brings similar ones near if it is to be suggested."""
        content = super().plan(view, settings)
        if not settings.suggest:
            return content
        order = similar_order(view.lang, [item.text for item in content.items])
        return replace(content, near=tuple(content.items[at].id for at in order))

    def present(self, task: Task) -> dict[str, object]:
        """Why these documents, and the suggested order."""
        (content,) = task.contents.values()
        made = {**super().present(task), "why": content.why}
        if task.project.settings.suggest and content.near:
            made["near"] = list(content.near)
        return made

    def cover(self, one: Result[ClusterState]) -> JudgeCover:
        """The clustering."""
        return one.state.cover(one.judge.name)

    def table(
        self, results: Sequence[Result[ClusterState]], settings: Settings
    ) -> tuple[list[str], Rows]:
        """One row per placed sentence."""
        heading = ["topic", "judge", "sentence", "document", "cluster", "label", "rank", "note"]
        rows: Rows = []
        for one in results:
            start = [one.row.topic, one.judge.name]
            notes, documents = one.state.notes, one.brief.documents
            for number, group in enumerate(one.state.groups, 1):
                for i in group.items:
                    end = [number, group.label, group.rank, notes.get(i)]
                    rows.append([*start, i, documents[i], *end])
            for i in one.state.tray:
                rows.append([*start, i, documents[i], "aside", None, None, notes.get(i)])
        return heading, rows

    def answers(
        self, given: Given, brief: Brief, item: str, peers: tuple[str, ...]
    ) -> list[Operation]:
        """Operations that make the clustering."""
        return cover_operations(given.work, brief)

    def comparable(self, state: ClusterState, brief: Brief) -> object:
        """Ids of clusters do not count."""
        return state.cover("")

    def majority(
        self, brief: Brief, entries: Sequence[Entry], results: Sequence[Result[ClusterState]]
    ) -> list[Operation]:
        """Clusters that most judges share; of one judge, all of them."""
        states = [one.state for one in results]
        cover = states[0].cover(GOLD) if len(states) == 1 else _common(states, brief)
        return cover_operations(cover, brief)

    def place(self, one: Result[ClusterState], item: str) -> str | None:
        """The label of the cluster, or its number."""
        for number, group in enumerate(one.state.groups, 1):
            if item in group.items:
                return group.label or f"cluster {number}"
        return "aside" if item in one.state.tray else None


def sampled(topics: Sequence[Topic]) -> tuple[list[Topic], Why]:
    """The sentence set of each topic, and why each document is in or out.

    A topic whose documents were all chosen keeps everything else that it has. One that was cut
    keeps only what still holds of the documents left: extracts and covers of missing sentences
    would point nowhere. A topic that was sampled before is taken as it is.
    """
    from sumscope.covers.sampling import choose_from

    made: list[Topic] = []
    why: dict[str, Mapping[str, object]] = {}
    for topic in topics:
        before = topic.extra.get(SAMPLE_KEY)
        if isinstance(before, Mapping):
            made.append(topic)
            why[topic.id] = before
            continue
        if not topic.documents:
            raise SumscopeError(
                "has no documents to take sentences from",
                where=f"topic {topic.id!r}",
                hint="leave the topic out with --topic",
            )
        found = choose_from([topic])
        one = found.sets[0]
        told = {"note": one.note, "choices": one.to_json()["choices"]}
        why[topic.id] = told
        made.append(_cut(topic, found.topics[0], told))
    return made, why


def _cut(topic: Topic, cut: Topic, told: Mapping[str, object]) -> Topic:
    if len(cut.documents) == len(topic.documents):
        extra = frozen({**topic.extra, SAMPLE_KEY: told})
        return replace(topic, documents=cut.documents, extra=extra)
    known = {s.id for document in cut.documents for s in document.sentences or ()}
    peers = tuple(p for p in topic.peers if p.extract is None or known.issuperset(p.extract))
    covers = tuple(
        c
        for c in topic.covers
        if known.issuperset((*c.aside, *(i for cluster in c.clusters for i in cluster.items)))
    )
    left = {
        name: gone
        for name, gone in (
            ("peers", [p.id for p in topic.peers if p not in peers]),
            ("covers", [c.judge for c in topic.covers if c not in covers]),
        )
        if gone
    }
    extra = frozen({**topic.extra, SAMPLE_KEY: {**told, "left_out": left} if left else told})
    return replace(topic, documents=cut.documents, peers=peers, covers=covers, extra=extra)


def cover_operations(cover: JudgeCover, brief: Brief) -> list[Operation]:
    """Operations that make a clustering from nothing."""
    ops: list[Operation] = []
    seen: set[str] = set()
    for number, cluster in enumerate(cover.clusters, 1):
        twice = next((item for item in cluster.items if item in seen), None)
        if twice is not None:
            raise RefusedError(f"the sentence {twice!r} is in two clusters")
        seen.update(cluster.items)
        name = f"c{number}"
        while name in brief.documents:
            name += "'"
        ops.append({"do": "new", "cluster": name, "items": list(cluster.items)})
        if cluster.label:
            ops.append({"do": "label", "cluster": name, "text": cluster.label})
        if cluster.rank is not None:
            ops.append({"do": "rank", "cluster": name, "rank": cluster.rank})
        note = cluster.extra.get("note")
        if isinstance(note, str) and note:
            ops.append({"do": "note", "cluster": name, "text": note})
    for item in cover.aside:
        if item in seen:
            raise RefusedError(f"the sentence {item!r} is in a cluster and set aside")
        ops.append({"do": "aside", "item": item})
    return ops + note_operations(cover.extra.get("notes"))


def _common(states: Sequence[ClusterState], brief: Brief) -> JudgeCover:
    """Clusters that most judges share, each with the label and mean rank of those nearest to it."""
    items = list(brief.documents)
    shared = consensus(items, [groups(state.cover(GOLD)) for state in states])
    ranked = []
    for group in shared:
        nearest_ones = [_nearest(state, set(group)) for state in states]
        best = max(nearest_ones, key=lambda one: one[0])
        ranks = [rank for _, _, rank in nearest_ones if rank is not None]
        mean = sum(ranks) / len(ranks) if ranks else float("inf")
        ranked.append((mean, items.index(group[0]), group, best[1]))
    ranked.sort(key=lambda one: one[:2])
    clusters = tuple(
        Cluster(tuple(group), label, number)
        for number, (_, _, group, label) in enumerate(ranked, 1)
    )
    held = {item for group in shared for item in group}
    aside = Counter(item for state in states for item in state.tray)
    tray = tuple(i for i in items if aside[i] > len(states) / 2 and i not in held)
    return JudgeCover(GOLD, clusters, tray)


def _nearest(state: ClusterState, group: set[str]) -> tuple[float, str | None, int | None]:
    """The cluster of a judge that is most like a group: likeness, label and rank."""
    best: tuple[float, str | None, int | None] = (0.0, None, None)
    for one in state.groups:
        likeness = len(group.intersection(one.items)) / len(group.union(one.items))
        if likeness > best[0]:
            best = (likeness, one.label, one.rank)
    return best
