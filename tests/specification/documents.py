"""The documents beside the code, as text, and all files of the project."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = ("console", "deploy", "drivers", "host_sim", "tests")
WRITTEN: Final = frozenset({".md", ".po", ".py", ".sh", ".toml", ".yml"})
PROTOCOL: Final = "console/engine/PROTOCOL.md"
GAME_OF: Final = {"C": "chaos", "E": "elements", "G": "ignis", "I": "iota"}
EVENTS: Final = "console/events/RULES.md"
LEAGUES: Final = "console/desk/league/RULES.md"


def _files() -> Iterator[Path]:
    yield from (path for path in ROOT.iterdir() if path.is_file())
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


FILES: Final = tuple(sorted(path.relative_to(ROOT) for path in _files()))
PAGES: Final = [path for path in FILES if path.suffix == ".md"]


@cache
def files_in(folder: Path) -> list[Path]:
    """All below a folder: asked of each page, and there are thousands of files."""
    return _by_folder()[folder]


@cache
def _by_folder() -> dict[Path, list[Path]]:
    found: dict[Path, list[Path]] = {}
    for path in FILES:
        for folder in path.parents:
            found.setdefault(folder, []).append(path)
    return found


@cache
def text_of(path: Path | str) -> str:
    """A file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


def flat(path: str) -> str:
    """Its words with one blank between them."""
    return " ".join(text_of(path).split())


def rules_of(game: str) -> str:
    """Where its rules are told."""
    return f"console/games/{game}/RULES.md"
