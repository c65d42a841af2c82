"""The words that leave the drivers: what people did, decoded from electricity.

All times are integer nanoseconds on ``CLOCK_MONOTONIC``, taken where the thing happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

import msgspec

from drivers.errors import Misfit


class Button(IntEnum):
    """The four buttons of a seat."""

    LEFT = 0
    RIGHT = 1
    OK = 2
    BACK = 3


class Gesture(StrEnum):
    """How a hand lay on its petal: pinched (both sensors) or flat (the top one only)."""

    GRAB = "grab"
    PALM = "palm"


class Fault(StrEnum):
    """Why a seat or a source cannot be trusted."""

    STUCK_BUTTON = "stuck_button"
    CHATTER = "chatter"  # more edges than a person or a bouncing switch can make
    LEANING = "leaning"  # a hand rests on the petal; it counts from its next rise
    NEIGHBOUR = "neighbour"  # the hand on the petal beside presses this one too
    STUCK_PAD = "stuck_pad"  # loaded for longer than any hand stays
    DEAD_CHANNEL = "dead_channel"
    SWAPPED = "swapped"  # the plugs of top and under
    CROSSED = "crossed"  # a plug of this petal and one of another
    SATURATED = "saturated"  # full scale under a hand: only its onset can be believed
    UNEVEN = "uneven"  # it reads unlike its sisters, or top against under as on no other petal
    NOISY_CHANNEL = "noisy_channel"
    NONSENSE = "nonsense"  # codes or times that cannot be
    SILENT = "silent"  # nothing arrives any more
    LOST_EDGES = "lost_edges"


STILL_TRUSTED = frozenset({Fault.LEANING, Fault.NEIGHBOUR, Fault.SATURATED, Fault.UNEVEN})
"""Faults that are told, and leave the seat trusted: its contacts count."""

OF_HANDS = frozenset({Fault.LEANING, Fault.NEIGHBOUR})
"""What hands do to a petal, and end."""


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """A debounced press or release; ``t_ns`` is the first edge, ``uncertainty_ns`` one sigma."""

    seat: int
    button: Button
    pressed: bool
    t_ns: int
    uncertainty_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """A hand arriving on the pad.

    ``t_ns`` is the onset (0.5 N), ``uncertainty_ns`` one sigma of it within the pad's own clock,
    ``clock_uncertainty_ns`` one sigma of the map from that clock to ours: shared by all contacts of
    the pad, so it enters reaction times but not who was first.
    ``decided_ns`` is the sample time at which the gesture became certain, ``peak_n`` the greatest
    force until then in newtons. Where a finger rested or bounced near 0.5 N, or may have clicked in
    one sample before, ``early_ns`` and ``late_ns`` are how much before and after ``t_ns`` it may
    have come, at most: then they, and not ``uncertainty_ns``, say who came in doubt with it.
    """

    seat: int
    gesture: Gesture
    t_ns: int
    uncertainty_ns: int
    clock_uncertainty_ns: int
    decided_ns: int
    peak_n: float
    early_ns: int = 0
    late_ns: int = 0


@dataclass(frozen=True, slots=True)
class Fall:
    """The pad was knocked off its cradle (``down``) or put back on it."""

    down: bool
    t_ns: int
    uncertainty_ns: int


@dataclass(frozen=True, slots=True)
class SeatFault:
    """A seat's input cannot be trusted (``active``) or can be again; with one of ``STILL_TRUSTED``
    it can be all the same."""

    seat: int
    fault: Fault
    active: bool
    t_ns: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SourceFault:
    """A whole source (``"buttons"`` or ``"pad"``) went silent (``active``) or came back.
    ``misfit``: a pad answers in its place that cannot be used; told when that is known."""

    source: str
    fault: Fault
    active: bool
    t_ns: int
    detail: str = ""
    misfit: Misfit | None = None


class PetalHold(NamedTuple):
    """A hand whose contact was told, or that was there before anybody looked or as a gap in the
    scans ended, lies on its petal: until it has gone or rests there; in the far future while that
    is not known."""

    seat: int
    from_ns: int
    until_ns: int


class PadProgress(msgspec.Struct, frozen=True, array_like=True):
    """How far the pad is known.

    Every contact with an onset up to ``complete_to_ns`` has been reported. ``loaded`` are the seats
    whose petal carries a hand now (one that leans there is none), ``pending`` those of them whose
    touch is not decided yet. ``holds`` are all that were not over by the ``complete_to_ns`` of the
    progress before: the same, whenever somebody looks. None: whoever made this up tells none.
    A crash report has one for each look: an array takes less than an object.
    """

    complete_to_ns: int
    loaded: frozenset[int]
    pending: frozenset[int]
    holds: tuple[PetalHold, ...] | None = None


InputEvent = ButtonEvent | Contact | Fall | SeatFault | SourceFault | PadProgress
