"""Who has done what in the projects of a database, how long it took, agreement so far."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sumscope.core.tables import ResultTable, table
from sumscope.workbench.agreement import ProjectAgreement, agreement
from sumscope.workbench.results import Results, collect, milliseconds, times_of
from sumscope.workbench.store.database import open_database
from sumscope.workbench.store.entries import TaskRow
from sumscope.workbench.store.projects import (
    Judge,
    Project,
    contents_of,
    judges_of,
    projects,
)
from sumscope.workbench.store.work import Work, task_rows


@dataclass(frozen=True)
class TaskStatus:
    """How far one task of a judge is."""

    row: TaskRow
    title: str | None
    seconds: float
    broken: int
    last: int | None

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "id": self.row.id,
            "topic": self.row.topic,
            "title": self.title,
            "items": self.row.units,
            "done": self.row.done,
            "submitted": self.row.submitted is not None,
            "version": self.row.version,
            "seconds": self.seconds,
            "broken": self.broken,
            "last": self.last,
        }


@dataclass(frozen=True)
class JudgeStatus:
    """How far a judge is."""

    judge: Judge
    tasks: tuple[TaskStatus, ...]

    @property
    def items(self) -> int:
        """How many items the judge was given."""
        return sum(task.row.units for task in self.tasks)

    @property
    def done(self) -> int:
        """How many items are done."""
        return sum(task.row.done for task in self.tasks)

    @property
    def submitted(self) -> int:
        """How many tasks are submitted."""
        return sum(task.row.submitted is not None for task in self.tasks)

    @property
    def operations(self) -> int:
        """How many operations there were."""
        return sum(task.row.version for task in self.tasks)

    def to_json(self) -> dict[str, object]:
        """Plain values, without the key."""
        return {
            "name": self.judge.name,
            "gold": self.judge.gold,
            "items": self.items,
            "done": self.done,
            "submitted": self.submitted,
            "operations": self.operations,
            "seconds": round(sum(task.seconds for task in self.tasks), 3),
            "tasks": [task.to_json() for task in self.tasks],
        }


@dataclass(frozen=True)
class ProjectStatus:
    """How far a project is."""

    project: Project
    judges: tuple[JudgeStatus, ...]
    agreement: ProjectAgreement | None = None

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        made: dict[str, object] = {
            "project": self.project.id,
            "name": self.project.settings.name,
            "task": self.project.task,
            "judges": [judge.to_json() for judge in self.judges],
        }
        if self.agreement is not None:
            made["agreement"] = self.agreement.to_json()
        return made

    def tables(self) -> Iterator[ResultTable]:
        """How far each judge is, and the agreement so far."""
        rows = [
            (
                one.judge.name,
                f"{one.done} of {one.items}",
                f"{one.submitted} of {len(one.tasks)}",
                sum(task.seconds for task in one.tasks) / 60,
                one.operations,
                sum(task.broken for task in one.tasks),
            )
            for one in self.judges
        ]
        heading = ("judge", "done", "submitted", "minutes", "operations", "broken rules")
        caption = f"{self.project.settings.name} ({self.project.task})"
        notes = []
        if self.agreement is not None and self.agreement.reason is not None:
            notes.append(f"Agreement: {self.agreement.reason}")
        yield table("judges", caption, heading, rows, 1, notes)
        if self.agreement is not None:
            yield from self.agreement.tables()


def status(db: str | os.PathLike[str]) -> list[ProjectStatus]:
    """Every project of a database."""
    database = open_database(db)
    try:
        work = Work(database)
        with database.read() as connection:
            found = projects(connection)
        made = []
        for project in found:
            results = collect(work, project)
            made.append(
                ProjectStatus(
                    project,
                    progress(work, project, results),
                    agreement(results, baseline=0),
                )
            )
        return made
    finally:
        database.close()


def progress(work: Work, project: Project, results: Results) -> tuple[JudgeStatus, ...]:
    """Each judge with each task: units done, time, rules that are broken, last operation."""
    with work.database.read() as connection:
        judges = judges_of(connection, project.id)
        rows = task_rows(connection, project=project.id)
        titles = {topic: c.title for topic, c in contents_of(connection, project.id).items()}
    times = times_of(work, [row.id for row in rows])
    broken = {one.row.id: len(one.state.broken(one.brief)) for one in results.results}
    return tuple(
        JudgeStatus(
            judge,
            tuple(_task(row, titles, times, broken) for row in rows if row.judge == judge.id),
        )
        for judge in judges
    )


def _task(
    row: TaskRow,
    titles: Mapping[str, str],
    times: Mapping[str, Sequence[int]],
    broken: Mapping[str, int],
) -> TaskStatus:
    mine = times[row.id]
    title = titles.get(row.topic) if row.topic is not None else None
    return TaskStatus(
        row, title, milliseconds(mine) / 1000, broken.get(row.id, 0), max(mine, default=None)
    )
