"""All tables as they are. Nothing is released: with the first release this becomes a list of its
own, and what changes afterwards a step of its own."""

from __future__ import annotations

from alembic import op

from console.desk.store.league_tables import LEAGUE

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    LEAGUE.metadata.create_all(op.get_bind())
