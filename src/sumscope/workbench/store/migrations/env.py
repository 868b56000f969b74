"""Run by Alembic: upgrade over the connection that `database.open_database` hands in."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, transaction_per_migration=False)
context.run_migrations()
