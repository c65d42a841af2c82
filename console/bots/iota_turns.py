"""Whole turns of IOTA: swaps and the place after them, what they gain, how the table is then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from heapq import nlargest
from itertools import accumulate
from typing import Final

from console.bots.iota_sight import Cards, Sight
from console.games.forms import Json
from console.games.iota.actions import HAND
from console.games.iota.cards import POINTS, TEXT_OF, WILD
from console.games.iota.hands import HandLines
from console.games.iota.places import Places, find_places
from console.games.iota.slots import Order, Slot, slots_of
from console.games.iota.table import IotaTable, cell_of, swaps, with_cards

OUT_BONUS: Final = 20.0
"""Without scoring (I14) a card placed is worth 1, and being rid of all of them this much more."""

Swap = tuple[int, int]
"""The cell of a wild and the card put down for it (I10)."""

Laid = tuple[float, tuple[int, ...], Order]
"""What a place gains, its cells, its cards; no cells where nothing can be placed."""

NOTHING: Final[Laid] = (0.0, (), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPlan:
    """What a player does in a turn, and what comes of it.

    ``swap`` comes first, if any; then ``order`` is laid on the cells ``keys``, or, if there are
    none, ``exchange`` is changed. ``gain`` are the points, or the number of cards in a game without
    scoring; ``left`` is the hand before it is filled up, ``table`` the one that is placed on.
    """

    gain: float
    swap: Swap | None
    keys: tuple[int, ...]
    order: Order
    exchange: Cards
    left: Cards
    table: IotaTable

    def first_action(self) -> Json:
        """The turn's first action; after a swap the rest is found again."""
        if self.swap is not None:
            key, card = self.swap
            return {"type": "swap", "at": list(cell_of(key)), "card": TEXT_OF[card]}
        if not self.keys:
            return {"type": "pass", "exchange": sorted(TEXT_OF[card] for card in self.exchange)}
        laid = zip(self.order, self.keys, strict=True)
        return {"type": "place", "cards": [[TEXT_OF[card], *cell_of(key)] for card, key in laid]}

    def after(self) -> IotaTable:
        """The table once the cards lie on it."""
        return with_cards(self.table, self.keys, self.order)


def pass_of(sight: Sight) -> TurnPlan:
    """A pass that changes all cards but the wilds (I7)."""
    exchange = tuple(card for card in sight.hand if card != WILD) if sight.deck else ()
    left = without(sight.hand, exchange)
    return TurnPlan(
        gain=0.0, swap=None, keys=(), order=(), exchange=exchange, left=left, table=sight.table
    )


def without(hand: Sequence[int], cards: Sequence[int]) -> Cards:
    """The hand once these cards have left it."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def gain_of(slot: Slot, order: Order, out: bool, scoring: bool) -> float:
    """What a place gains (I5); ``out`` tells that it empties the hand for good (I9)."""
    if scoring:
        return float(slot.points(order) << out)
    return len(order) + (OUT_BONUS if out else 0.0)


class RankedSlots:
    """A table and its slots, those first that could gain most: best places are found quickly.

    ``steps`` counts the slots filled and the orders looked at: the work done here.
    """

    def __init__(self, table: IotaTable, scoring: bool) -> None:
        self.table = table
        self.steps = 0
        self._scoring = scoring
        self._slots = sorted(slots_of(table), key=self._most, reverse=True)

    def _most(self, slot: Slot) -> int:
        """What a slot could gain at most, whatever the hand and not for the last card."""
        if not self._scoring:
            return len(slot.keys)
        return slot.base + HAND * sum(slot.weights) << slot.doublings

    def best(self, hand: HandLines, deck: int, taken: AbstractSet[int]) -> Laid:
        """The place that gains most with none of the cells ``taken``."""
        places = Places(self.table, hand)
        size = len(hand.cards)
        sums = list(accumulate(sorted([POINTS[c] for c in hand.cards], reverse=True), initial=0))
        best = NOTHING
        for slot in self._slots:
            cells = len(slot.keys)
            if cells > size or not taken.isdisjoint(slot.keys):
                continue
            out = deck == 0 and cells == size
            if self._scoring:
                most = slot.base + sums[cells] + sums[sum(slot.weights) - cells]
                if most << slot.doublings + out <= best[0]:
                    if deck and self._most(slot) <= best[0]:
                        break
                    continue
            elif best[1] and not out and cells <= len(best[1]):
                break
            orders = places.fill(slot)
            self.steps += 1 + len(orders)
            for order in orders:
                gain = gain_of(slot, order, out, self._scoring)
                if gain > best[0] or not best[1]:
                    best = (gain, slot.keys, order)
        return best


def starts(table: IotaTable, hand: Cards) -> list[tuple[Swap | None, IotaTable, Cards]]:
    """How a turn can begin: with no swap or with any one; the table and the hand after it."""
    found: list[tuple[Swap | None, IotaTable, Cards]] = [(None, table, hand)]
    for swap in swaps(table, hand):
        key, card = swap
        held = tuple(sorted((*without(hand, (card,)), WILD)))
        found.append((swap, with_cards(table, (key,), (card,)), held))
    return found


def turns(sight: Sight, *, swapping: bool) -> Iterator[list[TurnPlan]]:
    """For each slot that can be filled, after no swap or after any one, the two turns that gain
    most there, the better one first."""
    begun = starts(sight.table, sight.hand)
    for first, on, held in begun if swapping else begun[:1]:
        for slot, orders in find_places(on, held):
            out = sight.deck == 0 and len(slot.keys) == len(held)
            ranked = [(gain_of(slot, order, out, sight.scoring), order) for order in orders]
            yield [
                TurnPlan(
                    gain=gain,
                    swap=first,
                    keys=slot.keys,
                    order=order,
                    exchange=(),
                    left=without(held, order),
                    table=on,
                )
                for gain, order in nlargest(2, ranked)
            ]
