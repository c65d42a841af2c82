"""A screen of words: the position in lines, the actions in a list. What a game has that draws no
table of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.bands import BandMessage
from console.screens.board.facing import Facing, SeatPlace, along_edges
from console.screens.layout import Band, Box
from console.screens.moment import Moment
from console.screens.palette import Palette
from console.screens.stage import Pen, fitted
from console.table.board.list_picker import ListBoard
from console.table.board.view import BoardView, Choosing
from console.table.view import Target

Row = tuple[str, str, int]
"""A line of the position: what it is, what is to be said of it, how many pieces are drawn."""

LEFT: Final = -470.0
MIDDLE: Final = 10.0
ROOM: Final = 460.0
TOP: Final = -38.0
"""Of what a side reads, from the centre towards its reader."""
LINE: Final = 46.0
DEPTH: Final = 124.0
"""Of the places at the edges."""
SHOWN: Final = 5
"""So many lines at a time."""
PIECE: Final = 26.0
SIZES: Final = (24.0, 22.0, 20.0, 18.0)


class ListScreen(ABC):
    """A ``BoardScreen`` of ``ListBoard``: a game adds the words. Nobody holds cards."""

    @abstractmethod
    def rows(self, words: Words, position: dict[str, Any]) -> Sequence[Row]:
        """The position in at most ``SHOWN`` lines; it is in the engine's form."""

    @abstractmethod
    def action(self, words: Words, action: dict[str, Any]) -> str:
        """An action in a few words."""

    def places(self, facing: Facing) -> Mapping[int, SeatPlace]:
        """Names and help at the seats' own edges."""
        return along_edges(facing, DEPTH)

    def bands(self, facing: Facing) -> Sequence[Band]:
        """At the edges."""
        return facing.bands

    def message(self, words: Words, colours: Palette, view: BoardView) -> BandMessage | None:
        """There is no news."""
        return None

    def aside(self, facing: Facing) -> SeatPlace:
        """Over the lists of the other side."""
        return SeatPlace(
            facing.main, True, Box(0.0, -TOP + LINE * SHOWN / 2, 2 * ROOM, LINE * SHOWN)
        )

    def fills_task_room(self, facing: Facing, view: BoardView, seat: int) -> bool:
        """The task stands at the seat."""
        return False

    def stage(self, facing: Facing, view: BoardView) -> int:
        """It never grows."""
        return 0

    def prepare(self, art: Art, facing: Facing, stage: int) -> Iterator[None]:
        """Words and discs are quickly drawn."""
        yield

    def draw(self, pen: Pen, facing: Facing, view: BoardView, moment: Moment) -> Iterator[None]:
        """The position at the left, the list at the right, for both long sides; a single person
        has them alone."""
        board = view.board
        assert isinstance(board, ListBoard)
        for frame in facing.layout.sides if facing.alone is None else facing.readers:
            here = pen.at(frame)
            for i, row in enumerate(self.rows(pen.words, board.position)):
                _draw_row(here, row, TOP - i * LINE)
            yield
            if view.choosing is not None:
                self._draw_list(here, board, view.choosing)
            yield

    def _draw_list(self, pen: Pen, board: ListBoard, choosing: Choosing) -> None:
        """The actions around the cursor."""
        count = len(choosing.targets)
        first = max(0, min(choosing.cursor - SHOWN // 2, count - SHOWN))
        colour = pen.art.palette.seats[choosing.seat]
        for line, target in enumerate(choosing.targets[first : first + SHOWN]):
            x, y = MIDDLE + ROOM / 2, TOP - line * LINE
            here, hinted = target == choosing.target, target == choosing.hint
            tint = palette.AMBER if hinted else colour
            pen.put(_plate(pen.art, tint, bright=here, hinted=hinted), x, y)
            text = self.action(pen.words, board.actions[target.at[0]])
            ink = palette.TEXT if here else palette.QUIET
            pen.put(fitted(pen, text, SIZES, ROOM - 40, ink, here), x, y)
            pen.touchable(target, x, y, ROOM, LINE)

    def face(self, art: Art, card: str, height: float) -> Picture:
        """There is a single kind of pieces: ``piece``."""
        if card != "piece":
            raise LookupError(card)
        return piece(art, height)

    def back(self, art: Art, height: float) -> Picture:
        """The same."""
        return piece(art, height)

    def secret(self, words: Words, secret: object) -> str:
        """Nothing is secret."""
        return ""

    def task(self, words: Words, view: BoardView) -> str:
        """The action under the cursor."""
        choosing = view.choosing
        if choosing is None or choosing.target is None:
            return ""
        return self.hint(words, view, choosing.target)

    def hint(self, words: Words, view: BoardView, target: Target) -> str:
        """That action."""
        board = view.board
        assert isinstance(board, ListBoard)
        return self.action(words, board.actions[target.at[0]])


def piece(art: Art, size: float) -> Picture:
    """A plain piece."""
    r = size / 2 - 2
    body = f'<circle r="{r}" fill="{palette.AMBER}" stroke="{palette.INK}" stroke-width="2"/>'
    return art.svg(("piece", size), size, size, body)


def _draw_row(pen: Pen, row: Row, y: float) -> None:
    title, said, pieces = row
    name = fitted(pen, title, SIZES, ROOM / 3, palette.QUIET)
    text = fitted(pen, said, SIZES, ROOM / 3, palette.TEXT, True)
    disc = piece(pen.art, PIECE)
    room = ROOM - (name.width + text.width) / pen.art.unit - 24
    step = min(PIECE + 2, room / pieces) if pieces else 0.0
    pen.line([name, 12.0, text], LEFT, y, "left")
    for i in range(pieces):
        pen.put(disc, LEFT + ROOM - room + 12 + step * i, y, "left")


def _plate(art: Art, colour: str, *, bright: bool, hinted: bool) -> Picture:
    w, h = ROOM - 4, LINE - 8
    fill = palette.mix(colour, palette.PANEL, 0.75) if bright else palette.PANEL
    dash = ' stroke-dasharray="7 6"' if hinted else ""
    line = colour if bright or hinted else palette.mix(colour, palette.PANEL, 0.6)
    body = (
        f'<rect x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="12" fill="{fill}"'
        f' stroke="{line}" stroke-width="{3 if bright else 1.6}"{dash}/>'
    )
    return art.svg(("list plate", colour, bright, hinted), ROOM, LINE, body)
