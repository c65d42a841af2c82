"""The rules of a game, page by page, in large type beside a picture, turned to who asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Art, Picture, round_rect
from console.screens.board.diagrams import SIDE, draw_picture
from console.screens.board.pages import RulesPage, load_rules
from console.screens.layout import Layout
from console.screens.names import game_name
from console.screens.prose import Pieces, line_of, wrapped
from console.screens.stage import Line, Pen, fitted, line_width
from console.table.view import RulesView, Target, TargetKind

SIZES: Final = (30.0, 28.0, 26.0, 24.0)
LEADING: Final = 1.3
BETWEEN: Final = 0.62
"""Between paragraphs, in ems."""
MARGIN: Final = 40.0
INDENT: Final = 26.0
HEAD: Final = 116.0
FOOT: Final = 74.0
KEY: Final = 40.0
SHORT: Final = 800.0
LONG: Final = 1280.0


@dataclass(frozen=True, slots=True)
class RulesSheet:
    """Where things lie on a page, in the reader's own frame: x of the left edge, the text's width
    and its upper and lower end, the middle of the picture."""

    left: float
    width: float
    top: float
    bottom: float
    picture: tuple[float, float]


def sheet(quarter: int) -> RulesSheet:
    """Text beside the picture for a long side of the table, above it for a short one."""
    if quarter % 2:
        half, low = SHORT / 2 - MARGIN, -LONG / 2
        picture = low + FOOT + SIDE / 2 + 8
        return RulesSheet(-half, 2 * half, LONG / 2 - HEAD, picture + SIDE / 2 + 16, (0.0, picture))
    half, high = LONG / 2 - MARGIN, SHORT / 2
    width = 2 * half - SIDE - 36
    return RulesSheet(
        -half, width, high - HEAD, FOOT - high, (half - SIDE / 2, high - HEAD - SIDE / 2)
    )


def draw_rules(pen: Pen, layout: Layout, view: RulesView) -> Iterator[None]:
    """One page, turned to its reader, in slices. Raises PageError when its file is damaged."""
    pages = load_rules(view.game).page
    number = view.page % len(pages)
    page = pages[number]
    quarter = 0 if view.seat is None else layout.frames[view.seat].quarter
    frame, places = layout.reader(quarter), sheet(quarter)
    pen = pen.at(frame)
    colour = palette.AMBER if view.seat is None else pen.art.palette.seats[view.seat]
    _head(pen, game=view.game, page=page, places=places, colour=colour)
    yield
    yield from _text(pen, page, places, colour)
    x, y = places.picture
    pen.put(_plate(pen.art), x, y)
    yield
    yield from draw_picture(pen, game=view.game, parts=page.picture, x=x, y=y)
    _foot(pen, number=number, count=len(pages), places=places, colour=colour)


def _head(pen: Pen, game: str, page: RulesPage, places: RulesSheet, colour: str) -> None:
    tint = palette.mix(colour, "#FFFFFF", 0.3)
    name = pen.art.text(game_name(pen.words, game), 24, tint, True)
    pen.put(name, places.left, places.top + HEAD - 34, "left")
    title = fitted(
        pen,
        pen.words._(page.title),
        (44, 40, 36, 32),
        2 * abs(places.left),
        palette.TEXT,
        True,
        most=46,
    )
    pen.put(title, places.left, places.top + HEAD - 76, "left")


@dataclass(frozen=True, slots=True)
class HouseRule:
    """Paragraphs broken into lines for one size; ``height`` of them all."""

    size: float
    paragraphs: tuple[list[Pieces], ...]
    height: float


def set_text(art: Art, words: Words, page: RulesPage, places: RulesSheet) -> HouseRule:
    """The page's text in the largest size that fits, or in the smallest."""
    for size in SIZES:
        room = places.width - INDENT
        paragraphs = tuple(wrapped(art, words._(text), size, room) for text in page.text)
        lines = sum(map(len, paragraphs))
        height = size * (LEADING * lines + BETWEEN * (len(paragraphs) - 1))
        if height <= places.top - places.bottom:
            break
    return HouseRule(size, paragraphs, height)


def _text(pen: Pen, page: RulesPage, places: RulesSheet, colour: str) -> Iterator[None]:
    setting = set_text(pen.art, pen.words, page, places)
    yield
    pitch = LEADING * setting.size
    y = places.top - pitch / 2
    dot = pen.art.sign("circle", 9, colour)
    for paragraph in setting.paragraphs:
        pen.put(dot, places.left + 6, y)
        for pieces in paragraph:
            line = line_of(pen.art, pieces, setting.size)
            pen.line(line, places.left + INDENT, y, "left")
            y -= pitch
        y -= BETWEEN * setting.size
        yield


def _plate(art: Art) -> Picture:
    """What a picture lies on."""
    fill, rim = ("#000000", 0.22), (palette.FAINT, 1.5, 0.4)
    body = round_rect(SIDE - 2, SIDE - 2, 28, fill=fill, rim=rim)
    return art.svg("page plate", SIDE, SIDE, body)


def _foot(pen: Pen, number: int, count: int, places: RulesSheet, colour: str) -> None:
    """How to turn and to close, and which page it is. Touch: the sides turn, ✕ closes."""
    art = pen.art
    half = abs(places.left)
    y = min(places.bottom, places.picture[1] - SIDE / 2) - FOOT / 2
    high = places.top + HEAD - y
    for side in (-1, 1):
        pen.touchable(Target(TargetKind.PAGE, (side,)), side * half / 2, y + high / 2, half, high)
    keys: Line = []
    for sign in ("key_left", "key_right"):
        keys += [marks.sign_disc(art, sign, KEY, palette.TEXT), 6.0]
    dots = 26 if half > SHORT / 2 else 18
    room = half - dots / 2 * count - line_width(keys, art.unit) - 16
    keys += [4.0, fitted(pen, pen.words._("turn the page"), (22, 20, 18), room, palette.QUIET)]
    pen.line(keys, -half, y, "left")
    close: Line = [
        marks.sign_disc(art, "key_back", KEY, palette.TEXT),
        10.0,
        fitted(pen, pen.words._("close"), (22,), half / 2, palette.QUIET),
    ]
    width = pen.line(close, half, y, "right")
    pen.touchable(Target(TargetKind.PAGE, (0,)), half - width / 2, y, width + 30, 60)
    for i in range(count):
        size, tint = (16, colour) if i == number else (10, palette.FAINT)
        pen.put(art.sign("circle", size, tint), (i - (count - 1) / 2) * dots, y)
