"""What the match that has just ended changed: records broken, first wins, ratings gained."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from math import hypot
from pathlib import Path
from typing import Any, Final

from console.people.figures import MEASURES
from console.people.rating import Belief, rated, shown
from console.people.summing import figures, newest_waiting
from console.store import bodies
from console.store.records import MatchHeader
from console.store.schema import reading
from console.table.record_values import News, NewsKind, RecordKind

_FEATS: Final = """
    SELECT kind, feat.seat, value, error, score, category, sitter.profile, nickname
    FROM feat LEFT JOIN sitter ON sitter.match = feat.match AND sitter.player = feat.player
    LEFT JOIN person ON person.id = sitter.profile
    WHERE feat.match = ? ORDER BY kind, score, feat.player
"""
_TABLE_S: Final = """
    SELECT score, error FROM feat WHERE category = ? AND kind = ? AND match <> ?
    ORDER BY score LIMIT 1
"""
_OWN: Final = """
    SELECT score, error FROM feat
    JOIN sitter ON sitter.match = feat.match AND sitter.player = feat.player
    JOIN category ON category.id = feat.category
    WHERE profile = ? AND kind = ? AND game = ? AND feat.match <> ? ORDER BY score LIMIT 1
"""
_SITTERS: Final = """
    SELECT sitter.profile, nickname, sitter.player, winner AND people_only,
        (SELECT count(*) FROM sitter AS mine JOIN standing USING (match, player)
         JOIN summed USING (match)
         WHERE mine.profile = sitter.profile AND winner AND people_only)
    FROM sitter JOIN person ON person.id = sitter.profile
    JOIN standing USING (match, player) JOIN summed USING (match)
    WHERE sitter.match = ? ORDER BY sitter.player
"""


def match_news(path: Path) -> tuple[News, ...]:
    """Count the newest finished match, and tell what that changed, the greatest first.

    A record is news once there was one to break, and only beyond the uncertainty of both. () when
    no match waited to be counted. Raises StoreError.
    """
    with reading(path) as connection:
        match = newest_waiting(connection)
    with figures(path) as connection:
        if match is None:
            return ()
        found = connection.execute(
            "SELECT header FROM match JOIN summed ON summed.match = match.id WHERE match.id = ?",
            (match,),
        ).fetchone()
        if found is None:  # damaged: it counts for nobody
            return ()
        header = bodies.unpack(found[0], MatchHeader)
        news = [*_records(connection, match, header.game)]
        news += _people(connection, match, header)
    order = list(NewsKind)
    return tuple(sorted(news, key=lambda one: order.index(one.kind)))


def _records(connection: sqlite3.Connection, match: int, game: str) -> Iterator[News]:
    measure = MEASURES.get(game)
    name = None if measure is None else measure.name
    kinds: set[str] = set()
    feats = connection.execute(_FEATS, (match,)).fetchall()
    for kind, seat, value, error, score, category, profile, nickname in feats:
        first, known = kind not in kinds, (category, kind, match)
        kinds.add(kind)
        if first and _beats(connection, score, error, _TABLE_S, known):
            what = NewsKind.RECORD
        elif profile and _beats(connection, score, error, _OWN, (profile, kind, game, match)):
            what = NewsKind.OWN
        else:
            continue
        yield News(
            kind=what,
            seat=seat,
            nickname=nickname,
            what=RecordKind(kind),
            measure=name,
            value=value,
            error=error,
        )


def _beats(
    connection: sqlite3.Connection, score: int, error: int, query: str, known: tuple[Any, ...]
) -> bool:
    """Is it better than what was best so far, beyond doubt (principle 4)?"""
    best = connection.execute(query, known).fetchone()
    return best is not None and score + hypot(error, best[1]) < best[0]


def _people(connection: sqlite3.Connection, match: int, header: MatchHeader) -> Iterator[News]:
    sitters = connection.execute(_SITTERS, (match,)).fetchall()
    if not sitters:
        return
    game = header.game
    known = rated(connection, game, last=match - 1)
    before = rated(connection, game, first=match + 1, before=known)  # it was taken up again then
    after = rated(connection, game, first=match, before=known)
    for profile, nickname, player, won, wins in sitters:
        seat = header.seats[player]
        if won and wins == 1:
            yield News(kind=NewsKind.FIRST_WIN, seat=seat, nickname=nickname)
        key = game, profile
        now = shown(after.get(key, Belief()))
        gain = now - shown(before.get(key, Belief()))
        if gain > 0:
            yield News(kind=NewsKind.RATING, seat=seat, nickname=nickname, value=now, gain=gain)
