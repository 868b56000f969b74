"""Projects, topics, judges, tasks, the log of operations, sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables, and the triggers that keep the log append-only."""
    op.create_table(
        "project",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("task", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("guidelines", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "topic",
        sa.Column("project", sa.Text, sa.ForeignKey("project.id"), primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_table(
        "judge",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("project", sa.Text, sa.ForeignKey("project.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("gold", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("project", "name"),
    )
    op.create_table(
        "task",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("project", sa.Text, sa.ForeignKey("project.id"), nullable=False),
        sa.Column("judge", sa.Text, sa.ForeignKey("judge.id"), nullable=False),
        sa.Column("topic", sa.Text),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("entries", sa.Text, nullable=False),
        sa.Column("units", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("submitted", sa.BigInteger),
    )
    op.create_index("ix_task_project", "task", ["project"])
    op.create_index("ix_task_judge", "task", ["judge"])
    op.create_table(
        "op",
        sa.Column("task", sa.Text, sa.ForeignKey("task.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("op", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("received", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("task", "client", "seq"),
    )
    op.create_table(
        "session",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("judge", sa.Text, sa.ForeignKey("judge.id")),
        sa.Column("launch", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER op_no_{event.lower()} BEFORE {event} ON op BEGIN "
                "SELECT RAISE(ABORT, 'the log of operations is append-only'); END"
            )
    else:
        op.execute(
            "CREATE FUNCTION op_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
            "$$BEGIN RAISE EXCEPTION 'the log of operations is append-only'; END$$"
        )
        op.execute(
            "CREATE TRIGGER op_append_only BEFORE UPDATE OR DELETE ON op "
            "FOR EACH ROW EXECUTE FUNCTION op_is_append_only()"
        )
