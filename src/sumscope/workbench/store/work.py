"""Judges' work in the store: the log of operations, the states derived from it, submission.

The log is the truth: a state is always the replay of the log. States of tasks at work are kept in
memory under (task, version), which never goes stale because the log only grows.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from sumscope.workbench.assign import Entry
from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import RefusedError, Session
from sumscope.workbench.plan import Content
from sumscope.workbench.store import tables
from sumscope.workbench.store.database import Database
from sumscope.workbench.store.entries import (
    Acknowledged,
    At,
    ConflictError,
    Entered,
    OperationError,
    Sent,
    SubmittedError,
    Task,
    TaskRow,
)
from sumscope.workbench.store.projects import (
    NotFoundError,
    contents_of,
    judge_by_id,
    now,
    project_by_id,
)
from sumscope.workbench.tasks import TASKS

T = TypeVar("T")
MOST_OPERATIONS = 1000
KEPT_BRIEFS = 256
KEPT_SESSIONS = 128
KEPT_JUDGES = 4096

# Statements of every edit are built once: building them takes longer than running them.
_TASK = select(tables.task).where(tables.task.c.id == bindparam("task"))
_TASK_LOCKED = _TASK.with_for_update()
_TAKEN = select(tables.op.c.seq).where(
    tables.op.c.task == bindparam("task"),
    tables.op.c.client == bindparam("client"),
    tables.op.c.seq.in_(bindparam("numbers", expanding=True)),
)
_ENTER = insert(tables.op)
_ADVANCE = (
    update(tables.task)
    .where(tables.task.c.id == bindparam("task_id"))
    .values(version=bindparam("to_version"), done=bindparam("now_done"))
)


class _Recent(Generic[T]):
    """The values used last, by key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> T | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, value: T) -> T:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value


@dataclass(frozen=True)
class _Fixed:
    """What never changes about a task."""

    brief: Brief
    entries: tuple[Entry, ...]
    contents: Mapping[str, Content]
    task: str


class Work:
    """Access to the judges' tasks of one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._fixed: _Recent[_Fixed] = _Recent(KEPT_BRIEFS)
        self._sessions: _Recent[tuple[int, Session]] = _Recent(KEPT_SESSIONS)
        self._judges: _Recent[str] = _Recent(KEPT_JUDGES)

    def forget(self) -> None:
        """Read settings again that were changed."""
        self._fixed = _Recent(KEPT_BRIEFS)

    # Reading.

    def tasks_of(self, judge: str) -> list[TaskRow]:
        """The tasks of a judge in the judge's order."""
        with self.database.read() as connection:
            return task_rows(connection, judge=judge)

    def judge_of(self, task: str) -> str:
        """The judge whose task this is, which never changes."""
        known = self._judges.get(task)
        return known or self._judges.put(task, self.row(task).judge)

    def row(self, task: str) -> TaskRow:
        """One task without its content."""
        with self.database.read() as connection:
            return _row(_task_row(connection, task))

    def task(self, task: str, version: int | None = None) -> Task:
        """A task as it is now, or as it was after `version` operations."""
        with self.database.read() as connection:
            raw = _task_row(connection, task)
            row = _row(raw)
            project = project_by_id(connection, row.project)
            judge = judge_by_id(connection, row.judge)
            fixed = self._fixed_of(connection, raw)
            if version is not None and not 0 <= version <= row.version:
                raise NotFoundError(f"the task has no version {version}")
            session = self._session(connection, row, fixed, version)
        if version is None:  # of a committed state; a transaction that writes may be taken back
            self._sessions.put(row.id, (row.version, session))
        return Task(row, project, judge, fixed.brief, fixed.entries, fixed.contents, session)

    def log(self, task: str, after: int = 0) -> tuple[int, list[Entered]]:
        """The version of a task and the operations after `after`."""
        with self.database.read() as connection:
            row = _task_row(connection, task)
            return row.version, log_of(connection, task, after)

    # Writing.

    def append(self, task: str, client: str, base: int, sent: Sequence[Sent]) -> Acknowledged:
        """Apply operations and put them on disk, all or none; those known already are passed over.

        Raises ConflictError where another client has changed the task since `base`,
        OperationError where an operation does not fit, SubmittedError after submitting.
        """
        done, session = self.database.write_together(
            lambda connection: self.append_within(connection, task, client, base, sent)
        )
        if session is not None:
            self._sessions.put(task, (done.version, session))
        return done

    def append_within(
        self, connection: Connection, task: str, client: str, base: int, sent: Sequence[Sent]
    ) -> tuple[Acknowledged, Session | None]:
        """`append` inside a transaction; the session is that after it, if anything was new."""
        raw = _task_row(connection, task, lock=True)
        row = _row(raw)
        fresh = _fresh(connection, task, client, sent)
        if not fresh:
            return Acknowledged(row.version, _last_seq(connection, task, client, sent)), None
        if row.submitted is not None:
            raise SubmittedError("the task is submitted", hint="the owner can reopen it")
        self._check_base(connection, row, client, base)
        fixed = self._fixed_of(connection, raw)
        session = self._session(connection, row, fixed)
        received = now()
        rows = []
        for version, one in enumerate(fresh, row.version + 1):
            try:
                session = session.apply(fixed.brief, one.op)
            except RefusedError as error:
                raise OperationError(one.seq, error.what) from None
            rows.append(
                {
                    "task": task,
                    "version": version,
                    "client": client,
                    "seq": one.seq,
                    "op": json.dumps(dict(one.op), ensure_ascii=False),
                    "at": received if one.at is None else min(one.at, received),
                    "received": received,
                }
            )
        connection.execute(_ENTER, rows)
        version = row.version + len(rows)
        done = session.state.done(fixed.brief)
        connection.execute(_ADVANCE, {"task_id": task, "to_version": version, "now_done": done})
        return Acknowledged(version, max(one.seq for one in sent)), session

    def state_within(self, connection: Connection, task: str) -> At:
        """The state of a task inside a transaction."""
        raw = _task_row(connection, task)
        row = _row(raw)
        fixed = fixed_of(connection, raw)
        session = Session(TASKS[fixed.task].state())
        for entered in log_of(connection, task):
            session = session.apply(fixed.brief, entered.op)
        return At(row.version, session.state)

    def entries_within(self, connection: Connection, task: str) -> tuple[Entry, ...]:
        """The entries of a task inside a transaction."""
        return fixed_of(connection, _task_row(connection, task)).entries

    def submit_within(self, connection: Connection, task: str) -> None:
        """Hand the work in, inside a transaction."""
        _set_submitted(connection, task, now())

    def submit(self, task: str, base: int | None = None) -> TaskRow:
        """Hand the work in; refused where `base` is not what is on disk."""
        with self.database.write() as connection:
            row = _row(_task_row(connection, task, lock=True))
            if base is not None and base != row.version:
                raise ConflictError(row.version, log_of(connection, task, base))
            if row.submitted is None:
                _set_submitted(connection, task, now())
        return self.row(task)

    def reopen(self, task: str) -> TaskRow:
        """Let the judge go on."""
        with self.database.write() as connection:
            _task_row(connection, task, lock=True)
            _set_submitted(connection, task, None)
        return self.row(task)

    def _check_base(self, connection: Connection, row: TaskRow, client: str, base: int) -> None:
        if base == row.version:
            return
        table = tables.op
        others = connection.execute(
            select(func.count())
            .select_from(table)
            .where(table.c.task == row.id, table.c.version > base, table.c.client != client)
        ).scalar_one()
        if others or base > row.version:
            raise ConflictError(row.version, log_of(connection, row.id, base))

    def _fixed_of(self, connection: Connection, raw: Row[tuple[object, ...]]) -> _Fixed:
        return self._fixed.get(raw.id) or self._fixed.put(raw.id, fixed_of(connection, raw))

    def _session(
        self, connection: Connection, row: TaskRow, fixed: _Fixed, version: int | None = None
    ) -> Session:
        wanted = row.version if version is None else version
        kept = self._sessions.get(row.id)
        session, start = Session(TASKS[fixed.task].state()), 0
        if kept is not None and kept[0] <= wanted:
            start, session = kept
        if start < wanted:
            for entered in log_of(connection, row.id, start, wanted):
                session = session.apply(fixed.brief, entered.op)
        return session


