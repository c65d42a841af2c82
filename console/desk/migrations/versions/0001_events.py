"""Events, their logs, the results that came; tables that are linked, who may come in."""

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
        sa.Column("turn_n", sa.BigInteger, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
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
    op.create_table(
        "linked",
        sa.Column("token", sa.LargeBinary, primary_key=True),
        sa.Column("number", sa.Integer, unique=True),
        sa.Column("check_digits", sa.String(4), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seats_n", sa.Integer, nullable=False),
        sa.Column("games", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("joined_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("trouble", sa.Text, nullable=False),
    )
    op.create_table(
        "here",
        sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, primary_key=True),
    )
    op.create_table(
        "join_code",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "invitation",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """To nothing."""
    for table in (
        "session",
        "invitation",
        "join_code",
        "here",
        "linked",
        "dispute",
        "result",
        "line",
        "event",
    ):
        op.drop_table(table)
