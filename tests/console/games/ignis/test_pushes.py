"""G4 to G7: where a piece may enter, what it shifts, what is ejected, when an Air is turned."""

from __future__ import annotations

from collections import Counter

import pytest

from console.games.ignis import play
from console.games.ignis.state import State
from tests.console.games.ignis.positions import action, may, play_area, position, push
from tests.console.games.refusals import refusal


def refused(state: State, text: str) -> tuple[str, str]:
    """The error's code and the rule that its message names."""
    assert not may(state, text)
    error = refusal(play.apply, state, action(text))
    return error.code, error.message.split(":")[0]


def ways(state: State) -> Counter[tuple[int, int]]:
    """In how many directions each cell can be entered by an Earth."""
    return Counter(push.at for push in play.legal_actions(state) if push.piece == "E")


def test_g4_each_edge_cell_of_the_full_board_is_a_way_in_a_corner_two() -> None:
    actions = play.legal_actions(play.new())
    assert len(actions) == len(set(actions)) == 48
    assert Counter(push.piece for push in actions) == {"A": 24, "E": 24}
    corners = {(0, 0), (0, 5), (5, 0), (5, 5)}
    counted = ways(play.new())
    assert {cell for cell, count in counted.items() if count == 2} == corners
    assert {cell for cell, count in counted.items() if count == 1} == {
        (row, column)
        for row in range(6)
        for column in range(6)
        if (row in (0, 5)) != (column in (0, 5))
    }


def test_g4_the_edge_is_that_of_the_board_in_play() -> None:
    state = position(".F. .W. ...", at=(2, 3))
    assert ways(state) == {
        (2, 3): 2, (2, 4): 1, (2, 5): 2, (3, 3): 1, (3, 5): 1, (4, 3): 2, (4, 4): 1, (4, 5): 2
    }  # fmt: skip
    assert refused(state, "E 1,4 down") == ("illegal_action", "G4")
    assert refused(state, "E 3,4 down") == ("illegal_action", "G4")
    assert refused(state, "E 2,4 up") == ("illegal_action", "G4")
    assert refused(state, "E 2,4 right") == ("illegal_action", "G4")


@pytest.mark.parametrize(("drawing", "at"), [("F.W.", (3, 1)), ("F . W .", (1, 4))])
def test_g4_on_a_board_one_wide_an_end_has_three_ways_in(drawing: str, at: tuple[int, int]) -> None:
    counted = ways(position(drawing, at=at))
    assert sorted(counted.values()) == [2, 2, 3, 3]
    assert counted[at] == 3


@pytest.mark.parametrize(
    ("text", "row"),
    [("E 0,0 right", "EFW..A"), ("A 0,0 right", "AFW..A"), ("E 0,5 left", "F.W.AE")],
)
def test_g4_the_run_shifts_up_to_the_first_gap(text: str, row: str) -> None:
    state = position("F.W..A ...... ...... ...... ...... ......")
    after, events = push(state, text)
    assert after.rows == (row, *state.rows[1:])
    assert [event["type"] for event in events] == ["pushed"]


@pytest.mark.parametrize("text", ["E 2,0 up", "A 0,0 down", "A 2,1 up"])
def test_g4_an_empty_cell_simply_takes_it(text: str) -> None:
    state = position("..F ..W ...")
    after, events = push(state, text)
    piece, (row, column), toward = (made := action(text)).piece, made.at, made.toward
    rows = list(state.rows)
    rows[row] = rows[row][:column] + piece + rows[row][column + 1 :]
    assert list(after.rows) == rows
    assert events == [{"type": "pushed", "piece": piece, "at": [row, column], "toward": toward}]


def test_g4_columns_shift_both_ways() -> None:
    state = position("F.. W.. .A. E.. A..")
    assert push(state, "A 0,0 down")[0].rows[:5] == (
        "A..###",
        "F..###",
        "WA.###",
        "E..###",
        "A..###",
    )
    assert push(state, "A 4,0 up")[0].rows[:5] == ("F..###", "W..###", "EA.###", "A..###", "A..###")


def test_g4_the_piece_comes_out_of_the_supply() -> None:
    state = position("F.W ...", air=3)
    assert push(state, "A 0,0 right")[0].air == 2
    assert push(state, "E 0,0 right")[0].earth == state.earth - 1


