"""What is not code is installed with the code: fonts and their licence, words, pages, files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

import pytest

from console.games.entry import PAGES
from console.games.registry import ENTRIES
from console.i18n import LANGUAGES, LOCALE_DIR
from console.screens.art import FACES, FONT_DIR

ROOT: Final = Path(__file__).parents[3]
NOT_INSTALLED: Final = ("*.py", "*.pyc")


def setuptools() -> Any:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["tool"]["setuptools"]


def beside_the_code() -> Iterator[Path]:
    """Every file in the packages that is no code."""
    tops = (top for root in setuptools()["packages"]["find"]["include"] for top in ROOT.glob(root))
    for path in (path for top in tops for path in top.rglob("*")):
        if path.is_file() and not any(fnmatch(path.name, p) for p in NOT_INSTALLED):
            yield path


def installed(path: Path) -> bool:
    """Does the wheel hold it? Folders without code are packages as well (``namespaces``)."""
    taken = setuptools()["package-data"]["*"]
    return any(fnmatch(path.name, pattern) for pattern in taken)


def test_folders_without_code_are_packages_too() -> None:
    assert setuptools()["packages"]["find"].get("namespaces", True)


@pytest.mark.parametrize("package", ["console", "drivers", "host_sim"])
def test_whoever_writes_a_game_or_a_board_has_our_types(package: str) -> None:
    """Without the marker mypy takes all that comes from us for Any."""
    assert ROOT / package / "py.typed" in set(beside_the_code())


def test_nothing_that_lies_beside_the_code_stays_behind() -> None:
    assert [p.relative_to(ROOT) for p in beside_the_code() if not installed(p)] == []


@pytest.mark.parametrize(
    "path",
    [
        *(FONT_DIR / name for name in FACES.values()),
        *(LOCALE_DIR / lang / "LC_MESSAGES/khvatka.mo" for lang in LANGUAGES if lang != "en"),
        *(entry.folder / PAGES for entry in ENTRIES.values()),
    ],
    ids=lambda path: path.name,
)
def test_what_a_screen_needs_is_there(path: Path) -> None:
    assert path in set(beside_the_code())
    assert installed(path)


def test_the_fonts_licence_is_installed_with_them() -> None:
    (licence,) = (p for p in beside_the_code() if p.parent == FONT_DIR and p.suffix == ".txt")
    assert "SIL OPEN FONT LICENSE" in licence.read_text(encoding="utf-8")
    assert installed(licence)
