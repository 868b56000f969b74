"""A task as JSON for pages, without names of systems and without other judges' work."""

from __future__ import annotations

from sumscope.workbench.brief import Item
from sumscope.workbench.guidelines import guidance, procedure
from sumscope.workbench.plan import Content, limit_of
from sumscope.workbench.store.entries import Task, TaskRow
from sumscope.workbench.store.projects import Project


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
        "guidance": guidance(settings.task),
        "procedure": procedure(settings.task),
        "suggest": settings.suggest,
        "undo": session.past is not None,
        "redo": session.future is not None,
    }
    if task.row.topic is not None:
        content = task.contents[task.row.topic]
        made |= _of_topic(task, content)
        return made
    made["title"] = settings.name
    made["lang"] = next(iter({c.lang for c in task.contents.values()}), None)
    made["sources"] = {
        topic: {"title": c.title, "lang": c.lang, "documents": [dict(d) for d in c.documents]}
        for topic, c in task.contents.items()
    }
    if settings.task == "rate":
        made["scales"] = [scale.to_json() for scale in settings.scales]
        made["items"] = [
            {"id": item.id, "text": item.text, "topic": item.document, "position": at}
            for at, item in enumerate(brief.items, 1)
        ]
        return made
    made["question"] = settings.question
    made["items"] = [
        {
            "id": item.id,
            "topic": topic,
            "position": at,
            "options": [
                {"id": option, "text": task.contents[topic].texts[peer]}
                for option, peer in zip(brief.options[item.id], peers, strict=True)
            ],
        }
        for at, (item, (topic, peers)) in enumerate(zip(brief.items, task.entries, strict=True), 1)
    ]
    return made


def _of_topic(task: Task, content: Content) -> dict[str, object]:
    settings, brief = task.project.settings, task.brief
    made: dict[str, object] = {
        "title": content.title,
        "lang": content.lang,
        "items": [_item(item) for item in brief.items],
    }
    if settings.task == "cluster":
        made["why"] = content.why
        if settings.suggest and content.near:
            made["near"] = list(content.near)
    if settings.task == "link":
        made["targets"] = [
            {"id": t.id, "text": t.text, "reference": t.reference} for t in brief.targets
        ]
    if settings.task == "extract":
        most = limit_of(settings, brief.items)
        limit: dict[str, object] | None = None if most is None else {"words": most}
        if limit is not None and settings.rate is not None:
            limit = {"rate": settings.rate, **limit}
        made["limit"] = limit
    return made


def _item(item: Item) -> dict[str, object]:
    made: dict[str, object] = {
        "id": item.id,
        "text": item.text,
        "document": item.document,
        "date": item.date,
    }
    if item.speaker is not None:
        made["speaker"] = item.speaker
    if item.words is not None:
        made["words"] = item.words
    return made
