"""Link source sentences to the sentences of an abstract, many to many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Cluster, JudgeCover
from sumscope.workbench.assign import Entry
from sumscope.workbench.brief import Brief, Target
from sumscope.workbench.operations import (
    Operation,
    RefusedError,
    State,
    keys,
    known_item,
    word,
)
from sumscope.workbench.plan import Content, Settings
from sumscope.workbench.task import Given, Rows, note_operations
from sumscope.workbench.tasks.judged_covers import CoverTask

if TYPE_CHECKING:
    from sumscope.corpus.view import TopicView
    from sumscope.workbench.results import Result
    from sumscope.workbench.store.entries import Task


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


class LinkTask(CoverTask[LinkState]):
    """Link source sentences to those of the abstracts."""

    name = "link"
    needs = ("documents", "references")
    guidelines = (
        "For each sentence of the abstract, mark every sentence of the source that supports "
        "it. A source sentence may support several abstract sentences, and an abstract sentence "
        "may rest on many."
    )
    procedure = (
        "Read the whole source once.",
        "Take the abstract sentence by sentence.",
        "Mark each source sentence that says something the abstract sentence says, also in part.",
        "Look at abstract sentences without a link again before you submit.",
    )

    def state(self) -> LinkState:
        """No link."""
        return LinkState()

    def plan(self, view: TopicView, settings: Settings) -> Content:
        """The sentences of the documents, and those of the references as targets."""
        content = super().plan(view, settings)
        targets = _targets(view, {item.id for item in content.items})
        if not targets:
            raise SumscopeError(
                "has no abstract to link to",
                where=f"topic {view.id!r}",
                hint="add `references`, or leave the topic out with --topic",
            )
        return replace(content, targets=targets)

    def present(self, task: Task) -> dict[str, object]:
        """The abstract sentences."""
        targets = [
            {"id": t.id, "text": t.text, "reference": t.reference} for t in task.brief.targets
        ]
        return {**super().present(task), "targets": targets}

    def cover(self, one: Result[LinkState]) -> JudgeCover:
        """One cluster per abstract sentence."""
        return one.state.cover(one.judge.name, one.brief)

    def table(
        self, results: Sequence[Result[LinkState]], settings: Settings
    ) -> tuple[list[str], Rows]:
        """One row per link."""
        rows: Rows = []
        for one in results:
            for target in one.brief.targets:
                for item in one.state.links.get(target.id, ()):
                    rows.append([one.row.topic, one.judge.name, item, target.id, target.text])
        return ["topic", "judge", "sentence", "abstract_sentence", "abstract_text"], rows

    def answers(
        self, given: Given, brief: Brief, item: str, peers: tuple[str, ...]
    ) -> list[Operation]:
        """Operations that make the links; clusters are found by the id or the text of a target."""
        cover: JudgeCover = given.work
        ops: list[Operation] = []
        free = list(brief.targets)
        for cluster in cover.clusters:
            named = cluster.extra.get("sentence")
            found = next(
                (t for t in free if t.id == named or (named is None and t.text == cluster.label)),
                None,
            )
            if found is None:
                raise RefusedError(f"no abstract sentence is {(cluster.label or '')[:60]!r}")
            free.remove(found)
            ops += [{"do": "link", "item": item, "to": found.id} for item in cluster.items]
            note = cluster.extra.get("note")
            if isinstance(note, str) and note:
                ops.append({"do": "note", "to": found.id, "text": note})
        return ops + note_operations(cover.extra.get("notes"))

    def majority(
        self, brief: Brief, entries: Sequence[Entry], results: Sequence[Result[LinkState]]
    ) -> list[Operation]:
        """Links that most judges made."""
        links = Counter(
            (to, i) for one in results for to, items in one.state.links.items() for i in items
        )
        return [
            {"do": "link", "item": i, "to": target.id}
            for target in brief.targets
            for i in brief.documents
            if 2 * links[target.id, i] > len(results)
        ]

    def place(self, one: Result[LinkState], item: str) -> str | None:
        """The abstract sentences that it is linked to."""
        texts = {target.id: target.text for target in one.brief.targets}
        held = [texts[to] for to, items in one.state.links.items() if item in items]
        return " / ".join(held) or None


def _targets(view: TopicView, taken: set[str]) -> tuple[Target, ...]:
    made = []
    for reference in view.references:
        for number, said in enumerate(reference.sentences):
            name = f"{reference.id}:{number}"
            while name in taken:  # notes are kept by id, so ids must differ from the sentences'
                name += "'"
            taken.add(name)
            made.append(Target(name, said, reference.id))
    return tuple(made)
