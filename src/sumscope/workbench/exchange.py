"""Files of a project: export, import, a judge's offline page, a backup."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

from sumscope.core.choices import WorkUsed, check_choice
from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.files import atomic_write_text, ending, output, read_bytes
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import read_corpus, write_corpus
from sumscope.corpus.stream import Source
from sumscope.corpus.topic_stream import topics_of
from sumscope.workbench.answers import Imported, is_answers, take_answers
from sumscope.workbench.export import corpus_topics, csv_text, json_text
from sumscope.workbench.imports import take_corpus
from sumscope.workbench.present import task_page
from sumscope.workbench.results import Results, collect, times_of
from sumscope.workbench.store.database import Database, open_database
from sumscope.workbench.store.database import backup as _backup
from sumscope.workbench.store.projects import Project, find_project, judge_named, projects
from sumscope.workbench.store.work import Work, task_rows
from sumscope.workbench.tasks import TASKS

_ENDINGS = (".jsonl", ".jsonl.gz", ".csv", ".json")


@dataclass(frozen=True)
class Exported:
    """What was written: judges, tasks, and rules that the work breaks."""

    judges: tuple[str, ...]
    tasks: int
    broken: tuple[str, ...]
    left_out: int

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "judges": list(self.judges),
            "tasks": self.tasks,
            "broken": list(self.broken),
            "left_out": self.left_out,
        }


def export(
    db: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    project: str | None = None,
    judges: WorkUsed = "submitted",
) -> Exported:
    """Export judges' work to `out`: the corpus with it (.jsonl), a table (.csv), all (.json).

    `project` is a name or id (default: the only one); `judges` is `submitted` (finished work only)
    or `all` (everything that was started).
    """
    check_choice("judges", judges, WorkUsed)
    kind = ending(out, _ENDINGS, "an export")
    with output(out, [db]), _opened(db) as (work, database):
        found = _collected(work, database, project, judges)
        begun = len(collect(work, found.project).results)
        if not found.results:
            hint = "use --judges all" if begun else "the judges have not begun"
            raise SumscopeError("nobody has submitted yet", where=database.name, hint=hint)
        if kind == ".csv":
            atomic_write_text(out, csv_text(found))
        elif kind == ".json":
            times = times_of(work, [one.row.id for one in found.results])
            atomic_write_text(out, json_text(found, times))
        else:
            write_corpus(out, corpus_topics(found))
        return _said(found, begun)


def _said(found: Results, begun: int) -> Exported:
    broken = []
    for one in found.results:
        rules = one.state.broken(one.brief)
        if rules:
            topic = f", topic {one.row.topic!r}" if one.row.topic is not None else ""
            more = f" (and {len(rules) - 1} more)" if len(rules) > 1 else ""
            broken.append(f"judge {one.judge.name!r}{topic}: {rules[0].message}{more}")
    return Exported(
        tuple(dict.fromkeys(one.judge.name for one in found.results)),
        len(found.results),
        tuple(broken),
        begun - len(found.results),
    )


def import_(
    db: str | os.PathLike[str], source: str | os.PathLike[str], *, project: str | None = None
) -> Imported:
    """Import the file of an offline page, or a corpus with work done elsewhere.

    `project` is a name or id (default: the only one that the file has work for).
    """
    raw = read_bytes(source)
    with _opened(db) as (work, database):
        if is_answers(raw) or os.fspath(source) == "-":
            return take(work, database, raw, os.fspath(source), project)
        topics = list(topics_of(Source(source), None))
        return _take(work, database, topics, os.fspath(source), project)


def take(
    work: Work, database: Database, raw: bytes, where: str, project: str | None = None
) -> Imported:
    """`import_` of bytes."""
    if is_answers(raw):
        return take_answers(work, raw, where)
    stream = BytesIO(raw)
    stream.name = where
    return _take(work, database, list(read_corpus(stream)), where, project)


def _take(
    work: Work, database: Database, topics: list[Topic], where: str, project: str | None
) -> Imported:
    with database.read() as connection:
        chosen = (
            find_project(connection, project, database.name)
            if project is not None
            else _fitting(projects(connection), topics, database.name)
        )
    return take_corpus(work, chosen, topics, where)


def _fitting(known: Sequence[Project], topics: Sequence[Topic], where: str) -> Project:
    """The one project whose task the file has work for."""
    if not known:
        raise SumscopeError("has no projects", where=where, hint="make one with sumscope gold new")
    fit = [p for p in known if any(getattr(topic, TASKS[p.task].holds) for topic in topics)]
    if len(fit) == 1 or len(known) == 1:
        return (fit or list(known))[0]
    listed = ", ".join(p.settings.name for p in fit or known)
    raise SumscopeError(
        f"several projects match this file: {listed}", where=where, hint="choose with --project"
    )


def page(
    db: str | os.PathLike[str],
    judge: str,
    out: str | os.PathLike[str],
    *,
    project: str | None = None,
) -> int:
    """Write the tasks of `judge` to the offline page `out` and return how many there are.

    `project` is a name or id, needed if the judge works in several.
    """
    with output(out, [db]), _opened(db) as (work, database):
        with database.read() as connection:
            chosen = _project_of_judge(database, work, judge, project)
            named = judge_named(connection, chosen.id, judge)
        made, count = page_text(work, named.id, judge)
        atomic_write_text(out, made)
        return count


def page_text(work: Work, judge: str, name: str) -> tuple[str, int]:
    """The offline page of a judge, and how many tasks it has."""
    from sumscope.report.offline_page import offline_page

    with work.database.read() as connection:
        rows = task_rows(connection, judge=judge)
    tasks = []
    for row in rows:
        version, entered = work.log(row.id)
        shown = task_page(work.task(row.id, version), version)
        tasks.append({**shown, "log": [one.to_json() for one in entered]})
    return offline_page(name, tasks), len(tasks)


def _project_of_judge(database: Database, work: Work, judge: str, project: str | None) -> Project:
    from sumscope.workbench.store.projects import judges_of

    with database.read() as connection:
        if project is not None:
            return find_project(connection, project, database.name)
        known = projects(connection)
        with_judge = [p for p in known if judge in {j.name for j in judges_of(connection, p.id)}]
        if len(with_judge) == 1:
            return with_judge[0]
        if len(with_judge) > 1:
            listed = ", ".join(p.settings.name for p in with_judge)
            raise SumscopeError(
                f"judge {judge!r} works in several projects: {listed}",
                where=database.name,
                hint="choose with --project",
            )
        names = {j.name for p in known for j in judges_of(connection, p.id)}
    hint = nearest(judge, names) if names else "the database has no judges"
    raise SumscopeError(f"unknown judge {judge!r}", where=database.name, hint=hint)


def backup(db: str | os.PathLike[str], out: str | os.PathLike[str]) -> None:
    """Copy a database, also while judges work on it, into a SQLite file."""
    with output(out, [db]), _opened(db) as (_, database):
        _backup(database, out)


@contextmanager
def _opened(db: str | os.PathLike[str]) -> Iterator[tuple[Work, Database]]:
    database = open_database(db)
    try:
        yield Work(database), database
    finally:
        database.close()


def _collected(work: Work, database: Database, project: str | None, judges: str) -> Results:
    with database.read() as connection:
        chosen = find_project(connection, project, database.name)
    return collect(work, chosen, judges)
