"""The pad controller at the end of a simulated cable: what the table gets, and what it is told."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest
from cobs import cobs
from hypothesis import example, given, settings
from hypothesis import strategies as st

import drivers.firmware
from drivers.board import Samples
from drivers.clock import VirtualClock
from drivers.controller.link import SILENCE_NS
from drivers.controller.usual import FIRST_US, INPUTS, PERIOD_US, STEP_US, usual_pad
from drivers.events import Contact, SourceFault
from drivers.firmware.wire import SAMPLES, TICKS
from drivers.inputs import Inputs
from drivers.pad.channels.calibration import Calibration
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.controller import SimController
from host_sim.wire import WireFault
from tests.drivers.controller.cable import (
    NEVER_NS,
    SEATS,
    START_NS,
    Cable,
    cable,
    check_onsets,
    hands,
    hands_are_found,
)

FIRMWARE = Path(drivers.firmware.__file__).parent


@pytest.mark.parametrize("drift_ppm", [-200, 0, 200])
def test_hands_are_found_at_their_times_whatever_the_crystal(drift_ppm: int) -> None:
    link = cable(SimController(SEATS, 3, drift_ppm=drift_ppm))
    hands_are_found(link, 30, 30 * 700 + 500)
    assert link.dropped == 0
    health = link.pad.health()
    assert health.ok
    assert health.counters["clock_drift_ppm"] == pytest.approx(-drift_ppm, abs=15)
    assert health.counters["clock_uncertainty_ns"] < 600_000


def test_the_wire_sync_shows_the_clock_ten_times_better() -> None:
    """And an edge of it is nobody's fall."""
    sim, clock = SimController(SEATS, 3, drift_ppm=150), VirtualClock(START_NS)
    link = Cable(sim, lambda level: sim.sync(level, clock.now_ns()), clock).open()
    link.run(3_000 * MS)
    hands_are_found(link, 10, 8_000)
    health = link.pad.health()
    assert health.ok
    assert health.counters["clock_uncertainty_ns"] < 40_000
    assert not [*link.falls(), *link.losses()]


def test_the_fast_board_and_the_cable_decode_the_same_contacts() -> None:
    link = cable()
    board = SimBoard("mk2", SEATS, 3)
    board.open()
    board.read(link.clock.now_ns())
    inputs = Inputs(board.info, Calibration.nominal(board.info))
    touches = hands(12, link.clock.now_ns() + 300 * MS)
    direct: list[Contact] = []
    for touch in touches:
        link.sim.touch(touch)
        board.touch(touch)
    for step in range(1200):
        now_ns = link.clock.now_ns() + step * 8 * MS
        events = inputs.feed(board.read(now_ns), now_ns)
        direct += [event for event in events if isinstance(event, Contact)]
    link.run(9600 * MS)
    over = link.contacts()
    assert [(c.seat, c.gesture) for c in over] == [(c.seat, c.gesture) for c in direct]
    assert len(over) == 12
    for one, other in zip(over, direct, strict=True):
        clock_ns = np.hypot(one.clock_uncertainty_ns, other.clock_uncertainty_ns)
        assert abs(one.t_ns - other.t_ns) < 3 * clock_ns
        assert one.peak_n == pytest.approx(other.peak_n, rel=0.05)


def test_ticks_wrap_without_a_trace() -> None:
    link = cable(SimController(SEATS, 3, ticks=TICKS - 4_000_000))
    touches = hands(10, link.clock.now_ns() + 300 * MS)
    for touch in touches:
        link.sim.touch(touch)
    link.sim.knock(START_NS + 3_990 * MS)
    link.sim.seat_pad(START_NS + 5_000 * MS)
    link.run(8_000 * MS)
    check_onsets(link.contacts(), touches)
    assert [fall.down for fall in link.falls()] == [True, False]
    assert link.falls()[0].t_ns == pytest.approx(START_NS + 3_990 * MS, abs=MS)
    assert link.dropped == 0


def test_a_stall_after_the_wrap_is_got_over() -> None:
    link = cable(SimController(SEATS, 3, ticks=TICKS - 2_000_000)).run(4_000 * MS)
    now_ns = link.clock.now_ns()
    link.sim.down.begin(WireFault.STALLED, now_ns, now_ns + 400 * MS)
    link.run(2_000 * MS)
    hands_are_found(link, 4, 3_500)
    assert not link.silences()[-1].active


