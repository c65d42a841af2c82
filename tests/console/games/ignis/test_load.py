"""``load`` takes what can exist, exactly as ``dump`` prints it, and refuses the rest with a reason.

Every check of the engine protocol is violated once.
"""

from __future__ import annotations

from typing import Any

import pytest

from console.games.ignis import positions
from tests.console.games.ignis.positions import board, shown
from tests.console.games.refusals import refusal

Json = dict[str, Any]

SOUND = shown("FW.. .... AE..", air=3)
ENDED = shown("FF. A..", winners=(0,), to_move=None)
OPTIONS = SOUND["options"]


def refused(source: Json) -> str:
    """The reason given."""
    error = refusal(positions.load, source)
    assert error.code == "bad_state"
    return error.message


@pytest.mark.parametrize(
    "source",
    [
        SOUND,
        ENDED,
        SOUND | {"to_move": 1},
        shown("WWW .F. EAE", edge="full", layout="border", ejected_air="air") | ENDED
        | {"board": board("W"), "supply": {"A": 12, "E": 24}, "winners": [1]},
        shown("", air=12, winners=(0, 1), to_move=None),
        shown("F", at=(5, 5), winners=(0,), to_move=None),
        shown("FW", at=(2, 4), air=0),
        shown("F W A", at=(3, 0), air=11),
        shown("EE.. FW.. ....", edge="full"),
        shown("FWFWFW WFWFWF FWFWAE AEAEAE EAEAEA AEAEAE", air=1),
    ],
)  # fmt: skip
def test_what_load_takes_dump_prints(source: Json) -> None:
    assert positions.dump(positions.load(source)) == source
    assert positions.observe(positions.load(source), 0) == source


def test_more_fields_than_dump_prints_are_ignored() -> None:
    assert positions.load(SOUND | {"ply": 3}) == positions.load(SOUND)


@pytest.mark.parametrize("name", list(SOUND))
def test_each_field_is_needed(name: str) -> None:
    assert repr(name) in refused({key: value for key, value in SOUND.items() if key != name})


@pytest.mark.parametrize("name", list(SOUND))
@pytest.mark.parametrize("value", ["2", 2.0, [None], {"A": "3"}])
def test_each_field_has_its_type(name: str, value: object) -> None:
    assert refused(SOUND | {name: value})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "iota"}, "'game'"),
        ({"players": 3}, "'players'"),
        ({"players": True}, "'players'"),
        ({"options": {}}, "'layout'"),
        ({"options": {"layout": "centre", "edge": "full"}}, "'ejected_air'"),
        ({"options": OPTIONS | {"edge": "round"}}, "'edge'"),
        ({"options": OPTIONS | {"layout": None}}, "'layout'"),
        ({"options": OPTIONS | {"speed": 1}}, "option"),
        ({"to_move": 2}, "'to_move'"),
        ({"to_move": -1}, "'to_move'"),
        ({"to_move": False}, "'to_move'"),
        ({"over": 0}, "'over'"),
        ({"winners": ["0"]}, "'winners'"),
        ({"winners": None}, "'winners'"),
    ],
)
def test_fields_of_their_own(changes: Json, reason: str) -> None:
    assert reason in refused(SOUND | changes)


@pytest.mark.parametrize(
    "rows",
    [
        SOUND["board"][:5],
        [*SOUND["board"], "######"],
        [*SOUND["board"][:5], "#####"],
        [*SOUND["board"][:5], "#######"],
        [*SOUND["board"][:5], "#####e"],
        [*SOUND["board"][:5], "#####Ё"],
        [*SOUND["board"][:5], list("######")],
    ],
)
def test_6_rows_of_6(rows: list[object]) -> None:
    assert "6 texts of 6 characters" in refused(SOUND | {"board": rows})


@pytest.mark.parametrize("drawing", ["FW. .#. ...", "FW. ..# ...", "FW. ### ...", "FW#.", "F# #W"])
def test_the_cells_in_play_form_a_rectangle(drawing: str) -> None:
    assert "rectangle" in refused(shown(drawing))


@pytest.mark.parametrize(
    "supply", [{"A": 3, "E": 29}, {"A": 3, "E": 31}, {"A": 3, "E": 0}, {"A": 4, "E": 30}]
)
def test_37_pieces(supply: Json) -> None:
    assert "37 pieces" in refused(SOUND | {"supply": supply})


@pytest.mark.parametrize(
    "supply",
    [
        {"A": 34, "E": -1},
        {"A": -1, "E": 34},
        {"A": 33},
        {"A": 3, "E": 30, "F": 0},
        {"A": 3.0, "E": 30},
    ],
)
def test_the_supply_is_a_number_of_air_and_one_of_earth(supply: Json) -> None:
    assert refused(SOUND | {"supply": supply})


def test_the_supply_is_no_debt() -> None:
    crowded = "FWFWFW WFWFWF FWFWAE AEEEAE EEEEEA AEAEAE"
    assert "supply" in refused(shown(crowded, air=2, earth=-1))


@pytest.mark.parametrize(
    ("drawing", "air", "kind"),
    [
        ("FFF.F W.... FFFAF F....", 0, "F"),
        ("WWW.W F.... WWWAW W....", 0, "W"),
        ("FW. ... AE.", 12, "A"),
    ],
)
def test_at_most_8_fire_8_water_12_air(drawing: str, air: int, kind: str) -> None:
    assert f"of the kind {kind} " in refused(shown(drawing, air=air))


@pytest.mark.parametrize(
    ("drawing", "edge"),
    [
        ("EEE FW. ...", "full"),
        ("FW. ... AAA", "full"),
        ("F.W F.. F.A", "full"),
        ("W.F A.F ..F", "full"),
        ("E.E FW. ...", "sparse"),
        ("AWE .A. F.F", "sparse"),
    ],
)
def test_no_edge_left_that_would_have_gone(drawing: str, edge: str) -> None:
    assert "G8" in refused(shown(drawing, edge=edge))


def test_an_edge_of_one_wide_board_would_have_gone_too() -> None:
    assert "G8" in refused(shown("FFF", winners=(0,), to_move=None))


@pytest.mark.parametrize(
    "source",
    [
        ENDED | {"over": False},
        ENDED | {"winners": []},
        ENDED | {"winners": [1]},
        ENDED | {"winners": [0, 1]},
        ENDED | {"winners": [0, 0]},
        ENDED | {"winners": [False]},
        ENDED | {"to_move": 0},
        ENDED | {"over": False, "winners": [], "to_move": 1},
        SOUND | {"over": True},
        SOUND | {"over": True, "to_move": None},
        SOUND | {"winners": [0]},
        SOUND | {"to_move": None},
        SOUND | {"over": True, "winners": [0], "to_move": None},
        shown("", winners=(0,), to_move=None),
        shown("", winners=(1, 0), to_move=None),
        shown(""),
    ],
)
def test_over_winners_and_to_move_follow_from_the_board(source: Json) -> None:
    assert refused(source)
