"""The board of RPi.GPIO, by rpi-lgpio, on a real kernel's chip; run inside the guest."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

import pytest

from drivers.boards.rpi_lines import RpiGpioLines
from drivers.errors import BoardError
from drivers.events import Button
from drivers.times import MS
from tests.hardware.guest.simchip import SimChip, simulated, spin_ns
from tests.hardware.guest.table import (
    LABEL,
    LAMPS,
    LINES,
    OK,
    SYNC,
    Watched,
    flood,
    header,
    press,
    requests,
    taker,
)

assert sys.platform == "linux", "it runs in a guest"

PI_4B = "c03111"


@pytest.fixture(scope="module")
def chip() -> Iterator[SimChip]:
    """One chip for all, as on a Pi."""
    with simulated(LABEL, LINES) as made:
        os.environ["RPI_LGPIO_CHIP"] = str(made.number)
        os.environ["RPI_LGPIO_REVISION"] = PI_4B
        yield made


@pytest.fixture
def board(chip: SimChip) -> Iterator[Watched]:
    for line in LINES:
        chip.pull(line, True)
    watched = Watched(RpiGpioLines(header()))
    yield watched
    watched.part.close()


def test_a_press_is_stamped_in_its_callback(chip: SimChip, board: Watched) -> None:
    before_ns = time.monotonic_ns()
    press(chip, OK[0])
    board.watch(80)
    chip.pull(OK[0], True)
    board.watch(80)
    down, up = board.buttons()
    assert (down.seat, down.button, down.pressed, up.pressed) == (0, Button.OK, True, False)
    assert before_ns <= down.t_ns
    assert down.uncertainty_ns >= MS
    assert "gpiod is more exact" in board.part.health().notes[0]


def test_a_bouncing_press_is_one_press(chip: SimChip, board: Watched) -> None:
    press(chip, OK[1], bounces=3)
    board.watch(100)
    assert [(event.seat, event.pressed) for event in board.buttons()] == [(1, True)]


@pytest.mark.parametrize("first", [0, 1])
def test_presses_apart_keep_their_order(chip: SimChip, board: Watched, first: int) -> None:
    chip.pull(OK[first], False)
    spin_ns(20 * MS)
    chip.pull(OK[1 - first], False)
    board.watch(80)
    assert [event.seat for event in board.presses()] == [first, 1 - first]


def test_what_is_held_at_the_start_is_known(chip: SimChip, board: Watched) -> None:
    board.part.close()
    chip.pull(OK[1], False)
    again = Watched(RpiGpioLines(header()))
    again.watch(80)
    assert [(event.seat, event.pressed) for event in again.buttons()] == [(1, True)]
    again.part.close()


def test_lamps_reach_the_lines(chip: SimChip, board: Watched) -> None:
    board.part.set_lamps((1.0, 0.2))
    assert [chip.value(line) for line in LAMPS] == [1, 0]
    board.part.set_lamps((0.0, 0.5))
    assert [chip.value(line) for line in LAMPS] == [0, 1]


def test_a_taken_line_is_named(chip: SimChip) -> None:
    with taker(chip), pytest.raises(BoardError, match="GPIO5 is in use by another program"):
        RpiGpioLines(header()).open()
    part = RpiGpioLines(header())
    part.open()  # free again, and the failed attempt holds nothing
    part.close()


def test_an_overflow_is_told(chip: SimChip, board: Watched) -> None:
    """The library's thread cannot run meanwhile; the kernel keeps 16 edges of a line for it."""
    board.watch(100)
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(5))
    flood(chip, OK[0], 301)
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    board.watch(300)
    assert board.lost() == {0}
    assert any("edges were lost" in note for note in board.part.health().notes)
    assert board.presses()[-1].seat == 0
    chip.pull(OK[0], True)
    board.watch(100)
    assert not board.buttons()[-1].pressed


def test_a_vanished_chip_is_silence_and_comes_back(chip: SimChip, board: Watched) -> None:
    board.part.set_lamps((1.0, 0.0))
    chip.vanish()
    board.watch(400)
    assert not board.part.health().ok
    assert board.silences() == [True]
    chip.come()
    os.environ["RPI_LGPIO_CHIP"] = str(chip.number)  # on a Pi the library looks for it
    board.watch_until(lambda: board.lost() == {0, 1, None})  # a guest may be slow in taking lines
    assert board.silences() == [True, False]
    assert board.part.health().ok
    assert chip.value(LAMPS[0]) == 1
    assert requests() == len(LINES), "none is left to the library's thread to fail on"
    press(chip, OK[1])
    board.watch(100)
    assert [event.seat for event in board.presses()] == [1]


def test_sync_is_set_between_its_moments(chip: SimChip, board: Watched) -> None:
    lines = board.part
    assert isinstance(lines, RpiGpioLines)
    for level in (True, False, True):
        begin_ns = time.monotonic_ns()
        moments = lines.sync(level)
        assert moments is not None
        assert begin_ns <= moments[0] <= moments[1] <= time.monotonic_ns()
        assert chip.value(SYNC) == level
