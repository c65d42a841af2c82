"""Reading the match log."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, convert

from console.store.bodies import unpack
from console.store.checks import sound
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
from console.store.soundness import FlawKind

if TYPE_CHECKING:
    from console.store.window import SampleWindow

_COUNTS: Final = ", ".join(
    f"(SELECT count(*) FROM {table} WHERE {of_match('match.id')}) AS {table}s"
    for table in ("action", "verdict")
)
_SUMMARY: Final = f"SELECT id, header, result, owner, {_COUNTS} FROM match WHERE {sound('match')}"
_MATCH: Final = f"SELECT header, result, ended FROM match WHERE id = ? AND {sound('match')}"
_DAMAGED: Final = (
    f"SELECT id FROM match WHERE NOT {sound('match')} UNION SELECT CAST(which AS INTEGER)"
    f" FROM flaw WHERE kind = '{FlawKind.MATCH}' AND {sound('flaw')} ORDER BY id DESC"
)
UNFIT: Final = "bits of it have changed since it was written"
_UNREADABLE: Final = (ValueError, RecursionError)  # msgspec's errors are ValueErrors too


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
            rows = connection.execute(f"{_SUMMARY} ORDER BY id DESC")
            found = (_summary(connection, row) for row in rows)
            return [summary for summary in found if summary is not None]

    def match(self, number: int) -> StoredMatch:
        """A match with all that is kept of it. Raises StoreError when there is no such match."""
        with reading(self.path) as connection:
            there = "SELECT 1 FROM match WHERE id = ?"
            if connection.execute(there, (number,)).fetchone() is None:
                raise StoreError(
                    "there is no match {number} in {path}: `khvatka matches` lists them",
                    number=number,
                    path=self.path,
                )
            try:
                return _stored(connection, number)
            except _UNREADABLE as fault:
                raise StoreError(
                    "match {number} in {path} is damaged ({why}): the other matches can still be"
                    " read",
                    number=number,
                    path=self.path,
                    why=str(fault),
                ) from fault

    def damaged(self) -> list[int]:
        """The matches of which something is known to be damaged, newest first: ``match`` says what
        of them it is that cannot be read."""
        with reading(self.path) as connection:
            return [number for (number,) in connection.execute(_DAMAGED)]

    def unfinished(self) -> MatchSummary | None:
        """The newest match that was broken off: not being played, not declined, not empty, and not
        damaged."""
        with reading(self.path) as connection:
            for row in connection.execute(
                f"{_SUMMARY} AND result IS NULL AND declined = 0 AND actions > 0 ORDER BY id DESC"
            ):
                owner, summary = row[3], _summary(connection, row)
                if summary is not None and not (owner and is_alive(owner)):
                    return summary
            return None


def _stored(connection: sqlite3.Connection, number: int) -> StoredMatch:
    """Raises what ``_UNREADABLE`` names."""
    row = connection.execute(_MATCH, (number,)).fetchone()
    if row is None:
        raise ValueError(UNFIT)
    header, result, ended = row

    def rows(table: str) -> list[tuple[int, bytes]]:
        query = f"SELECT n, iif({sound(table)}, body, '') FROM {table} WHERE {of_match(':id')}"
        found = connection.execute(f"{query} ORDER BY id", {"id": number}).fetchall()
        if any(isinstance(body, str) for _, body in found):
            raise ValueError(UNFIT)
        return found

    decoded = unpack(header, MatchHeader)
    people = sitters(connection, number, decoded.players)
    return StoredMatch(
        id=number,
        header=replace(decoded, profiles=tuple(p and p[0] for p in people)),
        actions=tuple(_action(n, body) for n, body in rows("action")),
        verdicts=tuple(unpack(body, VerdictRecord) for _, body in rows("verdict")),
        windows=tuple(_window(n, body) for n, body in rows("samples")),
        result=None if result is None else unpack(result, dict[str, Any]),
        ended=ended,
        nicknames=tuple(p and p[1] for p in people),
    )


class _Action(Struct):
    """Of an action what every game's has."""

    type: str
    t_us: int | None = None


def _action(number: int, body: bytes) -> StoredAction:
    action = unpack(body, dict[str, Any])
    convert(action, _Action)
    return StoredAction(number, action)


def _window(verdict: int, body: bytes) -> SampleWindow:
    from console.store.window import unpack as unpack_window  # needs numpy, which no list does

    return unpack_window(verdict, body)


def _summary(connection: sqlite3.Connection, row: tuple[Any, ...]) -> MatchSummary | None:
    """None for a match of which not even that can be read."""
    number, body, result, _owner, actions, duels = row
    with suppress(*_UNREADABLE):
        header = unpack(body, MatchHeader)
        outcome = {} if result is None else unpack(result, dict[str, Any])
        people = sitters(connection, number, header.players)
        return MatchSummary(
            id=number,
            started=header.started_wall,
            game=header.game,
            players=header.players,
            seats=header.seats,
            people=header.people,
            finished=result is not None,
            winners=convert(outcome.get("winners", ()), tuple[int, ...]),
            actions=actions,
            duels=duels,
            nicknames=tuple(p and p[1] for p in people),
        )
    return None


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
