"""The tables as the code uses them; `migrations/` makes them, version by version."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

# Times are milliseconds since 1970, UTC. JSON is kept as text: it is read whole and never queried.
project = Table(
    "project",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("task", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("settings", Text, nullable=False),
    Column("guidelines", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
topic = Table(
    "topic",
    metadata,
    Column("project", Text, ForeignKey("project.id"), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("content", Text, nullable=False),
)
judge = Table(
    "judge",
    metadata,
    Column("id", Text, primary_key=True),
    Column("project", Text, ForeignKey("project.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("key", Text, nullable=False, unique=True),
    Column("gold", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("project", "name"),
)
task = Table(
    "task",
    metadata,
    Column("id", Text, primary_key=True),
    Column("project", Text, ForeignKey("project.id"), nullable=False, index=True),
    Column("judge", Text, ForeignKey("judge.id"), nullable=False, index=True),
    Column("topic", Text),
    Column("position", Integer, nullable=False),
    Column("entries", Text, nullable=False),
    Column("units", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("submitted", BigInteger),
)
# Append-only: triggers refuse changes and deletions.
op = Table(
    "op",
    metadata,
    Column("task", Text, ForeignKey("task.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("client", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("op", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("received", BigInteger, nullable=False),
    UniqueConstraint("task", "client", "seq"),
)
session = Table(
    "session",
    metadata,
    Column("token", Text, primary_key=True),
    Column("judge", Text, ForeignKey("judge.id")),
    Column("launch", Text),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
# Since version 2.
cause = Table(
    "cause",
    metadata,
    Column("project", Text, ForeignKey("project.id"), primary_key=True),
    Column("topic", Text, primary_key=True),
    Column("item", Text, primary_key=True),
    Column("left", Text, primary_key=True),
    Column("right", Text, primary_key=True),
    Column("cause", Text, nullable=False),
    Column("note", Text),
    Column("at", BigInteger, nullable=False),
)
