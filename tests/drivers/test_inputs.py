"""Readings in, events out: order, progress, silence, the photo finish."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.board import Edge, Reading, Samples
from drivers.errors import ConfigError, Misfit, Sentence
from drivers.events import (
    ButtonEvent,
    Contact,
    Fall,
    Fault,
    InputEvent,
    PadProgress,
    SourceFault,
)
from drivers.inputs import Inputs, InputsConfig, SilenceWatch
from drivers.pad.channels.baseline import SCANS
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.sensors.sister_palms import SHARE, weighed
from tests.drivers.pad.streams import Push, board_info, contacts, split, stream
from tests.drivers.pad.test_batches import EVENING_MS, WEIGHED, evening
from tests.drivers.pad.test_batches import INFO as BUSY
from tests.drivers.pad.test_crosstalk import INFO as FOUR
from tests.drivers.pad.test_crosstalk import shaken_stream
from tests.drivers.scripted import ScriptedBoard, quiet_samples

INFO = board_info(2)
SEATED = len(INFO.lines) - 1
EDGES = (
    Edge(0, True, 60 * MS, 1),
    Edge(0, False, 61 * MS, 2),
    Edge(0, True, 62 * MS, 3),
    Edge(0, False, 200 * MS, 4),
    Edge(SEATED, False, 300 * MS, 1),
)
HANDS = [Push(0, 100.2, 20.0), Push(1, 104.0, 15.0), Push(2, 101.0, 20.0, hold_ms=300)]


def play(
    board: ScriptedBoard, moments_ns: list[int], calibration: Calibration | None = None
) -> tuple[Inputs, list[InputEvent]]:
    inputs = Inputs(board.info, calibration)
    board.open()
    return inputs, [e for t_ns in moments_ns for e in inputs.feed(board.read(t_ns), t_ns)]


def table() -> ScriptedBoard:
    return ScriptedBoard(INFO, EDGES, stream(INFO, HANDS, 600, rng=np.random.default_rng(1)))


@given(st.integers(3, 200))
def test_everything_arrives_whatever_the_rhythm_of_reading(step_ms: int) -> None:
    _, events = play(table(), [t * MS for t in range(0, 601 + step_ms, step_ms)])
    presses = [(e.pressed, e.t_ns) for e in events if isinstance(e, ButtonEvent)]
    assert presses == [(True, 60 * MS), (False, 200 * MS)]
    assert [e.t_ns for e in events if isinstance(e, Fall)] == [300 * MS]
    assert sorted(e.seat for e in events if isinstance(e, Contact)) == [0, 1]


def test_one_reading_gives_events_in_order_and_progress_last() -> None:
    _, events = play(table(), [0, 599 * MS])
    kinds = [type(e).__name__ for e in events]
    assert kinds == ["ButtonEvent", "Contact", "ButtonEvent", "Contact", "Fall", "PadProgress"]


def test_progress_is_said_only_when_it_changed() -> None:
    inputs, _ = play(table(), [10 * MS])
    again = inputs.feed(Reading((), (), 10 * MS), 10 * MS)
    assert again == []


def test_due_times_lead_to_the_release_without_a_busy_loop() -> None:
    board = ScriptedBoard(INFO, (EDGES[0], Edge(0, False, 100 * MS, 2)))
    inputs, events = play(board, [100 * MS])
    for _ in range(3):
        due_ns = inputs.next_due_ns()
        assert due_ns is not None
        events += inputs.feed(board.read(due_ns), due_ns)
        if [e for e in events if isinstance(e, ButtonEvent) and not e.pressed]:
            break
    assert due_ns == 110 * MS
    assert [e.t_ns for e in events if isinstance(e, ButtonEvent)] == [60 * MS, 100 * MS]


def test_pad_without_samples_for_250_ms_is_silent_until_they_return() -> None:
    samples = quiet_samples(INFO, 1_000)
    board = ScriptedBoard(INFO, (), samples)
    inputs, events = play(board, [400 * MS, 500 * MS])
    assert [e for e in events if isinstance(e, SourceFault)] == []
    last_ns = inputs.pad.last_scan_ns
    assert last_ns is not None
    assert inputs.next_due_ns() == last_ns + 250 * MS
    (silent,) = inputs.feed(Reading((), (), 800 * MS), 800 * MS)
    assert silent == SourceFault("pad", Fault.SILENT, True, last_ns + 250 * MS)
    back = inputs.feed(board.read(900 * MS), 900 * MS)
    assert [(e.fault, e.active) for e in back if isinstance(e, SourceFault)] == [
        (Fault.SILENT, False)
    ]


def test_who_was_deaf_himself_looks_again_before_he_tells_a_silence() -> None:
    """A line gives what waits in pieces: the first is old, as a host has stalled."""
    watch = SilenceWatch("pad", 250 * MS)
    for t_ns in (0, 8 * MS, 16 * MS):
        assert watch.check(t_ns, t_ns) == []
    assert watch.check(216 * MS, 616 * MS) == []
    assert watch.check(420 * MS, 618 * MS) == []
    assert watch.check(610 * MS, 620 * MS) == []
    (silent,) = watch.check(610 * MS, 1_200 * MS)  # it said nothing all the while
    assert silent == SourceFault("pad", Fault.SILENT, True, 860 * MS)


def test_why_a_silent_pad_is_not_read_is_told_when_it_is_known_and_once() -> None:
    misfit = Misfit(Sentence("other"), Sentence("swap it"), Sentence("swap"))
    inputs, events = Inputs(INFO), list[InputEvent]()
    for now_ms in range(0, 2_000, 50):
        known = misfit if 600 <= now_ms < 1_200 else None
        reading = Reading((), (), now_ms * MS, misfit=known)
        events += inputs.feed(reading, now_ms * MS)
    told = [(e.active, e.t_ns // MS, e.misfit) for e in events if isinstance(e, SourceFault)]
    assert told == [(True, 250, None), (True, 600, misfit), (True, 1_200, None)]


@pytest.mark.parametrize(("lost", "told"), [(14, []), (15, [True, False])])
def test_a_gap_that_could_hide_a_touch_is_told_as_a_silence(lost: int, told: list[bool]) -> None:
    """Touches of 15 ms and more count: as many lost scans are said for 250 ms."""
    inputs, events = Inputs(INFO), []
    for start in range(0, 1_000, 10):
        if 300 <= start < 320:
            continue
        t_ns = (np.arange(start, start + 10) + 1) * MS
        codes = np.full((10, len(INFO.channels)), 8, np.uint16)
        batch = Samples(t_ns, codes, dropped=lost if start == 320 else 0)
        now_ns = (start + 12) * MS
        events += inputs.feed(Reading((), (batch,), now_ns), now_ns)
    silences = [e for e in events if isinstance(e, SourceFault)]
    assert [(s.fault, s.active) for s in silences] == [(Fault.SILENT, active) for active in told]
    if told:
        assert silences[0].t_ns == 300 * MS
        assert silences[1].t_ns >= 320 * MS + 250 * MS


def test_buttons_without_news_are_silent_too() -> None:
    inputs = Inputs(INFO)
    inputs.feed(Reading((), (), 0), 0)
    out = [e for e in inputs.feed(Reading((), (), 0), 300 * MS) if isinstance(e, SourceFault)]
    assert [(e.source, e.active) for e in out] == [("pad", True), ("buttons", True)]


def test_recent_samples_decode_to_the_same_contact() -> None:
    inputs, events = play(table(), [t * MS for t in range(0, 601, 7)])
    live = [e for e in events if isinstance(e, Contact)]
    state = inputs.recent_pad_state(50 * MS, 550 * MS)
    again = PadDecoder(INFO, Calibration.nominal(INFO), state=state)
    samples = inputs.recent_batches(50 * MS, 550 * MS)
    assert samples[0].t_ns[0] <= 50 * MS
    assert samples[-1].t_ns[-1] >= 550 * MS
    assert contacts(again, samples) == live


def test_recent_samples_are_read_by_what_the_hands_before_them_have_shown() -> None:
    """Two palms say that a petal may stand off its sisters. That holds once the pad was free: after
    the first of the samples, before the race."""
    palms = [Push(2, 300.0, 20.0, hold_ms=60.0), Push(6, 380.0, 20.0, hold_ms=60.0)]
    race = [Push(4, 860.0, 12.0), Push(0, 870.0, 12.0)]
    board = ScriptedBoard(FOUR, (), shaken_stream([*palms, *race], SHARE / 2, 1, 1_200))
    inputs, events = play(board, [t * MS for t in range(0, 1_201, 7)], weighed())
    live = [e for e in events if isinstance(e, Contact) and e.t_ns > 800 * MS]
    assert sorted(contact.seat for contact in live) == [0, 2]
    from_ns, to_ns = 460 * MS, 1_050 * MS
    again = PadDecoder(FOUR, weighed(), state=inputs.recent_pad_state(from_ns, to_ns))
    assert set(live) <= set(contacts(again, inputs.recent_batches(from_ns, to_ns)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.complete) for seed in (3, 7))]
)
def test_samples_of_an_evening_from_when_all_hands_were_told_give_each_contact(seed: int) -> None:
    """To the last bit, by as few of them as a verdict keeps; hands press, lean and rest when a
    block begins."""
    config = InputsConfig(recent_ns=5_000 * MS)
    inputs, live = Inputs(BUSY, WEIGHED, config), list[Contact]()
    told = scans = moved = 0
    for batch in split(evening(seed), range(37, EVENING_MS, 37)):
        now_ns = int(batch.t_ns[-1])
        events = inputs.feed(Reading((), (batch,), now_ns), now_ns)
        live += [event for event in events if isinstance(event, Contact)]
        while live and (to_ns := live[0].decided_ns + 60 * MS) <= now_ns:
            contact = live.pop(0)
            from_ns = inputs.told_ns(contact.t_ns - 400 * MS)
            moved += from_ns < contact.t_ns - (400 + PadConfig().block_scans) * MS
            state = inputs.recent_pad_state(from_ns, to_ns)
            kept = inputs.recent_batches(from_ns, to_ns)
            assert contact in contacts(PadDecoder(BUSY, WEIGHED, state=state), kept)
            told, scans = told + 1, scans + sum(len(batch.t_ns) for batch in kept)
    assert told >= 20
    assert moved >= 3
    assert scans < 1_500 * told


@pytest.mark.parametrize(
    ("came_ms", "from_ms"),
    [(200, 512), (490, 256), (509, 256), (511, 256), (530, 512), (None, 512)],
)
def test_samples_begin_where_who_leans_is_told_and_nobody_comes(
    came_ms: int | None, from_ms: int
) -> None:
    """Who presses in a decoder's first scans was not seen to come: he is taken to lie there."""
    pushes = [] if came_ms is None else [Push(0, came_ms, 0.8, 5.0, 900.0)]
    scans = stream(INFO, pushes, 1_000, rng=np.random.default_rng(1))
    inputs, _ = play(ScriptedBoard(INFO, (), scans), [t * MS for t in range(0, 1_001, 8)])
    assert inputs.told_ns(560 * MS) == from_ms * MS


