"""What messages and menus are made of: plates, lines to choose from, lines of keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from console.screens import marks, palette
from console.screens.art import Art, Picture, round_rect
from console.screens.menu_texts import menu_label, menu_value
from console.screens.stage import Line, Pen, fitted, grown, line_width
from console.table.view import Menu, Target, TargetKind

BREATHS: Final = 8
"""Steps of a verdict's one breath."""

HALO: Final = 4.0
LOW: Final = 40.0
"""What a plate leaves around it for its breath; a lower one has none, lest its letters reach over
its rim."""

TWO_LINES: Final = 54.0
"""A menu's line so high has room for two of text."""


def plate(pen: Pen, width: float, height: float, colour: str, breath: int = 0) -> Picture:
    """The panel under a notice; ``breath`` lights its rim for a moment."""
    return pen.art.keep(
        ("plate", width, height, colour, breath),
        lambda: stretched(_plate_ends(pen, height, colour, breath).surface, pen.art.px(width)),
    )


def _plate_ends(pen: Pen, height: float, colour: str, breath: int) -> Picture:
    """A plate that is no wider than high."""
    h, inset = height, HALO if height >= LOW else 1.0
    rim = palette.mix(palette.mix(colour, palette.PANEL, 0.45), "#FFFFFF", 0.6 * breath / BREATHS)
    light = 0.55 * breath / BREATHS
    side = h - 2 * inset
    box = f'x="{-side / 2}" y="{-side / 2}" width="{side}" height="{side}" rx="20"'
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


def draw_menu(pen: Pen, menu: Menu, width: float, top: float, rows: int, pitch: float) -> None:
    """Up to ``rows`` lines of a menu around its cursor, from ``top`` downwards.

    Where the ``pitch`` leaves room for two lines of text a value that finds no room beside its
    label stands below it.
    """
    first = max(0, min(menu.cursor - rows // 2, len(menu.rows) - rows))
    last = min(first + rows, len(menu.rows))
    for i in range(first, last):
        y = top - pitch * (i - first + 0.5)
        _menu_row(pen, menu=menu, index=i, width=width, y=y, pitch=pitch)
        pen.touchable(Target(TargetKind.ROW, (i,)), 0, y, width, pitch)
    more = palette.QUIET
    arrow = '<path d="M-9 {} L 0 {} L 9 {}" fill="none" stroke="{}" stroke-width="2.5"/>'
    if first > 0:
        up = arrow.format(3, -4, 3, more)
        pen.put(pen.art.svg("more up", 24, 12, up), 0, top + 6)
    if last < len(menu.rows):
        down = arrow.format(-3, 4, -3, more)
        pen.put(pen.art.svg("more down", 24, 12, down), 0, top - pitch * rows - 8)


def _menu_row(pen: Pen, menu: Menu, index: int, width: float, y: float, pitch: float) -> None:
    row, art = menu.rows[index], pen.art
    chosen = index == menu.cursor
    colour = palette.AMBER if menu.seat is None else art.palette.seats[menu.seat]
    half = width / 2
    if chosen:
        pen.put(_cursor(art, width, pitch, colour), 0, y)
        pen.put(art.sign("key_ok", 18, colour), -half + 20, y)
    ink = palette.TEXT if row.enabled else palette.mix(palette.QUIET, palette.PANEL, 0.2)
    tint = palette.mix(colour, "#FFFFFF", 0.4) if chosen else palette.QUIET
    left: Line = [34.0]
    if row.seat is not None:
        left += [art.shape(row.seat, 22), 9.0]
    room = width - 16 - line_width(left, art.unit)
    label, value = menu_label(pen.words, row), menu_value(pen.words, row)
    most = 0.8 * pitch
    if not value:
        shown = fitted(pen, label, (24, 22, 20, 18), room, ink, bold=True, most=most)
        pen.line([*left, shown], -half, y, "left")
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
    pen.line([*left, shown], -half, y + apart, "left")
    pen.line([text, 16.0], half, y - apart, "right")


def _both(
    art: Art, label: str, value: str, sizes: Sequence[float], room: float, bold: bool, most: float
) -> float | None:
    """The greatest size in which a label and its value fit side by side, None if they do in
    none."""
    for size in grown(art, sizes, most):
        if art.text_width(label, size) + art.text_width(value, size, bold) <= room:
            return size
    return None


def _cursor(art: Art, width: float, height: float, colour: str) -> Picture:
    body = round_rect(width - 2, height - 2, 12, fill=(colour, 0.16), rim=(colour, 2, 1))
    return art.svg(("cursor", width, height, colour), width, height + 2, body)


def key_line(pen: Pen, keys: Sequence[tuple[Sequence[str], str]], size: float = 18.0) -> Line:
    """Button signs, each with what it does."""
    line: Line = []
    for signs, text in keys:
        if line:
            line.append(20.0)
        for sign in signs:
            line += [marks.sign_disc(pen.art, sign, 28, palette.TEXT), 4.0]
        line += [4.0, pen.art.text(text, size, palette.QUIET)]
    return line
