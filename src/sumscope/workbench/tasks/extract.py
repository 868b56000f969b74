"""Pick the sentences of an extract, under a limit of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sumscope.core.values import Text
from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import Broken, Operation, State, keys, known_item, word


@dataclass(frozen=True)
class ExtractState(State):
    """The sentences picked, in the order of picking."""

    notes: Mapping[str, str] = field(default_factory=dict)
    picked: tuple[str, ...] = ()

    actions: ClassVar[tuple[str, ...]] = ("pick", "drop")

    def apply(self, brief: Brief, op: Operation) -> ExtractState:
        """Pick or drop one sentence."""
        keys(op, "item")
        item = known_item(brief, word(op, "item"))
        if (item in self.picked) == (op["do"] == "pick"):
            return self
        if op["do"] == "pick":
            return replace(self, picked=(*self.picked, item))
        return replace(self, picked=tuple(i for i in self.picked if i != item))

    def to_json(self) -> dict[str, object]:
        """The sentences picked and the notes."""
        return {"picked": list(self.picked), "notes": dict(self.notes)}

    def units(self, brief: Brief) -> int:
        """One extract."""
        return 1

    def done(self, brief: Brief) -> int:
        """1 as soon as a sentence is picked."""
        return int(bool(self.picked))

    def broken(self, brief: Brief) -> tuple[Broken, ...]:
        """The limit of words."""
        words = {item.id: item.words or 0 for item in brief.items}
        total = sum(words[item] for item in self.picked)
        if brief.limit is None or total <= brief.limit:
            return ()
        return (
            Broken(
                "limit",
                f"the extract has {total} words, {total - brief.limit} more than the limit of "
                f"{brief.limit}",
                self.picked[-1],
            ),
        )

    def peer(self, judge: str, brief: Brief) -> Text:
        """The extract as a peer of the corpus, sentences in reading order."""
        picked = set(self.picked)
        ids = tuple(item for item in brief.documents if item in picked)
        extra = {"notes": dict(self.notes)} if self.notes else {}
        return Text(judge, extract=ids, human=True, extra=extra)
