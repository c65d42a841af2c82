"""A league's tables, in the desk's database: cafés and persons are numbers within a league.

Results are kept as they came but for nicknames, which stand in ``league_person`` alone. Evenings
and scores are their sums, kept up to date in the same transaction: a page of standings reads an
index.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from console.desk.store.tables import METADATA

LEAGUE: Final = sa.Table(
    "league",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("options", sa.LargeBinary, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)
CAFE: Final = sa.Table(
    "league_cafe",
    METADATA,
    sa.Column("league", sa.String(32), sa.ForeignKey("league.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("token", sa.LargeBinary, nullable=False, unique=True),
)
PERSON: Final = sa.Table(
    "league_person",
    METADATA,
    sa.Column("league", sa.String(32), sa.ForeignKey("league.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("cafe", sa.Integer, nullable=False),  # the first one that named them
    sa.Column("scope", sa.Integer, nullable=False),  # where the nickname is theirs; -1: everywhere
    sa.Column("folded", sa.Text),  # NULL once they were forgotten
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.UniqueConstraint("league", "scope", "folded", name="league_person_nickname"),
    sa.Index("league_person_standing", "league", "total", "best", "number"),
)
RESULT: Final = sa.Table(
    "league_result",
    METADATA,
    sa.Column("league", sa.String(32), sa.ForeignKey("league.id"), primary_key=True),
    sa.Column("cafe", sa.Integer, primary_key=True),
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("digest", sa.LargeBinary, nullable=False),
    sa.Column("evening", sa.String(32), nullable=False),
    sa.Column("week", sa.Integer, nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("came_ms", sa.BigInteger, nullable=False),
    sa.Column("points", sa.LargeBinary, nullable=False),  # [[person, points], …] as JSON
)
EVENING: Final = sa.Table(
    "league_evening",
    METADATA,
    sa.Column("league", sa.String(32), sa.ForeignKey("league.id"), primary_key=True),
    sa.Column("person", sa.Integer, primary_key=True),
    sa.Column("cafe", sa.Integer, primary_key=True),
    sa.Column("evening", sa.String(32), primary_key=True),
    sa.Column("week", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("played", sa.Integer, nullable=False),
)
DISPUTE: Final = sa.Table(
    "league_dispute",
    METADATA,
    sa.Column("league", sa.String(32), sa.ForeignKey("league.id"), primary_key=True),
    sa.Column("cafe", sa.Integer, primary_key=True),
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("digest", sa.LargeBinary, primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("points", sa.LargeBinary, nullable=False),
    sa.Column("came_ms", sa.BigInteger, nullable=False),
)
SENT: Final = sa.Table(  # a café's own: what the league has of each match of its events
    "league_sent",
    METADATA,
    sa.Column("event", sa.String(32), sa.ForeignKey("event.id"), primary_key=True),
    sa.Column("match", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("answer", sa.LargeBinary),  # NULL until the league has answered
)
JOINED: Final = sa.Table(  # a café's own: the league it is of
    "league_joined",
    METADATA,
    sa.Column("address", sa.Text, primary_key=True),
    sa.Column("token", sa.Text, nullable=False),
)
