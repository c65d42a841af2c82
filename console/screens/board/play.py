"""The table while a board game is played: strips, the game's own middle, notices."""

from __future__ import annotations

from collections.abc import Iterator

from console.i18n import Words
from console.screens.board.facing import facing_of
from console.screens.board.notices import draw_lesson
from console.screens.board.strips import draw_strip, over_help
from console.screens.idle_players import draw_idle_players
from console.screens.layout import Layout
from console.screens.moment import Moment
from console.screens.passing import passing_words
from console.screens.pause import draw_pause
from console.screens.registry import SCREENS
from console.screens.stage import Pen
from console.table.board.view import BoardView


def draw_board(
    pen: Pen, layout: Layout, words: Words, view: BoardView, moment: Moment
) -> Iterator[None]:
    """The whole table, bottom to top, in slices."""
    screen, facing = SCREENS[view.game], facing_of(layout, view, pen.art.large)
    places = screen.places(facing)
    for seat in view.names:
        away = any(seat in one.seats for one in view.absent)
        silent = view.pause is not None or away or screen.tells(facing, view, seat)
        draw_strip(pen, words, screen, view, view.seats[seat], places[seat], helped=not silent)
        yield
    yield from screen.draw(pen, facing, words, view, moment)
    if view.lesson is not None:
        draw_lesson(pen, words, view.lesson, screen.aside(facing), view.names[0])
    over = {seat: (place.frame, over_help(place)) for seat, place in places.items()}
    draw_idle_players(pen, words, view.absent, over)
    if view.pause is not None:
        draw_pause(pen, layout, words, view.pause, passing_words(words, view))
        return
