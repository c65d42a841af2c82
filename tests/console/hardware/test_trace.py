"""The last seconds of a pad as forces."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from console.hardware.feed import Feed
from console.hardware.trace import Trace
from drivers.clock import VirtualClock
from drivers.events import Fault, Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.faults import SimFault
from host_sim.models import Touch
from tests.console.hardware.scope_samples import START_NS, traced

SPAN_NS = 1_000 * MS


def grab(board: SimBoard) -> None:
    board.touch(
        Touch(seat=1, gesture=Gesture.GRAB, t_ns=START_NS + 2_500 * MS, peak_n=20.0, rise_ms=10.0)
    )


def test_every_scan_of_the_last_seconds_is_there_and_none_before() -> None:
    trace = traced(4, lambda _: None, 3_500 * MS, SPAN_NS)
    curve = trace.curve(0, trace.now_ns - SPAN_NS, trace.now_ns)
    assert len(curve.t_ns) == pytest.approx(1000, abs=20)
    assert np.diff(curve.t_ns).max() < 1_500_000
    assert trace.scans == pytest.approx(3500, abs=20)


def test_a_grab_reads_its_force_on_both_its_sensors_and_on_no_other() -> None:
    trace = traced(4, grab, 2_700 * MS, SPAN_NS)
    top, under = trace.petals[1]
    far, _ = trace.petals[3]
    forces = [trace.force_n(channel) for channel in (top, under, far)]
    assert forces[0] == pytest.approx(20.0, rel=0.4)
    assert forces[1] == pytest.approx(16.0, rel=0.6)  # parts have powers of their own
    assert forces[2] == pytest.approx(0.0, abs=3.0)
    assert trace.greatest_n() == pytest.approx(20.0, rel=0.5)


def test_the_force_at_an_onset_is_the_threshold() -> None:
    trace = traced(4, grab, 2_900 * MS, SPAN_NS)
    found = trace.last_touch(1)
    assert found is not None
    contact, (top, _) = found
    at_onset = np.interp(contact.t_ns, top.t_ns, top.force_n)
    assert at_onset == pytest.approx(trace.threshold_n, abs=0.1)


def test_a_touch_is_kept_whole_when_it_is_no_longer_in_the_picture() -> None:
    trace = traced(4, grab, 5_000 * MS, SPAN_NS)
    found = trace.last_touch(1)
    assert not trace.contacts
    assert found is not None
    contact, curves = found
    for curve in curves:
        assert curve.t_ns[0] <= contact.t_ns - trace.BEFORE_NS
        assert curve.t_ns[-1] >= contact.t_ns + trace.AFTER_NS


def test_the_pads_fall_and_return_are_known() -> None:
    def act(board: SimBoard) -> None:
        board.knock(START_NS + 200 * MS)
        board.seat_pad(START_NS + 600 * MS)

    trace = traced(4, act, 1_000 * MS)
    assert [fall.down for fall in trace.falls] == [True, False]
    assert not trace.fallen
    assert traced(4, act, 500 * MS).fallen


def test_faults_are_there_until_they_are_mended() -> None:
    def act(board: SimBoard) -> None:
        board.faults.begin(SimFault.FROZEN_PAD, START_NS + 200 * MS)
        board.faults.end(SimFault.FROZEN_PAD, START_NS + 900 * MS)

    assert list(traced(4, act, 700 * MS).source_faults) == [("pad", Fault.SILENT)]
    assert not traced(4, act, 1_500 * MS).source_faults


def test_how_often_the_board_is_read_changes_no_sample() -> None:
    def read(step_ns: int) -> Trace:
        clock, board = VirtualClock(START_NS), SimBoard("mk2", 4)
        board.open()
        board.touch(Touch(seat=0, gesture=Gesture.PALM, t_ns=START_NS + 300 * MS))
        feed = Feed(board, clock)
        trace = Trace(feed, SPAN_NS)
        for turn in itertools.takewhile(
            lambda turn: turn.now_ns <= START_NS + 900 * MS, iter(feed.turn, None)
        ):
            trace.take(turn)
            clock.sleep_until(turn.now_ns + step_ns)
        return trace

    often, seldom = read(10 * MS), read(90 * MS)
    one, other = (t.curve(0, START_NS, START_NS + 800 * MS) for t in (often, seldom))
    assert (one.t_ns == other.t_ns).all()
    assert one.force_n == pytest.approx(other.force_n, abs=0.02)
