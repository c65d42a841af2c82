"""Standard output and standard error speak the same language, whoever chose it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from console.cli import main
from console.cli.numbers import Finite, WholeNumber, WholeRange

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def run(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"LANGUAGE": None, **environment})


WRONG = {
    "an option that there is not": ("matches", "--nothing"),
    "a command that there is not": ("nothing",),
    "a number out of range": ("sim", "soak", "--hours", "-1"),
    "no choice": ("bench", "nothing"),
    "a missing argument": ("people", "add"),
    "one too many": ("matches", "more"),
    "a value that is missing": ("matches", "--data"),
    "our own": ("play", "--game", "chess"),
    "a file": ("play", "--headless", "--config", "nothing.toml"),
    "a guide": ("guide", "nothing"),
    "a folder": ("service", "export", "/nowhere"),
    "an option of a game": ("play", "--headless", "--game", "iota", "--option", "short=2"),
}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("chosen", [{"LANG": "ru_RU.UTF-8"}, {"LC_ALL": "ru_RU"}, {}])
def test_russian(what: str, chosen: dict[str, str]) -> None:
    told = run(*WRONG[what], **chosen)
    assert told.exit_code == 2
    assert told.stdout == ""
    assert told.stderr.startswith("khvatka: ")
    assert told.stderr.count("\n") == 1
    assert CYRILLIC.search(told.stderr)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("what", WRONG)
def test_english(what: str) -> None:
    told = run(*WRONG[what], LANG="en_GB.UTF-8")
    assert told.exit_code == 2
    assert not CYRILLIC.search(told.stderr)


def test_what_is_asked_for_goes_before_the_system() -> None:
    russian, english = ("--lang", "ru"), ("--lang=en",)
    assert CYRILLIC.search(run("matches", *russian, "--nothing", LANG="en").stderr)
    assert not CYRILLIC.search(run("matches", "--nothing", *english, LANG="ru").stderr)


GROUPS = [name for name, command in main.commands.items() if isinstance(command, click.Group)]


@pytest.mark.parametrize("line", [[], *([name] for name in GROUPS)], ids=["", *GROUPS])
def test_it_may_be_asked_for_before_the_command_s_name(line: list[str]) -> None:
    asked = run("--lang", "ru", *line, "--help", LANG="en")
    assert asked.exit_code == 0
    assert "Показать эту справку" in asked.stdout
    assert run(*line, "--lang", "ru", "--help", LANG="en").stdout == asked.stdout


def _takes_it(command: click.Command) -> Iterator[tuple[str | None, bool]]:
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from _takes_it(below)
    else:
        yield command.name, any("--lang" in param.opts for param in command.params)


def test_it_may_be_asked_for_after_the_name_of_each_that_speaks() -> None:
    assert [name for name, takes in _takes_it(main) if not takes] == ["engine"], "it speaks JSON"


@pytest.mark.parametrize(
    ("line", "ru", "en"),
    [
        (("hw", "calibrate", "--light-n", "7.5"), "число от 0,3 до 2", "a number from 0.3 to 2"),
        (("hw", "calibrate", "--light-n", "7,500"), "число от 0,3 до 2", "a number from 0.3 to 2"),
        (("hw", "calibrate", "--light-n", "nan"), "число от 0,3 до 2", "a number from 0.3 to 2"),
        (("hw", "calibrate", "--light-n", ""), "число от 0,3 до 2", "a number from 0.3 to 2"),
        (("replay", "1", "--speed", "0"), "число больше 0", "a number above 0"),
        (("event", "rehearse", "--players", "2.5"), "целое число от 2 до 10000", "from 2 to 10000"),
        (("event", "rehearse", "--players", "1"), "целое число от 2 до 10000", "from 2 to 10000"),
        (("sim", "fairness", "--duels", "0"), "целое число от 1", "a whole number from 1 on"),
        (("play", "--seats", "x"), "целое число", "a whole number"),
        (("play", "--pace", "x"), "целое число", "a whole number"),
        (("sim", "record", "x", "--out", "y"), "целое число от 1", "a whole number from 1 to"),
        (
            ("league", "new", "L", "--first", "завтра"),
            "указать день от 2000",
            "a day of 2000",
        ),
        (
            ("league", "new", "L", "--first", "2026-02-30"),
            "указать день от 2000",
            "a day of 2000",
        ),
        (
            ("league", "new", "L", "--first", "0001-01-01"),
            "указать день от 2000",
            "a day of 2000",
        ),
    ],
    ids=" ".join,
)
def test_no_number_is_told_with_what_would_be_one(line: tuple[str, ...], ru: str, en: str) -> None:
    for lang, is_what, wanted in (("ru", " — ", f"нужно {ru}"), ("en", " is ", f"{en}")):
        told = run(*line, "--lang", lang)
        assert told.exit_code == 2
        assert is_what in told.stderr
        assert wanted in told.stderr
        assert told.stderr.count("\n") == 1


def _parameters(command: click.Command) -> Iterator[click.Parameter]:
    yield from command.params
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from _parameters(below)


def test_every_number_is_told_so() -> None:
    numbers = (click.IntRange, click.FloatRange, *map(type, (click.INT, click.FLOAT)))
    asked = [p for p in _parameters(main) if isinstance(p.type, numbers)]
    assert asked
    assert [
        p.name for p in asked if not isinstance(p.type, WholeNumber | WholeRange | Finite)
    ] == []


def test_a_number_is_understood_as_the_table_tells_it(tmp_path: Path) -> None:
    place, number = ("--data", str(tmp_path)), ("--speed", "1,5")
    here = {"KHVATKA_DATA": str(tmp_path), "LANG": "en"}
    ways = [(*place, *number), (*number, *place), number]
    for way in ways:
        assert "--speed is '1,5'" in run("replay", "1", *way, **here).stderr
    assert run("service", "settings", "set", "table.language", "ru", *place).exit_code == 0
    for way in ways:
        assert "1,5" not in run("replay", "1", *way, **here).stderr, "the next complaint"
        assert "--speed is '1,5'" in run("replay", "1", *way, "--lang", "en", **here).stderr


def test_it_holds_for_what_the_command_says_which_may_name_another(tmp_path: Path) -> None:
    place = ("--data", str(tmp_path))
    russian = run("people", "list", *place, "--lang", "ru").stdout
    assert CYRILLIC.search(russian)
    for before in (("--lang", "ru", "people"), ("people", "--lang=ru"), ("people", "--lang", "ru")):
        assert run(*before, *place, LANG="en").stdout == russian
        assert run(*before, "list", *place, LANG="en").stdout == russian
        assert not CYRILLIC.search(run(*before, "list", "--lang", "en", *place).stdout)
    wrong = run("--lang", "ru", "people", "list", "--nothing", "--lang", "en")
    assert not CYRILLIC.search(wrong.stderr)


def test_what_the_table_speaks_goes_before_the_system(tmp_path: Path) -> None:
    place = ("--data", str(tmp_path))
    assert run("service", "settings", "set", "table.language", "ru", *place).exit_code == 0
    told = run("service", "settings", "get", "nothing", *place, LANG="en")
    assert CYRILLIC.search(told.stderr)


@pytest.mark.parametrize("line", ["", "play", "hw", "hw check", "service pin", "sim fairness"])
def test_help_is_in_it_too_and_the_same_again(line: str) -> None:
    english = run(*line.split(), "--help", LANG="en").stdout
    russian = run(*line.split(), "--help", LANG="ru").stdout
    assert not CYRILLIC.search(english)
    told = re.sub(r"(?m)^Использование:.*$|\[.*?\]|`.*?`", "", russian)
    assert len(CYRILLIC.findall(told)) > 2 * len(re.findall(r"[a-z]", told)) / 5
    assert "Show this message" not in russian
    assert run(*line.split(), "--help", LANG="en").stdout == english


@pytest.mark.parametrize("line", ["records", "people rating", "sim fairness", "hw check"])
def test_no_word_of_a_default_is_left_in_english(line: str) -> None:
    brackets = re.findall(r"\[[^\]]*:[^\]]*\]", run(*line.split(), "--help", LANG="ru").stdout)
    told = " ".join(brackets)
    assert "по умолчанию" in told
    assert not re.search("all|env var", told)


@pytest.mark.usefixtures("at_once")
def test_what_there_is_none_of_is_told_in_the_same_language(table: Path) -> None:
    place = ("--data", str(table))  # its second match is of «Игнис»
    told = run("replay", "2", "--duel", "1", "--plot", "photo.png", *place, LANG="ru").stderr
    assert "нет дуэли 1" in told
    assert "none" not in told + run("service", "export", LANG="ru").stderr


@pytest.mark.parametrize(
    ("wrong", "mend"),
    [
        ("--game ignis --players 3", "give --players 2"),
        ("--game iota --players 5", "give --players 2–4"),
        ("--players 8 --seats 4", "give 8"),
        ("--players 6 --seats 4", "give 6–8"),
    ],
)
def test_a_span_of_one_number_is_that_number(wrong: str, mend: str) -> None:
    assert run("play", "--headless", *wrong.split(), LANG="en").stderr.endswith(f"{mend}\n")


def test_the_environment_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    monkeypatch.setenv("LANGUAGE", "ru:en")
    CliRunner().invoke(main, ["matches", "--lang", "en", "--nothing"])
    assert os.environ["LANGUAGE"] == "ru:en"


def test_no_path_is_looked_at_by_click() -> None:
    """It would tell what it finds in English, and what lies there may not answer."""
    waiting: list[click.Command] = [main]
    while waiting:
        command = waiting.pop()
        waiting += command.commands.values() if isinstance(command, click.Group) else ()
        for param in command.params:
            if isinstance(param.type, click.Path):
                kind = param.type
                looked_at = not kind.file_okay, not kind.dir_okay, kind.exists, kind.readable
                assert not any(looked_at), param.name


def _commands(command: click.Command, *names: str) -> Iterator[tuple[str, ...]]:
    yield names
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            yield from _commands(below, *names, name)


LEFT = {"JSON", "TOML", "PNG", "SVG", "HTML", "CSV", "PIN", "URL", "USB", "WAV", "LUFS", "EBU"}
LEFT |= {"BOOTSEL", "KHVATKA_BOARD", "KHVATKA_DATA"}


@pytest.mark.parametrize("line", [*_commands(main)], ids=lambda line: " ".join(line) or "khvatka")
def test_what_stands_for_a_value_is_in_the_language_too(line: tuple[str, ...]) -> None:
    """No «Использование: khvatka replay [OPTIONS] MATCH», no FLOAT RANGE, no 0.3<=x<=2."""
    told = run(*line, "--help", LANG="ru_RU.UTF-8").stdout.partition("Окружение:")[0]
    told = told.replace("console/events/RULES.md", "")
    assert set(re.findall(r"\b[A-Z_]{3,}\b", told)) <= LEFT
    assert not re.search(r"<=|>=|[^.]\b\d\.\d+\b(?!\.)", told)


def test_a_missing_argument_is_named_in_the_language() -> None:
    assert "'ПАРТИЯ|ФАЙЛ.crash'" in run("replay", LANG="ru").stderr
    assert "'MATCH|FILE.crash'" in run("replay", LANG="en").stderr


def test_help_and_complaints_are_in_the_language_of_the_table(tmp_path: Path) -> None:
    """Whoever has set it need not set their system too."""
    place = ("--data", str(tmp_path))
    assert run("service", "settings", "set", "table.language", "ru", *place).exit_code == 0
    for told in (
        run("people", "add", *place, LANG="en").stderr,
        run("people", "add", LANG="en", KHVATKA_DATA=str(tmp_path)).stderr,
        run("matches", "--help", *place, LANG="en").stdout,
    ):
        assert CYRILLIC.search(told)
    assert not CYRILLIC.search(run("people", "add", "--lang", "en", *place, LANG="ru").stderr)
