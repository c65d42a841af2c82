"""The screen: from a view to pixels, as seldom and as little as possible."""

from __future__ import annotations

from math import pi, sin
from typing import Final

import pygame

from console.i18n import Words
from console.screens import cards
from console.screens.art import Art
from console.screens.end import draw_end
from console.screens.layout import Layout, make_layout
from console.screens.notices import BREATHS
from console.screens.play import Moment, deadline_of, draw_play, moment_of
from console.screens.stage import Pen, Sprite, Stage
from console.screens.start import draw_start
from console.table.view import EndView, PlayView, StartView, View

BREATH_NS: Final = 400_000_000
DRIFT_NS: Final = 60_000_000_000
DRIFT: Final = ((0, 0), (1, 0), (2, 1), (2, 2), (1, 2), (0, 2), (-1, 1), (-1, 0))
"""Where standing things go, a step a minute, so that nothing burns in."""
SECOND_NS: Final = 1_000_000_000


class Screen:
    """Draws views of a table with ``seats`` board seats on surfaces of ``size``.

    ``words`` may be exchanged at any time (a new language), ``motion`` switched.
    """

    def __init__(
        self, size: tuple[int, int], seats: int, words: Words, *, motion: bool = True
    ) -> None:
        """Raises ConfigError for a size or number of seats that cannot be drawn, a missing font."""
        self.layout: Layout = make_layout(size, seats)
        self.art = Art(self.layout.unit)
        self.words = words
        self.motion = motion
        self._stage = Stage(size)
        self._last: tuple[object, ...] | None = None
        self._deadline: tuple[int, int] | None = None
        cards.prepare(self.art)

    def forget(self) -> None:
        """Repaint everything next time: the surface was lost or drawn on."""
        self._stage.forget()
        self._last = None

    def draw(self, surface: pygame.Surface, view: View, now_ns: int) -> list[pygame.Rect]:
        """Show ``view`` as of ``now_ns``; the rectangles that changed, none if nothing did."""
        moment = self._moment(view, now_ns)
        drift = DRIFT[now_ns // DRIFT_NS % len(DRIFT)] if self.motion else (0, 0)
        state = (view, moment, drift, self.words)
        if self._last is not None and state == self._last:
            return []
        self._last = state
        pen = Pen(self.art)
        match view:
            case StartView():
                draw_start(pen, self.layout, self.words, view)
            case PlayView():
                draw_play(pen, self.layout, self.words, view, moment)
            case EndView():
                draw_end(pen, self.layout, self.words, view)
        sprites = pen.sprites
        if drift != (0, 0):
            sprites = [Sprite(s.picture, s.x + drift[0], s.y + drift[1]) for s in sprites]
        return self._stage.show(surface, sprites)

    def _moment(self, view: View, now_ns: int) -> Moment:
        """What time makes of the view; a countdown's whole length is taken at its first sight."""
        if not isinstance(view, PlayView):
            return Moment()
        deadline = deadline_of(view)
        if deadline is None:
            self._deadline = None
        elif self._deadline is None or self._deadline[0] != deadline:
            left = max(1, deadline - now_ns)
            self._deadline = deadline, -(-left // SECOND_NS) * SECOND_NS
        total_ns = self._deadline[1] if self._deadline else 1
        return moment_of(view, now_ns, total_ns, self._breath(view, now_ns))

    def _breath(self, view: PlayView, now_ns: int) -> int:
        if view.verdict is None or not self.motion:
            return 0
        age_ns = now_ns - view.verdict.at_ns
        if not 0 <= age_ns < BREATH_NS:
            return 0
        return round(BREATHS * sin(pi * age_ns / BREATH_NS))
