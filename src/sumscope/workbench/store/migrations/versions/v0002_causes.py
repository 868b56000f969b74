"""Causes that the owner gives to disagreements."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the table of causes."""
    op.create_table(
        "cause",
        sa.Column("project", sa.Text, sa.ForeignKey("project.id"), primary_key=True),
        sa.Column("topic", sa.Text, primary_key=True),
        sa.Column("item", sa.Text, primary_key=True),
        sa.Column("left", sa.Text, primary_key=True),
        sa.Column("right", sa.Text, primary_key=True),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("note", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
