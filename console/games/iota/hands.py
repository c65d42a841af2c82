"""A hand's parts, each of which can be placed together (I2, I3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from console.games.iota.actions import HAND
from console.games.iota.cards import BIT, WILD, fit_together, fitting
from console.games.iota.slots import Order


@dataclass(frozen=True, slots=True)
class HandPart:
    """``reals`` is the set of its real cards, ``wilds`` the number of the others; ``orders`` are
    all its orders, ``by_place[i][card]`` those with ``card`` at ``i``."""

    cards: Order
    reals: int
    wilds: int
    orders: list[Order]
    by_place: list[dict[int, list[Order]]]


class HandLines:
    """Cards by number, and what can be made of them, found out once and remembered."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = tuple(cards)
        self.longest = min(len(self.cards), HAND)
        self._parts = [self._parts_of(size) for size in range(self.longest + 1)]
        self._known: dict[tuple[int, int], list[tuple[HandPart, int]]] = {}

    def _parts_of(self, size: int) -> list[HandPart]:
        """The parts of this size that make a line by themselves, each once."""
        parts = []
        for cards in dict.fromkeys(combinations(self.cards, size)):
            if fit_together(cards):
                orders = list(dict.fromkeys(permutations(cards)))
                by_place = [
                    {card: [order for order in orders if order[i] == card] for card in cards}
                    for i in range(size)
                ]
                reals = sum([BIT[card] for card in cards])
                parts.append(HandPart(cards, reals, cards.count(WILD), orders, by_place))
        return parts

    def lines(self, size: int, run: tuple[int, ...]) -> list[tuple[HandPart, int]]:
        """The parts of this size that make a line with these cards of the table, each with the real
        cards that could join it, and so what a wild in it could stand for."""
        known = (size, sum([BIT[card] for card in run]))
        if known not in self._known:
            self._known[known] = [
                (part, fitting(line))
                for part in self._parts[size]
                if fit_together(line := (*run, *part.cards))
            ]
        return self._known[known]
