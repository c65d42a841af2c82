"""A setting is one declaration, which file, command line, lobby and service menu read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from console.config import Config, in_file
from console.settings import declared
from console.settings.declared import GROUPS, OF_SESSION, SETTINGS
from console.settings.kinds import Whole
from console.table.settings import Settings
from tests.console.screens.catalogue import ROOT

TOY: Final = """
    candles: int = setting(
        3,
        _TABLE,
        N_("Candles"),
        N_("How many candles burn at the table."),
        Whole(1, 9, 2, DIGITS),
        option=CommandOption(names="--candles", help=N_("Candles, {low} to {high}.")),
    )
"""
AT_THE_TABLE: Final = """
import sys
from pathlib import Path
from console.i18n import Words
from console.screens.lobby.words import row_help
from console.screens.menu_texts import menu_label, menu_value
from tests.console.service.menu.visit import OK, RIGHT, Visit

visit = Visit.at(Path(sys.argv[1]), language="en")
visit.enter()
visit.to("Settings", "Table", "Candles")
print(*visit.body.rows[visit.body.cursor].label.split(), *visit.body.help, sep="|")
visit.press(RIGHT, OK)
print(visit.store.adjustments().adjusted["table.candles"], visit.table.settings.candles)
for settings in (visit.table.settings, visit.table.settings.next_value("candles")):
    row = next(row for row in settings.comfort_rows() if row.key == "candles")
    words = Words("en")
    print(menu_label(words, row), menu_value(words, row), row_help(words, row), sep="|")
"""
SET_UP: Final = """
import sys
from pathlib import Path
from console.service.adjustments import Adjusted
from console.wiring.setup import PlayOptions, make_setup

owner = Adjusted({"table.candles": 5})
for given in (
    {},
    {"config": Path(sys.argv[1])},
    {"config": Path(sys.argv[1]), "settings": {"table.candles": 9}},
):
    for adjusted in (Adjusted(), owner):
        setup = make_setup(PlayOptions(seed=1, **given), all_simulated=False, adjusted=adjusted)
        print(setup.settings.candles)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with one more declaration, and nothing else changed."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("console", "drivers", "host_sim"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    place = folder / Path(declared.__file__).relative_to(ROOT)
    before, dataclass, after = place.read_text(encoding="utf-8").partition(
        "\n\n@dataclass(frozen=True, kw_only=True)\nclass Hosting"
    )
    place.write_text(f"{before}{TOY.rstrip()}\n{dataclass}{after}", encoding="utf-8")
    return folder


def run(program: Path, *words: str, status: int = 0) -> str:
    """What the copy says; tests are those of here."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=program,
        env={
            **os.environ,
            "LANGUAGE": "en",
            "KHVATKA_DATA": str(program / "data"),
            "PYTHONPATH": os.pathsep.join((str(program), str(ROOT))),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def khvatka(program: Path, *words: str, status: int = 0) -> str:
    return run(program, "-m", "console", *words, status=status)


@pytest.mark.slow
def test_the_owner_sets_it_by_command(program: Path) -> None:
    told = json.loads(khvatka(program, "service", "settings", "get", "table.candles", "--json"))
    assert (told["label"], told["range"], told["default"]) == ("Candles", [1, 9], 3)
    assert "give a whole number from 1 to 9" in khvatka(
        program, "service", "settings", "set", "table.candles", "10", status=2
    )
    lines = khvatka(program, "service", "settings").splitlines()
    assert any(line.split()[:2] == ["table.candles", "3"] for line in lines)


@pytest.mark.slow
def test_it_is_in_the_lobby_and_in_the_service_menu(program: Path, tmp_path: Path) -> None:
    told = run(program, "-c", AT_THE_TABLE, str(tmp_path)).splitlines()
    assert told[0] == (
        "Candles|How many candles burn at the table.|Range: 1 … 9; default: 3|Takes effect at once."
    )
    assert told[1] == "5 5"
    assert told[2:] == [f"Candles|{n}|How many candles burn at the table." for n in (5, 7)]


@pytest.mark.slow
def test_the_command_line_has_it(program: Path) -> None:
    text = " ".join(khvatka(program, "play", "--help").split())
    assert "--candles NUMBER Candles, 1 to 9. [default: 3]" in text.partition("--data ")[2]
    told = khvatka(program, "play", "--candles", "10", status=2)
    assert "--candles is 10: give a whole number from 1 to 9" in told


@pytest.mark.slow
def test_the_file_has_it(program: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    line = ("play", "--headless", "--seed", "1", "--config", str(file))
    file.write_text("[table]\ncandles = 10\n", encoding="utf-8")
    told = khvatka(program, *line, status=2)
    assert f"{file}: table.candles is 10: give a whole number from 1 to 9" in told
    file.write_text("[table]\ncandle = 1\n", encoding="utf-8")
    assert "no key table.candle (is it candles?)" in khvatka(program, *line, status=2)


@pytest.mark.slow
def test_the_command_line_goes_before_the_file_before_the_owner_before_the_default(
    program: Path, tmp_path: Path
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[table]\ncandles = 7\n", encoding="utf-8")
    assert run(program, "-c", SET_UP, str(file)).split() == ["3", "5", "7", "7", "9", "9"]


@pytest.mark.parametrize("key", SETTINGS)
def test_each_default_is_allowed_and_each_has_words(key: str) -> None:
    known = SETTINGS[key]
    known.check(known.default)
    assert known.key == key
    assert known.label
    assert known.help
    assert known.group in GROUPS


def test_what_is_in_the_file_is_in_the_program_by_the_same_name_and_default() -> None:
    filed = [known for key, known in SETTINGS.items() if in_file(key)]
    assert {known.section for known in filed} == {"table", "match"}
    for known in filed:
        assert getattr(getattr(Config(), known.section), known.name) == known.default


def test_the_session_has_the_declared_defaults() -> None:
    """But the language, which is one that is spoken."""
    for name, known in OF_SESSION.items():
        assert getattr(Settings(), name) == ("ru" if name == "language" else known.default)


@pytest.mark.parametrize("name", [n for n, s in OF_SESSION.items() if isinstance(s.kind, Whole)])
def test_what_the_lobby_goes_through_lies_in_the_range(name: str) -> None:
    known = OF_SESSION[name]
    assert all(known.kind.allows(value) for value in known.turns())
