"""A hand of cards in a tray at its seat, where its owner can shield it.

It lies face down but for whoever may see it: the view holds no face otherwise, so none can be
drawn, and what is chosen from it is marked on the backs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.screens import palette
from console.screens.art import Art, Picture, round_rect
from console.screens.board.base import BoardScreen
from console.screens.board.facing import Facing, SeatPlace
from console.screens.layout import Box
from console.screens.stage import Pen
from console.table.board.view import BoardSeat, BoardView, Choosing
from console.table.view import Target, TargetKind, Who

PAD: Final = 6.0
"""Between a tray and its cards."""
GAP: Final = 5.0
LIFT: Final = 5.0


def prepare_hands(art: Art, facing: Facing, screen: BoardScreen) -> Iterator[None]:
    """Draw trays, backs and marks ahead, turned to their seats."""
    for seat, place in screen.places(facing).items():
        if place.cards is None or not place.card:
            continue
        quarter, colour = place.frame.quarter, art.palette.seats[seat]
        back = screen.back(art, place.card)
        tray_of(art, place.cards)
        art.turned(tray_of(art, place.cards), quarter)
        art.turned(back, quarter)
        yield
        wide = back.width / art.unit
        for ink, stroke in ((colour, 5.0), (palette.TEXT, 3.0)):
            art.turned(_rim(art, wide, place.card, ink, stroke), quarter)
        yield


def is_hidden(seat: BoardSeat) -> bool:
    """Is it a hand that its owner may look at, but does not?"""
    return seat.hand is None and seat.count > 0 and seat.who is Who.PERSON


def slots(place: SeatPlace, count: int, width: float) -> list[tuple[float, float, float]]:
    """Where so many cards lie, ``width`` across: x, y and how much of each is seen; in a single
    row they overlap if they must."""
    assert place.cards is not None
    room = place.cards.inner(PAD)
    rows = -(-count // place.columns) if place.columns else 1
    columns = place.columns if rows > 1 else max(count, 1)
    step = width + GAP
    if columns > 1:
        step = min(step, (room.width - width) / (columns - 1))
    high = place.card + GAP
    left = room.x - step * (min(count, columns) - 1) / 2
    if rows == 1 and not place.columns:
        left = room.left + width / 2
    top = room.y + high * (rows - 1) / 2
    return [(left + step * (i % columns), top - high * (i // columns), step) for i in range(count)]


def draw_hand(
    pen: Pen, place: SeatPlace, screen: BoardScreen, view: BoardView, seat: BoardSeat
) -> None:
    """The cards in their tray; the cursor and the picks stand out.

    To touch the tray is to look at the hand as long as it is touched; in the turn of its owner a
    touch on a card chooses it.
    """
    art, frame, there = pen.art, place.frame, place.cards
    pen = pen.at(frame)
    if there is None:
        return
    pen.put(tray_of(art, there), there.x, there.y)
    if is_hidden(seat) or seat.looking:
        pen.touchable(
            Target(TargetKind.LOOK, (seat.seat,)), there.x, there.y, there.width, there.height
        )
    if not seat.count:
        return
    if seat.hand is None:
        pictures = [screen.back(art, place.card)] * seat.count
    else:
        pictures = [screen.face(art, card, place.card) for card in seat.hand]
    choosing = view.choosing if view.choosing and view.choosing.seat == seat.seat else None
    width = pictures[0].width / art.unit
    for i, (x, y, step) in enumerate(slots(place, seat.count, width)):
        card = Target("card", (i,))
        _card(pen, place, pictures[i], card=card, at=(x, y), choosing=choosing)
        if choosing is not None and card in choosing.targets:
            wide = min(step, width + GAP)
            pen.touchable(card, x + (wide - width - GAP) / 2, y, wide, place.card + GAP)


def _card(
    pen: Pen,
    place: SeatPlace,
    picture: Picture,
    card: Target,
    at: tuple[float, float],
    choosing: Choosing | None,
) -> None:
    """A card and its marks: a rim under the cursor, a check when it is picked, a hint's arrow."""
    art, frame, height = pen.art, place.frame, place.card
    pen = pen.at(frame)
    x, y = at
    if choosing is None:
        pen.put(picture, x, y)
        return
    picked, here = card in choosing.picked, choosing.target == card
    y += LIFT if picked or here else 0
    width = picture.width / art.unit
    pen.put(picture, x, y)
    if picked:
        pen.put(_rim(art, width, height, palette.TEXT, 3.0), x, y)
        pen.put(_badge(art), x, y - height / 2 + 12)
    if here:
        colour = art.palette.seats[choosing.seat]
        pen.put(_rim(art, width, height, colour, 5.0), x, y)
    if choosing.hint == card:
        pen.put(_hint(art), x, y + height / 2 - 6)


def tray_of(art: Art, there: Box) -> Picture:
    """What the cards lie in."""
    w, h = there.width, there.height
    body = round_rect(w - 2, h - 2, 16, fill=("#05070A", 0.5), rim=(palette.FAINT, 1.4, 0.3))
    return art.svg(("hand tray", w, h), w, h, body)


def _rim(art: Art, width: float, height: float, colour: str, stroke: float) -> Picture:
    """A frame around a card of the hand."""
    w, h = width + 8, height + 8
    radius = round(0.12 * min(width, height) + 4, 2)
    body = round_rect(w - stroke, h - stroke, radius, rim=(colour, stroke, 1))
    return art.svg(("hand rim", width, height, colour, stroke), w, h, body)


def _badge(art: Art) -> Picture:
    """The check on a card that is picked."""
    body = (
        f'<circle r="13" fill="{palette.TEXT}"/><path d="M-6 0 L -1.5 5.5 L 7 -5.5" fill="none"'
        f' stroke="{palette.INK}" stroke-width="3.4" stroke-linecap="round"/>'
    )
    return art.svg("hand badge", 28, 28, body)


def _hint(art: Art) -> Picture:
    """What a hint points with."""
    body = (
        f'<path d="M-14 -11 H 14 L 0 11 Z" fill="{palette.AMBER}" stroke="{palette.INK}"'
        ' stroke-width="2"/>'
    )
    return art.svg("hint arrow", 32, 26, body)
