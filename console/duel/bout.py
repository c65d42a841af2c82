"""A duel that ranks its hands: races for the light, each for the best place that is left (V29)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from console.duel.sudden_death import Again, SuddenDeath, Winner
from drivers.events import Contact, PadProgress


class Bout:
    """Feed it as a ``SuddenDeath``, and call ``decide`` until it returns None. After each
    ``Winner`` it waits for ``go_on``.

    ``placed`` are the seats that have a place, the best first; ``touched`` what hands did in the
    last race, by onset.
    """

    def __init__(self, seats: Sequence[int], rng: Random, now_ns: int) -> None:
        """Its first race begins at ``now_ns`` with hands off.

        Raises ConfigError for fewer than two seats or a seat given twice.
        """
        self._rng = rng
        self.left = tuple(seats)
        """The seats without a place."""
        self.placed: tuple[int, ...] = ()
        self.touched: list[Contact] = []
        self.race: SuddenDeath | None = SuddenDeath(seats, rng, now_ns)
        """None between races, and when all have their places."""

    @property
    def over(self) -> bool:
        """Has everybody a place?"""
        return not self.left

    def add(self, contact: Contact) -> None:
        """A touch; also one that comes after who was first."""
        self.touched.append(contact)
        if self.race is not None:
            self.race.add(contact)

    def progress(self, progress: PadProgress) -> None:
        """How far the pad is known."""
        if self.race is not None:
            self.race.progress(progress)

    def decide(self) -> Winner | Again | None:
        """What came of a race, or of a try at it, once that is sure."""
        if self.race is None:
            return None
        outcome = self.race.decide()
        if isinstance(outcome, Winner):
            self.race = None
            self._place(outcome.seat)
            if len(self.left) == 1:
                self._place(self.left[0])
        return outcome

    def _place(self, seat: int) -> None:
        self.placed = (*self.placed, seat)
        self.left = tuple(other for other in self.left if other != seat)

    def go_on(self, now_ns: int) -> None:
        """The next race begins with hands off, if it is not over."""
        if not self.over:
            self.touched = []
            self.race = SuddenDeath(self.left, self._rng, now_ns)
