"""What results are worth: W3, W5. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from console.events.options import POINT
from console.link.league import LeagueResult
from drivers.errors import ConfigError


class Score(NamedTuple):
    """A person's standing goes by it (W6)."""

    total: int
    best: int


def score(evenings: Iterable[tuple[int, int]], best_n: int) -> Score:
    """Of ``evenings``, each its week and points: the best of each week, of these the best
    ``best_n``."""
    weeks: dict[int, int] = {}
    for week, points in evenings:
        weeks[week] = max(points, weeks.get(week, 0))
    counted = sorted(weeks.values(), reverse=True)[:best_n]
    return Score(sum(counted), counted[0] if counted else 0)


def check_points(result: LeagueResult) -> None:
    """Raises ConfigError for points that no match gives (W3)."""
    points = [person.points for person in result.persons]
    if any(not 0 <= each <= POINT for each in points) or 2 * sum(points) > POINT * len(points):
        raise ConfigError("a match gives each 0 to 840, all together at most 420 a person")