@pytest.mark.parametrize("batch_ms", [7, 100, 400])
def test_recent_samples_begin_with_a_block_for_what_is_learned_at_its_end(batch_ms: int) -> None:
    board = ScriptedBoard(INFO, (), quiet_samples(INFO, 1_200))
    inputs, _ = play(board, [t * MS for t in range(0, 1_301, batch_ms)])
    late = inputs.recent_batches(900 * MS, 1_200 * MS)
    assert late[0].t_ns[0] == (1 + 3 * PadConfig().block_scans) * MS
    assert inputs.recent_pad_state(900 * MS, 1_200 * MS)[0, SCANS] == 0


def test_recent_samples_are_kept_for_a_while_only() -> None:
    board = ScriptedBoard(INFO, (), quiet_samples(INFO, 3_000))
    inputs, _ = play(board, [t * MS for t in range(0, 3_001, 10)])
    kept = sum(len(batch.t_ns) for batch in inputs.recent_batches(0, 3_000 * MS))
    assert 700 <= kept <= 720 + PadConfig().block_scans  # whole blocks
    assert not inputs.recent_batches(9_000 * MS, 9_001 * MS)


def test_recent_samples_outlast_a_silence() -> None:
    """A verdict that waits until it is over needs those of its race, which was before it."""
    scans = quiet_samples(INFO, 20_000)
    before, after = scans.part(slice(0, 1_000), 0), scans.part(slice(19_900, None), 0)
    inputs = Inputs(INFO)
    for samples in (before, after):
        now_ns = int(samples.t_ns[-1])
        inputs.feed(Reading((), (samples,), now_ns), now_ns)
    kept = inputs.recent_batches(600 * MS, 900 * MS)
    assert sum(len(batch.t_ns) for batch in kept) >= 300


