"""Every error of the engine protocol, and that the game in progress stays untouched."""

from __future__ import annotations

import json
from typing import Any

import pytest

from console.engine.door import LINE_MAX
from tests.console.engine.talk import NEW, code, contact, flip, last, talk

ILL_FORMED: list[object] = [
    b"",
    b"   ",
    b"{",
    b'{"cmd":"state"',
    b"nonsense",
    b"\xff\xfe{}",
    b'{"cmd":"\xc3("}',
    b"\x00",
    b"\xef\xbb\xbf{}",
    '{"cmd":"state"}'.encode("utf-16"),
    b'{"cmd":"state","x":NaN}',
    b'{"cmd":"state","x":-Infinity}',
    b'{"cmd":"state"}{"cmd":"state"}',
    b"{'cmd':'state'}",
    b"[" * 200_000,
    b'{"a":' * 100_000,
    b"9" * 10_000,
    b"null",
    b"1e999",
    [],
    "state",
    5,
    {},
    {"cmd": None},
    {"cmd": ["state"]},
    {"cmd": {}},
    {"cmd": "State"},
    {"cmd": "perft"},
    {"cmd": "\ud800"},
]


@pytest.mark.parametrize("line", ILL_FORMED, ids=lambda line: repr(line)[:30])
def test_ill_formed_lines_are_bad_requests_and_change_nothing(line: object) -> None:
    new, bad, state = talk(NEW, line, {"cmd": "state"})
    assert bad["error"]["code"] == "bad_request"
    assert state == new


def test_a_line_over_one_mebibyte_is_a_bad_request() -> None:
    request = b'{"cmd":"games"}'
    fits = request + b" " * (LINE_MAX - len(request))
    assert [answer["ok"] for answer in talk(fits, fits + b" ", fits * 3, request)] == [
        True,
        False,
        False,
        True,
    ]
    assert code(fits + b" ") == "bad_request"


def test_a_long_last_line_without_newline_is_answered_once() -> None:
    assert len(talk(b"x" * (LINE_MAX * 2 + 5))) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"players": None},
        {"players": "4"},
        {"players": True},
        {"players": 4.0},
        {"seed": -1},
        {"seed": 2**63},
        {"seed": None},
        {"seed": 1.0},
        {"seed": True},
        {"seed": "1"},
        {"options": None},
        {"options": []},
        {"game": None},
        {"game": 1},
    ],
    ids=str,
)
def test_new_with_an_ill_typed_field_is_a_bad_request(change: dict[str, Any]) -> None:
    assert code(NEW | change) == "bad_request"


@pytest.mark.parametrize("name", ["game", "players"])
def test_new_with_a_missing_field_is_a_bad_request(name: str) -> None:
    assert code({key: value for key, value in NEW.items() if key != name}) == "bad_request"


@pytest.mark.parametrize(
    "change",
    [
        {"players": 1},
        {"players": 9},
        {"players": -(2**70)},
        {"options": {"pace": 600}},
        {"options": {"last_card": 1}},
        {"options": {"specials": None}},
        {"options": {"specials": {"grab": 10}}},
    ],
    ids=str,
)
def test_new_out_of_range_is_bad_options(change: dict[str, Any]) -> None:
    new, bad, state = talk(NEW, NEW | change, {"cmd": "state"})
    assert bad["error"]["code"] == "bad_options"
    assert state == new


def test_unknown_games() -> None:
    assert code(NEW | {"game": "chess"}) == "unknown_game"
    assert code({"cmd": "load", "game": "chess", "state": {}}) == "unknown_game"


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "state"},
        {"cmd": "observe", "player": 0},
        {"cmd": "observe"},
        {"cmd": "legal"},
        {"cmd": "legal", "count": True},
        flip(0),
        {"cmd": "apply"},
        {"cmd": "undo"},
        {"cmd": "bot", "level": 1, "millis": 10},
        {"cmd": "record"},
    ],
    ids=str,
)
def test_no_game_yet(request_: dict[str, Any]) -> None:
    assert code(request_) == "no_game"
    assert code(NEW | {"players": 99}, request_) == "no_game"


@pytest.mark.parametrize("change", [{}, {"state": None}, {"state": []}, {"state": "x"}], ids=str)
def test_load_without_a_state_object_is_a_bad_request(change: dict[str, Any]) -> None:
    assert code({"cmd": "load", "game": "chaos"} | change) == "bad_request"


