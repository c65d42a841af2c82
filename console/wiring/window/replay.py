"""A stored match in a window: the table as it was, and below it a bar that says that it is a
replay, where it stands, and which keys pause and step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pygame

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.look import Look
from console.screens.renderer import Screen
from console.screens.stage import line_width
from console.store.records import StoredMatch
from console.table.chaos.view import PlayView
from console.table.settings import Settings
from console.wiring.loop import FRAME_NS
from console.wiring.matches.replay import ReplayStep, steps
from console.wiring.matches.stored import open_store
from console.wiring.window.size import desktop_size, fitting, icon
from console.wiring.window.window import has_display
from drivers.clock import WallClock
from drivers.errors import ConfigError
from drivers.times import SECOND

TABLE: Final = (1280, 800)
BAR_PX: Final = 44
LAST_NS: Final = 2 * SECOND
"""So long the last picture is to be seen where nobody has asked it to stay."""
SIZES: Final = (20.0, 19.0, 18.0)


class ReplayReel:
    """Where a replay stands. ``speed`` times as fast as the match was; time is passed in."""

    def __init__(self, steps: Sequence[ReplayStep], speed: float, now_ns: int) -> None:
        self.steps = steps
        self._speed = speed
        self.at = 0
        self.paused = False
        self._since_ns = now_ns

    @property
    def view(self) -> ReplayStep:
        return self.steps[self.at]

    @property
    def over(self) -> bool:
        """Does it stand at the last picture?"""
        return self.at + 1 == len(self.steps)

    def tick(self, now_ns: int) -> None:
        """Go on when it is time; at the end it stands still."""
        while not self.paused and not self.over:
            wait_ns = round(self.steps[self.at + 1].after_ns / self._speed)
            if now_ns < self._since_ns + wait_ns:
                break
            self.at, self._since_ns = self.at + 1, self._since_ns + wait_ns
        self.paused = self.paused or self.over

    def pause(self, now_ns: int) -> None:
        """Stand still, or go on; from the last picture, all over again."""
        if self.over:
            self.at = 0
        self.paused, self._since_ns = not self.paused, now_ns

    def step(self, by: int, *, duel: bool = False) -> None:
        """To the next action (``by`` 1) or the one before (-1), or to the next or last verdict;
        it stands still there."""
        self.paused, at = True, self.at + by
        while duel and 0 < at < len(self.steps) - 1 and not self._is_verdict(at):
            at += by
        self.at = min(max(at, 0), len(self.steps) - 1)

    def _is_verdict(self, at: int) -> bool:
        """Does a verdict come with this step?"""
        view, before = self.steps[at].view, self.steps[at - 1].view
        if not isinstance(view, PlayView) or view.verdict is None or view.photo is not None:
            return False
        return not isinstance(before, PlayView) or before.verdict != view.verdict

    def key(self, key: int, now_ns: int) -> bool:
        """What a key does; False: the end."""
        if key in (pygame.K_ESCAPE, pygame.K_q):
            return False
        if key == pygame.K_SPACE:
            self.pause(now_ns)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.step(1 if key == pygame.K_RIGHT else -1)
        elif key in (pygame.K_UP, pygame.K_DOWN):
            self.step(1 if key == pygame.K_DOWN else -1, duel=True)
        return True


def watch(number: int, language: str, data: Path | None, speed: float | None) -> None:
    """Play a stored match again in the window, as ``show_again`` does.

    Raises StoreError when it is not there, ConfigError without a display or for an odd speed.
    """
    show_again(open_store(data).match(number), language, speed)


def show_again(stored: StoredMatch, language: str, speed: float | None) -> None:
    """Play the match in a window; closing the window ends it. With a ``speed``, so many times as
    fast, it ends by itself after its last picture, as who films it wants; else that stays.

    Raises ConfigError without a display or for a speed out of range.
    """
    if speed is not None and not 0.1 <= speed <= 100:
        raise ConfigError("--speed is {speed}: it must be from 0.1 to 100", speed=speed)
    if not has_display():
        raise ConfigError("there is no display: leave --window out to print the match")
    info = stored.header.board_info
    seats = len(stored.header.people) if info is None else info.seats
    try:
        shown = tuple(steps(stored, Settings(language=language)))
        _run(shown, seats, Words(language), speed)
    finally:
        pygame.quit()


def _run(shown: Sequence[ReplayStep], seats: int, words: Words, speed: float | None) -> None:
    """Until the window is closed; with a speed, or until the match is over and nobody has touched
    a key."""
    clock = WallClock()
    pygame.display.init()
    pygame.display.set_icon(icon())
    window = pygame.display.set_mode(window_size(desktop_size()), pygame.RESIZABLE)
    pygame.display.set_caption(words._("Khvatka: replay"))
    table, screen = _table(window, seats, words)
    reel, held = ReplayReel(shown, speed or 1.0, clock.now_ns()), speed is None
    while True:
        now_ns = clock.now_ns()
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.KEYDOWN:
                held = True
                if not reel.key(event.key, now_ns):
                    return
            if event.type == pygame.VIDEORESIZE:
                table, screen = _table(window, seats, words)
        reel.tick(now_ns)
        screen.draw(table, reel.view.view, now_ns)
        draw_bar(window, screen.art, words, reel)
        pygame.display.flip()
        if reel.over and not held:
            clock.sleep_until(now_ns + LAST_NS)
            return
        clock.sleep_until(now_ns + FRAME_NS)


def window_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Of table and bar, so that both fit the desktop that the window opens on."""
    width, height = fitting(TABLE, 0, (desktop[0], desktop[1] - BAR_PX))
    return width, height + BAR_PX


