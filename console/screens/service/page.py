"""What every drawing of the service menu shares: the page's room, its signs, its wrapped text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from console.screens import marks, palette
from console.screens.art import Picture, round_rect
from console.screens.layout import Layout
from console.screens.prose import lines_of
from console.screens.stage import Line, Pen, fitted, grown
from console.service.menu.view import MenuLevel, ServiceLine
from console.table.view import Target, TargetKind
from drivers.events import Button

MARGIN: Final = 40.0
HEAD: Final = 112.0
FOOT: Final = 64.0
FOOT_ROW: Final = 44.0
"""A short side has two rows of keys."""
NOTE: Final = 46.0
SMALL: Final = 20.0
LEADING: Final = 1.32
DENSE: Final = 1.15
"""Lines that are closer than this are not read."""
KEYS: Final = {
    Button.LEFT: "key_left",
    Button.RIGHT: "key_right",
    Button.OK: "key_ok",
    Button.BACK: "key_back",
}
CHECK: Final = (
    '<path d="M-9 1 L -3 8 L 10 -8" fill="none" stroke="{}" stroke-width="3.4"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
)


@dataclass(frozen=True, slots=True)
class PageRoom:
    """Where a body may draw, in its reader's frame: x from ``-half`` to ``half``, y from ``top``
    down to ``bottom``. ``wide`` for a long side of the table."""

    half: float
    top: float
    bottom: float
    colour: str
    wide: bool

    @property
    def width(self) -> float:
        return 2 * self.half

    @property
    def height(self) -> float:
        return self.top - self.bottom


def room_of(pen: Pen, layout: Layout, seat: int) -> PageRoom:
    """The whole table but for head, note and foot, turned to ``seat``."""
    quarter = layout.frames[seat].quarter
    width, height = layout.size[0] / layout.unit, layout.size[1] / layout.unit
    if quarter % 2:
        width, height = height, width
    half = min(width / 2 - MARGIN, 680.0)
    foot = FOOT + NOTE + (FOOT_ROW if quarter % 2 else 0.0)
    return PageRoom(
        half, height / 2 - HEAD, foot - height / 2, pen.art.palette.seats[seat], quarter % 2 == 0
    )


def level_colour(pen: Pen, level: MenuLevel) -> str:
    """The colour of a line."""
    return {
        MenuLevel.PLAIN: palette.TEXT,
        MenuLevel.OK: "#9BE5A0",
        MenuLevel.WARNING: palette.AMBER,
        MenuLevel.FAILURE: pen.art.palette.alarm,
    }[level]


def level_sign(pen: Pen, level: MenuLevel) -> Picture:
    """Its sign: a dot, a tick, a triangle, a cross; no colour alone."""
    colour = level_colour(pen, level)
    if level is MenuLevel.OK:
        return pen.art.svg("service ok", 24, 24, CHECK.format(colour))
    name, size = {
        MenuLevel.PLAIN: ("circle", 9.0),
        MenuLevel.WARNING: ("triangle", 20.0),
        MenuLevel.FAILURE: ("key_back", 22.0),
    }[level]
    return pen.art.sign(name, size, palette.QUIET if level is MenuLevel.PLAIN else colour)


def broken(
    pen: Pen, text: str, size: float, room: float, colour: str, bold: bool = False
) -> list[Line]:
    """The text in lines; words that are longer than a line, as paths are, go on in the next."""
    words = [part for word in text.split() for part in _parts(pen, word, size, room, bold)]
    return lines_of(pen.art, " ".join(words), size, room, colour, bold)


def _parts(pen: Pen, word: str, size: float, room: float, bold: bool) -> Iterator[str]:
    while pen.art.text_width(word, size, bold) > room:
        fits = (n for n in range(len(word), 1, -1) if pen.art.text_width(word[:n], size) <= room)
        end = next(fits, 1)
        yield word[:end]
        word = word[end:]
    if word:
        yield word


def paragraph(pen: Pen, lines: list[Line], x: float, y: float, size: float) -> float:
    """Lines from ``y`` (the upper edge) downwards; the y below them."""
    pitch = LEADING * size
    for line in lines:
        pen.line(line, x, y - pitch / 2, "left")
        y -= pitch
    return y


def prose(
    pen: Pen,
    text: str,
    size: float,
    place: tuple[float, float, float],
    colour: str,
    bold: bool = False,
) -> float:
    """Wrapped text; ``place`` is its left end, its upper edge and its room. The y below it."""
    x, y, room = place
    lines = broken(pen, text, size, room, colour, bold)
    return paragraph(pen, lines, x, y, size)


def said(
    pen: Pen,
    line: ServiceLine,
    at: tuple[float, float],
    room: tuple[float, float],
    sizes: Sequence[float],
) -> None:
    """A line with its sign, in as many lines as the room's height has place for; cut is only what
    fits in no size. ``at``: its left end, its middle."""
    (x, y), (width, height) = at, room
    width -= 34
    plain = line.level is MenuLevel.PLAIN
    colour = palette.QUIET if plain else level_colour(pen, line.level)
    pen.put(level_sign(pen, line.level), x + 12, y)
    for size in grown(pen.art, sizes):
        lines = broken(pen, line.text, size, width, colour)
        pitch = min(LEADING * size, height / len(lines))
        if pitch >= DENSE * size:
            for n, words in enumerate(lines):
                pen.line(words, x + 30, y + pitch * ((len(lines) - 1) / 2 - n), "left")
            return
    pen.put(fitted(pen, line.text, sizes[-1:], width, colour), x + 30, y, "left")


def key_disc(pen: Pen, button: Button, size: float, colour: str = palette.TEXT) -> Picture:
    """A seat's button."""
    return marks.sign_disc(pen.art, KEYS[button], size, colour)


