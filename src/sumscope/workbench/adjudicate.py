"""Adjudication: the owner's task that starts from a judge's work or from the majority."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.values import Cluster, JudgeCover
from sumscope.covers.co_clustering import consensus
from sumscope.workbench.assign import Entry, in_order
from sumscope.workbench.brief import Brief
from sumscope.workbench.export import groups_of
from sumscope.workbench.imports import cover_ops
from sumscope.workbench.majority import evidence, majority, shared_entries
from sumscope.workbench.operations import Operation
from sumscope.workbench.plan import GOLD, summaries_brief
from sumscope.workbench.results import START, Result, collect
from sumscope.workbench.store.entries import Sent
from sumscope.workbench.store.projects import (
    Project,
    add_judge_within,
    add_tasks,
    contents_of,
    judges_of,
)
from sumscope.workbench.store.work import Work, task_rows
from sumscope.workbench.tasks import BY_TOPIC
from sumscope.workbench.tasks.cluster import ClusterState
from sumscope.workbench.tasks.extract import ExtractState
from sumscope.workbench.tasks.link import LinkState


def adjudicate(
    work: Work, project: Project, topic: str | None = None, start: str | None = None
) -> str:
    """The owner's task on a topic; a new one starts from `start` or from the majority.

    Ratings and preferences have one task for all topics: leave `topic` out.
    """
    found = collect(work, project)
    _check_topic(project.task, topic, [one.id for one in found.topics])
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
            else in_order(shared_entries(results), project.task, GOLD, project.settings.seed)
        )
        (task,) = add_tasks(connection, project.settings, contents, gold, entries, start=len(rows))
        if results:
            chosen = [one for one in results if start in (None, one.judge.name)]
            if topic is None:
                brief = summaries_brief(project.settings, contents, entries)
                ops = majority(brief, entries, chosen)
            else:
                ops = _majority(project.task, results[0].brief, chosen)
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
    if not rows or project.task in BY_TOPIC:
        return {}
    task = work.task(rows[0].id)
    people = [one for one in found.results if not one.judge.gold]
    return evidence(task.brief, task.entries, people)


def _check_topic(task: str, topic: str | None, known: Sequence[str]) -> None:
    if (task in BY_TOPIC) != (topic is not None):
        extent = "each topic" if topic is None else "all topics"
        raise SumscopeError(
            f"a {task} project has one gold standard for {extent}",
            hint="name a topic" if topic is None else "leave the topic out",
        )
    if topic is not None and topic not in known:
        raise SumscopeError(f"unknown topic {topic[:40]!r}", hint=nearest(topic, known))


def _majority(task: str, brief: Brief, results: Sequence[Result]) -> list[Operation]:
    """Operations that give what more than half of the judges made; of one judge, all of it."""
    half = len(results) / 2
    if task == "extract":
        picks = Counter(
            i for one in results if isinstance(one.state, ExtractState) for i in one.state.picked
        )
        return [{"do": "pick", "item": i} for i in brief.documents if picks[i] > half]
    if task == "link":
        links = Counter(
            (to, i)
            for one in results
            if isinstance(one.state, LinkState)
            for to, items in one.state.links.items()
            for i in items
        )
        return [
            {"do": "link", "item": i, "to": target.id}
            for target in brief.targets
            for i in brief.documents
            if links[target.id, i] > half
        ]
    states = [one.state for one in results if isinstance(one.state, ClusterState)]
    if len(states) == 1:
        return cover_ops(states[0].cover(GOLD), brief)
    return cover_ops(_common(states, results, brief), brief)


def _common(states: Sequence[ClusterState], results: Sequence[Result], brief: Brief) -> JudgeCover:
    """Clusters that most judges share, each with the label and mean rank of those nearest to it."""
    items = list(brief.documents)
    groups = consensus(items, [groups_of(one) for one in results])
    ranked = []
    for group in groups:
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
    held = {item for group in groups for item in group}
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
