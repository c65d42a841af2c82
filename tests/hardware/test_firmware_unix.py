"""The firmware's logic in a real MicroPython, over a pty, against the real pyserial driver."""

from __future__ import annotations

import contextlib
import itertools
import os
import pty
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.clock import WallClock
from drivers.controller import PadController
from drivers.events import Contact, Fall, Gesture, InputEvent
from drivers.firmware.wire import TICKS
from drivers.inputs import Inputs
from tests.drivers.controller.cable import as_board
from tests.hardware.rigs import HERE, built

MS = 1_000_000
PATIENCE_NS = 40_000 * MS
STEP_NS = 500 * MS


@dataclass(frozen=True)
class Pty:
    """A serial port and what is behind it."""

    port: str
    master: int
    program: subprocess.Popen[bytes]


@pytest.fixture
def pad_port() -> Iterator[Pty]:
    """A serial port with MicroPython behind it, its clock 2.5 s before the wrap."""
    master, slave = pty.openpty()
    with built("micropython_unix.sh", "micropython") as micropython:
        program = subprocess.Popen(
            [str(micropython), str(HERE / "pad_on_unix.py"), str(TICKS - 2_500_000)],
            stdin=master,
            stdout=master,
            env={**os.environ, "MICROPYPATH": str(Path(__file__).parents[2] / "drivers")},
        )
    yield Pty(os.ttyname(slave), master, program)
    program.kill()
    program.wait(10)
    with contextlib.suppress(OSError):
        os.close(master)
    os.close(slave)


def watch(port: str, enough: Callable[[list[InputEvent]], bool]) -> list[InputEvent]:
    """Decode what comes until it is enough."""
    clock = WallClock()
    pad = PadController(port)
    pad.open()
    inputs = Inputs(as_board(pad.info))
    events: list[InputEvent] = []
    end_ns = clock.now_ns() + PATIENCE_NS
    while not enough(events) and clock.now_ns() < end_ns:
        now_ns = clock.now_ns()
        events += inputs.feed(pad.read(now_ns), now_ns)
        clock.sleep_until(pad.next_arrival_ns(now_ns))
    health = pad.health()
    pad.close()
    assert any("crc16 compiled" in note for note in health.notes), health
    assert health.counters.get("bad_frames", 0) == 0
    return events


def hands(events: list[InputEvent]) -> list[Contact]:
    return [event for event in events if isinstance(event, Contact)]


def falls(events: list[InputEvent]) -> list[Fall]:
    return [event for event in events if isinstance(event, Fall)]


@pytest.mark.slow
def test_a_real_micropython_tells_its_story_over_a_serial_port(pad_port: Pty) -> None:
    events = watch(
        pad_port.port, lambda so_far: len(falls(so_far)) >= 2 and len(hands(so_far)) >= 6
    )
    found = hands(events)
    assert all(contact.gesture is Gesture.GRAB for contact in found)
    for one, other in itertools.pairwise(found):
        steps = round((other.t_ns - one.t_ns) / STEP_NS)
        assert (other.seat - one.seat - steps) % 2 == 0
        slack_ns = 2 * (one.clock_uncertainty_ns + other.clock_uncertainty_ns) + MS
        assert abs(other.t_ns - one.t_ns - steps * STEP_NS) < slack_ns
    assert [fall.down for fall in falls(events)] == [True, False]
    down, back = falls(events)
    assert abs(back.t_ns - down.t_ns - 4 * STEP_NS) < 5 * MS


@pytest.mark.slow
def test_a_port_that_vanishes_is_reported_and_looked_for(pad_port: Pty) -> None:
    clock = WallClock()
    pad = PadController(pad_port.port)
    pad.open()
    pad_port.program.kill()
    pad_port.program.wait(10)
    os.close(pad_port.master)
    end_ns = clock.now_ns() + PATIENCE_NS
    while clock.now_ns() < end_ns:
        pad.read(clock.now_ns())
        clock.sleep_until(pad.next_arrival_ns(clock.now_ns()))
        if pad.health().counters.get("ports_lost", 0) > 1:
            break
    health = pad.health()
    assert not health.ok
    assert any("cannot be opened" in note for note in health.notes)
    pad.close()
