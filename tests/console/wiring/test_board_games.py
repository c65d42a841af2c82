"""Whole board games on the simulated table: people press real buttons, opponents only think."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from console.bots.questions import FailureKind
from console.bots.worker import InProcess
from console.cli import main
from console.games.registry import GAMES
from console.store.reader import Store
from console.store.schema import store_path
from console.table.board.view import BoardView
from console.table.outputs import AgentFailure, AgentQuestion
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import EndView, Who
from console.wiring.matches.replay import steps
from console.wiring.players.opponents import AskedOpponents
from tests.console.table.toy import ToyMovePicker

QUIET = ("elements", "ignis", "iota")


def play(folder: Path, game: str, people: str, *more: str) -> list[dict[str, Any]]:
    command = ["play", "--headless", "--json", "--game", game, "--people", people, "--seed", "3"]
    result = CliRunner().invoke(main, [*command, "--data", str(folder), *more])
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("game", QUIET)
def test_a_match_by_buttons_alone_is_kept_and_shown_again(tmp_path: Path, game: str) -> None:
    """Two simulated people, who look at their hands by holding ● and pick with ◀ ▶ ● ✕."""
    lines = play(tmp_path, game, "child,child")
    assert lines[0]["event"] == "match"
    assert lines[0]["game"] == game
    assert lines[-1]["event"] == "result"
    stored = Store(store_path(tmp_path)).match(1)
    assert stored.result is not None
    assert stored.result["winners"] == lines[-1]["winners"]
    rules = GAMES[game]
    state = rules.new(2, stored.header.seed, stored.header.options)
    for kept in stored.actions:
        state, _ = rules.apply(state, rules.parse_action(kept.action))
    assert list(state.winners) == stored.result["winners"]
    views = [step.view for step in steps(stored, Settings())]
    assert len(views) == len(stored.actions) + 2
    assert all(isinstance(view, BoardView) for view in views[:-1])
    assert isinstance(views[-1], EndView)


@pytest.mark.parametrize("game", QUIET)
def test_opponents_play_against_people_with_bodies(tmp_path: Path, game: str) -> None:
    lines = play(tmp_path, game, "child,level_1")
    assert lines[0]["people"].count("level_1") == 1
    assert lines[-1]["event"] == "result"


def test_four_sit_down_to_iota(tmp_path: Path) -> None:
    lines = play(tmp_path, "iota", "level_1,child,level_2,child", "--option", "short=true")
    assert lines[0]["players"] == 4
    assert lines[0]["options"]["short"] is True
    assert len(lines[-1]["points"]) == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--game", "poker"), "poker"),
        (("--game", "ignis", "--players", "3"), "cannot play"),
        (("--game", "ignis", "--option", "edge"), "name=value"),
        (("--game", "ignis", "--option", "edge=round"), "edge"),
        (("--game", "elements", "--option", "target=99"), "target"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_status_2(arguments: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(main, ["play", "--headless", *arguments])
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_game_that_nobody_can_think_about_gets_a_legal_move() -> None:
    """A further game has no opponents until somebody writes them: the table goes on."""
    game = ToyMovePicker.game
    state = game.new(2, 1, {})
    answered = []

    class Listening(Table):
        def answer(self, answer: Any, now_ns: int) -> None:
            answered.append(answer)

    table = Listening((Who.EMPTY,) * 2, Settings(), lambda: 1)
    opponents = AskedOpponents(table, InProcess())
    legal = tuple(a.to_json() for a in game.legal_actions(state))
    opponents(AgentQuestion(5, "toy", game.observe(state, 0), 2, legal, 1))
    assert opponents.next_act_ns() == 0
    opponents.act(7)
    assert [(a.n, a.action, a.failed) for a in answered] == [(5, legal[0], "died")]
    assert opponents.next_act_ns() is None


def test_the_table_knows_every_way_in_which_an_opponent_fails() -> None:
    """Walls part the two: opponents know no table."""
    assert [kind.value for kind in FailureKind] == [failure.value for failure in AgentFailure]
