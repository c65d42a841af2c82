"""Options of events as they are typed."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from console.cli import main
from console.desk.formats import options_of, sizes_of, stage_of
from console.events.options import Elimination, GroupSwiss, Sizes, Strikes, StrikesKind, Swiss
from console.games.registry import GAMES
from drivers.errors import ConfigError


def test_sizes_are_the_games_own() -> None:
    assert sizes_of("chaos") == Sizes(2, 8, 4, 6)
    assert sizes_of("iota") == Sizes(2, 4, 2, 4)
    assert sizes_of("elements") == sizes_of("ignis") == Sizes(2, 2, 2, 2)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_usual_event(game: str) -> None:
    usual = options_of("", game, ()).stages[0]
    assert isinstance(usual, Swiss if GAMES[game].players[1] == 2 else GroupSwiss)
    assert usual.rounds == 5


def test_stages_are_typed_in_words() -> None:
    assert stage_of("swiss rounds=4 through=8") == Swiss(rounds=4, through=8)
    assert stage_of("elimination third_place=true") == Elimination(third_place=True)
    assert stage_of("strikes kind=progressive") == Strikes(kind=StrikesKind.PROGRESSIVE)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("swis", "'swis' is no format"),
        ("", "'' is no format"),
        ("swiss", "rounds"),
        ("swiss rounds=x", "int"),
        ("swiss rounds", "'rounds' is not understood"),
        ("swiss rounds=1 rounds=2", "each option once"),
        ("swiss rounds=1 laps=2", "laps"),
    ],
)
def test_what_is_not_understood_is_named(typed: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        stage_of(typed)


def test_a_rehearsal_is_told() -> None:
    line = "event rehearse --players 12 --tables 3 --game ignis --lang"
    told = {lang: CliRunner().invoke(main, [*line.split(), lang]) for lang in ("ru", "en")}
    assert told["en"].exit_code == told["ru"].exit_code == 0
    assert "12 invited" in told["en"].stdout
    assert "позвано 12" in told["ru"].stdout
    wrong = CliRunner().invoke(main, ["event", "rehearse", "--game", "poker", "--lang", "en"])
    assert wrong.exit_code == 2
    assert "'poker' is not known" in wrong.stderr
