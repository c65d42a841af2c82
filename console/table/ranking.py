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
    rows: list[RankRow] = []
    for i, player in enumerate(order):
        won = player in winners
        same = bool(rows) and won == rows[-1].winner
        same = same and (won or numbers[player][0] == rows[-1].numbers[0])
        place = rows[-1].place if same else i + 1
        seats, who = seating.seats_of(player), seating.people[player]
        rows.append(RankRow(place, seats, who, won, numbers[player]))
    return tuple(rows)
