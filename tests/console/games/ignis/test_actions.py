"""The action's form: ``bad_request`` for what is ill-formed, and what may be written is taken."""

from __future__ import annotations

from typing import Any

import pytest

from console.games.errors import GameError
from console.games.ignis import play, positions
from console.games.ignis.actions import Push, parse_action
from tests.console.games.ignis.positions import position
from tests.console.games.refusals import refusal

Json = dict[str, Any]

PUSH: Json = {"type": "push", "piece": "E", "at": [0, 2], "toward": "down"}


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Push("E", (0, 2), "down"), PUSH),
        (Push("A", (5, 0), "right"), PUSH | {"piece": "A", "at": [5, 0], "toward": "right"}),
        (Push("E", (0, 2), "down", flip=True), PUSH | {"flip": True}),
    ],
)
def test_an_action_and_its_written_form(action: Push, written: Json) -> None:
    assert action.to_json() == written
    assert parse_action(written) == action


@pytest.mark.parametrize(
    "source",
    [
        {},
        {"type": "push"},
        PUSH | {"type": "pass"},
        PUSH | {"type": None},
        PUSH | {"player": 0},
        *({key: value for key, value in PUSH.items() if key != name} for name in PUSH),
        PUSH | {"piece": "F"},
        PUSH | {"piece": "e"},
        PUSH | {"piece": None},
        PUSH | {"piece": ["E"]},
        PUSH | {"toward": "north"},
        PUSH | {"toward": 1},
        PUSH | {"at": [0]},
        PUSH | {"at": [0, 2, 0]},
        PUSH | {"at": [-1, 2]},
        PUSH | {"at": [0, 6]},
        PUSH | {"at": [0.0, 2]},
        PUSH | {"at": [False, 2]},
        PUSH | {"at": "02"},
        PUSH | {"at": {"row": 0, "col": 2}},
        PUSH | {"flip": False},
        PUSH | {"flip": 1},
        PUSH | {"flip": None},
        PUSH | {"piece": "A", "flip": True},
    ],
)
def test_ill_formed(source: Json) -> None:
    assert refusal(parse_action, source).code == "bad_request"


@pytest.mark.parametrize(
    "action", [Push("F", (0, 0), "down"), Push("A", (0, 0), "down", flip=True)]
)
def test_a_piece_that_is_never_pushed(action: Push) -> None:
    assert refusal(play.apply, position("FW. ..."), action).code == "bad_request"


def test_a_refused_action_leaves_the_position_as_it_was() -> None:
    state = position("FWE ...")
    before = positions.dump(state)
    with pytest.raises(GameError, match="G5"):
        play.apply(state, Push("E", (0, 0), "right"))
    assert positions.dump(state) == before
