"""Who does not answer: the question at their seat, the autopilot, the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.bands import BandMessage, give_way
from console.screens.layout import CARD_Y, STACK_X, Box, Frame, Layout
from console.screens.names import Names, seat_name
from console.screens.notices import key_line, plate
from console.screens.palette import Palette
from console.screens.prose import lines_of
from console.screens.stage import Line, Pen, fitted, line_width
from console.table.view import IdlePlayer, IdleStage, Target, TargetKind

STRONG: Final = (28.0, 26.0, 22.0, 20.0, 18.0)  # below 26 for languages of longer words
QUIET: Final = (22.0, 20.0, 18.0)
PAD: Final = 18.0
LEADING: Final = 1.16
TALL: Final = 88.0
"""A plate so high has room for several short lines, others for two."""
ROWS: Final = 2
"""Of each text, where it is broken."""
OVER_STACK: Final = Box(STACK_X - 8, CARD_Y, 176.0, 150.0)
"""In «Хаос»: over the cards that lie face down; name, count and open pile are still seen."""


def over_stacks(layout: Layout) -> dict[int, tuple[Frame, Box]]:
    """The places in «Хаос», by seat."""
    return {
        seat: (frame, replace(OVER_STACK, x=OVER_STACK.x * layout.hand(seat)))
        for seat, frame in enumerate(layout.frames)
    }


def draw_idle_players(
    pen: Pen, idle: Sequence[IdlePlayer], places: Mapping[int, tuple[Frame, Box]]
) -> None:
    """A plate at each seat of everybody who does not answer."""
    for one in idle:
        for seat in one.seats:
            if seat in places:
                frame, place = places[seat]
                _plate(pen.at(frame), one, seat, place)


def _plate(pen: Pen, idle: IdlePlayer, seat: int, place: Box) -> None:
    """What is the matter with the seat, turned to it and in its colour."""
    x, y = place.x, place.y
    colour = pen.art.palette.seats[seat]
    rim = palette.AMBER if idle.stage is IdleStage.ASKED else colour
    give_way(pen, pen.frame.rect(x, y, place.width, place.height))
    pen.put(plate(pen, place.width, place.height, rim), x, y)
    pen.touchable(Target(TargetKind.HERE, (seat,)), x, y, place.width, place.height)
    tint = palette.mix(colour, "#FFFFFF", 0.35)
    if place.height >= TALL:
        _block(pen, idle, (x, y, place.width - PAD, place.height - 12), tint)
        return
    strong, quiet = _lines(pen, idle, seat, place.width - PAD, tint)
    pen.line(strong, x, y + 15)
    pen.line(quiet, x, y - 16)


def _count(pen: Pen, idle: IdlePlayer) -> Line:
    """The seconds that are left to answer, or to get ready."""
    if _played_for(idle.stage):
        return []
    return [pen.art.text(str(idle.seconds), 28, palette.AMBER, bold=True)]


def _played_for(stage: IdleStage) -> bool:
    return stage in (IdleStage.AUTOPILOT, IdleStage.NOBODY)


def _lines(pen: Pen, idle: IdlePlayer, seat: int, room: float, tint: str) -> tuple[Line, Line]:
    """Two lines: what is the matter with the seat, and what to do about it."""
    art = pen.art
    first, second = _said(pen.words, idle.stage)
    shape: Line = [art.shape(seat, 24), 9.0]
    count = _count(pen, idle)
    if count:
        count = [12.0, *count]
    left = room - line_width([*shape, *count], art.unit)
    strong = [*shape, fitted(pen, first, STRONG, left, tint, True, most=28), *count]
    if _played_for(idle.stage):
        return strong, key_line(pen, [(("key_ok",), second)], 20)
    return strong, [fitted(pen, second, QUIET, room, palette.TEXT, True, most=24)]


def _block(pen: Pen, idle: IdlePlayer, place: tuple[float, float, float, float], tint: str) -> None:
    """The same in short lines, one below the other; ``place``: the middle, and the room
    across and up."""
    x, y, room, high = place
    first, second = _said(pen.words, idle.stage)
    if _played_for(idle.stage):
        second = f"● {second}"
    for i in range(len(STRONG)):
        rows = _broken(pen, first, STRONG[i:], room, tint)
        count = _count(pen, idle)
        if count:
            last, size = rows[-1]
            joined = [*last, 12.0, *count]
            if line_width(joined, pen.art.unit) <= room:
                rows[-1] = joined, size
            else:
                rows.append((count, 28.0))
        rows += _broken(pen, second, QUIET[min(i, len(QUIET) - 1) :], room, palette.TEXT)
        if LEADING * sum(size for _, size in rows) <= high:
            break
    y += LEADING * sum(size for _, size in rows) / 2
    for line, size in rows:
        pen.line(line, x, y - LEADING * size / 2)
        y -= LEADING * size


def _broken(
    pen: Pen, text: str, sizes: Sequence[float], room: float, colour: str
) -> list[tuple[Line, float]]:
    """Lines of bold text and their size, the greatest in which few enough hold it."""
    for size in sizes:
        lines = lines_of(pen.art, text, size, room, colour, True)
        widest = max(line_width(line, pen.art.unit) for line in lines)
        if len(lines) <= ROWS and widest <= room:
            return [(line, size) for line in lines]
    pen.art.cut.add(text)
    return [(line, sizes[-1]) for line in lines]


def _said(words: Words, stage: IdleStage) -> tuple[str, str]:
    """A strong line and a quiet one; for who is played for that is what ● does."""
    match stage:
        case IdleStage.ASKED:
            return words._("Are you there?"), words._("Press any button")
        case IdleStage.RETURNING:
            return words._("You are back"), words._("Get ready")
        case IdleStage.AUTOPILOT:
            return words._("Autopilot plays"), words._("come back")
        case IdleStage.NOBODY:
            return words._("Nobody is here"), words._("go on")


def holdup(
    words: Words, colours: Palette, idle: Sequence[IdlePlayer], names: Names
) -> BandMessage | None:
    """What holds up the whole table: somebody comes back, or nobody is left."""
    for one in idle:
        if one.stage is IdleStage.RETURNING:
            seat = one.seats[0]
            who = seat_name(words, seat, names.get(seat))
            first = words.n(
                "{who} plays again in {count} second",
                "{who} plays again in {count} seconds",
                one.seconds,
            ).format(who=who, count=one.seconds)
            return BandMessage(first, colour=colours.seats[seat])
    alone = next((one for one in idle if one.stage is IdleStage.NOBODY), None)
    if alone is None:
        return None
    minutes, seconds = divmod(alone.seconds, 60)
    second = words._("In {time} the match is put aside.").format(time=f"{minutes}:{seconds:02}")
    return BandMessage(words._("Is anybody there? Press a button."), second)
