"""All legal places of a hand (I2, I4, I8), found slot by slot.

For each slot the parts of the hand that make a line with its run are filtered by the gates of the
cross lines. Almost always that decides all; where a wild's meaning hangs on more than one line or
on another card, ``IotaTable.allows`` is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from console.games.iota.actions import Laid, Place
from console.games.iota.cards import BIT, TEXT_OF, THIRD, each
from console.games.iota.hands import HandLines, HandPart
from console.games.iota.slots import Order, Slot, SlotGate, slots_of
from console.games.iota.table import AXES, IotaTable, candidates_of, cell_of, run_of

Filled = tuple[Slot, list[Order]]
"""A slot and all the ways to lay cards on its cells."""


def find_places(table: IotaTable, hand: Sequence[int]) -> Iterator[Filled]:
    """All legal places of these cards, each once, in an order that the table and the hand fix."""
    places = Places(table, HandLines(hand))
    for slot in slots_of(table, places.hand.longest):
        if orders := places.fill(slot):
            yield slot, orders


def actions_of(filled: Filled) -> Iterable[Place]:
    """The places as actions, by their cards."""
    slot, orders = filled
    orders = sorted(orders)
    laid: list[dict[int, Laid]] = []
    for place, key in enumerate(slot.keys):
        x, y = cell_of(key)
        cards = {order[place] for order in orders}
        laid.append({card: (TEXT_OF[card], x, y) for card in cards})
    if len(laid) == 1:
        (first,) = laid
        return [Place((first[a],)) for (a,) in orders]
    if len(laid) == 2:
        first, second = laid
        return [Place((first[a], second[b])) for a, b in orders]
    if len(laid) == 3:
        first, second, third = laid
        return [Place((first[a], second[b], third[c])) for a, b, c in orders]
    first, second, third, fourth = laid
    return [Place((first[a], second[b], third[c], fourth[d])) for a, b, c, d in orders]


class Places:
    """One hand on one table."""

    def __init__(self, table: IotaTable, hand: HandLines) -> None:
        self.hand = hand
        self._table = table
        self._wanted = [candidates_of(table.cells, wild, table.free) for wild in table.wilds]
        self._entangled = len(table.wilds) == 2 and any(
            table.wilds[1] in run_of(table.cells, table.wilds[0], axis) for axis in AXES
        )
        # A wild of the table that can stand for one card only keeps it from a wild of the hand.
        self._free_for_wilds = table.free
        for wanted in self._wanted:
            if wanted & (wanted - 1) == 0:
                self._free_for_wilds &= ~wanted

    def fill(self, slot: Slot) -> list[Order]:
        """All ways to fill a slot of this table legally (I2, I8)."""
        found: list[Order] = []
        for part, fit in self.hand.lines(len(slot.keys), slot.run):
            meant = self._meant_by_wilds(part, fit, slot) if part.wilds else fit
            if part.wilds and not meant:
                continue
            orders = _let_through(part, meant, slot.asks)
            if orders and self._is_doubtful(slot, part):
                allows, keys = self._table.allows, slot.keys
                orders = [order for order in orders if allows(keys, order)]
            found += orders
        return found

    def _meant_by_wilds(self, part: HandPart, fit: int, slot: Slot) -> int:
        """What wilds among these cards may stand for."""
        fit &= self._free_for_wilds
        if part.wilds < 2:
            return fit
        found = 0
        for card in each(fit):
            left = fit & ~BIT[card]
            for line_mate in (*slot.run, *part.cards):
                left &= THIRD[line_mate][card]
            if left:
                found |= BIT[card]
        return found

    def _is_doubtful(self, slot: Slot, part: HandPart) -> bool:
        """Whether the wilds must be looked at again: one of the table is in one of the lines, both
        of the hand may be in cross lines, or a card is laid that one of the table stood for."""
        if slot.touched or (part.wilds == 2 and len(slot.asks) > 1):
            return True
        for wanted in self._wanted:
            left = wanted & ~part.reals
            if left != wanted and (self._entangled or left & (left - 1) == 0):
                return True
        return False


def _let_through(part: HandPart, fit: int, asks: tuple[tuple[int, SlotGate], ...]) -> list[Order]:
    """The orders that every gate lets in; a wild must stand for a card that ``fit`` has."""
    if not asks:
        return part.orders
    (place, gate), *others = asks
    found: list[Order] = []
    for card, orders in part.by_place[place].items():
        if gate.fit & (BIT[card] or fit):
            found += orders
    for place, gate in others:
        found = [order for order in found if gate.fit & (BIT[order[place]] or fit)]
    return found
