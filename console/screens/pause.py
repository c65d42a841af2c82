"""The pause menu, turned to the seat that opened it: lines, what the one under the cursor does, and
what the buttons do. It covers no seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Art, Picture, round_rect
from console.screens.layout import SEAT_DEPTH, Frame, Layout
from console.screens.menu_texts import pause_help
from console.screens.names import seat_name
from console.screens.notices import draw_menu
from console.screens.prose import draw_prose, lines_of
from console.screens.stage import Line, Pen, fitted, grown
from console.table.view import Menu, MenuLine

MARGIN: Final = 4.0
EDGE: Final = 24.0
HEAD: Final = 62.0
WIDE: Final = 840.0
SHARE: Final = 0.58
"""Of the width for the lines, what they do stands beside them."""
ROW: Final = 48.0
LEAST_ROW: Final = 33.0
TALL_ROW: Final = 58.0
KEY: Final = 30.0
BELOW: Final = 236.0
"""The room below the lines where nothing stands beside them."""
HELP: Final = (24.0, 22.0, 20.0, 18.0)


@dataclass(frozen=True, slots=True)
class _Shape:
    """The panel of a menu: its lines from ``left``, ``lines`` wide and ``pitch`` apart; ``beside``
    is where the rest begins and how wide it is, ``low`` how far below the top."""

    frame: Frame
    width: float
    height: float
    room: float
    pitch: float
    lines: float
    left: float
    beside: tuple[float, float]
    low: float


def _shape(layout: Layout, menu: Menu, wide: float) -> _Shape:
    """Between the seats; for a reader at a short side it is narrow and high."""
    quarter = 0 if menu.seat is None else layout.frames[menu.seat].quarter
    frame = layout.reader(quarter)
    across = layout.size[quarter % 2] / layout.unit - 2 * (SEAT_DEPTH + MARGIN)
    up = layout.size[1 - quarter % 2] / layout.unit - 2 * (SEAT_DEPTH + MARGIN)
    rows = len(menu.rows)
    if quarter % 2:
        width, pitch = min(across, wide), TALL_ROW
        height = min(up, HEAD + pitch * rows + BELOW)
        room = height - HEAD - BELOW
        lines = width - 2 * EDGE
        return _Shape(
            frame=frame,
            width=width,
            height=height,
            room=room,
            pitch=pitch,
            lines=lines,
            left=0.0,
            beside=(-lines / 2, lines),
            low=HEAD + room,
        )
    width = min(across, wide)
    pitch = max(LEAST_ROW, min(ROW, (up - HEAD - EDGE) / rows))
    height = min(up, max(HEAD + pitch * rows + EDGE, 340.0))
    lines = SHARE * (width - 3 * EDGE)
    left = -width / 2 + EDGE + lines / 2
    beside = left + lines / 2 + EDGE, width - lines - 3 * EDGE
    return _Shape(
        frame=frame,
        width=width,
        height=height,
        room=height - HEAD - EDGE,
        pitch=pitch,
        lines=lines,
        left=left,
        beside=beside,
        low=HEAD,
    )


def pause_rect(layout: Layout, menu: Menu, wide: float) -> pygame.Rect:
    """What the menu covers, on the screen."""
    shape = _shape(layout, menu, wide)
    return shape.frame.rect(0, 0, shape.width, shape.height)


def draw_pause(pen: Pen, layout: Layout, menu: Menu, told: str, wide: float = WIDE) -> None:
    """The menu on a panel, no wider than ``wide``; ``told`` is what people should know."""
    shape = _shape(layout, menu, wide)
    frame, width, height = shape.frame, shape.width, shape.height
    here = pen.at(frame)
    colour = palette.AMBER if menu.seat is None else pen.art.palette.seats[menu.seat]
    here.put(_panel(pen.art, width, height, colour), 0, 0)
    _title(here, menu=menu, width=width, y=height / 2 - HEAD / 2 - 2, colour=colour)
    shown = min(len(menu.rows), int(shape.room / shape.pitch))
    inner = Frame(*frame.place(shape.left, 0), frame.quarter, frame.unit)
    draw_menu(
        pen.at(inner),
        menu=menu,
        width=shape.lines,
        top=height / 2 - HEAD,
        rows=shown,
        pitch=shape.pitch,
    )
    up = height / 2 - shape.low - 8, EDGE - height / 2
    _what(here, menu=menu, across=shape.beside, up=up, told=told)


def _panel(art: Art, width: float, height: float, colour: str) -> Picture:
    body = round_rect(width - 6, height - 6, 28, fill=(palette.PANEL, 1), rim=(colour, 2.5, 1))
    return art.svg(("pause", width, height, colour), width, height, body)


def _title(pen: Pen, menu: Menu, width: float, y: float, colour: str) -> None:
    """What it is, and whose."""
    room, line = width - 2 * EDGE, Line()
    if menu.seat is not None:
        tint = palette.mix(colour, "#FFFFFF", 0.3)
        whose = seat_name(pen.words, menu.seat, menu.name)
        name = fitted(pen, whose, (22, 20, 18), 0.54 * room, tint, most=28)
        line = [pen.art.shape(menu.seat, 24), 8.0, name]
        pen.line(line, room / 2, y, "right")
        room -= name.width / pen.art.unit + 48
    title = fitted(
        pen, _called(pen.words, menu), (34, 30, 26, 22, 20, 18), room, palette.TEXT, True, most=40
    )
    pen.put(title, -width / 2 + EDGE + 4, y, "left")


def _called(words: Words, menu: Menu) -> str:
    """What the level on show is, or asks."""
    if menu.level == MenuLine.LEAVE:
        return words._("End it?")
    return words._("Comfort") if menu.level == MenuLine.COMFORT else words._("Pause")


def _what(
    pen: Pen, menu: Menu, across: tuple[float, float], up: tuple[float, float], told: str
) -> None:
    """What people should know (``told``) or what the line under the cursor does above, what the
    buttons do below."""
    words = pen.words
    (left, room), (top, low) = across, up
    keys = (
        (("key_left", "key_right"), words._("choose a line")),
        (("key_ok",), words._("change") if menu.level == MenuLine.COMFORT else words._("choose")),
        (("key_back",), words._("back") if menu.level else words._("play on")),
    )
    y = low + KEY / 2 + 2
    for signs, text in reversed(keys):
        line: Line = []
        for sign in signs:
            line += [marks.sign_disc(pen.art, sign, KEY, palette.TEXT), 5.0]
        taken = len(signs) * (KEY + 5) + 5
        line += [5.0, fitted(pen, text, (20, 18), room - taken, palette.QUIET, most=26)]
        pen.line(line, left, y, "left")
        y += KEY + 8
    text = told or pause_help(words, menu.rows[menu.cursor])
    for size in grown(pen.art, HELP, 30.0):
        lines = lines_of(pen.art, text, size, room)
        if 1.3 * size * len(lines) <= top - y + KEY / 2:
            break
    if text:
        draw_prose(pen, lines, left, top - 0.65 * size, 1.3 * size)
