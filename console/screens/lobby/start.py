"""The lobby: who sits where at the edges, games and menu in the middle for both long sides."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.board.prose import draw_prose, lines_of
from console.screens.layout import Frame, Layout
from console.screens.lobby import shelf
from console.screens.lobby.strips import draw_lobby_seat
from console.screens.lobby.words import help_words
from console.screens.menu_texts import menu_label
from console.screens.names import game_name
from console.screens.notices import draw_menu, key_line
from console.screens.stage import Pen, fitted, grown
from console.table.view import MenuLine, MenuRow, StartView

WIDEST: Final = 560.0
HIGHEST: Final = 580.0
PITCH: Final = 38.0
LEAST_PITCH: Final = 29.0
HEAD: Final = 52.0
KEYS: Final = 34.0
HELP: Final = (22.0, 20.0, 18.0)
HELP_HEIGHT: Final = 68.0
MORE: Final = 10.0
"""The room of the arrow below lines when there are more of them."""
LEADING: Final = 1.25


def draw_start(pen: Pen, layout: Layout, words: Words, view: StartView) -> None:
    """Seats, then both halves of the middle."""
    for seat in view.seats:
        draw_lobby_seat(pen, layout, words, view, seat)
    for frame, x in halves(layout):
        _half(pen, layout, Frame(*frame.place(x, 0), frame.quarter, frame.unit), words, view)


def halves(layout: Layout) -> tuple[tuple[Frame, float], tuple[Frame, float]]:
    """A frame for each long side, and where its half of the middle has its centre."""
    shift = -room(layout)[0] / 4
    near, far = layout.sides
    return (near, shift), (far, shift)


def room(layout: Layout) -> tuple[float, float]:
    """Width and height of the middle, inside all seats' strips."""
    width, height = (s / layout.unit for s in layout.size)
    return width - 2 * 118, height - 2 * 112


def _half(pen: Pen, layout: Layout, frame: Frame, words: Words, view: StartView) -> None:
    """For one long side: the shelf or what the level is about, lines, help, keys."""
    width, height = room(layout)
    width, height = min(width / 2 - 28, WIDEST), min(height - 16, HIGHEST)
    top, low = height / 2, -height / 2
    if view.menu.level:
        _head(pen, frame, words, view, width, top - HEAD / 2)
        top -= HEAD
    else:
        shelf.draw_shelf(pen, frame, words, view, width, top)
        top -= shelf.height(view)
    space = top - low - HELP_HEIGHT - KEYS
    rows = len(view.menu.rows)
    more = MORE if rows * LEAST_PITCH > space else 0.0
    space -= more
    pitch = max(LEAST_PITCH, min(PITCH, space / rows))
    shown = min(rows, int(space / pitch))
    draw_menu(pen, frame, words, menu=view.menu, width=width, top=top, rows=shown, pitch=pitch)
    _help(pen, frame, words, view, width, top - pitch * shown - more - 6)
    keys = [
        (("key_left", "key_right"), words._("line")),
        (("key_ok",), words._("choose")),
        (("key_back",), words._("back") if view.menu.level else words._("leave")),
    ]
    pen.line(frame, key_line(pen, keys), 0, low + KEYS / 2)


def _head(pen: Pen, frame: Frame, words: Words, view: StartView, width: float, y: float) -> None:
    """What the level is called, and the game it is about."""
    game = fitted(pen, game_name(words, view.menu.game), (20, 18), width / 3, palette.QUIET)
    pen.line(frame, [game, 8.0], width / 2, y, "right")
    left = width - game.width / pen.art.unit - 24
    level = view.menu.level
    title = menu_label(words, MenuRow(level)) if level else ""
    shown = fitted(pen, title, (32, 28, 26, 24), left, palette.AMBER, True, most=36)
    pen.line(frame, [8.0, shown], -width / 2, y, "left")


def _help(pen: Pen, frame: Frame, words: Words, view: StartView, width: float, top: float) -> None:
    """What the line under the cursor does, in as large a type as there is room for."""
    text = help_words(words, view)
    blocked = (
        view.menu.problem is not None and view.menu.rows[view.menu.cursor].key == MenuLine.START
    )
    tint = palette.AMBER if blocked else palette.TEXT
    for size in grown(pen.art, HELP, 26.0):
        lines = lines_of(pen.art, text, size, width - 16, tint)
        if LEADING * size * len(lines) <= HELP_HEIGHT:
            break
    draw_prose(pen, frame, lines, 8 - width / 2, top - LEADING * size / 2, LEADING * size)
