"""Edges and scans as they arrive: in order, once, and what is missing is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.board import Edge
from drivers.controller import messages
from drivers.controller.clockmap import ENOUGH, ClockMap
from drivers.controller.edges import EdgeInbox
from drivers.controller.messages import Beat, EdgeMessage, Hello, Scans, Version
from drivers.controller.scans import ScanStream
from drivers.times import MS


def edge(number: int) -> EdgeMessage:
    """Edge 1 opens the line, 2 closes it, and so on."""
    return EdgeMessage(number & 0xFFFF, 0, number % 2 == 0, 1000 * number)


def beat(first: int, newest: int) -> Beat:
    return Beat(
        t=1000 * newest + 500,
        levels=int(newest % 2 == 0),
        late=0,
        lost=0,
        first=first & 0xFFFF,
        edge=newest & 0xFFFF,
        bad=0,
    )


def inbox(after: int = 0) -> EdgeInbox:
    box = EdgeInbox((True,))
    box.restart((after + 1) & 0xFFFF)
    return box


@given(st.permutations(range(1, 9)), st.lists(st.integers(1, 8), max_size=8), st.integers(0, 65535))
def test_whatever_the_order_edges_come_out_once_and_in_theirs(
    order: list[int], doubles: list[int], after: int
) -> None:
    after -= after % 2
    box = inbox(after)
    out = [e for k in [*order, *doubles] for e in box.add(edge(after + k))]
    assert [e.t_ns for e in out] == [1000 * (after + k) for k in range(1, 9)]
    assert [e.seqno for e in out] == list(range(1, 9))
    assert box.knows((after + 8) & 0xFFFF)
    assert not box.knows((after + 9) & 0xFFFF)
    assert box.counters["edges_lost"] == 0


def test_a_lost_edge_leaves_a_gap_in_the_numbers() -> None:
    box = inbox()
    box.beat(beat(1, 0))
    out = box.add(edge(1)) + box.add(edge(4)) + box.beat(beat(4, 4))
    assert [(e.seqno, e.active) for e in out] == [(1, False), (4, True)]
    assert box.counters["edges_lost"] == 2


def test_a_level_that_nobody_told_is_an_edge_with_a_gap() -> None:
    box = inbox()
    assert box.beat(beat(1, 0)) == []
    box.restart(1)
    (found,) = box.beat(Beat(t=77, levels=0, late=0, lost=0, first=1, edge=0, bad=0))
    assert found == Edge(0, False, 77, 2)


def test_a_level_from_before_the_start_is_no_loss() -> None:
    (found,) = inbox().beat(Beat(t=77, levels=0, late=0, lost=0, first=1, edge=0, bad=0))
    assert found == Edge(0, False, 77, 1)


def test_an_overtaken_beat_says_nothing_about_levels() -> None:
    box = inbox()
    for number in (1, 2, 3):
        box.add(edge(number))
    assert box.beat(beat(2, 2)) == []
    assert box.counters["edges_lost"] == 0


def test_an_edge_told_again_is_known_as_such_so_that_it_is_acknowledged_again() -> None:
    box = inbox()
    for number in (1, 2, 3, 1):
        box.add(edge(number))
    assert box.counters["edges_again"] == 1
    assert box.counters["edges_nonsense"] == 0


def test_edges_that_cannot_be_are_counted() -> None:
    box = inbox()
    assert box.add(edge(40)) == []
    assert box.add(EdgeMessage(1, 9, True, 0)) == []
    assert box.counters["edges_nonsense"] == 2


PAD = Hello(
    version=Version(1, (1, 0, 0)),
    pad_id=b"",
    boot=1,
    first=1,
    seats=1,
    full_code=4095,
    divider_ohm=10_000,
    scan_period_us=1_000,
    lamps=1,
    channels=((0, "top", 0), (0, "under", 9)),
    lines=(0,),
)


@pytest.fixture
def clock() -> ClockMap:
    """A controller whose ticks are our microseconds."""
    clock = ClockMap()
    for k in range(ENOUGH):
        clock.add(k * 100 * MS, k * 100_000 + 500, k * 100_000 + 500, k * 100 * MS + MS)
    return clock


def scans(number: int, count: int = 3, shift_us: int = 0) -> Scans:
    """Scan ``number`` begins at ``number`` ms."""
    codes = np.arange(2 * number, 2 * (number + count), dtype="<u2").tobytes()
    return Scans(1000 * number + shift_us, number & 0xFFFF, 0, (1000,) * (count - 1), codes)


NOW_NS = 4_000 * MS


def test_frames_join_into_one_batch(clock: ClockMap) -> None:
    stream = ScanStream(PAD)
    assert stream.add(scans(10), clock, NOW_NS) == []
    assert stream.add(scans(13), clock, NOW_NS) == []
    (batch,) = stream.batch()
    assert batch.t_ns.tolist() == pytest.approx([n * MS for n in range(10, 16)], abs=1000)
    assert batch.codes.tolist() == [[2 * n, 2 * n + 1] for n in range(10, 16)]
    assert batch.dropped == 0
    assert stream.batch() == []


def test_a_gap_begins_a_batch_and_is_counted(clock: ClockMap) -> None:
    stream = ScanStream(PAD)
    stream.add(scans(10), clock, NOW_NS)
    (before,) = stream.add(scans(20), clock, NOW_NS)
    (after,) = stream.batch()
    assert (len(before.t_ns), before.dropped, after.dropped) == (3, 0, 7)


def test_doubled_and_overtaken_scans_come_once(clock: ClockMap) -> None:
    stream = ScanStream(PAD)
    for number in (10, 10, 16, 13, 19):
        stream.add(scans(number), clock, NOW_NS)
    assert stream.counters["scans_again"] == 6
    assert stream.counters["scans_dropped"] == 3


@pytest.mark.parametrize("wrong", [scans(20, shift_us=50_000), scans(9_000)])
def test_scans_whose_number_and_time_disagree_or_lie_ahead_are_refused(
    clock: ClockMap, wrong: Scans
) -> None:
    stream = ScanStream(PAD)
    stream.add(scans(10), clock, NOW_NS)
    stream.add(wrong, clock, NOW_NS)
    stream.add(scans(13), clock, NOW_NS)
    assert stream.counters["scans_nonsense"] == 3
    assert stream.counters["scans"] == 6
    assert stream.counters["scans_dropped"] == 0


@pytest.mark.parametrize("delta_us", [0, 1, 15, 400])
@pytest.mark.parametrize("alone", [True, False])
def test_scans_that_come_much_faster_than_said_are_refused(
    clock: ClockMap, delta_us: int, alone: bool
) -> None:
    """A clock that stands or crawls, or a board that floods: whoever looked back at a touch found
    it gone from the scans that are kept, and the table ended."""
    stream = ScanStream(PAD)
    stream.add(scans(10), clock, NOW_NS)
    count = 1 if alone else 3
    hurried = replace(scans(13, count), t=12_000 + delta_us + 1, deltas=(delta_us,) * (count - 1))
    stream.add(hurried, clock, NOW_NS)
    assert stream.counters["scans_nonsense"] == count
    stream.add(scans(13), clock, NOW_NS)
    assert stream.counters["scans"] == 6


def test_after_a_restart_the_time_alone_tells_what_is_missing(clock: ClockMap) -> None:
    stream = ScanStream(PAD)
    stream.add(scans(10), clock, NOW_NS)
    stream.batch()
    stream.restart()
    stream.add(Scans(100_000, 0, 0, (), bytes(4)), clock, NOW_NS)
    (batch,) = stream.batch()
    assert batch.dropped == 87


@given(st.binary(max_size=60), st.integers(1, 16))
def test_no_body_upsets_the_readers(body: bytes, channels: int) -> None:
    for found in (
        messages.hello(body),
        messages.edge(body),
        messages.pong(body),
        messages.beat(body),
        messages.version(body),
    ):
        assert found is None or len(body) >= 4
    found_scans = messages.scans(body, channels)
    if found_scans is not None:
        assert len(found_scans.codes) == 2 * channels * (len(found_scans.deltas) + 1)
