"""What all commands share: whole sentences in their help, no traceback for bad input or output."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from console.bench import report
from console.bench.speed import SpeedFigures
from console.cli import main
from console.trials import soak as soaking
from tests.few import few

KHVATKA = (sys.executable, "-m", "console")


def groups(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    """Every group of commands, by its words on the command line."""
    yield path
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from groups(command, *path, name)


@pytest.mark.parametrize("path", list(groups(main)), ids=" ".join)
def test_no_command_is_described_in_half_a_sentence(path: tuple[str, ...]) -> None:
    text = CliRunner().invoke(main, [*path, "--help"]).stdout
    _, commands = text.split("Commands:")
    assert "..." not in commands


@pytest.mark.parametrize(
    "line",
    [
        "replay 99999999999999999999999",
        "sim record 99999999999999999999999 --out match.toml",
        "sim soak --hours nan",
        "sim soak --hours inf",
        "sim soak --hours 0.01 --seed 99999999999999999999999",
        "hw watch --seconds 1e300",
    ],
)
def test_a_number_beyond_reason_is_bad_input(line: str, tmp_path: Path) -> None:
    data = () if "soak" in line else ("--data", str(tmp_path))
    result = CliRunner().invoke(main, [*line.split(), *data])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bench --games 5", "are for `khvatka bench levels` alone"),
        ("replay 1 --speed 2", "--speed needs --window"),
        ("replay 1 --duel 1 --plot duel.svg --window", "exclude each other"),
        ("replay 1 --duel 1", "belong together"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(
    line: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "PARTS", {})
    result = CliRunner().invoke(main, line.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("place", ["", "file", "file/below"])
@pytest.mark.parametrize(
    "line",
    [
        "people add Барсук --data",
        "service export",
        "play --headless --pictures",
        "sim fairness --out",
    ],
)
def test_what_can_be_no_folder_is_told_so(line: str, place: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = str(tmp_path / place) if place else ""
    result = CliRunner().invoke(main, [*line.split(), folder])
    assert result.exit_code == 2
    assert (" is no folder" if place else "it is empty: name a folder") in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    "line", ["people add Барсук --data data", "sim fairness --out report", "service export out"]
)
def test_a_shell_whose_folder_is_gone_is_told_so(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    result = CliRunner().invoke(main, line.split())
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("before", [("--data", "{}"), ("--data={}",), ("--json", "--data", "{}")])
def test_options_may_stand_before_the_name_of_a_command_as_before_none(
    before: tuple[str, ...], tmp_path: Path
) -> None:
    options = [word.format(tmp_path) for word in before]
    assert CliRunner().invoke(main, ["people", *options, "add", "list"]).exit_code == 0
    assert "list" in CliRunner().invoke(main, ["people", *options]).stdout
    rating = CliRunner().invoke(main, ["people", "--game", "iota", *options, "rating"])
    assert (rating.exit_code, rating.stderr) == (0, "")


@pytest.mark.parametrize("line", ["sound reel", "hw check --board", "play --headless --board"])
def test_a_file_without_a_name_is_asked_for(line: str) -> None:
    """A script's variable is not set: it did not mean the simulated table."""
    result = CliRunner().invoke(main, [*line.split(), "", "--lang", "en"])
    assert result.exit_code == 2
    assert "name a file" in result.stderr


