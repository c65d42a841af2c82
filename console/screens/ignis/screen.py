"""The screen of «Игнис», as a list of sprites."""

from __future__ import annotations

from collections.abc import Iterator

from console.i18n import Words
from console.screens.art import Art, Picture
from console.screens.ignis import marks, pieces
from console.screens.ignis.middle import draw_middle
from console.screens.ignis.panels import (
    draw_badges,
    draw_end,
    draw_sides,
    draw_supply,
    prepare_panels,
)
from console.screens.layout import Layout
from console.screens.moment import Moment
from console.screens.stage import Pen
from console.table.board.view import BoardView
from console.table.ignis.view import IgnisBoard, IgnisEnd


class IgnisScreen:
    """Draws ``IgnisBoard``; a ``BoardScreen``."""

    hands = False

    def prepare(self, art: Art, layout: Layout) -> Iterator[None]:
        """Tiles in every fading, cells with every rim, counts, and the cursor of every seat."""
        for piece in pieces.LOOKS:
            for solid in (*pieces.FADES, pieces.GHOST):
                pieces.tile(art, piece, solid=solid)
                yield
            pieces.tile(art, piece, pieces.SMALL_TILE, pieces.GHOST)
            yield
            art.faded(pieces.tile(art, piece, pieces.LARGE_TILE), pieces.IDLE)
            yield
        art.faded(pieces.turning(art), pieces.IDLE)
        yield
        for edges in range(16):
            marks.cell(art, edges)
            yield
        for solid in pieces.FADES:
            marks.glow(art, round(0.7 * solid, 2))
            yield
        for later in (False, True):
            marks.hatch(art, later=later)
            yield
        marks.gone(art)
        marks.strike(art)
        yield
        yield from prepare_panels(art, layout)
        for seat in range(len(layout.frames)):
            yield from _prepare_seat(art, art.palette.seats[seat])

    def draw(
        self, pen: Pen, layout: Layout, words: Words, view: BoardView, moment: Moment
    ) -> Iterator[None]:
        """The board in the middle, supply and sides beside it."""
        board = view.board
        assert isinstance(board, IgnisBoard)
        for frame in layout.sides:
            draw_supply(pen, frame, words, view, board)
            draw_sides(pen, frame, view, board)
        draw_badges(pen, layout, view)
        yield
        draw_middle(pen, layout.sides[0], view, board, moment.way)
        yield
        if isinstance(view.news, IgnisEnd) and moment.way >= 1:
            draw_end(pen, layout, words, view, view.news)

    def face(self, art: Art, card: str, height: float) -> Picture:
        """Nobody has a hand; a piece by its letter."""
        return pieces.tile(art, card, height)

    def back(self, art: Art, height: float) -> Picture:
        """Nobody has a hand; an empty cell."""
        return marks.gone(art)

    def secret(self, words: Words, secret: object) -> str:
        """Nothing is secret."""
        return ""

    def task(self, words: Words, view: BoardView) -> str:
        """What the player to move may do now."""
        board, choosing = view.board, view.choosing
        assert isinstance(board, IgnisBoard)
        if choosing is None:
            return ""
        if not choosing.picked:
            return words._("Choose a piece")
        if board.preview is not None and board.preview.winners:
            return self._ends(words, board.preview.winners, choosing.seat, view)
        return words._("Choose where it enters")

    def _ends(self, words: Words, winners: tuple[int, ...], seat: int, view: BoardView) -> str:
        if len(winners) > 1:
            return words._("This ends in a draw")
        own = view.names[winners[0]] == seat
        return words._("This wins the game") if own else words._("This loses the game")


def _prepare_seat(art: Art, colour: str) -> Iterator[None]:
    for size in (pieces.TILE, pieces.LARGE_TILE):
        marks.frame(art, colour, size)
        yield
    marks.lane(art, colour)
    marks.corners(art, colour)
    yield
    for turn in range(4):
        for bright in (False, True):
            art.turned(marks.arrow(art, colour, bright=bright), turn)
        art.turned(marks.step(art, colour), turn)
        yield
