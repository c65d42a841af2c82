"""The screen of «Игнис», as a list of sprites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from console.i18n import Words
from console.screens.art import Art, Picture
from console.screens.bands import BandMessage
from console.screens.board.facing import Facing, SeatPlace
from console.screens.ignis import marks, pieces
from console.screens.ignis.middle import draw_middle
from console.screens.ignis.panels import (
    draw_badges,
    draw_sides,
    draw_supply,
    end_message,
    prepare_panels,
)
from console.screens.ignis.places import LEAST, SIDE, across_of, board_side, grid_of, places_of
from console.screens.layout import Band, box
from console.screens.moment import Moment
from console.screens.palette import Palette
from console.screens.stage import Pen
from console.table.board.view import BoardView
from console.table.ignis.view import WAY, IgnisBoard, IgnisEnd
from console.table.view import Target


class IgnisScreen:
    """Draws ``IgnisBoard``; a ``BoardScreen``."""

    def places(self, facing: Facing) -> Mapping[int, SeatPlace]:
        """Supply and words in the corners."""
        return {seat: one.place for seat, one in places_of(facing).items()}

    def bands(self, facing: Facing) -> Sequence[Band]:
        """At the edges."""
        return facing.bands

    def message(self, words: Words, colours: Palette, view: BoardView) -> BandMessage | None:
        """How it ended."""
        return (
            end_message(words, colours, view, view.news)
            if isinstance(view.news, IgnisEnd)
            else None
        )

    def aside(self, facing: Facing) -> SeatPlace:
        """Beside the board: over the learner's own corner, at a short side beyond the
        board, beside the opponent."""
        assert facing.alone is not None
        places = places_of(facing)
        far = places[facing.opponents()[0]].place.words
        if facing.main.quarter % 2:
            half, low = far.width / 2, board_side(facing) / 2 + 6
            there = box(-far.x - half, low, half - far.x, far.high)
            return SeatPlace(facing.main, True, there)
        there = places[facing.alone].place.words
        half, low = max(there.width, 244.0) / 2, there.high + 10
        high = far.low - 10 if there.x * far.x > 0 else low + 480  # a left hand's corner
        there = box(there.x - half, low, there.x + half, high)
        return SeatPlace(facing.main, True, there)

    def fills_task_room(self, facing: Facing, view: BoardView, seat: int) -> bool:
        """The task stands at the seat."""
        return False

    def stage(self, facing: Facing, view: BoardView) -> int:
        """So many cells are there across the board."""
        assert isinstance(view.board, IgnisBoard)
        return across_of(view.board.rows)

    def prepare(self, art: Art, facing: Facing, stage: int) -> Iterator[None]:
        """Tiles in every fading, cells with every rim, counts, and the cursor of every seat; then
        those of the board that is smaller by an edge."""
        for across in range(stage, max(LEAST, stage - 1) - 1, -1):
            yield from _prepare_board(art, facing, across)
        for piece in pieces.LOOKS:
            pieces.tile(art, piece, marks.SMALL_TILE, pieces.GHOST)
        marks.strike(art)
        yield
        yield from prepare_panels(art, facing)
        for seat in facing.seats:
            for turn in range(4):
                for bright in (False, True):
                    art.turned(marks.arrow(art, art.palette.seats[seat], bright=bright), turn)
            yield

    def draw(self, pen: Pen, facing: Facing, view: BoardView, moment: Moment) -> Iterator[None]:
        """The board in the middle, supply and sides beside it."""
        board = view.board
        assert isinstance(board, IgnisBoard)
        for one in places_of(facing).values():
            draw_supply(pen, one.place, view, board)
            if one.sides is not None and view.lesson is None:
                draw_sides(pen, one.place, one.sides, view, board)
        draw_badges(pen, facing, view)
        yield
        draw_middle(pen, facing, view, board, moment.way)
        yield

    def face(self, art: Art, card: str, height: float) -> Picture:
        """Nobody has a hand; a piece by its letter."""
        return pieces.tile(art, card, height)

    def back(self, art: Art, height: float) -> Picture:
        """Nobody has a hand; an empty cell."""
        return marks.cell(art, height, 0)

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

    def hint(self, words: Words, view: BoardView, target: Target) -> str:
        """The piece, or the way in."""
        if target.kind == WAY:
            return words._("push in at the mark")
        return (words._("Air"), words._("Earth"), words._("Air turned to Earth"))[target.at[0]]

    def _ends(self, words: Words, winners: tuple[int, ...], seat: int, view: BoardView) -> str:
        if len(winners) > 1:
            return words._("This ends in a draw")
        own = view.names[winners[0]] == seat
        return words._("This wins the game") if own else words._("This loses the game")


def _prepare_board(art: Art, facing: Facing, across: int) -> Iterator[None]:
    """All that lies on a board so many cells across."""
    rows = ("." * across + "#" * (SIDE - across),) * across
    grid = grid_of(facing, (*rows, *("#" * SIDE,) * (SIDE - across)))
    for piece in pieces.LOOKS:
        for solid in (*pieces.FADES, pieces.GHOST):
            pieces.tile(art, piece, grid.tile, solid)
            yield
    for edges in range(16):
        art.turned(marks.cell(art, grid.pitch, edges), facing.main.quarter)
        yield
    for solid in pieces.FADES:
        marks.glow(art, grid.pitch, round(0.7 * solid, 2))
        yield
    for later in (False, True):
        marks.hatch(art, grid.pitch, later=later)
        yield
    for seat in facing.seats:
        colour = art.palette.seats[seat]
        marks.frame(art, grid.tile, colour)
        marks.lane(art, grid.pitch, colour)
        art.turned(marks.corners(art, grid.pitch, colour), facing.main.quarter)
        yield
        for turn in range(4):
            art.turned(marks.step(art, grid.pitch, colour), turn)
        yield
