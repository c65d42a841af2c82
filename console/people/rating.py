"""Ratings of those who keep a nickname, one for each game.

By the Bayesian rating of Weng and Lin (2011) over Bradley-Terry's model, which is Glicko's too, but
takes a match of many with shared places as one; from the package ``openskill``. A rating is a
belief, ``mu`` with its deviation ``sigma``; shown is what a player is worth at least.

A match is rated when it was played to its end by people who all keep a nickname: a simulated
player, a stand-in or a guest says nothing about anybody. Places are those that the end of the match
shows; shared ones are draws. What was broken off is not rated, whoever left; once taken up again
and ended it is, in the order in which matches were begun. When a person is forgotten, so are their
matches, and the others are rated as if those had been played with a guest.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from console.store.schema import writing

MU: Final = 25.0
SIGMA: Final = MU / 3
SHOWN_ZERO: Final = 1000
SHOWN_UNIT: Final = 40
BATCH: Final = 200
"""Matches a transaction."""

_RATEABLE: Final = """
    SELECT summed.match FROM summed JOIN category ON category.id = summed.category
    WHERE people_only AND players > 1
        AND players = (SELECT count(*) FROM sitter WHERE sitter.match = summed.match)
"""
_WAITING: Final = f"{_RATEABLE} AND summed.match NOT IN (SELECT match FROM rated)"
_OVERTAKEN: Final = f"""
    SELECT EXISTS (SELECT 1 FROM rated) AND
        (SELECT min(match) FROM ({_WAITING})) < (SELECT max(match) FROM rated)
"""
_PLACES: Final = f"""
    SELECT standing.match, game, sitter.profile, place, winner
    FROM standing JOIN sitter USING (match, player) JOIN summed USING (match)
    JOIN category ON category.id = summed.category
    WHERE standing.match IN ({_WAITING} ORDER BY summed.match LIMIT ?)
    ORDER BY standing.match, standing.player
"""


@dataclass(slots=True)
class Belief:
    """What is known of one player's strength at a game, and from how much."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    wins: int = 0


def shown(mu: float, sigma: float) -> int:
    """A rating as people read it: 1000 for somebody unknown, and the better, the more."""
    return round(SHOWN_ZERO + SHOWN_UNIT * (mu - 3 * sigma))


def rate(connection: sqlite3.Connection) -> None:
    """Rate the matches that wait for it, in their order; all again if one comes late."""
    while _rate_some(connection):
        pass


def _rate_some(connection: sqlite3.Connection) -> bool:
    """Rate a batch; False when none waited."""
    known = connection.execute("SELECT EXISTS (SELECT 1 FROM rated)").fetchone()[0]
    stale = not known and connection.execute("SELECT EXISTS (SELECT 1 FROM rating)").fetchone()[0]
    if not stale and connection.execute(f"{_WAITING} LIMIT 1").fetchone() is None:
        return False
    with writing(connection):
        if connection.execute(_OVERTAKEN).fetchone()[0]:
            connection.execute("DELETE FROM rated")
        if not connection.execute("SELECT EXISTS (SELECT 1 FROM rated)").fetchone()[0]:
            connection.execute("DELETE FROM rating")
        rows = connection.execute(_PLACES, (BATCH,)).fetchall()
        beliefs = _beliefs(connection)
        for _match, players in groupby(rows, key=lambda row: row[0]):
            _apply(beliefs, list(players))
        connection.executemany(
            "INSERT OR REPLACE INTO rating (game, profile, mu, sigma, matches, wins)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [(*key, b.mu, b.sigma, b.matches, b.wins) for key, b in beliefs.items()],
        )
        connection.executemany("INSERT INTO rated VALUES (?)", [(m,) for m in {r[0] for r in rows}])
    return bool(rows)


def _beliefs(connection: sqlite3.Connection) -> dict[tuple[str, int], Belief]:
    rows = connection.execute("SELECT game, profile, mu, sigma, matches, wins FROM rating")
    return {(game, profile): Belief(*rest) for game, profile, *rest in rows}


def _apply(beliefs: dict[tuple[str, int], Belief], rows: list[tuple[Any, ...]]) -> None:
    """One match: ``rows`` of (match, game, profile, place, winner)."""
    from openskill.models import BradleyTerryFull  # when needed only: it takes a while to import

    model = BradleyTerryFull(mu=MU, sigma=SIGMA)
    players = [beliefs.setdefault((game, who), Belief()) for _, game, who, _, _ in rows]
    teams = [[model.rating(mu=b.mu, sigma=b.sigma)] for b in players]
    after = model.rate(teams, ranks=[float(place) for _, _, _, place, _ in rows])
    for belief, (now,), (*_, winner) in zip(players, after, rows, strict=True):
        belief.mu, belief.sigma = now.mu, now.sigma
        belief.matches += 1
        belief.wins += winner
