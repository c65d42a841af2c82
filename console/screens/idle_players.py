"""Who does not answer: the question at their seat, the stand-in, the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Picture
from console.screens.board.prose import lines_of
from console.screens.layout import CARD_Y, STACK_X, STRIP_LENGTH, Frame, Layout
from console.screens.names import Names, seat_name
from console.screens.notices import Line, draw_words, key_line, plate
from console.screens.stage import Pen, fitted, line_width
from console.table.board.view import Target
from console.table.view import AbsenceStage, Absent

STRONG: Final = (28.0, 26.0, 22.0, 20.0, 18.0)  # below 26 for languages of longer words
QUIET: Final = (22.0, 20.0, 18.0)
PAD: Final = 18.0
LEADING: Final = 1.16
ROWS: Final = 2
"""Of each text, where it is broken."""


@dataclass(frozen=True, slots=True)
class IdlePlace:
    """Where the plate of a seat lies, in its own frame; ``aside`` at the side of its cards.

    A ``tall`` one has room for several short lines, others for two.
    """

    x: float
    y: float
    width: float
    height: float
    aside: bool = False

    @property
    def tall(self) -> bool:
        return self.height > self.width / 2

    def middle(self, layout: Layout, seat: int) -> tuple[float, float]:
        """The middle of the plate at a seat."""
        return self.x * (layout.hand(seat) if self.aside else 1), self.y


OVER_STACK: Final = IdlePlace(STACK_X - 8, CARD_Y, 176.0, 150.0, aside=True)
"""In «Хаос»: over the cards that lie face down; name, count and open pile are still seen."""
OVER_HAND: Final = IdlePlace(0.0, 31.0, STRIP_LENGTH, 62.0)
"""At a board game with hands: over the cards that lie face down."""
UNDER_NAME: Final = IdlePlace(0.0, 80.0, STRIP_LENGTH, 66.0)
"""At a board game without hands: over what its player may do."""


def draw_idle_players(
    pen: Pen,
    layout: Layout,
    words: Words,
    absent: Sequence[Absent],
    place: IdlePlace,
) -> None:
    """A plate at each seat of everybody who does not answer."""
    for one in absent:
        for seat in one.seats:
            _plate(pen, layout, words, one, seat, place)


def _plate(
    pen: Pen, layout: Layout, words: Words, absent: Absent, seat: int, place: IdlePlace
) -> None:
    """What is the matter with the seat, turned to it and in its colour."""
    frame, (x, y) = layout.frames[seat], place.middle(layout, seat)
    colour = pen.art.palette.seats[seat]
    rim = palette.AMBER if absent.stage is AbsenceStage.ASKED else colour
    pen.put(frame, plate(pen, place.width, place.height, rim), x, y)
    pen.touchable(frame, Target("here", (seat,)), x, y, place.width, place.height)
    tint = palette.mix(colour, "#FFFFFF", 0.35)
    if place.tall:
        _block(pen, frame, words, absent, (x, y, place.width - PAD), tint)
        return
    strong, quiet = _lines(pen, words, absent, seat, place.width - PAD, tint)
    pen.line(frame, strong, x, y + 15)
    pen.line(frame, quiet, x, y - 16)


def _count(pen: Pen, absent: Absent) -> list[Picture | float]:
    """The seconds that are left to answer, or to get ready."""
    if _played_for(absent.stage):
        return []
    return [pen.art.text(str(absent.seconds), 28, palette.AMBER, bold=True)]


def _played_for(stage: AbsenceStage) -> bool:
    return stage in (AbsenceStage.STAND_IN, AbsenceStage.NOBODY)


def _lines(
    pen: Pen, words: Words, absent: Absent, seat: int, room: float, tint: str
) -> tuple[Line, Line]:
    """Two lines: what is the matter with the seat, and what to do about it."""
    art = pen.art
    first, second = _said(words, absent.stage)
    shape: list[Picture | float] = [art.shape(seat, 24), 9.0]
    count = _count(pen, absent)
    if count:
        count = [12.0, *count]
    left = room - line_width([*shape, *count], art.unit)
    strong = [*shape, fitted(pen, first, STRONG, left, tint, True, most=28), *count]
    if _played_for(absent.stage):
        return strong, key_line(pen, [(("key_ok",), second)], 20)
    return strong, [fitted(pen, second, QUIET, room, palette.TEXT, True, most=24)]


def _block(
    pen: Pen,
    frame: Frame,
    words: Words,
    absent: Absent,
    place: tuple[float, float, float],
    tint: str,
) -> None:
    """The same in short lines, one below the other; ``place``: the middle, and the room."""
    x, y, room = place
    first, second = _said(words, absent.stage)
    if _played_for(absent.stage):
        second = f"● {second}"
    rows = _broken(pen, first, STRONG, room, tint)
    count = _count(pen, absent)
    if count:
        last, size = rows[-1]
        joined = [*last, 12.0, *count]
        if line_width(joined, pen.art.unit) <= room:
            rows[-1] = joined, size
        else:
            rows.append((count, 28.0))
    rows += _broken(pen, second, QUIET, room, palette.TEXT)
    y += LEADING * sum(size for _, size in rows) / 2
    for line, size in rows:
        pen.line(frame, line, x, y - LEADING * size / 2)
        y -= LEADING * size


def _broken(
    pen: Pen, text: str, sizes: Sequence[float], room: float, colour: str
) -> list[tuple[list[Picture | float], float]]:
    """Lines of bold text and their size, the greatest in which few enough hold it."""
    for size in sizes:
        lines = lines_of(pen.art, text, size, room, colour, True)
        widest = max(line_width(line, pen.art.unit) for line in lines)
        if len(lines) <= ROWS and widest <= room:
            return [(line, size) for line in lines]
    pen.art.cut.add(text)
    return [(line, sizes[-1]) for line in lines]


def _said(words: Words, stage: AbsenceStage) -> tuple[str, str]:
    """A strong line and a quiet one; for who is played for that is what ● does."""
    match stage:
        case AbsenceStage.ASKED:
            return words._("Are you there?"), words._("Press any button")
        case AbsenceStage.RETURNING:
            return words._("You are back"), words._("Get ready")
        case AbsenceStage.STAND_IN:
            return words._("A stand-in plays"), words._("come back")
        case AbsenceStage.NOBODY:
            return words._("Nobody is here"), words._("go on")


def draw_holdup(
    pen: Pen, layout: Layout, words: Words, absent: Sequence[Absent], names: Names
) -> None:
    """In the middle, what holds up the whole table: somebody comes back, or nobody is left."""
    for one in absent:
        if one.stage is AbsenceStage.RETURNING:
            seat = one.seats[0]
            who = seat_name(words, seat, names.get(seat))
            first = words.n(
                "{who} plays again in {count} second",
                "{who} plays again in {count} seconds",
                one.seconds,
            ).format(who=who, count=one.seconds)
            draw_words(pen, layout, first, "", pen.art.palette.seats[seat])
            return
    alone = next((one for one in absent if one.stage is AbsenceStage.NOBODY), None)
    if alone is not None:
        minutes, seconds = divmod(alone.seconds, 60)
        second = words._("In {time} the match is put aside. Any button goes on with it.").format(
            time=f"{minutes}:{seconds:02}"
        )
        draw_words(pen, layout, words._("Is anybody there?"), second, palette.AMBER)