def fixed_of(connection: Connection, raw: Row[tuple[object, ...]]) -> _Fixed:
    """The brief of a task, its entries, and the topics that it touches."""
    project = project_by_id(connection, raw.project)
    contents = contents_of(connection, raw.project)
    entries = tuple((topic, tuple(peers)) for topic, peers in json.loads(raw.entries))
    judged = entries if raw.topic is None else ((raw.topic, ()),)
    brief = TASKS[project.task].brief(project.settings, contents, judged)
    touched = {topic: contents[topic] for topic, _ in judged}
    return _Fixed(brief, entries, touched, project.task)


def task_rows(
    connection: Connection, *, judge: str | None = None, project: str | None = None
) -> list[TaskRow]:
    """Tasks of a judge or of a project, by judge and in the judge's order."""
    table = tables.task
    query = select(table).order_by(table.c.judge, table.c.position, table.c.id)
    if judge is not None:
        query = query.where(table.c.judge == judge)
    if project is not None:
        query = query.where(table.c.project == project)
    return [_row(row) for row in connection.execute(query)]


def log_of(
    connection: Connection, task: str, after: int = 0, until: int | None = None
) -> list[Entered]:
    """The operations of a task after one version and up to another."""
    table = tables.op
    query = select(table).where(table.c.task == task, table.c.version > after)
    if until is not None:
        query = query.where(table.c.version <= until)
    rows = connection.execute(query.order_by(table.c.version))
    return [Entered(r.version, r.client, r.seq, json.loads(r.op), r.at) for r in rows]


def _task_row(connection: Connection, task: str, lock: bool = False) -> Row[tuple[object, ...]]:
    found = connection.execute(_TASK_LOCKED if lock else _TASK, {"task": task}).first()
    if found is None:
        raise NotFoundError("unknown task")
    row: Row[tuple[object, ...]] = found
    return row


def _row(row: Row[tuple[object, ...]]) -> TaskRow:
    return TaskRow(
        row.id,
        row.project,
        row.judge,
        row.topic,
        row.position,
        row.units,
        row.done,
        row.version,
        row.submitted,
    )


def _fresh(connection: Connection, task: str, client: str, sent: Sequence[Sent]) -> list[Sent]:
    given = {"task": task, "client": client, "numbers": [one.seq for one in sent]}
    taken = set(connection.execute(_TAKEN, given).scalars())
    made = []
    for one in sent:
        if one.seq not in taken:
            taken.add(one.seq)
            made.append(one)
    return made


def _last_seq(connection: Connection, task: str, client: str, sent: Sequence[Sent]) -> int | None:
    if sent:
        return max(one.seq for one in sent)
    table = tables.op
    found: int | None = connection.execute(
        select(func.max(table.c.seq)).where(table.c.task == task, table.c.client == client)
    ).scalar_one()
    return found


def _set_submitted(connection: Connection, task: str, when: int | None) -> None:
    connection.execute(update(tables.task).where(tables.task.c.id == task).values(submitted=when))
