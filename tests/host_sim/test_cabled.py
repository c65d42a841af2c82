"""The table mk2 behind its real link; and faults that come in degrees."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from drivers.board import Edge
from drivers.clock import VirtualClock
from drivers.errors import BoardClosed
from drivers.events import Button, ButtonEvent, Contact, Gesture, InputEvent
from drivers.inputs import Inputs
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.cabled import CabledBoard
from host_sim.faults import SimFault
from host_sim.models import Touch

SEATS = 4


def edges_of(board: SimBoard, until_ms: int) -> list[Edge]:
    return [e for ms in range(0, until_ms, 8) for e in board.read(ms * MS).edges]


def codes_of(board: SimBoard, until_ms: int) -> np.ndarray:
    read = [board.read(ms * MS).samples for ms in range(0, until_ms, 8)]
    return np.concatenate([s.codes for samples in read for s in samples]).astype(float)


@pytest.fixture
def board() -> SimBoard:
    made = SimBoard("mk2", SEATS, 3)
    made.open()
    made.read(0)
    return made


def test_a_worn_button_bounces_for_five_milliseconds_and_more(board: SimBoard) -> None:
    board.faults.begin(SimFault.WORN, 0, board.line(1, Button.OK))
    board.press(1, Button.OK, 50 * MS, 100 * MS)
    edges = edges_of(board, 300)
    down = [e.t_ns for e in edges if e.t_ns < 100 * MS]
    assert 5 * MS <= down[-1] - down[0] <= 6.2 * MS
    assert len(down) >= 17


@pytest.mark.parametrize("level", [-0.3, 0.3])
def test_a_drifted_sensor_feels_more_or_less(level: float) -> None:
    peaks = []
    for drift in (0.0, level):
        board = SimBoard("mk2", SEATS, 3)
        board.open()
        board.read(0)
        board.faults.begin(SimFault.DRIFTED, 10 * MS, 2, drift)
        board.touch(Touch(seat=1, gesture=Gesture.PALM, t_ns=50 * MS, peak_n=3.0))
        peaks.append(codes_of(board, 250).max(axis=0))
    assert np.sign(peaks[1][2] - peaks[0][2]) == np.sign(level)
    assert peaks[1][0] == peaks[0][0]


def test_coupled_petals_feel_their_neighbour_while_it_lasts(board: SimBoard) -> None:
    board.faults.begin(SimFault.COUPLED, 0, level=0.3)
    board.faults.end(SimFault.COUPLED, 150 * MS)
    for t_ms in (50, 400):
        board.touch(Touch(seat=1, gesture=Gesture.PALM, t_ns=t_ms * MS, peak_n=5.0, hold_ms=60))
    codes = codes_of(board, 600)
    assert codes[50:140, 0].max() > 1.3 * codes[400:490, 0].max()


def test_hum_swings_fifty_times_a_second_on_all_channels(board: SimBoard) -> None:
    quiet = codes_of(board, 400).std(axis=0)
    board.faults.begin(SimFault.HUM, 500 * MS, level=0.05)
    board.read(600 * MS)
    codes = np.concatenate([s.codes for s in board.read(1_600 * MS).samples]).astype(float)
    assert (codes.std(axis=0) > 10 * quiet).all()
    spectrum = np.abs(np.fft.rfft(codes[:1000, 0] - codes[:1000, 0].mean()))
    assert int(spectrum.argmax()) == 50


@pytest.fixture
def cabled() -> Iterator[tuple[CabledBoard, VirtualClock]]:
    clock = VirtualClock(1_000 * MS)
    made = CabledBoard(clock, SEATS, 3)
    made.open()
    yield made, clock
    made.close()


def run(board: CabledBoard, clock: VirtualClock, ms: int) -> list[InputEvent]:
    inputs = Inputs(board.info)
    end_ns, events = clock.now_ns() + ms * MS, []
    while clock.now_ns() < end_ns:
        now_ns = clock.now_ns()
        events += inputs.feed(board.read(now_ns), now_ns)
        clock.sleep_until(now_ns + 2 * MS)
    return events


def test_hands_presses_and_lamps_go_through_the_cable(
    cabled: tuple[CabledBoard, VirtualClock],
) -> None:
    board, clock = cabled
    at_ns = clock.now_ns() + 800 * MS
    touch = board.touch(Touch(seat=2, gesture=Gesture.GRAB, t_ns=at_ns))
    board.press(1, Button.OK, at_ns)
    board.set_lamps((0.0, 1.0, 0.0, 0.0))
    events = run(board, clock, 1_300)
    (contact,) = [e for e in events if isinstance(e, Contact)]
    onset_ns = touch.true_onset_ns()
    assert onset_ns is not None
    assert (contact.seat, contact.gesture) == (2, Gesture.GRAB)
    assert contact.t_ns == pytest.approx(onset_ns, abs=MS)
    presses = [e for e in events if isinstance(e, ButtonEvent)]
    assert [(p.seat, p.button, p.pressed) for p in presses] == [
        (1, Button.OK, True),
        (1, Button.OK, False),
    ]
    assert presses[0].t_ns == at_ns
    assert [level > 0.5 for level in board.lamps] == [False, True, False, False]


def test_closed_it_says_so_and_its_port_is_gone(cabled: tuple[CabledBoard, VirtualClock]) -> None:
    board, clock = cabled
    board.close()
    with pytest.raises(BoardClosed):
        board.read(clock.now_ns())
