"""Who came where, for the end of any match."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from console.table.seating import Seating
from console.table.view import RankRow


def ranking(
    seating: Seating,
    winners: Collection[int],
    numbers: Sequence[tuple[int, ...]],
    *,
    fewest_first: bool,
) -> tuple[RankRow, ...]:
    """Winners first, all on one place, then by the first of each player's ``numbers``."""
    sign = 1 if fewest_first else -1
    order = sorted(range(len(numbers)), key=lambda p: (p not in winners, sign * numbers[p][0], p))
    reached = places(winners, [row[0] for row in numbers], fewest_first=fewest_first)
    return tuple(
        RankRow(reached[p], seating.seats_of(p), seating.people[p], p in winners, numbers[p])
        for p in order
    )


def places(
    winners: Collection[int], counts: Sequence[int], *, fewest_first: bool
) -> tuple[int, ...]:
    """The place of each player, from 1: winners share the first, equal counts share theirs."""
    sign = 1 if fewest_first else -1
    keys = [(p not in winners, 0 if p in winners else sign * n) for p, n in enumerate(counts)]
    return tuple(1 + sum(better < key for better in keys) for key in keys)
