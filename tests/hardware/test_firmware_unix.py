"""The firmware's logic in a real MicroPython, over a pty, against the real pyserial driver."""

from __future__ import annotations

import contextlib
import itertools
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.clock import WallClock
from drivers.controller.controller import PadController
from drivers.events import Contact, Fall, Fault, Gesture, InputEvent, SourceFault
from drivers.firmware.wire import TICKS
from drivers.inputs import Inputs
from drivers.times import MS
from tests.drivers.controller.cable import as_board
from tests.hardware.rigs import HERE, built

assert sys.platform == "linux", "its ports are terminals"

PATIENCE_NS = 60_000 * MS
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
    program.wait(60)
    with contextlib.suppress(OSError):
        os.close(master)
    os.close(slave)


class Table:
    """Decodes what comes from a port: ``events``.

    ``late_frames``: how many may come first that were meant for a host before.
    """

    def __init__(self, port: str, late_frames: int = 0) -> None:
        self._late_frames = late_frames
        self.clock = WallClock()
        self.pad = PadController(port)
        self.pad.open()
        self.events: list[InputEvent] = []
        self._inputs = Inputs(as_board(self.pad.info))

    def watch(self, enough: Callable[[list[InputEvent]], bool]) -> list[InputEvent]:
        """Until it is enough."""
        end_ns = self.clock.now_ns() + PATIENCE_NS
        while not enough(self.events) and self.clock.now_ns() < end_ns:
            now_ns = self.clock.now_ns()
            self.events += self._inputs.feed(self.pad.read(now_ns), now_ns)
            self.clock.sleep_until(self.pad.next_arrival_ns(now_ns))
        return self.events

    def close(self) -> dict[str, int]:
        """The counters of its health, which must be a good one."""
        health = self.pad.health()
        self.pad.close()
        assert any("crc16 compiled" in remark for remark in health.remarks), health
        assert health.counters.get("bad_frames", 0) <= self._late_frames
        assert health.counters["controller_lost_edges"] == 0
        assert health.counters.get("edges_again", 0) < 100, "edges are told until acknowledged"
        return health.counters


def hands(events: list[InputEvent]) -> list[Contact]:
    return [event for event in events if isinstance(event, Contact)]


def falls(events: list[InputEvent]) -> list[Fall]:
    return [event for event in events if isinstance(event, Fall)]


def silences(events: list[InputEvent]) -> list[bool]:
    return [
        event.active
        for event in events
        if isinstance(event, SourceFault) and event.fault is Fault.SILENT
    ]


@pytest.mark.slow
def test_a_real_micropython_tells_its_story_over_a_serial_port(pad_port: Pty) -> None:
    """Hands and falls before and after the wrap of its clock, to the millisecond."""
    table = Table(pad_port.port)
    events = table.watch(lambda so_far: len(falls(so_far)) >= 2 and len(hands(so_far)) >= 6)
    table.close()
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
def test_a_controller_that_stops_for_a_while_is_got_over_and_loses_no_fall(pad_port: Pty) -> None:
    """It stands still from before a fall to after the wrap: silence, a new session with the same
    numbers, the fall at its own time."""
    table = Table(pad_port.port)
    (first,) = hands(table.watch(lambda so_far: len(hands(so_far)) == 1))
    table.watch(lambda _: table.clock.now_ns() > first.t_ns + 1_200 * MS)
    pad_port.program.send_signal(signal.SIGSTOP)
    stopped_ns = table.clock.now_ns()
    table.watch(lambda so_far: silences(so_far) == [True])
    table.watch(lambda _: table.clock.now_ns() > stopped_ns + 1_000 * MS)
    pad_port.program.send_signal(signal.SIGCONT)
    known = len(hands(table.events))
    events = table.watch(lambda so_far: len(falls(so_far)) >= 1 and len(hands(so_far)) >= known + 3)
    counters = table.close()
    assert silences(events)[0]
    assert not silences(events)[-1]
    assert counters["silences"] >= 1
    assert counters["scans_dropped"] > 500
    slack_ns = 3 * first.clock_uncertainty_ns + 5 * MS
    assert abs(falls(events)[0].t_ns - first.t_ns - 3 * STEP_NS) < slack_ns
    assert hands(events)[-1].t_ns > stopped_ns + 1_500 * MS


@pytest.mark.slow
def test_a_host_that_comes_back_finds_the_port_free_and_the_story_going_on(pad_port: Pty) -> None:
    table = Table(pad_port.port)
    table.watch(lambda so_far: len(hands(so_far)) == 1)
    table.close()
    again = Table(pad_port.port, late_frames=64)
    events = again.watch(lambda so_far: len(falls(so_far)) == 2 and len(hands(so_far)) >= 3)
    again.close()
    assert [fall.down for fall in falls(events)] == [True, False]


@pytest.mark.slow
def test_a_port_that_vanishes_is_reported_and_looked_for(pad_port: Pty) -> None:
    clock = WallClock()
    pad = PadController(pad_port.port)
    pad.open()
    pad_port.program.kill()
    pad_port.program.wait(60)
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
