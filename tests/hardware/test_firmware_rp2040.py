"""The frozen firmware in an emulated RP2040: handshake, samples, force steps, falls, lights.

For order and logic: the emulator's cycle counts are not silicon.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

import pytest

from drivers.clock import VirtualClock
from drivers.events import Gesture
from drivers.firmware import VERSION
from drivers.times import MS
from tests.drivers.controller.cable import Cable
from tests.hardware.emulated import EmulatedPad
from tests.hardware.rigs import built

START_NS = 1_000_000 * MS
REED, SYNC = 14, 15
RESTING, PRESSED = 4, 3700
SEATS = 6  # a firmware that was told nothing is for so many
BOOT_NS = 700 * MS
Link = Cable[EmulatedPad]


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


def sync(pad: EmulatedPad, level: bool) -> tuple[int, int]:
    """The wire SYNC, set within 30 µs."""
    pad.set(pins={SYNC: level})
    return pad.now_ns, pad.now_ns + 30_000


def scans_a_second(link: Link) -> int:
    link.run(400 * MS)
    before = link.pad.health().counters
    link.run(1_000 * MS)
    after = link.pad.health().counters
    return after["scans"] - before["scans"]


def force_steps(link: Link, pad: EmulatedPad) -> list[float]:
    """Three hands on three petals: how far from the steps their onsets were told, in ms."""
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
    return [round((c.t_ns - t_ns) / MS, 3) for c, t_ns in zip(found, at_ns, strict=True)]


def falls(link: Link, pad: EmulatedPad) -> float:
    """By reed, then by accelerometer; how far from the knock the first was told, in ms."""
    knocked_ns = pad.now_ns
    pad.set(pins={REED: True})
    link.run(100 * MS)
    pad.set(pins={REED: False})
    link.run(100 * MS)
    assert [fall.down for fall in link.falls()] == [True, False]
    late_ns = link.falls()[0].t_ns - knocked_ns
    assert abs(late_ns) < 3 * MS

    pad.set(g=(0, 0, 0))  # free fall: the accelerometer tells it though the reed is shut
    link.run(120 * MS)
    pad.set(g=(0, 0, 16384))
    link.run(450 * MS)
    assert [fall.down for fall in link.falls()] == [True, False] * 2
    return round(late_ns / MS, 3)


def lit_pixels(link: Link, pad: EmulatedPad) -> list[int]:
    """The lamp of seat 1 at full brightness: which pixels of the petals shine."""
    link.pad.set_lamps((0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    link.run(60 * MS)
    shown = pad.lights[-64:]
    assert 0 < shown[8] < 0xFFFFFF, "24 pixels all white are more than the supply gives"
    return [i for i, word in enumerate(shown[:48]) if word]


@pytest.mark.complete
def test_the_frozen_firmware_plays_its_part(pad: EmulatedPad) -> None:
    clock = VirtualClock(START_NS + BOOT_NS)
    link = Cable(pad, partial(sync, pad), clock=clock, seats=SEATS).open()
    info, version = link.pad.info, ".".join(map(str, VERSION))
    assert (len(info.channels), info.scan_period_ns) == (2 * SEATS, MS)

    scans = scans_a_second(link)
    assert any(version in remark for remark in link.pad.health().remarks)
    assert 980 <= scans <= 1_020
    steps, fall = force_steps(link, pad), falls(link, pad)
    pixels = lit_pixels(link, pad)
    assert pixels == list(range(8, 16))

    counters = link.pad.health().counters
    assert counters["round_trip_ns"] == 30_000, "the edges of SYNC were seen"
    assert pad.resets == 0
    assert counters.get("bad_frames", 0) == 0
    assert counters.get("scans_dropped", 0) == 0
    assert not link.silences()
    figures = {
        "version": version,
        "scans_per_s": scans,
        "onset_errors_ms": steps,
        "fall_error_ms": fall,
        "clock_uncertainty_us": round(link.contacts()[-1].clock_uncertainty_ns / 1_000, 1),
        "lit_pixels": pixels,
        "emulated_s": round((pad.now_ns - START_NS) / 1e9, 2),
    }
    print("RP2040", json.dumps(figures))  # noqa: T201 # for people
    link.pad.close()
