"""Faults on demand: each shows in the electricity while it lasts, and no longer."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.errors import ConfigError
from drivers.events import Button, Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.faults import SimFault
from host_sim.models import Touch
from tests.host_sim.test_board import START_NS, drain, ready


def _spell(board: SimBoard, fault: SimFault, at: int | None = None) -> None:
    """From 100 to 200 ms after START_NS."""
    board.faults.begin(fault, START_NS + 100 * MS, at)
    board.faults.end(fault, START_NS + 200 * MS, at)


def test_a_flood_chatters_at_about_2_khz() -> None:
    board = ready()
    _spell(board, SimFault.FLOOD, 5)
    edges, _ = drain(board, [START_NS + 400 * MS])
    assert 120 < len(edges) < 400
    assert {edge.line for edge in edges} == {5}
    assert edges[-1].t_ns < START_NS + 201 * MS
    assert not edges[-1].active


def test_a_stuck_button_ignores_its_release() -> None:
    board = ready()
    board.press(1, Button.OK, START_NS + 120 * MS, hold_ns=20 * MS)
    _spell(board, SimFault.STUCK, board.line(1, Button.OK))
    edges, _ = drain(board, [START_NS + 400 * MS])
    assert [edge.active for edge in edges] == [True, False]
    assert abs(edges[1].t_ns - edges[0].t_ns - 100 * MS) < MS


def test_frozen_buttons_lose_their_edges_and_promise_nothing() -> None:
    board = ready()
    _spell(board, SimFault.FROZEN_BUTTONS)
    board.press(0, Button.OK, START_NS + 120 * MS, hold_ns=20 * MS)
    board.press(0, Button.OK, START_NS + 300 * MS)
    board.read(START_NS + 90 * MS)
    assert board.read(START_NS + 190 * MS).edges_complete_to_ns < START_NS + 100 * MS
    edges = board.read(START_NS + 350 * MS).edges
    assert edges[0].t_ns > START_NS + 290 * MS
    assert edges[0].seqno > 2


def test_a_frozen_pad_sends_nothing_and_counts_what_was_lost() -> None:
    board = ready()
    _spell(board, SimFault.FROZEN_PAD)
    board.read(START_NS + 110 * MS)
    assert board.read(START_NS + 190 * MS).samples == ()
    (batch,) = board.read(START_NS + 300 * MS).samples
    assert batch.dropped == 100
    assert batch.t_ns[0] >= START_NS + 199 * MS
    assert board.health().counters["dropped_scans"] == 100


@pytest.mark.parametrize(("fault", "code"), [(SimFault.DEAD, 0), (SimFault.SHORTED, 4095)])
def test_dead_and_shorted_channels(fault: SimFault, code: int) -> None:
    board = ready()
    _spell(board, fault, 3)
    _, samples = drain(board, [START_NS + 300 * MS])
    during = (samples.t_ns > START_NS + 101 * MS) & (samples.t_ns < START_NS + 199 * MS)
    assert (samples.codes[during, 3] == code).all()
    assert not (samples.codes[~during, 3] == code).all()
    assert not (samples.codes[during, 2] == code).all()


def test_a_noisy_channel_is_noisy() -> None:
    board = ready()
    _spell(board, SimFault.NOISY, 2)
    _, samples = drain(board, [START_NS + 300 * MS])
    during = (samples.t_ns > START_NS + 101 * MS) & (samples.t_ns < START_NS + 199 * MS)
    after = samples.t_ns > START_NS + 201 * MS
    assert samples.codes[during, 2].std() > 10 * samples.codes[after, 2].std()


def test_swapped_plugs_put_a_petals_sensors_on_each_others_wires() -> None:
    whole, swapped = ready(), ready()
    swapped.faults.begin(SimFault.SWAPPED, START_NS + MS, 2)
    for board in (whole, swapped):
        board.touch(Touch(seat=1, gesture=Gesture.PALM, t_ns=START_NS + 50 * MS, peak_n=20.0))
    (_, straight), (_, crossed) = (
        drain(board, [START_NS + 200 * MS]) for board in (whole, swapped)
    )
    assert (crossed.codes[5:, [3, 2]] == straight.codes[5:, [2, 3]]).all()
    others = [0, 1, 4, 5, 6, 7]
    assert (crossed.codes[:, others] == straight.codes[:, others]).all()


def test_a_saturated_channel_is_full_from_its_level_on() -> None:
    board, whole = ready(), ready()
    board.faults.begin(SimFault.SATURATED, START_NS + MS, 2, 0.6)
    for one in (board, whole):
        one.touch(Touch(seat=1, gesture=Gesture.PALM, t_ns=START_NS + 50 * MS, peak_n=20.0))
    (_, full), (_, samples) = (drain(one, [START_NS + 200 * MS]) for one in (board, whole))
    above = samples.codes[5:, 2] >= 0.6 * 4095
    assert above.sum() > 100
    assert (full.codes[5:, 2][above] == 4095).all()
    assert (full.codes[5:, 2][~above] == samples.codes[5:, 2][~above]).all()


def test_nonsense_codes_and_times() -> None:
    board = ready()
    _spell(board, SimFault.NONSENSE_CODES)
    board.faults.begin(SimFault.NONSENSE_TIMES, START_NS + 300 * MS)
    board.press(0, Button.OK, START_NS + 320 * MS)
    edges, samples = drain(board, [START_NS + 400 * MS])
    assert (samples.codes > board.info.full_code).all(axis=1).sum() == 100
    assert np.diff(samples.t_ns).min() < 0
    assert any(abs(edge.t_ns - START_NS) > 1000_000 * MS for edge in edges)


def test_lost_edges_leave_a_gap_in_the_numbers() -> None:
    board = ready()
    _spell(board, SimFault.LOST_EDGES, board.line(0, Button.OK))
    board.press(0, Button.OK, START_NS + 120 * MS, hold_ns=100 * MS)
    edges, _ = drain(board, [START_NS + 400 * MS])
    assert edges[0].seqno > 1
    assert not edges[-1].active
    assert board.health().counters["lost_edges"] == edges[0].seqno - 1


def test_health_names_what_is_broken() -> None:
    board = ready()
    assert board.health().ok
    board.faults.begin(SimFault.DEAD, START_NS + 10 * MS, 3)
    board.read(START_NS + 50 * MS)
    assert board.health().notes == ("dead:3",)
    assert not board.health().ok
    board.faults.end(SimFault.DEAD, START_NS + 60 * MS, 3)
    board.read(START_NS + 100 * MS)
    assert board.health().ok


def test_a_fault_needs_a_place() -> None:
    with pytest.raises(ConfigError, match="which line or channel"):
        ready().faults.begin(SimFault.DEAD, START_NS)
