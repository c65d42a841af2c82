"""Options and the configuration file: what is right is taken, what is wrong is named."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from console.config import Config, load_config
from console.i18n import Words
from console.settings.hours import DaySpan
from console.table.view import Who
from console.wiring.setup import PlayOptions, make_setup, settings_in
from drivers.errors import ConfigError


def test_without_a_file_the_defaults_hold() -> None:
    assert load_config(None) == Config()
    assert settings_in(load_config(None)).pace_ms == 600


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[match]\npace_ms = 'x'", "match.pace_ms"),
        ("[match]\npaces = 1", r"no key match\.paces .is it pace_ms\?.*`khvatka guide config`"),
        ("[tabel]\nseats = 4", r"no key tabel .is it table\?"),
        ("[table]\nmotion = 'off'", "table.motion is 'off': give true or false"),
        ("table = 3", r"table is 3: begin a \[table\]"),
        ("[table]\nseats = '4'", r"Expected `int`.*table\.seats"),
        ("[table]\nattract_s = 3601", r"table\.attract_s is 3601: .* 0 to 3600"),
        ("[table]\nseats = 9", r"Expected `int` <= 8.*table\.seats"),
        ("[table]\nsize = [10, 10]", r"Expected `int` >= 480.*table\.size"),
        ("[table]\nsize = [800, 9000]", r"Expected `int` <= 8192.*table\.size"),
        ("[table]\nsize = [1, 2, 3]", r"has 3 values, where 2 are wanted.*table\.size"),
        ("[table]\nleft_seats = [-1]", r"Expected `int` >= 0.*table\.left_seats"),
        ("[table]\nopening_hours = '8:00-08:00'", "must differ.*leave the line out to have none"),
        ("[[", "line"),
        ("[options.chaos.specials]\ngrab = 9", "specials"),
        ("[options.ignis]\nedge = 1", "edge"),
        ("[match]\ngame = 'poker'", "poker"),
        ("[match]\npace_ms = 1", "pace_ms"),
    ],
)
def test_a_broken_file_is_one_sentence_with_the_key(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said) as caught:
        settings_in(load_config(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["seats = 9", "size = [10, 10]", "size = [1, 2, 3]", "left_seats = [8]"]
)
def test_a_broken_file_is_told_in_russian_too(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f"[table]\n{text}\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    said = Words("ru").translated(caught.value).replace(str(path), "").split("`")
    assert not re.search("[a-z]", "".join(said[::2]))  # keys and kinds are in quotes


@pytest.mark.parametrize("span", ["8:00-23:00", " 22:00 - 08:00 "])
def test_opening_hours_may_be_written_as_people_do(tmp_path: Path, span: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f"[table]\nopening_hours = '{span}'\n", encoding="utf-8")
    assert load_config(path).table.open_span() == DaySpan.parse(span)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml"):
        load_config(tmp_path / "none.toml")


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("[match]\npace_ms = 800\nauto = true\n", encoding="utf-8")
    options = PlayOptions(config=path, settings={"match.pace_ms": 400}, players=5, seed=1)
    setup = make_setup(options, all_simulated=True)
    assert setup.settings.pace_ms == 400
    assert setup.settings.auto
    assert setup.who == (Who.ADULT,) * 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (PlayOptions(keys=Path("keys.toml")), "--keys needs a window"),
        (PlayOptions(fullscreen=True), "--fullscreen needs a window"),
        (PlayOptions(attract=True), "--attract needs a window"),
        (
            PlayOptions(settings={"match.game": "ignis", "match.open_hands": True}),
            "--open-hands changes nothing in ignis",
        ),
        (PlayOptions(settings={"match.open_hands": True}), "--open-hands changes nothing in chaos"),
        (
            PlayOptions(settings={"match.game": "iota", "match.pace_ms": 400}),
            "--pace changes nothing in iota",
        ),
    ],
)
def test_headless_an_option_that_would_change_nothing_is_refused(
    options: PlayOptions, said: str
) -> None:
    """At a window another game may be chosen in the lobby."""
    with pytest.raises(ConfigError, match=said):
        make_setup(replace(options, headless=True), all_simulated=True)
    make_setup(options, all_simulated=True)


def test_two_players_get_a_table_of_four_seats() -> None:
    setup = make_setup(PlayOptions(players=2, people="expert,child"), all_simulated=True)
    assert setup.who == (Who.EXPERT, Who.EMPTY, Who.CHILD, Who.EMPTY)


def test_too_few_seats_for_two_are_told_with_the_reason() -> None:
    with pytest.raises(ConfigError, match="two play with both hands, at two seats each, so give 4"):
        make_setup(PlayOptions(players=2, seats=2), all_simulated=True)
    with pytest.raises(ConfigError, match="is too few for --players 4: give 4–8"):
        make_setup(PlayOptions(players=4, seats=2), all_simulated=True)


@pytest.mark.parametrize("players", [2, None])
@pytest.mark.parametrize("game", ["iota", "ignis", "elements"])
def test_two_play_a_board_game_at_two_seats(game: str, players: int | None) -> None:
    options = PlayOptions(players=players, seats=2, settings={"match.game": game})
    assert make_setup(options, all_simulated=True).who == (Who.ADULT, Who.ADULT)


def test_people_repeat_until_all_seats_are_taken() -> None:
    setup = make_setup(PlayOptions(players=4, people="adult,child"), all_simulated=True)
    assert setup.who == (Who.ADULT, Who.CHILD, Who.ADULT, Who.CHILD)


def test_at_a_window_the_first_seat_waits_for_a_person() -> None:
    setup = make_setup(PlayOptions(), all_simulated=False)
    assert setup.who[0] is Who.EMPTY
    assert set(setup.who[1:]) == {Who.ADULT}


def test_a_quiet_game_at_a_window_seats_one_opponent_only() -> None:
    setup = make_setup(PlayOptions(settings={"match.game": "ignis"}), all_simulated=False)
    assert setup.who == (Who.EMPTY, Who.EMPTY, Who.LEVEL_2, Who.EMPTY)


@pytest.mark.parametrize(
    "options",
    [
        PlayOptions(players=1),
        PlayOptions(players=9),
        PlayOptions(players=6, seats=5),
        PlayOptions(players=2, seats=3),
        PlayOptions(people="robot"),
        PlayOptions(people="person,adult,adult"),
        PlayOptions(players=3, people="adult,adult,adult,adult"),
        PlayOptions(players=5, board="pc-mk1"),
        PlayOptions(seed=-1),
        PlayOptions(seed=2**63),
        PlayOptions(size="big"),
        PlayOptions(size="20x20"),
        PlayOptions(option=("specials=1,2,3",)),
        PlayOptions(option=("specials=9,0,0,0",)),
        PlayOptions(settings={"match.pace_ms": 10}),
        PlayOptions(people="adult,empty,empty,empty"),
    ],
)
def test_impossible_options_are_one_sentence(options: PlayOptions) -> None:
    with pytest.raises(ConfigError) as caught:
        make_setup(options, all_simulated=True)
    assert "\n" not in str(caught.value)
