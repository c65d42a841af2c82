"""The door that games come by: every entry is whole, and one that is not is told in a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from console.bots.base import Agent
from console.bots.registry import AGENTS
from console.games.base import Game
from console.games.entry import ATTRACT, PAGES, Entry
from console.games.registry import ENTRIES, GAMES, quiet_games
from console.i18n import Words
from console.people.figures import MEASURES, Measure
from console.screens.board.registry import PICTURES, SCREENS
from console.screens.menu_texts import menu_label, option_of
from console.table.games import TABLE_GAMES
from console.table.settings import Settings
from console.table.view import MenuRow
from drivers.events import Button

every_entry: Final = pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)


def lines(game: Game[Any, Any]) -> dict[str, tuple[Any, ...]]:
    """The menu's lines of a game's options, and the values that need a word."""
    found: dict[str, tuple[Any, ...]] = {}
    for name, option in game.options.items():
        if option.type == "counts":
            found |= {f"{name}.{part}": () for part in option.range}
        elif option.type == "choice":
            found[name] = tuple(option.range)
        else:
            found[name] = (None,) if option.allows(None) else ()
    return found


@every_entry
def test_every_option_and_every_choice_has_its_words_and_nothing_else_has(entry: Entry) -> None:
    wanted = lines(GAMES[entry.id])
    assert entry.options.keys() == wanted.keys()
    for name, values in wanted.items():
        words = entry.options[name]
        assert set(words.values) == set(values), name
        assert words.help or set(words.means) >= set(values or (True, False)), name


@every_entry
def test_every_part_that_an_entry_names_is_there(entry: Entry) -> None:
    game = entry.id
    assert GAMES[game].id == game
    assert TABLE_GAMES[game].id == game
    assert TABLE_GAMES[game].quiet is entry.quiet
    assert (game in SCREENS, game in AGENTS) == (entry.quiet, entry.quiet)
    assert callable(PICTURES[game].face)
    assert isinstance(MEASURES[game], Measure)
    assert all((entry.folder / name).is_file() for name in (PAGES, ATTRACT))
    assert all(hasattr(Settings(), name) for name in entry.settings)
    assert {button.upper() for button in entry.buttons} <= set(Button.__members__)


def test_board_games_have_screens_and_opponents() -> None:
    for game in quiet_games():
        assert isinstance(AGENTS[game], Agent)
        assert callable(SCREENS[game].draw)


def test_a_line_without_words_is_an_error() -> None:
    for key in ("ignis.colour", "poker.stakes", "colour"):
        with pytest.raises(LookupError):
            menu_label(Words("ru"), MenuRow(key))
    with pytest.raises(LookupError):
        option_of("chaos.specials")


ENTRY: Final = """
from pathlib import Path
from console.games.entry import Entry
POKER = Entry(id="poker", name="Poker", folder=Path(), rules="poker_rules:Poker", again="Again.")
"""


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("poker:POKER", "No module named 'poker'"),
        ("console.entries.iota:IOTA", "is no entry of that name"),
        ("console.entries.iota:POKER", "has no attribute 'POKER'"),
        ("poker_entry:POKER", "No module named 'poker_rules'"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_one_sentence(tmp_path: Path, entry: str, why: str) -> None:
    info = tmp_path / "poker-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: poker\nVersion: 1\n")
    (tmp_path / "poker_entry.py").write_text(ENTRY)
    (info / "entry_points.txt").write_text(f"[khvatka.games]\npoker = {entry}\n")
    done = subprocess.run(
        (sys.executable, "-m", "khvatka", "play", "--headless", "--game", "poker", "--lang", "en"),
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    (said,) = done.stderr.splitlines()
    assert "poker" in said.split("cannot be loaded")[0]
    assert why in said
    assert "uninstall it" in said
