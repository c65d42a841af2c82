"""From places to points: V7, V8, V9."""

from __future__ import annotations

from collections.abc import Sequence

from console.events.options import POINT
from console.events.state import EventMatch


def share(own: int, others: Sequence[int], of: int) -> int:
    """V8: what a place is worth against the places of others; ``of``: how many they would be."""
    left_behind = sum(2 * (other > own) + (other == own) for other in others)
    return left_behind * POINT // (2 * of)


def ranked(values: Sequence[int]) -> tuple[int, ...]:
    """Places of values, the greatest first; equal ones share, the next place is left out."""
    return tuple(1 + sum(other > value for other in values) for value in values)


def settled(match: EventMatch, best_of: int) -> tuple[int, ...]:
    """The places of a match in the order of its persons; empty while it is open."""
    left = match.left
    if len(left) > 1 and not _played_out(match, best_of):
        return ()
    values = dict(zip(left, _totals(match, left), strict=True))
    places = dict(zip(left, ranked(list(values.values())), strict=True))
    return tuple(places.get(person, len(left) + 1) for person in match.persons)


def _played_out(match: EventMatch, best_of: int) -> bool:
    if len(match.games) >= best_of:
        return True
    if len(match.persons) > 2:
        return False
    return any(
        2 * sum(places[i] < places[1 - i] for _, places in match.games) > best_of for i in (0, 1)
    )


def _totals(match: EventMatch, left: Sequence[int]) -> list[int]:
    """What each of those left made in all games against the others left."""
    seats = [match.persons.index(person) for person in left]
    totals = [0] * len(left)
    last = len(match.persons)  # of who had given up a game, and came back for another
    for _, places in match.games:
        for i, seat in enumerate(seats):
            others = [places[other] or last for other in seats if other != seat]
            totals[i] += share(places[seat] or last, others, max(1, len(others)))
    return totals


def points(match: EventMatch) -> dict[int, int]:
    """What a match that is over gives each of its persons (V8, V9)."""
    left, of = match.left, len(match.persons) - 1
    place = dict(zip(match.persons, match.places, strict=True))
    given = dict.fromkeys(match.persons, 0)
    for person in left:
        others = [place[other] for other in match.persons if other != person]
        given[person] = share(place[person], others, of)
    return given


def between(match: EventMatch, one: int, other: int) -> int:
    """What ``one`` made against ``other`` alone in a match that is over."""
    if one not in match.left:
        return 0
    place = dict(zip(match.persons, match.places, strict=True))
    return share(place[one], [place[other]], 1)
