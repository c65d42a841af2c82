"""A board to be looked at, and what is around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from console.i18n import Words
from drivers.board import Board, ChannelSpec
from drivers.boards.config import BoardFile
from drivers.clock import Clock
from drivers.errors import BoardError
from drivers.events import Button, Gesture
from drivers.pad.config import PadConfig
from drivers.part import BoardPart, Survey, SyncLine


class BoardActors(Protocol):
    """Whoever acts on a simulated board."""

    def act(self, now_ns: int) -> None:
        """Now and then press something, for something to be seen."""
        ...

    def lay(self, channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        """Lay a weight of so many newtons on one sensor."""
        ...

    def lift(self, now_ns: int) -> None:
        """Take the weight away."""
        ...

    def press(self, seat: int, button: Button, now_ns: int) -> None:
        """Press a button and let it go."""
        ...

    def touch(self, seat: int, gesture: Gesture, now_ns: int) -> None:
        """A hand comes onto a petal, and goes."""
        ...

    def knock(self, now_ns: int) -> None:
        """Knock the pad off its cradle, and put it back."""
        ...

    def shining(self) -> tuple[int, ...]:
        """The seats whose lamps are seen to shine."""
        ...


@dataclass(frozen=True, slots=True)
class Plugged:
    """The header's lines alone, closed: for a Pi that has the test plug and no table. ``sync``
    drives SYNC, if there is one."""

    board: Board
    sync: SyncLine | None


MissingHandler = Callable[[BoardError], None] | None
"""Hears why there is no pad; None: then there is no board."""


def today() -> datetime:
    """The date that people read; never a measurement."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Station:
    """A board that is not made yet: ``make`` raises BoardError where its libraries are missing.

    ``pad`` makes the part that reads a real pad, to be tried by itself, ``plugged`` the header's
    lines without one; ``survey`` tells of a real
    board's lines before they are taken. ``hands`` belong to a simulated board. Calibrations are
    kept in ``data``, ``thresholds`` are the owner's of the pad, ``wall`` is the date.
    """

    file: BoardFile
    make: Callable[[MissingHandler], Board]
    clock: Clock
    data: Path
    words: Words
    thresholds: PadConfig = field(default_factory=PadConfig)
    pad: Callable[[], BoardPart] | None = None
    plugged: Callable[[], Plugged] | None = None
    survey: Callable[[], tuple[Survey, ...]] | None = None
    hands: BoardActors | None = None
    wall: Callable[[], datetime] = today

    @contextmanager
    def opened(self, missing: MissingHandler = None) -> Iterator[Board]:
        """The board, open; closed again whatever happens. ``missing`` is told why a pad controller
        does not answer, and the rest opens without. Raises BoardError: part and mend."""
        board = self.make(missing)
        board.open()
        try:
            yield board
        finally:
            board.close()
