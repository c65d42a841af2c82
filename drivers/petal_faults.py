"""What can be wrong with one petal: stuck, a dead channel, fluttering, nonsense."""

from __future__ import annotations

import numpy as np

from drivers.baseline import VARIANCE, Baseline
from drivers.events import Contact, Fault, SeatFault, SourceFault
from drivers.faults import RateGate
from drivers.forces import Forces
from drivers.pad_config import PadConfig
from drivers.touches import Stretch

TOLD_ONLY = frozenset({Fault.LEANING, Fault.NEIGHBOUR})
"""Faults that are told, and keep no contact from counting."""
PadEvent = Contact | SeatFault | SourceFault


class PetalFaults:
    """One petal's faults, each reported when it begins and ends; ``active`` are those of now."""

    def __init__(
        self,
        seat: int,
        channels: tuple[int, int],
        config: PadConfig,
        baseline: Baseline,
        forces: Forces,
    ) -> None:
        self._seat, self._channels, self._config = seat, channels, config
        self._baseline, self._forces = baseline, forces
        self.active: set[Fault] = set()
        self._dead_counts = [0, 0]
        self._brushes = RateGate(config.brushes, config.fault_window_ns, config.fault_quiet_ns)

    def set(self, fault: Fault, active: bool, t_ns: int, detail: str, out: list[PadEvent]) -> None:
        """Report a change of ``fault``; the same state again says nothing."""
        if active != (fault in self.active):
            (self.active.add if active else self.active.discard)(fault)
            out.append(SeatFault(self._seat, fault, active, t_ns, detail))

    def brush(self, t_ns: int, out: list[PadEvent]) -> None:
        """Count a brush: too many of them are no hands."""
        if self._brushes.hit(t_ns):
            self.set(Fault.NOISY_CHANNEL, True, t_ns, "flutters", out)

    def go_quiet(self, t_ns: int, out: list[PadEvent]) -> None:
        """A block without idle noise ended: a flutter may be over too."""
        if not self._brushes.active or self._brushes.quiet(t_ns):
            self.set(Fault.NOISY_CHANNEL, False, t_ns, "", out)

    @property
    def disabling(self) -> bool:
        """Can the petal not be believed? A hand that leans on it can."""
        return bool(self.active - TOLD_ONLY)

    def check_lean(self, since_ns: int, t_ns: int, out: list[PadEvent]) -> None:
        """A hand has leant on the petal since ``since_ns``: is that to be told?"""
        if t_ns >= since_ns + self._config.lean_ns:
            self.set(Fault.LEANING, True, t_ns, "a hand lies on the petal", out)

    def end_lean(self, t_ns: int, out: list[PadEvent]) -> None:
        """Nobody leans on the petal any more."""
        if self.active:
            for fault in sorted(TOLD_ONLY & self.active):
                self.set(fault, False, t_ns, "", out)

    def check_stuck(self, since_ns: int, t_ns: int, out: list[PadEvent]) -> None:
        """Held since ``since_ns``: is that longer than any hand stays?"""
        stuck_ns = since_ns + self._config.stuck_ns
        if t_ns >= stuck_ns:
            self.set(Fault.STUCK_PAD, True, stuck_ns, "loaded for too long", out)

    def watch_dead(
        self, silent: int, peak_n: float, stretch: Stretch, i: int, out: list[PadEvent]
    ) -> None:
        """A channel that gives nothing while its partner is pressed; or one that has always been
        still and shows not one code of change then, many times."""
        channel, t_ns = self._channels[silent], stretch.t_ns[i]
        scan = stretch.first + i + 1
        _, _, codes = self._forces.window(scan - self._forces.look_back_scans, scan)
        if self._baseline.broken(channel, codes[:, channel]):
            self.set(Fault.DEAD_CHANNEL, True, t_ns, f"channel {channel}", out)
            return
        still = self._baseline.state[channel, VARIANCE] == 0
        constant = still and int(np.ptp(codes[:, channel])) == 0
        if not constant:
            self._dead_counts[silent] = 0
            self.set(Fault.DEAD_CHANNEL, False, t_ns, "", out)
        elif peak_n >= self._config.dead_peak_n:
            self._dead_counts[silent] += 1
            if self._dead_counts[silent] >= self._config.dead_touches:
                self.set(Fault.DEAD_CHANNEL, True, t_ns, f"channel {channel}", out)
