"""Running text in lines, with the signs of buttons drawn where the text names them."""

from __future__ import annotations

from typing import Final

from console.screens import marks, palette
from console.screens.art import Art, Picture
from console.screens.layout import Frame
from console.screens.stage import Pen, line_width

KEYS: Final = {"◀": "key_left", "▶": "key_right", "●": "key_ok", "✕": "key_back"}
"""The buttons as texts write them; fonts lack these signs."""
SPACE: Final = 0.28
"""Between words, in ems."""
CLOSING: Final = ",.;:!?)»”"
Line = list[Picture | float]


def lines_of(
    art: Art, text: str, size: float, room: float, colour: str = palette.TEXT, bold: bool = False
) -> list[Line]:
    """The text in lines no wider than ``room`` design pixels."""
    lines: list[Line] = []
    line: Line = []
    plain = ""
    for word in text.split():
        sign = KEYS.get(word.rstrip(CLOSING))
        piece: Line
        if sign is None:
            longer = f"{plain} {word}" if plain else word
            fits = line_width(line, art.unit) + art.text_width(longer, size, bold) <= room
            if fits:
                plain = longer
                continue
            if plain:
                line.append(art.text(plain, size, colour, bold))
            lines.append(line)
            line, plain = [], word
            continue
        if plain:
            line += [art.text(plain, size, colour, bold), SPACE * size]
            plain = ""
        piece = [marks.sign_disc(art, sign, size * 1.25, palette.TEXT)]
        tail = word[len(word.rstrip(CLOSING)) :]
        if tail:
            piece.append(art.text(tail, size, colour, bold))
        if line and line_width([*line, *piece], art.unit) > room:
            lines.append(line)
            line = []
        line += [*piece, SPACE * size]
    if plain:
        line.append(art.text(plain, size, colour, bold))
    return [*lines, line] if line else lines


def draw_prose(
    pen: Pen, frame: Frame, lines: list[Line], x: float, top: float, pitch: float
) -> float:
    """Lay lines down from ``top``, their left ends at ``x``; the y below the last."""
    for line in lines:
        pen.line(frame, line, x, top, "left")
        top -= pitch
    return top
