"""The tournament: who wins, how sure that is, and that it comes out the same again."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from console.bench import levels
from console.bench.levels import (
    ChoiceTimes,
    Contest,
    ContestEnd,
    Pairing,
    interval,
    play,
    tournament,
)
from console.bots.base import Deadline
from console.bots.registry import AGENTS
from console.cli import main
from console.games.forms import Json
from console.games.rng import Rng
from tests.console.bots.toys import IGNIS, Toy


class Ejector(Toy):
    """Level 4 takes from the other side whatever can be taken; the others play by lot."""

    def choose(self, observation: Json, level: int, rng: Rng, late: Deadline) -> Json:
        if level < 4:
            return super().choose(observation, level, rng, late)
        state = IGNIS.load(observation)
        other = "WF"[observation["to_move"]]

        def left(action: object) -> int:
            return "".join(IGNIS.dump(IGNIS.apply(state, action)[0])["board"]).count(other)

        return IGNIS.dump_action(min(IGNIS.legal_actions(state), key=left))


class Endless(Toy):
    """Thinks until it is stopped."""

    def choose(self, observation: Json, level: int, rng: Rng, late: Deadline) -> Json:
        while not late():
            pass
        return super().choose(observation, level, rng, late)


@pytest.fixture(autouse=True)
def ejector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "ignis", Ejector())


def outcome(played: ContestEnd) -> tuple[int, dict[int, int]]:
    """What does not depend on how fast this machine is."""
    return played.half_points, {k: len(v.times_us) for k, v in played.thinking.items()}


def test_the_better_level_wins_and_the_table_adds_up() -> None:
    table = list(tournament(["ignis"], 6, processes=1))
    pairings = [entry for entry in table if isinstance(entry, Pairing)]
    times = [entry for entry in table if isinstance(entry, ChoiceTimes)]
    assert [(p.level, p.against, p.games) for p in pairings] == [(n, n - 1, 6) for n in range(1, 5)]
    best = pairings[-1]
    assert best.percent == 100 * (best.won + best.drawn / 2) / 6 > 80
    assert 50 < best.low < best.percent
    assert [t.level for t in times] == [1, 2, 3, 4]
    assert all(t.choices > 20 and 0 <= t.median_ms <= t.worst_ms and t.cut == 0 for t in times)


def test_a_game_comes_out_the_same_again_and_its_twin_has_the_seats_changed() -> None:
    first, again, twin, next_ = (play(Contest("ignis", 4, 3, number)) for number in (2, 2, 3, 4))
    assert outcome(first) == outcome(again)
    assert first.thinking.keys() == twin.thinking.keys() == {3, 4}
    assert outcome(next_) != outcome(first) != outcome(twin)


def test_opponents_without_lots_do_not_play_one_game_over_and_over() -> None:
    """«Игнис» starts the same whatever the seed, so the first moves are by lot."""
    games = [outcome(play(Contest("ignis", 4, 4, number))) for number in range(0, 12, 2)]
    assert len({str(game) for game in games}) > 1


def test_points_are_the_levels_own_whatever_its_seat() -> None:
    """The one that ejects wins from both seats, and loses when it is the one below."""
    assert [play(Contest("ignis", 4, 1, number)).half_points for number in (0, 1)] == [2, 2]
    assert [play(Contest("ignis", 1, 4, number)).half_points for number in (0, 1)] == [0, 0]


def test_two_processes_play_what_one_plays() -> None:
    """Random play needs no opponents of ours in the other processes."""
    tasks = [Contest("ignis", 0, 0, number) for number in range(6)]
    here = [outcome(play(task)) for task in tasks]
    assert [outcome(played) for played in levels.in_processes(tasks, 2)] == here
    assert len({str(one) for one in here}) > 1


def test_thinking_is_cut_short_at_the_limit_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "ignis", Endless())
    monkeypatch.setattr(levels, "LIMIT_NS", 1000)
    thinking = play(Contest("ignis", 1, 0, 0)).thinking[1]
    assert thinking.cut == len(thinking.times_us) > 10


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(120, 200, 0.531, 0.665), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (1, 2, 0.095, 0.905)],
)
def test_the_interval(points: float, games: int, low: float, high: float) -> None:
    assert interval(points, games) == pytest.approx((low, high), abs=5e-4)


def test_the_command_prints_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PROCESSES", 1)
    command = ["bench", "levels", "--game", "ignis", "--games", "1", "--lang", "en"]
    text = CliRunner().invoke(main, command)
    assert text.exit_code == 0, text.output
    assert re.search("level 1 against random play +1 match: ", text.stdout)
    lines = CliRunner().invoke(main, [*command, "--json"]).stdout
    entries = [json.loads(line) for line in lines.splitlines()]
    assert [entry["level"] for entry in entries] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert {"percent", "low", "high"} <= entries[0].keys()
    assert {"median_ms", "worst_ms", "cut"} <= entries[4].keys()


def test_a_game_without_opponents_is_refused_with_a_sentence() -> None:
    refused = CliRunner().invoke(main, ["bench", "levels", "--game", "chaos"])
    assert refused.exit_code == 2
    assert "--game chaos: there are no opponents" in refused.output
