"""Records, ratings and people as values, for whoever shows them."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from math import hypot
from pathlib import Path
from typing import Final

from console.people.figures import MEASURES
from console.people.profiles import last_players
from console.people.rating import Belief, rated, shown
from console.people.summing import figures
from console.table.record_values import (
    Best,
    Liked,
    Person,
    Rated,
    Record,
    RecordKind,
    RecordTable,
    Wins,
)
from console.table.records.requests import Records

KEPT: Final = 5
"""Of each list; as many as the view ``record`` has, whose samples are kept."""

_BESTS: Final = """
    SELECT sitter.profile, category.game, kind, value, error, started, feat.match, verdict,
        min(score)
    FROM feat JOIN sitter ON sitter.match = feat.match AND sitter.player = feat.player
    JOIN category ON category.id = feat.category JOIN match ON match.id = feat.match
    GROUP BY sitter.profile, category.game, kind
"""
"""SQLite takes what stands beside a lone ``min`` from the row that has it."""
_GAMES: Final = """
    SELECT profile, game, count(*) AS n, sum(winner)
    FROM sitter JOIN standing USING (match, player) JOIN summed USING (match)
    JOIN category ON category.id = summed.category
    GROUP BY profile, game ORDER BY n DESC, game
"""


def everything(path: Path) -> Records:
    """All that the table shows. Counts what is new first. Raises StoreError."""
    with figures(path) as connection:
        tables, ratings = _tables(connection, None), _rated(connection, None)
        most = _most_wins(connection)
        return Records(tables, ratings, _people(connection), most_wins=most)


def record_tables(
    path: Path, game: str | None = None, *, rebuild: bool = False
) -> tuple[RecordTable, ...]:
    """All records, of one game or of all, the most played options first.

    Counts what has been played since the last time. Raises StoreError.
    """
    with figures(path, rebuild=rebuild) as connection:
        return _tables(connection, game)


def ratings(path: Path, game: str | None = None) -> tuple[Rated, ...]:
    """The rating lists, game by game, best first. Raises StoreError."""
    with figures(path) as connection:
        return _rated(connection, game)


def _tables(connection: sqlite3.Connection, game: str | None) -> tuple[RecordTable, ...]:
    rows = connection.execute(
        "SELECT id, game, players, options, count(match) AS n"
        " FROM category JOIN summed ON summed.category = category.id"
        " WHERE (:game IS NULL OR game = :game) AND json_type(options) = 'object'"
        " GROUP BY id ORDER BY game, n DESC, players, options",
        {"game": game},
    ).fetchall()
    return tuple(_table(connection, *row) for row in rows)


def _rated(connection: sqlite3.Connection, game: str | None) -> tuple[Rated, ...]:
    names = dict(connection.execute("SELECT id, nickname FROM person").fetchall())
    known = [
        (g, who, belief) for (g, who), belief in rated(connection, game).items() if who in names
    ]
    known.sort(key=lambda one: (one[0], 3 * one[2].sigma - one[2].mu, one[1]))
    lines: list[Rated] = []
    for g, found in groupby(known, key=lambda one: one[0]):
        place = last = 0
        for n, (_, who, belief) in enumerate(found, 1):
            rating = shown(belief)
            if n == 1 or rating < last:
                place, last = n, rating
            lines.append(_line(g, place, names[who], rating, belief))
    return tuple(lines)


def _line(game: str, place: int, nickname: str, rating: int, belief: Belief) -> Rated:
    return Rated(
        game=game,
        place=place,
        nickname=nickname,
        rating=rating,
        mu=belief.mu,
        sigma=belief.sigma,
        matches=belief.matches,
        wins=belief.wins,
    )


def _people(connection: sqlite3.Connection) -> tuple[Person, ...]:
    """Everybody who keeps a nickname, those who played last first."""
    games: dict[int, list[Liked]] = defaultdict(list)
    for profile, *liked in connection.execute(_GAMES):
        games[profile].append(Liked(*liked))
    bests: dict[int, list[Best]] = defaultdict(list)
    for profile, game, kind, *figure, _score in connection.execute(_BESTS):
        measure = MEASURES.get(game)
        name = None if measure is None else measure.name
        bests[profile].append(Best(game, RecordKind(kind), name, *figure))
    return tuple(
        Person(one, tuple(games[one.id]), tuple(bests[one.id])) for one in last_players(connection)
    )


def _table(
    connection: sqlite3.Connection, number: int, game: str, players: int, options: str, matches: int
) -> RecordTable:
    measure = MEASURES.get(game)
    return RecordTable(
        game=game,
        players=players,
        options=json.loads(options),
        matches=matches,
        measure=None if measure is None else measure.name,
        records=tuple(r for kind in RecordKind for r in _best(connection, number, kind, game)),
        wins=_wins(connection, number),
    )


def _best(
    connection: sqlite3.Connection, category: int, kind: RecordKind, game: str
) -> Iterator[Record]:
    rows = connection.execute(
        # As the view ``record`` has them, by the index: that one would number them all first.
        "SELECT score, value, error, seat, nickname, started, feat.match, verdict FROM feat"
        " JOIN match ON match.id = feat.match"
        " LEFT JOIN sitter ON sitter.match = feat.match AND sitter.player = feat.player"
        " LEFT JOIN person ON person.id = sitter.profile"
        " WHERE category = ? AND kind = ? ORDER BY score, feat.match, feat.player LIMIT ?",
        (category, kind, KEPT),
    ).fetchall()
    for score, value, error, seat, nickname, started, match, verdict in rows:
        yield Record(
            kind=kind,
            game=game,
            place=1 + sum(better + hypot(u, error) < score for better, _, u, *_ in rows),
            value=value,
            error=error,
            seat=seat,
            nickname=nickname,
            started=started,
            match=match,
            verdict=verdict,
        )


def _wins(connection: sqlite3.Connection, category: int) -> tuple[Wins, ...]:
    rows = connection.execute(
        "SELECT nickname, sum(winner) AS won, count(*) AS played"
        " FROM summed JOIN standing USING (match) JOIN sitter USING (match, player)"
        " JOIN person ON person.id = sitter.profile"
        " WHERE category = ? AND people_only GROUP BY person.id HAVING won > 0"
        " ORDER BY won DESC, played, person.id LIMIT ?",
        (category, KEPT),
    ).fetchall()
    return tuple(
        Wins(1 + sum(more > won for _, more, _ in rows), name, won, played)
        for name, won, played in rows
    )


def _most_wins(connection: sqlite3.Connection) -> Record | None:
    """Of equal ones the first who had so many."""
    row = connection.execute(
        "SELECT nickname, won, started, last FROM ("
        " SELECT person.id, nickname, sum(winner) AS won, max(iif(winner, match, 0)) AS last"
        " FROM summed JOIN standing USING (match) JOIN sitter USING (match, player)"
        " JOIN person ON person.id = sitter.profile WHERE people_only GROUP BY person.id"
        ") JOIN match ON match.id = last ORDER BY won DESC, last LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    nickname, won, started, last = row
    return Record(
        kind=RecordKind.WINS,
        game=None,
        place=1,
        value=won,
        error=0,
        seat=None,
        nickname=nickname,
        started=started,
        match=last,
        verdict=None,
    )
