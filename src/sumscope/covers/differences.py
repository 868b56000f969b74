"""What covers differ in: the steps from one to another, and causes that judges recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from sumscope.core.errors import SumscopeError
from sumscope.core.notice import counted
from sumscope.core.results import RowResult
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.covers.agreement import AgreeRow, CoverSet
from sumscope.covers.cause_counts import CauseCount
from sumscope.covers.edits import EditScript, edit_script


class Edits(NamedTuple):
    """How to get from one cover to another; `script` is an `EditScript`, or a reason why not."""

    topic: str | None
    left: str
    right: str
    script: EditScript | None
    reason: str | None


@dataclass(frozen=True, repr=False)
class EditScripts(RowResult):
    """The shortest scripts from one cover to the other, in the order of topics and pairs."""

    rows: tuple[Edits, ...]

    def tables(self) -> Iterator[ResultTable]:
        """The steps of each script."""
        for row in self.rows:
            topic = f"{row.topic}: " if row.topic else ""
            title = f"{topic}from {row.left} (A) to {row.right} (B)"
            script = row.script
            if script is None:
                yield table("edits", title, ["step"], [], notes=[f"no script: {row.reason}"])
                continue
            unused = (*script.discarded, *script.discarded_back)
            identical = ", ".join(f"{a} = {b}" for a, b in script.identical)
            yield table(
                "edits",
                title,
                ["step"],
                [[line] for line in script.lines()],
                notes=[
                    f"identical clusters: {identical or 'none'}",
                    f"left out by both: {', '.join(script.both_left_out) or 'none'}",
                    "clusters of which the other judge uses nothing: "
                    + (", ".join(unused) or "none"),
                    f"{counted(script.steps, 'step')}: {len(script.deleted)} to delete, "
                    f"{counted(len(script.splits), 'split')}, "
                    f"{counted(len(script.merges), 'merge')}, "
                    f"{len(script.moves)} to move, {len(script.added)} to add",
                ],
            )

    def to_json(self) -> list[dict[str, object]]:
        """A row of `agree` for each script, with the number of steps as its value."""
        made = []
        for row in self.rows:
            script = row.script
            steps = None if script is None else script.steps
            line = AgreeRow(row.left, row.right, "edits", steps, "none", row.reason, row.topic)
            made.append({**line._asdict(), "edits": None if script is None else script.to_json()})
        return made


@dataclass(frozen=True, repr=False)
class Causes(RowResult):
    """How often judges recorded each cause of a disagreement."""

    rows: tuple[CauseCount, ...]

    def tables(self) -> list[ResultTable]:
        """The counts, if there are any."""
        heading = ["topic", "judge", "other judge", "cause", "sentences"]
        rows: list[list[Cell]] = [
            [c.topic, c.left or "all", c.right or "all", c.cause, c.sentences] for c in self.rows
        ]
        return [table("causes", "Recorded causes of disagreement", heading, rows)] if rows else []

    def to_json(self) -> list[dict[str, object]]:
        """A row of `agree` for each count."""
        return [
            AgreeRow(
                left=count.left or "all",
                right=count.right or "all",
                measure=f"cause:{count.cause}",
                value=count.sentences,
                complete="none",
                topic=count.topic,
            )._asdict()
            for count in self.rows
        ]


def scripts_between(sets: Iterable[CoverSet]) -> EditScripts:
    """Find the shortest script between every two covers of each set."""
    rows = []
    for one in sets:
        for (left, first), (right, second) in combinations(one.covers, 2):
            script, reason = None, None
            try:
                script = edit_script(first, second)
            except SumscopeError as error:
                reason = error.what
            rows.append(Edits(one.topic, left, right, script, reason))
    return EditScripts(tuple(rows))


def causes_of(sets: Iterable[CoverSet]) -> Causes:
    """The causes that are recorded with the topics of the sets."""
    return Causes(tuple(count for one in sets for count in one.causes))
