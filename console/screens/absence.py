"""Who does not answer: the question at their seat, the stand-in, the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Picture
from console.screens.layout import STRIP_LENGTH, Frame, Layout
from console.screens.notices import Line, draw_words, key_line, plate
from console.screens.stage import Pen, fitted, line_width
from console.screens.texts import Names, seat_name
from console.table.board.view import Target
from console.table.view import Absent, Stage

STRONG: Final = (28.0, 26.0, 22.0, 20.0, 18.0)  # below 26 for languages of longer words
QUIET: Final = (22.0, 20.0, 18.0)
PAD: Final = 18.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where the plate of a seat lies, in its own frame."""

    x: float
    y: float
    width: float
    height: float


BESIDE_COUNT: Final = Place(-36.0, 37.0, 300.0, 72.0)
"""In «Хаос»: over the name, so that the count and both cards are still seen."""
OVER_HAND: Final = Place(0.0, 32.0, STRIP_LENGTH, 64.0)
"""At a board game with hands: over the cards that lie face down."""
UNDER_NAME: Final = Place(0.0, 80.0, STRIP_LENGTH, 66.0)
"""At a board game without hands: over what its player may do."""


def draw_absences(
    pen: Pen,
    layout: Layout,
    words: Words,
    absent: Sequence[Absent],
    names: Names,
    place: Place,
) -> None:
    """A plate at each seat of everybody who does not answer; what all should know in the middle."""
    for one in absent:
        for seat in one.seats:
            _plate(pen, layout.frames[seat], words, one, seat, place)
    _notice(pen, layout, words, absent, names)


def _plate(pen: Pen, frame: Frame, words: Words, absent: Absent, seat: int, place: Place) -> None:
    """Two lines, turned to the seat, with its shape and in its colour."""
    colour = pen.art.palette.seats[seat]
    asked = absent.stage is Stage.ASKED
    rim = palette.AMBER if asked else colour
    pen.put(frame, plate(pen, place.width, place.height, rim), place.x, place.y)
    pen.touchable(frame, Target("here", (seat,)), place.x, place.y, place.width, place.height)
    strong, quiet = _lines(pen, words, absent, seat, place.width - PAD)
    pen.line(frame, strong, place.x, place.y + 15)
    pen.line(frame, quiet, place.x, place.y - 16)


def _lines(pen: Pen, words: Words, absent: Absent, seat: int, room: float) -> tuple[Line, Line]:
    """What is the matter with the seat, and what to do about it."""
    art, stage = pen.art, absent.stage
    first, second = _said(words, stage)
    tint = palette.mix(art.palette.seats[seat], "#FFFFFF", 0.35)
    shape: list[Picture | float] = [art.shape(seat, 24), 9.0]
    played_for = stage in (Stage.STAND_IN, Stage.NOBODY)
    count: list[Picture | float] = []
    if not played_for:
        count = [12.0, art.text(str(absent.seconds), 28, palette.AMBER, bold=True)]
    left = room - line_width([*shape, *count], art.unit)
    strong = [*shape, fitted(pen, first, STRONG, left, tint, True, most=28), *count]
    if played_for:
        return strong, key_line(pen, [(("key_ok",), second)], 20)
    return strong, [fitted(pen, second, QUIET, room, palette.TEXT, True, most=24)]


def _said(words: Words, stage: Stage) -> tuple[str, str]:
    """A strong line and a quiet one; for who is played for that is what ● does."""
    match stage:
        case Stage.ASKED:
            return words._("Are you there?"), words._("Press any button")
        case Stage.RETURNING:
            return words._("You are back"), words._("Get ready")
        case Stage.STAND_IN:
            return words._("A stand-in plays"), words._("come back")
        case Stage.NOBODY:
            return words._("Nobody is here"), words._("go on")


def _notice(pen: Pen, layout: Layout, words: Words, absent: Sequence[Absent], names: Names) -> None:
    """What holds up the whole table: somebody comes back, or nobody is left."""
    for one in absent:
        if one.stage is Stage.RETURNING:
            seat = one.seats[0]
            who = seat_name(words, seat, names.get(seat))
            first = words.n(
                "{who} plays again in {count} second",
                "{who} plays again in {count} seconds",
                one.seconds,
            ).format(who=who, count=one.seconds)
            draw_words(pen, layout, first, "", pen.art.palette.seats[seat])
            return
    alone = next((one for one in absent if one.stage is Stage.NOBODY), None)
    if alone is not None:
        minutes, seconds = divmod(alone.seconds, 60)
        second = words._("In {time} the match is put aside. Any button goes on with it.").format(
            time=f"{minutes}:{seconds:02}"
        )
        draw_words(pen, layout, words._("Is anybody there?"), second, palette.AMBER)
