"""A cable on which everything goes wrong while hands are played on the pad, and the truth of it."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

from drivers.events import Contact, Gesture
from drivers.firmware.wire import TICKS
from drivers.times import MS
from host_sim.controller import SimController
from host_sim.models import Touch
from host_sim.wire import Wire, WireFault
from tests.drivers.controller.cable import Cable

TURN_NS = 2_000 * MS
NOTICE_NS = 250 * MS
SHARES = {
    WireFault.CUT: 0.05,
    WireFault.GARBLED: 0.1,
    WireFault.DOUBLED: 0.1,
    WireFault.SWAPPED: 0.1,
    WireFault.LATE: 0.03,
}
MUTATIONS = (WireFault.GARBLED, WireFault.JUNK)


class Storm:
    """Hands, falls, and every fault there is, turn by turn.

    ``figures`` of ``check``: contacts ``true``, ``seen``, ``misread`` and ``lost`` (the last two
    were told to be uncertain), falls, outages, and ``worst_notice_ms``: how old the last scan was
    when the table was told of a silence.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.sim = SimController(
            4,
            seed,
            drift_ppm=self.rng.uniform(-200, 200),
            ticks=TICKS - self.rng.randrange(30_000_000),
            loop_ns=3 * MS,
        )
        self.cable = Cable(self.sim).open().run(500 * MS)  # no hand counts before the clock is set
        self.touches: list[Touch] = []
        self.knocks_ns: list[int] = []
        self.moves_ns: list[int] = []  # knocks and puttings back: the reed bounces at both
        self.outages_ns: list[tuple[int, int]] = []
        self.restarts = 0
        self.turns = 0
        self.figures: Counter[str] = Counter()

    @property
    def tally(self) -> Counter[WireFault]:
        """Frames of both directions that suffered, by what."""
        return self.sim.up.tally + self.sim.down.tally

    @property
    def mutated(self) -> int:
        return sum(self.tally[fault] for fault in MUTATIONS)

    @property
    def sent(self) -> int:
        return self.sim.up.sent + self.sim.down.sent

    # What happens.

    def turn(self, junk: float) -> None:
        """Two seconds: hands, perhaps a fall, faults on both ways, now and then a restart."""
        now_ns = self.cable.clock.now_ns()
        self._hands(now_ns)
        self._spoil(self.sim.down, now_ns, junk)
        self._spoil(self.sim.up, now_ns, junk / 20)
        if self.rng.random() < 0.15:
            t_ns = now_ns + self.rng.randrange(1_500) * MS
            off_ns = self.rng.randrange(5, 600) * MS
            self.rng.choice((self.sim.reboot, self.sim.unplug))(t_ns, off_ns)
            self.outages_ns.append((t_ns, t_ns + off_ns))
            self.restarts += 1
        self.turns += 1
        self.cable.run(TURN_NS)

    def _hands(self, now_ns: int) -> None:
        rng = self.rng
        for k in range(3):
            gesture = Gesture.GRAB if rng.random() < 0.5 else Gesture.PALM
            t_ns = now_ns + (100 + 600 * k + rng.randrange(200)) * MS
            seat = (self.turns * 3 + k) % 4
            touch = Touch(
                seat=seat,
                gesture=gesture,
                t_ns=t_ns,
                peak_n=rng.uniform(4, 25),
                rise_ms=rng.uniform(5, 15),
                hold_ms=150,
            )
            self.touches.append(self.sim.touch(touch))
        if rng.random() < 0.7:
            t_ns = now_ns + rng.randrange(200, 800) * MS
            self.knocks_ns.append(t_ns)
            self.sim.knock(t_ns)
            back_ns = t_ns + rng.randrange(200, 900) * MS
            self.sim.seat_pad(back_ns)
            self.moves_ns += [t_ns, back_ns]

    def _spoil(self, wire: Wire, now_ns: int, junk: float) -> None:
        for fault, share in SHARES.items():
            if self.rng.random() < 0.4:
                wire.begin(fault, now_ns, now_ns + TURN_NS, share)
        wire.begin(WireFault.JUNK, now_ns, now_ns + TURN_NS, junk)
        if self.rng.random() < 0.2:
            start_ns = now_ns + self.rng.randrange(1_500) * MS
            end_ns = start_ns + self.rng.randrange(10, 500) * MS
            wire.begin(self.rng.choice((WireFault.CUT, WireFault.STALLED)), start_ns, end_ns)
            if wire is self.sim.down:
                self.outages_ns.append((start_ns, end_ns))

    def calm(self) -> None:
        """Let the last hands and falls arrive."""
        self.cable.run(4_000 * MS)

    # What the table must know of it.

    def check(self) -> Counter[str]:
        """No contact without its hand, none doubled, none lost or misdated unnoticed; no silence
        untold. Raises AssertionError saying which."""
        self._check_contacts()
        self._check_falls()
        self._check_silences()
        return self.figures

    def noticed(self, from_ns: int, to_ns: int) -> bool:
        """Was the table told that it cannot know all of that time?"""
        told = self.cable.silences()
        ends_ns = [back.t_ns for back in told[1::2]] + [1 << 62]
        return any(
            silent.t_ns - NOTICE_NS < to_ns and from_ns < end_ns
            for silent, end_ns in zip(told[::2], ends_ns, strict=False)
        )

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

    def _check_contacts(self) -> None:
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
            self.figures["seen" if well else "misread"] += 1
        for touch in self.touches:
            around = (touch.t_ns - 50 * MS, touch.end_ns + 50 * MS)
            assert touch.t_ns in found or self.noticed(*around), f"lost unnoticed: {touch}"
        self.figures["true"] = len(self.touches)
        self.figures["lost"] = len(self.touches) - len(found)

    def _check_falls(self) -> None:
        falls = self.cable.falls()
        assert all(a.down != b.down for a, b in itertools.pairwise(falls)), "a fall upon a fall"
        told_ns = [loss.t_ns for loss in self.cable.losses()]
        down_ns = [fall.t_ns for fall in falls if fall.down]
        for t_ns in down_ns:
            real = any(abs(t_ns - move_ns) < 8 * MS for move_ns in self.moves_ns)
            told = any(abs(t_ns - told) < 3_000 * MS for told in told_ns)
            assert real or told, f"invented fall at {t_ns}"
        for knock_ns in self.knocks_ns:
            seen = any(abs(t_ns - knock_ns) < 8 * MS for t_ns in down_ns)
            told = any(0 <= t_ns - knock_ns < 5_000 * MS for t_ns in told_ns)
            silent = self.noticed(knock_ns, knock_ns + 1_000 * MS)
            assert seen or told or silent, f"lost fall at {knock_ns}"
            self.figures["falls_seen" if seen else "falls_lost"] += 1

    def _check_silences(self) -> None:
        """Told as soon as the last scan is 250 ms old; every longer outage and restart is told."""
        for start_ns, end_ns in self.outages_ns:
            long = end_ns - start_ns > NOTICE_NS + 100 * MS
            told = self.noticed(start_ns - 100 * MS, end_ns)
            assert told or not long, f"an outage at {start_ns} was not told"
            self.figures["outages_told" if told else "outages_too_short_to_matter"] += 1
        restarts = self.cable.pad.health().counters.get("restarts", 0)
        assert restarts <= self.restarts, "a restart that was none"
        worst_ns = max(self.cable.notices_ns, default=0)
        assert worst_ns < NOTICE_NS + MS, f"told after {worst_ns} ns"
        self.figures["worst_notice_us"] = worst_ns // 1000