def _table(window: pygame.Surface, seats: int, words: Words) -> tuple[pygame.Surface, Screen]:
    """The window without the bar, and what draws on it."""
    width, height = window.get_size()
    table = window.subsurface((0, 0, width, max(1, height - BAR_PX)))
    return table, Screen(table.get_size(), seats, Look(words))


def draw_bar(window: pygame.Surface, art: Art, words: Words, reel: ReplayReel) -> None:
    """That it is a replay, where it stands, what the keys do."""
    width, height = window.get_size()
    bar = pygame.Rect(0, height - BAR_PX, width, BAR_PX)
    window.fill(palette.rgb(palette.PANEL), bar)
    for size in SIZES:
        left, right = _parts(art, words, reel, size)
        if line_width([*left, *right], art.unit) * art.unit <= width - 64:
            break
    _lay(window, left, 16, bar.centery)
    _lay(window, right, width - 16 - round(line_width(right, 1.0)), bar.centery)


def _parts(
    art: Art, words: Words, reel: ReplayReel, size: float
) -> tuple[list[Picture | float], list[Picture | float]]:
    size /= art.unit  # the bar keeps its height in any window
    where = words._("{number} of {count}").format(number=reel.at + 1, count=len(reel.steps))
    state = words._("running")
    if reel.paused:
        state = words._("at the end") if reel.over else words._("paused")
    left: list[Picture | float] = [
        art.text(words._("REPLAY"), size, palette.AMBER, True),
        14.0,
        art.text(f"{where} · {state}", size, palette.TEXT),
    ]
    again = words._("once more") if reel.over else words._("play on")
    right: list[Picture | float] = []
    for key, text in (
        (words._("Space"), again if reel.paused else words._("pause")),
        (words._("Left, Right"), words._("one action")),
        (words._("Up, Down"), words._("one duel")),
        (words._("Esc"), words._("end")),
    ):
        right += [
            18.0,
            art.text(key, size, palette.TEXT, True),
            6.0,
            art.text(text, size, palette.QUIET),
        ]
    return left, right


def _lay(window: pygame.Surface, line: Sequence[Picture | float], x: int, y: int) -> None:
    for part in line:
        if isinstance(part, Picture):
            window.blit(part.surface, (x, y - part.height // 2))
            x += part.width
        else:
            x += round(part)
