"""A fifth game comes from elsewhere: installed, it is everywhere, and nothing else was changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from console.bots.choose import choose
from console.games.registry import ENTRIES, GAMES
from console.i18n import Words
from console.people.figures import FinishedMatch, feats, standings
from console.screens.look import Look
from console.screens.renderer import Screen
from console.store.records import MatchHeader
from console.table.attract.scene import LASTS_NS
from console.table.attract.view import AttractPart
from console.table.record_values import RecordKind
from console.table.view import EndView, RulesView, View, Who
from drivers.events import Button
from drivers.times import SECOND
from tests.console.engine.talk import talk
from tests.console.games.battery import random_options
from tests.console.people.evening import head
from tests.console.table.attract.test_scene import Show
from tests.console.table.board_sitting import BoardSitting
from tests.console.wiring.matches import test_power_cut as power

FOLDER: Final = Path(__file__).parent
SIZE: Final = (1280, 800)
LEFT, RIGHT, OK, BACK = Button


def khvatka(site: Path, *arguments: str) -> str:
    """What the command prints where it is installed."""
    done = subprocess.run(
        (sys.executable, "-m", "khvatka", *arguments),
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def pictured(view: View, language: str, name: str) -> None:
    """Draw a view whole, all its words in their language; ``KHVATKA_PICTURES`` is a folder to keep
    the picture in."""
    surface = pygame.Surface(SIZE)
    screen = Screen(SIZE, 4, Look(Words(language)))
    screen.draw(surface, view, 0)
    screen.draw(surface, view, 10_000_000_000)
    assert not screen.art.cut
    if "KHVATKA_PICTURES" in os.environ:
        pygame.image.save(surface, Path(os.environ["KHVATKA_PICTURES"]) / f"{name}-{language}.png")


def test_it_takes_at_most_300_lines() -> None:
    files = [FOLDER / "pyproject.toml", *(FOLDER / "nim").rglob("*")]
    kinds = {".py", ".toml", ".po"}
    assert sum(len(f.read_text().splitlines()) for f in files if f.suffix in kinds) <= 300


def test_without_it_nobody_has_heard_of_it() -> None:
    assert list(GAMES) == ["chaos", "elements", "ignis", "iota"]
    named = [p for p in FOLDER.parents[1].glob("console/**/*.py") if "nim:" in p.read_text()]
    assert [p.name for p in named] == ["entry.py"]  # its example


@pytest.mark.parametrize("language", ["ru", "en"])
def test_it_is_in_the_lobby_and_played_by_buttons(nim: str, language: str) -> None:
    sitting = BoardSitting.of("chaos", begin=False, language=language)
    sitting.press(0, LEFT)
    assert [shelved.game for shelved in sitting.start.shelf] == [*GAMES]
    while sitting.table.settings.game != nim:
        sitting.press(0, RIGHT)
    pictured(sitting.table.view(), language, "lobby")
    sitting.table.begin(sitting.now_ns)
    sitting.run(1)
    pictured(sitting.view, language, "play")
    while sitting.match.mover is not None:
        sitting.press(sitting.mover, RIGHT, RIGHT)
        pictured(sitting.view, language, "turn")
        sitting.press(sitting.mover, OK)
    sitting.run(10_000)
    end = sitting.table.view()
    assert isinstance(end, EndView)
    pictured(end, language, "end")


def test_it_is_demonstrated_for_as_long_as_the_others(nim: str) -> None:
    """Its matches are over after a few moves: then another one begins."""
    times_ns = [(v.since_ns, v.game) for v in Show().run(120)]
    begun = list(dict.fromkeys(times_ns))
    lasted_ns = {game: end_ns - ns for (ns, game), (end_ns, _) in pairwise(begun) if game == nim}
    assert lasted_ns == {nim: pytest.approx(LASTS_NS[AttractPart.BOARD], abs=SECOND)}


def test_every_line_of_its_options_has_words(nim: str) -> None:
    sitting = BoardSitting.of(nim, begin=False)
    sitting.table.settings = replace(sitting.table.settings, game=nim)
    entry = ENTRIES[nim]
    for text in (entry.name, entry.again, *(o.label for o in entry.options.values())):
        assert Words("ru")._(text) != text == Words("en")._(text)
    for page, language in ((0, "ru"), (0, "en")):
        pictured(RulesView(nim, page, None), language, "rules")


def test_four_levels_each_better_than_chance(nim: str) -> None:
    rules, won = GAMES[nim], Counter[int]()
    for seed in range(12):
        state = rules.new(2, seed, {"heaps": 3})
        while state.to_move is not None:
            level = (4, 1)[state.to_move]
            seen = rules.observe(state, state.to_move)
            answer = choose(nim, seen, level, lambda: False, seed)
            state, _ = rules.apply(state, rules.parse_action(answer))
        won[state.winners[0]] += 1
    assert won[0] >= 10


def test_the_engine_speaks_it(nim: str) -> None:
    new = {"cmd": "new", "game": nim, "players": 2, "seed": 1}
    asked = [{"cmd": "bot", "level": level, "millis": 60_000} for level in (1, 2, 3, 4)]
    take = {"cmd": "apply", "action": {"type": "take", "heap": 3, "count": 4}}
    games, begun, *answers = talk({"cmd": "games"}, new, *asked, take, {"cmd": "undo"})
    assert nim in [game["id"] for game in games["games"]]
    assert begun["state"]["heaps"] == [1, 2, 3, 4]
    assert all(answer["ok"] for answer in answers)


def test_positions_go_out_and_come_back(nim: str) -> None:
    import random

    rules = GAMES[nim]
    for seed in range(20):
        lots = random.Random(seed)
        state = rules.new(2, seed, random_options(rules, 2, lots))
        while state.to_move is not None:
            assert rules.load(rules.dump(state)) == state
            state, _ = rules.apply(state, lots.choice(rules.legal_actions(state)))
        assert rules.load(rules.dump(state)) == state


def test_its_results_are_records(nim: str) -> None:
    header: MatchHeader = head(nim, 2)
    result: dict[str, Any] = {"winners": [1], "points": [4, 6]}
    played = FinishedMatch(header, (), result)
    assert [s.place for s in standings(played)] == [2, 1]
    assert {(f.kind, f.player, f.value) for f in feats(played)} == {
        (RecordKind.RESULT, 0, 4),
        (RecordKind.RESULT, 1, 6),
    }


@pytest.mark.slow
def test_the_command_line_plays_lists_and_explains_it(site: Path, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    for level in (1, 2, 3, 4):
        people = f"child,level_{level}"
        play = ("play", "--headless", "--json", "--game", "nim", "--people", people, "--seed", "3")
        *_, result = khvatka(site, *play, *data).splitlines()
        assert json.loads(result)["event"] == "result"
    assert khvatka(site, "matches", "--lang", "ru", *data).count("Ним") == 4
    assert "Options of nim" in khvatka(site, "play", "--help", "--lang", "en")


def test_a_match_that_the_power_cut_is_taken_up(
    nim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(power.TURNS, nim, 4)
    power.test_a_match_that_the_power_cut_is_taken_up_where_it_was_and_played_to_its_end(
        nim, tmp_path
    )


def test_somebody_sits_down_against_an_opponent(nim: str) -> None:
    sitting = BoardSitting.of(nim, (Who.PERSON, Who.EMPTY, Who.LEVEL_2, Who.EMPTY))
    while sitting.mover == 0:
        sitting.press(0, OK)
    sitting.run(1)
    question = sitting.questions()[-1]
    sitting.answer(choose(nim, question.observation, 2, lambda: False))
    sitting.run(2_000)
    assert sitting.match.mover is None or sitting.mover == 0
