"""How a message stands in its band, where whatever quiet text was there gives way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

import pygame

from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.layout import Band
from console.screens.notices import plate
from console.screens.prose import lines_of
from console.screens.stage import Line, Pen, Sprite, fitted, grown, line_width
from console.screens.symbols import dot, strokes
from console.table.view import Target

FLAT: Final = 50.0
"""A lower band has a single line."""
NARROW: Final = 500.0
"""In a narrower one the text is broken into lines."""
ONE_LINE: Final = (24.0, 22.0, 20.0, 18.0)
STRONG: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0)
UNDER_FIGURES: Final = (26.0, 24.0, 22.0, 20.0, 18.0)
QUIET: Final = (22.0, 20.0, 18.0)
LINE_Y: Final = 15.5
LEADING: Final = 1.08
EDGE: Final = 14.0
"""In a narrow band, between its ends and the text; the corners of its plate are as round."""
AIR: Final = (16.0, 10.0)
"""In a narrow band, above and below the text together: what is wanted, and the least."""
STEP: Final = 40.0
"""Plates are so much wider than each other, so that few are drawn."""
SOUND: Final = 30.0
_SOURCE: Final = dot(-28, 0, 13)
_WAVES: Final = {
    "flip": '<path stroke-width="6" d="M-4 -22 A 30 30 0 0 1 -4 22"/>',
    "touch": '<path stroke-width="12" d="M-4 -22 A 30 30 0 0 1 -4 22"/>',
    "verdict": (
        '<path stroke-width="7" d="M-6 -16 A 22 22 0 0 1 -6 16 M 10 -38 A 52 52 0 0 1 10 38"/>'
    ),
    "false_grab": (
        '<path stroke-width="15" d="M-4 -24 A 32 32 0 0 1 -4 24"/>'
        '<path stroke-width="9" d="M20 -14 L 44 14 M 44 -14 L 20 14"/>'
    ),
    "light": (
        '<path stroke-width="7" d="M-6 -26 A 34 34 0 0 1 -6 26 M 12 -26 A 34 34 0 0 1 12 26'
        ' M 30 -26 A 34 34 0 0 1 30 26"/>'
    ),
    "win": (
        '<path stroke-width="7" d="M-10 -10 A 14 14 0 0 1 -10 10 M 4 -26 A 36 36 0 0 1 4 26'
        ' M 18 -42 A 58 58 0 0 1 18 42 M 34 -6 V 6"/>'
    ),
    "theme": (
        '<path stroke-width="6" d="M-4 -16 A 22 22 0 0 1 -4 16 M 14 -16 A 22 22 0 0 1 14 16'
        ' M 32 -16 A 22 22 0 0 1 32 16"/>'
    ),
    "count": '<path stroke-width="9" d="M-4 -20 A 28 28 0 0 1 -4 20 M 30 -14 V 14"/>',
    "call": (
        '<path stroke-width="6" d="M-6 -38 A 52 52 0 0 1 -6 38"/>'
        '<path stroke-width="6" d="M16 -16 A 22 22 0 0 1 16 16"/>'
    ),
}
"""How each sounds: light, heavy, rising, heavy and wrong, quick taps, far out, even, falling."""

Figures = tuple[tuple[int | None, str], ...]
"""Each hand's seat and time, then None and the margin."""


@dataclass(frozen=True, slots=True)
class BandMessage:
    """A strong text and a quiet one. Before it stand a ``sign``, or the shapes of ``seats``; above
    it what was measured; ``sound`` is the value of the cue that is heard with it. A touch on it
    means ``target``; ``breath`` lights its rim for a moment."""

    strong: str
    quiet: str = ""
    colour: str = palette.AMBER
    sign: str | None = None
    seats: tuple[int, ...] = ()
    figures: Figures = ()
    sound: str | None = None
    target: Target | None = None
    breath: int = 0

    @property
    def tint(self) -> str:
        """Of the strong text."""
        return palette.mix(self.colour, "#FFFFFF", 0.35)


