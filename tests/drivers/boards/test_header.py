"""Lines of the header: what a file names, how edges are numbered, when they may come."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.board import Edge
from drivers.boards.config import BoardFile, Buttons, Lamps, OneLine, SeatButtons
from drivers.boards.header import Arrivals, EdgeTrain, Unseen, header_from, lit
from drivers.errors import ConfigError
from drivers.events import Button

FILE = BoardFile(
    "two",
    2,
    Buttons((SeatButtons("A", "B", "C", "D"), SeatButtons("E", "F", "G", "H")), pull="up"),
    Lamps(("L", "M"), active_low=True),
    OneLine("S", active_low=False),
)


def test_a_file_gives_buttons_seat_by_seat_then_seated() -> None:
    header = header_from(FILE)
    assert [line.line for line in header.inputs] == [*"ABCDEFGH", "S"]
    assert header.inputs[6].spec.button is Button.OK
    assert (header.inputs[6].spec.seat, header.inputs[6].spec.name) == (1, "seat1.ok")
    assert (header.inputs[8].spec.seat, header.inputs[8].active_low) == (None, False)
    assert [line.resting for line in header.inputs] == [False] * 8 + [True]
    assert (header.lamps, header.lamps_active_low, header.pull_up) == (("L", "M"), True, True)


@pytest.mark.parametrize("levels", [(0.5,), (0.5, 1.1), (-0.1, 0.0)])
def test_lamps_are_lit_from_a_half_on(levels: tuple[float, ...]) -> None:
    assert lit((0.49, 0.5), 2) == [False, True]
    with pytest.raises(ConfigError, match="give 2 levels"):
        lit(levels, 2)


def test_a_level_held_at_the_start_is_an_edge_and_rest_is_none() -> None:
    told: Counter[str] = Counter()
    assert EdgeTrain(3, resting=False).begin(True, 50, told) == [Edge(3, True, 50, 1)]
    assert EdgeTrain(3, resting=True).begin(True, 50, told) == []
    assert not told


def test_an_unqueued_edge_is_put_back_at_the_same_time() -> None:
    told: Counter[str] = Counter()
    train = EdgeTrain(0, resting=False)
    edges = [*train.edge(False, 70, told, 1), *train.edge(True, 90, told, 2)]
    assert edges == [Edge(0, True, 70, 1), Edge(0, False, 70, 2), Edge(0, True, 90, 3)]
    assert told == {"edges_merged": 1}


def test_taken_again_a_line_counts_an_edge_as_lost() -> None:
    told: Counter[str] = Counter()
    train = EdgeTrain(0, resting=False)
    train.begin(False, 10, told)
    train.edge(True, 20, told, 1)
    train.end()
    assert train.begin(True, 90, told) == [Edge(0, True, 90, 3)]
    assert train.edge(False, 95, told, 1) == [Edge(0, False, 95, 4)]
    assert told == {"edges_lost": 1}


def test_a_missed_edge_is_counted_once() -> None:
    """It was found by asking; the gap that the source shows later is the same edge."""
    told: Counter[str] = Counter()
    train = EdgeTrain(0, resting=False)
    assert train.missed(50, told) == [Edge(0, True, 50, 2)]
    assert train.edge(False, 80, told, source_seqno=2) == [Edge(0, False, 80, 3)]
    assert told == {"edges_lost": 1}


def test_only_a_level_found_twice_is_unseen() -> None:
    unseen, trains = Unseen(), [EdgeTrain(i, resting=False) for i in range(3)]
    assert unseen.compare({0: True, 1: True, 2: False}, trains), "ask once more"
    assert unseen.found() == set()
    unseen.arrived(1)  # it was under way
    assert not unseen.compare({0: True, 1: False, 2: False}, trains)
    assert unseen.found() == {0}
    assert unseen.found() == set(), "each is named once"


@given(st.lists(st.tuples(st.integers(1, 9), st.booleans()), max_size=40))
def test_every_gap_of_the_source_is_a_gap_of_ours(steps: list[tuple[int, bool]]) -> None:
    told: Counter[str] = Counter()
    train = EdgeTrain(0, resting=False)
    source, lost, edges = 0, 0, []
    for t_ns, (step, active) in enumerate(steps):
        source += step
        lost += step - 1
        edges += train.edge(active, t_ns, told, source)
    assert told["edges_lost"] == lost
    if edges:
        assert edges[-1].seqno == len(edges) + lost


def test_no_edge_comes_before_its_time_and_late_ones_are_counted() -> None:
    told: Counter[str] = Counter()
    arrivals = Arrivals()
    early, ahead = Edge(0, True, 10, 1), Edge(1, True, 30, 1)
    assert arrivals.take([ahead, early], 20, told) == (early,)
    assert arrivals.complete(15) == 15
    late = Edge(0, False, 12, 2)
    assert arrivals.take([late], 40, told) == (late, ahead)
    assert (told["edges"], told["edges_late"]) == (3, 1)
    assert arrivals.complete(11) == 15
