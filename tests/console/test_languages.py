"""A language is a folder: ``locale/de`` in a copy of the program is offered everywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.console.screens.catalogue import ROOT, compiled, template

pytestmark = pytest.mark.slow  # each looks at a whole program of its own
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
GERMAN = {
    "English": "Deutsch",
    "0.5": "0,5",
    "{day}/{month}/{year}": "{day}.{month}.{year}",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ": ALPHABET,
    "Language": "Sprache",
    "Volume of play": "Lautstärke des Spiels",
    "nickname {typed!r} is too long: give at most {longest} characters": (
        "Spitzname {typed!r} ist zu lang: höchstens {longest} Zeichen"
    ),
}


def other_languages(folder: str, names: list[str]) -> set[str]:
    """What a copy leaves out: languages that have come beside Russian, what is made by running."""
    is_locale = Path(folder).name == "locale"
    others = {name for name in names if is_locale and (Path(folder) / name).is_dir()} - {"ru"}
    return others | ({"__pycache__", "pictures"} & set(names))


def _german() -> Catalog:
    catalogue = template("de")
    for message in catalogue:
        if isinstance(message.id, str) and message.id in GERMAN:
            message.string = GERMAN[message.id]
    return catalogue


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with ``locale/de`` beside ``locale/ru``, and nothing else changed."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("console", "drivers", "host_sim"):
        shutil.copytree(ROOT / name, folder / name, ignore=other_languages)
    into = folder / "console/locale/de/LC_MESSAGES"
    into.mkdir(parents=True)
    (into / "khvatka.mo").write_bytes(compiled(_german()))
    return folder


def khvatka(program: Path, *words: str, status: int = 0) -> str:
    """What the copy says to a German."""
    done = subprocess.run(
        [sys.executable, "-m", "console", *words],
        cwd=program,
        env={**os.environ, "LANGUAGE": "de", "KHVATKA_DATA": str(program / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_it_is_the_systems_and_told_with_german_words_and_english_for_the_rest(
    program: Path,
) -> None:
    told = khvatka(program, "people", "add", "Siebenundzwanzig", status=2)
    assert "Spitzname 'Siebenundzwanzig' ist zu lang: höchstens 12 Zeichen" in told
    assert "Nobody keeps a nickname yet" in khvatka(program, "people", "list")


def test_the_command_line_offers_it(program: Path) -> None:
    assert "[ru|en|de]" in khvatka(program, "play", "--help")
    listed = khvatka(program, "service", "settings", "--lang", "de")
    assert "Lautstärke des Spiels" in listed


def test_the_owner_chooses_it_by_its_own_name(program: Path) -> None:
    khvatka(program, "service", "settings", "set", "table.language", "de")
    lines = khvatka(program, "service", "settings", "--json").splitlines()
    (language,) = [row for row in map(json.loads, lines) if row["key"] == "table.language"]
    assert language["value"] == "de"
    assert language["label"] == "Sprache"
    assert language["range"] == ["system", "ru", "en", "de"]
    assert "Deutsch" in khvatka(program, "service", "settings")
    khvatka(program, "service", "settings", "reset", "table.language")


def test_a_configuration_file_may_name_it_and_no_other(program: Path) -> None:
    file = program / "table.toml"
    line = ("play", "--headless", "--players", "2", "--seed", "1", "--config", str(file))
    file.write_text('[table]\nlanguage = "de"\n')
    khvatka(program, *line)
    file.write_text('[table]\nlanguage = "fr"\n')
    assert "give one of system, ru, en, de" in khvatka(program, *line, status=2)


def test_its_letters_are_on_a_wheel_and_in_nicknames(program: Path) -> None:
    assert "Jürgen" in khvatka(program, "people", "add", "Jürgen")
    asked = (
        "from console.table.lobby.naming import wheel\n"
        "print(*(item.text for item in wheel('de') if len(item.text) == 1), sep='')"
    )
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=program, env=env, capture_output=True, check=True
    )
    assert done.stdout.decode().rstrip("\n") == f"{ALPHABET} "


def test_the_menus_go_round_by_it(program: Path) -> None:
    asked = (
        "from console.table.settings import Settings\n"
        "from console.screens.menu_texts import menu_value\n"
        "from console.i18n import Words\n"
        "at = Settings(language='en').next_value('language')\n"
        "row = next(row for row in at.comfort_rows() if row.key == 'language')\n"
        "print(at.language, menu_value(Words('de'), row), Words('de').number(0.5))"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=program, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["de", "Deutsch", "0,5"]
