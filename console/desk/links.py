"""The tables that are linked with a desk: their codes and tokens, who is there, what they tell.

A table joins with a code, shows four digits, and is let in by the organiser, who sees the same
digits. Its token is kept as a hash. Time is passed in.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct

from console.desk.store.database import DeskDatabase
from console.desk.store.tables import EVENT, JOIN_CODE, LINKED
from console.link.messages import Join, Joined, ResultBundle
from console.web.guards import RefusalWord, WebRefusal
from console.web.secret import hashed, new_secret
from drivers.errors import ConfigError

CODE_MS: Final = 10 * 60_000
CODE_DIGITS: Final = 6
"""With a table's buttons nobody types more. All 254 addresses of a hall's network try 254 · 5 · 10
= 12 700 of 10^6 codes in ten minutes: 1 in 79. It opens nothing: whoever guesses it stands in the
list of those who ask, with four digits that no table of the hall shows."""
MOST_WAITING: Final = 256
"""Tables that joined and were not let in; more are sent away."""
LONGEST: Final = 40
AWAY_MS: Final = 40_000
"""No stream for so long: the table is away."""


class LinkedTable(Struct, frozen=True):
    """A table that has joined; ``number`` is None until it is let in, ``joined_ms`` is when it
    asked, and then when it was let in. ``key`` names it at the desk; it opens nothing."""

    key: str
    number: int | None
    check: str
    name: str
    seats_n: int
    games: str
    version: str
    joined_ms: int
    seen_ms: int
    trouble: str
    hands_n: int

    def here(self, now_ms: int) -> bool:
        """Is its stream open?"""
        return now_ms - self.seen_ms < AWAY_MS


def pads_of(tables: Iterable[LinkedTable], now_ms: int) -> dict[int, int]:
    """How many hands can race at each of them that is here."""
    return {t.number: t.hands_n for t in tables if t.number is not None and t.here(now_ms)}


class Links:
    """All of them."""

    def __init__(self, database: DeskDatabase) -> None:
        self._database = database

    # -- joining ---------------------------------------------------------------------------------

    def new_code(self, now_ms: int) -> str:
        """Digits to be typed at tables."""
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        with self._database.writing() as connection:
            connection.execute(JOIN_CODE.delete())
            connection.execute(JOIN_CODE.insert().values(code=code, until_ms=now_ms + CODE_MS))
            _turned(connection)
        return code

    def code(self, now_ms: int) -> tuple[str, int] | None:
        """The digits that count now, and for how many ms more."""
        wanted = sa.select(JOIN_CODE.c.code, JOIN_CODE.c.until_ms)
        with self._database.reading() as connection:
            row = connection.execute(wanted.where(JOIN_CODE.c.until_ms > now_ms)).first()
        return None if row is None else (row.code, row.until_ms - now_ms)

    def join(self, asked: Join, now_ms: int) -> Joined:
        """A token, of no use until the table is let in. Raises WebRefusal."""
        known = self.code(now_ms)
        if known is None or not hmac.compare_digest(known[0].encode(), asked.code.encode()):
            raise WebRefusal(RefusalWord.CODE)
        if not 1 <= asked.seats_n <= 8 or not asked.name.isprintable() or len(asked.games) > 64:
            raise WebRefusal(RefusalWord.NONSENSE)
        token = new_secret()
        with self._database.writing() as connection:
            shown = sa.select(LINKED.c.check_digits).where(_WAITS)
            taken = set(connection.execute(shown).scalars())
            if len(taken) >= MOST_WAITING:
                raise WebRefusal(RefusalWord.FULL)
            while (check := f"{secrets.randbelow(10_000):04}") in taken:
                pass  # by its digits one is let in and no other
            connection.execute(
                LINKED.insert().values(
                    token=hashed(token),
                    number=None,
                    check_digits=check,
                    name=asked.name[:LONGEST],
                    seats_n=asked.seats_n,
                    games=" ".join(asked.games)[:200],
                    version=asked.version[:LONGEST],
                    joined_ms=now_ms,
                    seen_ms=0,
                    trouble="",
                    hands_n=0,
                )
            )
            _turned(connection)
        return Joined(token, check)

    def let_in(self, key: str, number: int, now_ms: int) -> LinkedTable:
        """It is table ``number`` from now on; whoever was that is no table any more. Raises
        ConfigError if it does not wait."""
        with self._database.writing() as connection:
            connection.execute(LINKED.delete().where(LINKED.c.number == number))
            told = LINKED.update().where(LINKED.c.token.in_(_tokens(connection, {key})), _WAITS)
            let = told.values(number=number, joined_ms=now_ms)
            row = connection.execute(let.returning(*_COLUMNS)).first()
            if row is None:
                raise ConfigError("that table does not wait any more: let it join again")
            _turned(connection)
        return _table(row)

    def remove(self, key: str) -> None:
        """Its token is none any more."""
        with self._database.writing() as connection:
            gone = LINKED.c.token.in_(_tokens(connection, {key}))
            connection.execute(LINKED.delete().where(gone))
            _turned(connection)

    def remove_waiting(self) -> None:
        """Nobody waits to be let in any more."""
        with self._database.writing() as connection:
            connection.execute(LINKED.delete().where(_WAITS))
            _turned(connection)

    # -- who is there ----------------------------------------------------------------------------

    def tables(self) -> list[LinkedTable]:
        """Those let in by number, then those who wait, the first first."""
        wanted = sa.select(*_COLUMNS).order_by(
            LINKED.c.number.is_(None), LINKED.c.number, LINKED.c.joined_ms, LINKED.c.check_digits
        )
        with self._database.reading() as connection:
            return [_table(row) for row in connection.execute(wanted)]

    def known(self, token: str) -> LinkedTable:
        """Whose token that is. Raises WebRefusal."""
        wanted = sa.select(*_COLUMNS).where(LINKED.c.token == hashed(token))
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
        if row is None:
            raise WebRefusal(RefusalWord.UNKNOWN)
        return _table(row)

    def seen(self, keys: set[str], now_ms: int) -> None:
        """Their streams are open now; 0: have ended."""
        if keys:
            with self._database.writing() as connection:
                told = LINKED.update().where(LINKED.c.token.in_(_tokens(connection, keys)))
                connection.execute(told.values(seen_ms=now_ms))

    def called(self, number: int, name: str) -> None:
        """What the hall calls a table: by that name the next event knows it."""
        with self._database.writing() as connection:
            told = LINKED.update().where(LINKED.c.number == number)
            connection.execute(told.values(name=name))

    def trouble(self, number: int, why: str) -> None:
        """Why a table cannot play; empty: it can."""
        with self._database.writing() as connection:
            told = LINKED.update().where(LINKED.c.number == number)
            connection.execute(told.values(trouble=why[:200]))

    def pad(self, number: int, hands_n: int) -> None:
        """So many hands can race at a table now."""
        with self._database.writing() as connection:
            told = LINKED.update().where(LINKED.c.number == number)
            connection.execute(told.values(hands_n=hands_n))
            _turned(connection)

    def pads(self, now_ms: int) -> dict[int, int]:
        """How many hands can race at each table that is here."""
        return pads_of(self.tables(), now_ms)

    # -- by stick --------------------------------------------------------------------------------

    def check_seal(self, bundle: ResultBundle) -> None:
        """Raises ConfigError for results that no table of ours has sealed."""
        wanted = sa.select(LINKED.c.token).where(LINKED.c.number == bundle.table)
        with self._database.reading() as connection:
            token = connection.execute(wanted).scalar()
        sealed = hmac.new(bytes(token or b""), bundle.content, sha256)
        if token is None or not hmac.compare_digest(
            sealed.hexdigest().encode(), bundle.seal.encode()
        ):
            raise ConfigError(
                "these results come from no table of this desk: let the table in first"
            )


_COLUMNS: Final = [*LINKED.c]
_WAITS: Final = LINKED.c.number.is_(None)


def _table(row: Any) -> LinkedTable:
    token, *rest = row
    return LinkedTable(_key(token), *rest)


def _key(token: bytes) -> str:
    """A table's name on pages: of what is kept of its token, for that seals its bundles."""
    return sha256(bytes(token)).hexdigest()


def _tokens(connection: sa.Connection, keys: Collection[str]) -> list[bytes]:
    """What is kept of the tokens of these tables."""
    all_of_them = connection.execute(sa.select(LINKED.c.token)).scalars()
    return [token for token in all_of_them if _key(token) in keys]


def _turned(connection: sa.Connection) -> None:
    """Whatever event is shown: its desk looks again."""
    connection.execute(EVENT.update().values({EVENT.c.turn_n: EVENT.c.turn_n + 1}))
