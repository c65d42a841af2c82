"""The seats as they are now: keys that light up, bars of force."""

from __future__ import annotations

from typing import Final

from console.screens import palette
from console.screens.art import round_rect
from console.screens.service.page import PageRoom, key_disc, level_colour, said
from console.screens.stage import Line, Pen, fitted
from console.service.menu.view import Live, LiveBar, LiveKey, LiveSeat, MenuLevel

FACT: Final = 32.0
STEPS: Final = 40
"""Lengths of a bar: each is a picture of its own."""
HIGHEST: Final = 76.0
KEY: Final = 164.0
BAR: Final = 280.0
"""So wide a cell is at least; what is said has the rest."""
SAID: Final = (20.0, 19.0, 18.0)
"""Sizes of what is said beside the seats and below them."""


def draw_live(pen: Pen, room: PageRoom, body: Live) -> None:
    """A line a seat; for a short side two."""
    facts = FACT * len(body.facts)
    space = room.height - facts - 8
    most = HIGHEST if room.wide else 2 * HIGHEST
    pitch = min(most, space / max(1, len(body.seats)))
    for n, seat in enumerate(body.seats):
        _seat(pen, room, seat, room.top - pitch * (n + 0.5), pitch)
    for n, fact in enumerate(body.facts):
        y = room.bottom + facts - FACT * (n + 0.5)
        said(pen, fact, (-room.half, y), (room.width, FACT), SAID)


def _seat(pen: Pen, room: PageRoom, seat: LiveSeat, y: float, pitch: float) -> None:
    art = pen.art
    colour = art.palette.seats[seat.seat]
    two = not room.wide and pitch > HIGHEST
    name: Line = [art.shape(seat.seat, 28), 8.0]
    name.append(art.text(str(seat.seat + 1), 26, palette.TEXT, True))
    upper, lower = (y + pitch / 4, y - pitch / 4) if two else (y, y)
    pen.line(name, -room.half, upper, "left")
    left = 76 - room.half
    space = room.half - left
    least = sum(KEY if isinstance(what, LiveKey) else BAR for what in seat.cells)
    note = 0.0 if two else min(0.45 * room.width, space - least)
    cell = (space - note) / max(1, len(seat.cells))
    for n, what in enumerate(seat.cells):
        x = left + cell * n
        if isinstance(what, LiveKey):
            _key(pen, what, (x, upper), cell, colour)
        else:
            _bar(pen, what, (x, upper), cell, colour)
    if seat.note is not None:
        at = (left, lower) if two else (room.half - note + 8, y)
        wide, tall = (room.half - left, pitch / 2) if two else (note - 8, pitch)
        said(pen, seat.note, at, (wide, tall), SAID)


def _key(pen: Pen, key: LiveKey, at: tuple[float, float], width: float, colour: str) -> None:
    x, y = at
    if key.down:
        glow = f'<circle r="25" fill="{colour}" fill-opacity="0.55"/>'
        pen.put(pen.art.svg(("service down", colour), 52, 52, glow), x + 26, y)
    ink = palette.TEXT if key.level is MenuLevel.PLAIN else level_colour(pen, key.level)
    pen.put(key_disc(pen, key.button, 40.0, ink), x + 26, y)
    offset = 11.0 * (len(key.figures) - 1)
    for n, text in enumerate(key.figures):
        tint = palette.TEXT if n == 0 else palette.QUIET
        picture = fitted(pen, text, (20, 19, 18), width - 62, tint)
        pen.put(picture, x + 56, y + offset - 22 * n, "left")


def _bar(pen: Pen, bar: LiveBar, at: tuple[float, float], width: float, colour: str) -> None:
    x, y = at
    steps = round(STEPS * bar.share)
    label = fitted(pen, bar.label, (20, 18), 66, palette.QUIET)
    pen.put(label, x, y, "left")
    figures = fitted(pen, bar.figures, (20, 18), 84, palette.TEXT)
    pen.put(figures, x + width - 24, y, "right")
    length = max(60.0, width - 190)
    body = round_rect(length, 22, 6, fill=("#000000", 0.3), rim=(palette.FAINT, 1, 1))
    if steps:
        body += (
            f'<rect x="{-length / 2}" y="-11" width="{length * steps / STEPS}" height="22" rx="6"'
            f' fill="{colour}"/>'
        )
    picture = pen.art.svg(("service bar", length, steps, colour), length + 2, 24, body)
    pen.put(picture, x + 74, y, "left")
