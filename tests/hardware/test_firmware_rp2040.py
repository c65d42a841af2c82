"""The frozen firmware in an emulated RP2040: handshake, samples, force steps, falls, lights.

For order and logic: the emulator's cycle counts are not silicon.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from drivers.clock import VirtualClock
from drivers.events import Gesture
from drivers.firmware import VERSION
from tests.drivers.controller.cable import Cable
from tests.hardware.emulated import MS, EmulatedPad
from tests.hardware.rigs import built

START_NS = 1_000_000 * MS
REED = 14
RESTING, PRESSED = 4, 3700
BOOT_NS = 700 * MS


@pytest.fixture
def pad() -> Iterator[EmulatedPad]:
    with built("rp2040_sim.sh", "rp2040") as folder:
        emulated = EmulatedPad(folder, START_NS)
        emulated.set(pins={REED: False}, codes=[RESTING] * 16)
        emulated.advance(START_NS + BOOT_NS)
        yield emulated
        emulated.stop()


def hand(pad: EmulatedPad, seat: int, top: int, under: int) -> None:
    """A force step on one petal: addresses 2 s and 2 s + 1 of the multiplexer."""
    codes = [RESTING] * 16
    codes[2 * seat], codes[2 * seat + 1] = top, under
    pad.set(codes=codes)


@pytest.mark.slow
@pytest.mark.complete
def test_the_frozen_firmware_plays_its_part(pad: EmulatedPad) -> None:
    link = Cable(pad, clock=VirtualClock(START_NS + BOOT_NS)).open()
    info = link.pad.info
    assert len(info.channels) == 12
    assert info.scan_period_ns == MS
    link.run(400 * MS)
    before = link.pad.health().counters
    link.run(300 * MS)
    after = link.pad.health().counters
    scans = after["scans"] - before["scans"]
    assert 280 <= scans <= 320, "a thousand scans a second"
    assert any(".".join(map(str, VERSION)) in note for note in link.pad.health().notes)

    at_ns = []
    for seat, under in ((2, PRESSED), (5, RESTING), (0, PRESSED)):
        at_ns.append(pad.now_ns)
        hand(pad, seat, PRESSED, under)
        link.run(200 * MS)
        pad.set(codes=[RESTING] * 16)
        link.run(150 * MS)
    found = link.contacts()
    assert [c.seat for c in found] == [2, 5, 0]
    assert [c.gesture for c in found] == [Gesture.GRAB, Gesture.PALM, Gesture.GRAB]
    for contact, step_ns in zip(found, at_ns, strict=True):
        slack_ns = 4 * contact.clock_uncertainty_ns + 3 * MS
        assert abs(contact.t_ns - step_ns) < slack_ns

    knocked_ns = pad.now_ns
    pad.set(pins={REED: True})
    link.run(100 * MS)
    pad.set(pins={REED: False})
    link.run(100 * MS)
    assert [fall.down for fall in link.falls()] == [True, False]
    assert abs(link.falls()[0].t_ns - knocked_ns) < 3 * MS

    pad.set(g=(0, 0, 0))  # free fall: the accelerometer tells it though the reed is shut
    link.run(120 * MS)
    pad.set(g=(0, 0, 16384))
    link.run(450 * MS)
    assert [fall.down for fall in link.falls()] == [True, False] * 2

    link.pad.set_lamps((0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    link.run(60 * MS)
    shown = pad.lights[-64:]
    assert [i // 8 for i, word in enumerate(shown[:48]) if word] == [1] * 8
    assert 0 < shown[8] < 0xFFFFFF, "24 pixels all white are more than the supply gives"
    assert pad.resets == 0
    counters = link.pad.health().counters
    assert counters.get("bad_frames", 0) == 0
    assert counters.get("scans_dropped", 0) == 0
    assert not link.silences()
    link.pad.close()
