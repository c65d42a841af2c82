"""G8: edges of one element leave the board."""

from __future__ import annotations

from typing import Any

import pytest

from console.games.ignis import play, positions
from console.games.ignis.state import State
from tests.console.games.ignis.positions import board, may, play_area, position, push


def looks(events: list[dict[str, Any]]) -> list[str]:
    """What each look removed, cells with blanks between: ``"0,0E 0,1E"``."""
    return [
        " ".join(f"{row},{column}{piece}" for row, column, piece in event["cells"])
        for event in events
        if event["type"] == "removed"
    ]


def supply_gained(before: State, after: State) -> tuple[int, int]:
    """How many more Air and Earth there are."""
    return after.air - before.air, after.earth - before.earth


@pytest.mark.parametrize(
    ("piece", "option", "gained"),
    [
        ("F", "earth", (0, 4)),
        ("W", "air", (0, 4)),
        ("E", "air", (0, 4)),
        ("A", "earth", (0, 4)),
        ("A", "air", (4, 0)),
    ],
)
def test_g8_a_full_edge_of_any_one_element_leaves_and_joins_the_supply(
    piece: str, option: str, gained: tuple[int, int]
) -> None:
    state = position(f"{piece}{piece}.{piece} W.{piece}F .AE.", ejected_air=option)
    after, events = push(state, "E 2,2 up")
    assert after.rows[:3] == ("######", "W.EF##", ".AE.##")
    assert looks(events) == [f"0,0{piece} 0,1{piece} 0,2{piece} 0,3{piece}"]
    assert supply_gained(state, after) == (gained[0], gained[1] - 1)


@pytest.mark.parametrize(
    ("drawing", "text", "left", "gone"),
    [
        ("EE. .FW W..", "E 0,2 left", ".FW W..", "0,0E 0,1E 0,2E"),
        ("W.. .FW EE.", "E 2,2 left", "W.. .FW", "2,0E 2,1E 2,2E"),
        ("E.W EF. .W.", "E 2,0 up", ".W F. W.", "0,0E 1,0E 2,0E"),
        ("W.A .FA .W.", "A 2,2 up", "W. .F .W", "0,2A 1,2A 2,2A"),
    ],
)
def test_g8_each_of_the_four_edges_may_leave(drawing: str, text: str, left: str, gone: str) -> None:
    after, events = push(position(drawing), text)
    assert (play_area(after), looks(events)) == (left, [gone])


@pytest.mark.parametrize(
    ("drawing", "text"),
    [
        ("EE.. ..FW ....", "E 0,3 down"),  # a gap is left
        ("EE.. ..FW ....", "A 0,2 down"),
        ("EE.E ..FW ....", "A 0,2 down"),  # two elements
        (".FW. EE.E .... ....", "E 3,2 up"),  # not at the edge
        ("F. WE", "A 0,1 down"),
    ],
)
def test_g8_other_edges_stay(drawing: str, text: str) -> None:
    state = position(drawing)
    after, events = push(state, text)
    assert after.field == state.field
    assert [event["type"] for event in events] == ["pushed"]


def test_g8_the_next_row_is_the_new_edge_and_a_piece_pushed_past_it_is_ejected() -> None:
    state, _ = push(position("EE.E FWAW .AE."), "E 0,2 down")
    assert not may(state, "E 0,0 right")
    after, events = push(state, "A 1,0 right")
    assert play_area(after) == "AFWA .AE."
    assert events[1] == {"type": "ejected", "piece": "W", "at": [1, 3]}


def test_g8_a_corner_of_two_edges_that_leave_counts_once() -> None:
    state = position(".EE E.F E.W")
    after, events = push(state, "E 0,0 right")
    assert play_area(after) == ".F .W"
    assert looks(events) == ["0,0E 0,1E 0,2E 1,0E 2,0E"]
    assert supply_gained(state, after) == (0, 4)


def test_g8_opposite_edges_leave_at_the_same_look() -> None:
    after, events = push(position("EAE FFW F.F"), "E 0,1 down")
    assert play_area(after) == "FAW"
    assert looks(events) == ["0,0E 0,1E 0,2E 2,0F 2,1F 2,2F"]


