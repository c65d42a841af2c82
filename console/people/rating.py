"""Ratings of those who keep a nickname, one for each game.

By the Bayesian rating of Weng and Lin (2011, algorithm 1) over Bradley-Terry's model, which is
Glicko's too, but takes a match of many with shared places as one. A rating is a belief, ``mu`` with
its deviation ``sigma``; shown is what a player is worth at least.

A match is rated when it was played to its end by people who all keep a nickname: a simulated
player, an autopilot or a guest says nothing about anybody. Places are those that a match's end
shows; shared ones are draws. What was broken off is not rated, whoever left; once taken up again
and ended it is, in the order in which matches were begun. When a person is forgotten, so are their
matches, and the others are rated as if those had been played with a guest. All that is worked out
anew whenever somebody asks: a rating depends on every match before it, so none is kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp, hypot, sqrt
from typing import Final

from console.store.schema import MOST_NUMBERS

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = SIGMA / 2
"""So much better than another one is who wins two of three matches, both being well known."""
DRIFT: Final = MU / 300
"""So much somebody's strength may change from a match to the next: no belief is ever sure."""
LEAST_SHRINK: Final = 0.0001
SHOWN_ZERO: Final = 1000
SHOWN_UNIT: Final = 40

_PLACES: Final = """
    SELECT standing.match, players, game, sitter.profile, place, winner
    FROM standing JOIN sitter USING (match, player) JOIN summed USING (match)
    JOIN category ON category.id = summed.category
    WHERE people_only AND players > 1 AND standing.match BETWEEN :first AND :last
        AND (:game IS NULL OR game = :game)
    ORDER BY standing.match, standing.player
"""


@dataclass(frozen=True, slots=True)
class Belief:
    """What is known of one player's strength at a game, and from how much."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    wins: int = 0


Beliefs = dict[tuple[str, int], Belief]
"""Of each (game, profile)."""


def shown(belief: Belief) -> int:
    """A rating as people read it: 1000 for somebody unknown, and the better, the more."""
    return round(SHOWN_ZERO + SHOWN_UNIT * (belief.mu - 3 * belief.sigma))


def rated(
    connection: sqlite3.Connection,
    game: str | None = None,
    *,
    first: int = 0,
    last: int = MOST_NUMBERS,
    before: Beliefs | None = None,
) -> Beliefs:
    """What is known from the matches of ``game``, or of all games, with these numbers, after what
    was known ``before`` them."""
    known = {} if before is None else dict(before)
    rows = connection.execute(_PLACES, {"game": game, "first": first, "last": last})
    for (_match, players), found in groupby(rows, key=lambda row: row[:2]):
        played = [((of, who), place, winner) for *_, of, who, place, winner in found]
        if len(played) < players:  # a guest sat there
            continue
        beliefs = [known.get(who, Belief()) for who, _, _ in played]
        after = rate(beliefs, [place for _, place, _ in played])
        for (who, _, winner), then, (mu, sigma) in zip(played, beliefs, after, strict=True):
            known[who] = Belief(mu, sigma, then.matches + 1, then.wins + winner)
    return known


def rate(before: Sequence[Belief], places: Sequence[int]) -> list[tuple[float, float]]:
    """``mu`` and ``sigma`` of each player after a match that ended with these places."""
    sigmas = [hypot(belief.sigma, DRIFT) for belief in before]
    players = list(zip((belief.mu for belief in before), sigmas, places, strict=True))
    return [_against(player, [p for p in players if p is not player]) for player in players]


def _against(
    player: tuple[float, float, int], others: Sequence[tuple[float, float, int]]
) -> tuple[float, float]:
    mu, sigma, place = player
    gain = shrink = 0.0
    for other_mu, other_sigma, other_place in others:
        spread = sqrt(sigma**2 + other_sigma**2 + 2 * BETA**2)
        expected = 1 / (1 + exp((other_mu - mu) / spread))
        won = 0.5 if place == other_place else float(place < other_place)
        gain += sigma**2 / spread * (won - expected)
        shrink += (sigma / spread) ** 3 * expected * (1 - expected)
    return mu + gain, sigma * sqrt(max(1 - shrink, LEAST_SHRINK))
