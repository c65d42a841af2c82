"""The pictures of the rules pages, made of the games' own cards and pieces."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, ceil, cos, floor, pi, sin
from typing import Final

from console.screens import marks, palette
from console.screens.art import Art, Picture, round_rect
from console.screens.board.pages import (
    Arrow,
    Back,
    Card,
    Cells,
    KeyRow,
    PageError,
    Part,
    PictureLabel,
    RoundedBox,
    Sign,
    colour_of,
)
from console.screens.board.registry import PICTURES
from console.screens.prose import wrapped
from console.screens.stage import Pen, Sprite, fitted

SIDE: Final = 520.0
"""Of the square that a picture has."""
HEAD: Final = 13.0
LEAST: Final = 18.0
SPREAD: Final = 0.45 * pi / 2
OUT: Final = "#"
GAP: Final = "."


def draw_picture(
    pen: Pen, game: str, parts: tuple[Part, ...], x: float, y: float, side: float = SIDE
) -> Iterator[None]:
    """The parts, one on the other, in slices; the middle of all comes to (x, y), and
    nothing that is written is wider than ``side``.

    Raises PageError for a card that the game does not have.
    """
    inner = Pen(pen.art, pen.words)
    for part in parts:
        _draw_part(inner.at(pen.frame), game=game, part=part, x=x, y=y, side=side)
        yield
    if inner.sprites:
        rects = [sprite.rect for sprite in inner.sprites]
        middle, (px, py) = rects[0].unionall(rects), pen.frame.place(x, y)
        dx, dy = round(px - middle.centerx), round(py - middle.centery)
        pen.sprites += [Sprite(s.picture, s.x + dx, s.y + dy) for s in inner.sprites]


def _draw_part(pen: Pen, game: str, part: Part, x: float, y: float, side: float) -> None:
    match part:
        case Card(face, (px, py), size, dim):
            pen.put(card_face(pen.art, game, face, size, dim=dim), x + px, y + py)
        case Back((px, py), size):
            pen.put(PICTURES[game].back(pen.art, size), x + px, y + py)
        case Sign(name, (px, py), size, colour):
            pen.put(pen.art.sign(name, size, colour_of(colour, pen.art.palette)), x + px, y + py)
        case KeyRow(name, (px, py), size):
            key = marks.sign_disc(pen.art, f"key_{name}", size, palette.TEXT)
            pen.put(key, x + px, y + py)
        case PictureLabel(text, (px, py), size, colour, bold):
            _label(
                pen,
                pen.words._(text),
                size=size,
                colour=colour_of(colour, pen.art.palette),
                bold=bold,
                at=(x + px, y + py),
                room=side - 2 * abs(px),
            )
        case Arrow(start, end, colour):
            _arrow(pen, start, end=end, colour=colour_of(colour, pen.art.palette), x=x, y=y)
        case RoundedBox((px, py), width, height, colour):
            pen.put(
                _box(pen.art, width, height, colour_of(colour, pen.art.palette)), x + px, y + py
            )
        case Cells(rows, (px, py), pitch):
            _cells(pen, game, rows=rows, pitch=pitch, x=x + px, y=y + py)


def _label(
    pen: Pen, text: str, size: float, colour: str, bold: bool, at: tuple[float, float], room: float
) -> None:
    """One line as large as it fits, or two."""
    sizes = (size, 20.0, LEAST)
    lines = [text]
    if pen.art.text_width(text, LEAST, bold) > room:
        lines = [" ".join(pieces) for pieces in wrapped(pen.art, text, LEAST, room, bold)]
    y = at[1] + 0.6 * LEAST * (len(lines) - 1)
    for line in lines:
        pen.put(fitted(pen, line, sizes, room, colour, bold, most=size), at[0], y)
        y -= 1.2 * LEAST


def card_face(art: Art, game: str, face: str, size: float, *, dim: bool = False) -> Picture:
    """A card or piece of a game. Raises PageError when there is none of that name."""
    try:
        return PICTURES[game].face(art, face, size, dim=dim)
    except LookupError as error:
        raise PageError(
            "{game} has no card {face!r}: mend the pages of its rules", game=game, face=face
        ) from error


def _arrow(
    pen: Pen, start: tuple[float, float], end: tuple[float, float], colour: str, x: float, y: float
) -> None:
    """A line and its head, no larger a picture than it needs."""
    (ax, ay), (bx, by) = start, end
    angle = atan2(by - ay, bx - ax)
    wings = "".join(
        f"M{bx - HEAD * cos(angle + turn):.1f} {-(by - HEAD * sin(angle + turn)):.1f} L {bx} {-by} "
        for turn in (SPREAD, -SPREAD)
    )
    left, right = floor(min(ax, bx)) - HEAD, ceil(max(ax, bx)) + HEAD
    low, high = floor(min(ay, by)) - HEAD, ceil(max(ay, by)) + HEAD
    mx, my = (left + right) / 2, (low + high) / 2
    body = (
        f'<path transform="translate({-mx} {my})" d="M{ax} {-ay} L {bx} {-by} {wings}" fill="none"'
        f' stroke="{colour}" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    picture = pen.art.svg(("page arrow", start, end, colour), right - left, high - low, body)
    pen.put(picture, x + mx, y + my)


def _box(art: Art, width: float, height: float, colour: str) -> Picture:
    body = round_rect(width - 4, height - 4, 16, fill=(colour, 0.07), rim=(colour, 2.5, 1))
    return art.svg(("page box", width, height, colour), width, height, body)


def _cells(pen: Pen, game: str, rows: tuple[str, ...], pitch: float, x: float, y: float) -> None:
    """A board of square cells with its pieces."""
    cell = _cell(pen.art, pitch)
    for row, line in enumerate(rows):
        for column, piece in enumerate(line):
            cx = x + (column - (len(line) - 1) / 2) * pitch
            cy = y - (row - (len(rows) - 1) / 2) * pitch
            if piece == OUT:
                continue
            pen.put(cell, cx, cy)
            if piece != GAP:
                pen.put(card_face(pen.art, game, piece, 0.88 * pitch), cx, cy)


def _cell(art: Art, pitch: float) -> Picture:
    half = pitch / 2 - 1.5
    body = (
        f'<rect x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}" rx="9"'
        f' fill="{palette.INK}" stroke="{palette.FAINT}" stroke-opacity="0.6"'
        ' stroke-width="1.5"/>'
    )
    return art.svg(("page cell", pitch), pitch, pitch, body)