def test_scans_are_timed_to_the_microsecond_that_their_controller_counts() -> None:
    inputs = Inputs(INFO)
    t_ns = np.array([MS + 499, 2 * MS - 500, 3 * MS + 500])
    batch = Samples(t_ns, np.full((3, len(INFO.channels)), 8, np.uint16))
    inputs.feed(Reading((), (batch,), 4 * MS), 4 * MS)
    (kept,) = inputs.recent_batches(0, 4 * MS)
    assert kept.t_ns.tolist() == [MS, 2 * MS, 3 * MS + 1_000]


def test_counters_tell_what_happened() -> None:
    inputs, _ = play(table(), [t * MS for t in range(0, 601, 10)])
    counters = inputs.counters()
    assert counters["grab"] == counters["palm"] == 1
    assert counters["edges"] == 5
    assert counters["scans"] == 600


def test_progress_moves_with_the_stream() -> None:
    _, events = play(table(), [t * MS for t in range(0, 601, 10)])
    progress = [e for e in events if isinstance(e, PadProgress)]
    assert len(progress) > 40
    assert all(a.complete_to_ns <= b.complete_to_ns for a, b in itertools.pairwise(progress))
    assert any(p.pending for p in progress)


def test_calibration_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ConfigError, match="calibrate this board"):
        Inputs(INFO, Calibration.nominal(board_info(4)))
