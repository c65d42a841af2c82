"""Places by lot, without listing them all.

A place is drawn from names, of which there are more than places: each legal place has exactly one
name. A name of which no legal place comes is drawn anew, so that all places are as likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Final

from console.games.iota.cards import WILD, fit_together
from console.games.iota.slots import Order
from console.games.iota.table import AXES, COLUMN, LONGEST, ROW, Cells, IotaTable, beyond

_OTHER: Final = {ROW: COLUMN, COLUMN: ROW}

Keys = list[int]


class Names:
    """The names of a hand's places on a table, numbers below ``count``.

    A place is named after its *anchor*, the first of its cells that is beside a card of the table,
    its axis, how many of its cells come before the anchor, and its cards in their order. A single
    card is laid along a row.
    """

    def __init__(self, table: IotaTable, hand: Sequence[int]) -> None:
        self._table = table
        cells = table.cells
        beside = dict.fromkeys([key + step for key in cells for step in (-COLUMN, -1, 1, COLUMN)])
        self._anchors = [key for key in beside if key not in cells]
        self._ways = [
            (axis, before, order)
            for order in _orders(hand)
            for axis in (AXES if len(order) > 1 else (ROW,))
            for before in range(len(order))
        ]
        self.count = len(self._anchors) * len(self._ways)

    def place(self, number: int) -> tuple[Keys, Order] | None:
        """The cells and the cards of the place with this name; None if none is legal."""
        at, way = divmod(number, len(self._ways))
        axis, before, order = self._ways[way]
        cells = self._table.cells
        keys = _keys(cells, self._anchors[at], axis, before, len(order))
        if keys is None or not _fits(cells, keys, axis, order):
            return None
        if (self._table.wilds or WILD in order) and not self._table.allows(keys, order):
            return None
        return keys, order


def _orders(hand: Sequence[int]) -> Iterator[Order]:
    """The cards that can be placed together, in all orders, each once (I2, I3)."""
    for size in range(1, len(hand) + 1):
        parts = [cards for cards in combinations(hand, size) if fit_together(cards)]
        yield from dict.fromkeys([order for cards in parts for order in permutations(cards)])


def _keys(cells: Cells, anchor: int, axis: int, before: int, size: int) -> Keys | None:
    """The cells of a place (I4); None if one before the anchor is taken, or beside a card too."""
    keys = [anchor]
    if before:
        other = _OTHER[axis]
        key = anchor
        for _ in range(before):
            key -= axis
            if key in cells or key + other in cells or key - other in cells or key - axis in cells:
                return None
            keys.insert(0, key)
    key = anchor + axis
    while len(keys) < size:
        if key not in cells:
            keys.append(key)
        key += axis
    return keys


def _fits(cells: Cells, keys: Keys, axis: int, order: Order) -> bool:
    """Whether all lines of a place are right, but for what the wilds stand for (I2)."""
    first, last, other = keys[0], keys[-1], _OTHER[axis]
    for key, card in zip(keys, order, strict=True):
        if key + other in cells or key - other in cells:
            around = beyond(cells, key, -other) + beyond(cells, key, other)
            if len(around) >= LONGEST or not fit_together((*around, card)):
                return False
    run = beyond(cells, last, axis) if last + axis in cells else []
    if first - axis in cells:
        run += beyond(cells, first, -axis)
    if last - first >= len(keys) * axis:
        run += [cells[key] for key in range(first, last, axis) if key in cells]
    return not run or (len(run) + len(order) <= LONGEST and fit_together((*run, *order)))
