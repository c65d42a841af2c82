"""Beside the board, at each person's edge: the supply, and the pieces of Fire and of Water."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.i18n import Words
from console.screens import marks as common
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.bands import BandMessage
from console.screens.board.facing import Facing, SeatPlace
from console.screens.ignis import marks, pieces
from console.screens.ignis.places import places_of
from console.screens.layout import Box
from console.screens.palette import Palette
from console.screens.stage import Line, Pen, fitted
from console.table.board.view import BoardView
from console.table.ignis.view import AIR, EARTH, PIECE, SIDES, IgnisBoard, IgnisEnd
from console.table.view import Target, TargetKind

GAP: Final = 14.0
HEAD: Final = 44.0
COUNT: Final = 48.0
"""Above and below the tiles of a panel."""
LEAST_CHANGE: Final = 108.0
LARGEST: Final = 150.0
TURNED: Final = 2
"""The number of an Air turned to Earth, which lies where the Earth would (G7)."""
MOST: Final = 37
"""Pieces in the game (G10)."""
BADGE: Final = 38.0
"""The piece that a seat plays, beside its name."""


def tile_size(there: Box) -> float:
    """How large the two tiles of a panel are."""
    return min(LARGEST, (there.width - 3 * GAP) / 2, there.height - HEAD - COUNT)


def _tiles(there: Box) -> tuple[tuple[float, float], float]:
    """The middles of both tiles along x, and of their heads, themselves and their counts along
    y; at the reader's end of the panel."""
    size = tile_size(there)
    apart = (size + GAP) / 2
    return (there.x - apart, there.x + apart), there.low + COUNT + size / 2


def draw_supply(pen: Pen, place: SeatPlace, view: BoardView, board: IgnisBoard) -> None:
    """Air and Earth to draw from; the one that is chosen by its name, as rules and hints call it,
    and the counts after the push."""
    there = place.own
    if there is None:
        return
    (left, right), y = _tiles(there)
    words, after = pen.words, board.preview or board
    if board.chosen is None:
        name, ink = words._("Supply"), palette.QUIET
    else:
        name, ink = words._("Air") if board.chosen == 0 else words._("Earth"), palette.TEXT
    head = fitted(pen, name, (24, 22, 20, 18), there.width, ink, most=26)
    pen.at(place.frame).put(head, there.x, y + tile_size(there) / 2 + HEAD / 2)
    earth = TURNED if TURNED in board.offer else 1
    for number, x, now, then in (
        (0, left, board.air, after.air),
        (earth, right, board.earth, after.earth),
    ):
        _slot(pen, place, view, number, x, y)
        _count(pen, place, now, then, x, there.low + COUNT / 2, room=tile_size(there) + GAP)


def _slot(pen: Pen, place: SeatPlace, view: BoardView, number: int, x: float, y: float) -> None:
    """A piece of the supply: the cursor on it, quiet when another is chosen or none is left."""
    board, choosing, frame = view.board, view.choosing, place.frame
    pen = pen.at(frame)
    assert isinstance(board, IgnisBoard)
    assert place.own is not None
    size = tile_size(place.own)
    picture = _offered(pen.art, number, size)
    empty = (board.air, board.earth, board.air)[number] == 0
    if empty or board.chosen not in (None, number):
        picture = pen.art.faded(picture, pieces.IDLE)
    pen.put(picture, x, y, turn=False)
    if choosing is None:
        return
    if board.chosen == number:
        cursor = marks.frame(pen.art, size, pen.art.palette.seats[choosing.seat])
        pen.put(cursor, x, y, turn=False)
    target = Target(PIECE, (number,))
    if choosing.hint == target:
        pen.put(marks.hint(pen.art, 1.2 * size), x, y, turn=False)
    touched = Target(TargetKind.BACK) if choosing.picked else target
    if choosing.picked or target in choosing.targets:
        pen.touchable(touched, x, y - COUNT / 2, size + GAP, size + COUNT)


def _offered(art: Art, number: int, size: float) -> Picture:
    """The piece that a target's number means."""
    if number == TURNED:
        return pieces.turning(art, size)
    return pieces.tile(art, (AIR, EARTH)[number], size)


