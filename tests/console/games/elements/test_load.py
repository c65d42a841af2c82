"""``load`` takes what can exist, exactly as ``dump`` prints it, and refuses the rest with a reason.

Every check of the engine protocol is violated once.
"""

from __future__ import annotations

import pytest

from console.games.elements import positions
from tests.console.games.elements.positions import Json, shown
from tests.console.games.refusals import refusal

SOUND = shown(("16", "6"), taken=("312", "42"), chain="634", discard=1, scores=(1, 2), number=3)
FRESH = shown(("123456", "135666"))
ENDED = SOUND | {"to_move": None, "over": True, "winners": [1], "scores": [1, 7], "round": 5}
OPTIONS = SOUND["options"]
ROUNDS: Json = {"options": OPTIONS | {"rounds": 3}}


def refused(source: Json) -> str:
    """The reason given."""
    error = refusal(positions.load, source)
    assert error.code == "bad_state"
    return error.message


@pytest.mark.parametrize(
    "source",
    [
        SOUND,
        FRESH,
        ENDED,
        FRESH | {"starter": 1, "to_move": 1},
        ENDED | {"scores": [5, 6], "round": 6},
        SOUND | ROUNDS | {"options": OPTIONS | {"rounds": 3, "target": 1}},
        SOUND | ROUNDS | {"to_move": None, "over": True, "winners": [0, 1], "scores": [2, 2]},
        SOUND | ROUNDS | {"to_move": None, "over": True, "winners": [0], "scores": [4, 1]},
        SOUND | {"options": OPTIONS | {"concede": False}, "scores": [4, 0]},
        SOUND | {"scores": [2, 0], "round": 3},
        SOUND | {"scores": [5, 5], "round": 11},
        shown(("12345", "135666"), chain="6"),
        shown(("", "3"), taken=("6", "45"), chain="112", discard=5),
    ],
)
def test_what_load_takes_dump_prints(source: Json) -> None:
    assert positions.dump(positions.load(source)) == source
    assert list(positions.dump(positions.load(source))) == list(SOUND)


def test_more_fields_than_dump_prints_are_ignored() -> None:
    assert positions.load(SOUND | {"ply": 3}) == positions.load(SOUND)


@pytest.mark.parametrize("name", list(SOUND))
def test_each_field_is_needed(name: str) -> None:
    assert repr(name) in refused({key: value for key, value in SOUND.items() if key != name})


@pytest.mark.parametrize("name", list(SOUND))
@pytest.mark.parametrize("value", ["2", 2.0, [None], [[True], [1]]])
def test_each_field_has_its_type(name: str, value: object) -> None:
    assert repr(name) in refused(SOUND | {name: value})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "iota"}, "'game'"),
        ({"players": 3}, "'players'"),
        ({"options": {}}, "'target'"),
        ({"options": {key: OPTIONS[key] for key in list(OPTIONS)[:3]}}, "'rounds'"),
        ({"options": OPTIONS | {"misreveal": "never"}}, "'misreveal'"),
        ({"options": OPTIONS | {"target": 0}}, "'target'"),
        ({"options": OPTIONS | {"speed": 1}}, "option"),
        ({"to_move": 2}, "'to_move'"),
        ({"to_move": True}, "'to_move'"),
        ({"over": 0}, "'over'"),
        ({"winners": [2]}, "'winners'"),
        ({"hands": [[1, 6]]}, "'hands'"),
        ({"hands": [[1, 6], [6], []]}, "'hands'"),
        ({"hands": [[0, 6], [6]]}, "'hands'"),
        ({"taken": [[3, 1, 2], [4, 7]]}, "'taken'"),
        ({"chain": [6, 3, 4.0]}, "'chain'"),
        ({"scores": [1, 2, 0]}, "'scores'"),
        ({"scores": [-1, 4]}, "'scores'"),
        ({"round": 0}, "'round'"),
        ({"starter": None}, "'starter'"),
        ({"starter": -1}, "'starter'"),
    ],
)
def test_fields_of_their_own(changes: Json, reason: str) -> None:
    assert reason in refused(SOUND | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": [[1, 5], [6]]},
        {"chain": [6, 3]},
        {"chain": [6, 3, 4, 6]},
        {"aside": [5, 5, 6]},
        {"discard": [6, 6]},
    ],
)
def test_the_16_cards(changes: Json) -> None:
    assert "16 cards" in refused(SOUND | changes)


