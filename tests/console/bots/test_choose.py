"""A choice depends on what is seen, the level and the salt, on nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from console.bots.base import Agent
from console.bots.choose import chance_for, choose
from console.bots.questions import Answer, Failure, FailureKind, Question, decide
from console.bots.registry import AGENTS
from tests.console.bots.toys import IGNIS, Hopeless, Stumbling, legal
from tests.console.games.refusals import refusal

OPENING = IGNIS.dump(IGNIS.new(2, 0, {}))

pytestmark = pytest.mark.usefixtures("toy")


def never() -> bool:
    return False


def question(level: int, **fields: Any) -> Question:
    """Question 7 about the first move."""
    return Question(
        id=7,
        game="ignis",
        observation=OPENING,
        level=level,
        millis=100,
        actions=legal(OPENING),
        **fields,
    )


def test_the_same_question_gets_the_same_answer_and_salts_differ() -> None:
    choices = [choose("ignis", OPENING, 1, never, salt) for salt in range(20)]
    again = [choose("ignis", dict(reversed(OPENING.items())), 1, never, salt) for salt in range(20)]
    assert choices == again
    assert all(action in legal(OPENING) for action in choices)
    assert len({str(action) for action in choices}) > 5


def test_lots_depend_on_what_is_seen() -> None:
    lots = [chance_for(OPENING | {"to_move": seat}, 0).below(2**32) for seat in (0, 1, 0)]
    assert lots[0] == lots[2] != lots[1]


def test_a_single_legal_action_needs_no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "ignis", Hopeless())
    only = legal(OPENING)[:1]
    assert choose("ignis", OPENING, 4, never, actions=only) == only[0]
    with pytest.raises(ZeroDivisionError):
        choose("ignis", OPENING, 4, never, actions=legal(OPENING))


@pytest.mark.parametrize(
    ("game", "level", "code"),
    [
        ("chaos", 1, "illegal_action"),
        ("chess", 1, "illegal_action"),
        ("ignis", 0, "bad_request"),
        ("ignis", 5, "bad_request"),
        ("ignis", True, "bad_request"),
        ("ignis", "expert", "bad_request"),
    ],
)
def test_no_such_opponent(game: str, level: Any, code: str) -> None:
    assert refusal(choose, game, OPENING, level, never).code == code


def test_deciding_answers_at_the_level_asked_for() -> None:
    action = choose("ignis", OPENING, 4, never, salt=3)
    assert decide(question(4, salt=3), never) == Answer(7, action, 4)


@pytest.mark.parametrize(
    ("agent", "asked", "found"),
    [(Stumbling(), 4, 2), (Stumbling(), 3, 2), (Hopeless(), 4, 0), (Hopeless(), 1, 0)],
)
def test_who_fails_is_replaced_by_the_level_below(
    monkeypatch: pytest.MonkeyPatch, agent: Agent, asked: int, found: int
) -> None:
    monkeypatch.setitem(AGENTS, "ignis", agent)
    answer = decide(question(asked), never)
    assert (answer.level, answer.note) == (found, Failure(FailureKind.DIED, asked))
    assert answer.action in legal(OPENING)
    assert found or answer.action == legal(OPENING)[0]