def test_g8_then_look_again_until_none_does() -> None:
    after, events = push(position("E.E AAA WWW FA. ..."), "E 0,1 down")
    assert play_area(after) == "FA. ..."
    assert looks(events) == ["0,0E 0,1E 0,2E", "1,0A 1,1A 1,2A", "2,0W 2,1W 2,2W"]


def test_g8_a_column_may_qualify_once_it_is_shorter() -> None:
    after, events = push(position("E.EE F.FW FW.A"), "E 0,1 down")
    assert play_area(after) == ".FW W.A"
    assert looks(events) == ["0,0E 0,1E 0,2E 0,3E", "1,0F 2,0F"]


def test_g8_an_edge_that_an_ejection_made_uniform_leaves_after_the_ejection() -> None:
    after, events = push(position("EEW F.A ..W"), "E 0,0 right")
    assert [event["type"] for event in events] == ["pushed", "ejected", "removed"]
    assert play_area(after) == "F.A ..W"


def test_g8_the_far_edge_is_looked_at_when_the_push_reaches_it() -> None:
    after, events = push(position("FWA.. A...A W.F.A"), "E 0,0 right")
    assert looks(events) == []
    after, events = push(position("FWAA. W...A W.F.A"), "E 0,0 right")
    assert looks(events) == ["0,4A 1,4A 2,4A"]
    assert play_area(after) == "EFWA W... W.F."


def test_g8_a_board_one_wide_leaves_as_a_single_edge() -> None:
    """Its pieces are counted once, though it is the top row and the bottom row."""
    state = position("EFE FWF W.W", at=(1, 2))
    after, events = push(state, "E 1,3 down")
    assert looks(events) == ["1,2E 1,3E 1,4E 3,2W 3,3W 3,4W", "2,2F 2,3F 2,4F"]
    assert set(after.rows) == {"######"}
    assert supply_gained(state, after) == (0, 8)


def test_g8_an_end_of_a_board_one_wide_is_no_edge_of_its_own() -> None:
    after, _ = push(position("F.WEA"), "A 0,1 down")
    assert play_area(after) == "FAWEA"


def test_g8_a_single_cell_never_leaves() -> None:
    after, events = push(position("E. WW WF"), "E 0,1 left")
    assert looks(events) == ["0,0E 0,1E", "1,0W 1,1W 2,0W"]
    assert list(after.rows) == board("F", (2, 1))


@pytest.mark.parametrize(
    ("text", "left"), [("A 0,2 down", "F..W ...."), ("E 0,2 down", None), ("A 1,3 left", None)]
)
def test_g8_sparse_two_pieces_of_one_element_are_enough(text: str, left: str | None) -> None:
    state = position(".A.. F..W ....", edge="sparse")
    after, events = push(state, text)
    if left is None:
        assert (after.field, looks(events)) == (state.field, [])
    else:
        assert (play_area(after), looks(events)) == (left, ["0,1A 0,2A"])


def test_g8_sparse_gaps_leave_with_the_edge_and_fill_nothing() -> None:
    state = position(".A... F...W W...F", edge="sparse")
    after, _ = push(state, "A 0,4 left")
    assert play_area(after) == "F...W W...F"
    assert supply_gained(state, after) == (-1, 2)


def test_g8_sparse_one_piece_stays_and_full_edges_leave_too() -> None:
    state = position("EE.. F..W W..F", edge="full")
    assert looks(push(state, "E 0,3 left")[1]) == []
    sparse = position("E... F..W WAAF", edge="sparse")
    assert looks(push(sparse, "E 0,3 left")[1]) == ["0,0E 0,3E"]


def test_g8_sparse_border_the_layout_it_goes_with() -> None:
    state = play.new(2, 0, {"layout": "border", "edge": "sparse"})
    assert positions.load(positions.dump(state)) == state
    after, events = push(state, "E 0,0 right")
    assert (after.rows[0], looks(events)) == ("EFWFW.", [])
