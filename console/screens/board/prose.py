"""Running text in lines, with the signs of buttons drawn where the text names them."""

from __future__ import annotations

from typing import Final

from console.screens import marks, palette
from console.screens.art import Art, Picture
from console.screens.layout import Frame
from console.screens.stage import Pen

KEYS: Final = {"◀": "key_left", "▶": "key_right", "●": "key_ok", "✕": "key_back"}
"""The buttons as texts write them; fonts lack these signs."""
KEY: Final = 1.25
SPACE: Final = 0.28
"""The size of a button, and the gap beside it, in ems."""
CLOSING: Final = ",.;:!?)»”"
Line = list[Picture | float]
Pieces = list[str]
"""A line as it is broken: words together in one text, each button alone with what follows it."""


def wrapped(art: Art, text: str, size: float, room: float, bold: bool = False) -> list[Pieces]:
    """The text in lines no wider than ``room`` design pixels; nothing is drawn yet."""
    lines: list[Pieces] = [[]]
    for group in _groups(text):
        whole = _width(art, _joined([], group), size, bold) <= room
        for words in [group] if whole else [[word] for word in group]:
            longer = _joined(lines[-1], words)
            if lines[-1] and _width(art, longer, size, bold) > room:
                lines.append(_joined([], words))
            else:
                lines[-1] = longer
    return lines


def _groups(text: str) -> list[list[str]]:
    """The words that stay together: a dash stays with the one before it, for no Russian line begins
    with a dash; a button stays with what it does; buttons side by side are one thing to press."""
    groups: list[list[str]] = []
    for word in text.split():
        group = groups[-1] if groups else []
        if group and (
            word == "—"
            or (_is_key(word) and group[-1] in KEYS)
            or (group[-1] == "—" and any(map(_is_key, group[-2:-1])))
        ):
            group.append(word)
        else:
            groups.append([word])
    return groups


def _joined(line: Pieces, words: list[str]) -> Pieces:
    """The line with more words at its end."""
    longer = list(line)
    for word in words:
        if longer and not (_is_key(word) or _is_key(longer[-1])):
            longer[-1] += f" {word}"
        else:
            longer.append(word)
    return longer


def lines_of(
    art: Art, text: str, size: float, room: float, colour: str = palette.TEXT, bold: bool = False
) -> list[Line]:
    """The same, drawn."""
    return [line_of(art, line, size, colour, bold) for line in wrapped(art, text, size, room, bold)]


def line_of(
    art: Art, pieces: Pieces, size: float, colour: str = palette.TEXT, bold: bool = False
) -> Line:
    """One broken line, drawn."""
    line: Line = []
    for piece in pieces:
        if line:
            line.append(SPACE * size)
        if not _is_key(piece):
            line.append(art.text(piece, size, colour, bold))
            continue
        line.append(marks.sign_disc(art, KEYS[piece[0]], size * KEY, palette.TEXT))
        if piece[1:]:
            line.append(art.text(piece[1:], size, colour, bold))
    return line


def _is_key(piece: str) -> bool:
    return piece.rstrip(CLOSING) in KEYS


def _width(art: Art, pieces: Pieces, size: float, bold: bool) -> float:
    width = SPACE * size * (len(pieces) - 1)
    for piece in pieces:
        if _is_key(piece):
            width += size * KEY + art.text_width(piece[1:], size, bold)
        else:
            width += art.text_width(piece, size, bold)
    return width


def draw_prose(
    pen: Pen, frame: Frame, lines: list[Line], x: float, top: float, pitch: float
) -> float:
    """Lay lines down from ``top``, their left ends at ``x``; the y below the last."""
    for line in lines:
        pen.line(frame, line, x, top, "left")
        top -= pitch
    return top
