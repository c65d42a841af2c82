"""A photo finish on the table: a copy for each edge that concerned people sit at, turned to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil
from typing import Final

import pygame

from console.duel.photo_finish import PhotoFinish
from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture, round_rect
from console.screens.layout import CARD_Y, PILE_X, STACK_X, Frame, Layout
from console.screens.notices import key_line
from console.screens.photo.picture import HEAD, MOST_HANDS, Names, PhotoPicture
from console.screens.stage import Pen, line_width
from console.svg import Drawing

MARGIN: Final = 10.0
KEYS: Final = 150.0
"""Room beside the title for the key that goes on."""
SHARE: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
COLUMN: Final = (0.0, 0.4, 0.28)
"""The share of the width for a reader at a side, when there are none, one and two of them."""
QUARTERS: Final = (2, 0, 1, 3)
Place = tuple[int, float, float, float, float]
"""A reader's quarter; x and y of the middle from the table's, width and height as they lie."""


def places(quarters: frozenset[int], width: float, height: float) -> list[Place]:
    """The table shared among readers: those at the sides get columns, the others what is left."""
    sides = [q for q in QUARTERS if q % 2 and q in quarters]
    rows = [q for q in QUARTERS if q % 2 == 0 and q in quarters]
    column = COLUMN[len(sides)] * width if rows else width / max(len(sides), 1)
    found: list[Place] = []
    left, right = -width / 2, width / 2
    for quarter in sides:
        x = left + column / 2 if quarter == 1 else right - column / 2
        found.append((quarter, x, 0.0, column, height))
    left += column * (1 in sides)
    right -= column * (3 in sides)
    for i, quarter in enumerate(rows):
        tall = height / len(rows)
        y = -height / 2 + (i + 0.5) * tall
        found.append((quarter, (left + right) / 2, y, right - left, tall))
    return found


def draw_copies(
    pen: Pen,
    layout: Layout,
    photo: PhotoFinish,
    names: Names,
    quarters: frozenset[int] | None = None,
) -> Iterator[None]:
    """Fill the table with the picture, a copy in each slice; each tells which button goes on.

    ``quarters``: who reads it; None: those who were in the race.
    """
    unit = layout.unit
    width, height = layout.size[0] / unit, layout.size[1] / unit
    if quarters is None:
        quarters = frozenset(layout.frames[s].quarter for s in photo.seats[:MOST_HANDS])
    key = key_line(pen, [(("key_ok",), pen.words._("go on"))], 20.0)
    for quarter, x, y, wide, tall in places(quarters, width, height):
        across, up = (tall, wide) if quarter % 2 else (wide, tall)
        size = across - 2 * MARGIN, up - 2 * MARGIN
        frame = Frame(layout.centre[0] + x * unit, layout.centre[1] + y * unit, quarter, unit)
        drawn = pen.art.keep(
            ("photo", photo, pen.words.language, size),
            partial(_paint, pen.art, photo, pen.words, size, names),
        )
        pen.at(frame).put(drawn, 0, 0)
        pen.at(frame).line(key, size[0] / 2 - 24, size[1] / 2 - HEAD / 2, "right")
        yield


def _paint(
    art: Art,
    photo: PhotoFinish,
    words: Words,
    size: tuple[float, float],
    names: Names,
    *,
    small: bool = False,
) -> pygame.Surface:
    return raster(
        art,
        PhotoPicture(
            photo, words, size, art.text_width, names, beside=KEYS, small=small, palette=art.palette
        ).draw(),
    )


def small_photo(
    art: Art, photo: PhotoFinish, words: Words, size: tuple[float, float], names: Names
) -> Picture:
    """The lanes alone, of the first two, with room for a key beside the title."""
    return art.keep(
        ("small photo", photo, words.language, size),
        partial(_paint, art, photo, words, size, names, small=True),
    )


def draw_asking(pen: Pen, layout: Layout, seat: int, *, vacant: bool) -> None:
    """At a seat concerned: ◀ shows the photo finish. No card may be hidden by it: it lies on the
    vacant place of the pile, or between pile and stack."""
    frame, colour = layout.frames[seat], pen.art.palette.seats[seat]
    pen = pen.at(frame)
    x, y = (PILE_X, CARD_Y) if vacant else ((PILE_X + STACK_X) / 2, CARD_Y + 58)
    x *= layout.hand(seat)
    line = key_line(pen, [(("key_left",), pen.words._("photo"))], 20.0)
    width = 20.0 * ceil((line_width(line, layout.unit) + 22) / 20)
    rim = palette.mix(colour, palette.PANEL, 0.35)
    body = round_rect(width - 4, 36, 18, fill=(palette.PANEL, 1), rim=(rim, 2, 1))
    pen.put(pen.art.svg(("asking", width, colour), width, 40, body), x, y)
    pen.line(line, x, y)


def raster(art: Art, drawing: Drawing) -> pygame.Surface:
    """The pixels of a drawing, its texts set in the table's own type."""
    surface = art.raster(drawing.width, drawing.height, drawing.body)
    for text in drawing.texts:
        line = art.text(text.text, text.size, text.colour, text.bold)
        x = text.x * art.unit - SHARE[text.anchor] * line.width
        surface.blit(line.surface, (round(x), round(text.y * art.unit - line.height / 2)))
    return surface
