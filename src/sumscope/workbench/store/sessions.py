"""Sessions of judges and owners; the store knows hashes of tokens only."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select

from sumscope.workbench.store import tables
from sumscope.workbench.store.database import Database
from sumscope.workbench.store.projects import Judge, judge_by_id, judge_of_row, now

JUDGE_DAYS = 60
OWNER_HOURS = 24
_DAY = 86_400_000
_JUDGE = (
    select(tables.judge)
    .join(tables.session, tables.session.c.judge == tables.judge.c.id)
    .where(
        tables.session.c.token == bindparam("digest"),
        tables.session.c.expires >= bindparam("moment"),
    )
)


@dataclass(frozen=True)
class OwnerSession:
    """Who owns the projects; bound to a launch of the server unless by password."""

    launch: str | None


def judge_with_key(database: Database, key: str) -> Judge | None:
    """The judge whose key this is; every key is compared, in constant time."""
    found: str | None = None
    given = hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()
    with database.read() as connection:
        rows = connection.execute(select(tables.judge.c.id, tables.judge.c.key)).all()
        for row in rows:
            if hmac.compare_digest(hashlib.sha256(row.key.encode()).digest(), given):
                found = row.id
        return None if found is None else judge_by_id(connection, found)


def begin(database: Database, *, judge: str | None = None, launch: str | None = None) -> str:
    """A new session of a judge, or of the owner; returns the token for the cookie."""
    token = secrets.token_urlsafe(32)
    span = JUDGE_DAYS * _DAY if judge is not None else OWNER_HOURS * _DAY // 24
    with database.write() as connection:
        connection.execute(delete(tables.session).where(tables.session.c.expires < now()))
        connection.execute(
            insert(tables.session).values(
                token=_digest(token),
                judge=judge,
                launch=launch,
                created=now(),
                expires=now() + span,
            )
        )
    return token


def judge_of(database: Database, token: str) -> Judge | None:
    """The judge of a session that is still valid."""
    with database.read() as connection:
        row = connection.execute(_JUDGE, {"digest": _digest(token), "moment": now()}).first()
    return None if row is None else judge_of_row(row)


def owner_of(database: Database, token: str) -> OwnerSession | None:
    """The owner's session that is still valid."""
    table = tables.session
    with database.read() as connection:
        found = connection.execute(
            select(table.c.launch).where(
                table.c.token == _digest(token), table.c.expires >= now(), table.c.judge.is_(None)
            )
        ).first()
    return None if found is None else OwnerSession(found.launch)


def end(database: Database, token: str) -> None:
    """End a session."""
    with database.write() as connection:
        connection.execute(delete(tables.session).where(tables.session.c.token == _digest(token)))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
