"""The photo finish: the force curves of the hands of one race, as the decoder saw them.

Plain values: who only reads or shows them needs no decoder. ``developing`` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.pad.arrays import Floats
from drivers.times import MS

Times = npt.NDArray[np.int64]

STRAGGLER_NS: Final = 250 * MS
"""A hand so much later than the first was no rival: it only came to the pad too."""


class Result(StrEnum):
    """What the race came to for whoever was first."""

    WON = "won"
    FALSE = "false"  # the first one should not have touched
    TIED = "tied"


@dataclass(frozen=True, slots=True, eq=False)
class ForceCurve:
    """One sensor's own force: int64[n] sample times of its channel, float64[n] newtons."""

    part: str
    t_ns: Times
    force_n: Floats


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HandTrace:
    """One hand of the race.

    ``uncertainty_ns`` is the expanded one of the onset, as a margin's. ``behind_ns`` counts from
    the first (below 0 for a doubt that went to the first), ± ``behind_uncertainty_ns``.
    ``reaction_ns`` counts from the shown moment. ``early_ns`` and ``late_ns``: how much before and
    after its onset a hand that rested near the threshold may have come, at most.
    """

    seat: int
    onset_ns: int
    uncertainty_ns: int
    behind_ns: int
    behind_uncertainty_ns: int
    reaction_ns: int | None
    curves: tuple[ForceCurve, ...]  # top, under
    early_ns: int = 0
    late_ns: int = 0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PhotoFinish:
    """A race to be looked at: ``hands`` by onset, ``first`` the seat that was first (None: tied).

    The margin is between the first and the next hand of somebody else, ± its expanded uncertainty;
    None for a hand that was alone.
    """

    result: Result
    first: int | None
    hands: tuple[HandTrace, ...]
    shown_ns: int | None
    light: bool
    threshold_n: float
    margin_ns: int | None
    margin_uncertainty_ns: int | None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats concerned, by onset."""
        return tuple(hand.seat for hand in self.hands)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats at the first place: one, or those of a dead heat."""
        if self.first is not None:
            return (self.first,)
        return tuple(s for s, place in zip(self.seats, self.order, strict=True) if place == 1)

    @property
    def order(self) -> tuple[int, ...]:
        """The places of ``hands``: those of a dead heat share the first."""
        if self.margin_uncertainty_ns is None or self.result is not Result.TIED:
            return tuple(range(1, len(self.hands) + 1))
        tied = [hand.behind_ns < max(hand.behind_uncertainty_ns, 1) for hand in self.hands]
        places = count(sum(tied) + 1)
        return tuple(1 if first else next(places) for first in tied)
