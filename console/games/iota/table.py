"""The cards on the table: runs through a cell (I2) and what the wilds may stand for (I8).

A cell is one number, ``y * 256 + x``: its neighbours are a constant step away, and ascending is by
y, then x. Tables are at most 65 cells from (0, 0), so that no two cells get the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from console.games.iota.actions import Cell
from console.games.iota.cards import ALL, BIT, NUMBER_OF, THIRD, WILD, Card, each, fitting

ROW: Final = 1
COLUMN: Final = 256
AXES: Final = (ROW, COLUMN)
LONGEST: Final = 4
"""A line of so many cards is a lot (I2)."""

FURTHEST: Final = 66
"""No card lies so far from (0, 0): there are 66, and they are connected."""

Cells = dict[int, int]
"""Card numbers by cell."""


def key_of(x: int, y: int) -> int:
    """The cell as one number."""
    return y * COLUMN + x


def cell_of(key: int) -> Cell:
    """The cell's x and y."""
    x = (key + COLUMN // 2) % COLUMN - COLUMN // 2
    return x, (key - x) // COLUMN


def beyond(cells: Cells, key: int, step: int) -> list[int]:
    """The cards that follow each other from the cell next to ``key`` onwards, nearest first."""
    found = []
    key += step
    while (card := cells.get(key)) is not None:
        found.append(card)
        key += step
    return found


def run_of(cells: Cells, key: int, axis: int) -> range:
    """The cells of the run that ``key``, which holds a card, is in, ascending."""
    first, last = key, key
    while first - axis in cells:
        first -= axis
    while last + axis in cells:
        last += axis
    return range(first, last + axis, axis)


def nameable(cells: Cells, wilds: Sequence[int], free: int) -> bool:
    """Whether the wilds at these cells can be given different cards of the set ``free``, so that
    every line with a wild in it is right (I8)."""
    candidates = [candidates_of(cells, wild, free) for wild in wilds]
    if len(candidates) < 2 or not all(candidates):
        return all(candidates)
    one, other = candidates
    shared = _shared_line(cells, wilds)
    for card in each(one):
        left = other & ~BIT[card]
        for line_mate in shared:
            left &= THIRD[line_mate][card]
        if left:
            return True
    return False


def candidates_of(cells: Cells, wild: int, free: int) -> int:
    """Which of ``free`` the wild at this cell could stand for, were it the only one."""
    for axis in AXES:
        if wild + axis in cells or wild - axis in cells:
            free &= fitting(beyond(cells, wild, axis) + beyond(cells, wild, -axis))
    return free


def _shared_line(cells: Cells, wilds: Sequence[int]) -> list[int]:
    """The cards of the line that two wilds are both in; nothing if there is none."""
    apart = abs(wilds[0] - wilds[1])
    for axis in AXES:
        if apart % axis == 0 and apart < LONGEST * axis:
            run = run_of(cells, wilds[0], axis)
            if wilds[1] in run:
                return [card for key in run if (card := cells[key]) != WILD]
    return []


@dataclass(slots=True)
class IotaTable:
    """``cells``, the cells of the wilds, and the set of real cards that do not lie here."""

    cells: Cells
    wilds: list[int]
    free: int

    def allows(self, keys: Sequence[int], cards: Sequence[int]) -> bool:
        """Whether the wilds could still be named with these cards put on these empty cells (I8).

        Exact, but slow: everything around the wilds is looked at anew.
        """
        wilds, free = self.wilds, self.free
        for key, card in zip(keys, cards, strict=True):
            self.cells[key] = card
            if card == WILD:
                wilds = [*wilds, key]
            free &= ~BIT[card]
        allowed = nameable(self.cells, wilds, free)
        for key in keys:
            del self.cells[key]
        return allowed


def with_cards(table: IotaTable, keys: Sequence[int], cards: Sequence[int]) -> IotaTable:
    """The table with these cards on empty cells or, real ones, in the place of wilds."""
    free = table.free
    for card in cards:
        free &= ~BIT[card]
    cells = table.cells | dict(zip(keys, cards, strict=True))
    wilds = [key for key in dict.fromkeys((*table.wilds, *keys)) if cells[key] == WILD]
    return IotaTable(cells, wilds, free)


def swaps(table: IotaTable, hand: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The legal swaps (I10): the cell of a wild, and the card that is put down for it."""
    for wild in table.wilds:
        fit = candidates_of(table.cells, wild, table.free)
        for card in hand:
            if fit & BIT[card]:
                after = with_cards(table, (wild,), (card,))
                if nameable(after.cells, after.wilds, after.free):
                    yield wild, card


def table_of(grid: Iterable[tuple[int, int, Card]]) -> IotaTable:
    """The table with these cards, each (x, y, card)."""
    cells = {y * COLUMN + x: NUMBER_OF[card] for x, y, card in grid}
    free = ALL
    for card in cells.values():
        free &= ~BIT[card]
    return IotaTable(cells, [key for key, card in cells.items() if card == WILD], free)
