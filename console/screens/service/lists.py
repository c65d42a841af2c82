"""Rows with a cursor and help; tables; texts."""

from __future__ import annotations

from typing import Final

from console.screens import marks, palette
from console.screens.art import round_rect
from console.screens.prose import KEYS, lines_of
from console.screens.service.page import (
    LEADING,
    PageRoom,
    broken,
    level_colour,
    level_sign,
    more_marks,
    paragraph,
    prose,
)
from console.screens.stage import Line, Pen, fitted, line_width
from console.service.menu.view import MenuLevel, MenuSheet, MenuText, Rows, ServiceRow
from console.table.view import Target, TargetKind

PITCH: Final = 44.0
SHEET_PITCH: Final = 38.0
HEAD_SIZE: Final = 20.0
TEXT_SIZE: Final = 22.0
GAP: Final = 26.0
HELP_SIZE: Final = 22.0


def draw_rows(pen: Pen, room: PageRoom, body: Rows) -> None:
    """The list at the left, what is to be known of its row at the right, or below it."""
    if room.wide:
        width, left, help_top = 0.57 * room.width, -room.half, room.top - 6
        bottom = room.bottom
        help_left, help_room = -room.half + width + 36, room.width - width - 36
    else:
        width, left = room.width, -room.half
        bottom = room.bottom + 230
        help_left, help_room, help_top = -room.half, room.width, 0.0
    fitting = int((room.top - bottom) // PITCH)
    first = max(0, min(body.cursor - fitting // 2, len(body.rows) - fitting))
    last = min(first + fitting, len(body.rows))
    for i in range(first, last):
        y = room.top - PITCH * (i - first + 0.5)
        _row(pen, room, body, i, (left + width / 2, y, width))
    edge = PageRoom(room.half, room.top, bottom, room.colour, room.wide)
    for arrow, y in more_marks(pen, edge, first > 0, last < len(body.rows)):
        pen.put(arrow, left + width / 2, y)
    y = help_top if room.wide else room.top - PITCH * (last - first) - 30
    for n, text in enumerate(body.help):
        colour = palette.TEXT if n == 0 else palette.QUIET
        y = prose(pen, text, HELP_SIZE, (help_left, y, help_room), colour) - 14


def _row(
    pen: Pen, room: PageRoom, body: Rows, index: int, place: tuple[float, float, float]
) -> None:
    x, y, width = place
    row, chosen = body.rows[index], index == body.cursor
    colour, half = room.colour, width / 2
    if chosen:
        fill = (colour, 0.3 if body.editing else 0.15)
        box = round_rect(width - 2, 40, 12, fill=fill, rim=(colour, 2, 1))
        key = ("service row", width, colour, body.editing)
        pen.put(pen.art.svg(key, width, 44, box), x, y)
    pen.touchable(Target(TargetKind.ROW, (index,)), x, y, width, PITCH)
    value = _value(pen, row, chosen, editing=chosen and body.editing)
    taken = line_width(value, pen.art.unit)
    if value:
        pen.line([*value, 14.0], x + half, y, "right")
    label: Line = [16.0]
    if row.level is not MenuLevel.PLAIN:
        label += [level_sign(pen, row.level), 10.0]
    space = width - taken - line_width(label, pen.art.unit) - 40
    ink = palette.TEXT if row.enabled else palette.QUIET
    label.append(fitted(pen, row.label, (24, 22, 20, 18), space, ink, chosen))
    pen.line(label, x - half, y, "left")


def _value(pen: Pen, row: ServiceRow, chosen: bool, *, editing: bool) -> Line:
    """The value at the right; between arrows while ◀ ▶ change it; a diamond marks one that is not
    the default."""
    if not row.value:
        return []
    tint = palette.TEXT if chosen else palette.QUIET
    text = fitted(pen, row.value, (24, 22, 20, 18), 330, tint, chosen, most=24)
    line: Line = []
    if row.changed:
        line += [pen.art.sign("diamond", 14, palette.AMBER), 10.0]
    if not editing:
        return [*line, text]
    left = pen.art.sign("key_left", 22, palette.TEXT)
    right = pen.art.sign("key_right", 22, palette.TEXT)
    return [*line, left, 12.0, text, 12.0, right]


def draw_sheet(pen: Pen, room: PageRoom, body: MenuSheet) -> None:
    """A head and as many rows as fit."""
    y = room.top
    if body.lead:
        lead = fitted(pen, body.lead, (22, 20, 18), room.width, palette.QUIET)
        pen.put(lead, -room.half, y - 14, "left")
        y -= 44
    widths = _columns(pen, room, body)
    ends = [sum(widths[: n + 1]) - room.half for n in range(len(widths))]
    y = _heads(pen, body.columns, (y, widths, ends))
    line = marks.rule(pen.art, room.width, 0.5)
    fitting = int((y - room.bottom) // SHEET_PITCH)
    shown = body.rows[body.first : body.first + fitting]
    for row in shown:
        pen.put(line, 0, y)
        _cells(pen, room, row, (y - SHEET_PITCH / 2, widths, ends))
        y -= SHEET_PITCH
    below = body.first + len(shown) < len(body.rows)
    for arrow, at in more_marks(pen, room, body.first > 0, below):
        pen.put(arrow, 0, at)


def _columns(pen: Pen, room: PageRoom, body: MenuSheet) -> list[float]:
    """Widths by what stands in the columns, stretched to the room; heads may be broken."""
    art = pen.art
    wanted = [
        max(
            *(art.text_width(word, HEAD_SIZE) for word in title.split()),
            *(art.text_width(row[n], 22.0, n == 0) for row in body.rows),
            0.0,
        )
        + GAP
        for n, title in enumerate(body.columns)
    ]
    if len(wanted) == 2:  # what and how: the second is read, not compared
        first = min(wanted[0], 0.6 * room.width)
        return [first, room.width - first]
    spare = (room.width - sum(wanted)) / len(wanted)
    if spare < 0:
        return [w * room.width / sum(wanted) for w in wanted]
    return [w + spare for w in wanted]


def _heads(
    pen: Pen,
    columns: tuple[str, ...],
    place: tuple[float, list[float], list[float]],
) -> float:
    """The titles of the columns, each in as many lines as it needs; the y below them."""
    y, widths, ends = place
    deep = 1
    for n, (title, width, end) in enumerate(zip(columns, widths, ends, strict=True)):
        lines = lines_of(pen.art, title, HEAD_SIZE, width - 14, palette.QUIET)
        deep = max(deep, len(lines))
        for i, line in enumerate(lines):
            at = y - LEADING * HEAD_SIZE * (i + 0.5)
            if n == 0 or len(columns) == 2:
                pen.line(line, end - width + (14 if n else 0), at, "left")
            else:
                pen.line(line, end, at, "right")
    return y - LEADING * HEAD_SIZE * deep - 6


def _cells(
    pen: Pen, room: PageRoom, texts: tuple[str, ...], place: tuple[float, list[float], list[float]]
) -> None:
    y, widths, ends = place
    pair = len(texts) == 2
    for n, (text, width, end) in enumerate(zip(texts, widths, ends, strict=True)):
        heavy = n == 0 and not pair
        line = _cell(pen, text, width - 14, bold=heavy)
        if n == 0:
            pen.line(line, -room.half, y, "left")
        elif pair:
            pen.line(line, end - width + 14, y, "left")
        else:
            pen.line(line, end, y, "right")


def _cell(pen: Pen, text: str, room: float, *, bold: bool) -> Line:
    """What stands in a column; fonts have no signs of buttons, so they are drawn."""
    if not any(sign in text for sign in KEYS):
        return [fitted(pen, text, (22, 20, 18), room, palette.TEXT, bold)]
    for size in (22.0, 20.0, 18.0):
        (line,) = lines_of(pen.art, text, size, 1e9, palette.TEXT, bold)
        if line_width(line, pen.art.unit) <= room:
            break
    return line


def draw_text(pen: Pen, room: PageRoom, body: MenuText) -> None:
    """Sentences with their signs, as many as fit."""
    y, space = room.top, room.width - 44
    shown = 0
    for line in body.lines[body.first :]:
        colour = level_colour(pen, line.level) if line.level is MenuLevel.FAILURE else palette.TEXT
        lines = broken(pen, line.text, TEXT_SIZE, space, colour)
        if y - LEADING * TEXT_SIZE * len(lines) < room.bottom:
            break
        pen.put(level_sign(pen, line.level), 14 - room.half, y - TEXT_SIZE * 0.66)
        y = paragraph(pen, lines, 40 - room.half, y, TEXT_SIZE) - 10
        shown += 1
    below = body.first + shown < len(body.lines)
    for arrow, at in more_marks(pen, room, body.first > 0, below):
        pen.put(arrow, 0, at)