def draw_sides(pen: Pen, place: SeatPlace, there: Box, view: BoardView, board: IgnisBoard) -> None:
    """Who plays Fire and who Water, and how many pieces each has; a crown for who has won, or
    would."""
    pen = pen.at(place.frame)
    after, (xs, y), size = board.preview or board, _tiles(there), tile_size(there)
    for player, (piece, x) in enumerate(zip(SIDES, xs, strict=True)):
        seat = view.names[player]
        if player == board.to_move:
            pen.put(_turn_light(pen.art, seat, size), x, y, turn=False)
        pen.put(pieces.tile(pen.art, piece, size), x, y, turn=False)
        head: Line = [pen.art.shape(seat, 26)]
        if player in after.winners:
            head = [*head, 8.0, pen.art.sign("crown", 28, palette.AMBER)]
        pen.line(head, x, y + size / 2 + HEAD / 2)
        now, then = board.left[player], after.left[player]
        _count(pen, place, now, then, x, there.low + COUNT / 2, room=tile_size(there) + GAP)


def _count(
    pen: Pen, place: SeatPlace, now: int, then: int, x: float, y: float, room: float
) -> None:
    """A count, and what it would become; only that where the ``room`` across is small."""
    pen = pen.at(place.frame)
    art = pen.art
    if now == then:
        pen.put(_number(art, now), x, y)
        return
    after = _number(art, then, palette.AMBER)
    if room < LEAST_CHANGE:
        pen.put(after, x, y)
        return
    line: Line = [_was(art, now), 4.0, _becomes(art), 2.0, after]
    pen.line(line, x, y)


def _number(art: Art, number: int, colour: str = palette.TEXT) -> Picture:
    return art.text(str(number), 38, colour, True)


def _was(art: Art, number: int) -> Picture:
    return art.text(str(number), 24, palette.QUIET, True)


def _becomes(art: Art) -> Picture:
    return art.turned(marks.step(art, pieces.CELL, palette.QUIET), marks.TURNS["right"])


def prepare_panels(art: Art, facing: Facing) -> Iterator[None]:
    """Draw the counts, seats' shapes and lights ahead, turned to those who read."""
    for seat, one in places_of(facing).items():
        quarter = one.place.frame.quarter
        art.turned(pieces.tile(art, AIR, BADGE), quarter)
        if one.place.own is not None:
            for piece in (AIR, EARTH):
                art.faded(pieces.tile(art, piece, tile_size(one.place.own)), pieces.IDLE)
            marks.frame(art, tile_size(one.place.own), art.palette.seats[seat])
            art.faded(pieces.turning(art, tile_size(one.place.own)), pieces.IDLE)
            yield
        if one.sides is not None:
            for piece, other in zip(SIDES, facing.seats, strict=True):
                pieces.tile(art, piece, tile_size(one.sides))
                _turn_light(art, other, tile_size(one.sides))
            yield
    for piece in SIDES:
        pieces.tile(art, piece, BADGE)
    for quarter in facing.quarters:
        art.turned(_becomes(art), quarter)
        art.turned(art.sign("crown", 28, palette.AMBER), quarter)
        yield
        for number in range(MOST + 1):
            for picture in (
                _number(art, number),
                _number(art, number, palette.AMBER),
                _was(art, number),
            ):
                art.turned(picture, quarter)
            yield
        for seat in facing.seats:
            art.turned(art.shape(seat, 26), quarter)
            yield


def _turn_light(art: Art, seat: int, size: float) -> Picture:
    """The light behind the piece of the side whose turn it is."""
    return common.glow(art, art.palette.seats[seat], 1.5 * size, 0.55, 0.4)


def draw_badges(pen: Pen, facing: Facing, view: BoardView) -> None:
    """Fire's piece and Water's at the names of those who play them."""
    for piece, seat in zip(SIDES, view.names, strict=True):
        place = places_of(facing)[seat].place
        tile, there = pieces.tile(pen.art, piece, BADGE), place.words
        pen.at(place.frame).put(tile, there.right - BADGE / 2 - 8, there.low + 25, turn=False)


def end_message(words: Words, colours: Palette, view: BoardView, end: IgnisEnd) -> BandMessage:
    """Who has won, and why (G9); a touch on it goes on."""
    seats = tuple(view.names[player] for player in end.winners)
    colour = colours.seats[seats[0]] if len(seats) == 1 else palette.AMBER
    return BandMessage(
        *end_words(words, end), colour=colour, seats=seats, target=Target(TargetKind.NEWS)
    )


def end_words(words: Words, end: IgnisEnd) -> tuple[str, str]:
    """Who has won, and why, in two short lines."""
    if len(end.winners) > 1:
        return words._("A draw"), words._("Fire and Water are both gone")
    if end.winners == (0,):
        return words._("Fire has won"), words._("Water has no pieces left")
    return words._("Water has won"), words._("Fire has no pieces left")
