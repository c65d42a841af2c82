"""Events, their logs, the results that came."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "event",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("lines_n", sa.Integer, nullable=False),
        sa.Column("rewritten_n", sa.Integer, nullable=False),
    )
    op.create_table(
        "line",
        sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "result",
        sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("came_ms", sa.BigInteger, nullable=False),
        sa.Column("line", sa.Integer),
        sa.Column("refused", sa.Text),
    )
    op.create_table(
        "dispute",
        sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("came_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """To nothing."""
    for table in ("dispute", "result", "line", "event"):
        op.drop_table(table)
