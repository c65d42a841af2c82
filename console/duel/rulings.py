"""What the referee says. Every contact ends in exactly one First, DeadHeat or Ignored."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from drivers.events import Contact, Fall


class Standing(StrEnum):
    """What a contact would be worth if it were the first."""

    RIGHTFUL = "rightful"
    WRONGFUL = "wrongful"
    REFUSED = "refused"  # the rules do not take it now: a choice is pending, the game is over


Judge = Callable[[Contact], Standing]
"""Asks the rules what a contact would be worth at its time; must change nothing."""


class Reason(StrEnum):
    """Why a contact or a fall decides nothing."""

    UNSETTLED = "unsettled"  # after a ruling, before the pad was free for long enough (C26)
    DOUBT = "doubt"  # perhaps the first, but the doubt went to somebody rightful (C25)
    REFUSED = "refused"  # by the rules
    DISABLED = "disabled"  # its seat cannot be trusted
    LATE = "late"  # before the last event: a source broke its promise, or a choice overtook it


class RaceEntry(msgspec.Struct, frozen=True):
    """A contact in a race. ``place`` counts from 1 in order of onset.

    ``behind_ns`` is its onset less that of the race's first (negative only for a doubt that went
    to the first), ``uncertainty_ns`` the expanded joint uncertainty of that difference.
    """

    contact: Contact
    place: int
    behind_ns: int
    uncertainty_ns: int


class Race(msgspec.Struct, frozen=True):
    """Everybody who reached for the pad, as far as it is known: ``entries`` in order of onset."""

    standing: Standing
    entries: tuple[RaceEntry, ...]


class First(msgspec.Struct, frozen=True):
    """``contact`` was first: let the rules judge it now.

    ``field``: the other contacts of its race known already. The margin is the runner-up's
    ``behind_ns`` and its expanded uncertainty; None while nobody else is known.
    """

    contact: Contact
    standing: Standing
    field: tuple[Contact, ...]
    margin_ns: int | None
    margin_uncertainty_ns: int | None


class DeadHeat(msgspec.Struct, frozen=True):
    """Any of ``contacts`` (by onset, one a person) may have been first, all of one standing.

    The referee stands still until ``event_at`` tells it how the sudden death ended.
    """

    contacts: tuple[Contact, ...]
    standing: Standing


class Fallen(msgspec.Struct, frozen=True):
    """The pad fell before anybody claimed anything; ``seat`` is at fault (None: unknown, C13)."""

    fall: Fall
    seat: int | None


class Ignored(msgspec.Struct, frozen=True):
    """``contact`` decides nothing."""

    contact: Contact
    reason: Reason


class FallIgnored(msgspec.Struct, frozen=True):
    """``fall`` decides nothing: most often it is what comes of grabbing."""

    fall: Fall
    reason: Reason


class Settled(msgspec.Struct, frozen=True):
    """The pad has been free for long enough: ``race`` is complete."""

    race: Race


Ruling = First | DeadHeat | Fallen | Ignored | FallIgnored | Settled
