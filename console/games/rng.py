"""Lots and shuffles, spelled out on a generator's raw bits: the same on every Python version."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from console.games.errors import bad_request

T = TypeVar("T")

SEED_MAX: Final = 2**63 - 1


class Rng:
    """A seeded source of lots. ``seed``: 0 to 2**63 - 1, else ``GameError`` (bad_request).

    Only the generator's raw bits are used (the Mersenne Twister's, which Python never changes); the
    library's own ``shuffle`` and ``randrange`` may change between versions.
    """

    def __init__(self, seed: int) -> None:
        if not 0 <= seed <= SEED_MAX:
            raise bad_request("The seed must be a whole number from 0 to 2^63 - 1.")
        source = random.Random(seed)
        self._bits: Callable[[int], int] = source.getrandbits
        self.lot: Callable[[], float] = source.random
        """A number from 0 up to 1, and never 1: 53 raw bits, for lots that must be drawn fast."""

    def below(self, limit: int) -> int:
        """A fair number from 0 to ``limit - 1``; ``limit`` at least 1."""
        width = limit.bit_length()
        number = self._bits(width)
        while number >= limit:
            number = self._bits(width)
        return number

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """A shuffled copy (Fisher and Yates, from the last place down)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