def test_g4_what_is_not_in_the_supply_cannot_be_pushed() -> None:
    state = position("F.W ...", air=0)
    assert refused(state, "A 0,0 right") == ("illegal_action", "G4")
    assert {push.piece for push in play.legal_actions(state)} == {"E"}


@pytest.mark.parametrize(
    ("far", "by_air", "by_earth"),
    [("F", True, True), ("W", True, True), ("A", False, True), ("E", False, False)],
)
@pytest.mark.parametrize(("entry", "toward"), [("0,0", "right"), ("0,3", "left")])
def test_g5_what_may_be_ejected_by_what(
    far: str, by_air: bool, by_earth: bool, entry: str, toward: str
) -> None:
    row = "WFA" + far if toward == "right" else far + "AFW"
    state = position(f"{row} ....")
    for piece, allowed in (("A", by_air), ("E", by_earth)):
        text = f"{piece} {entry} {toward}"
        assert may(state, text) is allowed
        if allowed:
            _, events = push(state, text)
            at = [0, 3] if toward == "right" else [0, 0]
            assert events[1] == {"type": "ejected", "piece": far, "at": at}
        else:
            assert refused(state, text) == ("illegal_action", "G5")


def test_g5_the_inserted_piece_decides_not_its_neighbour() -> None:
    state = position("FEA ... W..")
    assert refused(state, "A 0,0 right") == ("illegal_action", "G5")
    after, _ = push(state, "E 0,0 right")
    assert after.rows[0] == "EFE###"


def test_g5_a_gap_at_the_far_end_absorbs_the_push() -> None:
    after, events = push(position("FEE. ..W. ...."), "A 0,0 right")
    assert after.rows[0] == "AFEE##"
    assert len(events) == 1


def test_g5_a_full_line_of_one_cell_ejects_that_cell() -> None:
    after, events = push(position("FFWW.", at=(3, 0)), "A 3,1 up")
    assert play_area(after) == "FAWW."
    assert events == [
        {"type": "pushed", "piece": "A", "at": [3, 1], "toward": "up"},
        {"type": "ejected", "piece": "F", "at": [3, 1]},
    ]


TURNED = pytest.mark.parametrize(
    ("far", "option", "gained"),
    [("F", "earth", (0, 1)), ("W", "air", (0, 1)), ("A", "earth", (0, 1)), ("A", "air", (1, 0))],
)


@TURNED
def test_g6_an_ejected_piece_turns_to_earth_and_joins_the_supply(
    far: str, option: str, gained: tuple[int, int]
) -> None:
    state = position(f"WFE{far} ....", ejected_air=option)
    after, _ = push(state, "E 0,0 right")
    assert (after.air - state.air, after.earth - (state.earth - 1)) == gained


ONLY_AIR = "EAFEAE AAEWWA FFWEEE AWAFEF FAWAWW AEFAFW"


@pytest.mark.parametrize(("option", "supply"), [("earth", (0, 1)), ("air", (1, 0))])
def test_g7_with_only_air_left_one_may_be_turned_and_is_then_used(
    option: str, supply: tuple[int, int]
) -> None:
    state = position(ONLY_AIR, air=1, earth=0, ejected_air=option)
    kinds = {(push.piece, push.flip) for push in play.legal_actions(state)}
    assert kinds == {("A", False), ("E", True)}
    after, events = push(state, "flip 1,0 right")
    assert after.rows[1] == "EAAEWW"
    assert events == [
        {"type": "pushed", "piece": "E", "at": [1, 0], "toward": "right"},
        {"type": "ejected", "piece": "A", "at": [1, 5]},
    ]
    assert (after.air, after.earth) == supply


def test_g7_a_turned_air_ejects_as_earth_does() -> None:
    state = position(ONLY_AIR, air=1, earth=0)
    assert refused(state, "A 1,0 right") == ("illegal_action", "G5")
    assert refused(state, "flip 0,0 right") == ("illegal_action", "G5")


def test_g7_without_turning_there_is_no_earth() -> None:
    assert refused(position(ONLY_AIR, air=1, earth=0), "E 1,0 right") == ("illegal_action", "G4")


@pytest.mark.parametrize("air", [0, 5])
def test_g7_not_while_earth_is_left(air: int) -> None:
    state = position("F.W ...", air=air)
    assert not any(push.flip for push in play.legal_actions(state))
    assert refused(state, "flip 0,0 right") == ("illegal_action", "G7")
