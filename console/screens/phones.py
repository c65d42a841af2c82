"""What stands at a seat about its guest's phone: the code, the question, a short word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Picture
from console.screens.board.facing import SeatPlace, facing_of
from console.screens.board.registry import SCREENS
from console.screens.board.strips import head_height
from console.screens.layout import SEAT_DEPTH, STRIP_LENGTH, Band, Box, Frame, Layout, box
from console.screens.notices import plate
from console.screens.prose import draw_prose, lines_of
from console.screens.stage import Line, Pen, fitted
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.view import PhoneAt, PhoneStage, Target, TargetKind, View

BORDER: Final = 4
"""Empty modules around a code, as its standard wants them."""
DEEP: Final = SEAT_DEPTH - 8
ASKS: Final = 120.0
FLAT: Final = 78.0
LOW: Final = 4.0
PAD: Final = 12.0
HEIGHTS: Final = {
    PhoneStage.CODE: DEEP,
    PhoneStage.ASKED: ASKS,
    PhoneStage.BOUND: FLAT,
    PhoneStage.AWAY: FLAT,
}
"""What is but told."""
UPRIGHT: Final = 248.0
"""What a code takes with its words below it."""
LEAST_CODE: Final = 96.0
"""Lower, a code could not be read."""
NARROW: Final = 240.0
"""In less, the answers to a question stand one above the other."""
TRAY: Final = (220.0, 140.0)
"""A hand that takes so much across and up gives its place to a code or a question."""
NOTE: Final = (180.0, 58.0)
"""And one that takes so much, to a short word."""
WIDEST: Final = 400.0
TEXT: Final = 21.0
PITCH: Final = 25.0
KEY_ROW: Final = 32.0
BESIDE: Final = 130.0
"""With so much room left of a square code, its words stand beside it, else below."""


def draw_phones(pen: Pen, layout: Layout, view: View, bands: Sequence[Band]) -> None:
    """Over the strips of those seats, which lie behind as they are; beside messages' bands. At a
    board game names and scores stay free. «Хаос» has no hand of which a word would be true."""
    for at in () if view.phones is None else view.phones.at:
        if isinstance(view, PlayView) and not at.stage.asks:
            continue
        frame, there, hand = _spot(pen, layout, view, at, bands)
        match at.stage:
            case PhoneStage.CODE if hand is not None:
                _code_and_words(pen.at(frame), there, hand, at)
            case PhoneStage.CODE:
                _code(pen.at(frame), there, at)
            case PhoneStage.ASKED:
                _asks(pen.at(frame), there, at)
            case PhoneStage.BOUND:
                _draw_text(pen.at(frame), there, at, pen.words._("Your cards are on your phone"))
            case PhoneStage.AWAY:
                away = pen.words._("Your phone is away. As ever: hold ● to look")
                _draw_text(pen.at(frame), there, at, away)


def _spot(
    pen: Pen, layout: Layout, view: View, at: PhoneAt, bands: Sequence[Band]
) -> tuple[Frame, Box, Box | None]:
    """Where it stands, in the frame of whose it is; and the hand, if a code's words lie over it."""
    if isinstance(view, BoardView) and at.seat in view.names:
        places = SCREENS[view.game].places(facing_of(layout, view, pen.art.large))
        place = places[at.seat]
        hand = place.cards if parts(place, at.stage) else None
        return place.frame, beside_head(place, at.stage), hand
    height = HEIGHTS[at.stage]
    frame = _beside(layout.frames[at.seat], height, bands)
    return frame, Box(0, height / 2 + LOW, STRIP_LENGTH, height), None


def parts(place: SeatPlace, stage: PhoneStage) -> bool:
    """Does a code lie over what may be done and its words over the hand? In a low corner it would
    else reach over the deck or the board."""
    hand, free = place.cards, _free(place).height
    if stage is not PhoneStage.CODE or hand is None or _over(hand, TRAY):
        return False
    return _over(hand, NOTE) and LEAST_CODE <= free < UPRIGHT


def _free(place: SeatPlace) -> Box:
    """What the seat's own corner has over name and score."""
    words, own = place.words, place.own
    high = own.high if own is not None and own.x == words.x else words.high
    low = words.low + head_height(words, place.head)
    return box(words.left, low, words.right, max(high, words.high))


def _over(hand: Box, least: tuple[float, float]) -> bool:
    return hand.width >= least[0] and hand.height >= least[1]


def beside_head(place: SeatPlace, stage: PhoneStage) -> Box:
    """Over the hand, which lies face down, where that is large enough, as it is for a short word;
    else over what may be done, and as far beyond as it needs."""
    tray, words = place.cards, place.words
    asks = stage.asks
    if tray is not None and _over(tray, TRAY if asks else NOTE):
        most = FLAT if tray.width >= NARROW else 2 * FLAT
        high = tray.height if asks else min(tray.height, most)
        return Box(tray.x, tray.y, min(tray.width, WIDEST), high)
    if parts(place, stage):
        return _free(place)
    low, height = _free(place).low, HEIGHTS[stage]
    if stage is PhoneStage.CODE and words.width < STRIP_LENGTH - PAD:
        height = UPRIGHT
    return box(words.left, low, words.right, low + height)


def _beside(frame: Frame, height: float, bands: Sequence[Band]) -> Frame:
    """The seat's frame, moved inwards by a band that lies along its edge."""
    there = frame.rect(0, height / 2 + LOW, STRIP_LENGTH, height)
    for band in bands:
        if there.colliderect(band.rect):
            x_px, y_px = frame.place(0, band.height + LOW)
            return replace(frame, x_px=x_px, y_px=y_px)
    return frame


