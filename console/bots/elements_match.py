"""What conceding a round of «Сила стихий» costs, by the score: who needs a single point gets the
match by it, and who plays the last round for a draw may not care (E9)."""

from __future__ import annotations

from functools import cache
from typing import Final

from console.bots.elements_guess import STAKE
from console.games.elements.play import CONCEDED_POINTS, REVEALED_POINTS
from console.games.forms import Json

_SHARES: Final = ((REVEALED_POINTS, 0.3), (CONCEDED_POINTS, 0.2))
"""Points of a round and how often either player gets them, counted in many matches."""


def folds(observation: Json) -> tuple[float, float] | None:
    """What conceding this round costs the player to move and his opponent, in the unit in which a
    reveal wins or loses ``STAKE``; None where nobody may concede (E10)."""
    options = observation["options"]
    if not options["concede"]:
        return None
    own = observation["scores"][observation["to_move"]]
    other = sum(observation["scores"]) - own
    if options["rounds"] is None:
        target = options["target"]
        return _fold(target - own, target - other, None), _fold(target - other, target - own, None)
    left = options["rounds"] - observation["round"]
    return _fold(other - own, 0, left), _fold(own - other, 0, left)


def _fold(own: int, other: int, left: int | None) -> float:
    """By the points still needed, or with ``left`` rounds after this one, by how far behind."""
    if left is None:
        won, lost = _first_to(own - REVEALED_POINTS, other), _first_to(own, other - REVEALED_POINTS)
        conceded = _first_to(own, other - CONCEDED_POINTS)
    else:
        won, lost = (
            _most_after(own - REVEALED_POINTS, left),
            _most_after(own + REVEALED_POINTS, left),
        )
        conceded = _most_after(own + CONCEDED_POINTS, left)
    if won == lost:  # nothing hangs on it any more
        return float(CONCEDED_POINTS)
    return STAKE - 2 * STAKE * (conceded - lost) / (won - lost)


@cache
def _first_to(own: int, other: int) -> float:
    """How likely who needs ``own`` points gets them before the opponent gets ``other``."""
    if own <= 0:
        return 1.0
    if other <= 0:
        return 0.0
    return sum(
        share * (_first_to(own - points, other) + _first_to(own, other - points))
        for points, share in _SHARES
    )


@cache
def _most_after(behind: int, left: int) -> float:
    """How likely who is ``behind`` has more points after ``left`` rounds; equal ones count half."""
    if not left:
        return 0.5 if behind == 0 else float(behind < 0)
    return sum(
        share * (_most_after(behind - points, left - 1) + _most_after(behind + points, left - 1))
        for points, share in _SHARES
    )
