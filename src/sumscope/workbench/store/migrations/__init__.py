"""Alembic's scripts: one file per version of the schema, never changed once released."""
