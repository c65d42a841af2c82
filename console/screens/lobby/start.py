"""The lobby: who sits where at the edges, games or menu in the middle for those who read them."""

from __future__ import annotations

from typing import Final

from console.screens import palette
from console.screens.layout import Frame, Layout
from console.screens.lobby.broken_off import draw_page
from console.screens.lobby.strips import draw_lobby_seat
from console.screens.lobby.tiles import draw_tiles
from console.screens.lobby.words import help_words
from console.screens.menu_texts import menu_label
from console.screens.names import game_name
from console.screens.notices import draw_menu, key_line
from console.screens.prose import draw_prose, lines_of
from console.screens.stage import Pen, fitted, grown
from console.table.lobby.view import StartView
from console.table.view import MenuLine, MenuRow, Who

WIDEST: Final = 560.0
HIGHEST: Final = 580.0
PITCH: Final = 38.0
LEAST_PITCH: Final = 29.0
HEAD: Final = 52.0
KEYS: Final = 34.0
HELP: Final = (22.0, 20.0, 18.0)
HELP_HEIGHT: Final = 68.0
SHORT_HELP: Final = 50.0
"""Below the games."""
MORE: Final = 10.0
"""The room of the arrows above and below lines when there are more of them."""
LEADING: Final = 1.25
ACROSS: Final = (1, 0, 2, 3)
"""Of two sides that read, the first here has the left half."""


def draw_start(pen: Pen, layout: Layout, view: StartView) -> None:
    """Seats, then the middle for those who read it."""
    places = _places(layout, view)
    read = {place.quarter for place, _ in places}
    for seat in view.seats:
        reads = layout.frames[seat.seat].quarter in read
        draw_lobby_seat(pen, layout, view, seat, reads=reads)
    for place, size in places:
        _middle(pen.at(place), view, size)


def _places(layout: Layout, view: StartView) -> list[tuple[Frame, tuple[float, float]]]:
    """A place for each side where somebody reads, and how large it is: as long as all sit at one
    of them it has the whole middle, two have a half each, more share those of the long sides."""
    wide, high = room(layout)
    quarters = {layout.frames[s.seat].quarter for s in view.seats if s.who is Who.PERSON}
    if len(quarters) == 1:
        frame = layout.reader(*quarters)
        return [(frame, (high - 16, wide - 16) if frame.quarter % 2 else (wide - 16, high - 16))]
    if len(quarters) != 2:
        quarters = {0, 2}
    places = []
    for quarter, centre in zip(
        filter(quarters.__contains__, ACROSS), (-wide / 4, wide / 4), strict=True
    ):
        frame = Frame(*layout.reader(0).place(centre, 0), quarter, layout.unit)
        across, away = wide / 2 - 28, high - 16
        if quarter % 2:
            across, away = away, across
        places.append((frame, (min(across, WIDEST), min(away, HIGHEST))))
    return places


def halves(layout: Layout) -> tuple[tuple[Frame, float], tuple[Frame, float]]:
    """A frame for each long side, and where its half of the middle has its centre."""
    shift = -room(layout)[0] / 4
    near, far = layout.sides
    return (near, shift), (far, shift)


def room(layout: Layout) -> tuple[float, float]:
    """Width and height of the middle, inside all seats' strips."""
    width, height = (s / layout.unit for s in layout.size)
    return width - 2 * 118, height - 2 * 112


def _middle(pen: Pen, view: StartView, size: tuple[float, float]) -> None:
    """For one long side: the games, or what the level is about and its lines; help, keys."""
    words = pen.words
    width, height = size
    top, low = height / 2, -height / 2
    help_top = low + KEYS + HELP_HEIGHT
    if view.menu.level is None:
        help_top = low + KEYS + SHORT_HELP
        draw_tiles(pen, view, (width, top - help_top - 8), top)
        _help(pen, view, (width, SHORT_HELP), help_top)
    else:
        width = min(width, WIDEST)
        _level(pen, view=view, width=width, top=top, low=help_top)
        _help(pen, view, (width, HELP_HEIGHT), help_top)
    keys = [
        (("key_left", "key_right"), words._("line") if view.menu.level else words._("browse")),
        (("key_ok",), words._("choose")),
        (("key_back",), words._("back") if view.menu.level else words._("leave")),
    ]
    pen.line(key_line(pen, keys), 0, low + KEYS / 2)


def _level(pen: Pen, view: StartView, width: float, top: float, low: float) -> None:
    """What it is called, and its lines: all of them where there is room for all."""
    _head(pen, view, width, top - HEAD / 2)
    top -= HEAD
    if view.menu.level is MenuLine.RESUME and view.resume is not None:
        top -= draw_page(pen, view.resume, width, top) + 12
    rows, space = len(view.menu.rows), top - low - 6
    shown, pitch = rows, min(PITCH, space / rows)
    if pitch < LEAST_PITCH:
        top, pitch = top - MORE, LEAST_PITCH
        shown = int((space - 2 * MORE) / LEAST_PITCH)
    draw_menu(pen, menu=view.menu, width=width, top=top, rows=shown, pitch=pitch)


def _head(pen: Pen, view: StartView, width: float, y: float) -> None:
    """What the level is called, and the game it is about."""
    about = "" if view.menu.level is MenuLine.RESUME else game_name(pen.words, view.menu.game)
    level, sizes, apart = view.menu.level, (32, 28, 26, 24), 24
    title = menu_label(pen.words, MenuRow(level)) if level else ""
    room = max(width / 3, width - apart - pen.art.text_width(title, sizes[-1], True))
    game = fitted(pen, about, (20, 18), room, palette.QUIET)
    pen.line([game, 8.0], width / 2, y, "right")
    left = width - game.width / pen.art.unit - apart
    shown = fitted(pen, title, sizes, left, palette.AMBER, True, most=36)
    pen.line([8.0, shown], -width / 2, y, "left")


def _help(pen: Pen, view: StartView, size: tuple[float, float], top: float) -> None:
    """What the line under the cursor does, in as large a type as there is room for."""
    width, height = size
    text = help_words(pen.words, view)
    row = view.menu.rows[view.menu.cursor]
    tint = palette.AMBER if row.key == MenuLine.START and not row.enabled else palette.TEXT
    for letters in grown(pen.art, HELP, 26.0):
        lines = lines_of(pen.art, text, letters, width - 16, tint)
        if LEADING * letters * len(lines) <= height:
            break
    draw_prose(pen, lines, 8 - width / 2, top - LEADING * letters / 2, LEADING * letters)
