"""The screen: from a view to pixels, as seldom and as little as possible."""

from __future__ import annotations

from collections.abc import Generator
from itertools import chain
from math import ceil, pi, sin
from typing import Final

import pygame

from console.i18n import Words
from console.screens import cards
from console.screens import seats as seats_in_play
from console.screens.art import Art
from console.screens.end import draw_end
from console.screens.flower import RING_STEPS
from console.screens.layout import Layout, make_layout
from console.screens.notices import BREATHS
from console.screens.play import Moment, deadline_of, draw_play
from console.screens.stage import Pen, Sprite, Stage
from console.screens.start import draw_start
from console.table.view import EndView, PlayView, StartView, VerdictView, View

BREATH_NS: Final = 400_000_000
ARROW_NS: Final = 30_000_000
"""The arrows of a verdict appear one after the other."""
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
        self._countdown: tuple[int, int] | None = None
        self._verdict: tuple[VerdictView, int] | None = None
        self._ahead = chain(
            cards.prepare(self.art), seats_in_play.prepare(Pen(self.art), self.layout)
        )

    def forget(self) -> None:
        """Repaint everything next time: the surface was lost or drawn on."""
        self._stage.forget()
        self._last = None

    def draw(self, surface: pygame.Surface, view: View, now_ns: int) -> list[pygame.Rect]:
        """Show ``view`` as of ``now_ns``; the rectangles that changed, none if nothing did."""
        painting = self.paint(surface, view, now_ns)
        while True:
            try:
                next(painting)
            except StopIteration as done:
                changed: list[pygame.Rect] = done.value
                return changed

    def paint(
        self, surface: pygame.Surface, view: View, now_ns: int
    ) -> Generator[None, None, list[pygame.Rect]]:
        """The same in slices of a millisecond or so, for a caller who has more urgent things to do.

        What was painted before a painting was given up is painted over by the next one.
        """
        moment = self._moment(view, now_ns)
        drift = DRIFT[now_ns // DRIFT_NS % len(DRIFT)] if self.motion else (0, 0)
        state = (view, moment, drift, self.words)
        if self._last is not None and state == self._last:
            next(self._ahead, None)  # an idle frame has time to draw one picture ahead
            return []
        self._last = None  # until all of it is painted
        pen = Pen(self.art)
        match view:
            case StartView():
                draw_start(pen, self.layout, self.words, view)
            case PlayView():
                yield from draw_play(pen, self.layout, self.words, view, moment)
            case EndView():
                draw_end(pen, self.layout, self.words, view)
        yield
        sprites = pen.sprites
        if drift != (0, 0):
            sprites = [Sprite(s.picture, s.x + drift[0], s.y + drift[1]) for s in sprites]
        changed = yield from self._stage.paint(surface, sprites)
        self._last = state
        return changed

    def _moment(self, view: View, now_ns: int) -> Moment:
        """What time makes of the view, counted from the first sight of what it shows."""
        if not isinstance(view, PlayView):
            return Moment()
        deadline = deadline_of(view)
        if deadline is None:
            self._countdown = None
            share, seconds = None, 0
        else:
            share, seconds = self._left(deadline, now_ns)
        if view.verdict is None or not self.motion:
            self._verdict = None
            return Moment(share, seconds)
        if self._verdict is None or self._verdict[0] != view.verdict:
            self._verdict = view.verdict, now_ns
        age_ns = now_ns - self._verdict[1]
        if age_ns >= BREATH_NS:
            return Moment(share, seconds)
        breath = round(BREATHS * sin(pi * age_ns / BREATH_NS))
        return Moment(share, seconds, breath, 1 + age_ns // ARROW_NS)

    def _left(self, deadline_ns: int, now_ns: int) -> tuple[float, int]:
        """What is left of a countdown: its share, in the ring's steps, and whole seconds."""
        left_ns = max(0, deadline_ns - now_ns)
        seconds = ceil(left_ns / SECOND_NS)
        if self._countdown is None or self._countdown[0] != deadline_ns:
            self._countdown = deadline_ns, max(1, seconds) * SECOND_NS
        steps = ceil(RING_STEPS * left_ns / self._countdown[1])
        return min(1.0, steps / RING_STEPS), seconds
