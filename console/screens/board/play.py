"""The table while a board game is played: strips, the game's own middle, notices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from console.screens.board.facing import SeatPlace, facing_of
from console.screens.board.notices import draw_lesson
from console.screens.board.registry import SCREENS
from console.screens.board.strips import draw_strip, over_help
from console.screens.idle_players import draw_idle_players
from console.screens.layout import Layout
from console.screens.moment import Moment
from console.screens.passing import passing_words
from console.screens.pause import draw_pause, pause_rect
from console.screens.stage import Pen
from console.table.board.view import BoardView

PAUSE: Final = 664.0
"""So wide the pause menu is: names and scores in the corners stay free."""


def draw_board(pen: Pen, layout: Layout, view: BoardView, moment: Moment) -> Iterator[None]:
    """The whole table, bottom to top, in slices."""
    screen, facing = SCREENS[view.game], facing_of(layout, view, pen.art.large)
    places = screen.places(facing)
    if view.pause is not None or view.count is not None:
        _draw_heads(pen, layout, view, places)
        return
    asked = view.phones.asking if view.phones is not None else ()
    for seat in view.names:
        away = seat in asked or any(seat in one.seats for one in view.idle)
        fills = screen.fills_task_room(facing, view, seat)
        place, held = places[seat], view.news is None or not fills  # a result lies over the hands
        shown = replace(view.seats[seat], secret=None) if away else view.seats[seat]
        draw_strip(pen, screen, view, shown, place, helped=not (away or fills), held=held)
        yield
    yield from screen.draw(pen, facing, view, moment)
    if view.lesson is not None:
        draw_lesson(pen, view.lesson, screen.aside(facing), view.names[0])
    over = {seat: (place.frame, over_help(place)) for seat, place in places.items()}
    draw_idle_players(pen, view.idle, over)


def _draw_heads(pen: Pen, layout: Layout, view: BoardView, places: Mapping[int, SeatPlace]) -> None:
    """Who plays, as far as the pause menu leaves them free; before a match they alone are there."""
    taken = None if view.pause is None else pause_rect(layout, view.pause, PAUSE)
    for seat in view.names:
        there = places[seat].words
        area = places[seat].frame.rect(there.x, there.y, there.width, there.height)
        if taken is None or not taken.colliderect(area):
            screen, shown = SCREENS[view.game], view.seats[seat]
            draw_strip(pen, screen, view, shown, places[seat], helped=False, held=False)
    if view.pause is not None:
        draw_pause(pen, layout, view.pause, passing_words(pen.words, view), PAUSE)
