"""The action's form: ``bad_request`` for what is ill-formed, and what may be written is taken."""

from __future__ import annotations

from typing import Any

import pytest

from console.games.elements import play, positions
from console.games.elements.actions import (
    CONCEDE,
    DISCARD,
    REVEAL,
    TAKE,
    Action,
    Concede,
    Play,
    Reveal,
    Take,
    parse_action,
)
from console.games.errors import GameError
from tests.console.games.elements.positions import position
from tests.console.games.refusals import refusal

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("action", "written"),
    [
        *((Play(card), {"type": "play", "card": card}) for card in range(1, 7)),
        (TAKE, {"type": "take"}),
        (DISCARD, {"type": "discard"}),
        (REVEAL, {"type": "reveal"}),
        (CONCEDE, {"type": "concede"}),
    ],
)
def test_an_action_and_its_written_form(action: Action, written: Json) -> None:
    assert action.to_json() == written
    assert parse_action(written) == action
    assert parse_action(written) is parse_action(dict(written))


@pytest.mark.parametrize(
    "source",
    [
        {},
        {"type": "pass"},
        {"type": "Play", "card": 3},
        {"type": None},
        {"type": ["take"]},
        {"type": "play"},
        {"type": "play", "card": 0},
        {"type": "play", "card": 7},
        {"type": "play", "card": -1},
        {"type": "play", "card": 3.0},
        {"type": "play", "card": True},
        {"type": "play", "card": "3"},
        {"type": "play", "card": None},
        {"type": "play", "card": [3]},
        {"type": "play", "card": 3, "player": 0},
        {"type": "take", "card": 3},
        {"type": "discard", "card": 6},
        {"type": "reveal", "player": 0},
        {"type": "concede", "type_": 1},
    ],
)
def test_ill_formed(source: Json) -> None:
    assert refusal(parse_action, source).code == "bad_request"


@pytest.mark.parametrize("action", [Take(), Reveal(), Concede(), Play(1)])
def test_an_action_made_anew_is_as_good(action: Action) -> None:
    state = position(("16", "6"), taken=("312", "42"), chain="634", discard=1)
    same = next(known for known in play.legal_actions(state) if known == action)
    assert play.apply(state, action) == play.apply(state, same)


def test_a_refused_action_leaves_the_position_as_it_was() -> None:
    state = position(("112233", "445566"))
    before = positions.dump(state)
    with pytest.raises(GameError, match="E4"):
        play.apply(state, TAKE)
    assert positions.dump(state) == before


def test_what_was_made_cannot_be_changed() -> None:
    state = play.new()
    for thing, name in ((state, "chain"), (state.round, "scores"), (Play(3), "card")):
        with pytest.raises(AttributeError):
            setattr(thing, name, ())
