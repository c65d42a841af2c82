"""Who came where, for the end of any match."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from console.table.outputs import MatchEnded
from console.table.record_values import ResultColumn
from console.table.seating import Seating
from console.table.view import RankRow, StartSeat, Who
from drivers.events import Fault


def ranking(
    seating: Seating,
    winners: Collection[int],
    numbers: Sequence[tuple[int, ...]],
    *,
    fewest_first: bool,
) -> tuple[RankRow, ...]:
    """Winners first, all on one place, then by the first of each player's ``numbers``, if any."""
    sign = 1 if fewest_first else -1
    first = [row[0] if row else 0 for row in numbers]
    order = sorted(range(len(numbers)), key=lambda p: (p not in winners, sign * first[p], p))
    reached = places(winners, first, fewest_first=fewest_first)
    return tuple(
        RankRow(
            reached[p],
            seating.seats_of(p),
            seating.people[p],
            p in winners,
            numbers[p],
            seating.name_at(seating.seats[p]),
        )
        for p in order
    )


def end_seats(
    seating: Seating, who: Sequence[Who], faults: Mapping[int, Fault]
) -> tuple[StartSeat, ...]:
    """The seats at the end of a match, ``who`` by board seat."""
    return tuple(StartSeat(s, w, faults.get(s), seating.name_at(s)) for s, w in enumerate(who))


def final_places(ended: MatchEnded) -> tuple[int, ...]:
    """The place of each player in a result."""
    return places(ended.winners, ended.counts, fewest_first=ended.column is ResultColumn.CARDS)


def places(
    winners: Collection[int], counts: Sequence[int], *, fewest_first: bool
) -> tuple[int, ...]:
    """The place of each player, from 1: winners share the first, equal counts share theirs."""
    sign = 1 if fewest_first else -1
    keys = [(p not in winners, 0 if p in winners else sign * n) for p, n in enumerate(counts)]
    return tuple(1 + sum(better < key for better in keys) for key in keys)