@pytest.mark.slow
def test_a_closed_input_is_nobody_who_types(tmp_path: Path) -> None:
    line = (*KHVATKA, "service", "pin", "--set", "--data", str(tmp_path))
    shut = ("sh", "-c", '"$@" <&-', "sh", *line)
    done = subprocess.run(
        shut, capture_output=True, text=True, check=False, start_new_session=True
    )  # without a terminal
    assert done.returncode == 2
    assert "khvatka: no PIN was typed" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_pin_is_piped_with_any_line_ends(tmp_path: Path) -> None:
    """On Linux the standard input keeps them as they are."""
    line = (*KHVATKA, "service", "pin", "--set", "--lang", "en", "--data", str(tmp_path))
    done = subprocess.run(line, input=b"2580\r\n2580\r\n", capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"A PIN is set." in done.stdout


def test_the_version_is_told_installed_or_not() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert result.exit_code == 0
    assert result.stdout.startswith("khvatka, version ")


@pytest.mark.parametrize(
    ("option", "wanted"),
    [
        ("elements target=99", "a whole number from 1 to 12"),
        ("elements rounds=x", "a whole number from 1 to 99, or null"),
        ("elements misreveal=x", "one of "),
        ("iota short=x", "true or false"),
        ("chaos specials=x", "a count of each: grab "),
    ],
)
def test_an_option_out_of_range_is_told_its_range(option: str, wanted: str) -> None:
    game, value = option.split()
    result = CliRunner().invoke(main, ["play", "--headless", "--game", game, "--option", value])
    assert result.exit_code == 2
    assert f"give {wanted}" in result.stderr


@pytest.mark.parametrize("line", ["matches", "records", "people list", "people rating"])
def test_the_tables_own_language_is_spoken(line: str, tmp_path: Path) -> None:
    def said(*more: str) -> str:
        return CliRunner().invoke(main, [*line.split(), "--data", str(tmp_path), *more]).stdout

    english = said()
    setting = ("service", "settings", "set", "table.language", "ru", "--data", str(tmp_path))
    assert CliRunner().invoke(main, setting).exit_code == 0
    assert said() == said("--lang", "ru") != english == said("--lang", "en")


@pytest.mark.parametrize("line", ["bench decode", "sim soak --hours 0.01"])
def test_without_a_data_folder_it_is_the_users_table_that_tells_the_language(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    figures = SpeedFigures(4, 7, 300.0, 501.5, 1.5, 2.5)
    monkeypatch.setitem(report.PARTS, "decode", {"decode": lambda: [figures]})
    monkeypatch.setattr(soaking, "soak", lambda *_: soaking.Soak())

    def said(*more: str) -> str:
        return CliRunner().invoke(main, [*line.split(), *more]).stdout

    english = said()
    setting = ("service", "settings", "set", "table.language", "ru")
    assert CliRunner().invoke(main, setting).exit_code == 0
    assert said() == said("--lang", "ru") != english == said("--lang", "en")


@pytest.mark.parametrize("line", ["matches", "guide", "service settings", "records"])
def test_the_systems_language_is_spoken_where_the_table_has_none(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KHVATKA_DATA", str(tmp_path))

    def said(*more: str) -> str:
        return CliRunner().invoke(main, [*line.split(), *more]).stdout

    russian = said("--lang", "ru")
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert said() == said("--lang", "en") != russian
    setting = ("service", "settings", "set", "table.language", "ru")
    assert CliRunner().invoke(main, setting).exit_code == 0
    if line != "service settings":  # which lists that setting itself
        assert said() == russian
    setting = ("service", "settings", "set", "table.language", "system")
    assert CliRunner().invoke(main, setting).exit_code == 0
    assert said() == said("--lang", "en")


@pytest.mark.parametrize(
    ("setting", "file", "option", "spoken"),
    few(
        1,
        [
            ("en", "en", ("--lang", "ru"), "ru"),
            (None, None, (), "en"),
            ("ru", None, (), "ru"),
            ("ru", "en", (), "en"),
            ("ru", "system", (), "en"),
        ],
    ),
)
def test_the_command_line_goes_before_the_file_that_before_the_owner_he_before_the_system(
    setting: str | None,
    file: str | None,
    option: tuple[str, ...],
    spoken: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANGUAGE", "en_GB:en")
    where = ["--data", str(tmp_path / "data")]
    if setting is not None:
        given = ["service", "settings", "set", "table.language", setting, *where]
        assert CliRunner().invoke(main, given).exit_code == 0
    if file is not None:
        (tmp_path / "table.toml").write_text(f'[table]\nlanguage = "{file}"\n')
        option = (*option, "--config", str(tmp_path / "table.toml"))
    line = ["play", "--headless", "--players", "2", "--seed", "1", *where, *option]
    result = CliRunner().invoke(main, line)
    assert result.stdout.startswith({"ru": "Победа", "en": "Won"}[spoken])


def test_an_installed_table_names_its_board_and_data_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KHVATKA_BOARD", str(tmp_path / "board.toml"))
    monkeypatch.setenv("KHVATKA_DATA", str(tmp_path / "table"))
    check = CliRunner().invoke(main, ["hw", "check", "--lang", "en"])
    assert check.exit_code == 2
    assert str(tmp_path / "board.toml") in check.stderr
    assert CliRunner().invoke(main, ["people", "add", "Барсук"]).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["table"]
    elsewhere = ["people", "--json", "--data", str(tmp_path / "other")]
    assert CliRunner().invoke(main, elsewhere).stdout == ""


@pytest.mark.parametrize(
    "line", ["matches", "records", "people list", "service settings", "replay 1", "sim run FILE"]
)
def test_what_another_user_keeps_to_himself_is_told_in_one_sentence(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an owner who forgets to ask as the table's user: root, who tests, may read everything."""

    def denied(path: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", denied)
    words = line.replace("FILE", str(tmp_path / "scenario.toml")).split()
    data = () if words[0] == "sim" else ("--data", str(tmp_path))
    result = CliRunner().invoke(main, [*words, *data])
    assert result.exit_code == 2
    assert result.stderr.startswith("khvatka: ")
    assert str(tmp_path) in result.stderr


def test_a_closed_output_is_no_failure(tmp_path: Path) -> None:
    shut = ("sh", "-c", '"$@" >&-', "sh", *KHVATKA, "matches", "--data", str(tmp_path))
    done = subprocess.run(shut, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", few(1, ["matches", "--help", "--version", "play --help"]))
def test_output_onto_a_full_disk_is_one_sentence(
    arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KHVATKA_DATA", str(tmp_path))
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")  # as a long help: written before the end
    with Path("/dev/full").open("w") as full:
        line = (*KHVATKA, *arguments.split())
        done = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "khvatka: no room is left on the disk that this writes to: make room there\n"
    )


@pytest.mark.slow
def test_a_terminal_without_cyrillic_shows_what_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    line = (*KHVATKA, "matches", "--lang", "ru", "--data", str(tmp_path))
    done = subprocess.run(line, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" in done.stdout


@pytest.mark.parametrize(
    ("command", "encoding"), few(1, [("--help", "ascii"), ("matches", "latin-1")])
)
def test_a_terminal_without_cyrillic_is_told_in_english_where_nobody_asked_for_russian(
    command: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a system that names no language nor a table that is set to Russian means "????"."""
    setting = ("service", "settings", "set", "table.language", "ru", "--data", str(tmp_path))
    assert CliRunner().invoke(main, setting).exit_code == 0
    for name, value in (("LANGUAGE", ""), ("LANG", "C"), ("KHVATKA_DATA", str(tmp_path))):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    done = subprocess.run((*KHVATKA, command), capture_output=True, check=True)
    told = done.stdout.decode(errors="replace")  # of ASCII click makes UTF-8
    assert "match" in told
    assert "??" not in told
    assert not any("а" <= sign <= "я" for sign in told)
