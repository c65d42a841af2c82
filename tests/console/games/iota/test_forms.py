"""The engine protocol's forms of actions: what is taken, sorted, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from console.games.iota.actions import Pass, Place, Swap, parse_action
from tests.console.games.refusals import refusal


def test_swap() -> None:
    form = {"type": "swap", "at": [-1, 2], "card": "Rc4"}
    action = parse_action(form)
    assert action == Swap((-1, 2), "Rc4")
    assert action.to_json() == form


def test_place_is_sorted_by_y_then_x() -> None:
    laid = [["Rc3", 2, 0], ["W", 1, 1], ["Rc1", 2, 1]]
    action = parse_action({"type": "place", "cards": laid[::-1]})
    assert action == Place((("Rc3", 2, 0), ("W", 1, 1), ("Rc1", 2, 1)))
    assert action.to_json() == {"type": "place", "cards": laid}


def test_pass_is_sorted_as_text_by_code_point() -> None:
    action = parse_action({"type": "pass", "exchange": ["Yx1", "W", "Rt1", "Rc4"]})
    assert action.to_json() == {"type": "pass", "exchange": ["Rc4", "Rt1", "W", "Yx1"]}
    assert parse_action({"type": "pass", "exchange": []}) == Pass()


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"type": "draw"},
        {"type": ["place"]},
        {"type": "swap", "at": [0, 0]},
        {"type": "swap", "card": "Rc1"},
        {"type": "swap", "at": [0, 0], "card": "Rc1", "now": True},
        {"type": "swap", "at": [0], "card": "Rc1"},
        {"type": "swap", "at": [0, 0, 0], "card": "Rc1"},
        {"type": "swap", "at": [0, 1.0], "card": "Rc1"},
        {"type": "swap", "at": [True, 0], "card": "Rc1"},
        {"type": "swap", "at": "00", "card": "Rc1"},
        {"type": "swap", "at": [0, 0], "card": "Rc5"},
        {"type": "swap", "at": [0, 0], "card": "rc1"},
        {"type": "swap", "at": [0, 0], "card": ["Rc1"]},
        {"type": "swap", "at": [0, 0], "card": None},
        {"type": "place"},
        {"type": "place", "cards": []},
        {"type": "place", "cards": [["Rc1", x, 0] for x in range(5)]},
        {"type": "place", "cards": {"Rc1": [0, 0]}},
        {"type": "place", "cards": [["Rc1", 0]]},
        {"type": "place", "cards": [["Rc1", 0, 0, 0]]},
        {"type": "place", "cards": [[0, 0, "Rc1"]]},
        {"type": "place", "cards": [["Rc1", 0, "0"]]},
        {"type": "place", "cards": [["Rc1", 0, False]]},
        {"type": "place", "cards": [["Wild", 0, 0]]},
        {"type": "place", "cards": ["Rc1"]},
        {"type": "place", "cards": [["Rc1", 0, 0]], "player": 0},
        {"type": "pass"},
        {"type": "pass", "exchange": None},
        {"type": "pass", "exchange": ["Rc1", "Rc2", "Rc3", "Rc4", "W"]},
        {"type": "pass", "exchange": ["Rc0"]},
        {"type": "pass", "exchange": [1]},
        {"type": "pass", "exchange": [], "cards": []},
    ],
)
def test_ill_formed_actions(form: dict[str, Any]) -> None:
    error = refusal(parse_action, form)
    assert error.code == "bad_request"
    assert error.message.endswith(".")
