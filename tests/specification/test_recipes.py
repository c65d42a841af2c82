"""The recipes of ARCHITECTURE.md, followed in a copy of the tree: they lead where they promise."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.console.test_languages import other_languages
from tests.specification.documents import ROOT, text_of

pytestmark = pytest.mark.slow  # each starts programs
RECIPES: Final = {
    text.removeprefix("**").partition(".**")[0]: " ".join(text.split())
    for text in text_of("ARCHITECTURE.md").split("\n## Recipes\n")[1].strip().split("\n\n")
}
_LATER: Final = (
    "\n    earlier = start + step * first - 2_000_000\n    return Passing(earlier, earlier)\n"
)
_WINK: Final = """
    wink: bool = setting(
        False,
        _TABLE,
        N_("Winking"),
        N_("Whether the lamps wink."),
        Flag(),
        option=CommandOption(names="--wink/--no-wink", help=N_("Lamps wink.")),
    )
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what the recipes change, and of the tests that they name."""
    folder = tmp_path / "tree"
    for name in ("console", "drivers", "host_sim", "tests", "deploy"):
        shutil.copytree(ROOT / name, folder / name, ignore=other_languages)
    for name in ("pyproject.toml", "ARCHITECTURE.md"):
        shutil.copy(ROOT / name, folder)
    return folder


def run(tree: Path, *words: str, status: int = 0) -> str:
    """What ``python -m WORDS`` tells in the copy."""
    done = subprocess.run(
        (sys.executable, "-m", *words),
        cwd=tree,
        env={**os.environ, "LANGUAGE": "en", "KHVATKA_DATA": str(tree / "data"), "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def change(path: Path, before: str, after: str) -> None:
    """Once, in a file that has it once."""
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, (path, before)
    path.write_text(text.replace(before, after), encoding="utf-8")


def groups(project: str) -> set[str]:
    """The groups of entry points of a distribution."""
    return set(tomllib.loads(text_of(project))["project"]["entry-points"])


def test_a_game() -> None:
    """``tests/fifth_game`` follows it, and shows there what becomes of it."""
    assert {"tests/fifth_game/", "khvatka.games"} <= set(
        re.findall(r"`([^`]+)`", RECIPES["A game"])
    )
    assert groups("tests/fifth_game/pyproject.toml") == {"khvatka.games"}


def test_a_board(tree: Path) -> None:
    """Of known parts a checked file; one with code of its own is ``tests/other_board``."""
    recipe = RECIPES["A board"]
    assert "khvatka guide mk1 > mine.toml" in recipe
    assert "khvatka hw check --board mine.toml" in recipe
    mine = tree / "mine.toml"
    mine.write_text(run(tree, "console", "guide", "mk1"), encoding="utf-8")
    change(mine, 'name = "mk1"', 'name = "mine"')
    check = ("console", "hw", "check", "--board", str(mine))
    assert "mine, 4 seats" in run(tree, *check, status=1)  # there is no such table on a PC
    change(mine, "seats = 4", "seats = 9")
    assert "seats is 9: it must be from 2 to 8" in run(tree, *check, status=2)
    assert "tests/other_board" in recipe
    assert groups("tests/other_board/pyproject.toml") == {"khvatka.boards"}


def test_an_onset_estimator(tree: Path) -> None:
    """Two milliseconds early and sure of it: every judge that the recipe names refuses it."""
    recipe = RECIPES["An onset estimator"]
    assert "`passing` in `drivers/pad/onset/passing.py`" in recipe
    change(
        tree / "drivers/pad/onset/passing.py",
        "\n    return Passing(start + step * first, start + step * last)\n",
        _LATER,
    )
    decoder = ("pytest", "tests/drivers/pad/test_digest.py")
    told = run(tree, *decoder, status=1)
    found = re.search(r"above (\d+) and put its digest ([0-9a-f]{64})", told)
    assert found, told
    number = int(found[1]) + 1
    change(
        tree / "drivers/pad/config.py",
        f"\nDECODER: Final = {found[1]}\n",
        f"\nDECODER: Final = {number}\n",
    )
    digests = tree / "tests/drivers/pad/test_digest.py"
    text = digests.read_text(encoding="utf-8")
    kept = re.sub(r"(?m)^DIGEST: Final = .*$", f'DIGEST: Final = {number}, "{found[2]}"', text)
    digests.write_text(kept, encoding="utf-8")
    run(tree, *decoder)
    honest = ("tests/drivers/pad/test_decoder.py", "--exitfirst", "-k", "uncertainty_is_honest")
    run(tree, "pytest", *honest, status=1)
    judged = ("sim", "fairness", "--family", "linear", "--table", "typical", "--duels", "40")
    run(tree, "console", *judged, "--processes", "1", status=1)


def test_a_setting(tree: Path) -> None:
    """One field: it is in file, lobby and service menu, and on the command line."""
    assert "console/settings/declared.py" in RECIPES["A setting"]
    change(
        tree / "console/settings/declared.py",
        "\n\n\n@dataclass(frozen=True, kw_only=True)\nclass Hosting:",
        f"\n{_WINK}\n\n@dataclass(frozen=True, kw_only=True)\nclass Hosting:",
    )
    assert "--wink / --no-wink" in run(tree, "console", "play", "--help")
    run(tree, "console", "service", "settings", "set", "table.wink", "on")
    rows = [
        json.loads(line)
        for line in run(tree, "console", "service", "settings", "--json").splitlines()
    ]
    assert [(row["label"], row["value"]) for row in rows if row["key"] == "table.wink"] == [
        ("Winking", True)
    ]
    file = tree / "table.toml"
    file.write_text("[table]\nwink = 3\n")
    played = ("play", "--headless", "--players", "2", "--seed", "1", "--config", str(file))
    assert "table.wink is 3" in run(tree, "console", *played, status=2)
    asked = (
        "from console.table.settings import Settings\n"
        "assert 'wink' in [row.key for row in Settings().comfort_rows()]\n"
    )
    (tree / "asked.py").write_text(asked)
    run(tree, "asked")


def test_a_language(tree: Path) -> None:
    """Its folder is begun by the command, filled in, compiled by the same, and chosen."""
    begin = "tests.console.screens.catalogue"
    assert f"python -m {begin} de" in RECIPES["A language"]
    assert "warning" not in run(tree, begin, "de")
    words = tree / "console/locale/de/LC_MESSAGES/khvatka.po"
    change(words, '\nmsgid "English"\nmsgstr ""\n', '\nmsgid "English"\nmsgstr "Deutsch"\n')
    run(tree, begin, "de")
    run(tree, "console", "service", "settings", "set", "table.language", "de")
    assert "Deutsch" in run(tree, "console", "service", "settings")
    assert "[ru|en|de]" in run(tree, "console", "play", "--help")
