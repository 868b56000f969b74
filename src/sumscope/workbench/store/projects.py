"""Projects, topics, judges and their tasks in the store."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Row, insert, select, update

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import dump_topic, parse_topic
from sumscope.workbench import assign
from sumscope.workbench.assign import Entry
from sumscope.workbench.checks import check_judges, check_settings
from sumscope.workbench.plan import GOLD, Content, PlannedTopic, Settings
from sumscope.workbench.store import tables
from sumscope.workbench.store.database import Database
from sumscope.workbench.tasks import TASKS


class NotFoundError(SumscopeError):
    """There is no such project, judge or task."""


@dataclass(frozen=True)
class Judge:
    """A judge of a project; `gold` marks the adjudicated gold standard."""

    id: str
    project: str
    name: str
    key: str
    gold: bool


@dataclass(frozen=True)
class Project:
    """A project with its settings."""

    id: str
    settings: Settings
    guidelines: str
    created: int

    @property
    def task(self) -> str:
        """What judges do."""
        return self.settings.task


@dataclass(frozen=True)
class Created:
    """A project that was made, with the keys of its judges."""

    project: str
    name: str
    judges: tuple[Judge, ...]

    def to_json(self) -> dict[str, object]:
        """What `gold new --json` prints."""
        keys = [{"name": judge.name, "key": judge.key} for judge in self.judges]
        return {"project": self.project, "name": self.name, "judges": keys}


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def create(
    database: Database,
    settings: Settings,
    topics: Sequence[PlannedTopic],
    judges: Sequence[str],
    guidelines: str | None = None,
) -> Created:
    """Make a project with its judges and their tasks."""
    check_settings(settings)
    if not topics:
        raise SumscopeError("no topic is left for the project")
    check_judges(judges, [one.topic for one in topics], settings.task)
    kind, project = TASKS[settings.task], secrets.token_hex(6)
    with database.write() as connection:
        names = connection.execute(select(tables.project.c.name)).scalars()
        if settings.name in set(names):
            raise SumscopeError(
                f"there is a project {settings.name!r} already",
                where=database.name,
                hint="choose another --name",
            )
        connection.execute(
            insert(tables.project).values(
                id=project,
                name=settings.name,
                task=settings.task,
                seed=settings.seed,
                settings=json.dumps(settings.to_json(), ensure_ascii=False),
                guidelines=kind.guidelines if guidelines is None else guidelines,
                created=now(),
            )
        )
        connection.execute(
            insert(tables.topic),
            [
                {
                    "project": project,
                    "id": one.topic.id,
                    "position": at,
                    "line": dump_topic(one.topic).decode("utf-8"),
                    "content": one.content.dump(),
                }
                for at, one in enumerate(topics)
            ],
        )
        contents = {one.topic.id: one.content for one in topics}
        units = _units(settings, contents)
        held = assign.deal(
            len(units),
            len(judges),
            per_item=settings.per_item,
            overlap=settings.overlap,
            seed=settings.seed,
        )
        made = []
        for at, (name, mine) in enumerate(zip(judges, held, strict=True)):
            judge = _add_judge(connection, project, name, at)
            entries = kind.in_order([units[unit] for unit in mine], name, settings.seed)
            add_tasks(connection, settings, contents, judge, entries)
            made.append(judge)
    return Created(project, settings.name, tuple(made))


def add_judge(
    database: Database, project: Project, name: str, entries: Sequence[Entry] | None = None
) -> Judge:
    """One judge more, with every item or with `entries`."""
    check_judges([name], (), project.task)
    with database.write() as connection:
        return add_judge_within(connection, project, name, entries)


def add_judge_within(
    connection: Connection, project: Project, name: str, entries: Sequence[Entry] | None = None
) -> Judge:
    """`add_judge` inside a transaction; the gold standard gets no task yet."""
    settings = project.settings
    before = judges_of(connection, project.id)
    if name in {judge.name for judge in before}:
        raise SumscopeError(f"there is a judge {name!r} already", hint="choose another name")
    contents = contents_of(connection, project.id)
    if name == GOLD:
        return _add_judge(connection, project.id, name, len(before), gold=True)
    check_judges([name], topics_of(connection, project.id), settings.task)
    judge = _add_judge(connection, project.id, name, len(before))
    if entries is None:
        units = _units(settings, contents)
        entries = TASKS[settings.task].in_order(units, name, settings.seed)
    add_tasks(connection, settings, contents, judge, entries)
    return judge


def change_project(database: Database, project: Project) -> None:
    """Change the name, the guidelines or the settings of a project."""
    check_settings(project.settings)
    with database.write() as connection:
        taken = connection.execute(
            select(tables.project.c.id).where(
                tables.project.c.name == project.settings.name, tables.project.c.id != project.id
            )
        ).first()
        if taken is not None:
            raise SumscopeError(f"there is a project {project.settings.name!r} already")
        connection.execute(
            update(tables.project)
            .where(tables.project.c.id == project.id)
            .values(
                name=project.settings.name,
                settings=json.dumps(project.settings.to_json(), ensure_ascii=False),
                guidelines=project.guidelines,
            )
        )


def renew_key(database: Database, project: str, name: str) -> Judge:
    """A new key for a judge; sessions begun with the old one end."""
    with database.write() as connection:
        judge = judge_named(connection, project, name)
        key = secrets.token_hex(20)
        connection.execute(
            update(tables.judge).where(tables.judge.c.id == judge.id).values(key=key)
        )
        connection.execute(tables.session.delete().where(tables.session.c.judge == judge.id))
    return Judge(judge.id, project, name, key, judge.gold)


def add_tasks(
    connection: Connection,
    settings: Settings,
    contents: Mapping[str, Content],
    judge: Judge,
    entries: Sequence[Entry],
    start: int = 0,
) -> list[str]:
    """The tasks of a judge: one per topic, or one of all entries."""
    kind = TASKS[settings.task]
    rows: list[tuple[str | None, Sequence[Entry]]]
    if kind.by_topic:
        rows = [(entry[0], [entry]) for entry in entries]
    else:
        rows = [(None, entries)] if entries else []
    made = []
    for at, (topic, mine) in enumerate(rows, start):
        brief = kind.brief(settings, contents, mine)
        name = secrets.token_hex(12)
        made.append(name)
        connection.execute(
            insert(tables.task).values(
                id=name,
                project=judge.project,
                judge=judge.id,
                topic=topic,
                position=at,
                entries=json.dumps(mine if topic is None else [], ensure_ascii=False),
                units=kind.state().units(brief),
                done=0,
                version=0,
                submitted=None,
            )
        )
    return made


def _units(settings: Settings, contents: Mapping[str, Content]) -> list[Entry]:
    """What is dealt out, in canonical order."""
    kind = TASKS[settings.task]
    return [
        unit
        for at, (topic, content) in enumerate(contents.items())
        for unit in kind.units(topic, content, at, settings)
    ]


def _add_judge(
    connection: Connection, project: str, name: str, position: int, gold: bool = False
) -> Judge:
    judge = Judge(secrets.token_hex(6), project, name, secrets.token_hex(20), gold)
    connection.execute(
        insert(tables.judge).values(
            id=judge.id,
            project=project,
            name=name,
            position=position,
            key=judge.key,
            gold=int(gold),
            created=now(),
        )
    )
    return judge


# Reading.


def projects(connection: Connection) -> list[Project]:
    """Every project, oldest first."""
    table = tables.project
    rows = connection.execute(select(table).order_by(table.c.created, table.c.id))
    return [_project(row) for row in rows]


def project_by_id(connection: Connection, name: str) -> Project:
    """A project by its id."""
    row = connection.execute(select(tables.project).where(tables.project.c.id == name)).first()
    if row is None:
        raise NotFoundError(f"unknown project {name[:40]!r}")
    return _project(row)


def find_project(connection: Connection, wanted: str | None, where: str) -> Project:
    """A project by id or name; without one the only project there is."""
    known = projects(connection)
    if not known:
        raise SumscopeError("has no projects", where=where, hint="make one with sumscope gold new")
    if wanted is None:
        if len(known) > 1:
            listed = ", ".join(one.settings.name for one in known)
            raise SumscopeError(
                f"has {len(known)} projects: {listed}", where=where, hint="choose with --project"
            )
        return known[0]
    for one in known:
        if wanted in (one.id, one.settings.name):
            return one
    raise NotFoundError(
        f"unknown project {wanted!r}",
        where=where,
        hint=nearest(wanted, (one.settings.name for one in known)),
    )


def judges_of(connection: Connection, project: str) -> list[Judge]:
    """The judges of a project in order, the gold standard last."""
    table = tables.judge
    rows = connection.execute(
        select(table).where(table.c.project == project).order_by(table.c.gold, table.c.position)
    )
    return [judge_of_row(row) for row in rows]


def judge_named(connection: Connection, project: str, name: str) -> Judge:
    """A judge of a project by name."""
    found = judges_of(connection, project)
    for judge in found:
        if judge.name == name:
            return judge
    hint = nearest(name, (judge.name for judge in found)) if found else "the project has no judges"
    raise NotFoundError(f"unknown judge {name[:40]!r}", hint=hint)


def judge_by_id(connection: Connection, name: str) -> Judge:
    """A judge by id."""
    row = connection.execute(select(tables.judge).where(tables.judge.c.id == name)).first()
    if row is None:
        raise NotFoundError("unknown judge")
    return judge_of_row(row)


def contents_of(connection: Connection, project: str) -> dict[str, Content]:
    """What judges see of each topic, in order."""
    table = tables.topic
    rows = connection.execute(
        select(table.c.id, table.c.content)
        .where(table.c.project == project)
        .order_by(table.c.position)
    )
    return {row.id: Content.load(row.content) for row in rows}


def topics_of(connection: Connection, project: str) -> list[Topic]:
    """The topics of the corpus that the project was made of, in order."""
    table = tables.topic
    rows = connection.execute(
        select(table.c.id, table.c.line)
        .where(table.c.project == project)
        .order_by(table.c.position)
    )
    return [parse_topic(row.line.rstrip("\n").encode(), f"topic {row.id!r}") for row in rows]


def _project(row: Row[tuple[object, ...]]) -> Project:
    settings = Settings.from_store(row.task, row.name, row.seed, row.settings)
    return Project(row.id, settings, row.guidelines, row.created)


def judge_of_row(row: Row[tuple[object, ...]]) -> Judge:
    """A row of the table of judges as a value."""
    return Judge(row.id, row.project, row.name, row.key, bool(row.gold))
