"""Hands of «Сила стихий» packed into numbers, and how likely sums of hidden hands are.

Three bits a kind of card say how many there are, so that adding and taking away cards is adding and
subtracting numbers; a pile may hold up to seven of a kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Final

from console.games.elements.hands import HANDS
from console.games.remembered import Remembered

_BITS: Final = 3
_MANY: Final = (1 << _BITS) - 1
_KINDS: Final = range(1, 7)

UNIT: Final = (0, *(1 << _BITS * (card - 1) for card in _KINDS))
"""A single card, by its number."""
SIX: Final = UNIT[6]


def packed(cards: Iterable[int]) -> int:
    """The number of a pile."""
    return sum([UNIT[card] for card in cards])


def unpacked(pile: int) -> tuple[int, ...]:
    """The cards of a pile, ascending."""
    return tuple([card for card in _KINDS for _ in range(pile >> _BITS * (card - 1) & _MANY)])


TOTAL: Final = {packed(cards): sum(cards) for cards in HANDS}
"""The sum of a hand."""
SIZE: Final = {packed(cards): len(cards) for cards in HANDS}
"""How many cards a hand has."""
KINDS: Final = {packed(cards): tuple(sorted(set(cards))) for cards in HANDS}
"""The cards that can be played from a hand."""

ZERO: Final = 64
"""Where the sum 0 stands in an entry of ``AT_MOST``."""
_LENGTH: Final = 160


class _Ways(Remembered[int, tuple[int, ...]]):
    most = 30  # up to 1716 hands each

    def work_out(self, key: int) -> tuple[int, ...]:
        pile, size = key >> _BITS, key & _MANY
        return tuple(map(packed, combinations(unpacked(pile), size)))


class _AtMost(Remembered[int, tuple[float, ...]]):
    most = 500

    def work_out(self, key: int) -> tuple[float, ...]:
        hands = WAYS[key]
        found = Counter([TOTAL[hand] for hand in hands])
        count, share, shares = 0, 0.0, []
        for total in range(-ZERO, _LENGTH - ZERO):
            if found[total]:  # the same object as long as it is the same share
                count += found[total]
                share = count / len(hands)
            shares.append(share)
        return tuple(shares)


def key_of(pile: int, size: int) -> int:
    """Names ``size`` cards out of a pile, in ``WAYS`` and ``AT_MOST``."""
    return pile << _BITS | size


WAYS: Final = _Ways()
"""All hands of some size out of a pile, each as often as it can be dealt, by ``key_of``."""
AT_MOST: Final = _AtMost()
"""How likely the sum of such a hand is at most ``n``, at ``ZERO + n``, for any sum and limit."""


def reveal_odds(key: int, total: int, limit: int, taken: int) -> float:
    """How likely a reveal wins (E5): a ``total`` within the ``limit``, against an opponent with the
    sum ``taken`` on the table and the cards ``key`` in hand."""
    if total > limit:
        return 0.0
    at_most = AT_MOST[key]
    return 1.0 - at_most[ZERO + limit - taken] + at_most[ZERO + total - 1 - taken]


def lead(key: int, total: int, limit: int, taken: int) -> float:
    """How a comparison now would probably go, from 1 (won) to -1 (lost); equal sums and two that
    are above the limit count 0."""
    at_most = AT_MOST[key]
    within = at_most[ZERO + limit - taken]
    if total > limit:
        return -within
    lower = at_most[ZERO + total - 1 - taken]
    return 1.0 - within + lower - (within - at_most[ZERO + total - taken])
