"""From the log to the tables of figures: each finished match once, and again when it has changed.

What is kept there is made of the log alone: made match by match or all anew, it is the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from console.people.figures import Played, category, feats, standings
from console.people.rating import rate
from console.store import MatchHeader, VerdictRecord
from console.store.schema import open_for_writing, told, writing

BATCH: Final = 20
"""Matches a transaction: whoever writes a match meanwhile waits for no more."""

_WAITING: Final = """
    SELECT id FROM match WHERE result IS NOT NULL AND id > ?
        AND NOT EXISTS (SELECT 1 FROM summed WHERE match = id) ORDER BY id LIMIT ?
"""


@contextmanager
def figures(path: Path, *, rebuild: bool = False) -> Iterator[sqlite3.Connection | None]:
    """The store with its figures up to date; None where there is no store yet.

    ``rebuild``: forget all figures first. Raises StoreError.
    """
    if not path.exists():
        yield None
        return
    with told(path), closing(open_for_writing(path)) as connection:
        if rebuild:
            forget_figures(connection)
        bring_up_to_date(connection)
        yield connection


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
    header, result = connection.execute(
        "SELECT header, result FROM match WHERE id = ?", (number,)
    ).fetchone()
    if result is None:
        return None
    verdicts = connection.execute("SELECT body FROM verdict WHERE match = ? ORDER BY n", (number,))
    return Played(
        msgspec.json.decode(header, type=MatchHeader),
        tuple(msgspec.json.decode(body, type=VerdictRecord) for (body,) in verdicts),
        msgspec.json.decode(result, type=dict[str, Any]),
    )
