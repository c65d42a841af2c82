"""Hands, each made once: what is left after a card, and what may be done, are looked up.

There are few hands (514 from none to six cards), so that a turn needs no counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from console.games.elements.actions import (
    CONCEDE,
    DISCARD,
    KINDS,
    PLAY,
    REVEAL,
    TAKE,
    YIN_YANG,
    Action,
)

HAND: Final = 6
"""How many cards are dealt to each player (E2)."""
ASIDE: Final = 4
"""How many stay aside (E2)."""

Cards = tuple[int, ...]

DECK: Final[Cards] = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, *(YIN_YANG,) * 6)
"""All 16 cards (E1), sorted."""

EMPTY: Final = 2
"""So much further in ``HeldCards.menus`` are the actions while there is no chain; 1 further they
are those with a sum above the limit."""


KIND_BITS: Final = 3
"""Packed into a number, a pile has so many bits a kind of card: up to seven of each. Adding and
taking away cards is adding and subtracting numbers."""


def packed(cards: Iterable[int]) -> int:
    """The number of a pile."""
    return sum([1 << KIND_BITS * (card - 1) for card in cards])


def unpacked(pile: int) -> Cards:
    """The cards of a pile, ascending."""
    many = (1 << KIND_BITS) - 1
    return tuple([card for card in KINDS for _ in range(pile >> KIND_BITS * (card - 1) & many)])


@dataclass(frozen=True, slots=True)
class HeldCards:
    """``cards`` are sorted, ``total`` is their sum, ``packed`` their number, ``without`` the hand
    once a card has left it, by kind.

    ``menus`` are the legal actions, at ``Options.menu`` and the situation.
    """

    cards: Cards
    total: int = field(compare=False)
    packed: int = field(compare=False, repr=False)
    without: dict[int, HeldCards] = field(compare=False, repr=False)
    menus: tuple[tuple[Action, ...], ...] = field(compare=False, repr=False)


def _menu(
    kinds: Cards, *, concede: bool, forbidden: bool, empty: bool, over: bool
) -> tuple[Action, ...]:
    """The legal actions with these kinds of cards: plays, then the others as E4 names them.

    ``empty``: there is no chain; ``over``: the sum is above the limit.
    """
    if over and not kinds:
        return (CONCEDE,) if concede else (REVEAL,)  # E7, E10
    actions: list[Action] = [PLAY[card] for card in kinds]
    if not empty:
        actions.append(TAKE)
    if YIN_YANG in kinds:
        actions.append(DISCARD)
    if not (over and forbidden):
        actions.append(REVEAL)
    if concede:
        actions.append(CONCEDE)
    return tuple(actions)


@cache
def _menus(kinds: Cards) -> tuple[tuple[Action, ...], ...]:
    """In the order of ``Options.menu``, then ``EMPTY``, then the sum."""
    no_yes = (False, True)
    return tuple(
        _menu(kinds, concede=concede, forbidden=forbidden, empty=empty, over=over)
        for concede in no_yes
        for forbidden in no_yes
        for empty in no_yes
        for over in no_yes
    )


def _all_hands() -> dict[Cards, HeldCards]:
    """Small ones first: the larger ones point to them."""
    hands: dict[Cards, HeldCards] = {}
    deck = Counter(DECK)
    for size in range(HAND + 1):
        for cards in combinations_with_replacement(KINDS, size):
            if Counter(cards) <= deck:
                kinds = tuple(sorted(set(cards)))
                without = {}
                for card in kinds:
                    at = cards.index(card)
                    without[card] = hands[cards[:at] + cards[at + 1 :]]
                hands[cards] = HeldCards(cards, sum(cards), packed(cards), without, _menus(kinds))
    return hands


HANDS: Final[dict[Cards, HeldCards]] = _all_hands()
"""Every hand by its sorted cards; the four cards aside are looked up here too."""
