"""Notices in the middle, twice: upright for both long sides. Menus turned to who opened them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Art, Picture
from console.screens.layout import NOTICE_HEIGHT, NOTICE_Y, Frame, Layout
from console.screens.menu_texts import menu_label, menu_value
from console.screens.names import Names
from console.screens.stage import Pen, fitted, grown, line_width
from console.screens.texts import death_words, figures, verdict_words
from console.table.board.view import Target
from console.table.chaos.view import GOOD, DeathPhase, SuddenDeathView, VerdictKind, VerdictView
from console.table.view import Menu

BREATHS: Final = 8
"""Steps of a verdict's one breath."""

TWO_LINES: Final = 54.0
"""A menu's line so high has room for two of text."""

Line = Sequence[Picture | float]


def plate(pen: Pen, width: float, height: float, colour: str, breath: int = 0) -> Picture:
    """The panel under a notice; ``breath`` lights its rim for a moment."""
    return pen.art.keep(
        ("plate", width, height, colour, breath),
        lambda: stretched(_plate_ends(pen, height, colour, breath).surface, pen.art.px(width)),
    )


def _plate_ends(pen: Pen, height: float, colour: str, breath: int) -> Picture:
    """A plate that is no wider than high."""
    h = height
    rim = palette.mix(palette.mix(colour, palette.PANEL, 0.45), "#FFFFFF", 0.6 * breath / BREATHS)
    light = 0.55 * breath / BREATHS
    box = f'x="{4 - h / 2}" y="{4 - h / 2}" width="{h - 8}" height="{h - 8}" rx="20"'
    body = (
        f'<rect {box} fill="none" stroke="{colour}" stroke-opacity="{light:.3f}"'
        f' stroke-width="8"/><rect {box} fill="{palette.PANEL}" fill-opacity="0.96"'
        f' stroke="{rim}" stroke-width="2"/>'
    )
    return pen.art.svg(("plate ends", height, colour, breath), h, h, body)


def stretched(ends: pygame.Surface, width: int) -> pygame.Surface:
    """``ends`` with its middle column repeated: far cheaper than drawing a wide plate."""
    size, height = ends.get_size()
    half = size // 2
    wide = pygame.Surface((width, height), pygame.SRCALPHA)
    wide.blit(ends, (0, 0), (0, 0, half, height))
    wide.blit(ends, (width - half, 0), (size - half, 0, half, height))
    column = ends.subsurface((half, 0, 1, height))
    wide.blit(pygame.transform.scale(column, (width - 2 * half, height)), (half, 0))
    return wide


def draw_notice(
    pen: Pen, layout: Layout, lines: Sequence[Line], colour: str, breath: int = 0
) -> None:
    """One or two lines on a plate, for both long sides."""
    notice_for(pen, layout.readers, lines, colour, layout.notice_width, breath)


