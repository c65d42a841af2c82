"""The last seconds of a pad as forces, and what was recognised in them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from console.hardware.feed import BoardLook, Feed
from drivers.board import BoardInfo, petal_channels
from drivers.events import Contact, Fall, Fault, InputEvent, SeatFault, SourceFault
from drivers.pad.arrays import Codes, Floats, Times
from drivers.pad.channels.calibration import Calibration, force_table

K = TypeVar("K")
GAP_SCANS: Final = 3
"""Scans that are further apart than so many periods have lost ones between them."""
NEAR_NS: Final = 6_000_000, 19_000_000
"""How much is seen of a touch from near: before its onset, and after."""
WIDER: Final = 1, 2, 5
"""So many times as much, where an onset is known less well."""


@dataclass(frozen=True, slots=True, eq=False)
class TraceCurve:
    """One sensor: int64[n] times of its samples, float64[n] newtons."""

    t_ns: Times
    force_n: Floats


class ForceTables:
    """Codes of an open board as newtons: each sensor's own reading, what couples from its
    neighbours included. A table holds as long as its sensor's rest."""

    def __init__(self, info: BoardInfo, calibration: Calibration) -> None:
        self._info, self._calibration = info, calibration
        self._rest = np.full(len(info.channels), np.nan)
        self._tables = np.zeros((len(info.channels), info.full_code + 1), np.float32)

    def newtons(self, codes: Codes, rest: Floats) -> npt.NDArray[np.float32]:
        """float32[n, c] above ``rest``, float64[c] of codes."""
        for channel in np.flatnonzero(rest != self._rest).tolist():
            weighed = self._calibration.channels[channel]
            self._tables[channel] = force_table(self._info, weighed, float(rest[channel]))
        self._rest = rest.copy()
        bounded = np.minimum(codes, self._info.full_code)
        return np.take_along_axis(self._tables.T, bounded.astype(np.intp), axis=0)


class Trace:
    """Keeps every scan of the last ``span_ns``, the contacts and falls of that time, each seat's
    last touch with its scans, and the faults that there are now.
    """

    BEFORE_NS: Final = NEAR_NS[0] * WIDER[-1]
    AFTER_NS: Final = NEAR_NS[1] * WIDER[-1]
    """What of a touch is kept: around its onset."""

    def __init__(self, feed: Feed, span_ns: int) -> None:
        """Raises ConfigError for a pad with odd channels."""
        self.info = feed.board.info
        self.span_ns = span_ns
        self.threshold_n = feed.thresholds.onset_n
        self.petals = petal_channels(self.info)
        self.gap_ns = GAP_SCANS * self.info.scan_period_ns
        self.contacts: deque[Contact] = deque()
        self.falls: deque[Fall] = deque()
        self.seat_faults: dict[int, dict[Fault, None]] = {}
        self.source_faults: dict[tuple[str, Fault], None] = {}
        self.fallen = False
        self.now_ns = 0
        self.scans = 0
        """Scans taken in so far."""
        self._feed = feed
        self._offsets_ns = [channel.offset_ns for channel in self.info.channels]
        self._capacity = span_ns // self.info.scan_period_ns + 2 * self._kept_scans()
        self._t_ns: Times = np.zeros(2 * self._capacity, np.int64)
        self._force_n: npt.NDArray[np.float32] = np.zeros(
            (2 * self._capacity, len(self.info.channels)), np.float32
        )
        self._end = self._start = 0
        self._tables = ForceTables(self.info, feed.calibration)
        self._last: dict[int, tuple[Contact, tuple[TraceCurve, TraceCurve]]] = {}
        self._open: dict[int, Contact] = {}

    def _kept_scans(self) -> int:
        return (self.BEFORE_NS + self.AFTER_NS) // self.info.scan_period_ns + 1

    def take(self, turn: BoardLook) -> None:
        """Take in what a look at the board brought."""
        self.now_ns = turn.now_ns
        for batch in turn.reading.samples:
            if batch.codes.shape == (len(batch.t_ns), len(self.info.channels)):
                self._append(batch.t_ns, self._tables.newtons(batch.codes, self._feed.rest_codes()))
        for event in turn.events:
            self._note(event)
        oldest_ns = self.now_ns - self.span_ns
        while self.contacts and self.contacts[0].t_ns < oldest_ns:
            self.contacts.popleft()
        while self.falls and self.falls[0].t_ns < oldest_ns:
            self.falls.popleft()
        for seat, contact in list(self._open.items()):
            self._last[seat] = contact, self._around(contact)
            if self.now_ns > contact.t_ns + 2 * self.AFTER_NS:
                del self._open[seat]

    def curve(self, channel: int, from_ns: int, to_ns: int) -> TraceCurve:
        """One sensor's samples between the two moments, and those next to them."""
        t_ns = self._t_ns[self._start : self._end]
        offset_ns = self._offsets_ns[channel]
        low, high = np.searchsorted(t_ns, (from_ns - offset_ns, to_ns - offset_ns))
        part = slice(max(int(low) - 1, 0), int(high) + 1)
        force = self._force_n[self._start : self._end, channel][part]
        return TraceCurve(t_ns[part] + offset_ns, force.astype(np.float64))

    def last_touch(self, seat: int) -> tuple[Contact, tuple[TraceCurve, TraceCurve]] | None:
        """A seat's last contact with its curves of *top* and *under*, however long ago."""
        return self._last.get(seat)

    def uncertainties_ns(self) -> list[int]:
        """How surely the onset of each seat's last touch is known."""
        return [contact.uncertainty_ns for contact, _ in self._last.values()]

    def force_n(self, channel: int) -> float | None:
        """What a sensor reads now; None before the first scan."""
        return float(self._force_n[self._end - 1, channel]) if self._end > self._start else None

    def greatest_n(self) -> float:
        """The greatest force that is kept."""
        return float(self._force_n[self._start : self._end].max(initial=0.0))

    def _around(self, contact: Contact) -> tuple[TraceCurve, TraceCurve]:
        top, under = self.petals[contact.seat]
        from_ns, to_ns = contact.t_ns - self.BEFORE_NS, contact.t_ns + self.AFTER_NS
        return self.curve(top, from_ns, to_ns), self.curve(under, from_ns, to_ns)

    def _append(self, t_ns: Times, force_n: npt.NDArray[np.float32]) -> None:
        self.scans += len(t_ns)
        t_ns, force_n = t_ns[-self._capacity :], force_n[-self._capacity :]
        count = len(t_ns)
        if self._end + count > len(self._t_ns):
            kept = slice(max(self._start, self._end - self._capacity), self._end)
            length = kept.stop - kept.start
            self._t_ns[:length] = self._t_ns[kept].copy()
            self._force_n[:length] = self._force_n[kept].copy()
            self._start, self._end = 0, length
        self._t_ns[self._end : self._end + count] = t_ns
        self._force_n[self._end : self._end + count] = force_n
        self._end += count
        self._start = max(self._start, self._end - self._capacity)

    def _note(self, event: InputEvent) -> None:
        match event:
            case Contact():
                self.contacts.append(event)
                self._open[event.seat] = event
            case Fall():
                self.falls.append(event)
                self.fallen = event.down
            case SeatFault():
                _set(self.seat_faults.setdefault(event.seat, {}), event.fault, event.active)
            case SourceFault():
                _set(self.source_faults, (event.source, event.fault), event.active)


def _set(among: dict[K, None], key: K, active: bool) -> None:
    if active:
        among[key] = None
    else:
        among.pop(key, None)
