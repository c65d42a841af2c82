"""A hand of cards in a small tray at its seat's very edge, where its owner can shield it.

It lies face down but for whoever may see it: the view holds no face otherwise, so none can be
drawn, and what is chosen from it is marked on the backs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.board.base import BoardScreen
from console.screens.layout import STRIP_LENGTH, Frame, Layout
from console.screens.stage import Pen
from console.table.board.view import BoardSeat, BoardView, Choosing, Target
from console.table.view import Who

LEFT: Final = 8 - STRIP_LENGTH / 2
"""Where trays begin, from the middle of a seat."""
ROOM: Final = 204.0
"""Along the edge."""
TRAY_Y: Final = 28.0
TRAY: Final = 52.0
HIDDEN: Final = 42.0
"""The height of a card that lies face down or is shielded, and of one that all may see."""
OPEN: Final = 47.0
GAP: Final = 4.0
LIFT: Final = 3.0
WHOLE: Final = 2 * TRAY_Y
"""How far from the edge a touch on a hand reaches."""


def prepare_hands(art: Art, layout: Layout, screen: BoardScreen) -> Iterator[None]:
    """Draw trays, backs and marks ahead, turned to their seats."""
    for seat, frame in enumerate(layout.frames):
        back = screen.back(art, HIDDEN)
        art.turned(_tray(art), frame.quarter)
        art.turned(back, frame.quarter)
        yield
        for height in (HIDDEN, OPEN):
            wide = screen.back(art, height).width / art.unit
            art.turned(_rim(art, wide, height, art.palette.seats[seat], 3.5), frame.quarter)
        art.turned(_rim(art, back.width / art.unit, HIDDEN, palette.TEXT, 2.0), frame.quarter)
        yield


def is_hidden(seat: BoardSeat) -> bool:
    """Is it a hand that its owner may look at, but does not?"""
    return seat.hand is None and seat.count > 0 and seat.who is Who.PERSON


def draw_hand(
    pen: Pen, layout: Layout, screen: BoardScreen, view: BoardView, seat: BoardSeat
) -> None:
    """The cards side by side, overlapping if they must; the cursor and the picks stand out. They
    lie at the hand that presses no button.

    To touch the tray is to look at the hand as long as it is touched; in the turn of its owner a
    touch on a card chooses it.
    """
    art, frame = pen.art, layout.frames[seat.seat]
    left = LEFT if layout.hand(seat.seat) > 0 else -LEFT - ROOM
    pen.put(frame, _tray(art), left + ROOM / 2, TRAY_Y)
    if is_hidden(seat) or seat.looking:
        pen.touchable(frame, Target("look", (seat.seat,)), 0, WHOLE / 2, STRIP_LENGTH, WHOLE)
    if not seat.count:
        return
    height = HIDDEN if seat.hand is None or seat.looking else OPEN
    if seat.hand is None:
        pictures = [screen.back(art, height)] * seat.count
    else:
        pictures = [screen.face(art, card, height) for card in seat.hand]
    width = pictures[0].width / art.unit
    step = width + GAP
    if len(pictures) > 1:
        step = min(step, (ROOM - 2 * GAP - width) / (len(pictures) - 1))
    choosing = view.choosing if view.choosing and view.choosing.seat == seat.seat else None
    for i, picture in enumerate(pictures):
        x = left + GAP + width / 2 + i * step
        _card(pen, frame, picture, card=Target("card", (i,)), x=x, height=height, choosing=choosing)
        if choosing is not None and Target("card", (i,)) in choosing.targets:
            pen.touchable(frame, Target("card", (i,)), x, WHOLE / 2, step, WHOLE)


def _card(
    pen: Pen,
    frame: Frame,
    picture: Picture,
    card: Target,
    x: float,
    height: float,
    choosing: Choosing | None,
) -> None:
    """A card and its marks: a rim under the cursor, a check when it is picked, a hint's arrow."""
    art = pen.art
    if choosing is None:
        pen.put(frame, picture, x, TRAY_Y)
        return
    picked, here = card in choosing.picked, choosing.target == card
    y = TRAY_Y + (LIFT if picked or here else 0)
    width = picture.width / art.unit
    pen.put(frame, picture, x, y)
    if picked:
        pen.put(frame, _rim(art, width, height, palette.TEXT, 2.0), x, y)
        pen.put(frame, _badge(art), x, y - height / 2 + 5)
    if here:
        pen.put(frame, _rim(art, width, height, pen.art.palette.seats[choosing.seat], 3.5), x, y)
    if choosing.hint == card:
        pen.put(frame, _hint(art), x, y + height / 2 + 4)


def _tray(art: Art) -> Picture:
    """What the cards lie in."""
    w, h = ROOM, TRAY
    body = (
        f'<rect x="{-w / 2 + 1}" y="{-h / 2 + 1}" width="{w - 2}" height="{h - 2}" rx="10"'
        f' fill="#05070A" fill-opacity="0.55" stroke="{palette.FAINT}" stroke-opacity="0.35"'
        ' stroke-width="1.4"/>'
    )
    return art.svg("hand tray", w, h, body)


def _rim(art: Art, width: float, height: float, colour: str, stroke: float) -> Picture:
    """A frame around a card of the hand."""
    w, h = width + 5, height + 5
    body = (
        f'<rect x="{-w / 2 + stroke / 2}" y="{-h / 2 + stroke / 2}" width="{w - stroke}"'
        f' height="{h - stroke}" rx="8" fill="none" stroke="{colour}" stroke-width="{stroke}"/>'
    )
    return art.svg(("hand rim", width, height, colour, stroke), w, h, body)


def _badge(art: Art) -> Picture:
    """The check on a card that is picked."""
    body = (
        f'<circle r="9" fill="{palette.TEXT}"/><path d="M-4 0 L -1 4 L 5 -4" fill="none"'
        f' stroke="{palette.INK}" stroke-width="2.4" stroke-linecap="round"/>'
    )
    return art.svg("hand badge", 20, 20, body)


def _hint(art: Art) -> Picture:
    """What a hint points with."""
    body = (
        f'<path d="M-9 -7 H 9 L 0 7 Z" fill="{palette.AMBER}" stroke="{palette.INK}"'
        ' stroke-width="1.5"/>'
    )
    return art.svg("hint arrow", 22, 18, body)
