"""Faults on demand: what breaks on a table in a café, switched on and off at any moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from drivers.errors import ConfigError


class SimFault(StrEnum):
    """What can be broken. ``at`` is a line for the first four, a channel for the next six (None:
    all of them); ``level`` says how much of a fault that comes in degrees (``LEVELS``)."""

    WORN = "worn"  # a line bounces as long as the worst of switches
    FLOOD = "flood"  # a line chatters at about 2 kHz
    STUCK = "stuck"  # a line stays active
    LOST_EDGES = "lost_edges"  # a line's edges are counted but never arrive (all lines: None)
    DEAD = "dead"  # a broken wire: code 0
    SHORTED = "shorted"  # the greatest code
    NOISY = "noisy"  # a loose wire crackles: one sample in fifteen is far off
    SATURATED = "saturated"  # the greatest code from ``level`` of it on
    SWAPPED = "swapped_plugs"  # a petal's sensors are on each other's wires
    DRIFTED = "drifted"  # more or less sensitive by ``level`` than when it was weighed
    COUPLED = "coupled"  # neighbours feel ``level`` of a petal's force
    HUM = "hum"  # 50 Hz on all channels, ``level`` of full scale
    FROZEN_BUTTONS = "frozen_buttons"  # no edge arrives
    FROZEN_PAD = "frozen_pad"  # no sample arrives
    NONSENSE_CODES = "nonsense_codes"  # codes that the converter cannot give
    NONSENSE_TIMES = "nonsense_times"  # scans and edges with times that cannot be


_NEED_PLACE = {
    SimFault.FLOOD,
    SimFault.STUCK,
    SimFault.DEAD,
    SimFault.SHORTED,
    SimFault.NOISY,
    SimFault.SATURATED,
    SimFault.SWAPPED,
}
OF_CHANNELS = (
    SimFault.DEAD,
    SimFault.SHORTED,
    SimFault.NOISY,
    SimFault.SATURATED,
    SimFault.SWAPPED,
)
LEVELS = {
    SimFault.SATURATED: 0.75,
    SimFault.DRIFTED: -0.15,
    SimFault.COUPLED: 0.06,
    SimFault.HUM: 0.01,
}
"""How much of it where nobody says."""


@dataclass(slots=True)
class Spell:
    """A fault from ``start_ns`` on; ``end_ns`` is None while nobody has mended it."""

    fault: SimFault
    at: int | None
    start_ns: int
    end_ns: int | None = None
    level: float = 0.0

    def covers(self, t_ns: int) -> bool:
        return self.start_ns <= t_ns and (self.end_ns is None or t_ns < self.end_ns)

    def covering(self, t_ns: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Which of the moments it covers."""
        after = t_ns >= self.start_ns
        return after if self.end_ns is None else after & (t_ns < self.end_ns)

    def meets(self, from_ns: int, to_ns: int) -> bool:
        """Is it on at any moment from ``from_ns`` to ``to_ns``?"""
        return self.start_ns <= to_ns and (self.end_ns is None or from_ns < self.end_ns)


class Faults:
    """The switchboard. ``changed`` is told of each spell that begins or ends."""

    def __init__(self, changed: Callable[[Spell, int], int]) -> None:
        self._changed = changed
        self.spells: list[Spell] = []

    def begin(
        self, fault: SimFault, t_ns: int, at: int | None = None, level: float | None = None
    ) -> None:
        """Break it from ``t_ns`` on (at the earliest after what was read already).

        Raises ConfigError when a fault of one line or channel is given no place.
        """
        if at is None and fault in _NEED_PLACE:
            raise ConfigError("fault {value}: say which line or channel breaks", value=fault.value)
        degree = LEVELS.get(fault, 0.0) if level is None else level
        spell = Spell(fault, at, t_ns, level=degree)
        spell.start_ns = self._changed(spell, t_ns)
        self.spells.append(spell)

    def end(self, fault: SimFault, t_ns: int, at: int | None = None) -> None:
        """Mend it at ``t_ns``; what is not broken stays whole."""
        for spell in self.spells:
            if (spell.fault, spell.at, spell.end_ns) == (fault, at, None):
                spell.end_ns = max(t_ns, spell.start_ns)
                spell.end_ns = self._changed(spell, spell.end_ns)

    def on(self, fault: SimFault, t_ns: int, at: int | None = None) -> bool:
        """Is ``fault`` on at ``t_ns``, at this place or everywhere?"""
        if not self.spells:
            return False
        return any(
            spell.fault is fault and spell.at in (None, at) and spell.covers(t_ns)
            for spell in self.spells
        )

    def during(self, fault: SimFault, from_ns: int, to_ns: int) -> list[Spell]:
        """The spells of ``fault`` that touch a stretch of time."""
        return [s for s in self.spells if s.fault is fault and s.meets(from_ns, to_ns)]
