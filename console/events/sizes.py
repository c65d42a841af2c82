"""How many groups, and of how many: V15."""

from __future__ import annotations

from console.events.options import Sizes


def group_sizes(persons_n: int, sizes: Sizes, wanted: int, tables_n: int) -> tuple[int, ...]:
    """The sizes, the larger ones first; who is left over has a bye. Empty if they are too few.

    ``tables_n``: the tables there are, 0 if nobody knows.
    """
    for drawn_n in range(persons_n, 0, -1):
        ways = [
            (_cost(drawn_n, groups_n, sizes, wanted, tables_n), groups_n)
            for groups_n in range(-(-drawn_n // sizes.most), drawn_n // sizes.least + 1)
        ]
        if ways:
            groups_n = min(ways)[1]
            small, larger_n = divmod(drawn_n, groups_n)
            return (small + 1,) * larger_n + (small,) * (groups_n - larger_n)
    return ()


def _cost(
    drawn_n: int, groups_n: int, sizes: Sizes, wanted: int, tables_n: int
) -> tuple[int, int, float]:
    small, larger_n = divmod(drawn_n, groups_n)
    outside = 0
    for size, count in ((small, groups_n - larger_n), (small + 1, larger_n)):
        if not sizes.best_least <= size <= sizes.best_most:
            outside += size * count
    turns = -(-groups_n // tables_n) if tables_n else 1
    return outside, turns, abs(drawn_n / groups_n - wanted)
