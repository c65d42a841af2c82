"""Boards that other distributions bring: the entry points of the group ``khvatka.boards``.

```toml
[project.entry-points."khvatka.boards"]
mytable = "mytable:BOARD"
```

``khvatka play --board mytable`` knows it from then on, as all commands do that take a board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from drivers.board import Board
from drivers.errors import ConfigError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "khvatka.boards"


@dataclass(frozen=True, slots=True)
class InstalledBoard:
    """A board with code of its own. ``make`` gives it closed, with as many petals as ``seats``; it
    may raise BoardError. It must pass ``tests/drivers/board_contract.py``."""

    seats: int
    make: Callable[[], Board]


def _found() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # takes its time

    return {point.name: point for point in entry_points(group=GROUP)}


def installed_boards() -> tuple[str, ...]:
    """Their names."""
    return tuple(sorted(_found()))


def installed_board(name: str) -> InstalledBoard | None:
    """The one of that name, if there is one. Raises ConfigError for what cannot be loaded, or is
    no board."""
    point = _found().get(name)
    if point is None:
        return None
    try:
        board = point.load()
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            "the board {name} cannot be loaded ({why}): install it anew, or uninstall it",
            name=name,
            why=error,
        ) from error
    if not isinstance(board, InstalledBoard):
        raise ConfigError(
            "the board {name} cannot be loaded ({why}): install it anew, or uninstall it",
            name=name,
            why=point.value + " is no InstalledBoard",
        )
    return board
