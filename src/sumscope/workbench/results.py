"""Results of a project so far, and working times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, TypeVar

from sqlalchemy import select

from sumscope.core.values import Topic
from sumscope.workbench.assign import Entry
from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import State
from sumscope.workbench.store import tables
from sumscope.workbench.store.entries import TaskRow
from sumscope.workbench.store.projects import Judge, Project, judges_of, topics_of
from sumscope.workbench.store.work import Work, task_rows

# A longer gap between two operations is a pause, not work.
PAUSE = 5 * 60 * 1000
# Clients of operations that were brought in or begun with: nobody worked for them here.
IMPORTED = "import"
START = "start"


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Result(Generic[S]):
    """The work of one judge on one task."""

    judge: Judge
    row: TaskRow
    brief: Brief
    entries: tuple[Entry, ...]
    state: S

    @property
    def counts(self) -> bool:
        """Whether anything was done or handed in."""
        return self.row.version > 0 or self.row.submitted is not None


@dataclass(frozen=True)
class Results:
    """A project with the work of its judges, in the order of judges and topics."""

    project: Project
    topics: tuple[Topic, ...]
    judges: tuple[Judge, ...]
    results: tuple[Result[Any], ...]
    causes: tuple[Cause, ...] = ()

    def of_topic(self, topic: str) -> list[Result[Any]]:
        """The work on one topic."""
        return [one for one in self.results if one.row.topic == topic]


@dataclass(frozen=True)
class Cause:
    """Why judges disagree on a sentence, as the owner sees it; empty names mean all judges."""

    topic: str
    item: str
    left: str
    right: str
    cause: str
    note: str | None
    at: int

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "topic": self.topic,
            "item": self.item,
            "left": self.left or None,
            "right": self.right or None,
            "cause": self.cause,
            "note": self.note,
            "at": self.at,
        }


def collect(work: Work, project: Project, judges: str = "all") -> Results:
    """All work that was started (`all`), or only submitted work (`submitted`)."""
    with work.database.read() as connection:
        people = judges_of(connection, project.id)
        topics = topics_of(connection, project.id)
        rows = task_rows(connection, project=project.id)
        causes = causes_of(work, project.id)
    order = {topic.id: at for at, topic in enumerate(topics)}
    found = []
    for judge in people:
        mine = [row for row in rows if row.judge == judge.id]
        for row in sorted(mine, key=lambda one: order.get(one.topic or "", 0)):
            task = work.task(row.id)
            one = Result(judge, task.row, task.brief, task.entries, task.session.state)
            if one.counts and (judges == "all" or one.row.submitted is not None):
                found.append(one)
    return Results(project, tuple(topics), tuple(people), tuple(found), tuple(causes))


def causes_of(work: Work, project: str) -> list[Cause]:
    """The causes that the owner gave, by topic and sentence."""
    table = tables.cause
    query = (
        select(table)
        .where(table.c.project == project)
        .order_by(table.c.topic, table.c.item, table.c.left, table.c.right)
    )
    with work.database.read() as connection:
        return [
            Cause(r.topic, r.item, r.left, r.right, r.cause, r.note, r.at)
            for r in connection.execute(query)
        ]


def milliseconds(times: Iterable[int]) -> int:
    """Time worked: the gaps between operations, pauses over five minutes left out."""
    ordered = sorted(times)
    gaps = (after - before for before, after in pairwise(ordered))
    return sum(gap for gap in gaps if gap <= PAUSE)


def times_of(work: Work, tasks: Sequence[str]) -> Mapping[str, list[int]]:
    """When the operations of each task were done."""
    made: dict[str, list[int]] = {task: [] for task in tasks}
    table = tables.op
    with work.database.read() as connection:
        for at in range(0, len(tasks), 500):
            part = list(tasks[at : at + 500])
            rows = connection.execute(
                select(table.c.task, table.c.at).where(
                    table.c.task.in_(part), table.c.client.not_in((IMPORTED, START))
                )
            )
            for row in rows:
                made[row.task].append(row.at)
    return made
