"""The invitation at all four edges, wherever nobody sits there."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import Final

from console.screens import marks, palette
from console.screens.layout import SEAT_DEPTH, STRIP_LENGTH, Frame, Layout
from console.screens.stage import Line, Pen, line_width

SIZE: Final = 26.0
KEY: Final = 30.0
Y: Final = 24.0
PITCH: Final = 32.0
CORNER: Final = 16.0
"""How near to a corner it may stand."""


def edges(layout: Layout) -> tuple[Frame, Frame, Frame, Frame]:
    """The middle of each edge, turned to who stands there: bottom, left, top, right."""
    width, height = layout.size
    return (
        Frame(width / 2, height, 0, layout.unit),
        Frame(0, height / 2, 1, layout.unit),
        Frame(width / 2, 0, 2, layout.unit),
        Frame(width, height / 2, 3, layout.unit),
    )


def draw_invitation(
    pen: Pen, layout: Layout, taken: Collection[int] = (), *, light: float = 1.0
) -> None:
    """«Press any button», once at each edge beside the seats that are ``taken``; ``light`` is how
    bright it is."""
    ink = palette.mix(palette.FELT_HALF, palette.TEXT, light)
    lines = _lines(pen, ink)
    one = (_joined(lines),)
    areas = [
        layout.frames[seat].rect(0, SEAT_DEPTH / 2, STRIP_LENGTH, SEAT_DEPTH) for seat in taken
    ]
    for frame in edges(layout):
        long = layout.size[frame.quarter % 2] / layout.unit
        for aside, block in product((False, True), (one, lines)):
            width = max(line_width(line, pen.art.unit) for line in block)
            x = CORNER - (long - width) / 2 if aside else 0.0
            top = Y + PITCH * (len(block) - 1)
            rect = frame.rect(x, (top + Y) / 2, width + 16, top - Y + PITCH)
            if rect.collidelist(areas) < 0:
                for i, line in enumerate(block):
                    pen.at(frame).line(line, x, top - PITCH * i)
                break


def _lines(pen: Pen, ink: str) -> tuple[Line, ...]:
    """The invitation in two lines, broken in the middle."""
    text = pen.words._("Press any button").split()
    half = len(text) // 2
    key = marks.sign_disc(pen.art, "key_ok", KEY, ink)
    first, second = " ".join(text[:half]), " ".join(text[half:])
    return (
        [key, 10.0, pen.art.text(first, SIZE, ink, True)],
        [pen.art.text(second, SIZE, ink, True)],
    )


def _joined(lines: tuple[Line, ...]) -> Line:
    first, second = lines
    return [*first, 7.0, *second]
