"""A display that takes pictures: one of each kind of moment of a match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame

from console.screens.png import write_png
from console.screens.renderer import Screen
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.view import EndStage, EndView, View
from console.wiring.look import look_of
from console.wiring.loop import VirtualDisplay
from console.wiring.setup import Setup
from drivers.errors import ConfigError
from drivers.reasons import reason_of

SETTLED_AFTER = 8  # moves of a board game, the same
SETTLED_IN = 2  # open cards a seat before a picture of plain play is worth taking


class PictureDisplay(VirtualDisplay):
    """Frames of virtual time; writes the first picture of each kind into ``folder``."""

    def __init__(self, folder: Path, setup: Setup) -> None:
        """Raises ConfigError when the folder cannot be written."""
        super().__init__(self._take)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(
                "{folder}: no pictures can be written there ({strerror}): name a folder",
                folder=folder,
                strerror=reason_of(error),
            ) from error
        self._folder = folder
        self._surface = pygame.Surface(setup.size)
        self._screen = Screen(
            setup.size, len(setup.who), replace(look_of(setup.settings), motion=False)
        )
        self.written: list[Path] = []

    def _take(self, view: View, now_ns: int) -> None:
        name = kind_of(view)
        if name is None:
            return
        path = self._folder / f"{name}.png"
        if path in self.written:
            return
        self._screen.draw(self._surface, view, now_ns)
        write_png(path, self._surface)
        self.written.append(path)

    def last(self, view: View, now_ns: int) -> None:
        """Take the pictures of the win and of the ranking: the loop stops before they are due."""
        self._take(view, now_ns)
        if isinstance(view, EndView):
            self._take(replace(view, stage=EndStage.MENU), now_ns)


def _kind_of_board(view: BoardView) -> str | None:
    if view.news is not None:
        return "news"
    if view.choosing is not None and view.choosing.picked:
        return "choosing"
    if view.last is not None and view.last.n >= SETTLED_AFTER:
        return "play"
    return None


def kind_of(view: View) -> str | None:
    """The name of the moment that a view shows; None when it is not worth a picture."""
    if isinstance(view, EndView):
        return "end" if view.stage is EndStage.MENU else view.stage.value
    if isinstance(view, BoardView):
        return _kind_of_board(view)
    if not isinstance(view, PlayView):
        return "start"
    if view.sudden_death is not None:
        return f"sudden-death-{view.sudden_death.phase.value.replace('_', '-')}"
    if view.verdict is not None:
        return f"verdict-{view.verdict.kind.value.replace('_', '-')}"
    if view.special_deadline_ns is not None:
        return f"special-{view.special}"
    if view.all_at_ns is not None:
        return "special-all"
    playing = [s for s in view.seats if s.hand is not None]
    if sum(len(s.pile) for s in playing) >= SETTLED_IN * len(playing):
        return "play"
    return None