def test_load_of_an_impossible_state_keeps_the_game_in_progress() -> None:
    new, bad, state = talk(NEW, {"cmd": "load", "game": "chaos", "state": {}}, {"cmd": "state"})
    assert bad["error"]["code"] == "bad_state"
    assert state == new


@pytest.mark.parametrize("player", [-1, 4, None, "0", 0.0, True, 2**80])
def test_observe_of_nobody_is_a_bad_request(player: object) -> None:
    assert code(NEW, {"cmd": "observe", "player": player}) == "bad_request"


def test_observe_counts_players_not_hands() -> None:
    """C30: two players have four hands."""
    assert code(NEW | {"players": 2}, {"cmd": "observe", "player": 2}) == "bad_request"
    assert code(NEW, {"cmd": "observe"}) == "bad_request"


@pytest.mark.parametrize("count", [1, None, "true", []])
def test_legal_with_an_ill_typed_count_is_a_bad_request(count: object) -> None:
    assert code(NEW, {"cmd": "legal", "count": count}) == "bad_request"


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "flip",
        {},
        {"type": 1},
        {"type": "Flip", "hand": 0, "t_us": 1},
        {"type": "flip"},
        {"type": "flip", "hand": 0},
        {"type": "flip", "t_us": 1},
        {"type": "flip", "hand": 0, "t_us": None},
        {"type": "flip", "hand": 0, "t_us": 1.0},
        {"type": "flip", "hand": 0, "t_us": True},
        {"type": "flip", "hand": "0", "t_us": 1},
        {"type": "flip", "hand": False, "t_us": 1},
        {"type": "flip", "hand": None, "t_us": 1},
        {"type": "flip", "hand": 0, "t_us": 1, "card": "a1R"},
        {"type": "flip_all"},
        {"type": "flip_all", "t_us": 1, "hand": 0},
        {"type": "contact", "hand": 0, "t_us": 1},
        {"type": "contact", "hand": 0, "gesture": "slap", "t_us": 1},
        {"type": "contact", "hand": 0, "gesture": None, "t_us": 1},
        {"type": "contact", "hand": None, "gesture": "grab", "t_us": 1},
        {"type": "fall", "t_us": 1},
        {"type": "fall", "hand": "nobody", "t_us": 1},
        {"type": "expire", "t_us": "1"},
        {"type": "choose", "hand": 0, "take": "both", "t_us": 1},
        {"type": "choose", "hand": 0, "t_us": 1},
    ],
    ids=str,
)
def test_ill_formed_actions_are_bad_requests(action: object) -> None:
    assert code(NEW, {"cmd": "apply", "action": action}) == "bad_request"


def test_apply_without_an_action_is_a_bad_request() -> None:
    assert code(NEW, {"cmd": "apply"}) == "bad_request"


def test_what_may_not_be_done_now_is_illegal_and_names_the_rule() -> None:
    hand = last(NEW)["state"]["to_move"]
    cases: list[tuple[dict[str, Any], str]] = [
        (flip((hand + 1) % 4), "C5"),
        (flip(9), "C4"),
        (contact(-1), "C4"),
        ({"cmd": "apply", "action": {"type": "flip_all", "t_us": 1}}, "C16"),
        ({"cmd": "apply", "action": {"type": "expire", "t_us": 1}}, "C21"),
        (
            {"cmd": "apply", "action": {"type": "choose", "hand": 0, "take": "duel", "t_us": 1}},
            "C18",
        ),
    ]
    for request, rule in cases:
        assert code(NEW, request) == "illegal_action"
        new, bad, state = talk(NEW, request, {"cmd": "state"})
        assert rule in bad["error"]["message"]
        assert state == new
    assert code(NEW, flip(hand, 5), flip((hand + 1) % 4, 4)) == "illegal_action"


def test_undo_with_nothing_to_undo() -> None:
    assert code(NEW, {"cmd": "undo"}) == "illegal_action"


@pytest.mark.parametrize(
    "fields",
    [{}, {"level": 1}, {"millis": 5}, {"level": 1, "millis": 0.5}, {"level": 1, "millis": -1}],
    ids=str,
)
def test_bot_with_a_missing_or_ill_typed_field_is_a_bad_request(fields: dict[str, Any]) -> None:
    assert code(NEW, {"cmd": "bot"} | fields) == "bad_request"


def test_a_fault_of_ours_is_logged_and_answered(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("console.engine.session.EngineSession._record", broken)
    answers = talk(NEW, {"cmd": "record"}, {"cmd": "state"})
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert "ZeroDivisionError" in caplog.text
    assert json.dumps(answers[2]["state"]) == json.dumps(answers[0]["state"])