def more_marks(
    pen: Pen, room: PageRoom, above: bool, below: bool
) -> Iterator[tuple[Picture, float]]:
    """Arrows where something goes on beyond the edges, each with its y."""
    arrow = (
        '<path d="M-10 {} L 0 {} L 10 {}" fill="none"'
        f' stroke="{palette.QUIET}" stroke-width="2.6"/>'
    )
    if above:
        yield pen.art.svg("service up", 26, 14, arrow.format(4, -4, 4)), room.top + 9
    if below:
        yield pen.art.svg("service down", 26, 14, arrow.format(-4, 4, -4)), room.bottom - 7


def draw_answers(
    pen: Pen, room: PageRoom, y: float, answers: tuple[str, str], *, yes: bool
) -> None:
    """No and yes side by side; ``yes``: which is chosen."""
    for n, text in enumerate(answers):
        x, chosen = (n - 0.5) * 260, bool(n) is yes
        fill = (room.colour, 0.28) if chosen else (palette.PANEL, 1.0)
        rim = (room.colour, 3.0, 1.0) if chosen else (palette.FAINT, 1.5, 1.0)
        box = round_rect(216, 76, 22, fill=fill, rim=rim)
        picture = pen.art.svg(("answer", chosen, room.colour), 220, 80, box)
        pen.put(picture, x, y)
        ink = palette.TEXT if chosen else palette.QUIET
        words = fitted(pen, text, (30, 26, 22), 180, ink, chosen, most=30)
        pen.put(words, x, y)
        pen.touchable(Target(TargetKind.ROW, (n,)), x, y, 220, 80)


def progress_bar(pen: Pen, width: float, share: float, colour: str) -> Picture:
    """How much of something is done, in hundredths."""
    steps = round(100 * share)
    body = round_rect(width, 18, 9, fill=("#000000", 0.35), rim=(palette.FAINT, 1, 1))
    if steps:
        body += (
            f'<rect x="{-width / 2}" y="-9" width="{max(18.0, width * steps / 100)}" height="18"'
            f' rx="9" fill="{colour}"/>'
        )
    return pen.art.svg(("progress", width, steps, colour), width + 4, 22, body)
