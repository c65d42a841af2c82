"""The table while a board game is played: strips, the game's own middle, notices."""

from __future__ import annotations

from collections.abc import Iterator

from console.i18n import Words
from console.screens.board.notices import draw_lesson, draw_notices
from console.screens.board.strips import draw_strip
from console.screens.idle_players import OVER_HAND, UNDER_NAME, draw_holdup, draw_idle_players
from console.screens.layout import Layout
from console.screens.moment import Moment
from console.screens.pause import draw_pause
from console.screens.registry import SCREENS
from console.screens.stage import Pen
from console.screens.texts import names_of
from console.table.board.view import BoardView


def draw_board(
    pen: Pen, layout: Layout, words: Words, view: BoardView, moment: Moment
) -> Iterator[None]:
    """The whole table, bottom to top, in slices."""
    screen = SCREENS[view.game]
    for seat in view.seats:
        draw_strip(pen, layout, words, screen, view, seat)
        yield
    yield from screen.draw(pen, layout, words, view, moment)
    if view.lesson is not None:
        draw_lesson(pen, layout, words, view.lesson, view.names)
    place = OVER_HAND if screen.hands else UNDER_NAME
    draw_idle_players(pen, layout, words, view.absent, place)
    if view.pause is not None:
        draw_pause(pen, layout, words, view.pause)
        return
    draw_notices(pen, layout, words, view)
    draw_holdup(pen, layout, words, view.absent, names_of(view))
