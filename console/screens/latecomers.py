"""Who is late to sit down reads at their own seat that ● joins, or that the match has begun."""

from __future__ import annotations

from typing import Final

from console.screens import marks, palette
from console.screens.art import Picture
from console.screens.layout import CARD_Y, STRIP_LENGTH, Layout
from console.screens.notices import plate
from console.screens.stage import Line, Pen, fitted, line_width
from console.table.chaos.view import PlayView
from console.table.view import View

HIGH: Final = 68.0
EDGE_Y: Final = 37.0
"""At the table's edge, where least of a match lies."""
ROOM: Final = STRIP_LENGTH - 36
KEY: Final = 32.0
APART: Final = 14.0
STRONG: Final = (26.0, 24.0, 22.0, 20.0, 18.0)
QUIET: Final = (20.0, 18.0)


def draw_latecomers(pen: Pen, layout: Layout, view: View) -> None:
    """A plate at each seat where somebody may still join, or came too late."""
    art, words = pen.art, pen.words
    for seat in view.joins:
        head: Line = [art.shape(seat, 26), 10.0]
        head += [marks.sign_disc(art, "key_ok", KEY, palette.TEXT), 8.0]
        _plate(pen, layout, seat, _y(view, seat), [[*head, _text(pen, words._("join"), head)]])
    for seat in view.late:
        head = [art.shape(seat, 24), 10.0]
        first = _text(pen, words._("A match is on"), head)
        second = fitted(pen, words._("sit down after it"), QUIET, ROOM, palette.TEXT, most=24.0)
        _plate(pen, layout, seat, EDGE_Y, [[*head, first], [second]])


def _y(view: View, seat: int) -> float:
    """Where somebody's second hand plays its strip stays seen."""
    hand = isinstance(view, PlayView) and view.seats[seat].hand is not None
    return CARD_Y if hand else EDGE_Y


def _text(pen: Pen, text: str, head: Line) -> Picture:
    room = ROOM - line_width(head, pen.art.unit)
    return fitted(pen, text, STRONG, room, palette.TEXT, True, most=28.0)


def _plate(pen: Pen, layout: Layout, seat: int, y: float, lines: list[Line]) -> None:
    pen = pen.at(layout.frames[seat])
    width = max(line_width(line, pen.art.unit) for line in lines) + 36
    pen.put(plate(pen, width, HIGH, pen.art.palette.seats[seat]), 0, y)
    for line, up in zip(lines, (0.0,) if len(lines) == 1 else (APART, -APART), strict=True):
        pen.line(line, 0, y + up)
