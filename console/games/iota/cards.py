"""The cards of IOTA (I1) and which of them fit together in a line (I2), as sets of 64 bits.

Outside this package a card is a text, as the engine protocol writes it. Inside it is a number: 0 to
63 in the order of the texts, ``WILD`` for a wild; a set of cards is an integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

Card = str
"""A real card ``"Rc3"`` (colour, shape, number) or ``"W"``, a wild."""

WILD_CARD: Final = "W"
WILDS: Final = 2
REAL_CARDS: Final[tuple[Card, ...]] = tuple(
    map("".join, product("BGRY", "cstx", "1234"))  # sorted as text
)

WILD: Final = len(REAL_CARDS)
ALL: Final = (1 << WILD) - 1
"""Every real card."""

NUMBER_OF: Final[dict[Card, int]] = {card: n for n, card in enumerate((*REAL_CARDS, WILD_CARD))}
"""A card's number by its text."""

TEXT_OF: Final[tuple[Card, ...]] = tuple(NUMBER_OF)
POINTS: Final[tuple[int, ...]] = (*(int(card[2]) for card in REAL_CARDS), 0)
"""What a card counts (I5, I8), by its number."""

BIT: Final[tuple[int, ...]] = (*(1 << n for n in range(WILD)), 0)
"""The set of this card alone; empty for a wild, which is no real card."""


def _having(place: int, value: str) -> int:
    return sum(BIT[n] for n, card in enumerate(REAL_CARDS) if card[place] == value)


_VALUES: Final = tuple({card[place]: 0 for card in REAL_CARDS} for place in range(3))
_SETS: Final = tuple({v: _having(place, v) for v in _VALUES[place]} for place in range(3))


def _third(one: Card, other: Card) -> int:
    """The cards that make a line with two real ones: the same, or different from both (I2)."""
    fitting = ALL
    for place, sets in enumerate(_SETS):
        if one[place] == other[place]:
            fitting &= sets[one[place]]
        else:
            fitting &= ALL & ~(sets[one[place]] | sets[other[place]])
    return fitting


THIRD: Final[tuple[tuple[int, ...], ...]] = (
    *((*(_third(one, other) for other in REAL_CARDS), ALL) for one in REAL_CARDS),
    (ALL,) * (WILD + 1),
)
"""``THIRD[a][b]``: the real cards that make a line with both; a wild asks for nothing."""


def fitting(line: Iterable[int]) -> int:
    """The real cards that could join all of these in one line; none if they are no line.

    A line is right if every three of its cards are, so that a look at pairs is enough.
    """
    cards = [card for card in line if card != WILD]
    if len(cards) == 2:
        return THIRD[cards[0]][cards[1]]
    if len(cards) == 1:
        return ALL & ~BIT[cards[0]]
    found = ALL
    for index, card in enumerate(cards):
        row = THIRD[card]
        for other in cards[:index]:
            found &= row[other]
    return found


def fit_together(line: Iterable[int]) -> bool:
    """Whether the real cards among these make a line (I2), however long; wilds are left out."""
    found = ALL
    before: list[int] = []
    for card in line:
        if card == WILD:
            continue
        if not found & BIT[card]:
            return False
        row = THIRD[card]
        for other in before:
            found &= row[other]
        before.append(card)
    return True


def each(cards: int) -> Iterator[int]:
    """The numbers of the cards in a set, ascending."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest
