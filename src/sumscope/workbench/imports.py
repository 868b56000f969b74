"""Import a corpus with work that judges did elsewhere.

It gives its covers, extracts, judgements per judge or preferences to the judges of a project;
judges that the project does not have are added. What a judge has done here already is never
overwritten: the same work is passed over, other work is refused and then nothing is taken at all.
Work that stands in the corpus of the project itself is not a judge's and is passed over too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from sqlalchemy import Connection

from sumscope.core.errors import SumscopeError
from sumscope.core.values import BestWorst, JudgeCover, Text, Topic
from sumscope.covers.cause_counts import CAUSES_KEY
from sumscope.workbench.answers import Imported
from sumscope.workbench.assign import Entry
from sumscope.workbench.brief import Brief
from sumscope.workbench.export import NOTES_KEY
from sumscope.workbench.operations import Operation, RefusedError, State, replay
from sumscope.workbench.plan import option_names, summaries_brief, topic_brief
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
from sumscope.workbench.tasks import BY_TOPIC, EMPTY
from sumscope.workbench.tasks.cluster import ClusterState
from sumscope.workbench.tasks.extract import ExtractState


@dataclass(frozen=True)
class _Given:
    """The work of one judge on one item: a topic, a summary or a comparison."""

    judge: str
    entry: Entry
    work: JudgeCover | Text | Mapping[str, float] | BestWorst | str | None
    note: str | None = None


def take_corpus(work: Work, project: Project, topics: Iterable[Topic], where: str) -> Imported:
    """Take the work that a corpus holds for the task of the project."""
    made = Imported()
    with work.database.write() as connection:
        own = {topic.id: topic for topic in topics_of(connection, project.id)}
        given: list[_Given] = []
        sequences: list[list[str]] = []
        for topic in topics:
            if topic.id not in own:
                made.notes.append(f"topic {topic.id!r} is not in the project")
                continue
            here = _READ[project.task](topic, own[topic.id], project, made)
            given += here
            sequences += _sequences(topic, {one.judge for one in here})
            if project.task != "rate":  # there the first one met says nothing
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
    given: Sequence[_Given],
    made: Imported,
    where: str,
) -> None:
    """Give one judge the work of a file, task by task."""
    settings, contents = project.settings, contents_of(connection, project.id)
    if settings.task in BY_TOPIC:
        tasks = {row.topic: row for row in task_rows(connection, judge=judge.id)}
        missing = [one.entry for one in given if one.entry[0] not in tasks]
        add_tasks(connection, settings, contents, judge, missing, start=len(tasks))
        rows = {row.topic: row.id for row in task_rows(connection, judge=judge.id)}
        for one in given:
            topic = one.entry[0]
            brief = topic_brief(settings, contents[topic])
            ops = _topic_ops(one, brief)
            _enter(work, connection, rows[topic], settings.task, brief, ops, made, judge, where)
        return
    if not task_rows(connection, judge=judge.id):  # the gold standard gets its task only now
        missing_entries = list(dict.fromkeys(one.entry for one in given))
        add_tasks(connection, settings, contents, judge, missing_entries)
    (row,) = task_rows(connection, judge=judge.id)
    entries = work.entries_within(connection, row.id)
    brief = summaries_brief(settings, contents, entries)
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
        ops += _summary_ops(one, str(at), entries[at - 1], made)
    _enter(work, connection, row.id, settings.task, brief, ops, made, judge, where)


def _enter(
    work: Work,
    connection: Connection,
    task: str,
    kind: str,
    brief: Brief,
    ops: Sequence[Operation],
    made: Imported,
    judge: Judge,
    where: str,
) -> None:
    """Put operations into an empty task; pass over work that is there already."""
    try:
        wanted = replay(EMPTY[kind](), brief, ops).state
    except RefusedError as error:
        raise SumscopeError(
            f"the work of judge {judge.name!r} does not fit: {error.what}", where=where
        ) from None
    now = work.state_within(connection, task)
    if now.version:
        if _plain(now.state, brief) != _plain(wanted, brief):
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


def _plain(state: State, brief: Brief) -> object:
    """What an export holds of a state: ids of clusters and the order of picking do not count."""
    if isinstance(state, ClusterState):
        return state.cover("")
    if isinstance(state, ExtractState):
        return state.peer("", brief)
    return state


# From the values of a corpus to operations.


def _topic_ops(one: _Given, brief: Brief) -> list[Operation]:
    if isinstance(one.work, Text):
        ops: list[Operation] = [{"do": "pick", "item": item} for item in one.work.extract or ()]
        return ops + _notes(one.work.extra.get("notes"))
    if not isinstance(one.work, JudgeCover):
        return []
    if brief.task == "link":
        return _link_ops(one.work, brief)
    return cover_ops(one.work, brief)


def cover_ops(cover: JudgeCover, brief: Brief) -> list[Operation]:
    """Operations that make a clustering from nothing."""
    ops: list[Operation] = []
    seen: set[str] = set()
    for number, cluster in enumerate(cover.clusters, 1):
        twice = next((item for item in cluster.items if item in seen), None)
        if twice is not None:
            raise RefusedError(f"the sentence {twice!r} is in two clusters")
        seen.update(cluster.items)
        name = f"c{number}"
        while name in brief.documents:
            name += "'"
        ops.append({"do": "new", "cluster": name, "items": list(cluster.items)})
        if cluster.label:
            ops.append({"do": "label", "cluster": name, "text": cluster.label})
        if cluster.rank is not None:
            ops.append({"do": "rank", "cluster": name, "rank": cluster.rank})
        note = cluster.extra.get("note")
        if isinstance(note, str) and note:
            ops.append({"do": "note", "cluster": name, "text": note})
    for item in cover.aside:
        if item in seen:
            raise RefusedError(f"the sentence {item!r} is in a cluster and set aside")
        ops.append({"do": "aside", "item": item})
    return ops + _notes(cover.extra.get("notes"))


def _link_ops(cover: JudgeCover, brief: Brief) -> list[Operation]:
    ops: list[Operation] = []
    free = list(brief.targets)
    for cluster in cover.clusters:
        named = cluster.extra.get("sentence")
        found = next(
            (t for t in free if t.id == named or (named is None and t.text == cluster.label)), None
        )
        if found is None:
            raise RefusedError(f"no abstract sentence is {(cluster.label or '')[:60]!r}")
        free.remove(found)
        ops += [{"do": "link", "item": item, "to": found.id} for item in cluster.items]
        note = cluster.extra.get("note")
        if isinstance(note, str) and note:
            ops.append({"do": "note", "to": found.id, "text": note})
    return ops + _notes(cover.extra.get("notes"))


def _notes(said: object) -> list[Operation]:
    if not isinstance(said, Mapping):
        return []
    return [{"do": "note", "item": item, "text": text} for item, text in said.items()]


def _summary_ops(one: _Given, item: str, entry: Entry, made: Imported) -> list[Operation]:
    ops: list[Operation] = []
    if isinstance(one.work, BestWorst):
        places = dict(zip(entry[1], option_names(len(entry[1])), strict=True))
        best, worst = places[one.work.best], places[one.work.worst]
        ops.append({"do": "prefer", "item": item, "best": best, "worst": worst})
    elif isinstance(one.work, str):
        turned = one.work if entry[1] == one.entry[1] else _TURNED[one.work]
        ops.append({"do": "prefer", "item": item, "choice": turned})
    elif isinstance(one.work, Mapping):
        ops += [
            {"do": "rate", "item": item, "scale": scale, "value": value}
            for scale, value in one.work.items()
        ]
    if one.note:
        ops.append({"do": "note", "item": item, "text": one.note})
    return ops


_TURNED = {"left": "right", "right": "left", "equal": "equal"}


# What a topic of a file holds for each task.


def _covers(topic: Topic, own: Topic, project: Project, made: Imported) -> list[_Given]:
    held = ("notes",), ("note", "sentence")
    found = []
    for cover in topic.covers:
        if cover in own.covers:
            made.known += 1
            continue
        lost = {key for key in cover.extra if key not in held[0]}
        lost |= {key for c in cover.clusters for key in c.extra if key not in held[1]}
        if lost:
            keys = ", ".join(sorted(lost))
            made.notes.append(f"topic {topic.id!r}, judge {cover.judge!r}: left out {keys}")
        found.append(_Given(cover.judge, (topic.id, ()), cover))
    return found


def _extracts(topic: Topic, own: Topic, project: Project, made: Imported) -> list[_Given]:
    found = []
    for peer in topic.peers:
        if peer in own.peers:
            made.known += 1
        elif peer.human and peer.extract is not None:
            found.append(_Given(peer.id, (topic.id, ()), peer))
    return found


def _ratings(topic: Topic, own: Topic, project: Project, made: Imported) -> list[_Given]:
    notes = _said(topic, "peer")
    scales = {scale.name for scale in project.settings.scales}
    found: dict[tuple[str, str], dict[str, float]] = {}
    for peer, named in topic.judgements.items():
        for scale, value in named.items():
            before = own.judgements.get(peer, {}).get(scale)
            if scale not in scales or not isinstance(value, Mapping):
                if value != before:
                    made.notes.append(f"topic {topic.id!r}, {peer!r}: {scale!r} is left out")
                continue
            for judge, number in value.items():
                if isinstance(before, Mapping) and before.get(judge) == number:
                    made.known += 1
                elif number is not None:
                    found.setdefault((judge, peer), {})[scale] = number
    for judge, peers in notes:
        found.setdefault((judge, peers[0]), {})
    return [
        _Given(judge, (topic.id, (peer,)), given, notes.get((judge, (peer,))))
        for (judge, peer), given in found.items()
    ]


def _preferences(topic: Topic, own: Topic, project: Project, made: Imported) -> list[_Given]:
    notes = _said(topic, "of")
    found = []
    for one in topic.preferences:
        if one in own.preferences:
            made.known += 1
            continue
        if one.name != project.settings.question:
            made.notes.append(f"topic {topic.id!r}: the question {one.name!r} is left out")
            continue
        if isinstance(one, BestWorst):
            note = notes.pop((one.judge, one.of), None)
            found.append(_Given(one.judge, (topic.id, one.of), one, note))
        else:
            peers = (one.left, one.right)
            note = notes.pop((one.judge, peers), None)
            found.append(_Given(one.judge, (topic.id, peers), one.choice, note))
    found += [
        _Given(judge, (topic.id, peers), None, text) for (judge, peers), text in notes.items()
    ]
    return found


def _said(topic: Topic, key: str) -> dict[tuple[str, tuple[str, ...]], str]:
    """The notes of judges on summaries, as `export` writes them."""
    made: dict[tuple[str, tuple[str, ...]], str] = {}
    rows = topic.extra.get(NOTES_KEY)
    for row in rows if isinstance(rows, list) else ():
        about = row.get(key) if isinstance(row, Mapping) else None
        if about is not None:
            peers = (about,) if isinstance(about, str) else tuple(about)
            made[str(row["judge"]), peers] = str(row["text"])
    return made


_READ = {
    "cluster": _covers,
    "link": _covers,
    "extract": _extracts,
    "rate": _ratings,
    "prefer": _preferences,
}
