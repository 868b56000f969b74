"""Adjudication: the owner's task that starts from a judge's work or from the majority."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sumscope.core.errors import SumscopeError, nearest
from sumscope.workbench.assign import Entry
from sumscope.workbench.plan import GOLD
from sumscope.workbench.results import START, collect
from sumscope.workbench.store.entries import Sent
from sumscope.workbench.store.projects import (
    Project,
    add_judge_within,
    add_tasks,
    contents_of,
    judges_of,
)
from sumscope.workbench.store.work import Work, task_rows
from sumscope.workbench.task import TaskKind, shared_entries
from sumscope.workbench.tasks import TASKS


def adjudicate(
    work: Work, project: Project, topic: str | None = None, start: str | None = None
) -> str:
    """The owner's task on a topic; a new one starts from `start` or from the majority.

    Ratings and preferences have one task for all topics: leave `topic` out.
    """
    found = collect(work, project)
    kind = TASKS[project.task]
    _check_topic(kind, topic, [one.id for one in found.topics])
    people = [one for one in found.results if not one.judge.gold]
    results = [one for one in people if topic is None or one.row.topic == topic]
    names = [one.judge.name for one in results]
    if start is not None and start not in names:
        place = "" if topic is None else f" on the topic {topic!r}"
        raise SumscopeError(f"judge {start[:40]!r} has no work{place}", hint=nearest(start, names))
    if topic is None and not results:
        raise SumscopeError("no judge has begun yet", hint="begin the gold standard later")
    with work.database.write() as connection:
        gold = next((one for one in judges_of(connection, project.id) if one.gold), None)
        if gold is None:
            gold = add_judge_within(connection, project, GOLD)
        rows = task_rows(connection, judge=gold.id)
        before = next((row for row in rows if row.topic == topic), None)
        if before is not None:
            return before.id
        contents = contents_of(connection, project.id)
        entries: Sequence[Entry] = (
            [(topic, ())]
            if topic is not None
            else kind.in_order(shared_entries(results), GOLD, project.settings.seed)
        )
        (task,) = add_tasks(connection, project.settings, contents, gold, entries, start=len(rows))
        if results:
            chosen = [one for one in results if start in (None, one.judge.name)]
            brief = kind.brief(project.settings, contents, entries)
            ops = kind.majority(brief, entries, chosen)
            sent = [Sent(number, op) for number, op in enumerate(ops, 1)]
            if sent:
                work.append_within(connection, task, START, 0, sent)
    return task


def gold_evidence(work: Work, project: Project) -> dict[str, dict[str, object]]:
    """The judges' answers on each item of the gold standard's task; empty before it is started."""
    found = collect(work, project)
    with work.database.read() as connection:
        gold = next((one for one in found.judges if one.gold), None)
        rows = [] if gold is None else task_rows(connection, judge=gold.id)
    if not rows or TASKS[project.task].by_topic:
        return {}
    task = work.task(rows[0].id)
    people = [one for one in found.results if not one.judge.gold]
    return TASKS[project.task].evidence(task.brief, task.entries, people)


def _check_topic(kind: TaskKind[Any], topic: str | None, known: Sequence[str]) -> None:
    if kind.by_topic != (topic is not None):
        extent = "each topic" if topic is None else "all topics"
        raise SumscopeError(
            f"a {kind.name} project has one gold standard for {extent}",
            hint="name a topic" if topic is None else "leave the topic out",
        )
    if topic is not None and topic not in known:
        raise SumscopeError(f"unknown topic {topic[:40]!r}", hint=nearest(topic, known))
