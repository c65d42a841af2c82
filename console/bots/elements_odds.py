"""How likely sums of hidden hands of «Сила стихий» are."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Final

from console.games.bounded_cache import BoundedCache
from console.games.elements.hands import HANDS, KIND_BITS, HeldCards, unpacked

ZERO: Final = 64
"""Where the sum 0 stands in an entry of ``AT_MOST``."""
_LENGTH: Final = 160
_MANY: Final = (1 << KIND_BITS) - 1


class _AtMost(BoundedCache[int, tuple[float, ...]]):
    most = 500

    def work_out(self, key: int) -> tuple[float, ...]:
        hands = list(combinations(unpacked(key >> KIND_BITS), key & _MANY))
        found = Counter(map(sum, hands))
        count, share, shares = 0, 0.0, []
        for total in range(-ZERO, _LENGTH - ZERO):
            if found[total]:  # the same object as long as it is the same share
                count += found[total]
                share = count / len(hands)
            shares.append(share)
        return tuple(shares)


def key_of(pile: int, size: int) -> int:
    """Names ``size`` cards out of a packed pile, in ``AT_MOST``."""
    return pile << KIND_BITS | size


AT_MOST: Final = _AtMost()
"""How likely the sum of such a hand is at most ``n``, at ``ZERO + n``, for any sum and limit."""


def deals(unseen: int, size: int) -> list[tuple[HeldCards, HeldCards]]:
    """All hands of some size out of a packed pile, with the cards that are then aside; each as
    often as it can be dealt."""
    cards = unpacked(unseen)
    left = list(combinations(cards, len(cards) - size))
    left.reverse()  # what the first combination takes, the last one of the others leaves
    hands = combinations(cards, size)
    return [(HANDS[hand], HANDS[aside]) for hand, aside in zip(hands, left, strict=True)]


def reveal_odds(at_most: tuple[float, ...], total: int, limit: int, taken: int) -> float:
    """How likely a reveal wins (E5): a ``total`` within the ``limit``, against an opponent with the
    sum ``taken`` on the table and a hand ``at_most``, an entry of ``AT_MOST``."""
    if total > limit:
        return 0.0
    return 1.0 - at_most[ZERO + limit - taken] + at_most[ZERO + total - 1 - taken]


def lead(at_most: tuple[float, ...], total: int, limit: int, taken: int) -> float:
    """How a comparison now would probably go, from 1 (won) to -1 (lost); equal sums and two that
    are above the limit count 0."""
    within = at_most[ZERO + limit - taken]
    if total > limit:
        return -within
    lower = at_most[ZERO + total - 1 - taken]
    return 1.0 - within + lower - (within - at_most[ZERO + total - taken])
