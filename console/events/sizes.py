"""How many groups, and of how many: V15."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from console.events.options import Sizes
from console.events.state import EventState


def sizes_here(state: EventState, persons_n: int, wanted: int) -> tuple[int, ...]:
    """The sizes of groups for the tables that work."""
    seats = [table.seats for table in state.tables.values() if table.working]
    return group_sizes(persons_n, _seated(state.options.sizes, seats), wanted, seats)


def _seated(sizes: Sizes, seats: Sequence[int]) -> Sizes:
    """Nobody more than the largest table seats; as the game has it where none seats its least."""
    most = min(sizes.most, max(seats, default=sizes.most))
    if most < sizes.least:
        return sizes
    best = min(sizes.best_most, most)
    return replace(sizes, most=most, best_most=best, best_least=min(sizes.best_least, best))


def group_sizes(persons_n: int, sizes: Sizes, wanted: int, seats: Sequence[int]) -> tuple[int, ...]:
    """The sizes, the larger ones first; who is left over has a bye. Empty if they are too few.

    ``seats``: of each table, none if nobody knows.
    """
    for drawn_n in range(persons_n, 0, -1):
        ways = [
            (_cost(drawn_n, groups_n, sizes, wanted, seats), groups_n)
            for groups_n in range(-(-drawn_n // sizes.most), drawn_n // sizes.least + 1)
        ]
        if ways:
            groups_n = min(ways)[1]
            small, larger_n = divmod(drawn_n, groups_n)
            return (small + 1,) * larger_n + (small,) * (groups_n - larger_n)
    return ()


def _cost(
    drawn_n: int, groups_n: int, sizes: Sizes, wanted: int, seats: Sequence[int]
) -> tuple[int, int, float]:
    small, larger_n = divmod(drawn_n, groups_n)
    outside = 0
    for size, count in ((small, groups_n - larger_n), (small + 1, larger_n)):
        if not sizes.best_least <= size <= sizes.best_most:
            outside += size * count
    turns = max(_turns(larger_n, small + 1, seats), _turns(groups_n, small, seats))
    return outside, turns, abs(drawn_n / groups_n - wanted)


def _turns(groups_n: int, size: int, seats: Sequence[int]) -> int:
    """How often the tables that seat so many are filled; where none does it is as good as one."""
    tables_n = sum(seats_n >= size for seats_n in seats)
    return -(-groups_n // tables_n) if tables_n else 1
