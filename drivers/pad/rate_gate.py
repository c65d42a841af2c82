"""Faults that come with a rate and go with quiet."""

from __future__ import annotations

from collections import deque

from drivers.pad.config import PadConfig


class RateGate:
    """Active once ``limit`` hits fell within ``window_ns``, until ``quiet_ns`` without one."""

    def __init__(self, limit: int, window_ns: int, quiet_ns: int) -> None:
        self._hits: deque[int] = deque(maxlen=limit)
        self._window_ns, self._quiet_ns = window_ns, quiet_ns
        self.active = False

    @staticmethod
    def of(config: PadConfig) -> RateGate:
        """That of nonsense on a pad."""
        return RateGate(config.nonsense_scans, config.fault_window_ns, config.fault_quiet_ns)

    def hit(self, t_ns: int) -> bool:
        """Count one; True if that made the gate active."""
        self._hits.append(t_ns)
        full = len(self._hits) == self._hits.maxlen
        rises = not self.active and full and t_ns - self._hits[0] <= self._window_ns
        self.active = self.active or rises
        return rises

    def forget(self) -> None:
        """What was counted until now, while it is not active, was none."""
        self._hits.clear()

    def quiet(self, t_ns: int) -> bool:
        """True if the gate went quiet by ``t_ns``."""
        if not self.active or t_ns - self._hits[-1] < self._quiet_ns:
            return False
        self.active = False
        self._hits.clear()
        return True
