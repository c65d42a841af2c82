"""From the log to the tables of figures: each finished match once, and again when it has changed.

What is kept there is made of the log alone: made match by match or all anew, it is the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from console.people.figures import Played, category, feats, standings
from console.people.rating import rate
from console.store import MatchHeader, VerdictRecord, bodies
from console.store.checks import sound
from console.store.problems import StoreError, told
from console.store.schema import (
    of_match,
    open_for_reading,
    open_for_writing,
    version_of,
    writing,
)

BATCH: Final = 20
"""Matches a transaction: whoever writes a match meanwhile waits for no more."""

_WAITING: Final = """
    SELECT id FROM match WHERE result IS NOT NULL AND id > ?
        AND id > coalesce((SELECT match FROM reset WHERE what = 'records'), 0)
        AND NOT EXISTS (SELECT 1 FROM summed WHERE match = id) ORDER BY id LIMIT ?
"""
"""Matches before the owner's last reset of the records count for nobody."""
_UNFIT: Final = f"""
    SELECT 1 FROM verdict WHERE {of_match("?1")} AND NOT {sound("verdict")}
    UNION ALL SELECT 1 FROM sitter WHERE match = ?1 AND NOT {sound("sitter")}
"""


@contextmanager
def figures(path: Path, *, rebuild: bool = False) -> Iterator[sqlite3.Connection | None]:
    """The store with its figures up to date; None where there is no store yet.

    ``rebuild``: forget all figures first. On a disk that cannot be written they are those of the
    last time that it could. Raises StoreError.
    """
    with told(path):
        there = path.exists()
    if not there:
        yield None
        return
    with told(path), closing(_opened(path, rebuild=rebuild)) as connection:
        yield connection


def _opened(path: Path, *, rebuild: bool) -> sqlite3.Connection:
    try:
        connection = open_for_writing(path)
    except StoreError as fault:
        if rebuild or not isinstance(fault.__cause__, sqlite3.OperationalError):
            raise
        connection = open_for_reading(path)
        if version_of(connection):
            return connection
        connection.close()
        raise
    try:
        if rebuild:
            forget_figures(connection)
        bring_up_to_date(connection)
    except BaseException as fault:
        if rebuild or not _refused(fault):
            connection.close()
            raise
    return connection


def _refused(fault: BaseException) -> bool:
    """Is it the disk that takes nothing now? What stands on it may still be good."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY)


def forget_figures(connection: sqlite3.Connection) -> None:
    """Leave the log and the people, nothing that was made of it."""
    with writing(connection):
        connection.execute("DELETE FROM summed")
        connection.execute("DELETE FROM category")
        connection.execute("DELETE FROM rated")


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Count the matches that have ended since, then rate them."""
    last = 0
    while waiting := [row[0] for row in connection.execute(_WAITING, (last, BATCH))]:
        with writing(connection):
            for number in waiting:
                _sum_up(connection, number)
        last = waiting[-1]  # one that cannot be read does not wait for ever
    rate(connection)


def newest_waiting(connection: sqlite3.Connection) -> int | None:
    """The newest finished match that is not counted yet."""
    waiting = [row[0] for row in connection.execute(_WAITING, (0, -1))]
    return waiting[-1] if waiting else None


def _sum_up(connection: sqlite3.Connection, number: int) -> None:
    """Count one match; a damaged one counts for nobody."""
    try:
        played = _played(connection, number)
    except (ValueError, LookupError):
        return
    if played is None:
        return
    header = played.header
    key = (header.game, header.players, category(header))
    connection.execute(
        "INSERT OR IGNORE INTO category (game, players, options) VALUES (?, ?, ?)", key
    )
    (place,) = connection.execute(
        "SELECT id FROM category WHERE game = ? AND players = ? AND options = ?", key
    ).fetchone()
    connection.execute(
        "INSERT OR REPLACE INTO summed (match, category, people_only) VALUES (?, ?, ?)",
        (number, place, played.people_only),
    )
    connection.executemany(
        "INSERT INTO standing (match, player, place, winner) VALUES (?, ?, ?, ?)",
        [(number, s.player, s.place, s.winner) for s in standings(played)],
    )
    connection.executemany(
        "INSERT INTO feat (match, kind, player, category, seat, value, error, score, verdict)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (number, f.kind, f.player, place, f.seat, f.value, f.error, f.score, f.verdict)
            for f in feats(played)
        ],
    )


def _played(connection: sqlite3.Connection, number: int) -> Played | None:
    """A finished match without its samples; None when it is not finished any more.

    Raises ValueError or LookupError for one that cannot be understood.
    """
    row = connection.execute(
        f"SELECT header, result FROM match WHERE id = ? AND {sound('match')}", (number,)
    ).fetchone()
    if row is None or connection.execute(_UNFIT, (number,)).fetchone():
        raise ValueError(f"match {number} is damaged")
    header, result = row
    if result is None:
        return None
    verdicts = connection.execute(
        f"SELECT body FROM verdict WHERE {of_match('?1')} ORDER BY id", (number,)
    )
    return Played(
        bodies.unpack(header, MatchHeader),
        tuple(bodies.unpack(body, VerdictRecord) for (body,) in verdicts),
        bodies.unpack(result, dict[str, Any]),
    )
