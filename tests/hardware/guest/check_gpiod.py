"""The board of gpiod on a real kernel's chip; run inside the guest by ``test_gpio_sim.py``."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from drivers.boards.gpiod_lines import GpiodLines
from drivers.errors import BoardClosed, BoardError
from drivers.events import Button, Fall, Fault, SeatFault, SourceFault
from tests.hardware.guest.simchip import MS, SimChip, spin_ns, wait_ns
from tests.hardware.guest.table import LABEL, LAMPS, LINES, OK, SEATED, Watched, header, press

TAKER = """
import gpiod, sys
settings = gpiod.LineSettings()
with gpiod.request_lines(sys.argv[1], {("GPIO5", "GPIO16"): settings}, consumer="somebody"):
    print("taken", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def chip() -> Iterator[SimChip]:
    made = SimChip(LABEL, LINES)
    yield made
    made.remove()


@pytest.fixture
def board(chip: SimChip) -> Iterator[Watched]:
    watched = Watched(GpiodLines(header()))
    yield watched
    watched.part.close()


def test_a_press_carries_the_kernels_stamp(chip: SimChip, board: Watched) -> None:
    before_ns = time.monotonic_ns()
    press(chip, OK[0])
    after_ns = time.monotonic_ns()
    board.watch(50)
    chip.pull(OK[0], True)
    board.watch(50)
    down, up = board.buttons()
    assert (down.seat, down.button, down.pressed, up.pressed) == (0, Button.OK, True, False)
    assert before_ns <= down.t_ns <= after_ns + MS
    assert up.t_ns > down.t_ns + 40 * MS


def test_a_bouncing_press_is_one_press_at_its_first_edge(chip: SimChip, board: Watched) -> None:
    before_ns = time.monotonic_ns()
    press(chip, OK[1], bounces=4)
    board.watch(60)
    (down,) = board.buttons()
    assert down.pressed
    assert len(board.edges) >= 5
    assert before_ns <= down.t_ns <= board.edges[1].t_ns


@pytest.mark.parametrize("first", [0, 1])
def test_near_presses_keep_their_order(chip: SimChip, board: Watched, first: int) -> None:
    for _ in range(10):
        chip.pull(OK[first], False)
        spin_ns(MS)
        chip.pull(OK[1 - first], False)
        board.watch(30)
        for line in OK:
            chip.pull(line, True)
        board.watch(30)
    assert [event.seat for event in board.presses()] == [first, 1 - first] * 10


def test_an_overflow_is_noticed_and_told(chip: SimChip, board: Watched) -> None:
    for n in range(1_500):  # the kernel keeps 1024 of them, and drops the oldest
        chip.pull(OK[0], n % 2 == 1)
        spin_ns(MS // 5)
    board.watch(60)
    lost = [event for event in board.events if isinstance(event, SeatFault)]
    assert (0, Fault.LOST_EDGES, True) in [
        (event.seat, event.fault, event.active) for event in lost
    ]
    health = board.part.health()
    assert health.counters["edges_lost"] >= 400
    assert any("edges were lost" in note for note in health.notes)


def test_lamps_reach_the_lines(chip: SimChip, board: Watched) -> None:
    board.part.set_lamps((1.0, 0.2))
    assert [chip.value(line) for line in LAMPS] == [1, 0]
    board.part.set_lamps((0.0, 0.5))
    assert [chip.value(line) for line in LAMPS] == [0, 1]
    board.part.close()
    with pytest.raises(BoardClosed):
        board.part.set_lamps((0.0, 0.0))


def test_a_taken_line_is_named_with_its_owner(chip: SimChip) -> None:
    command = [sys.executable, "-c", TAKER, f"/dev/gpiochip{chip.number}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as taker:
        assert taker.stdout is not None
        assert taker.stdin is not None
        assert taker.stdout.readline() == b"taken\n"
        with pytest.raises(BoardError, match=r"GPIO5 \(by somebody\), GPIO16 \(by somebody\)"):
            GpiodLines(header()).open()
        taker.stdin.close()
    part = GpiodLines(header())
    part.open()  # free again, and the failed attempt holds nothing
    part.close()


def test_a_vanished_chip_is_silence_and_comes_back(chip: SimChip, board: Watched) -> None:
    board.part.set_lamps((1.0, 0.0))
    chip.vanish()
    board.watch(400)
    assert not board.part.health().ok
    silent = [event for event in board.events if isinstance(event, SourceFault)]
    assert [(event.fault, event.active) for event in silent] == [(Fault.SILENT, True)]
    chip.come()
    board.watch(600)
    silent = [event for event in board.events if isinstance(event, SourceFault)]
    assert [(e.active) for e in silent if e.fault is Fault.SILENT] == [True, False]
    assert board.part.health().ok
    assert chip.value(LAMPS[0]) == 1
    assert Fault.LOST_EDGES in [e.fault for e in board.events if isinstance(e, SeatFault)]
    press(chip, OK[0])
    board.watch(50)
    assert [event.seat for event in board.presses()] == [0]


def test_what_is_held_at_the_start_is_known(chip: SimChip) -> None:
    chip.pull(OK[1], False)
    board = Watched(GpiodLines(header()))
    board.watch(30)
    assert [(event.seat, event.pressed) for event in board.buttons()] == [(1, True)]
    falls = [event for event in board.events if isinstance(event, Fall)]
    assert [event.down for event in falls] == [True]  # nothing closes the cradle's reed
    chip.pull(SEATED, False)
    board.watch(30)
    falls = [event for event in board.events if isinstance(event, Fall)]
    assert [event.down for event in falls] == [True, False]
    board.part.close()


def test_lines_of_two_chips_are_one_board(chip: SimChip) -> None:
    expander = SimChip("mcp23017", (0, 1))
    board = Watched(GpiodLines(header(lamps=("mcp23017/GPIO1", "GPIO24"))))
    board.part.set_lamps((1.0, 1.0))
    assert (expander.value(1), chip.value(LAMPS[1]), chip.value(LAMPS[0])) == (1, 1, 1)
    board.part.close()
    expander.remove()


def test_wrong_names_are_answered_with_the_mend(chip: SimChip) -> None:
    with pytest.raises(BoardError, match=f"no GPIO chip rp9 here .*{LABEL}.*buttons.chips"):
        GpiodLines(header(chips=("rp9",))).open()
    with pytest.raises(BoardError, match="no line GPIO40: use a name that `gpioinfo` shows"):
        GpiodLines(header(lamps=("GPIO40", "GPIO24"))).open()


def test_the_first_label_that_exists_is_meant(chip: SimChip) -> None:
    board = Watched(GpiodLines(header(chips=("pinctrl-rp1", LABEL))))
    press(chip, OK[0])
    wait_ns(MS)
    board.watch(20)
    assert [event.seat for event in board.presses()] == [0]
    board.part.close()
