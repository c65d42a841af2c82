"""Hands that nobody has: a touch as a well kept table tells it, for demonstrations and lessons.

They go the way of all contacts, through the referee.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from drivers.events import Contact, Gesture
from drivers.times import MS

ONSET_NS: Final = 70_000
CLOCK_NS: Final = 20_000
"""One sigma of an onset, and of the pad's clock, as a well kept table has them."""
DECIDED_NS: Final = 24 * MS
HELD_NS: Final = 480 * MS
PEAK_N: Final = 14.0


@dataclass(frozen=True, slots=True)
class MadeUpHand:
    """A made-up touch, and until when it lies on the pad."""

    contact: Contact
    until_ns: int

    def lies(self, known_ns: int) -> bool:
        """Is it on the pad, which is known so far?"""
        return self.contact.t_ns <= known_ns < self.until_ns


def made_up(
    seat: int, onset_ns: int, gesture: Gesture = Gesture.GRAB, peak_n: float = PEAK_N
) -> MadeUpHand:
    """A hand that arrives at ``onset_ns``."""
    contact = Contact(
        seat=seat,
        gesture=gesture,
        t_ns=onset_ns,
        uncertainty_ns=ONSET_NS,
        clock_uncertainty_ns=CLOCK_NS,
        decided_ns=onset_ns + DECIDED_NS,
        peak_n=peak_n,
    )
    return MadeUpHand(contact, onset_ns + HELD_NS)