def draw_in_bands(pen: Pen, bands: Iterable[Band], message: BandMessage) -> None:
    """The message in each band."""
    for band in bands:
        if band.width < NARROW:
            _prose(pen, band, message)
            continue
        room = band.width - 48
        if band.height < FLAT:
            lines = [_one_line(pen, message, room)]
        else:
            lines = _two_lines(pen, message, room)
        widest = max(line_width(line, pen.art.unit) for line in lines)
        width = min(band.width, STEP * -(-(widest + 40) // STEP))
        _ground(pen, band, message, width)
        for line, y in zip(lines, (0.0,) if len(lines) == 1 else (LINE_Y, -LINE_Y), strict=True):
            pen.at(band.frame).line(line, band.x, band.y + y)


def _ground(pen: Pen, band: Band, message: BandMessage, width: float) -> None:
    """The plate, in a band where nothing else is written any more."""
    pen = pen.at(band.frame)
    give_way(pen, band.rect)
    long, short = max(width, band.height), min(width, band.height)
    under = plate(pen, long, short, message.colour, message.breath)
    pen.put(pen.art.turned(under, 1) if width < band.height else under, band.x, band.y)
    if message.target is not None:
        pen.touchable(message.target, band.x, band.y, width, band.height)


def give_way(pen: Pen, taken: pygame.Rect) -> None:
    """No text that was written within ``taken`` stays: it would shine through a plate."""
    pen.sprites[:] = [s for s in pen.sprites if not (taken.contains(s.rect) and _is_text(s))]


def _is_text(sprite: Sprite) -> bool:
    key: Any = sprite.picture.key
    while key[0] == "turned":
        key = key[1]
    return bool(key[0] == "text")


def _head(art: Art, message: BandMessage, size: float) -> Line:
    """What is heard, the sign, whose it is."""
    head: Line = []
    if message.sound is not None:
        head += [_heard(art, message.sound, message.colour, size), 10.0]
    if message.sign is not None:
        head += [art.sign(message.sign, size, message.colour), 12.0]
    for seat in message.seats:
        head += [art.shape(seat, min(size, 26.0)), 9.0]
    return head


def _one_line(pen: Pen, message: BandMessage, room: float) -> Line:
    """All of it side by side, as large as it fits."""
    art = pen.art
    head = _head(art, message, 24.0)
    left = room - line_width(head, art.unit)
    for size in grown(art, ONE_LINE, 26.0):
        small = max(18.0, size - 4)
        wide = art.text_width(message.strong, size, True)
        if message.quiet:
            wide += 16 + art.text_width(message.quiet, small)
        if wide <= left:
            break
    if wide > left:  # what matters first
        return [*head, fitted(pen, message.strong, ONE_LINE, left, message.tint, True, most=26.0)]
    line = [*head, art.text(message.strong, size, message.tint, True)]
    if message.quiet:
        line += [16.0, art.text(message.quiet, small, palette.TEXT)]
    return line


def _two_lines(pen: Pen, message: BandMessage, room: float) -> list[Line]:
    """Figures above, what it was below; else the strong text above, the quiet one below."""
    art = pen.art
    head = _head(art, message, SOUND)
    sizes, most = (UNDER_FIGURES, 28.0) if message.figures else (STRONG, 34.0)
    left = room - line_width(head, art.unit)
    strong = [*head, fitted(pen, message.strong, sizes, left, message.tint, True, most=most)]
    if message.figures:
        return [_figures_line(pen, message.figures, room), strong]
    if not message.quiet:
        return [strong]
    return [strong, [fitted(pen, message.quiet, QUIET, room, palette.TEXT, most=24.0)]]


def _prose(pen: Pen, band: Band, message: BandMessage) -> None:
    """Broken into lines, as large as they fit with air about them, else without; without its sign
    and shapes, which its colour and the seats have too, before what is quiet has no room. Shapes
    stand at figures."""
    pen = pen.at(band.frame)
    art = pen.art
    whole = (message, replace(message, sign=None), replace(message, sign=None, seats=()))
    fewer = (*whole, *(replace(each, quiet="", figures=()) for each in whole))
    for shown, air, size in product(fewer, AIR, ONE_LINE):
        seats = () if shown.figures else shown.seats
        head, quiet = _head(art, replace(shown, seats=seats), ONE_LINE[0]), shown.quiet
        room = band.width - 2 * EDGE - line_width(head, art.unit)
        small = max(18.0, size - 2)
        lines = [_figures(pen, [part], small) for part in shown.figures if part[0] is not None]
        for text in (text for seat, text in shown.figures if seat is None):
            lines += lines_of(art, text, small, room, palette.QUIET)
        for part in message.strong.split(" · "):
            lines += lines_of(art, part, size, room, message.tint, True)
        if quiet:
            lines += lines_of(art, quiet, small, room)
        widest = max(line_width(line, art.unit) for line in lines)
        if LEADING * size * len(lines) <= band.height - air and widest <= room:
            break
    _ground(pen, band, message, band.width)
    left = band.x - band.width / 2 + EDGE
    pen.line(head, left, band.y, "left")
    left += line_width(head, art.unit)
    for i, line in enumerate(lines):
        y = band.y + LEADING * size * ((len(lines) - 1) / 2 - i)
        pen.line(line, left, y, "left")


def _figures_line(pen: Pen, parts: Sequence[tuple[int | None, str]], room: float) -> Line:
    """Each hand's time behind its shape; the margin quieter. As large as it fits."""
    while True:
        for size in grown(pen.art, UNDER_FIGURES, 30.0):
            line = _figures(pen, parts, size)
            if line_width(line, pen.art.unit) <= room:
                return line
        # too many hands: those between the second and the margin are left out
        hands = [part for part in parts if part[0] is not None]
        if len(hands) <= 2:
            return line
        parts = [*hands[:-1], *(part for part in parts if part[0] is None)]


def _figures(pen: Pen, parts: Sequence[tuple[int | None, str]], size: float) -> Line:
    line: Line = []
    for i, (seat, text) in enumerate(parts):
        if i:
            line += [10.0, pen.art.text("·", size, palette.FAINT, True), 10.0]
        if seat is not None:
            line += [pen.art.shape(seat, size * 0.92), 8.0]
        colour = palette.QUIET if seat is None else palette.TEXT
        line.append(pen.art.text(text, size, colour, bold=seat is not None))
    return line


def _heard(art: Art, cue: str, colour: str, size: float) -> Picture:
    """How a cue sounds."""
    drawing = strokes(_SOURCE + _WAVES[cue], colour)
    scaled = f'<g transform="scale({size / 100})">{drawing}</g>'
    return art.svg(("caption", cue, colour, size), size, size, scaled)
