"""A demonstration: the screen of play, what to look at, and what it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Picture
from console.screens.attract.invite import draw_invitation
from console.screens.chaos.play import draw_play
from console.screens.layout import CARD, CARD_Y, FLOWER, PILE_X, SEAT_DEPTH, Layout
from console.screens.moment import Moment
from console.screens.prose import SPACE, narrowed
from console.screens.stage import Line, Pen
from console.screens.texts import milliseconds
from console.table.attract.view import DemoOutcome, DuelView

SIZES: Final = (36.0, 32.0, 30.0, 28.0, 26.0)
LEADING: Final = 1.28
MOST_LINES: Final = 4
WHO: Final = "{who}"


def draw_duel(pen: Pen, layout: Layout, view: DuelView, moment: Moment) -> Iterator[None]:
    """The table of play, the two that are alike ringed, a caption for either long side."""
    for seat in view.alike:
        if view.play.seats[seat].pile:
            pen.at(layout.frames[seat]).put(_ring(pen), layout.hand(seat) * PILE_X, CARD_Y)
    yield from draw_play(pen, layout, view.play, moment)
    playing = [seat.seat for seat in view.play.seats if seat.hand is not None]
    taken = SEAT_DEPTH if any(f.quarter % 2 for f in layout.frames) else 0.0
    half = layout.size[0] / layout.unit / 2
    inner, outer = FLOWER + 14, half - max(taken, 60.0) - 14
    room, x = outer - inner, -(inner + outer) / 2
    for frame in layout.sides:
        _caption(pen.at(frame), _text(pen.words, view), x, room, view)
    yield
    draw_invitation(pen, layout, playing)


def _colour(pen: Pen, view: DuelView) -> str:
    if view.first is not None:
        return palette.mix(pen.art.palette.seats[view.first], "#FFFFFF", 0.35)
    return palette.AMBER if view.seen is DemoOutcome.ALIKE else palette.TEXT


def _text(words: Words, view: DuelView) -> str:
    """What is seen, in few words; the winner's shape stands for {who}."""
    if view.seen is DemoOutcome.TURNS:
        return words._("Everybody turns up a card in turn")
    if view.seen is DemoOutcome.ALIKE:
        return words._("Two cards alike! Grab!")
    if view.margin_ns is None:
        return words._("{who} was first")
    text = words._("{who} was first by {margin}")
    margin = f" {milliseconds(words, view.margin_ns)}"
    return text.replace(" {margin}", margin.replace(" ", "\N{NO-BREAK SPACE}"))


def _caption(pen: Pen, text: str, x: float, room: float, view: DuelView) -> None:
    """The text in the largest size in which it fits beside the flower."""
    for size in SIZES:
        if len(_wrapped(pen, text, size, room)) <= MOST_LINES:
            break
    longest = max(_width(pen, word, size) for word in text.split(" "))
    lines = narrowed(lambda wide: _wrapped(pen, text, size, wide), longest, room)
    colour = _colour(pen, view)
    y = LEADING * size * (len(lines) - 1) / 2
    for line in lines:
        pen.line(_drawn(pen, line, size, colour, view.first), x, y)
        y -= LEADING * size


def _wrapped(pen: Pen, text: str, size: float, room: float) -> list[list[str]]:
    """The words in lines no wider than ``room``."""
    lines: list[list[str]] = [[]]
    for word in text.split(" "):
        longer = [*lines[-1], word]
        width = sum(_width(pen, one, size) for one in longer) + SPACE * size * (len(longer) - 1)
        if lines[-1] and width > room:
            lines.append([word])
        else:
            lines[-1] = longer
    return lines


def _width(pen: Pen, word: str, size: float) -> float:
    return size if word == WHO else pen.art.text_width(word, size, True)


def _drawn(pen: Pen, line: list[str], size: float, colour: str, first: int | None) -> Line:
    drawn: Line = []
    for word in line:
        if drawn:
            drawn.append(SPACE * size)
        if word == WHO and first is not None:
            drawn.append(pen.art.shape(first, size))
        else:
            drawn.append(pen.art.text(word, size, colour, True))
    return drawn


def _ring(pen: Pen) -> Picture:
    """Around a card that is like another one."""
    r = CARD / 2 + 9
    body = (
        f'<circle r="{r}" fill="none" stroke="{palette.AMBER}" stroke-opacity="0.25"'
        f' stroke-width="12"/><circle r="{r}" fill="none" stroke="{palette.AMBER}"'
        ' stroke-width="4.5"/>'
    )
    return pen.art.svg("alike", CARD + 34, CARD + 34, body)
