"""What the screen shows of «Сила стихий»: plain values, no words, no rules.

Cards are numbers: 1 wood, 2 fire, 3 earth, 4 metal, 5 water, 6 yin-yang. Pairs are by player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.table.view import Target

Cards = tuple[int, ...]

CARD: Final = "card"
"""The kind of a first target: (place in the hand,)."""
TAKE: Final = "take"
REVEAL: Final = "reveal"
CONCEDE: Final = "concede"
PLATES: Final = (TAKE, REVEAL, CONCEDE)
"""The kinds of the other first targets, in the order of ◀ ▶."""

CHAIN: Final = Target("chain")
"""A second target: the card comes onto the chain."""
DISCARD: Final = Target("discard")
"""A second target: the 6 leaves the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementsBoard:
    """What lies open: ``chain`` bottom to top, ``limit`` its sum, ``taken`` in the order taken,
    ``discard`` the sixes, and ``aside``, how many lie there unseen.

    ``target`` points win, or most points after ``rounds`` of them. ``offer`` are the kinds of
    ``PLATES`` that may be possible as far as all know; ``limit_after`` is the limit once the card
    is taken, while that is under the cursor. A card of the hand is nobody's business.
    """

    chain: Cards
    limit: int
    taken: tuple[Cards, Cards]
    discard: Cards
    aside: int
    round: int
    target: int
    rounds: int | None
    offer: tuple[str, ...] = ()
    limit_after: int | None = None


@dataclass(frozen=True, slots=True)
class ElementsSecret:
    """What the owner of a hand may read: the own sum, the limit, and both after the turn that is
    under the cursor (None when that turn moves no card)."""

    total: int
    limit: int
    after: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementsNews:
    """A round's result: who gets ``points``, ``by`` whose turn and why; ``reason`` is the engine's.

    ``hands`` and ``sums`` are None for a hand that nobody was shown, ``counts`` how many cards it
    has. The rest is what lay open, and the match as it stands now.
    """

    winner: int
    points: int
    reason: str
    by: int
    limit: int
    sums: tuple[int | None, int | None]
    hands: tuple[Cards | None, Cards | None]
    counts: tuple[int, int]
    taken: tuple[Cards, Cards]
    chain: Cards
    scores: tuple[int, int]
    round: int
    target: int
    rounds: int | None
    winners: Cards = ()
