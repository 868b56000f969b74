"""Import the file that an offline page exports: the operations stored in the browser."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TypeGuard

from sumscope.core.errors import SumscopeError
from sumscope.corpus.jsonl import decode_line
from sumscope.workbench.store.entries import ConflictError, OperationError, Sent, SubmittedError
from sumscope.workbench.store.work import Work

ANSWERS = "sumscope-answers"


@dataclass
class Imported:
    """What was taken, and what was not and why."""

    tasks: int = 0
    operations: int = 0
    judges: list[str] = field(default_factory=list)
    known: int = 0
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "tasks": self.tasks,
            "operations": self.operations,
            "judges": self.judges,
            "known": self.known,
            "notes": self.notes,
        }


def is_answers(raw: bytes) -> bool:
    """Whether a file is one that an offline page gave back."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("format") == ANSWERS


def take_answers(work: Work, raw: bytes, where: str) -> Imported:
    """Take the operations that an offline page kept."""
    value = decode_line(raw, where)
    if value.get("version") != 1 or not isinstance(value.get("tasks"), list):
        raise SumscopeError(
            "is not a file of this version's offline page",
            where=where,
            hint="make the page again with sumscope gold page",
        )
    made = Imported()
    for number, one in enumerate(value["tasks"]):
        place = f"{where}: tasks[{number}]"
        task, client, base, sent, submitted = _answer(one, place)
        try:
            row = work.row(task)
            if sent:
                done = work.append(task, client, base, sent)
                made.operations += done.version - row.version
                made.known += len(sent) - (done.version - row.version)
            if submitted and work.row(task).submitted is None:
                work.submit(task)
        except ConflictError as error:
            raise SumscopeError(
                f"the task was changed on the server after the page was made "
                f"(version {error.version}, page {base})",
                where=place,
                hint="bring in this file as another judge, or ask the judge which one counts",
            ) from None
        except OperationError as error:
            raise SumscopeError(
                f"operation {error.seq} does not fit: {error.what}", where=place
            ) from None
        except SubmittedError:
            raise SumscopeError(
                "the task is submitted on the server", where=place, hint="reopen it first"
            ) from None
        made.tasks += 1
    return made


def _answer(one: object, where: str) -> tuple[str, str, int, list[Sent], bool]:
    if not isinstance(one, dict):
        raise SumscopeError("expected an object", where=where)
    task, client, base = one.get("id"), one.get("client"), one.get("base")
    ops, submitted = one.get("ops"), one.get("submitted", False)
    if not (isinstance(task, str) and isinstance(client, str) and client and len(client) <= 64):
        raise SumscopeError("expected the ids of the task and of the client", where=where)
    if not _whole(base) or not isinstance(ops, list):
        raise SumscopeError("expected base, a version, and ops, a list", where=where)
    sent = []
    for entry in ops:
        op = entry.get("op") if isinstance(entry, dict) else None
        seq = entry.get("seq") if isinstance(entry, dict) else None
        at = entry.get("at") if isinstance(entry, dict) else None
        if not isinstance(op, dict) or not _whole(seq):
            raise SumscopeError("expected operations with seq and op", where=f"{where}.ops")
        sent.append(Sent(seq, op, at if _whole(at) else None))
    return task, client, base, sent, submitted is True


def _whole(value: object) -> TypeGuard[int]:
    """Whether a value is a number that a page counts with and a database holds."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
