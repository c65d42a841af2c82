"""Records and ratings as values, for whoever shows them."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any, Final

from console.people.figures import MEASURES, Kind
from console.people.rating import shown
from console.people.summing import figures

KEPT: Final = 5
"""Of each list; as many as the view ``record`` has, whose samples are kept."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who did it: ``nickname`` is None for a guest, known by the symbol of the board seat alone."""

    seat: int
    nickname: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """One of the best of its kind.

    ``place`` counts from 1; those that cannot be told apart share theirs (principle 4). ``value``
    and ``error`` as in ``Feat``. ``started`` is when its match began, ISO 8601. ``verdict`` numbers
    the race in ``match``, None when it is about the whole match: its photo finish can be shown.
    """

    kind: Kind
    place: int
    value: int
    error: int
    holder: Holder
    started: str
    match: int
    verdict: int | None


@dataclass(frozen=True, slots=True)
class Wins:
    """How often somebody with a nickname has won, of how many matches among people."""

    place: int
    nickname: str
    wins: int
    matches: int


@dataclass(frozen=True, slots=True)
class RecordTable:
    """What was achieved at one game with equal options and as many players.

    ``measure`` names what the best result counts: ``duels``, ``lead``, ``points``, ``pieces``;
    None for a game without.
    """

    game: str
    players: int
    options: dict[str, Any]
    matches: int
    measure: str | None
    records: tuple[Record, ...]
    wins: tuple[Wins, ...]

    def of(self, kind: Kind) -> tuple[Record, ...]:
        """The records of one kind, best first."""
        return tuple(r for r in self.records if r.kind is kind)


@dataclass(frozen=True, slots=True)
class Rated:
    """A line of a game's rating list; players with equal ratings share ``place``."""

    game: str
    place: int
    nickname: str
    rating: int
    mu: float
    sigma: float
    matches: int
    wins: int


def record_tables(
    path: Path, game: str | None = None, *, rebuild: bool = False
) -> tuple[RecordTable, ...]:
    """All records, of one game or of all, the most played options first.

    Counts what has been played since the last time. Raises StoreError.
    """
    with figures(path, rebuild=rebuild) as connection:
        if connection is None:
            return ()
        rows = connection.execute(
            "SELECT id, game, players, options, count(match) AS n"
            " FROM category JOIN summed ON summed.category = category.id"
            " WHERE ?1 IS NULL OR game = ?1 GROUP BY id ORDER BY game, n DESC, players, options",
            (game,),
        ).fetchall()
        return tuple(_table(connection, *row) for row in rows)


def ratings(path: Path, game: str | None = None) -> tuple[Rated, ...]:
    """The rating lists, game by game, best first. Raises StoreError."""
    with figures(path) as connection:
        if connection is None:
            return ()
        rows = connection.execute(
            "SELECT game, nickname, mu, sigma, matches, wins"
            " FROM rating JOIN profile ON profile.id = rating.profile"
            " WHERE ?1 IS NULL OR game = ?1 ORDER BY game, mu - 3 * sigma DESC, profile.id",
            (game,),
        ).fetchall()
    worth = [(g, shown(mu, sigma)) for g, _, mu, sigma, *_ in rows]
    return tuple(
        Rated(g, 1 + sum(o == g and n > w for o, n in worth), name, w, *rest)
        for (g, w), (_, name, *rest) in zip(worth, rows, strict=True)
    )


def _table(
    connection: sqlite3.Connection, number: int, game: str, players: int, options: str, matches: int
) -> RecordTable:
    measure = MEASURES.get(game)
    return RecordTable(
        game,
        players,
        json.loads(options),
        matches,
        None if measure is None else measure.name,
        tuple(r for kind in Kind for r in _best(connection, number, kind)),
        _wins(connection, number),
    )


def _best(connection: sqlite3.Connection, category: int, kind: Kind) -> list[Record]:
    rows = connection.execute(
        # As the view ``record`` has them, by the index: that one would number them all first.
        "SELECT score, value, error, seat, nickname, started, feat.match, verdict FROM feat"
        " JOIN match ON match.id = feat.match"
        " LEFT JOIN sitter ON sitter.match = feat.match AND sitter.player = feat.player"
        " LEFT JOIN profile ON profile.id = sitter.profile"
        " WHERE category = ? AND kind = ? ORDER BY score, feat.match, feat.player LIMIT ?",
        (category, kind, KEPT),
    ).fetchall()
    return [
        Record(
            kind,
            1 + sum(better + hypot(u, error) < score for better, _, u, *_ in rows),
            value,
            error,
            Holder(seat, nickname),
            *rest,
        )
        for score, value, error, seat, nickname, *rest in rows
    ]


def _wins(connection: sqlite3.Connection, category: int) -> tuple[Wins, ...]:
    rows = connection.execute(
        "SELECT nickname, sum(winner) AS won, count(*) AS played"
        " FROM summed JOIN standing USING (match) JOIN sitter USING (match, player)"
        " JOIN profile ON profile.id = sitter.profile"
        " WHERE category = ? AND people_only GROUP BY profile.id HAVING won > 0"
        " ORDER BY won DESC, played, profile.id LIMIT ?",
        (category, KEPT),
    ).fetchall()
    return tuple(
        Wins(1 + sum(more > won for _, more, _ in rows), name, won, played)
        for name, won, played in rows
    )
