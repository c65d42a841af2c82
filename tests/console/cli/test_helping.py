"""``--help`` is enough: defaults, the options of each game, the environment, the exit status."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import click
import pytest
from click.testing import CliRunner

from console.cli import main
from console.cli.helping import WIDEST
from console.config import Config
from console.games.registry import ENTRIES, GAMES
from console.option_texts import wanted as range_of
from console.table.view import Who
from console.trials.fairness.tables import FAMILY_NAMES, TABLE_NAMES

WITHOUT: Final = {"config", "duel", "export", "out", "picture", "plot", "option"}
"""Options without which something is simply not done."""


def commands(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield (*path, name)
            yield from commands(command, *path, name)
        else:
            yield (*path, name)


ALL: Final = [(), *commands(main)]


def help_of(*path: str) -> str:
    """The text without its line breaks."""
    done = CliRunner().invoke(main, [*path, "--help"])
    assert done.exit_code == 0
    return " ".join(done.stdout.split())


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_list_of_commands_cuts_none_of_its_lines(language: str) -> None:
    """At the usual width; ``click`` would end what is longer in three dots."""
    groups = {path[:-1] for path in ALL if path}
    for path in groups:
        done = CliRunner().invoke(main, ["--lang", language, *path, "--help"], terminal_width=80)
        lines = done.stdout.splitlines()[1:]  # after how it is used
        assert [line for line in lines if line.endswith("...")] == [], path


@pytest.mark.parametrize("language", ["ru", "en"])
def test_no_line_is_wider_than_the_usual_terminal(language: str) -> None:
    """A list whose lines are kept as they are written would be broken anywhere."""
    for path in ALL:
        line = ["--lang", language, *path, "--help"]
        done = CliRunner().invoke(main, line, env={"COLUMNS": str(WIDEST)})
        assert [each for each in done.stdout.splitlines() if len(each) > WIDEST] == []


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_no_rule_is_known_by_its_number_alone(path: tuple[str, ...]) -> None:
    assert re.search(r"\b[CEIG]\d+\b", help_of(*path)) is None


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_option_tells_what_holds_without_it(path: tuple[str, ...]) -> None:
    command: click.Command = main
    for name in path:
        assert isinstance(command, click.Group)
        command = command.commands[name]
    context = click.Context(command, info_name="khvatka", show_default=True)
    for option in command.get_params(context):
        if not isinstance(option, click.Option) or option.name in WITHOUT:
            continue
        record = option.get_help_record(context)
        assert record is not None
        flag = option.is_flag and not option.secondary_opts
        assert flag or re.search(r"default: |required", record[1]), record
        assert option.help, option.name


def test_play_tells_the_options_of_each_game_as_they_are() -> None:
    text = help_of("play")
    for game in GAMES.values():
        assert f"Options of {game.id}, for " in text
        for name, option in game.options.items():
            words = ENTRIES[game.id].options
            label = f"{words[name].label}: " if name in words else ""
            assert f"--option {name}=… {label}{range_of(option)}. " in text
            for key, each in words.items():
                told = [*each.means.values(), *([each.help] if each.help else [])]
                assert key.partition(".")[0] != name or all(one in text for one in told)
    assert "classic: You win only when stack and open pile are both gone. [default" in text
    assert "grab: So many cards at which everybody grabs" in text
    assert "false: Nobody may give up a round" in text
    assert "null: to the target [default: null]" in text
    assert "An option of the game, of those below" in text
    assert "[default: 3,3,2,2]" in text
    assert f"300 to 5000. [default: {Config().match.pace_ms}]" in text
    assert f"[default: {'x'.join(map(str, Config().table.size))}]" in text
    named = re.search(r"by seat, with commas: (.*?)\.", text)
    assert named is not None
    wanted = [who for who in Who if not who.startswith("level_")]
    assert set(wanted) <= set(named[1].replace(",", "").split())
    assert "level_1 to level_4" in named[1]


def test_a_game_is_one_of_those_there_are() -> None:
    for path in (("records",), ("people", "rating")):
        assert f"One of {', '.join(GAMES)}." in help_of(*path)


def test_hands_and_tables_on_trial_are_of_those_that_are_named() -> None:
    text = help_of("sim", "fairness").replace("- ", "-")  # a line may end in a name's hyphen
    for names in (FAMILY_NAMES, TABLE_NAMES):
        assert f"One of {', '.join(names)}." in text


@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_settings_are_told_by_name_is_named_as_its_argument(language: str) -> None:
    done = CliRunner().invoke(main, ["--lang", language, "service", "settings", "--help"])
    usage, _, text = done.stdout.partition("get ")
    assert f"[{text.split(',')[0]}]" in usage


def test_the_environment_and_the_exit_status_are_told() -> None:
    text = help_of()
    for name in ("KHVATKA_DATA", "KHVATKA_BOARD", "COLUMNS", "SDL_VIDEODRIVER"):
        assert f"{name} " in text.partition("Environment:")[2]
    assert re.search(r"Exit status: 0 .+ 1 .+ 2 .+ 130 Ctrl-C\. SIGTERM: 143; .+ 129\.$", text)
    assert "env var: KHVATKA_BOARD" in help_of("hw", "watch")
    assert "KHVATKA_DATA" in help_of("matches")
