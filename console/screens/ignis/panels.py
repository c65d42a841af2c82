"""Beside the board, for both long sides: the supply, and the pieces of Fire and of Water."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.i18n import Words
from console.screens import marks as common
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.ignis import marks, pieces
from console.screens.ignis.pieces import LARGE_TILE, SMALL_TILE
from console.screens.layout import NOTICE_HEIGHT, NOTICE_Y, Frame, Layout
from console.screens.notices import draw_notice
from console.screens.stage import Pen
from console.table.board.view import BoardView, Target
from console.table.ignis.view import AIR, EARTH, PIECE, SIDES, IgnisBoard, IgnisEnd

PANEL_X: Final = 390.0
BESIDE: Final = 56.0
"""From the middle of a panel to its two tiles."""
HEAD_Y: Final = -52.0
TILE_Y: Final = -124.0
COUNT_Y: Final = -202.0
TURNED: Final = 2
"""The number of an Air turned to Earth, which lies where the Earth would (G7)."""
MOST: Final = 37
"""Pieces in the game (G10)."""
LIGHT: Final = 1.7 * LARGE_TILE
BADGE_X: Final = 158.0
BADGE_Y: Final = 92.0
"""Where a seat's strip shows whether it plays Fire or Water."""


def draw_supply(pen: Pen, frame: Frame, words: Words, view: BoardView, board: IgnisBoard) -> None:
    """Air and Earth to draw from; the one that is chosen, and the counts after the push."""
    x = -PANEL_X
    pen.put(frame, pen.art.text(words._("Supply"), 20, palette.QUIET), x, HEAD_Y)
    after = board.preview or board
    earth = TURNED if TURNED in board.offer else 1
    _slot(pen, frame, view, 0, x - BESIDE)
    _slot(pen, frame, view, earth, x + BESIDE)
    _count(pen, frame, board.air, after.air, x - BESIDE)
    _count(pen, frame, board.earth, after.earth, x + BESIDE)


def _slot(pen: Pen, frame: Frame, view: BoardView, number: int, x: float) -> None:
    """A piece of the supply: the cursor on it, quiet when another is chosen or none is left."""
    board, choosing = view.board, view.choosing
    assert isinstance(board, IgnisBoard)
    picture = _offered(pen.art, number)
    empty = (board.air, board.earth, board.air)[number] == 0
    if empty or board.chosen not in (None, number):
        picture = pen.art.faded(picture, pieces.IDLE)
    pen.put(frame, picture, x, TILE_Y, turn=False)
    if choosing is None:
        return
    if board.chosen == number:
        cursor = marks.frame(pen.art, pen.art.palette.seats[choosing.seat], LARGE_TILE)
        pen.put(frame, cursor, x, TILE_Y, turn=False)
    target = Target(PIECE, (number,))
    if choosing.hint == target:
        pen.put(frame, marks.hint(pen.art, 1.2 * LARGE_TILE), x, TILE_Y, turn=False)
    touched = Target("back") if choosing.picked else target
    if choosing.picked or target in choosing.targets:
        pen.touchable(frame, touched, x, TILE_Y - 20, 2 * BESIDE, LARGE_TILE + 70)


def _offered(art: Art, number: int) -> Picture:
    """The piece that a target's number means."""
    if number == TURNED:
        return pieces.turning(art)
    return pieces.tile(art, (AIR, EARTH)[number], LARGE_TILE)


def draw_sides(pen: Pen, frame: Frame, view: BoardView, board: IgnisBoard) -> None:
    """Who plays Fire and who Water, and how many pieces each has; a crown for who has won, or
    would."""
    after = board.preview or board
    for player, piece in enumerate(SIDES):
        x = PANEL_X + (BESIDE if player else -BESIDE)
        seat = view.names[player]
        if player == board.to_move:
            pen.put(frame, _turn_light(pen.art, seat), x, TILE_Y, turn=False)
        pen.put(frame, pieces.tile(pen.art, piece, LARGE_TILE), x, TILE_Y, turn=False)
        head: list[Picture | float] = [pen.art.shape(seat, 28)]
        if player in after.winners:
            head = [*head, 10.0, pen.art.sign("crown", 32, palette.AMBER)]
        pen.line(frame, head, x, HEAD_Y)
        _count(pen, frame, board.left[player], after.left[player], x)


def _count(pen: Pen, frame: Frame, now: int, then: int, x: float) -> None:
    """A count, and what it would become."""
    art = pen.art
    if now == then:
        pen.put(frame, _number(art, now), x, COUNT_Y)
        return
    after = _number(art, then, palette.AMBER)
    line: list[Picture | float] = [_was(art, now), 4.0, _becomes(art), 2.0, after]
    pen.line(frame, line, x, COUNT_Y)


def _number(art: Art, number: int, colour: str = palette.TEXT) -> Picture:
    return art.text(str(number), 38, colour, True)


def _was(art: Art, number: int) -> Picture:
    return art.text(str(number), 24, palette.QUIET, True)


def _becomes(art: Art) -> Picture:
    return art.turned(marks.step(art, palette.QUIET), marks.TURNS["right"])


def prepare_panels(art: Art, layout: Layout) -> Iterator[None]:
    """Draw the counts, seats' shapes and lights ahead, turned to both sides."""
    for side in layout.sides:
        art.turned(_becomes(art), side.quarter)
        art.turned(art.sign("crown", 32, palette.AMBER), side.quarter)
        yield
        for number in range(MOST + 1):
            for picture in (
                _number(art, number),
                _number(art, number, palette.AMBER),
                _was(art, number),
            ):
                art.turned(picture, side.quarter)
            yield
        for seat in range(len(layout.frames)):
            art.turned(art.shape(seat, 28), side.quarter)
            _turn_light(art, seat)
            yield


def _turn_light(art: Art, seat: int) -> Picture:
    """The light behind the piece of the side whose turn it is."""
    return common.glow(art, art.palette.seats[seat], LIGHT, 0.55, 0.4)


def draw_badges(pen: Pen, layout: Layout, view: BoardView) -> None:
    """Fire's piece and Water's at the strips of those who play them."""
    for piece, seat in zip(SIDES, view.names, strict=True):
        tile = pieces.tile(pen.art, piece, SMALL_TILE)
        pen.put(layout.frames[seat], tile, layout.hand(seat) * BADGE_X, BADGE_Y, turn=False)


def draw_end(pen: Pen, layout: Layout, words: Words, view: BoardView, end: IgnisEnd) -> None:
    """Who has won, and why (G9)."""
    first, second = end_words(words, end)
    colour = (
        pen.art.palette.seats[view.names[end.winners[0]]]
        if len(end.winners) == 1
        else palette.AMBER
    )
    strong: list[Picture | float] = []
    for player in end.winners:
        strong += [pieces.tile(pen.art, SIDES[player], 34), 12.0]
    strong.append(pen.art.text(first, 30, palette.mix(colour, "#FFFFFF", 0.35), True))
    draw_notice(pen, layout, [strong, [pen.art.text(second, 20, palette.TEXT)]], colour)
    for frame in layout.sides:
        width = layout.notice_width
        pen.touchable(frame, Target("news"), 0, NOTICE_Y, width, NOTICE_HEIGHT)


def end_words(words: Words, end: IgnisEnd) -> tuple[str, str]:
    """Who has won, and why, in two short lines."""
    if len(end.winners) > 1:
        return words._("A draw"), words._("Fire and Water are both gone")
    if end.winners == (0,):
        return words._("Fire has won"), words._("Water has no pieces left")
    return words._("Water has won"), words._("Fire has no pieces left")
