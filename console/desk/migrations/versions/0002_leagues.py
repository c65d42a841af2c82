"""Leagues: cafés, persons, results, and their sums; what a café has sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Leagues beside events."""
    op.create_table(
        "league",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "league_cafe",
        _league(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False, unique=True),
    )
    op.create_table(
        "league_person",
        _league(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("cafe", sa.Integer, nullable=False),
        sa.Column("scope", sa.Integer, nullable=False),
        sa.Column("folded", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.UniqueConstraint("league", "scope", "folded", name="league_person_nickname"),
    )
    op.create_index(
        "league_person_standing",
        "league_person",
        ["league", "total", "best", "number"],
    )
    op.create_table(
        "league_result",
        _league(),
        sa.Column("cafe", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("evening", sa.String(32), nullable=False),
        sa.Column("week", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("came_ms", sa.BigInteger, nullable=False),
        sa.Column("points", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "league_evening",
        _league(),
        sa.Column("person", sa.Integer, primary_key=True),
        sa.Column("cafe", sa.Integer, primary_key=True),
        sa.Column("evening", sa.String(32), primary_key=True),
        sa.Column("week", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
    )
    op.create_table(
        "league_dispute",
        _league(),
        sa.Column("cafe", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("points", sa.LargeBinary, nullable=False),
        sa.Column("came_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "league_sent",
        sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("answer", sa.LargeBinary),
    )
    op.create_table(
        "league_joined",
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("token", sa.Text, nullable=False),
    )


def _league() -> sa.Column[str]:
    return sa.Column("league", sa.String(32), sa.ForeignKey("league.id"), primary_key=True)


def downgrade() -> None:
    """Without leagues."""
    for table in ("joined", "sent", "dispute", "evening", "result", "person", "cafe"):
        op.drop_table(f"league_{table}")
    op.drop_table("league")
