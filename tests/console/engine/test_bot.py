"""The command ``bot``: an action for the player to move, from what that player sees alone."""

from __future__ import annotations

from typing import Any

import pytest

from console.bots.base import Agent, Deadline
from console.bots.registry import AGENTS
from console.engine.session import EngineSession
from console.games.forms import Json
from console.games.rng import Rng
from tests.console.bots.toys import Hopeless, Toy, legal
from tests.console.engine.talk import NEW, code, last, talk

IGNIS = {"cmd": "new", "game": "ignis"}


def bot(level: object = 1, millis: object = 100) -> dict[str, Any]:
    """A request for an action."""
    return {"cmd": "bot", "level": level, "millis": millis}


class Witness(Agent):
    """Remembers what it was given and for how many questions it was not yet late."""

    def __init__(self) -> None:
        self.seen: list[Json] = []
        self.patience = 0

    def choose(self, observation: Json, level: int, rng: Rng, late: Deadline) -> Json:
        self.seen.append(observation)
        while not late():
            self.patience += 1
        return legal(observation)[-1]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "ignis", Toy())


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("millis", [0, 1, 10**30])
def test_a_legal_action_and_nothing_changes(level: int, millis: int) -> None:
    new, listed, answer, state = talk(IGNIS, {"cmd": "legal"}, bot(level, millis), {"cmd": "state"})
    assert answer.keys() == {"ok", "action"}
    assert answer["action"] in listed["actions"]
    assert state == new


def test_it_is_given_what_the_player_to_move_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    witness = Witness()
    monkeypatch.setitem(AGENTS, "ignis", witness)
    push = last(IGNIS, {"cmd": "legal"})["actions"][0]
    answers = talk(
        IGNIS, {"cmd": "apply", "action": push}, {"cmd": "observe", "player": 1}, bot(4, 0)
    )
    assert witness.seen == [answers[2]["observation"]]
    assert witness.seen[0]["to_move"] == 1


def test_the_time_limit_is_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    witness = Witness()
    monkeypatch.setitem(AGENTS, "ignis", witness)
    clock = iter(range(0, 10**9, 1_000_000))
    session = EngineSession(lambda: next(clock))
    session.answer(IGNIS)
    session.answer(bot(4, 25))
    assert witness.patience == 24


def test_an_opponent_that_fails_still_gives_a_legal_action(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(AGENTS, "ignis", Hopeless())
    listed, answer = talk(IGNIS, {"cmd": "legal"}, bot(2))[1:]
    assert answer["action"] in listed["actions"]
    assert "ZeroDivisionError" in caplog.text


def test_levels_are_1_to_4() -> None:
    for level in (0, 5, -1, 10**30, "expert", 1.0, None, True):
        assert code(IGNIS, bot(level)) == "bad_request"


@pytest.mark.parametrize("millis", [-1, 0.5, "100", None, True])
def test_ill_typed_limits_are_bad_requests(millis: object) -> None:
    assert code(IGNIS, bot(1, millis)) == "bad_request"


def test_chaos_has_no_opponents() -> None:
    """Whatever the level, and after the end too: simulated people live on the table."""
    for level in (1, 9, "adult"):
        assert code(NEW, bot(level)) == "illegal_action"


def test_after_the_end_it_is_game_over() -> None:
    """G9: Fire gone, so nobody is to move."""
    state = last(IGNIS)["state"]
    board = ["......", "......", "..W...", "......", "......", "......"]
    state |= {"board": board, "supply": {"A": 12, "E": 24}}
    state |= {"to_move": None, "over": True, "winners": [1]}
    assert code({"cmd": "load", "game": "ignis", "state": state}, bot()) == "game_over"
