"""A task as JSON for pages, without names of systems and without other judges' work."""

from __future__ import annotations

from sumscope.workbench.store.entries import Task, TaskRow
from sumscope.workbench.store.projects import Project
from sumscope.workbench.tasks import TASKS


def task_line(row: TaskRow, project: Project, judge: str, title: str | None) -> dict[str, object]:
    """A task in a list."""
    return {
        "id": row.id,
        "project": row.project,
        "name": project.settings.name,
        "task": project.task,
        "topic": row.topic,
        "title": title,
        "judge": judge,
        "items": row.units,
        "done": row.done,
        "submitted": row.submitted is not None,
        "version": row.version,
    }


def task_page(task: Task, version: int | None = None) -> dict[str, object]:
    """Everything that the page of a task needs."""
    settings, brief, session = task.project.settings, task.brief, task.session
    kind = TASKS[settings.task]
    made: dict[str, object] = {
        "id": task.row.id,
        "project": task.project.id,
        "name": settings.name,
        "task": settings.task,
        "topic": task.row.topic,
        "judge": task.judge.name,
        "version": task.row.version if version is None else version,
        "submitted": task.row.submitted is not None,
        "state": session.state.to_json(),
        "rules": [one.to_json() for one in session.state.broken(brief)],
        "guidelines": task.project.guidelines,
        "guidance": list(kind.guidance),
        "procedure": list(kind.procedure),
        "suggest": settings.suggest,
        "undo": session.past is not None,
        "redo": session.future is not None,
    }
    return made | kind.present(task)
