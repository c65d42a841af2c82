"""Options of events as they are typed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from console.cli import main
from console.cli.event import event
from console.desk.formats import options_of, sizes_of, stage_of
from console.desk.store.database import DeskDatabase
from console.desk.store.desk_store import DeskStore
from console.events.log import EventLog, decoded
from console.events.options import (
    Elimination,
    EventOptions,
    GroupSwiss,
    Sizes,
    Strikes,
    StrikesKind,
    Swiss,
)
from console.games.registry import GAMES
from console.i18n import Words
from drivers.errors import ConfigError
from tests.few import few


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
        ("swiss", "swiss needs rounds, write rounds=5"),
        ("swiss rounds=x", "'rounds=x' is not possible, give a whole number"),
        ("elimination third_place=7", "give one of true, false"),
        ("strikes kind=soft", "give one of fair, progressive"),
        ("swiss rounds", "'rounds' is not understood"),
        ("swiss rounds=1 rounds=2", "each option once"),
        ("swiss rounds=1 laps=2", "swiss has no option 'laps', it has best_of, through, rounds"),
    ],
)
def test_what_is_not_understood_is_named(typed: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        stage_of(typed)


@pytest.mark.parametrize("typed", ["swiss", "swiss rounds=x", "swiss laps=1", "strikes kind=soft"])
def test_in_russian_nothing_of_that_is_english(typed: str) -> None:
    words = Words("ru")
    with pytest.raises(ConfigError) as told:
        stage_of(typed)
    rest = words.translated(told.value).removeprefix(f"--stage «{typed}»: ")
    known = {*typed.replace("=", " ").split(), *dir(Swiss), *dir(Strikes), "fair", "progressive"}
    assert not {word for word in re.findall("[A-Za-z_]+", rest) if word not in known}


@pytest.mark.parametrize(("lang", "said"), few(1, [("ru", "позвано 5"), ("en", "5 invited")]))
def test_a_rehearsal_is_told(lang: str, said: str) -> None:
    line = "event rehearse --players 5 --tables 2 --game ignis --lang"
    told = CliRunner().invoke(main, [*line.split(), lang])
    assert told.exit_code == 0
    assert said in told.stdout


def test_a_rehearsal_of_an_unknown_game_is_refused() -> None:
    wrong = CliRunner().invoke(main, ["event", "rehearse", "--game", "poker", "--lang", "en"])
    assert wrong.exit_code == 2
    assert "'poker' is not known" in wrong.stderr


def test_whatever_a_new_event_is_told_can_be_rehearsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Game, stages, rules, prizes: the same options, with the same effect."""
    new, rehearse = (event.commands[name].params for name in ("new", "rehearse"))
    about = {p.name for p in new} - {"name", "seed", "no_check_in", "database", "data", "help"}
    assert {p.name for p in rehearse} >= about
    told = ["--game", "elements", "--option", "rounds=3", "--prizes", "3", "--stage"]
    rehearsed: list[EventOptions] = []

    class Seen(Exception): ...

    def evening(options: EventOptions, *_: object) -> None:
        rehearsed.append(options)
        raise Seen

    monkeypatch.setattr("console.trials.rehearsal.evening.Evening", evening)
    CliRunner().invoke(main, ["event", "rehearse", *told, "swiss rounds=2"])
    (options,) = rehearsed
    assert (options.rules, options.prizes) == ({"rounds": 3}, 3)
    assert options.stages == (stage_of("swiss rounds=2"),)


SPECIALS = {"grab": 2, "palm": 4, "all": 2, "left": 2}


def test_the_game_s_own_options_are_the_event_s() -> None:
    options = options_of("", "chaos", (), rules={"specials": SPECIALS, "last_card": "immediate"})
    assert options.rules == {"specials": SPECIALS}, "what is as ever need not be told"
    again = decoded(EventLog(options, 1).encoded())
    assert again.options == options


@pytest.mark.parametrize(
    ("game", "rules", "says"),
    [
        ("chaos", {"short": True}, "there is no option 'short'"),
        ("iota", {"short": 1}, "give true or false"),
        ("chaos", {"specials": {"grab": 9}}, "give a count of each"),
        ("chaos", {"specials": {**SPECIALS, "grab": 8}}, "10 in all"),
        ("elements", {"rounds": 0}, "a whole number from 1 to 99, or null"),
    ],
)
def test_options_that_cannot_be_are_told_in_a_sentence(
    game: str, rules: dict[str, Any], says: str
) -> None:
    with pytest.raises(ConfigError, match=says):
        options_of("", game, (), rules=rules)


@pytest.mark.parametrize("typed", ["", "  ", "\n\t"])
def test_an_event_has_a_name(tmp_path: Path, typed: str) -> None:
    line = ["event", "new", typed, "--data", str(tmp_path), "--lang", "en"]
    refused = CliRunner().invoke(main, line)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "give the event a name" in refused.stderr


def test_options_are_typed_with_a_new_event(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path), "--lang", "en", "--json"]
    line = ["event", "new", "Friday", "--option", "specials=2,4,2,2", "--prizes", "3", *data]
    assert CliRunner().invoke(main, line).exit_code == 0
    database = DeskDatabase(f"sqlite:///{tmp_path / 'events.sqlite3'}")
    store = DeskStore(database)
    options = store.whole(store.named(None))[0].options
    assert (options.rules, options.prizes) == ({"specials": SPECIALS}, 3)
    database.close()
    for typed in ("specials=8,4,2,2", "specials", "short=true", "last_card=never"):
        wrong = CliRunner().invoke(main, ["event", "new", "X", "--option", typed, *data])
        assert (wrong.exit_code, wrong.stdout) == (2, "")
        assert len(wrong.stderr.splitlines()) == 1
