"""A page of the service menu, turned to the seat that opened it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.screens import palette
from console.screens.layout import Layout
from console.screens.service.asking import draw_digits, draw_guide, draw_question
from console.screens.service.lists import draw_rows, draw_sheet, draw_text
from console.screens.service.live import draw_live
from console.screens.service.page import (
    FOOT,
    FOOT_ROW,
    HEAD,
    NOTE,
    SMALL,
    PageRoom,
    key_disc,
    room_of,
    said,
)
from console.screens.stage import Line, Pen, fitted, line_width
from console.service.menu.view import (
    Digits,
    KeyHint,
    Live,
    MenuGuide,
    MenuQuestion,
    MenuSheet,
    MenuText,
    Rows,
    ServiceView,
)
from console.table.view import Target, TargetKind

ARROW: Final = " › "
GAP: Final = 32.0
"""Between two keys."""


def draw_service(pen: Pen, layout: Layout, view: ServiceView) -> Iterator[None]:
    """One page, in slices."""
    room = room_of(pen, layout, view.seat)
    pen = pen.at(layout.reader(layout.frames[view.seat].quarter))
    _head(pen, room, view)
    yield
    match view.body:
        case Rows():
            draw_rows(pen, room, view.body)
        case MenuSheet():
            draw_sheet(pen, room, view.body)
        case MenuText():
            draw_text(pen, room, view.body)
        case Digits():
            draw_digits(pen, room, view.body)
        case MenuQuestion():
            draw_question(pen, room, view.body)
        case Live():
            draw_live(pen, room, view.body)
        case MenuGuide():
            draw_guide(pen, room, view.body)
    yield
    if view.note is not None:
        at = 2 - room.half, room.bottom - NOTE / 2 - 4
        said(pen, view.note, at, (room.width, NOTE), (24.0, 22.0, 20.0, 18.0))
    _foot(pen, room, view.keys)


def _head(pen: Pen, room: PageRoom, view: ServiceView) -> None:
    path = fitted(
        pen, ARROW.join(view.path), (SMALL, 18), room.width - 60, palette.QUIET, most=SMALL
    )
    pen.put(path, -room.half, room.top + HEAD - 30, "left")
    title = fitted(pen, view.title, (38, 34, 30, 26), room.width - 60, palette.TEXT, True, most=38)
    pen.put(title, -room.half, room.top + HEAD - 66, "left")
    pen.put(pen.art.shape(view.seat, 34), room.half - 20, room.top + HEAD - 66)
    rule = f'<path d="M{-room.half} 0 H {room.half}" stroke="{room.colour}" stroke-width="2"/>'
    line = pen.art.svg(("service head", room.half, room.colour), room.width, 4, rule)
    pen.put(line, 0, room.top + HEAD - 94)


def _foot(pen: Pen, room: PageRoom, keys: tuple[KeyHint, ...]) -> None:
    """What buttons do, in as many rows as there is room for."""
    for size in (22.0, 20.0, 18.0):
        rows = _key_rows(pen, room, keys, size)
        if len(rows) <= (1 if room.wide else 2):
            break
    for n, row in enumerate(rows):
        x, y = -room.half, room.bottom - NOTE - FOOT / 2 - FOOT_ROW * n
        for hint, line in row:
            width = line_width(line, pen.art.unit)
            pen.line(line, x, y, "left")
            target = Target(TargetKind.KEY, (int(hint.buttons[0]),))
            pen.touchable(target, x + width / 2, y, width + 20, FOOT_ROW)
            x += width + GAP


def _key_rows(
    pen: Pen, room: PageRoom, keys: tuple[KeyHint, ...], size: float
) -> list[list[tuple[KeyHint, Line]]]:
    rows: list[list[tuple[KeyHint, Line]]] = [[]]
    taken = 0.0
    for hint in keys:
        line = _hint(pen, hint, size)
        width = line_width(line, pen.art.unit)
        if rows[-1] and taken + GAP + width > room.width:
            rows.append([])
            taken = 0.0
        taken += width + (GAP if rows[-1] else 0.0)
        rows[-1].append((hint, line))
    return rows


def _hint(pen: Pen, hint: KeyHint, size: float) -> Line:
    line: Line = []
    for button in hint.buttons:
        line += [key_disc(pen, button, 34.0), 5.0]
    return [*line, 4.0, pen.art.text(hint.text, size, palette.QUIET)]
