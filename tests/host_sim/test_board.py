"""The simulated board: what it gives, when, and that asking more often changes nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.board import Edge, Samples
from drivers.errors import BoardClosed, ConfigError
from drivers.events import Button, Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.curves import through
from host_sim.faults import SimFault
from host_sim.models import Thump, Touch
from host_sim.plate import TableLoad

START_NS = 5_000 * MS


def ready(kind: str = "mk2", seats: int = 4, seed: int = 1) -> SimBoard:
    """A board that has been read once, at START_NS."""
    board = SimBoard(kind, seats, seed)
    board.open()
    board.read(START_NS)
    return board


def drain(board: SimBoard, times_ns: list[int]) -> tuple[list[Edge], Samples]:
    """Everything that arrives at reads at ``times_ns``, the samples joined."""
    edges: list[Edge] = []
    batches: list[Samples] = []
    for now_ns in times_ns:
        reading = board.read(now_ns)
        edges += reading.edges
        batches += reading.samples
    joined = Samples(
        np.concatenate([b.t_ns for b in batches]), np.concatenate([b.codes for b in batches])
    )
    return edges, joined


def act(board: SimBoard) -> None:
    """A little of everything, dated after START_NS."""
    board.press(0, Button.OK, START_NS + 20 * MS)
    board.touch(Touch(seat=1, gesture=Gesture.GRAB, t_ns=START_NS + 40 * MS, peak_n=18.0))
    board.touch(
        Touch(seat=2, gesture=Gesture.PALM, t_ns=START_NS + 44 * MS, peak_n=6.0, rise_ms=20)
    )
    rests = through((0, 0), (2, 0.55), (20, 0.5), (30, 12))
    board.touch(Touch.shaped(3, START_NS + 350 * MS, rests, rests.times(0.8, 9.0)))
    board.lay(TableLoad(START_NS + 420 * MS, 3.0, 300.0))
    board.thump(Thump(START_NS + 900 * MS))
    board.knock(START_NS + 200 * MS)
    board.seat_pad(START_NS + 400 * MS)
    board.faults.begin(SimFault.FLOOD, START_NS + 100 * MS, board.line(3, Button.LEFT))
    board.faults.end(SimFault.FLOOD, START_NS + 150 * MS, board.line(3, Button.LEFT))
    board.faults.begin(SimFault.NOISY, START_NS + 250 * MS, 6)
    board.faults.begin(SimFault.FROZEN_PAD, START_NS + 300 * MS)
    board.faults.end(SimFault.FROZEN_PAD, START_NS + 330 * MS)


@pytest.mark.slow
@given(st.lists(st.integers(1, 60 * MS), min_size=1, max_size=30), st.sampled_from(["mk1", "mk2"]))
def test_what_arrives_does_not_depend_on_how_often_it_is_asked_for(
    gaps_ns: list[int], kind: str
) -> None:
    times_ns = [START_NS + sum(gaps_ns[: i + 1]) for i in range(len(gaps_ns))]
    last_ns = START_NS + 2000 * MS
    often, once = ready(kind), ready(kind)
    act(often)
    act(once)
    edges, samples = drain(often, [t for t in times_ns if t < last_ns] + [last_ns])
    edges_once, samples_once = drain(once, [last_ns])
    assert edges == edges_once
    assert (samples.t_ns == samples_once.t_ns).all()
    assert (samples.codes == samples_once.codes).all()


@pytest.mark.parametrize("ahead_ms", [3, 40])
def test_an_act_is_felt_alike_whether_it_was_planned_at_first_or_just_now(ahead_ms: int) -> None:
    at_ns = [START_NS + round(ms * MS) for ms in (50.3, 300.7, 500.1, 600.9)]

    def plan(board: SimBoard, which: int) -> None:
        hand = Touch(seat=1, gesture=Gesture.PALM, t_ns=at_ns[0], peak_n=40.0, rise_ms=0.4)
        if which == 0:
            board.touch(hand)
        elif which == 1:
            board.thump(Thump(at_ns[1]))
        elif which == 2:
            board.lay(TableLoad(at_ns[2], 3.0, 5.0))
        else:
            board.touch_end(2, at_ns[3])

    boards = ready(), ready()
    codes: list[list[np.ndarray]] = [[], []]
    for number, board in enumerate(boards):
        board.touch_begin(2, Gesture.GRAB, START_NS + 5 * MS)
        planned = 0
        for now_ns in range(START_NS, START_NS + 700 * MS, MS // 2):
            codes[number] += [samples.codes for samples in board.read(now_ns).samples]
            ahead_ns = (1_000, ahead_ms)[number] * MS
            while planned < 4 and at_ns[planned] - ahead_ns <= now_ns:
                plan(board, planned)
                planned += 1
    assert (np.concatenate(codes[0]) == np.concatenate(codes[1])).all()


def test_the_same_seed_gives_the_same_electricity_and_another_one_does_not() -> None:
    boards = [ready(seed=3), ready(seed=3), ready(seed=4)]
    for board in boards:
        act(board)
    (edges, samples), (same_edges, same), (_, other) = (
        drain(board, [START_NS + 600 * MS]) for board in boards
    )
    assert edges == same_edges
    assert (samples.codes == same.codes).all()
    assert not (samples.codes[:100] == other.codes[:100]).all()


def test_every_scan_arrives_once_and_none_before_its_time() -> None:
    board = ready()
    scans = []
    for now_ns in range(START_NS, START_NS + 500 * MS, 3 * MS):
        for batch in board.read(now_ns).samples:
            assert batch.dropped == 0
            assert batch.t_ns[-1] < now_ns
            scans.append(batch.t_ns)
    gaps_ns = np.diff(np.concatenate(scans))
    assert np.abs(gaps_ns - MS).max() < 50_000


def test_everything_arrives_within_the_worst_delay() -> None:
    board = ready(seed=9)
    worst_ns = board.info.worst_delay_ns
    for k in range(200):
        board.press(1, Button.OK, START_NS + k * 100 * MS)
    for now_ns in range(START_NS + MS, START_NS + 20_000 * MS, MS):
        reading = board.read(now_ns)
        assert reading.edges_complete_to_ns >= now_ns - worst_ns
        for edge in reading.edges:
            assert now_ns - worst_ns - MS <= edge.t_ns < now_ns


def test_an_idle_pad_rests_near_zero() -> None:
    _, samples = drain(ready(), [START_NS + 1000 * MS])
    assert samples.codes.shape[1] == 8
    assert samples.codes.dtype == np.uint16
    assert samples.codes.mean(axis=0).max() < 300
    assert (samples.codes.std(axis=0) > 0.5).all()


def test_a_grab_loads_both_sensors_and_a_palm_one() -> None:
    board = ready()
    board.touch(Touch(seat=1, gesture=Gesture.GRAB, t_ns=START_NS + 50 * MS, peak_n=20.0))
    board.touch(Touch(seat=3, gesture=Gesture.PALM, t_ns=START_NS + 50 * MS, peak_n=20.0))
    _, samples = drain(board, [START_NS + 200 * MS])
    code = samples.codes[-20:].mean(axis=0)
    lighter, heavier, light = map(board.weigh_each, (13.0, 23.0, 1.8))
    loaded = [2, 3, 6]
    assert (lighter[loaded] < code[loaded]).all()
    assert (code[loaded] < heavier[loaded]).all()
    others = [0, 1, 4, 5, 7]
    assert (code[others] < light[others]).all()


@pytest.mark.parametrize("kind", ["mk1", "mk2"])
def test_codes_carry_the_true_onset(kind: str) -> None:
    """The reading of a weight of 0.5 N is passed within a sample of the mechanical moment."""
    board = ready(kind)
    touch = board.touch(
        Touch(seat=2, gesture=Gesture.PALM, t_ns=START_NS + 50_300_000, peak_n=15.0)
    )
    _, samples = drain(board, [START_NS + 200 * MS])
    first = int(np.argmax(samples.codes[:, 4] > board.weigh(0.5, 4)[4]))
    at_ns = int(samples.t_ns[first]) + board.info.channels[4].offset_ns
    onset_ns = touch.true_onset_ns()
    assert onset_ns is not None
    assert -300_000 < at_ns - onset_ns < 1_300_000


def test_a_press_bounces_and_settles() -> None:
    board = ready()
    board.press(2, Button.RIGHT, START_NS + 10 * MS, hold_ns=60 * MS)
    edges = board.read(START_NS + 200 * MS).edges
    line = board.line(2, Button.RIGHT)
    assert {edge.line for edge in edges} == {line}
    assert [edge.seqno for edge in edges] == list(range(1, len(edges) + 1))
    assert [edge.active for edge in edges] == [i % 2 == 0 for i in range(len(edges))]
    assert len(edges) >= 6
    assert abs(edges[0].t_ns - (START_NS + 10 * MS)) < 200_000
    assert not edges[-1].active


def test_a_release_cuts_the_press_bounce_short() -> None:
    board = ready()
    for k in range(50):
        board.press(0, Button.OK, START_NS + k * 20 * MS, hold_ns=400_000)
    edges = board.read(START_NS + 1100 * MS).edges
    assert [edge.active for edge in edges] == [i % 2 == 0 for i in range(len(edges))]
    assert not edges[-1].active
    assert not board.pressed(0, Button.OK)


def test_an_act_cannot_change_what_was_read() -> None:
    board = ready()
    board.read(START_NS + 100 * MS)
    touch = board.touch(Touch(seat=0, gesture=Gesture.GRAB, t_ns=START_NS + 10 * MS))
    assert touch.t_ns > START_NS + 90 * MS
    board.press(0, Button.OK, START_NS + 10 * MS)
    edges = board.read(START_NS + 200 * MS).edges
    assert edges[0].t_ns > START_NS + 90 * MS


def test_a_live_hand_stays_until_it_lets_go() -> None:
    board = ready()
    board.touch_begin(1, Gesture.GRAB, START_NS + 10 * MS)
    board.read(START_NS + 3000 * MS)
    assert board.forces(START_NS + 2900 * MS)[1].min() > 5.0
    board.touch_end(1, START_NS + 3000 * MS)
    assert board.forces(START_NS + 3100 * MS).max() == 0.0
    _, samples = drain(board, [START_NS + 3200 * MS])
    assert samples.codes[-10:, 2].max() < 300


def test_a_knock_opens_the_seated_line_and_putting_back_closes_it() -> None:
    board = ready()
    board.knock(START_NS + 10 * MS)
    edges = board.read(START_NS + 100 * MS).edges
    assert board.info.lines[edges[0].line].seat is None
    assert not edges[0].active
    assert not board.pad_seated
    board.seat_pad(START_NS + 200 * MS)
    assert board.read(START_NS + 300 * MS).edges[-1].active
    assert board.pad_seated


def test_nothing_is_announced_while_nothing_is_planned() -> None:
    assert ready().next_arrival_ns(START_NS) is None


def wakes(board: SimBoard) -> list[int]:
    """When the board asks to be read, from START_NS until nothing is planned."""
    times_ns: list[int] = []
    now_ns = board.next_arrival_ns(START_NS)
    while now_ns is not None:
        times_ns.append(now_ns)
        board.read(now_ns)
        now_ns = board.next_arrival_ns(now_ns)
    return times_ns


def test_arrivals_are_announced_from_the_hand_to_50_ms_after_it() -> None:
    board = SimBoard("mk2", 4, 1, wake_ns=2 * MS)
    board.open()
    board.read(START_NS)
    touch = board.touch(Touch(seat=0, gesture=Gesture.GRAB, t_ns=START_NS + 500 * MS, hold_ms=300))
    times_ns = wakes(board)
    assert touch.t_ns <= times_ns[0] < touch.t_ns + 15 * MS
    assert touch.end_ns + 50 * MS <= times_ns[-1] < touch.end_ns + 80 * MS
    arriving = np.diff([t for t in times_ns if t < touch.t_ns + 140 * MS])
    leaving = np.diff([t for t in times_ns if t > touch.fall_ns])
    assert 0 < arriving.min() <= arriving.max() < 20 * MS
    assert 0 < leaving.min() <= leaving.max() < 25 * MS


def test_a_coarser_waking_asks_less_often() -> None:
    counts = []
    for wake_ns in (2 * MS, 16 * MS):
        board = SimBoard("mk2", 4, 1, wake_ns=wake_ns)
        board.open()
        board.read(START_NS)
        board.touch(Touch(seat=0, gesture=Gesture.GRAB, t_ns=START_NS + 500 * MS))
        counts.append(len(wakes(board)))
    assert 4 * counts[1] < counts[0]


def test_an_idle_pad_may_be_read_in_long_batches_with_the_same_codes() -> None:
    boards = [SimBoard("mk2", 4, 1, idle_ns=idle_ns) for idle_ns in (0, 100 * MS)]
    codes: list[list[np.ndarray]] = [[], []]
    batches = [0, 0]
    for number, board in enumerate(boards):
        board.open()
        board.read(START_NS)
        board.touch(Touch(seat=0, gesture=Gesture.GRAB, t_ns=START_NS + 500 * MS, hold_ms=100))
        for now_ns in range(START_NS, START_NS + 2_000 * MS, 10 * MS):
            samples = board.read(now_ns).samples
            batches[number] += len(samples)
            codes[number] += [s.codes for s in samples]
    plain, batched = (np.concatenate(c) for c in codes)
    assert (plain[: len(batched)] == batched).all()
    assert len(plain) - len(batched) < 100
    assert 3 * batches[1] < 2 * batches[0]


def test_a_hand_that_stays_is_not_waited_for() -> None:
    board = ready()
    board.touch_begin(0, Gesture.GRAB, START_NS + 10 * MS)
    assert wakes(board)[-1] < START_NS + 200 * MS
    board.touch_end(0, START_NS + 900 * MS)
    assert board.next_arrival_ns(START_NS + 890 * MS) is not None


def test_waking_when_told_gets_each_edge_as_it_arrives() -> None:
    board = ready()
    board.press(0, Button.OK, START_NS + 300 * MS)
    now_ns = board.next_arrival_ns(START_NS)
    assert now_ns is not None
    assert board.read(now_ns).edges


def test_in_virtual_time_nobody_is_woken_for_a_button_that_is_let_go() -> None:
    boards = [SimBoard("mk2", 4, 1, idle_ns=idle_ns) for idle_ns in (0, 100 * MS)]
    last_ns = []
    for board in boards:
        board.open()
        board.read(START_NS)
        board.press(0, Button.OK, START_NS + 300 * MS, hold_ns=80 * MS)
        last_ns.append(wakes(board)[-1])
        edges = board.read(START_NS + 500 * MS).edges
        assert not edges or not edges[-1].active
        assert not board.pressed(0, Button.OK)
    assert last_ns[0] >= START_NS + 380 * MS
    assert last_ns[1] < START_NS + 320 * MS
    boards[1].knock(START_NS + 600 * MS)
    assert wakes(boards[1])[-1] >= START_NS + 600 * MS


def test_lamps_are_kept_with_their_times() -> None:
    board = ready(seats=2)
    board.set_lamps((1.0, 0.0))
    board.set_lamps((1.0, 0.0))
    assert board.lamps == (1.0, 0.0)
    assert [levels for _, levels in board.lamp_changes] == [(1.0, 0.0)]
    with pytest.raises(ConfigError, match="2 levels"):
        board.set_lamps((1.0,))
    board.close()
    assert board.lamps == (0.0, 0.0)


def test_a_closed_board_says_so() -> None:
    board = SimBoard()
    with pytest.raises(BoardClosed, match="open it first"):
        board.read(0)


@pytest.mark.parametrize(("kind", "seats"), [("mk1", 5), ("mk2", 9), ("mk3", 2), ("mk2", 0)])
def test_tables_that_do_not_exist_are_refused(kind: str, seats: int) -> None:
    with pytest.raises(ConfigError, match="simulated table"):
        SimBoard(kind, seats)


def test_waking_goes_by_whole_frames() -> None:
    with pytest.raises(ConfigError, match="whole frames"):
        SimBoard(wake_ns=1_500_000)


def test_calibration_weight_shows_the_spread_of_parts() -> None:
    board = ready(seats=8)
    codes = board.weigh_each(0.5)
    assert codes.tolist() == [board.weigh(0.5, channel)[channel] for channel in range(16)]
    assert 0.01 < np.std(codes) / np.mean(codes) < 0.06
