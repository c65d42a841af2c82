"""What a petal goes through: its states, its sensors, and the scans that it is shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, NamedTuple

import numpy as np

from drivers.pad.arrays import Flags, Floats
from drivers.pad.sensors.deaf import Columns

TAKEN = 0.7  # of what crosstalk may have left: so much too much may be taken off
NEVER: Final = 1 << 62
"""Later than anything."""
_FULL_KEPT = 512  # samples at full scale that are remembered


class Mode(Enum):
    """What a petal is at."""

    IDLE = auto()
    TOUCHED = auto()  # undecided
    HELD = auto()  # by a hand whose contact was told
    LEANING = auto()  # loaded, by what is no contact or by a hand that rests there since long


@dataclass(frozen=True, slots=True)
class PetalSensors:
    """The two channels of a petal, which is column ``order`` among the petals: numbers, offsets in
    a scan, relative errors of their forces; and an index of both, by which numpy finds them
    soonest."""

    order: int
    channels: tuple[int, int]
    offsets_ns: tuple[int, int]
    gain_sigmas: tuple[float, float]
    both: Columns

    def of(self, rows: Floats) -> Floats:
        """float64[n, 2]: theirs, of float64[n, c] of all channels."""
        return rows[:, self.both]


class Stretch(NamedTuple):
    """Consecutive scans with everybody's forces: ``first`` numbers the first of them.

    ``newtons``, float64[n + 1, c], ``sources``, float64[n + 1, 2 s], and ``coupled`` (the most that
    the other petals may cause), float64[n + 1, s], begin with the scan before them. ``own``,
    float64[n, c]: without what is known to be coupled when the stretch begins; ``held``: the lesser
    of each own force and the one before it, so that a lone sample is nothing. ``levels`` (the
    greater own force) and ``starts`` (the least held force that may be the onset's): float64[n, s].
    bool[n + 1, s], true in the end: ``begins``, where a touch may begin; ``unsure``, where what
    presses is not above the release by more than can be coupled.
    ``rests_n``, float64[s]: with less nothing lies on a petal. ``unmeasured_n``: one sigma of
    pushes that no sensor reads, see ``Past``.
    """

    first: int
    t_ns: list[int]
    newtons: Floats
    sources: Floats
    own: Floats
    held: Floats
    levels: Floats
    starts: Floats
    coupled: Floats
    rests_n: Floats
    unmeasured_n: Floats | None
    begins: Flags
    unsure: Flags
    jitter_ns: int
    clock_uncertainty_ns: int

    def hides(
        self, i: int, order: int, channels: Sequence[int], own_n: float, release_n: float
    ) -> bool:
        """May a hand still press, in row ``i``, a petal that shows ``own_n`` by now, from which
        pushes are taken off that nobody reads?"""
        if self.unmeasured_n is None or not np.count_nonzero(self.unmeasured_n[i + 1]):
            return False
        read_n = max(float(self.newtons[i + 1, channel]) for channel in channels)
        return min(own_n + float(self.coupled[i + 1, order]), read_n) >= release_n


class FullScale:
    """When which of a petal's two sensors was at full scale under a hand."""

    def __init__(self) -> None:
        self._times: deque[tuple[int, int]] = deque(maxlen=_FULL_KEPT)

    def add(self, part: int, t_ns: int) -> None:
        """A sample at full scale."""
        self._times.append((part, t_ns))

    def of(self, from_ns: int, to_ns: int = NEVER) -> tuple[bool, bool]:
        """Was *top*, was *under* ever, between these times?"""
        if not self._times:
            return False, False
        parts = {part for part, t_ns in self._times if from_ns <= t_ns <= to_ns}
        return 0 in parts, 1 in parts
