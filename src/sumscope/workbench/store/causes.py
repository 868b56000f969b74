"""Causes of disagreements in the store."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert

from sumscope.core.errors import SumscopeError
from sumscope.workbench.store import tables
from sumscope.workbench.store.projects import now

CAUSES = ("generalisation", "emphasis", "inference", "slip")
LONGEST_NOTE = 4000


def set_cause(
    connection: Connection,
    project: str,
    topic: str,
    item: str,
    *,
    left: str | None = None,
    right: str | None = None,
    cause: str | None,
    note: str | None = None,
) -> None:
    """Say why judges disagree on a sentence; None removes it. Without names it is for all."""
    if cause is not None and cause not in CAUSES:
        raise SumscopeError(f"unknown cause {cause[:40]!r}", hint="give " + ", ".join(CAUSES))
    if note is not None and len(note) > LONGEST_NOTE:
        raise SumscopeError(f"the note has more than {LONGEST_NOTE} characters")
    table = tables.cause
    connection.execute(
        delete(table).where(
            table.c.project == project,
            table.c.topic == topic,
            table.c.item == item,
            table.c.left == (left or ""),
            table.c.right == (right or ""),
        )
    )
    if cause is not None:
        connection.execute(
            insert(table).values(
                project=project,
                topic=topic,
                item=item,
                left=left or "",
                right=right or "",
                cause=cause,
                note=note or None,
                at=now(),
            )
        )


def set_causes(
    connection: Connection, project: str, topic: str, causes: list[Mapping[str, object]]
) -> None:
    """Take the causes that an exported topic holds."""
    for one in causes:
        words = {key: one.get(key) for key in ("item", "left", "right", "cause", "note")}
        if not all(value is None or isinstance(value, str) for value in words.values()):
            raise SumscopeError("a cause has a value that is not a text", where=f"topic {topic!r}")
        item, cause = one.get("item"), one.get("cause")
        if isinstance(item, str) and isinstance(cause, str):
            set_cause(
                connection,
                project,
                topic,
                item,
                left=_text(one.get("left")),
                right=_text(one.get("right")),
                cause=cause,
                note=_text(one.get("note")),
            )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
