"""Reading the match log."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from console.store import bodies
from console.store.checks import samples_sound, sound
from console.store.problems import StoreError
from console.store.process_lock import is_alive
from console.store.records import (
    MatchHeader,
    MatchSummary,
    StoredAction,
    StoredMatch,
    VerdictRecord,
)
from console.store.schema import of_match, reading
from console.store.soundness import marked_matches

if TYPE_CHECKING:
    from console.store.window import SampleWindow

_SUMMARY: Final = f"SELECT id, header, result, owner FROM match WHERE {sound('match')}"
_MATCH: Final = f"SELECT header, result, ended FROM match WHERE id = ? AND {sound('match')}"
_ACTIONS: Final = f"SELECT count(*) FROM action WHERE {of_match(':match')}"
_DUELS: Final = f"SELECT count(*) FROM verdict WHERE {of_match(':match')}"
UNFIT: Final = "bits of it have changed since it was written"
_T = TypeVar("_T")


class Store:
    """What is kept in a data folder. Every call opens the file, reads, and lets it go.

    A folder without a store holds no matches. All calls raise StoreError with one sentence when
    the file is damaged, newer than this program or unreadable.
    """

    def __init__(self, path: Path) -> None:
        """``path`` is the store's file."""
        self.path = path

    def matches(self) -> list[MatchSummary]:
        """All matches, newest first, but for those of which not even that can be read."""
        with reading(self.path) as connection:
            if connection is None:
                return []
            rows = connection.execute(f"{_SUMMARY} ORDER BY id DESC")
            found = (self._readable(connection, row) for row in rows)
            return [summary for summary in found if summary is not None]

    def match(self, number: int) -> StoredMatch:
        """A match with all that is kept of it. Raises StoreError when there is no such match."""
        with reading(self.path) as connection:
            if connection is not None:
                row = connection.execute(_MATCH, (number,)).fetchone()
                if row is not None:
                    return self._match(connection, number, row)
                if connection.execute("SELECT 1 FROM match WHERE id = ?", (number,)).fetchone():
                    raise self._damaged(number, UNFIT)
            raise StoreError(
                "there is no match {number} in {path}: `khvatka matches` lists them",
                number=number,
                path=self.path,
            )

    def damaged(self) -> list[int]:
        """The matches of which something is known to be damaged, newest first: ``match`` says what
        of them it is that cannot be read."""
        with reading(self.path) as connection:
            if connection is None:
                return []
            found = connection.execute(f"SELECT id FROM match WHERE NOT {sound('match')}")
            return sorted({*(row[0] for row in found), *marked_matches(connection)}, reverse=True)

    def unfinished(self) -> MatchSummary | None:
        """The newest match that was broken off: not being played, not declined, not empty, and not
        damaged."""
        with reading(self.path) as connection:
            if connection is None:
                return None
            rows = connection.execute(
                f"{_SUMMARY} AND result IS NULL AND declined = 0 ORDER BY id DESC"
            )
            for row in rows:
                owner = row[3]
                if _count(connection, _ACTIONS, row[0]) and not (owner and is_alive(owner)):
                    summary = self._readable(connection, row)
                    if summary is not None:
                        return summary
            return None

    def _match(
        self, connection: sqlite3.Connection, number: int, row: tuple[Any, ...]
    ) -> StoredMatch:
        header, result, ended = row

        def rows(what: str, table: str, fits: str) -> list[Any]:
            query = f"SELECT {what} FROM {table} WHERE {of_match(':match')}"
            sound_ones = f"{query} AND {fits} ORDER BY id"
            found = connection.execute(sound_ones, {"match": number}).fetchall()
            if len(found) < _count(connection, f"SELECT count(*) FROM ({query})", number):
                raise self._damaged(number, UNFIT)
            return found

        actions = [
            StoredAction(n, self._decoded(number, body, dict[str, Any]))
            for n, body in rows("n, body", "action", sound("action"))
        ]
        verdicts, windows = [], []
        fits = f"{sound('verdict')} AND {samples_sound()}"
        for n, body, samples in rows("n, body, samples", "verdict", fits):
            verdicts.append(self._decoded(number, body, VerdictRecord))
            if samples is not None:
                windows.append(self._window(number, n, samples))
        decoded = self._decoded(number, header, MatchHeader)
        people = sitters(connection, number, decoded.players)
        return StoredMatch(
            id=number,
            header=replace(decoded, profiles=tuple(p and p[0] for p in people)),
            actions=tuple(actions),
            verdicts=tuple(verdicts),
            windows=tuple(windows),
            result=None if result is None else self._decoded(number, result, dict[str, Any]),
            ended=ended,
            nicknames=tuple(p and p[1] for p in people),
        )

    def _readable(
        self, connection: sqlite3.Connection, row: tuple[Any, ...]
    ) -> MatchSummary | None:
        try:
            return self._summary(connection, row)
        except StoreError:
            return None

    def _summary(self, connection: sqlite3.Connection, row: tuple[Any, ...]) -> MatchSummary:
        number, body, result, _owner = row
        header = self._decoded(number, body, MatchHeader)
        outcome = {} if result is None else self._decoded(number, result, dict[str, Any])
        return MatchSummary(
            id=number,
            started=header.started_wall,
            game=header.game,
            players=header.players,
            seats=header.seats,
            people=header.people,
            finished=result is not None,
            winners=tuple(outcome.get("winners", ())),
            actions=_count(connection, _ACTIONS, number),
            duels=_count(connection, _DUELS, number),
            nicknames=tuple(
                None if who is None else who[1]
                for who in sitters(connection, number, header.players)
            ),
        )

    def _decoded(self, number: int, body: bytes, kind: type[_T]) -> _T:
        return self._guarded(number, lambda: bodies.unpack(body, kind))

    def _window(self, number: int, verdict: int, body: bytes) -> SampleWindow:
        from console.store.samples import unpack  # needs numpy, which no list does

        return self._guarded(number, lambda: unpack(verdict, body))

    def _guarded(self, number: int, read: Callable[[], _T]) -> _T:
        try:
            return read()
        except (ValueError, RecursionError) as fault:  # msgspec's errors are ValueErrors too
            raise self._damaged(number, str(fault)) from fault

    def _damaged(self, number: int, why: str) -> StoreError:
        return StoreError(
            "match {number} in {path} is damaged ({why}): the other matches can still be read",
            number=number,
            path=self.path,
            why=why,
        )


def _count(connection: sqlite3.Connection, query: str, match: int) -> int:
    return int(connection.execute(query, {"match": match}).fetchone()[0])


def sitters(
    connection: sqlite3.Connection, match: int, players: int
) -> tuple[tuple[int, str] | None, ...]:
    """Profile and nickname of each player of a match, None for a guest; () for guests only."""
    known = {
        player: (profile, nickname)
        for player, profile, nickname in connection.execute(
            "SELECT player, sitter.profile, nickname FROM sitter"
            f" JOIN person ON person.id = sitter.profile WHERE match = ? AND {sound('sitter')}",
            (match,),
        )
    }
    return tuple(known.get(p) for p in range(players)) if known else ()
