"""Import a corpus with work that judges did elsewhere.

It gives its covers, extracts, judgements per judge or preferences to the judges of a project;
judges that the project does not have are added. What a judge has done here already is never
overwritten: the same work is passed over, other work is refused and then nothing is taken at all.
Work that stands in the corpus of the project itself is not a judge's and is passed over too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.covers.cause_counts import CAUSES_KEY
from sumscope.workbench.answers import Imported
from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import Operation, RefusedError, replay
from sumscope.workbench.results import IMPORTED
from sumscope.workbench.store.causes import set_causes
from sumscope.workbench.store.entries import Sent
from sumscope.workbench.store.projects import (
    Judge,
    Project,
    add_judge_within,
    add_tasks,
    contents_of,
    judges_of,
    topics_of,
)
from sumscope.workbench.store.work import Work, task_rows
from sumscope.workbench.task import Given, TaskKind
from sumscope.workbench.tasks import TASKS


def take_corpus(work: Work, project: Project, topics: Iterable[Topic], where: str) -> Imported:
    """Take the work that a corpus holds for the task of the project."""
    made = Imported()
    with work.database.write() as connection:
        own = {topic.id: topic for topic in topics_of(connection, project.id)}
        kind = TASKS[project.task]
        given: list[Given] = []
        sequences: list[list[str]] = []
        for topic in topics:
            if topic.id not in own:
                made.notes.append(f"topic {topic.id!r} is not in the project")
                continue
            here = kind.read(topic, own[topic.id], project.settings, made)
            given += here
            sequences += _sequences(topic, {one.judge for one in here})
            if kind.in_order_of_judges:
                sequences.append(list(dict.fromkeys(one.judge for one in here)))
            causes = topic.extra.get(CAUSES_KEY)
            if isinstance(causes, list):
                set_causes(connection, project.id, topic.id, causes)
        if not given and not made.known:
            raise SumscopeError(
                f"holds nothing that judges of a {project.task} project make for the topics of "
                f"{project.settings.name!r}",
                where=where,
            )
        judges = {judge.name: judge for judge in judges_of(connection, project.id)}
        sequences += [[one.judge] for one in given]
        for name in _order(sequences):
            mine = [one for one in given if one.judge == name]
            if name not in judges:
                entries = list(dict.fromkeys(one.entry for one in mine))
                judges[name] = add_judge_within(connection, project, name, entries)
                made.judges.append(name)
            _take(work, connection, project, judges[name], mine, made, where)
    return made


def _sequences(topic: Topic, names: set[str]) -> list[list[str]]:
    """The orders in which single ratings name the judges."""
    return [
        [judge for judge in value if judge in names]
        for named in topic.judgements.values()
        for value in named.values()
        if isinstance(value, Mapping)
    ]


def _order(sequences: Sequence[Sequence[str]]) -> list[str]:
    """Names in an order that agrees with every sequence, as far as they agree."""
    first = list(dict.fromkeys(name for names in sequences for name in names))
    sorter: TopologicalSorter[str] = TopologicalSorter(dict.fromkeys(first, ()))
    for names in sequences:
        for before, after in pairwise(names):
            sorter.add(after, before)
    try:
        sorter.prepare()
    except CycleError:
        return first
    made: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready(), key=first.index)
        made += ready
        sorter.done(*ready)
    return made


def _take(
    work: Work,
    connection: Connection,
    project: Project,
    judge: Judge,
    given: Sequence[Given],
    made: Imported,
    where: str,
) -> None:
    """Give one judge the work of a file, task by task."""
    kind = TASKS[project.task]
    settings, contents = project.settings, contents_of(connection, project.id)
    if kind.by_topic:
        tasks = {row.topic: row for row in task_rows(connection, judge=judge.id)}
        missing = [one.entry for one in given if one.entry[0] not in tasks]
        add_tasks(connection, settings, contents, judge, missing, start=len(tasks))
        rows = {row.topic: row.id for row in task_rows(connection, judge=judge.id)}
        for one in given:
            topic = one.entry[0]
            brief = kind.brief(settings, contents, [(topic, ())])
            ops = kind.answers(one, brief, "", ())
            _enter(work, connection, rows[topic], kind, brief, ops, made, judge, where)
        return
    if not task_rows(connection, judge=judge.id):  # the gold standard gets its task only now
        missing_entries = list(dict.fromkeys(one.entry for one in given))
        add_tasks(connection, settings, contents, judge, missing_entries)
    (row,) = task_rows(connection, judge=judge.id)
    entries = work.entries_within(connection, row.id)
    brief = kind.brief(settings, contents, entries)
    places = {(topic, frozenset(peers)): at for at, (topic, peers) in enumerate(entries, 1)}
    ops = []
    for one in given:
        at = places.get((one.entry[0], frozenset(one.entry[1])))
        if at is None:
            raise SumscopeError(
                f"judge {judge.name!r} was not given {', '.join(one.entry[1])} of topic "
                f"{one.entry[0]!r}",
                where=where,
            )
        ops += kind.answers(one, brief, str(at), entries[at - 1][1])
        if one.note:
            ops.append({"do": "note", "item": str(at), "text": one.note})
    _enter(work, connection, row.id, kind, brief, ops, made, judge, where)


def _enter(
    work: Work,
    connection: Connection,
    task: str,
    kind: TaskKind[Any],
    brief: Brief,
    ops: Sequence[Operation],
    made: Imported,
    judge: Judge,
    where: str,
) -> None:
    """Put operations into an empty task; pass over work that is there already."""
    try:
        wanted = replay(kind.state(), brief, ops).state
    except RefusedError as error:
        raise SumscopeError(
            f"the work of judge {judge.name!r} does not fit: {error.what}", where=where
        ) from None
    now = work.state_within(connection, task)
    if now.version:
        if kind.comparable(now.state, brief) != kind.comparable(wanted, brief):
            raise SumscopeError(
                f"judge {judge.name!r} has other work here already",
                where=where,
                hint="rename the judge in the file to keep both",
            )
        made.known += 1
        return
    sent = [Sent(number, op) for number, op in enumerate(ops, 1)]
    if sent:
        work.append_within(connection, task, IMPORTED, 0, sent)
    work.submit_within(connection, task)
    made.tasks += 1
    made.operations += len(sent)
