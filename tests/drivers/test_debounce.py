"""Debounce as HARDWARE.md, "Times", wants it."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from drivers.board import Edge
from drivers.debounce import DebounceConfig, Debouncer, LineEvent
from drivers.events import Button, ButtonEvent, Fall, Fault, SeatFault, SourceFault
from drivers.times import MS
from tests.drivers.pad.streams import board_info

INFO = board_info(2)
SEATED = len(INFO.lines) - 1


def edges_at(times_ms: Sequence[float], line: int = 0, first: bool = True) -> list[Edge]:
    """Edges of one line that take turns, the first of them to ``first``."""
    return [Edge(line, (i % 2 == 0) == first, round(t * MS), i + 1) for i, t in enumerate(times_ms)]


def run(edges: Sequence[Edge], end_ns: int = 10_000 * MS, step_ns: int = 5 * MS) -> list[LineEvent]:
    """Everything said about edges that arrive at once when they happen."""
    debouncer, out = Debouncer(INFO, DebounceConfig()), []
    arriving = sorted(edges, key=lambda e: e.t_ns)
    moments = sorted({*range(0, end_ns, step_ns), end_ns})
    previous_ns = -1
    for now_ns in moments:
        batch = tuple(e for e in arriving if previous_ns < e.t_ns <= now_ns)
        out += debouncer.feed(batch, now_ns, now_ns)
        previous_ns = now_ns
    return out


def buttons(events: Sequence[LineEvent]) -> list[tuple[bool, float]]:
    return [(e.pressed, e.t_ns / MS) for e in events if isinstance(e, ButtonEvent)]


@st.composite
def bouncing_presses(draw: st.DrawFn) -> tuple[list[float], list[tuple[bool, float]]]:
    """Presses with up to 6 ms of bounce at both ends, and what must come out."""
    times: list[float] = []
    truth: list[tuple[bool, float]] = []
    t = 5.0
    for _ in range(draw(st.integers(1, 4))):
        for pressed in (True, False):
            t = round(t + draw(st.floats(17.0, 200.0)), 3)
            truth.append((pressed, t))
            bounces = 2 * draw(st.integers(0, 5))
            spots = draw(
                st.lists(st.integers(1, 5999), min_size=bounces, max_size=bounces, unique=True)
            )
            times += [t, *(t + spot / 1000 for spot in sorted(spots))]
    return times, truth


@given(bouncing_presses(), st.integers(1, 30))
def test_bounce_gives_each_press_and_release_once_at_its_first_edge(
    train: tuple[list[float], list[tuple[bool, float]]], step_ms: int
) -> None:
    times, truth = train
    assert buttons(run(edges_at(times), 2_000 * MS, step_ms * MS)) == [
        (pressed, round(t * MS) / MS) for pressed, t in truth
    ]


def test_short_press_ends_at_its_last_edge_because_deafness_hides_the_rest() -> None:
    assert buttons(run(edges_at([10, 11, 12, 14]))) == [(True, 10.0), (False, 14.0)]


def test_contact_that_opens_for_a_moment_while_held_says_nothing() -> None:
    assert buttons(run(edges_at([10, 60, 63]), 500 * MS)) == [(True, 10.0)]


def test_release_is_not_said_before_ten_quiet_milliseconds_are_complete() -> None:
    debouncer = Debouncer(INFO, DebounceConfig())
    debouncer.feed(tuple(edges_at([10, 50])), 50 * MS, 50 * MS)
    assert debouncer.due_ns() == 60 * MS
    assert debouncer.feed((), 59 * MS, 60 * MS) == []
    assert debouncer.due_ns() == 61 * MS
    assert buttons(debouncer.feed((), 60 * MS, 61 * MS)) == [(False, 50.0)]


def test_edges_out_of_order_within_a_reading_are_put_in_order() -> None:
    debouncer = Debouncer(INFO, DebounceConfig())
    edges = edges_at([10, 12, 13])
    assert buttons(debouncer.feed((edges[2], edges[0], edges[1]), 20 * MS, 20 * MS)) == [
        (True, 10.0)
    ]
    assert debouncer.totals()["edges_lost"] == 0


def test_edge_waits_until_nothing_earlier_can_arrive() -> None:
    debouncer = Debouncer(INFO, DebounceConfig())
    first, second = edges_at([10, 10.5])
    assert debouncer.feed((second,), 10 * MS - 1, 11 * MS) == []
    assert buttons(debouncer.feed((first,), 11 * MS, 11 * MS)) == [(True, 10.0)]


def test_board_that_never_claims_completeness_is_waited_for_only_so_long() -> None:
    debouncer = Debouncer(INFO, DebounceConfig())
    assert debouncer.feed(tuple(edges_at([10])), 0, 10 * MS) == []
    assert debouncer.due_ns() == 12 * MS
    assert buttons(debouncer.feed((), 0, 12 * MS)) == [(True, 10.0)]


def test_lost_edges_are_counted_and_said_once_then_forgiven() -> None:
    edges = [Edge(0, True, 10 * MS, 1), Edge(0, True, 50 * MS, 4), Edge(0, False, 90 * MS, 7)]
    out = run(edges)
    faults = [(e.fault, e.active) for e in out if isinstance(e, SeatFault)]
    assert faults == [(Fault.LOST_EDGES, True), (Fault.LOST_EDGES, False)]
    assert buttons(out) == [(True, 10.0), (False, 90.0)]


def test_an_overrun_is_said_of_each_of_its_lines_at_once_and_forgiven() -> None:
    """Though none of them ever shows a gap; a gap that does show is not said again."""
    debouncer = Debouncer(INFO, DebounceConfig())
    lines = tuple(range(len(INFO.lines)))
    told = debouncer.overrun(lines, 100 * MS)
    assert [(e.active, e.t_ns) for e in told if isinstance(e, SeatFault | SourceFault)] == [
        (True, 100 * MS)
    ] * len(lines)
    assert debouncer.overrun(lines, 101 * MS) == []
    gap = Edge(0, True, 200 * MS, 5)
    assert buttons(debouncer.feed((gap,), 200 * MS, 200 * MS)) == [(True, 200.0)]
    due_ns = debouncer.due_ns()
    assert due_ns is not None
    over = debouncer.feed((), due_ns, due_ns)
    over += debouncer.feed((), 3_000 * MS, 3_000 * MS)
    faults = [e for e in over if isinstance(e, SeatFault | SourceFault)]
    assert [(e.fault, e.active) for e in faults] == [(Fault.LOST_EDGES, False)] * len(lines)


def test_doubled_edge_is_ignored() -> None:
    (edge,) = edges_at([10])
    debouncer = Debouncer(INFO, DebounceConfig())
    out = debouncer.feed((edge, edge), 20 * MS, 20 * MS)
    assert buttons(out) == [(True, 10.0)]
    assert debouncer.totals()["edges_doubled"] == 1


def test_flood_is_a_fault_of_its_seat_and_the_true_level_comes_back() -> None:
    out = run(edges_at([100 + i for i in range(301)], line=5))
    faults = [e for e in out if isinstance(e, SeatFault)]
    assert [(f.seat, f.fault, f.active) for f in faults] == [
        (1, Fault.CHATTER, True),
        (1, Fault.CHATTER, False),
    ]
    assert len(buttons(out)) <= 2
    assert buttons(out)[-1] == (True, 100.0)


def test_frantic_person_on_a_bouncing_switch_is_no_flood() -> None:
    times = [t + b for t in range(100, 2100, 50) for b in (0, 1, 1.5, 2.1, 2.9)]
    assert not [e for e in run(edges_at(times)) if isinstance(e, SeatFault)]


def test_stuck_button_is_said_and_forgiven_on_release() -> None:
    out = run(edges_at([10, 30_000]), 31_000 * MS, 50 * MS)
    faults = [(e.fault, e.active, e.t_ns) for e in out if isinstance(e, SeatFault)]
    assert faults == [
        (Fault.STUCK_BUTTON, True, 20_010 * MS),
        (Fault.STUCK_BUTTON, False, 30_000 * MS),
    ]


def test_seated_line_tells_the_fall_and_the_return_with_first_edges() -> None:
    out = run(edges_at([100, 102, 103, 400, 401, 402], SEATED, first=False))
    falls = [(e.down, e.t_ns / MS) for e in out if isinstance(e, Fall)]
    assert falls == [(True, 100.0), (False, 400.0)]


def test_chattering_seated_line_is_the_pads_fault() -> None:
    out = run(edges_at([100 + i for i in range(250)], SEATED, first=False))
    assert next((e.source, e.fault) for e in out if isinstance(e, SourceFault)) == (
        "pad",
        Fault.CHATTER,
    )


def test_nonsense_edges_are_counted_and_nothing_else() -> None:
    debouncer = Debouncer(INFO, DebounceConfig())
    out = debouncer.feed((Edge(99, True, MS, 1), Edge(0, True, 100_000 * MS, 1)), MS, MS)
    assert out == []
    assert debouncer.totals()["edges_nonsense"] == 2


def test_each_button_is_its_own() -> None:
    out = run([*edges_at([10]), *edges_at([11], line=4 + Button.BACK)])
    assert [(e.seat, e.button) for e in out if isinstance(e, ButtonEvent)] == [
        (0, Button.LEFT),
        (1, Button.BACK),
    ]
