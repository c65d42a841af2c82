"""The wire SYNC: an edge that both clocks see says more of them than any ping."""

from __future__ import annotations

from collections import deque
from typing import Final

from drivers.controller.clockmap import ClockMap
from drivers.part import SyncLine
from drivers.times import MS

EVERY_NS: Final = 100 * MS
NEAR_NS: Final = 40 * MS
"""An edge is the one that was driven within so much of where the map puts it: pings know better,
and the next edge of that direction is 200 ms away."""
KEPT: Final = 16


class SyncWire:
    """Drives the wire ten times a second, and finds each edge among those that the controller saw.

    The controller stamps an edge in its interrupt, we stamp before and after setting the line: to
    the clock map it is a ping of some 30 µs, so that it leaves the slower ones of the link out. A
    host that is interrupted in between makes it a slow one.
    """

    def __init__(self, line: SyncLine) -> None:
        self._line = line
        self._level = False
        self._due_ns = 0
        self._driven: deque[tuple[bool, int, int]] = deque(maxlen=KEPT)

    def drive(self, now_ns: int) -> None:
        """Change the level if it is time."""
        if now_ns < self._due_ns:
            return
        self._due_ns = now_ns + EVERY_NS
        moments = self._line(not self._level)
        if moments is not None:
            self._level = not self._level
            self._driven.append((self._level, *moments))

    def seen(self, level: bool, ticks: int, t_ns: int, clock: ClockMap) -> None:
        """The controller saw an edge at ``ticks``, by its map at ``t_ns``."""
        for driven in self._driven:
            was, before_ns, after_ns = driven
            if was is level and abs(t_ns - before_ns) < NEAR_NS:
                clock.add(before_ns, ticks, ticks, after_ns)
                self._driven.remove(driven)
                return
