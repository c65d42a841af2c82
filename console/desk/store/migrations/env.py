"""Alembic's way in: ``console.desk.store.database`` gives the connection, no file does."""

from __future__ import annotations

from alembic import context

from console.desk.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes no column in place
)
with context.begin_transaction():
    context.run_migrations()
