"""What a petal tells of a touch that is decided, and what that says of its sensors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from drivers.events import Gesture
from drivers.pad.config import PadConfig
from drivers.pad.faults.evidence import TouchSummary
from drivers.pad.faults.petal_faults import PadEvent, PetalFaults
from drivers.pad.onset.passing import Onset
from drivers.pad.rise import Rise
from drivers.pad.touch.holds import Holds
from drivers.pad.touch.pinch import Pinch
from drivers.pad.touches import Stretch


class DecidedTouch(NamedTuple):
    """A touch that is decided: what each sensor has shown, whether both carry the hand, with how
    much it has pressed at most, whether that was at full scale, and whether it may be ``half`` of a
    hand on the petal beside."""

    rises: Sequence[Rise | None]
    pinch: Pinch | None
    peak_n: float
    saturated: bool
    half: bool

    @property
    def is_pinch(self) -> bool:
        """Surely, not only likely: else it says nothing of the sensors."""
        return self.pinch is Pinch.SURE


class Reporter:
    """Of the petal at ``seat``. ``counters``: of what was told."""

    def __init__(
        self,
        seat: int,
        offsets_ns: tuple[int, int],
        config: PadConfig,
        faults: PetalFaults,
        holds: Holds,
        counters: Counter[str],
    ) -> None:
        self._seat, self._last_offset_ns, self._config = seat, max(offsets_ns), config
        self._faults, self._holds, self._counters = faults, holds, counters

    def contact(
        self, decided: DecidedTouch, when: Onset, stretch: Stretch, i: int, out: list[PadEvent]
    ) -> None:
        """Tell of a contact, and what it says of the sensors."""
        rises, pinch, peak_n, saturated, half = decided
        came = min(rise.scan for rise in rises if rise is not None)
        still = self._faults.unmoved(rises, peak_n, came, stretch.first + i)
        self._counters["under_only"] += still
        touch = TouchSummary.of(rises, decided.is_pinch, saturated, still)
        unfelt = self._faults.take(touch, came, stretch, i, out)
        self._holds.come(when.t_ns)
        decided_ns = stretch.t_ns[i] + self._last_offset_ns
        if self._faults.disabling:
            self._counters["suppressed"] += 1
        else:
            # One that *top* has not felt may have pressed there before, and most often is a grab.
            gesture = Gesture.GRAB if pinch or unfelt else Gesture.PALM
            self._counters[gesture.value] += 1
            contact = when.contact(
                self._seat,
                gesture,
                least_u_ns=self._config.unfelt_ns * unfelt,
                clock_uncertainty_ns=stretch.clock_uncertainty_ns,
                decided_ns=decided_ns,
                peak_n=peak_n,
            )
            out.append(contact)
            self._faults.came(when.t_ns, stretch.t_ns[i], out)
        if half:
            self._counters["half_hands"] += 1
            self._faults.half(decided_ns, out)
