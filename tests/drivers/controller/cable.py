"""A pad controller on a simulated cable, in virtual time, and what is decoded from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Generic, Self, TypeVar

import numpy as np

from drivers.board import BoardInfo, Reading
from drivers.clock import VirtualClock
from drivers.controller.controller import PadController, PadMissing
from drivers.events import Contact, Fall, Fault, Gesture, InputEvent, PadProgress, SourceFault
from drivers.inputs import Inputs
from drivers.part import PartInfo, SyncLine
from drivers.times import MS
from host_sim.controller import SimController
from host_sim.models import Touch
from host_sim.protocol_sim import Device, plug

START_NS = 1_000_000 * MS
NEVER_NS = 1 << 62
SEATS = 4


def as_board(part: PartInfo) -> BoardInfo:
    """The part alone as a whole board, for decoding."""
    seats = 1 + max(channel.seat for channel in part.channels)
    return BoardInfo(
        name=part.name,
        seats=seats,
        lines=part.lines,
        channels=part.channels,
        full_code=part.full_code,
        divider_ohm=part.divider_ohm,
        scan_period_ns=part.scan_period_ns,
        edge_uncertainty_ns=part.edge_uncertainty_ns,
        worst_delay_ns=part.worst_delay_ns,
    )


D = TypeVar("D", bound=Device)
S = TypeVar("S", bound=SimController)


@dataclass
class Cable(Generic[D]):
    """``run`` lets time pass, reading as often as asked; ``events`` are all but progress.

    ``dropped`` counts the scans that batches say are lost; ``notices_ns`` is how old the last scan
    was when a silence of the pad was told.
    """

    sim: D
    sync: SyncLine | None = None
    missing: PadMissing | None = field(default=None, kw_only=True)
    seats: int = field(default=SEATS, kw_only=True)
    clock: VirtualClock = field(default_factory=lambda: VirtualClock(START_NS))
    step_ns: int = 16 * MS
    events: list[InputEvent] = field(default_factory=list)
    dropped: int = 0
    notices_ns: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        url = plug("cable", self.sim, self.clock)
        self.pad = PadController(url, self.clock.now_ns, self.sync, self.missing, seats=self.seats)
        self._last_ns = 0

    def open(self) -> Self:
        self.pad.open()
        self.inputs = Inputs(as_board(self.pad.info))
        return self

    def run(self, duration_ns: int) -> Self:
        end_ns = self.clock.now_ns() + duration_ns
        while (now_ns := self.clock.now_ns()) < end_ns:
            self.read(now_ns)
            asked = (self.pad.next_arrival_ns(now_ns), self.inputs.next_due_ns(), end_ns)
            due_ns = min(t_ns for t_ns in asked if t_ns is not None)
            self.clock.sleep_until(max(now_ns + 1, min(due_ns, now_ns + self.step_ns)))
        return self

    def read(self, now_ns: int) -> None:
        """Once; ``now_ns`` is some time ago for a host that stalls before it reads."""
        reading = self.pad.read(now_ns)
        self._look(reading)
        for event in self.inputs.feed(reading, now_ns):
            if not isinstance(event, PadProgress):
                self.events.append(event)
                self._time(event, now_ns)

    def _look(self, reading: Reading) -> None:
        for batch in reading.samples:
            if batch.dropped:
                self.dropped += batch.dropped
            self._last_ns = int(batch.t_ns[-1])

    def _time(self, event: InputEvent, now_ns: int) -> None:
        told = isinstance(event, SourceFault) and event.fault is Fault.SILENT and event.active
        if told and self._last_ns:
            self.notices_ns.append(now_ns - self._last_ns)

    def contacts(self) -> list[Contact]:
        return [event for event in self.events if isinstance(event, Contact)]

    def falls(self) -> list[Fall]:
        return [event for event in self.events if isinstance(event, Fall)]

    def silences(self) -> list[SourceFault]:
        return self._faults(Fault.SILENT)

    def losses(self) -> list[SourceFault]:
        return self._faults(Fault.LOST_EDGES)

    def _faults(self, fault: Fault) -> list[SourceFault]:
        return [e for e in self.events if isinstance(e, SourceFault) and e.fault is fault]


def hands(count: int, start_ns: int) -> list[Touch]:
    """Every 700 ms a hand at the next seat."""
    rng = Random(1)
    gestures = (Gesture.GRAB, Gesture.PALM)
    return [
        Touch(
            seat=k % SEATS,
            gesture=rng.choice(gestures),
            t_ns=start_ns + 700 * k * MS + rng.randrange(MS),
            peak_n=rng.uniform(5, 25),
            rise_ms=rng.uniform(5, 15),
        )
        for k in range(count)
    ]


def hands_are_found(link: Cable[S], count: int, run_ms: int) -> None:
    """Those that come from now on, at their true times, once so long has passed."""
    touches = hands(count, link.clock.now_ns() + 300 * MS)
    for touch in touches:
        link.sim.touch(touch)
    link.run(run_ms * MS)
    check_onsets(link.contacts(), touches)


def cable(sim: SimController | None = None) -> Cable[SimController]:
    """An open controller whose clock is set."""
    return Cable(sim or SimController(SEATS, 3)).open().run(500 * MS)


def check_onsets(contacts: list[Contact], touches: list[Touch]) -> None:
    assert [(c.seat, c.gesture) for c in contacts] == [(t.seat, t.gesture) for t in touches]
    for contact, touch in zip(contacts, touches, strict=True):
        onset_ns = touch.true_onset_ns()
        assert onset_ns is not None
        sigma_ns = np.hypot(contact.uncertainty_ns, contact.clock_uncertainty_ns)
        assert abs(contact.t_ns - onset_ns) < 3 * sigma_ns
