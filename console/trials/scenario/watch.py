"""``khvatka sim run --watch``: a scenario in the window, at the speed of real tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pygame

from console.i18n import Words
from console.screens.look import Look
from console.screens.renderer import Screen
from console.table.view import View
from console.trials.scenario.run import (
    BEGIN_NS,
    WARM_NS,
    DroppingDisplay,
    ScenarioOutcome,
    play,
    prepare,
)
from console.wiring.window.window import has_display
from drivers.clock import Clock, VirtualClock, WallClock
from drivers.errors import ConfigError
from host_sim.scenarios.form import ScenarioTable
from host_sim.scenarios.load import load_scenario

SIZE: Final = (1280, 800)


class Closed(BaseException):
    """The window was closed: nobody looks on any more. No failure of the product, so no Exception
    of it."""


class PacedClock(VirtualClock):
    """Virtual time that passes no faster than ``wall`` does."""

    def __init__(self, start_ns: int, wall: Clock) -> None:
        super().__init__(start_ns)
        self._wall = wall
        self._ahead_ns = start_ns - wall.now_ns()

    def sleep_until(self, t_ns: int | None) -> None:
        """Jump to ``t_ns`` when it has come."""
        super().sleep_until(t_ns)
        self._wall.sleep_until(self.now_ns() - self._ahead_ns)


class WatchedDisplay(DroppingDisplay):
    """The scenario's display as a window, in the words of who looks on."""

    def __init__(self, table: ScenarioTable, words: Words) -> None:
        super().__init__(table.seed)
        self._seats, self._words = table.seats, words
        self._window = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        pygame.display.set_caption(self._words._("Khvatka"))
        self._screen = Screen(SIZE, self._seats, Look(self._words))

    def paint(self, view: View, now_ns: int) -> Iterator[None]:
        """Draw the frame. Raises Closed when the window was closed."""
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                raise Closed
            if event.type == pygame.VIDEORESIZE:
                size = self._window.get_size()
                self._screen = Screen(size, self._seats, Look(self._words))
        pygame.display.update(self._screen.draw(self._window, view, now_ns))
        return iter(())


def watch_file(path: Path, words: Words, wall: Clock | None = None) -> ScenarioOutcome | None:
    """Play a scenario in a window; None when the window was closed before its end.

    Raises ConfigError for a fault in the file, and without a display.
    """
    if not has_display():
        raise ConfigError("there is no display: leave --watch out to play it in virtual time")
    scenario, text = load_scenario(path)
    try:
        display = WatchedDisplay(scenario.table, words)
        clock = PacedClock(BEGIN_NS - WARM_NS, wall or WallClock())
        trial = prepare(scenario, text, clock, display)
        trial.session.loop.always_draw = True
        return play(trial, text)
    except Closed:
        return None
    finally:
        pygame.quit()
