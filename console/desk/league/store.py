"""A league in a database: results come in from cafés, standings are read.

Whoever takes results holds the league's row (on SQLite the file), so that numbers of persons and
sums are of one order. Results come in batches: a batch is one transaction.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from console.desk.league.intake import FORGOTTEN, NOWHERE, Intake, Points, next_number
from console.desk.league.options import LeagueOptions, checked
from console.desk.store.database import DeskDatabase
from console.desk.store.league_tables import CAFE, DISPUTE, LEAGUE, PERSON
from console.events.options import LONGEST_NAME
from console.link.league import LeagueResult
from console.link.messages import ResultAnswer
from console.web.secret import hashed, new_secret
from drivers.errors import ConfigError

MOST_ROWS: Final = 50
_POINTS: Final = msgspec.json.Decoder(Points)
_P: Final = PERSON.c
_ROW: Final = sa.tuple_(_P.total, _P.best, _P.number)
"""Their order; of equal ones the one who came last."""


class LeaguePlace(Struct, frozen=True):
    """A row of the standings; ``name`` is empty for who was forgotten."""

    place: int
    person: int
    name: str
    cafe: str
    total: int
    best: int


class Dispute(Struct, frozen=True):
    """A result that has come otherwise before; ``points``: persons and what each made."""

    cafe: int
    id: str
    revision: int
    points: Points


class LeagueKept(Struct, frozen=True):
    """A league of the database."""

    id: str
    options: LeagueOptions


class LeagueStore:
    """All leagues of a database."""

    def __init__(self, database: DeskDatabase) -> None:
        self.database = database

    def new(self, options: LeagueOptions, at_ms: int) -> str:
        """Keep a new league; its id. Raises ConfigError for options that make no sense."""
        row = {"id": secrets.token_hex(6), "options": msgspec.json.encode(checked(options))}
        with self.database.writing() as connection:
            connection.execute(LEAGUE.insert().values(**row, created_ms=at_ms))
        return str(row["id"])

    def leagues(self) -> list[LeagueKept]:
        """The newest first."""
        wanted = sa.select(LEAGUE.c.id, LEAGUE.c.options).order_by(LEAGUE.c.created_ms.desc())
        with self.database.reading() as connection:
            return [
                LeagueKept(row.id, msgspec.json.decode(row.options, type=LeagueOptions))
                for row in connection.execute(wanted)
            ]

    def named(self, typed: str | None) -> LeagueKept:
        """The league that is meant: by id, its beginning, or name; the only one if nothing is
        said. Raises ConfigError if there is none, or several."""
        kept = self.leagues()
        if typed is not None:
            meant = typed.casefold()
            same = [k for k in kept if k.id == typed or k.options.name.casefold() == meant]
            kept = same or [k for k in kept if k.id.startswith(typed)]
        if len(kept) == 1:
            return kept[0]
        if not kept:
            raise ConfigError("no such league: `khvatka league status` lists them")
        raise ConfigError(
            "several leagues are meant: name one of {ids}",
            ids=", ".join(f"{k.id} ({k.options.name})" for k in kept),
        )

    def admit(self, league: str, name: str) -> str:
        """A café is of the league from now on; its token, in place of any that it had (W8). Raises
        ConfigError for what is no name."""
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise ConfigError(
                "a café's name is one line of at most {longest} characters", longest=LONGEST_NAME
            )
        token = new_secret()
        with self.database.writing() as connection:
            _held(connection, league)
            if not _given(connection, league, name, token):
                number = next_number(connection, CAFE, league)
                row = {"league": league, "number": number, "name": name, "token": hashed(token)}
                connection.execute(CAFE.insert().values(**row))
        return token

    def expel(self, league: str, name: str, *, everything: bool = False) -> None:
        """A café brings nothing more; its results stay, or ``everything`` of it goes too (W8).
        Raises ConfigError if there is none of that name."""
        with self.database.writing() as connection:
            options = _held(connection, league)
            if not _given(connection, league, name, new_secret()):  # a token that nobody has
                raise ConfigError("the league has no café {name}", name=name)
            if everything:
                named = sa.and_(CAFE.c.league == league, CAFE.c.name == name)
                number = connection.execute(sa.select(CAFE.c.number).where(named)).scalar_one()
                Intake(connection, league, options, number).take_back()

    def cafes(self, league: str) -> list[str]:
        """The names of all that were ever admitted, in that order."""
        wanted = sa.select(CAFE.c.name).where(CAFE.c.league == league).order_by(CAFE.c.number)
        with self.database.reading() as connection:
            return list(connection.execute(wanted).scalars())

    def cafe_of(self, token: str) -> tuple[str, int] | None:
        """League and café of a token; None if it is none."""
        wanted = sa.select(CAFE.c.league, CAFE.c.number).where(CAFE.c.token == hashed(token))
        with self.database.reading() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else (row.league, row.number)

    def take(
        self, league: str, cafe: int, results: Sequence[LeagueResult], at_ms: int
    ) -> list[ResultAnswer]:
        """Take what a café sent, each once, in its order (W2)."""
        with self.database.writing() as connection:
            options = _held(connection, league)
            intake = Intake(connection, league, options, cafe)
            answers = intake.take(results, at_ms)
            intake.write(at_ms)
        return answers

    def forget(self, league: str, person: int) -> None:
        """W7. Raises ConfigError if there is no such person."""
        who = sa.and_(PERSON.c.league == league, PERSON.c.number == person)
        with self.database.writing() as connection:
            blank = connection.execute(PERSON.update().where(who).values(**FORGOTTEN))
            if not blank.rowcount:
                raise ConfigError("the league has no person {person}", person=person)

    def standings(
        self, league: str, after: LeaguePlace | None = None, most: int = MOST_ROWS
    ) -> list[LeaguePlace]:
        """``most`` rows, from the first on or those after the last row of another page (W6)."""
        with self.database.reading() as connection:
            rows = connection.execute(standings_page(league, after, most)).all()
            if not rows:
                return []
            top = rows[0]
            ahead = _count(connection, league, sa.tuple_(_P.total, _P.best) > (top.total, top.best))
            before = 0
            if after is not None:
                before = _count(connection, league, sa.not_(_row_of(after) > _ROW))
        places, place = [], ahead + 1
        for number, row in enumerate(rows, before + 1):
            if (row.total, row.best) != (top.total, top.best):
                top, place = row, number
            places.append(LeaguePlace(place, row.number, row.name, row.cafe, row.total, row.best))
        return places

    def disputes(self, league: str) -> list[Dispute]:
        """What came under an id and revision that have another content."""
        d = DISPUTE.c
        wanted = sa.select(d.cafe, d.id, d.revision, d.points).where(d.league == league)
        with self.database.reading() as connection:
            rows = connection.execute(wanted.order_by(d.came_ms, d.id))
            return [Dispute(*row[:3], _POINTS.decode(row.points)) for row in rows]


def standings_page(
    league: str, after: LeaguePlace | None, most: int
) -> sa.Select[tuple[int, str, str, int, int]]:
    """The query of a page of standings: it reads no more of the index than the page."""
    order = (_P.total.desc(), _P.best.desc(), _P.number.desc())
    page = sa.select(_P.number, _P.name, CAFE.c.name.label("cafe"), _P.total, _P.best)
    page = page.join(CAFE, sa.and_(CAFE.c.league == _P.league, CAFE.c.number == _P.cafe))
    page = page.where(_P.league == league, _P.total > NOWHERE)
    if after is not None:
        page = page.where(_row_of(after) > _ROW)
    return page.order_by(*order).limit(most)


def _row_of(place: LeaguePlace) -> tuple[int, int, int]:
    return place.total, place.best, place.person


def _count(connection: sa.Connection, league: str, which: sa.ColumnElement[bool]) -> int:
    wanted = sa.select(sa.func.count()).select_from(PERSON).where(_P.league == league, which)
    return connection.execute(wanted).scalar_one()


def _given(connection: sa.Connection, league: str, name: str, token: str) -> bool:
    """A café of that name has another token; is there one?"""
    café = sa.and_(CAFE.c.league == league, CAFE.c.name == name)
    return bool(connection.execute(CAFE.update().where(café).values(token=hashed(token))).rowcount)


def _held(connection: sa.Connection, league: str) -> LeagueOptions:
    """Nobody else changes the league until this transaction ends. Raises ConfigError."""
    wanted = sa.select(LEAGUE.c.options).where(LEAGUE.c.id == league).with_for_update()
    options = connection.execute(wanted).scalar()
    if options is None:
        raise ConfigError("no such league: `khvatka league status` lists them")
    return msgspec.json.decode(options, type=LeagueOptions)
