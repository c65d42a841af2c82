"""The clock is an argument: wall time on the table, virtual time in tests and headless play."""

from __future__ import annotations

import sys
import time
from typing import Protocol

from drivers.errors import ClockStalled
from drivers.times import SECOND


class Clock(Protocol):
    """Monotonic time in nanoseconds, and a way to wait for it."""

    def now_ns(self) -> int:
        """The present moment on this clock."""
        ...

    def sleep_until(self, t_ns: int | None) -> None:
        """Wait until ``t_ns``; ``None`` means that nothing is scheduled."""
        ...


class WallClock:
    """``CLOCK_MONOTONIC``, the clock that the kernel stamps edges with.

    On Windows, where no board stamps anything, its performance counter: Python's monotonic clock
    goes there in steps of 16 ms up to version 3.12.
    """

    IDLE_NS = 50_000_000

    def now_ns(self) -> int:
        return time.perf_counter_ns() if sys.platform == "win32" else time.monotonic_ns()

    def sleep_until(self, t_ns: int | None) -> None:
        """Sleep; with nothing scheduled look again after 50 ms (a wire may speak at any time)."""
        wait_ns = self.IDLE_NS if t_ns is None else t_ns - self.now_ns()
        if wait_ns > 0:
            time.sleep(wait_ns / SECOND)


class VirtualClock:
    """Time that jumps to the next event and never waits."""

    def __init__(self, start_ns: int = 0) -> None:
        self._now_ns = start_ns

    def now_ns(self) -> int:
        return self._now_ns

    def sleep_until(self, t_ns: int | None) -> None:
        """Jump to ``t_ns``; a past moment leaves the time as it is.

        Raises ClockStalled when nothing is scheduled: a simulation that waits for nobody is a bug.
        """
        if t_ns is None:
            raise ClockStalled(
                "nothing is scheduled after {now_ns} ns: virtual time cannot move on",
                now_ns=self._now_ns,
            )
        self._now_ns = max(self._now_ns, t_ns)
