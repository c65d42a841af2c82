"""The board of gpiod on a real kernel's chip; run inside the guest by ``test_gpio_sim.py``."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from drivers.boards.gpiod_chip import QUEUE, ChipLines
from drivers.boards.gpiod_lines import GpiodLines
from drivers.errors import BoardClosed, BoardError
from drivers.events import Button, Fall
from drivers.times import MS
from tests.hardware.guest.simchip import SimChip, simulated, spin_ns, wait_ns
from tests.hardware.guest.table import (
    LABEL,
    LAMPS,
    LINES,
    OK,
    SEATED,
    SYNC,
    Watched,
    flood,
    header,
    press,
    requests,
    taker,
)

OK_INPUTS = (2, 6)
"""The numbers of both ● among the board's lines."""


@pytest.fixture
def chip() -> Iterator[SimChip]:
    with simulated(LABEL, LINES, shift=3) as made:
        yield made


@pytest.fixture
def board(chip: SimChip) -> Iterator[Watched]:
    watched = Watched(GpiodLines(header()))
    yield watched
    watched.part.close()


def test_a_press_carries_the_kernels_stamp(chip: SimChip, board: Watched) -> None:
    before_ns = time.monotonic_ns()
    press(chip, OK[0])
    after_ns = time.monotonic_ns()
    spin_ns(30 * MS)  # nobody reads meanwhile: the stamp must not care
    board.watch(50)
    chip.pull(OK[0], True)
    board.watch(50)
    down, up = board.buttons()
    assert (down.seat, down.button, down.pressed, up.pressed) == (0, Button.OK, True, False)
    assert before_ns <= down.t_ns <= after_ns + MS
    assert up.t_ns > down.t_ns + 40 * MS


def test_a_bouncing_switch_is_one_press_and_one_release(chip: SimChip, board: Watched) -> None:
    before_ns = time.monotonic_ns()
    press(chip, OK[1], bounces=4)
    board.watch(60)
    chip.pull(OK[1], True)
    press(chip, OK[1], bounces=2)
    chip.pull(OK[1], True)
    board.watch(60)
    raw = [edge for edge in board.edges if edge.line == OK_INPUTS[1]]
    assert len(raw) == 9 + 7, "the kernel debounces nothing"
    down, up = board.buttons()
    assert (down.pressed, up.pressed) == (True, False)
    assert before_ns <= down.t_ns == raw[0].t_ns
    assert up.t_ns == raw[9].t_ns


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


def test_an_overflow_is_counted_to_the_edge_and_told(chip: SimChip, board: Watched) -> None:
    """The kernel keeps 1024 edges and drops the oldest."""
    before = len(board.edges)
    flood(chip, OK[0], 1_500)
    press(chip, OK[1])
    board.watch(300)
    assert len(board.edges) - before == QUEUE == 1_024
    health = board.part.health()
    assert health.counters["edges_lost"] == 1_501 - QUEUE
    assert any("477 edges were lost" in note for note in health.notes)
    assert board.lost() == {0, 1, None}, "nobody knows whose the dropped edges were"
    (other,) = (event for event in board.presses() if event.seat == 1)
    assert other.t_ns == max(edge.t_ns for edge in board.edges)


def test_a_dropped_press_of_a_quiet_line_is_found(chip: SimChip, board: Watched) -> None:
    """Its gap would show at its next edge only, and a held button makes none."""
    press(chip, OK[1])
    flood(chip, OK[0], 1_200)
    board.watch(300)
    assert board.lost() == {0, 1, None}
    assert 1 in [event.seat for event in board.presses()]
    assert board.part.health().counters["edges_lost"] == 1_201 - QUEUE
    chip.pull(OK[1], True)
    board.watch(300)
    assert [event.pressed for event in board.buttons() if event.seat == 1] == [True, False]
    assert board.part.health().counters["edges_lost"] == 1_201 - QUEUE, "counted once"


def test_a_press_and_its_release_inside_the_gap_are_told_at_once(
    chip: SimChip, board: Watched
) -> None:
    """Levels are as before, and no later edge of that line shows a gap."""
    press(chip, OK[1])
    chip.pull(OK[1], True)
    flood(chip, OK[0], 1_200)
    assert board.lost() == set()
    board.watch(1)
    assert 1 in board.lost()


def test_all_lines_of_a_chip_are_one_request(board: Watched) -> None:
    assert requests() == 1