def notice_for(
    pen: Pen,
    readers: Sequence[Frame],
    lines: Sequence[Line],
    colour: str,
    most: float,
    breath: int = 0,
) -> float:
    """The same for whom it concerns, no wider than ``most``; its width."""
    wide = max(line_width(line, pen.art.unit) for line in lines)
    width = min(most, 40.0 * -(-(wide + 48) // 40))
    under = plate(pen, width, NOTICE_HEIGHT, colour, breath)
    heights = (0.0,) if len(lines) == 1 else (15.5, -15.5)
    for frame in readers:
        pen.put(frame, under, 0, NOTICE_Y)
        for line, dy in zip(lines, heights, strict=True):
            pen.line(frame, line, 0, NOTICE_Y + dy)
    return width


def draw_words(
    pen: Pen,
    layout: Layout,
    first: str,
    second: str,
    colour: str,
    sign: str | None = None,
    readers: Sequence[Frame] | None = None,
    most: float = 1e9,
) -> None:
    """A notice of a strong line and a quiet one, for both long sides or for ``readers``, no wider
    than ``most``."""
    width = min(layout.notice_width, most)
    room = width - 60
    tint, sizes = palette.mix(colour, "#FFFFFF", 0.35), (30, 28, 26, 24, 22)
    strong: list[Picture | float] = [
        fitted(pen, first, sizes, room - 50, tint, True, most=34),
    ]
    if sign is not None:
        strong = [pen.art.sign(sign, 30, colour), 12.0, *strong]
    lines = [strong]
    if second:
        lines.append([fitted(pen, second, (22, 20, 18), room, palette.TEXT, most=24)])
    notice_for(pen, readers or layout.readers, lines, colour, width)


def draw_death(
    pen: Pen,
    layout: Layout,
    words: Words,
    death: SuddenDeathView,
    verdict: VerdictView | None,
    names: Names,
) -> None:
    """A dead heat: what to do now, and while hands go off the pad, how close it was (C25)."""
    order, second = death_words(words, death, names)
    off = death.phase is DeathPhase.HANDS_OFF
    sign = "hands_off" if off else "light"
    if not off or death.out or verdict is None or verdict.kind is not VerdictKind.DEAD_HEAT:
        draw_words(pen, layout, order, second, palette.AMBER, sign)
        return
    room = layout.notice_width - 52
    tint = palette.mix(palette.AMBER, "#FFFFFF", 0.35)
    strong: Line = [
        pen.art.sign(sign, 28, palette.AMBER),
        12.0,
        fitted(pen, order, (26, 24, 22), room - 40, tint, True),
    ]
    close = _figures_line(pen, figures(words, verdict, names), room)
    draw_notice(pen, layout, [close, strong], palette.AMBER)


def verdict_colour(colours: palette.Palette, verdict: VerdictView) -> str:
    """The colour of who it is about; alarm for mistakes, amber for what nobody won."""
    if verdict.kind in GOOD and verdict.seats:
        return colours.seats[verdict.seats[0]]
    if verdict.kind in (VerdictKind.FALSE_GRAB, VerdictKind.FELL):
        return colours.alarm
    return palette.AMBER


def draw_verdict(
    pen: Pen, layout: Layout, words: Words, verdict: VerdictView, names: Names, breath: int
) -> None:
    """Figures above, what it was and what it cost below."""
    colour = verdict_colour(pen.art.palette, verdict)
    room = layout.notice_width - 52
    meaning = verdict_words(words, verdict, names)
    lines: list[Line] = []
    parts = figures(words, verdict, names)
    if parts:
        lines.append(_figures_line(pen, parts, room))
    size = (24.0, 22.0, 20.0, 18.0) if parts else (28.0, 26.0, 24.0, 22.0)
    seats = verdict.seats if verdict.kind is not VerdictKind.DEAD_HEAT else ()
    marks: list[Picture | float] = []
    for seat in seats:
        marks += [pen.art.shape(seat, 24), 9.0]
    left = room - line_width(marks, pen.art.unit)
    tint = palette.mix(colour, "#FFFFFF", 0.35)
    lines.append([*marks, fitted(pen, meaning, size, left, tint, True)])
    draw_notice(pen, layout, lines, colour, breath)


def _figures_line(pen: Pen, parts: list[tuple[int | None, str]], room: float) -> Line:
    """Each hand's time behind its shape; the margin quieter. As large as it fits."""
    line: Line = []
    while True:
        for size in grown(pen.art, (26.0, 24.0, 22.0, 20.0, 18.0), 30.0):
            line = _figures(pen, parts, size)
            if line_width(line, pen.art.unit) <= room:
                return line
        # too many hands: those between the second and the margin are left out
        hands = [p for p in parts if p[0] is not None]
        if len(hands) <= 2:
            return line
        parts = [*hands[:-1], *(p for p in parts if p[0] is None)]


def _figures(pen: Pen, parts: list[tuple[int | None, str]], size: float) -> Line:
    line: list[Picture | float] = []
    for i, (seat, text) in enumerate(parts):
        if i:
            line += [10.0, pen.art.text("·", size, palette.FAINT, True), 10.0]
        if seat is not None:
            line += [pen.art.shape(seat, size * 0.92), 8.0]
        colour = palette.QUIET if seat is None else palette.TEXT
        line.append(pen.art.text(text, size, colour, bold=seat is not None))
    return line


def draw_menu(
    pen: Pen,
    frame: Frame,
    words: Words,
    menu: Menu,
    width: float,
    top: float,
    rows: int,
    pitch: float = 38.0,
) -> None:
    """Up to ``rows`` lines of a menu around its cursor, from ``top`` of ``frame`` downwards.

    Where the ``pitch`` leaves room for two lines of text a value that finds no room beside its
    label stands below it.
    """
    first = max(0, min(menu.cursor - rows // 2, len(menu.rows) - rows))
    last = min(first + rows, len(menu.rows))
    for i in range(first, last):
        y = top - pitch * (i - first + 0.5)
        _menu_row(pen, frame, words, menu=menu, index=i, width=width, y=y, pitch=pitch)
        pen.touchable(frame, Target("row", (i,)), 0, y, width, pitch)
    more = palette.QUIET
    arrow = '<path d="M-9 {} L 0 {} L 9 {}" fill="none" stroke="{}" stroke-width="2.5"/>'
    if first > 0:
        up = arrow.format(3, -4, 3, more)
        pen.put(frame, pen.art.svg("more up", 24, 12, up), 0, top + 6)
    if last < len(menu.rows):
        down = arrow.format(-3, 4, -3, more)
        pen.put(frame, pen.art.svg("more down", 24, 12, down), 0, top - pitch * rows - 8)


def _menu_row(
    pen: Pen,
    frame: Frame,
    words: Words,
    menu: Menu,
    index: int,
    width: float,
    y: float,
    pitch: float,
) -> None:
    row, art = menu.rows[index], pen.art
    chosen = index == menu.cursor
    colour = palette.AMBER if menu.seat is None else art.palette.seats[menu.seat]
    half = width / 2
    if chosen:
        pen.put(frame, _cursor(art, width, pitch, colour), 0, y)
        pen.put(frame, art.sign("key_ok", 18, colour), -half + 20, y)
    ink = palette.TEXT if row.enabled else palette.mix(palette.QUIET, palette.PANEL, 0.2)
    tint = palette.mix(colour, "#FFFFFF", 0.4) if chosen else palette.QUIET
    left: list[Picture | float] = [34.0]
    if row.seat is not None:
        left += [art.shape(row.seat, 22), 9.0]
    room = width - 16 - line_width(left, art.unit)
    label, value = menu_label(words, row), menu_value(words, row)
    most = 0.8 * pitch
    if not value:
        shown = fitted(pen, label, (24, 22, 20, 18), room, ink, bold=True, most=most)
        pen.line(frame, [*left, shown], -half, y, "left")
        return
    sizes: Sequence[float] = (21.0, 20.0, 18.0)
    size = _both(art, label, value, sizes=sizes, room=room - 14, bold=chosen, most=most)
    apart = pitch / 4 - 2 if size is None and pitch >= TWO_LINES else 0.0
    if size is not None:
        sizes, most = (size,), size
    text = fitted(pen, value, sizes, room, tint, chosen, most=most / 2 if apart else most)
    if not apart:
        room -= text.width / art.unit + 14
    shown = fitted(pen, label, sizes, room, ink, most=most / 2 if apart else most)
    pen.line(frame, [*left, shown], -half, y + apart, "left")
    pen.line(frame, [text, 16.0], half, y - apart, "right")


def _both(
    art: Art,
    label: str,
    value: str,
    sizes: Sequence[float],
    room: float,
    bold: bool,
    most: float,
) -> float | None:
    """The greatest size in which a label and its value fit side by side, None if they do in
    none."""
    for size in grown(art, sizes, most):
        if art.text_width(label, size) + art.text_width(value, size, bold) <= room:
            return size
    return None


def _cursor(art: Art, width: float, height: float, colour: str) -> Picture:
    body = (
        f'<rect x="{1 - width / 2}" y="{1 - height / 2}" width="{width - 2}" height="{height - 2}"'
        f' rx="12" fill="{colour}" fill-opacity="0.16" stroke="{colour}" stroke-width="2"/>'
    )
    return art.svg(("cursor", width, height, colour), width, height + 2, body)


def key_line(pen: Pen, keys: Sequence[tuple[Sequence[str], str]], size: float = 18.0) -> Line:
    """Button signs, each with what it does."""
    line: list[Picture | float] = []
    for signs, text in keys:
        if line:
            line.append(20.0)
        for sign in signs:
            line += [marks.sign_disc(pen.art, sign, 28, palette.TEXT), 4.0]
        line += [4.0, pen.art.text(text, size, palette.QUIET)]
    return line
