"""A cable on which everything goes wrong: no crash, no invented contact, none lost unnoticed."""

from __future__ import annotations

import itertools
import resource
from random import Random

import pytest

from drivers.events import Contact, Gesture
from host_sim.controller import SimController
from host_sim.models import Touch
from host_sim.wire import Wire, WireFault
from tests.drivers.controller.cable import MS, Cable

TURN_NS = 2_000 * MS
SHARES = {
    WireFault.CUT: 0.05,
    WireFault.GARBLED: 0.1,
    WireFault.DOUBLED: 0.1,
    WireFault.SWAPPED: 0.1,
    WireFault.LATE: 0.03,
}


class Storm:
    """Hands, falls, and every fault there is, until so many frames have been spoiled."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.sim = SimController(4, seed, drift_ppm=self.rng.uniform(-200, 200), loop_ns=3 * MS)
        self.cable = Cable(self.sim).open()
        self.touches: list[Touch] = []
        self.knocks_ns: list[int] = []
        self.moves_ns: list[int] = []  # knocks and puttings back: the reed bounces at both
        self.turns = 0

    @property
    def spoiled(self) -> int:
        return self.sim.up.spoiled + self.sim.down.spoiled

    def turn(self, junk: float) -> None:
        """Two seconds: hands, perhaps a fall, faults on both ways, now and then a restart."""
        rng, now_ns = self.rng, self.cable.clock.now_ns()
        for k in range(3):
            gesture = Gesture.GRAB if rng.random() < 0.5 else Gesture.PALM
            t_ns = now_ns + (100 + 600 * k + rng.randrange(200)) * MS
            seat = (self.turns * 3 + k) % 4
            touch = Touch(seat, gesture, t_ns, rng.uniform(4, 25), rng.uniform(5, 15), 150)
            self.touches.append(self.sim.touch(touch))
        if rng.random() < 0.4:
            t_ns = now_ns + rng.randrange(200, 800) * MS
            self.knocks_ns.append(t_ns)
            self.sim.knock(t_ns)
            back_ns = t_ns + rng.randrange(200, 900) * MS
            self.sim.seat_pad(back_ns)
            self.moves_ns += [t_ns, back_ns]
        self._spoil(self.sim.down, now_ns, junk)
        self._spoil(self.sim.up, now_ns, junk / 20)
        if rng.random() < 0.15:
            t_ns = now_ns + rng.randrange(1_500) * MS
            act = rng.choice((self.sim.reboot, self.sim.unplug))
            act(t_ns, rng.randrange(5, 600) * MS)
        self.turns += 1
        self.cable.run(TURN_NS)

    def _spoil(self, wire: Wire, now_ns: int, junk: float) -> None:
        for fault, share in SHARES.items():
            if self.rng.random() < 0.4:
                wire.begin(fault, now_ns, now_ns + TURN_NS, share)
        wire.begin(WireFault.JUNK, now_ns, now_ns + TURN_NS, junk)
        if self.rng.random() < 0.2:
            start_ns = now_ns + self.rng.randrange(1_500) * MS
            fault = self.rng.choice((WireFault.CUT, WireFault.STALLED))
            wire.begin(fault, start_ns, start_ns + self.rng.randrange(10, 500) * MS)

    def calm(self) -> None:
        """Let the last hands and falls arrive."""
        self.cable.run(4_000 * MS)

    def noticed(self, from_ns: int, to_ns: int) -> bool:
        """Was the table told that it cannot know all of that time?"""
        silent = any(from_ns < s.t_ns and s.t_ns - 400 * MS < to_ns for s in self.cable.silences())
        return silent or self.cable.gap_within(from_ns, to_ns)

    def touch_of(self, contact: Contact) -> Touch | None:
        """The hand that a contact tells of. In a gap its onset is known only within the gap, and
        says so."""
        earliest_ns = contact.t_ns - 3 * contact.uncertainty_ns - 5 * MS
        fitting = [
            touch
            for touch in self.touches
            if touch.seat == contact.seat
            and touch.end_ns > earliest_ns
            and touch.t_ns < contact.decided_ns
        ]
        return min(fitting, key=lambda touch: contact.decided_ns - touch.t_ns, default=None)

    def check(self) -> None:
        """No contact without its hand, none doubled, none lost or misdated unnoticed."""
        found = set()
        for contact in self.cable.contacts():
            touch = self.touch_of(contact)
            assert touch is not None, f"invented: {contact}"
            assert touch.t_ns not in found, f"doubled: {contact}"
            found.add(touch.t_ns)
            onset_ns = touch.true_onset_ns()
            assert onset_ns is not None
            error_ns = abs(contact.t_ns - onset_ns)
            sigma_ns = contact.uncertainty_ns + contact.clock_uncertainty_ns
            well = error_ns < 4 * sigma_ns and contact.gesture is touch.gesture
            around = (touch.t_ns - 50 * MS, touch.t_ns + 200 * MS)
            assert well or self.noticed(*around), f"{touch} became {contact}"
        for touch in self.touches:
            around = (touch.t_ns - 50 * MS, touch.end_ns + 50 * MS)
            assert touch.t_ns in found or self.noticed(*around), f"lost unnoticed: {touch}"
        self._check_falls()

    def _check_falls(self) -> None:
        falls = self.cable.falls()
        assert all(a.down != b.down for a, b in itertools.pairwise(falls))
        told_ns = [loss.t_ns for loss in self.cable.losses()]
        down_ns = [fall.t_ns for fall in falls if fall.down]
        for t_ns in down_ns:
            real = any(abs(t_ns - move_ns) < 8 * MS for move_ns in self.moves_ns)
            assert real or any(abs(t_ns - told) < 3_000 * MS for told in told_ns)
        for knock_ns in self.knocks_ns:
            seen = any(abs(t_ns - knock_ns) < 8 * MS for t_ns in down_ns)
            told = any(0 <= t_ns - knock_ns < 5_000 * MS for t_ns in told_ns)
            assert seen or told or self.noticed(knock_ns, knock_ns + 1_000 * MS)


def test_twenty_thousand_spoiled_frames() -> None:
    storm = Storm(1)
    while storm.spoiled < 20_000:
        storm.turn(junk=0.15)
    storm.calm()
    storm.check()
    health = storm.cable.pad.health()
    assert health.ok
    assert len(storm.cable.contacts()) > 0.5 * len(storm.touches)
    assert health.counters["bad_frames"] > 10_000


@pytest.mark.slow
def test_a_million_spoiled_frames_and_memory_stays_flat() -> None:
    spoiled, early_kb = 0, 0
    for seed in itertools.count(2):
        storm = Storm(seed)
        while storm.spoiled < 50_000:
            storm.turn(junk=1.0)
        storm.calm()
        storm.check()
        spoiled += storm.spoiled
        if seed == 4:
            early_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if spoiled >= 1_000_000:
            break
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - early_kb < 20_000