def test_lamps_reach_the_lines(chip: SimChip, board: Watched) -> None:
    board.part.set_lamps((1.0, 0.2))
    assert [chip.value(line) for line in LAMPS] == [1, 0]
    board.part.set_lamps((0.0, 0.5))
    assert [chip.value(line) for line in LAMPS] == [0, 1]
    board.part.close()
    with pytest.raises(BoardClosed):
        board.part.set_lamps((0.0, 0.0))


def test_sync_is_set_between_its_moments(chip: SimChip, board: Watched) -> None:
    lines = board.part
    assert isinstance(lines, GpiodLines)
    assert chip.value(SYNC) == 0
    for level in (True, False, True):
        begin_ns = time.monotonic_ns()
        moments = lines.sync(level)
        assert moments is not None
        assert begin_ns <= moments[0] <= moments[1] <= time.monotonic_ns()
        assert chip.value(SYNC) == level
    chip.vanish()
    board.watch(5)
    assert lines.sync(False) is None
    chip.come()
    board.watch(600)
    assert lines.sync(True) is not None
    assert chip.value(SYNC) == 1


def test_lamps_are_dark_at_first_and_in_the_end(
    chip: SimChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[list[int]] = []
    release = ChipLines.release

    def look(lines: ChipLines) -> None:
        left.append([chip.value(line) for line in LAMPS])
        release(lines)

    part = GpiodLines(header(lamps_active_low=True))
    part.open()
    assert [chip.value(line) for line in LAMPS] == [1, 1]
    part.set_lamps((1.0, 0.0))
    assert [chip.value(line) for line in LAMPS] == [0, 1]
    monkeypatch.setattr(ChipLines, "release", look)
    part.close()
    assert left == [[1, 1]]


def test_a_taken_line_is_named_with_its_owner(chip: SimChip) -> None:
    with (
        taker(chip),
        pytest.raises(BoardError, match=r"GPIO5 \(by somebody\), GPIO16 \(by somebody\)"),
    ):
        GpiodLines(header()).open()
    part = GpiodLines(header())
    part.open()  # free again, and the failed attempt holds nothing
    part.close()


def test_a_vanished_chip_is_silence_and_comes_back(chip: SimChip, board: Watched) -> None:
    board.part.set_lamps((1.0, 0.0))
    chip.vanish()
    board.watch(400)
    assert not board.part.health().ok
    assert board.silences() == [True]
    chip.come()
    board.watch(600)
    assert board.silences() == [True, False]
    assert board.part.health().ok
    assert chip.value(LAMPS[0]) == 1
    assert board.lost() == {0, 1, None}
    press(chip, OK[0])
    board.watch(50)
    assert [event.seat for event in board.presses()] == [0]


def test_a_chip_that_comes_back_taken_says_so(chip: SimChip, board: Watched) -> None:
    chip.vanish()
    board.watch(10)
    chip.come()
    with taker(chip):
        board.watch(400)
        assert any("GPIO5 (by somebody)" in note for note in board.part.health().notes)
    board.watch(400)
    assert board.part.health().ok


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
    with simulated("mcp23017", (0, 1)) as expander:
        board = Watched(GpiodLines(header(lamps=("mcp23017/GPIO1", "GPIO24"))))
        board.part.set_lamps((1.0, 1.0))
        assert (expander.value(1), chip.value(LAMPS[1]), chip.value(LAMPS[0])) == (1, 1, 1)
        board.part.close()


def test_wrong_names_are_answered_with_the_mend(chip: SimChip) -> None:
    with pytest.raises(BoardError, match=f"no GPIO chip rp9 here .*{LABEL}.*buttons.chips"):
        GpiodLines(header(chips=("rp9",))).open()
    with pytest.raises(BoardError, match="no line GPIO40: use a name that `gpioinfo` shows"):
        GpiodLines(header(lamps=("GPIO40", "GPIO24"))).open()


def test_the_first_label_that_exists_is_meant(chip: SimChip) -> None:
    with simulated("decoy", LINES) as decoy:  # the same names on another chip
        board = Watched(GpiodLines(header(chips=("pinctrl-rp1", LABEL, "decoy"))))
        press(chip, OK[0])
        press(decoy, OK[1])
        wait_ns(MS)
        board.watch(20)
        assert [event.seat for event in board.presses()] == [0]
        board.part.close()
