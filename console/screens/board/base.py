"""What the screen of one board game adds to what all share; the pictures of any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from console.i18n import Words
from console.screens.art import Art, Picture
from console.screens.bands import BandMessage
from console.screens.board.facing import Facing, SeatPlace
from console.screens.layout import Band
from console.screens.moment import Moment
from console.screens.palette import Palette
from console.screens.stage import Pen
from console.table.board.view import BoardView
from console.table.view import Target

DIM: Final = 0.35
"""How solid a card is drawn that does not matter on a page."""


class BoardScreen(Protocol):
    """Draws ``view.board`` and all that is the game's own. The shared part has drawn the strips
    before and draws notices and menus after it."""

    def places(self, facing: Facing) -> Mapping[int, SeatPlace]:
        """What of the table belongs to each player's seat; nothing of it overlaps."""
        ...

    def bands(self, facing: Facing) -> Sequence[Band]:
        """Where messages stand, for all who are told: nothing else is there but quiet words."""
        ...

    def message(self, words: Words, colours: Palette, view: BoardView) -> BandMessage | None:
        """``view.news`` as a message; None for what the game tells in a way of its own."""
        ...

    def aside(self, facing: Facing) -> SeatPlace:
        """Where a lesson is told to the learner: its ``words``."""
        ...

    def fills_task_room(self, facing: Facing, view: BoardView, seat: int) -> bool:
        """Does the game itself use the room in which a seat's task would be written?"""
        ...

    def stage(self, facing: Facing, view: BoardView) -> int:
        """How far what lies on the table has grown, as far as the size of its pictures goes."""
        ...

    def prepare(self, art: Art, facing: Facing, stage: int) -> Iterator[None]:
        """Draw ahead what a match needs at this stage and next, a picture at a step."""
        ...

    def draw(self, pen: Pen, facing: Facing, view: BoardView, moment: Moment) -> Iterator[None]:
        """The middle of the table, and what lies open before the seats, in slices. ``moment.way``
        is how far the last move (``view.last``) has come."""
        ...

    def face(self, art: Art, card: str, height: float) -> Picture:
        """A card of a hand, face up."""
        ...

    def back(self, art: Art, height: float) -> Picture:
        """A card of a hand, face down."""
        ...

    def secret(self, words: Words, secret: object) -> str:
        """The line that only the owner of a hand may read."""
        ...

    def task(self, words: Words, view: BoardView) -> str:
        """What may be done now, in one short line for whose turn it is."""
        ...

    def hint(self, words: Words, view: BoardView, target: Target) -> str:
        """What a hint points at in their turn, in a few words that all may read."""
        ...


class Pictures(Protocol):
    """The cards or pieces of a game, as the pages of its rules show them."""

    def face(self, art: Art, card: str, size: float, *, dim: bool) -> Picture:
        """One face up; ``dim`` when it does not matter there. Raises LookupError for one that the
        game does not have."""
        ...

    def back(self, art: Art, size: float) -> Picture:
        """One face down."""
        ...


class ScreenPictures:
    """Those of a board game's screen; ``Pictures``."""

    def __init__(self, screen: BoardScreen) -> None:
        self._screen = screen

    def face(self, art: Art, card: str, size: float, *, dim: bool) -> Picture:
        """The table shines through a dim one."""
        picture = self._screen.face(art, card, size)
        return art.faded(picture, DIM) if dim else picture

    def back(self, art: Art, size: float) -> Picture:
        """As its screen has it."""
        return self._screen.back(art, size)