def _panel(pen: Pen, there: Box, at: PhoneAt) -> None:
    colour, art = pen.art.palette.seats[at.seat], pen.art
    upright = there.width < there.height
    wide, high = max(there.width, there.height), min(there.width, there.height)
    ground = plate(pen, wide, high, colour)
    pen.put(art.turned(ground, 1) if upright else ground, there.x, there.y)


def _touch(pen: Pen, at: PhoneAt, yes: bool, there: Box) -> None:
    target = Target(TargetKind.PHONE, (at.seat, int(yes)))
    pen.touchable(target, there.x, there.y, there.width, there.height)


def _code(pen: Pen, there: Box, at: PhoneAt) -> None:
    """The code and what it is for, side by side or one above the other; after a while, what to try.
    A touch puts it away, as ✕ does unless that takes back something of the game."""
    _panel(pen, there, at)
    text = _code_words(pen.words, at)
    inside, key = there.inner(PAD), KEY_ROW if at.own_back else 0.0
    side = min(inside.height, inside.width)
    beside = inside.width - side >= BESIDE
    if beside:
        room = box(inside.left + side + PAD, inside.low, inside.right, inside.high)
        lines = lines_of(pen.art, text, TEXT, room.width)
    else:
        lines = lines_of(pen.art, text, TEXT, inside.width)
        side = min(side, inside.height - PITCH * len(lines) - key - 4)
        room = inside.below(inside.height - side - 4)
    code = _code_picture(pen, at, side)
    x = inside.left if beside else inside.x - code.width / pen.art.unit / 2
    pen.put(code, x, inside.high - side / 2, "left")
    draw_prose(pen, lines, room.left, room.high - PITCH / 2, PITCH)
    if at.own_back:
        away = fitted(pen, pen.words._("not now"), (20, 18), room.width - 40, palette.QUIET)
        line: Line = [marks.sign_disc(pen.art, "key_back", 28, palette.TEXT), 8.0, away]
        pen.line(line, room.left, room.low + 14, "left")
    _touch(pen, at, False, room)


def _code_and_words(pen: Pen, there: Box, hand: Box, at: PhoneAt) -> None:
    """The same in two: the code with ✕ beside it, the words over the hand, which lies face down."""
    _panel(pen, there, at)
    _panel(pen, hand, at)
    inside = there.inner(PAD)
    code = _code_picture(pen, at, min(there.height - PAD, inside.width - LEAST_CODE))
    wide = code.width / pen.art.unit
    room = box(inside.left + wide, inside.low, inside.right, inside.high)
    x = inside.left if at.own_back else inside.x - wide / 2
    pen.put(code, x, inside.y, "left")
    if at.own_back:
        away = fitted(pen, pen.words._("not now"), (20, 18), room.width - PAD, palette.QUIET)
        sign = marks.sign_disc(pen.art, "key_back", 28, palette.TEXT)
        pen.put(sign, room.x, room.y + 18)
        pen.put(away, room.x, room.y - 16)
    text, lines = _code_words(pen.words, at), []
    for size, pitch in ((TEXT, PITCH), (18.0, 20.0)):
        lines = lines_of(pen.art, text, size, hand.width - 2 * PAD)
        if pitch * len(lines) <= hand.height:
            break
    draw_prose(pen, lines, hand.left + PAD, hand.y + pitch * (len(lines) - 1) / 2, pitch)
    _touch(pen, at, False, there)


def _code_words(words: Words, at: PhoneAt) -> str:
    if at.late:
        return words._("Nothing opens? The phone must be in the table's Wi-Fi, a VPN off")
    return words._("Scan: your cards on your phone")


def _code_picture(pen: Pen, at: PhoneAt, side: float) -> Picture:
    return pen.art.keep(("phone code", at.url, side), lambda: _modules(at.url, pen.art.px(side)))


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


def _asks(pen: Pen, there: Box, at: PhoneAt) -> None:
    """● lets it in, ✕ does not; so do touches."""
    words = pen.words
    _panel(pen, there, at)
    inside, narrow = there.inner(PAD / 2), there.width < NARROW
    title = words._("{sign} on your phone?").format(sign=at.sign)
    more = words._("It will show your cards")
    first = fitted(pen, title, (26, 24, 22, 20, 18), inside.width, palette.TEXT, True)
    middle = there.y + KEY_ROW / 2
    pen.put(first, there.x, middle + 16)
    if not narrow:
        second = fitted(pen, more, (20, 18), inside.width, palette.QUIET)
        pen.put(second, there.x, middle - 14)
    half, top = inside.width / 2, middle - KEY_ROW - (0 if narrow else 16)
    spots = (
        (
            Box(there.x, top, inside.width, KEY_ROW),
            Box(there.x, top - KEY_ROW, inside.width, KEY_ROW),
        )
        if narrow
        else (
            Box(inside.left + half / 2, top, half, KEY_ROW),
            Box(inside.right - half / 2, top, half, KEY_ROW),
        )
    )
    answers = ((True, "key_ok", words._("let it in")), (False, "key_back", words._("not mine")))
    for (yes, sign, text), spot in zip(answers, spots, strict=True):
        shown = fitted(pen, text, (20, 18), spot.width - 38, palette.TEXT)
        key = marks.sign_disc(pen.art, sign, 30, palette.TEXT)
        pen.line([key, 8.0, shown], spot.x, spot.y)
        _touch(pen, at, yes, spot)


def _draw_text(pen: Pen, there: Box, at: PhoneAt, text: str) -> None:
    _panel(pen, there, at)
    lines = lines_of(pen.art, text, TEXT, there.width - 36)
    for n, line in enumerate(lines):
        pen.line(line, there.x, there.y + PITCH * ((len(lines) - 1) / 2 - n))
