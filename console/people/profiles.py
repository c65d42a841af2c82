"""Profiles: people who keep a nickname; added, renamed, forgotten."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from console.nicknames import folded, tidy
from console.people.summing import figures
from console.store.copies import left_beside
from console.store.problems import StoreError, faults_raised, problem_of
from console.store.schema import open_for_writing
from console.system.files import is_there
from console.table.record_values import PersonProfile
from drivers.errors import ConfigError, Sentence

_EVERYBODY: Final = """
    SELECT id, nickname, since, count(standing.match), ifnull(sum(winner), 0), (
        SELECT started FROM match
        WHERE match.id = (SELECT max(s.match) FROM sitter AS s WHERE s.profile = person.id)
    )
    FROM person LEFT JOIN sitter ON sitter.profile = person.id
    LEFT JOIN standing USING (match, player) GROUP BY id ORDER BY
"""


class Profiles:
    """The people of a data folder. Every call opens the file and lets it go.

    All calls raise StoreError when it cannot be read or written, ConfigError for a nickname that
    cannot be one, is taken, or is nobody's.
    """

    def __init__(self, path: Path) -> None:
        """``path`` is the store's file."""
        self.path = path

    def all(self) -> tuple[PersonProfile, ...]:
        """Everybody, by nickname."""
        with figures(self.path) as connection:
            return tuple(PersonProfile(*row) for row in connection.execute(f"{_EVERYBODY} folded"))

    def latest(self) -> tuple[PersonProfile, ...]:
        """Everybody, those who played last first."""
        with figures(self.path) as connection:
            return last_players(connection)

    def find(self, nickname: str) -> PersonProfile:
        """Whoever has this nickname, however it is written. Raises ConfigError if nobody has."""
        wanted = folded(tidy(nickname))
        for profile in self.all():
            if folded(profile.nickname) == wanted:
                return profile
        raise _nobody(nickname)

    def called(self, nickname: str, now: datetime) -> PersonProfile:
        """The person of this nickname, who is added, since ``now``, if there is none."""
        wanted = folded(tidy(nickname))
        known = (p for p in self.all() if folded(p.nickname) == wanted)
        return next(known, None) or self.add(nickname, now)

    def add(self, nickname: str, now: datetime) -> PersonProfile:
        """Somebody new, since ``now``."""
        name, since = tidy(nickname), now.astimezone().isoformat(timespec="seconds")
        with faults_raised(self.path), closing(open_for_writing(self.path)) as connection:
            try:
                number = connection.execute(
                    "INSERT INTO profile (nickname, folded, since) VALUES (?, ?, ?)",
                    (name, folded(name), since),
                ).lastrowid
            except sqlite3.IntegrityError:
                raise _taken(name) from None
        return PersonProfile(number or 0, name, since)

    def rename(self, old: str, new: str) -> PersonProfile:
        """Another nickname for the same person."""
        profile, name = self.find(old), tidy(new)
        with faults_raised(self.path), closing(open_for_writing(self.path)) as connection:
            try:
                connection.execute(
                    "UPDATE profile SET nickname = ?, folded = ? WHERE id = ?",
                    (name, folded(name), profile.id),
                )
            except sqlite3.IntegrityError:
                raise _taken(name) from None
        return replace(profile, nickname=name)

    def forget(self, nickname: str) -> None:
        """Forget a person completely: their matches stay as a guest's, the file holds no trace.

        Takes as long as writing the whole file: off the duel path. Raises StoreError when old
        bytes may be left because another program reads the file; ``wipe`` then tries again.
        """
        profile = self.find(nickname)
        with faults_raised(self.path), closing(open_for_writing(self.path)) as connection:
            connection.execute("DELETE FROM profile WHERE id = ?", (profile.id,))
        self.wipe()

    def wipe(self) -> None:
        """Leave nothing in the file of what was deleted from it, and no older copy of the file."""
        with faults_raised(self.path):
            if not is_there(self.path):
                return
            for copy in left_beside(self.path):
                copy.unlink(missing_ok=True)
        with faults_raised(self.path), closing(open_for_writing(self.path)) as connection:
            try:
                connection.execute("VACUUM")
                busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error as fault:
                raise self._traces(problem_of(self.path, fault).sentence) from fault
        if busy:
            raise self._traces(Sentence("another program is reading it"))

    def _traces(self, why: Sentence) -> StoreError:
        return StoreError(
            "what was forgotten can no longer be found, but {path} may still hold its "
            "bytes ({why}): run `khvatka people forget` once more, without a name",
            path=self.path,
            why=why,
        )


def last_players(connection: sqlite3.Connection) -> tuple[PersonProfile, ...]:
    """Everybody in a store that is open, those who played last first."""
    rows = connection.execute(f"{_EVERYBODY} max(sitter.match) DESC NULLS LAST, id DESC")
    return tuple(PersonProfile(*row) for row in rows)


def _taken(nickname: str) -> ConfigError:
    return ConfigError(
        "nickname {nickname!r} is taken, or looks like one: choose another", nickname=nickname
    )


def _nobody(nickname: str) -> ConfigError:
    return ConfigError(
        "nobody is called {nickname!r}: `khvatka people` lists the nicknames", nickname=nickname
    )
