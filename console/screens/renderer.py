"""The screen: from a view to pixels, as seldom and as little as possible."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from itertools import chain
from math import ceil, pi, sin
from typing import Final

import pygame

from console.screens.art import Art
from console.screens.attract.screen import draw_attract, draw_closed, step_of
from console.screens.board.facing import Facing, facing_of
from console.screens.board.play import draw_board
from console.screens.board.registry import SCREENS
from console.screens.board.rules import draw_rules
from console.screens.board.strips import prepare as prepare_strips
from console.screens.chaos import cards, won
from console.screens.chaos import seats as seats_in_play
from console.screens.chaos.flower import RING_STEPS
from console.screens.chaos.play import deadline_of, draw_play
from console.screens.count_in import draw_count_in
from console.screens.end import COUNTED, draw_end
from console.screens.flood import Flood
from console.screens.latecomers import draw_latecomers
from console.screens.layout import Layout, make_layout
from console.screens.lobby.start import draw_start
from console.screens.look import Look
from console.screens.messages import bands_of, draw_message
from console.screens.moment import GLIDE_STEPS, STEP_NS, Moment
from console.screens.notices import BREATHS
from console.screens.phones import draw_phones
from console.screens.race import draw_at_event
from console.screens.records.screen import draw_record_photo, draw_records
from console.screens.service.screen import draw_service
from console.screens.stage import Pen, Sprite, Stage
from console.screens.win import STILL, draw_win
from console.service.menu.view import ServiceView
from console.table.attract.view import AttractView, ClosedView
from console.table.board.view import BoardView
from console.table.chaos.view import WON_NS, PlayView, VerdictView
from console.table.event.view import EventView, RaceView
from console.table.lobby.view import StartView
from console.table.records.view import RecordPhotoView, RecordsView
from console.table.view import EndStage, EndView, RankRow, RulesView, Target, View
from drivers.times import MINUTE, SECOND

BREATH_NS: Final = 400_000_000
GLIDE_NS: Final = 400_000_000
ARROW_NS: Final = 30_000_000
"""The arrows of a verdict appear one after the other."""
DRIFT_NS: Final = MINUTE
DRIFT: Final = ((0, 0), (1, 0), (2, 1), (2, 2), (1, 2), (0, 2), (-1, 1), (-1, 0))
"""Where standing things go, a step a minute, so that nothing burns in."""


class Screen:
    """Draws views of a table with ``seats`` board seats on surfaces of ``size``.

    ``look`` may be exchanged at any time.
    """

    def __init__(self, size: tuple[int, int], seats: int, look: Look) -> None:
        """Raises ConfigError for a size or number of seats that cannot be drawn, a missing font."""
        self._look = look
        self.layout: Layout = make_layout(size, seats, look.left_seats)
        self._stage = Stage(size)
        self._flood = Flood(size)
        self._last: tuple[object, ...] | None = None
        self._countdown: tuple[int, int] | None = None
        self._verdict: tuple[VerdictView, int] | None = None
        self._glide: tuple[int, int] | None = None
        self._foreseen: tuple[tuple[RankRow, ...], Iterator[None]] | None = None
        self.targets: list[tuple[pygame.Rect, Target]] = []
        """What touches point at in what is drawn; the last one lies on top."""
        self._furnish()

    def _furnish(self) -> None:
        """A store of pictures for the look; it is filled anew, in idle frames."""
        look, self._prepared = self._look, set[tuple[str, Facing, int]]()
        self.art = Art(self.layout.unit, palette=look.palette, large=look.large)
        self._ahead: Iterator[None] = chain(
            cards.prepare(self.art),
            seats_in_play.prepare(self.pen(), self.layout),
            won.prepare(self.pen(), self.layout),
            self._flood.prepare(),
        )

    @property
    def look(self) -> Look:
        """How everything looks from the next frame on."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        before, self._look = self._look, look
        self.layout = replace(self.layout, left_seats=look.left_seats)
        if (before.palette, before.large) != (look.palette, look.large):
            self._furnish()

    def pen(self) -> Pen:
        """What draws in this look."""
        return Pen(self.art, self._look.words)

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
        drift = DRIFT[now_ns // DRIFT_NS % len(DRIFT)] if self._look.motion else (0, 0)
        state = (view, moment, drift, self._look)
        if self._last is not None and state == self._last:
            next(self._ahead, None)  # an idle frame has time to draw one picture ahead
            return []
        self._last = None  # until all of it is painted
        if isinstance(view, EndView) and view.stage is EndStage.WIN:
            next(self._ranking_ahead(view), None)
        pen = self.pen()
        board = view.board if isinstance(view, AttractView) else view
        if isinstance(board, BoardView):
            self._prepare(board)
        yield from self.compose(pen, view, moment)
        yield
        sprites = pen.sprites
        if drift != (0, 0):
            sprites = [Sprite(s.picture, s.x + drift[0], s.y + drift[1]) for s in sprites]
        changed = yield from self._stage.paint(surface, sprites)
        self._last = state
        self.targets = pen.hot
        return changed

    def compose(self, pen: Pen, view: View, moment: Moment) -> Iterator[None]:
        """Lay down all sprites of a view, in slices. Raises TypeError for a kind that it does not
        know."""
        layout = self.layout
        match view:
            case StartView():
                draw_start(pen, layout, view)
            case PlayView():
                yield from draw_play(pen, layout, view, moment)
            case BoardView():
                yield from draw_board(pen, layout, view, moment)
            case EventView() | RaceView():
                yield from draw_at_event(pen, layout, view)
            case ServiceView():
                yield from draw_service(pen, layout, view)
            case RecordsView():
                yield from draw_records(pen, layout, view)
            case RecordPhotoView():
                yield from draw_record_photo(pen, layout, view)
            case RulesView():
                yield from draw_rules(pen, layout, view)
            case EndView():
                yield from self._end(pen, view, moment)
            case AttractView():
                yield from draw_attract(pen, layout, view, moment)
            case ClosedView():
                draw_closed(pen, layout, view, moment)
            case _:
                raise TypeError(f"no screen draws a {type(view).__name__}")
        draw_count_in(pen, layout, view)
        draw_latecomers(pen, layout, view)
        bands = bands_of(layout, view, large=self._look.large)
        draw_phones(pen, layout, view, bands)
        draw_message(pen, layout, view, moment)

    def _end(self, pen: Pen, view: EndView, moment: Moment) -> Iterator[None]:
        if view.stage is EndStage.WIN:
            draw_win(pen, self.layout, view, moment.step, self._flood)
        else:
            yield from draw_end(pen, self.layout, view, moment.step)

    def _prepare(self, view: BoardView) -> None:
        """Draw ahead, in idle frames, what a board game's match will need."""
        facing = facing_of(self.layout, view, self._look.large)
        screen = SCREENS[view.game]
        key = view.game, facing, screen.stage(facing, view)
        if key not in self._prepared:
            self._prepared.add(key)
            shared = prepare_strips(self.art, facing, screen)
            self._ahead = chain(shared, screen.prepare(self.art, facing, key[2]), self._ahead)

    def _ranking_ahead(self, view: EndView) -> Iterator[None]:
        """Draws what comes after a win, a slice in each of its frames."""
        if self._foreseen is None or self._foreseen[0] != view.ranking:
            pen = self.pen()
            stages = (replace(view, stage=stage) for stage in (EndStage.RANKING, EndStage.MENU))
            drawn = (draw_end(pen, self.layout, later) for later in stages)
            self._foreseen = view.ranking, chain.from_iterable(drawn)
        return self._foreseen[1]

    def target_at(self, x: int, y: int) -> Target | None:
        """What a touch at a pixel of the screen points at, None if nothing."""
        for rect, target in reversed(self.targets):
            if rect.collidepoint(x, y):
                return target
        return None

    def _moment(self, view: View, now_ns: int) -> Moment:
        """What time makes of the view, counted from the first sight of what it shows."""
        shown: View = view
        if isinstance(view, AttractView):
            shown = view.board or (view if view.duel is None else view.duel.play)
        match shown:
            case BoardView():
                return self._gliding(shown, now_ns)
            case PlayView():
                return self._racing(shown, now_ns)
            case AttractView() | ClosedView():
                return Moment(step=step_of(shown, now_ns) if self._look.motion else 0)
            case EndView():
                return Moment(step=self._after(shown, now_ns))
        return Moment()

    def _racing(self, view: PlayView, now_ns: int) -> Moment:
        """How much is left of a countdown, how far the news of a verdict has come."""
        deadline = deadline_of(view)
        if deadline is None:
            self._countdown = None
            share, seconds = None, 0
        else:
            share, seconds = self._left(deadline, now_ns)
        if view.verdict is None or not self._look.motion:
            self._verdict = None
            return Moment(share, seconds)
        if self._verdict is None or self._verdict[0] != view.verdict:
            self._verdict = view.verdict, now_ns
        age_ns = now_ns - self._verdict[1]
        if age_ns >= WON_NS:
            return Moment(share, seconds)
        breath = round(BREATHS * sin(pi * min(1, age_ns / BREATH_NS)))
        arrows = 1 + age_ns // ARROW_NS
        return Moment(share, seconds, breath, arrows, age_ns // STEP_NS)

    def _after(self, view: EndView, now_ns: int) -> int:
        """How far the end of a match has come."""
        steps = (now_ns - view.since_ns) // STEP_NS
        if view.stage is EndStage.WIN:
            return steps if self._look.motion else STILL
        counting = view.stage is EndStage.RANKING and self._look.motion
        return min(steps, COUNTED) if counting else COUNTED

    def _gliding(self, view: BoardView, now_ns: int) -> Moment:
        """How far the last move has come since it was first seen."""
        if view.last is None or not self._look.motion:
            self._glide = None if view.last is None else (view.last.n, now_ns - GLIDE_NS)
            return Moment()
        if self._glide is None or self._glide[0] != view.last.n:
            self._glide = view.last.n, now_ns
        age_ns = now_ns - self._glide[1]
        return Moment(glide=min(GLIDE_STEPS, age_ns * GLIDE_STEPS // GLIDE_NS))

    def _left(self, deadline_ns: int, now_ns: int) -> tuple[float, int]:
        """What is left of a countdown: its share, in the ring's steps, and whole seconds."""
        left_ns = max(0, deadline_ns - now_ns)
        seconds = ceil(left_ns / SECOND)
        if self._countdown is None or self._countdown[0] != deadline_ns:
            self._countdown = deadline_ns, max(1, seconds) * SECOND
        steps = ceil(RING_STEPS * left_ns / self._countdown[1])
        return min(1.0, steps / RING_STEPS), seconds
