"""The desk's tables, the same on SQLite and PostgreSQL; ``migrations`` makes them.

An event is a head and lines, each as ``console.events.log`` writes it; nothing else of it is kept,
for all else is computed. A result that came is kept under its id, taken or refused; the same id
with another content is a dispute.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData()
EVENT: Final = sa.Table(
    "event",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("head", sa.LargeBinary, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("lines_n", sa.Integer, nullable=False),
    sa.Column("rewritten_n", sa.Integer, nullable=False),
)
LINE: Final = sa.Table(
    "line",
    METADATA,
    sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
RESULT: Final = sa.Table(
    "result",
    METADATA,
    sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("came_ms", sa.BigInteger, nullable=False),
    sa.Column("line", sa.Integer),
    sa.Column("refused", sa.Text),
)
DISPUTE: Final = sa.Table(
    "dispute",
    METADATA,
    sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("came_ms", sa.BigInteger, nullable=False),
)
