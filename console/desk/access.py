"""Who may come in: roles, invitations that are used once, sessions. Of their secrets a hash alone
is kept, in the database, so that every desk process knows them. Time is passed in."""

from __future__ import annotations

import secrets
from enum import StrEnum
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct

from console.desk.store.database import DeskDatabase
from console.desk.store.tables import INVITATION, SESSION
from console.i18n import N_
from console.web.guards import RefusalWord, WebRefusal
from console.web.secret import hashed, new_secret

MINUTE_MS: Final = 60_000
CODE_MS: Final = 30 * MINUTE_MS
ADDRESS_MS: Final = 12 * 60 * MINUTE_MS
SESSION_MS: Final = 14 * 24 * 60 * MINUTE_MS
CODE_DIGITS: Final = 9
"""Wrong tries keep nobody out but their own source (``console.web.guards.Tries``: five a minute),
so the code itself must hold. Within its half hour a guesser with all 254 addresses of a hall's
network tries 254 · 5 · 30 = 38 100 of 10^9 codes: 1 in 26 000. With addresses without end the desk,
which looks up 500 a second at most, bounds it: 900 000, 1 in 1 100. The organiser's own way in is
an address with 128 bits."""
MOST_SESSIONS: Final = 1000


class Role(StrEnum):
    """Who may do what; each may do what those before it may."""

    SCREEN = "screen"
    """Reads what everybody may see: a TV."""
    SCOREKEEPER = "scorekeeper"
    """Checks people in, enters results."""
    ORGANISER = "organiser"

    def may(self, wanted: Role) -> bool:
        """Is it that role, or one that may more?"""
        order = list(Role)
        return order.index(self) >= order.index(wanted)


ROLES: Final = {
    Role.SCREEN: N_("screen"),
    Role.SCOREKEEPER: N_("scorekeeper"),
    Role.ORGANISER: N_("organiser"),
}
"""What they are called."""


class DeskSession(Struct, frozen=True):
    """Somebody at the desk. ``key`` names the session to others; it opens nothing."""

    key: str
    role: Role
    name: str
    since_ms: int

    @property
    def by(self) -> str:
        """Who it is in the audit."""
        return self.name or self.role.value


class Access:
    """Invitations and sessions of a database."""

    def __init__(self, database: DeskDatabase) -> None:
        self._database = database

    def invite(self, role: Role, name: str, now_ms: int, *, typed: bool = True) -> str:
        """A secret by which one browser comes in: digits to be typed, else one for an address,
        which lives longer."""
        secret = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}" if typed else new_secret()
        row = {
            "hash": hashed(secret),
            "role": role.value,
            "name": name,
            "until_ms": now_ms + (CODE_MS if typed else ADDRESS_MS),
        }
        with self._database.writing() as connection:
            connection.execute(INVITATION.delete().where(INVITATION.c.until_ms < now_ms))
            connection.execute(INVITATION.delete().where(INVITATION.c.hash == row["hash"]))
            connection.execute(INVITATION.insert().values(row))
        return secret

    def enter(self, secret: str, now_ms: int) -> tuple[str, DeskSession]:
        """A session's cookie for an invitation, which is used up. Raises WebRefusal."""
        used = INVITATION.delete().where(
            INVITATION.c.hash == hashed(secret.strip()), INVITATION.c.until_ms >= now_ms
        )
        with self._database.writing() as connection:
            row = connection.execute(used.returning(INVITATION.c.role, INVITATION.c.name)).first()
            if row is None:
                raise WebRefusal(RefusalWord.CODE)
            connection.execute(SESSION.delete().where(SESSION.c.until_ms < now_ms))
            count = connection.execute(sa.select(sa.func.count()).select_from(SESSION)).scalar_one()
            if count >= MOST_SESSIONS:
                raise WebRefusal(RefusalWord.FULL)
            cookie = new_secret()
            told = {"role": row.role, "name": row.name, "since_ms": now_ms}
            connection.execute(
                SESSION.insert().values(hash=hashed(cookie), until_ms=now_ms + SESSION_MS, **told)
            )
        return cookie, DeskSession(hashed(cookie).hex(), Role(row.role), row.name, now_ms)

    def known(self, cookie: str | None, now_ms: int) -> DeskSession | None:
        """Whose cookie that is."""
        if not cookie:
            return None
        wanted = _SESSIONS.where(SESSION.c.hash == hashed(cookie), SESSION.c.until_ms >= now_ms)
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else _session(row)

    def sessions(self, now_ms: int) -> list[DeskSession]:
        """All that are open, the newest first."""
        wanted = _SESSIONS.where(SESSION.c.until_ms >= now_ms).order_by(SESSION.c.since_ms.desc())
        with self._database.reading() as connection:
            return [_session(row) for row in connection.execute(wanted)]

    def end(self, key: str) -> None:
        """A session is over: its cookie is none any more."""
        if len(key) != 64 or not set(key) <= set("0123456789abcdef"):
            return
        with self._database.writing() as connection:
            connection.execute(SESSION.delete().where(SESSION.c.hash == bytes.fromhex(key)))


_SESSIONS: Final = sa.select(SESSION.c.hash, SESSION.c.role, SESSION.c.name, SESSION.c.since_ms)


def _session(row: Any) -> DeskSession:
    return DeskSession(bytes(row.hash).hex(), Role(row.role), row.name, row.since_ms)
