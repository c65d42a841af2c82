"""What every page of records shares: its room, cards, cursors, head and foot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from console.screens import marks, palette
from console.screens.art import Picture, round_rect
from console.screens.names import seat_name
from console.screens.service.page import FOOT, PageRoom
from console.screens.stage import Line, Pen, fitted, line_width
from console.table.record_values import SURENESS
from console.table.records.view import ForgetStep, RecordsView
from console.table.view import Target, TargetKind

HEAD: Final = 112.0
KEY: Final = 38.0
MOST_DOTS: Final = 14
"""More pages than these are told in figures."""
PAD: Final = 22.0
GAP: Final = 16.0


def draw_head(
    pen: Pen, room: PageRoom, over: str, title: str, under: str = "", beside: Sequence[str] = ()
) -> None:
    """What kind of page it is, what it is about, and what is to be known of it: ``under`` at the
    title's line, above it the first of ``beside`` that fits."""
    tint = palette.mix(room.colour, "#FFFFFF", 0.3)
    high = room.top + HEAD
    tag = pen.art.text(over, 22, tint, True)
    pen.put(tag, -room.half, high - 34, "left")
    name = fitted(pen, title, (42, 38, 34, 30, 26), 0.64 * room.width, palette.TEXT, True, most=42)
    pen.put(name, -room.half, high - 76, "left")
    if under:
        left = room.width - name.width / pen.art.unit - 24
        text = fitted(pen, under, (22, 20, 19, 18), left, palette.QUIET, most=22)
        pen.put(text, room.half, high - 80, "right")
    left = room.width - tag.width / pen.art.unit - 24
    fits = (t for t in beside if pen.art.text_width(t, 20) <= left)
    aside = next(fits, "")
    if aside:
        pen.put(pen.art.text(aside, 20, palette.QUIET), room.half, high - 34, "right")


def draw_foot(pen: Pen, room: PageRoom, view: RecordsView) -> None:
    """What the buttons do, and which page it is. Touch: the edges turn, ✕ goes back."""
    words = pen.words
    y = room.bottom - 88.0 if room.wide else room.bottom - 66.0
    inside = view.row is not None or view.number is None
    turn = words._("choose") if inside else words._("turn the page")
    keys: Line = []
    if (view.rows if inside else view.count) > 1:
        keys = [
            _disc(pen, "key_left"),
            6.0,
            _disc(pen, "key_right"),
            8.0,
            _quiet_text(pen, turn),
            26.0,
        ]
    if view.asking is not None:
        keys = [
            _disc(pen, "key_left"),
            6.0,
            _disc(pen, "key_right"),
            6.0,
            _disc(pen, "key_ok"),
            8.0,
        ]
        keys = [*keys, _quiet_text(pen, turn)] if view.asking.step is ForgetStep.ASKED else []
    elif view.rows:
        opens = words._("open") if inside else words._("choose")
        keys += [_disc(pen, "key_ok"), 8.0, _quiet_text(pen, opens)]
    pen.line(keys, -room.half, y, "left")
    closes = words._("back") if inside else words._("close")
    close: Line = [_disc(pen, "key_back"), 8.0, _quiet_text(pen, closes)]
    width = pen.line(close, room.half, y, "right")
    pen.touchable(Target(TargetKind.PAGE, (0,)), room.half - width / 2, y, width + 30, 60)
    if view.number is not None and view.count > 1:
        _where(pen, room, view.number, view.count, y if room.wide else y - 46)


def _disc(pen: Pen, name: str) -> Picture:
    return marks.sign_disc(pen.art, name, KEY, palette.TEXT)


def _quiet_text(pen: Pen, text: str) -> Picture:
    return pen.art.text(text, 20, palette.QUIET)


def _where(pen: Pen, room: PageRoom, number: int, count: int, y: float) -> None:
    if count > MOST_DOTS:
        text = pen.art.text(f"{number + 1} / {count}", 20, palette.QUIET)
        pen.put(text, 0, y)
        return
    for i in range(count):
        size, tint = (16, room.colour) if i == number else (10, palette.FAINT)
        pen.put(pen.art.sign("circle", size, tint), (i - (count - 1) / 2) * 24, y)


def turning(pen: Pen, room: PageRoom) -> None:
    """A touch on a half of the page turns it; what lies on it is told later."""
    low = room.bottom - FOOT
    high = room.top + HEAD - low
    for side in (-1, 1):
        x, y = side * room.half / 2, low + high / 2
        pen.touchable(Target(TargetKind.PAGE, (side,)), x, y, room.half, high)


def card(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """What a block of figures lies on, its middle at (x, y)."""
    fill, rim = (palette.PANEL, 0.82), (palette.FAINT, 1.5, 0.4)
    body = round_rect(width - 2, height - 2, 22, fill=fill, rim=rim)
    key = ("record card", round(width), round(height))
    pen.put(pen.art.svg(key, width, height, body), x, y)


def cursor(pen: Pen, room: PageRoom, x: float, y: float, width: float, height: float) -> None:
    """The frame around what ● would open."""
    colour = room.colour
    body = round_rect(width - 3, height - 3, 12, fill=(colour, 0.16), rim=(colour, 2, 1))
    key = ("record cursor", round(width), round(height), colour)
    pen.put(pen.art.svg(key, width, height, body), x, y)


def openable(
    pen: Pen, room: PageRoom, row: int, chosen: bool, place: tuple[float, float, float, float]
) -> None:
    """A row that ● opens, at ``place`` (middle, width, height); framed when the cursor is there."""
    if chosen:
        cursor(pen, room, *place)
    pen.touchable(Target(TargetKind.ROW, (row,)), *place)


def holder(pen: Pen, seat: int | None, nickname: str | None, room: float, size: float) -> Line:
    """Who did it: the shape of the seat, and the nickname; a guest by the seat alone."""
    line: Line = []
    ink = palette.TEXT
    if seat is not None:
        line = [pen.art.shape(seat, size * 0.95), 9.0]
        ink = palette.mix(pen.art.palette.seats[seat], "#FFFFFF", 0.3)
    text = nickname or seat_name(pen.words, seat or 0)
    left = room - line_width(line, pen.art.unit)
    sizes = tuple(s for s in (size, 24.0, 22.0, 20.0, 19.0, 18.0) if s <= size)
    return [*line, fitted(pen, text, sizes, left, ink, True, most=size)]


def sureness(pen: Pen, steps: int, size: float = 13.0) -> Line:
    """How well a rating is known: full dots among hollow ones."""
    line: Line = []
    for i in range(SURENESS):
        if i < steps:
            line += [pen.art.sign("circle", size, palette.AMBER), 5.0]
        else:
            ring = (
                f'<circle r="{size * 0.36}" fill="none" stroke="{palette.FAINT}" stroke-width="2"/>'
            )
            line += [pen.art.svg(("hollow dot", size), size, size, ring), 5.0]
    return line
