"""Hands on the simulated pad, decoded by the real table's code: nobody is favoured or missed."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from drivers.events import (
    Button,
    ButtonEvent,
    Contact,
    Fall,
    Fault,
    Gesture,
    InputEvent,
    SeatFault,
)
from drivers.inputs import Inputs
from drivers.pad.channels.calibration import Calibration, Laid, Weighing
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.faults import SimFault
from host_sim.models import Touch
from tests.host_sim.test_board import START_NS, ready


def _play(board: SimBoard, inputs: Inputs, to_ns: int) -> list[InputEvent]:
    """Read as often as board and inputs ask for."""
    events: list[InputEvent] = []
    now_ns = START_NS
    while now_ns < to_ns:
        events += inputs.feed(board.read(now_ns), now_ns)
        asked = (board.next_arrival_ns(now_ns), inputs.next_due_ns(), now_ns + 100 * MS, to_ns)
        now_ns = max(now_ns + 1, min(t_ns for t_ns in asked if t_ns is not None))
    return events


def _calibration(board: SimBoard) -> Calibration:
    """With weights of 0.5 and 10 N on each sensor."""
    weighings = [
        Weighing(*(Laid(weight_n, board.weigh(weight_n, channel)) for weight_n in (0.5, 10.0)))
        for channel in range(len(board.info.channels))
    ]
    return Calibration.weighed(board.info, board.weigh(0.0, 0), weighings, "2026-01-01")


def _weighed(board: SimBoard) -> Inputs:
    return Inputs(board.info, _calibration(board))


def _races(board: SimBoard, count: int, rng: Random) -> list[Touch]:
    """Every 1.2 s two hands within 100 ms of each other."""
    touches = []
    for race in range(count):
        for seat in rng.sample(range(board.info.seats), 2):
            touch = Touch(
                seat=seat,
                gesture=Gesture.GRAB if rng.random() < 0.6 else Gesture.PALM,
                t_ns=START_NS + (300 + 1200 * race + rng.randrange(100)) * MS,
                peak_n=rng.uniform(5, 30),
                rise_ms=rng.uniform(5, 20),
                under_lag_ms=rng.uniform(0, 30),
            )
            touches.append(board.touch(touch))
    return touches


@pytest.mark.parametrize(("kind", "seats"), [("mk1", 4), ("mk2", 6)])
def test_each_hand_is_found_at_its_true_time(kind: str, seats: int) -> None:
    board = ready(kind, seats)
    touches = _races(board, 40, Random(4))
    events = _play(board, _weighed(board), START_NS + 49_000 * MS)
    contacts = [event for event in events if isinstance(event, Contact)]
    assert len(contacts) == len(touches)
    errors = []
    for touch in touches:
        onset_ns = touch.true_onset_ns()
        assert onset_ns is not None
        near = [c for c in contacts if c.seat == touch.seat and abs(c.t_ns - onset_ns) < 30 * MS]
        assert [c.gesture for c in near] == [touch.gesture]
        sigma_ns = np.hypot(near[0].uncertainty_ns, near[0].clock_uncertainty_ns)
        errors.append((near[0].t_ns - onset_ns) / sigma_ns)
    assert np.median(np.abs(errors)) < 1.5
    assert not [event for event in events if isinstance(event, SeatFault)]


def test_a_bouncing_button_is_one_press_at_its_first_edge() -> None:
    board = ready()
    for k in range(20):
        board.press(k % 4, Button.OK, START_NS + (100 + 200 * k) * MS)
    events = _play(board, Inputs(board.info), START_NS + 4500 * MS)
    presses = [event for event in events if isinstance(event, ButtonEvent) and event.pressed]
    assert len(presses) == 20
    for k, press in enumerate(presses):
        assert press.seat == k % 4
        assert press.t_ns == pytest.approx(START_NS + (100 + 200 * k) * MS, abs=200_000)


def test_a_knock_is_a_fall() -> None:
    board = ready()
    board.knock(START_NS + 100 * MS)
    board.seat_pad(START_NS + 900 * MS)
    events = _play(board, Inputs(board.info), START_NS + 1500 * MS)
    assert [event.down for event in events if isinstance(event, Fall)] == [True, False]


@pytest.mark.parametrize(
    ("fault", "place"), [(SimFault.FLOOD, 4), (SimFault.STUCK, 4), (SimFault.SHORTED, 2)]
)
def test_a_broken_seat_is_noticed_and_the_others_play_on(fault: SimFault, place: int) -> None:
    board = ready()
    board.faults.begin(fault, START_NS + 100 * MS, place)
    board.touch(Touch(seat=3, gesture=Gesture.GRAB, t_ns=START_NS + 25_000 * MS))
    board.press(3, Button.OK, START_NS + 25_000 * MS)
    events = _play(board, Inputs(board.info), START_NS + 26_000 * MS)
    assert {event.seat for event in events if isinstance(event, SeatFault)} == {1}
    assert [event.seat for event in events if isinstance(event, Contact) and event.seat == 3] == [3]
    assert [e for e in events if isinstance(e, ButtonEvent) and e.pressed and e.seat == 3]


def test_the_neighbours_of_a_slap_stay_untouched() -> None:
    board = ready(seats=6)
    for k in range(10):
        board.touch(
            Touch(
                seat=2,
                gesture=Gesture.PALM,
                t_ns=START_NS + (300 + 900 * k) * MS,
                peak_n=40.0,
                rise_ms=6,
            )
        )
    events = _play(board, Inputs(board.info), START_NS + 10_000 * MS)
    assert {event.seat for event in events if isinstance(event, Contact)} == {2}


@pytest.mark.parametrize(("level", "told"), [(-0.3, {1}), (0.43, {1}), (None, set())])
def test_a_petal_that_stands_30_percent_off_its_sisters_is_told_within_ten_touches(
    level: float | None, told: set[int]
) -> None:
    """Both of its sensors alike: only what couples shows it. What is kept of the table for the next
    start does not get used to it."""
    board = ready("mk2", 4, seed=7)
    calibration = _calibration(board)
    inputs = Inputs(board.info, calibration)
    rng, touch_ns = Random(4), START_NS + 2_500 * MS
    for channel in (2, 3) if level is not None else ():
        board.faults.begin(SimFault.DRIFTED, START_NS, channel, level)
    for n in range(40):
        gesture = Gesture.PALM if n // 4 % 2 == 0 else Gesture.GRAB
        peak_n, rise_ms = rng.uniform(8, 30), rng.uniform(5, 15)
        t_ns = touch_ns + n * 700 * MS
        board.touch(Touch(seat=n % 4, gesture=gesture, t_ns=t_ns, peak_n=peak_n, rise_ms=rise_ms))
    events = _play(board, inputs, touch_ns + 29_000 * MS)
    faults = [event for event in events if isinstance(event, SeatFault)]
    assert {f.seat for f in faults if f.fault is Fault.UNEVEN and f.active} == told
    kept = zip(calibration.channels[0].shares, inputs.pad.learned().channels[0].shares, strict=True)
    assert {seat for seat, (before, now) in enumerate(kept) if before == now} == {0} | told
