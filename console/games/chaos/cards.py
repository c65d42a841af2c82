"""The cards of «Хаос» (C1, C2, C30), written as the engine protocol writes them."""

from __future__ import annotations

from typing import Final

Card = str
"""A symbol card ``"a1R"`` (family, variant, colour) or one of ``SPECIALS``."""

Pile = tuple[Card, ...]

GRAB: Final = "grab"
PALM: Final = "palm"
ALL: Final = "all"
LEFT: Final = "left"
SPECIALS: Final = (GRAB, PALM, ALL, LEFT)

FAMILIES: Final = "abcde"
VARIANTS: Final = "123"
COLOURS: Final = "RGBY"

SYMBOLS: Final = tuple(family + variant for family in FAMILIES for variant in VARIANTS)
SYMBOL_CARDS: Final = tuple(symbol + colour for symbol in SYMBOLS for colour in COLOURS)
SYMBOL_OF: Final = {card: card[:2] for card in SYMBOL_CARDS}
"""Symbol card to symbol: colour never matters (C1), a special card has no symbol (C22)."""


def full_deck(specials: tuple[int, int, int, int], players: int) -> list[Card]:
    """All cards of a match, in a fixed order: 70, or 68 for two players (C30).

    ``specials``: how many of each of ``SPECIALS``; for two players it counts before two ``left``
    leave the deck (C33).
    """
    deck = list(SYMBOL_CARDS)
    for card, count in zip(SPECIALS, specials, strict=True):
        deck += [card] * (count - 2 if card == LEFT and players == 2 else count)
    return deck
