"""What stands at a seat about its guest's phone: the code, the question, a short word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from console.i18n import Words
from console.screens import marks, palette
from console.screens.board.prose import draw_prose, lines_of
from console.screens.layout import SEAT_DEPTH, STRIP_LENGTH, Band, Frame, Layout
from console.screens.notices import plate
from console.screens.stage import Pen, fitted
from console.table.board.view import Target
from console.table.view import PhoneAt, PhoneStage, View

CODE: Final = 168.0
BORDER: Final = 4
"""Empty modules around a code, as its standard wants them."""
DEEP: Final = SEAT_DEPTH - 8
ASKS: Final = 120.0
FLAT: Final = 78.0
LOW: Final = 4.0
HEIGHTS: Final = {
    PhoneStage.CODE: DEEP,
    PhoneStage.ASKED: ASKS,
    PhoneStage.BOUND: FLAT,
    PhoneStage.AWAY: FLAT,
}


def draw_phones(pen: Pen, layout: Layout, words: Words, view: View, bands: Sequence[Band]) -> None:
    """Over the strips of those seats, which lie behind as they are; beside messages' bands."""
    for at in view.phones:
        frame = _beside(layout.frames[at.seat], HEIGHTS[at.stage], bands)
        match at.stage:
            case PhoneStage.CODE:
                _code(pen, frame, words, at)
            case PhoneStage.ASKED:
                _asks(pen, frame, words, at)
            case PhoneStage.BOUND:
                _tells(pen, frame, at, words._("Your cards are on your phone"))
            case PhoneStage.AWAY:
                _tells(pen, frame, at, words._("Your phone is away. As ever: hold ● to look"))


def _beside(frame: Frame, height: float, bands: Sequence[Band]) -> Frame:
    """The seat's frame, moved inwards by a band that lies along its edge."""
    there = frame.rect(0, height / 2 + LOW, STRIP_LENGTH, height)
    for band in bands:
        if there.colliderect(band.rect):
            x_px, y_px = frame.place(0, band.height + LOW)
            return replace(frame, x_px=x_px, y_px=y_px)
    return frame


def _panel(pen: Pen, frame: Frame, at: PhoneAt, height: float) -> None:
    colour = pen.art.palette.seats[at.seat]
    pen.put(frame, plate(pen, STRIP_LENGTH, height, colour), 0, height / 2 + LOW)


def _touch(pen: Pen, frame: Frame, at: PhoneAt, yes: bool, x: float, width: float) -> None:
    target = Target("phone", (at.seat, int(yes)))
    pen.touchable(frame, target, x, 36 + LOW, width, 60)


def _code(pen: Pen, frame: Frame, words: Words, at: PhoneAt) -> None:
    _panel(pen, frame, at, DEEP)
    left = -STRIP_LENGTH / 2 + 16
    code = pen.art.keep(("phone code", at.url), lambda: _modules(at.url, pen.art.px(CODE)))
    pen.put(frame, code, left, DEEP / 2 + LOW, "left")
    x, room = left + CODE + 12, STRIP_LENGTH - CODE - 38
    lines = lines_of(pen.art, words._("Scan it and hold your cards in your hand"), 21, room)
    draw_prose(pen, frame, lines, x, DEEP - 26, 26)
    away = fitted(pen, words._("not now"), (20, 18), room - 40, palette.QUIET)
    pen.line(
        frame, [marks.sign_disc(pen.art, "key_back", 28, palette.TEXT), 8.0, away], x, 34, "left"
    )
    _touch(pen, frame, at, False, x + room / 2, room)


def _modules(url: str, size: int) -> pygame.Surface:
    """The code, dark on white, in whole pixels."""
    import segno  # of the extra `phones`: without it no code is ever asked for

    matrix = segno.make(url, error="m", micro=False).matrix
    count = len(matrix) + 2 * BORDER
    step = max(1, size // count)
    small = pygame.Surface((count, count))
    small.fill("#FFFFFF")
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            if dark:
                small.set_at((x + BORDER, y + BORDER), palette.INK)
    return pygame.transform.scale(small, (step * count, step * count))


def _asks(pen: Pen, frame: Frame, words: Words, at: PhoneAt) -> None:
    _panel(pen, frame, at, ASKS)
    room = STRIP_LENGTH - 32
    first = fitted(pen, words._("Is this your phone?"), (26, 24, 22), room, palette.TEXT, True)
    second = words._("It will show your cards")
    pen.put(frame, first, 0, ASKS - 24)
    pen.put(frame, fitted(pen, second, (20, 18), room, palette.QUIET), 0, ASKS - 54)
    for yes, sign, text, x in (
        (True, "key_ok", words._("let it in"), -room / 4),
        (False, "key_back", words._("not mine"), room / 4),
    ):
        shown = fitted(pen, text, (20, 18), room / 2 - 44, palette.TEXT)
        key = marks.sign_disc(pen.art, sign, 30, palette.TEXT)
        pen.line(frame, [key, 8.0, shown], x, 36)
        _touch(pen, frame, at, yes, x, room / 2)


def _tells(pen: Pen, frame: Frame, at: PhoneAt, text: str) -> None:
    _panel(pen, frame, at, FLAT)
    lines = lines_of(pen.art, text, 21, STRIP_LENGTH - 36)
    for n, line in enumerate(lines):
        pen.line(frame, line, 0, FLAT / 2 + LOW + 13 * (len(lines) - 1) - 26 * n)
