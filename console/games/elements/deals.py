"""Deals by lot (E2, E8), spelled out on 64 raw bits: the same on every machine.

All orders of the pack that give the same hands are one deal, so that a shuffle is a single lot: one
of the 8008 ways to take six of sixteen cards, then one of the 210 to take six of ten.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import Final

from console.games.elements.hands import ASIDE, DECK, HAND, HANDS, Cards, HeldCards
from console.games.errors import bad_request
from console.games.rng import SEED_MAX

_SECOND: Final = comb(HAND + ASIDE, HAND)
_DEALS: Final = comb(len(DECK), HAND) * _SECOND

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio
_FOR_ZERO: Final = _MASK  # the finaliser leaves 0 as it is: seed 0 would deal the sorted pack


def _scramble(number: int) -> int:
    """64 bits that look random: the finaliser of SplitMix64."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


def lots_of(seed: int) -> int:
    """What all lots of a match start from. Raises ``GameError`` (bad_request) for its range."""
    if not 0 <= seed <= SEED_MAX:
        raise bad_request("The seed must be a whole number from 0 to 2^63 - 1.")
    return _scramble(seed)


def first_starter(lots: int) -> int:
    """Who starts the first round (E8)."""
    return lots & 1


def deal(lots: int, applied: int) -> tuple[HeldCards, HeldCards, HeldCards]:
    """The hands of seats 0 and 1 and the cards aside, dealt after ``applied`` actions.

    64 bits are so many more than there are deals that each is as likely to one part in 10^12.
    """
    lot = _scramble(lots + applied * _STEP & _MASK or _FOR_ZERO) % _DEALS
    hand, ways = _first_ways()[lot // _SECOND]
    other, aside = ways[lot % _SECOND]
    return hand, other, aside


@cache
def _first_ways() -> tuple[tuple[HeldCards, tuple[tuple[HeldCards, HeldCards], ...]], ...]:
    """All ways to take the first hand, each with all ways to take the second and what is left."""
    ways = _ways(DECK)
    made = {way: (HANDS[way[0]], _second_ways(way[1])) for way in set(ways)}
    return tuple([made[way] for way in ways])


def _second_ways(pack: Cards) -> tuple[tuple[HeldCards, HeldCards], ...]:
    ways = _ways(pack)
    made = {way: (HANDS[way[0]], HANDS[way[1]]) for way in set(ways)}
    return tuple([made[way] for way in ways])


def _ways(pack: Cards) -> list[tuple[Cards, Cards]]:
    """All ways to take a hand's cards out of these, with the cards left."""
    left = list(combinations(pack, len(pack) - HAND))
    left.reverse()  # what the first combination takes, the last one of the others leaves
    return list(zip(combinations(pack, HAND), left, strict=True))
