"""Types that the store accepts and returns: operations, tasks and rejections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sumscope.core.errors import SumscopeError
from sumscope.workbench.assign import Entry
from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import Operation, Session, State
from sumscope.workbench.plan import Content
from sumscope.workbench.store.projects import Judge, Project


@dataclass(frozen=True)
class Sent:
    """An operation as a client sent it: its number there, and when it was done, if known."""

    seq: int
    op: Operation
    at: int | None = None


@dataclass(frozen=True)
class Entered:
    """An operation in the log."""

    version: int
    client: str
    seq: int
    op: Operation
    at: int

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "version": self.version,
            "client": self.client,
            "seq": self.seq,
            "op": dict(self.op),
            "at": self.at,
        }


@dataclass(frozen=True)
class Acknowledged:
    """The version after a request, and the last number of the client that is on disk."""

    version: int
    acked: int | None


@dataclass(frozen=True)
class TaskRow:
    """A task as lists show it."""

    id: str
    project: str
    judge: str
    topic: str | None
    position: int
    units: int
    done: int
    version: int
    submitted: int | None


@dataclass(frozen=True)
class At:
    """A state and the version it belongs to."""

    version: int
    state: State


@dataclass(frozen=True)
class Task:
    """A task with everything that its judge sees."""

    row: TaskRow
    project: Project
    judge: Judge
    brief: Brief
    entries: tuple[Entry, ...]
    contents: Mapping[str, Content]
    session: Session


class ConflictError(SumscopeError):
    """Another client has changed the task since the version that this one knows."""

    def __init__(self, version: int, since: Sequence[Entered]) -> None:
        super().__init__("another window or machine has changed this task")
        self.version = version
        self.since = tuple(since)


class SubmittedError(SumscopeError):
    """The task is submitted; only the owner can reopen it."""


class OperationError(SumscopeError):
    """An operation of a request does not fit; none of the request was applied."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(reason)
        self.seq = seq