@pytest.mark.parametrize(
    "changes", [{"discard": [], "aside": [5, 5, 6, 6, 6]}, {"discard": [6, 6], "aside": [5, 5, 6]}]
)
def test_4_of_them_aside(changes: Json) -> None:
    assert "aside (E2)" in refused(SOUND | changes)


@pytest.mark.parametrize("changes", [{"hands": [[6, 1], [6]]}, {"aside": [6, 5, 5, 6]}])
def test_what_is_hidden_is_sorted(changes: Json) -> None:
    assert "sorted" in refused(SOUND | changes)


def test_at_most_6_in_a_hand() -> None:
    assert "six cards" in refused(shown(("1234566", "13566")))


def test_only_sixes_in_discard() -> None:
    assert "Only a 6" in refused(SOUND | {"chain": [6, 6, 4], "discard": [3]})


@pytest.mark.parametrize(
    "source",
    [
        SOUND | {"taken": [[3, 1], [4, 2]], "chain": [6, 3, 4, 2]},
        SOUND | {"taken": [[3, 1, 2, 6], [4]], "chain": [2, 3, 4]},
        shown(("1234", "135666"), chain="56"),
    ],
)
def test_the_starter_has_as_many_turns_or_one_more(source: Json) -> None:
    assert "as many turns" in refused(source)


@pytest.mark.parametrize(
    "source",
    [
        SOUND | {"to_move": 1},
        SOUND | {"to_move": None},
        FRESH | {"starter": 1},
        shown(("12345", "135666"), chain="6") | {"to_move": 0},
        ENDED | {"to_move": 0},
    ],
)
def test_to_move_follows(source: Json) -> None:
    assert "'to_move' must follow" in refused(source)


@pytest.mark.parametrize(
    ("scores", "number", "concede"),
    [
        ([0, 0], 2, True),
        ([1, 0], 1, True),
        ([1, 1], 4, True),
        ([3, 2], 3, True),
        ([2, 1], 3, False),
        ([1, 2], 2, False),
        ([2, 2], 2, False),
    ],
)
def test_so_many_points_from_so_many_rounds(scores: list[int], number: int, concede: bool) -> None:
    options = OPTIONS | {"concede": concede}
    reason = refused(SOUND | {"scores": scores, "round": number, "options": options})
    assert "So many points" in reason


def test_at_the_end_the_last_round_counts() -> None:
    assert "So many points" in refused(ENDED | {"round": 3})
    assert "So many points" in refused(ENDED | {"round": 9})


def test_from_round_2_the_starter_has_points() -> None:
    assert "the starter has won" in refused(SOUND | {"scores": [0, 2], "round": 2})
    assert "the starter has won" in refused(ENDED | {"scores": [0, 6], "round": 4})


@pytest.mark.parametrize(
    "changes",
    [
        {"over": False, "winners": [], "to_move": 0, "scores": [5, 6], "round": 7},
        {"scores": [1, 5], "round": 4},
        ROUNDS | {"scores": [2, 1], "round": 2},
        ROUNDS | {"over": False, "winners": [], "to_move": 0, "scores": [2, 2], "round": 4},
        ROUNDS | {"scores": [2, 3], "round": 4},
        {"scores": [6, 6], "winners": [0, 1], "round": 8},
        {"scores": [1, 8], "round": 6},
    ],
)
def test_over_follows(changes: Json) -> None:
    assert "(E9)" in refused(ENDED | changes)


@pytest.mark.parametrize(
    "source",
    [
        ENDED | {"winners": []},
        ENDED | {"winners": [0]},
        ENDED | {"winners": [0, 1]},
        ENDED | {"winners": [1, 1]},
        SOUND | {"winners": [0]},
        ENDED | ROUNDS | {"scores": [2, 2], "round": 3, "winners": [1, 0]},
    ],
)
def test_winners_follow(source: Json) -> None:
    assert "'winners' does not follow" in refused(source)