def test_half_a_second_around_a_contact_is_there_for_the_photo_finish() -> None:
    link = cable(SimController(SEATS, 3, ticks=TICKS - 1_200_000))
    (touch,) = hands(1, link.clock.now_ns() + 600 * MS)
    link.sim.touch(touch)
    while not link.contacts():
        link.run(20 * MS)
    (contact,) = link.contacts()
    from_ns, to_ns = contact.t_ns - 250 * MS, contact.t_ns + 250 * MS
    link.run(to_ns + 50 * MS - link.clock.now_ns())
    film = link.inputs.recent_batches(from_ns, to_ns)
    t_ns = np.concatenate([batch.t_ns for batch in film])
    inside = t_ns[(t_ns >= from_ns) & (t_ns <= to_ns)]
    assert len(inside) == pytest.approx(500, abs=1)
    assert np.diff(t_ns).max() == pytest.approx(MS, rel=0.05)
    assert not any(batch.dropped for batch in film)


@pytest.mark.parametrize("stall_ms", [12, 150, 600])
@pytest.mark.parametrize("looked_first", [False, True])
def test_a_host_that_stalls_has_lost_nothing(looked_first: bool, stall_ms: int) -> None:
    """What its controller said meanwhile waits to be read, and is no nonsense to one that looked
    at its clock before it stalled."""
    link = cable().run(500 * MS)
    from_ns = link.clock.now_ns()
    (touch,) = hands(1, from_ns + stall_ms * MS // 3)
    link.sim.touch(touch)
    link.sim.knock(from_ns + stall_ms * MS // 2)
    link.clock.sleep_until(from_ns + stall_ms * MS)
    if looked_first:
        link.read(from_ns)
    link.run(500 * MS)
    check_onsets(link.contacts(), [touch])
    (fall,) = link.falls()
    assert abs(fall.t_ns - from_ns - stall_ms * MS // 2) < 5 * fall.uncertainty_ns
    assert not [event for event in link.events if isinstance(event, SourceFault)]
    assert not link.dropped
    assert "silences" not in link.pad.health().counters


@pytest.mark.parametrize("fault", [WireFault.CUT, WireFault.STALLED])
def test_a_dead_wire_is_noticed_within_250_ms(fault: WireFault) -> None:
    link = cable()
    link.run(500 * MS)
    cut_ns = link.clock.now_ns()
    link.sim.down.begin(fault, cut_ns, cut_ns + 1_000 * MS)
    link.run(270 * MS)
    assert [(s.source, s.active) for s in link.silences()] == [("pad", True)]
    assert link.silences()[0].t_ns <= cut_ns + 250 * MS
    assert not link.pad.health().ok
    link.run(3_000 * MS)
    assert [(s.source, s.active) for s in link.silences()] == [("pad", True), ("pad", False)]
    assert link.pad.health().ok
    assert link.dropped > 200


@pytest.mark.parametrize("pull", [True, False])
def test_a_restart_is_told_and_a_fall_in_it_is_not_lost(pull: bool) -> None:
    link = cable()
    now_ns = link.clock.now_ns()
    (link.sim.unplug if pull else link.sim.reboot)(now_ns + 100 * MS, 600 * MS)
    link.sim.knock(now_ns + 400 * MS)
    link.run(4_000 * MS)
    touches = hands(4, link.clock.now_ns() + 300 * MS)
    for touch in touches:
        link.sim.touch(touch)
    link.run(3_500 * MS)
    assert [s.active for s in link.silences()] == [True, False]
    assert [fall.down for fall in link.falls()] == [True]
    assert [loss.active for loss in link.losses()] == [True, False]
    check_onsets(link.contacts(), touches)
    assert link.pad.health().counters["restarts"] == 1


def test_edges_after_a_restart_count_from_anew() -> None:
    link = cable()
    now_ns = link.clock.now_ns()
    link.sim.knock(now_ns + 100 * MS)
    link.sim.seat_pad(now_ns + 300 * MS)
    link.sim.reboot(now_ns + 600 * MS, 300 * MS)
    link.run(2_500 * MS)
    now_ns = link.clock.now_ns()
    link.sim.knock(now_ns + 100 * MS)
    link.run(200 * MS)
    assert [fall.down for fall in link.falls()] == [True, False, True]
    assert link.falls()[-1].t_ns == pytest.approx(now_ns + 100 * MS, abs=MS)
    assert not link.losses()


def test_no_edge_comes_after_completeness_was_claimed() -> None:
    link = cable()
    now_ns = link.clock.now_ns()
    link.sim.down.begin(WireFault.CUT, now_ns, NEVER_NS, 0.25)
    for k in range(20):
        link.sim.knock(now_ns + (100 + 400 * k) * MS)
        link.sim.seat_pad(now_ns + (300 + 400 * k) * MS)
    claimed_ns, seen = 0, 0
    for _ in range(1_700):
        link.clock.sleep_until(link.clock.now_ns() + 5 * MS)
        reading = link.pad.read(link.clock.now_ns())
        assert all(edge.t_ns > claimed_ns for edge in reading.edges)
        claimed_ns = reading.edges_complete_to_ns
        seen += len(reading.edges)
    assert seen >= 40


def test_a_restart_shorter_than_the_silence_is_told_too() -> None:
    link = cable()
    link.sim.reboot(link.clock.now_ns() + 100 * MS, 5 * MS)
    link.run(2_000 * MS)
    assert [s.active for s in link.silences()] == [True, False]


class Leaping(SimController):
    """Its clock leaps against ours once."""

    leap_ns, by_us = NEVER_NS, 0

    def ticks(self, t_ns: int) -> int:
        return (super().ticks(t_ns) + (self.by_us if t_ns >= self.leap_ns else 0)) & (TICKS - 1)


@given(st.integers(-10_000_000, 10_000_000).filter(lambda by_us: abs(by_us) >= 20_000))
@example(5_000_000)
@example(-5_000_000)
@example(50_000)
@example(-50_000)
@settings(max_examples=6)
def test_a_leap_of_the_controllers_clock_is_told_and_heals(by_us: int) -> None:
    """As after the host has slept: the clock is set anew, and contacts have their true times."""
    sim = Leaping(SEATS, 3)
    link = cable(sim)
    sim.leap_ns, sim.by_us = link.clock.now_ns() + 500 * MS, by_us
    link.run(500 * MS + SILENCE_NS + 150 * MS)
    assert not link.pad.health().ok or link.silences()
    link.run(1_000 * MS)
    assert [silence.active for silence in link.silences()] in ([], [True, False])
    assert link.pad.health().ok
    hands_are_found(link, 3, 3_000)


def test_edges_of_a_bad_cable_come_once_and_in_order() -> None:
    link = cable()
    now_ns = link.clock.now_ns()
    for wire in (link.sim.up, link.sim.down):
        for fault in (WireFault.CUT, WireFault.DOUBLED, WireFault.SWAPPED, WireFault.GARBLED):
            wire.begin(fault, now_ns, NEVER_NS, 0.15)
    for k in range(20):
        link.sim.knock(now_ns + (100 + 1_000 * k) * MS)
        link.sim.seat_pad(now_ns + (600 + 1_000 * k) * MS)
    link.run(21_000 * MS)
    assert not link.losses()
    # A bounce that comes 60 ms late may tell of a fall twice, never of one that was not.
    downs = [fall.t_ns for fall in link.falls() if fall.down]
    for k in range(20):
        assert any(abs(t_ns - now_ns - (100 + 1_000 * k) * MS) < MS for t_ns in downs)
    counters = link.pad.health().counters
    assert counters["edges_again"] > 0
    assert counters["bad_frames"] > 0
    assert counters["doubled_frames"] > 0
    assert counters["lost_frames"] > 0


def test_a_pad_that_lies_beside_its_cradle_from_the_start() -> None:
    sim = SimController(SEATS, 3)
    sim.advance(START_NS)
    sim.knock(START_NS + MS)
    link = Cable(sim)
    link.clock.sleep_until(START_NS + 100_000 * MS)
    link.open().run(1_000 * MS)
    assert [fall.down for fall in link.falls()] == [True]
    assert not link.losses()


def test_lights_reach_the_lamps_and_go_out_at_the_end() -> None:
    link = cable()
    link.pad.set_lamps((1.0, 0.0, 0.5, 0.0))
    link.run(50 * MS)
    assert link.sim.lights == bytes((255, 0, 128, 0, 255)[i // 3] for i in range(15))
    now_ns = link.clock.now_ns()
    link.sim.up.begin(WireFault.CUT, now_ns, now_ns + 5 * MS)
    link.pad.set_lamps((0.0, 1.0, 0.0, 0.0))
    link.run(600 * MS)
    assert link.sim.lights[3:6] == b"\xff\xff\xff"
    link.pad.close()
    link.sim.advance(link.clock.now_ns() + 50 * MS)
    assert not any(link.sim.lights)


def test_silent_host_lets_the_lights_go_out() -> None:
    link = cable()
    link.pad.set_lamps((1.0, 1.0, 1.0, 1.0))
    link.run(50 * MS)
    assert any(link.sim.lights)
    link.sim.advance(link.clock.now_ns() + 2_100 * MS)
    assert not any(link.sim.lights)


def test_the_usual_pad_is_what_the_firmware_makes() -> None:
    """Its constants stand in modules that only MicroPython can import."""
    said: dict[str, object] = {}
    for name in ("main", "scanner"):
        tree = ast.parse((FIRMWARE / f"{name}.py").read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.Dict):
                said[ast.unparse(node.targets[0])] = ast.literal_eval(node.value)
    known = said["USUAL"]
    assert isinstance(known, dict)
    pad = usual_pad(known["seats"])
    assert pad.divider_ohm == known["divider_ohm"]
    assert pad.full_code == said["FULL_CODE"]
    assert (said["CHANNELS"], said["PERIOD_US"]) == (INPUTS, PERIOD_US)
    assert (said["FIRST_US"], said["STEP_US"]) == (FIRST_US, STEP_US)
    assert [offset for *_, offset in pad.channels] == [17 + 20 * place for place in range(4, 16)]
    assert [(seat, part) for seat, part, _ in pad.channels][-2:] == [(0, "under"), (0, "top")]


def test_a_frame_that_comes_too_late_claims_nothing_about_edges(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SAMPLES from before an edge come again after later ones, the edge is still under way."""
    link = cable()
    receive, early = link.sim.receive, [b""]
    edge_ns = link.clock.now_ns() + 50 * MS
    link.sim.knock(edge_ns)

    def tampered(now_ns: int) -> bytes:
        runs = receive(now_ns).split(b"\0")[:-1]
        scans = [run + b"\0" for run in runs if cobs.decode(run)[0] == SAMPLES]
        if now_ns < edge_ns and scans:
            early[0] = scans[-1]
        return b"".join(scans) + early[0]

    monkeypatch.setattr(link.sim, "receive", tampered)
    claims_ns = []
    for _ in range(40):
        link.clock.sleep_until(link.clock.now_ns() + 5 * MS)
        claims_ns.append(link.pad.read(link.clock.now_ns()).edges_complete_to_ns)
    assert edge_ns - 15 * MS < claims_ns[-1] < edge_ns
    assert link.pad.health().counters["scans_again"] > 20


def test_samples_and_completeness_never_run_ahead_or_back() -> None:
    link = cable()
    claimed_ns, last_ns = -(1 << 62), 0
    batches: list[Samples] = []
    for _ in range(400):
        link.clock.sleep_until(link.clock.now_ns() + 5 * MS)
        reading = link.pad.read(link.clock.now_ns())
        assert claimed_ns <= reading.edges_complete_to_ns <= link.clock.now_ns()
        claimed_ns = reading.edges_complete_to_ns
        for batch in reading.samples:
            assert int(batch.t_ns[0]) > last_ns
            last_ns = int(batch.t_ns[-1])
            assert last_ns <= link.clock.now_ns()
        batches += reading.samples
    assert claimed_ns > link.clock.now_ns() - 25 * MS
    assert sum(len(batch.t_ns) for batch in batches) == pytest.approx(2_000, abs=30)
