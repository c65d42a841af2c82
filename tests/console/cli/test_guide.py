"""``khvatka guide``: what one reads and copies where there is no checkout."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main
from console.config import Config, TableConfig, load_config
from console.guides import FOLDER, GUIDES
from console.i18n import LANGUAGES
from console.settings.declared import Matches
from console.wiring.setup import settings_in
from drivers.boards.config import load_board, shipped_boards
from host_sim.keys import load_keys


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["guide", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GUIDES)
def test_each_is_printed_and_its_place_told(name: str, language: str) -> None:
    place = Path(printed(name, "--path", "--lang", language).strip())
    assert printed(name, "--lang", language).rstrip("\n") == place.read_text("utf-8").rstrip("\n")


def test_they_are_listed_in_both_languages() -> None:
    for language in LANGUAGES:
        assert [line.split()[0] for line in printed("--lang", language).splitlines()] == [*GUIDES]
    assert re.search("[а-я]", printed("wiring", "--lang", "ru"))


def test_of_what_is_not_in_russian_the_list_says_so() -> None:
    lines = dict(line.split(maxsplit=1) for line in printed("--lang", "ru").splitlines())
    for name, guide in GUIDES.items():
        english = guide.file("ru").suffix == ".md" and guide.file("ru") == guide.file("en")
        assert ("по-английски" in lines[name]) == english, name


def test_drawings_lie_beside_the_guide() -> None:
    shown = re.findall(r"\]\((diagrams/[^)]+)\)", printed("wiring"))
    assert len(shown) > 10
    assert all((FOLDER / path).is_file() for path in shown)


@pytest.mark.parametrize(
    ("arguments", "said"), [(["cooking"], "choose wiring, install"), (["--path"], "needs the NAME")]
)
def test_what_there_is_not_is_told(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["guide", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_the_printed_examples_are_what_the_program_does_without_them(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(printed("config"), encoding="utf-8")
    specials = {"grab": 3, "palm": 3, "all": 2, "left": 2}
    options = {"chaos": {"last_card": "immediate", "specials": specials}}
    assert load_config(file) == Config(options=options)
    assert settings_in(load_config(file)).options == settings_in(Config()).options
    text = printed("config").replace("# opening_hours", "opening_hours")
    told = tomllib.loads(text.replace("# phones_host", "phones_host"))
    assert {*told["table"]} == {field.name for field in fields(TableConfig)}
    assert {*told["match"]} == {field.name for field in fields(Matches)}
    file.write_text(printed("keys"), encoding="utf-8")
    assert load_keys(file) == load_keys(None)
    for name, shipped in shipped_boards().items():
        file.write_text(printed(name), encoding="utf-8")
        assert load_board(file) == load_board(shipped)
