"""One finished match counted: from its log into the tables of figures."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from console.people.figures import FinishedMatch, category, feats, standings
from console.store import bodies
from console.store.checks import sound
from console.store.records import MatchHeader, VerdictRecord
from console.store.schema import of_match

_UNFIT: Final = f"""
    SELECT 1 FROM verdict WHERE {of_match(":match")} AND NOT {sound("verdict")}
    UNION ALL SELECT 1 FROM sitter WHERE match = :match AND NOT {sound("sitter")}
"""


def sum_up(connection: sqlite3.Connection, number: int) -> None:
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


def _played(connection: sqlite3.Connection, number: int) -> FinishedMatch | None:
    """A finished match without its samples; None when it is not finished any more.

    Raises ValueError or LookupError for one that cannot be understood.
    """
    row = connection.execute(
        f"SELECT header, result FROM match WHERE id = ? AND {sound('match')}", (number,)
    ).fetchone()
    if row is None or connection.execute(_UNFIT, {"match": number}).fetchone():
        raise ValueError(f"match {number} is damaged")
    header, result = row
    if result is None:
        return None
    verdicts = connection.execute(
        f"SELECT body FROM verdict WHERE {of_match(':match')} ORDER BY id", {"match": number}
    )
    return FinishedMatch(
        bodies.unpack(header, MatchHeader),
        tuple(bodies.unpack(body, VerdictRecord) for (body,) in verdicts),
        bodies.unpack(result, dict[str, Any]),
    )
