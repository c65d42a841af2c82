"""The desk's tables, the same on SQLite and PostgreSQL; ``migrations`` makes them.

An event is a head and lines, each as ``console.events.log`` writes it; nothing else of it is kept,
for all else is computed. A result that came is kept under its id, taken or refused; the same id
with another content is a dispute. Beside events stand who may come in, and the tables that are
linked: of their secrets a hash alone is kept.
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
    sa.Column("turn_n", sa.BigInteger, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("settings", sa.LargeBinary, nullable=False),
)
"""``turn_n`` grows with whatever changes at this desk; ``secret``: what personal codes come from;
``settings``: JSON, ``console.desk.store.kept.DeskSettings``."""
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
    sa.Index("result_came", "event", "came_ms"),
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
LINKED: Final = sa.Table(
    "linked",
    METADATA,
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
    sa.Column("hands_n", sa.Integer, nullable=False),
)
"""A table that has joined. ``number``: of the events' tables, null until it is let in; ``seen_ms``:
when its stream was last open, 0 if it has ended; ``trouble``: why it cannot play; ``hands_n``: how
many can race on its pad."""
HERE: Final = sa.Table(
    "here",
    METADATA,
    sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
    sa.Column("match", sa.Integer, primary_key=True),
    sa.Column("person", sa.Integer, primary_key=True),
)
"""Who has pressed ● at their seat of a match."""
JOIN_CODE: Final = sa.Table(
    "join_code",
    METADATA,
    sa.Column("code", sa.String(6), primary_key=True),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
INVITATION: Final = sa.Table(
    "invitation",
    METADATA,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
SESSION: Final = sa.Table(
    "session",
    METADATA,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
