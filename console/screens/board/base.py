"""What the screen of one board game adds to what all share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from console.i18n import Words
from console.screens.art import Art, Picture
from console.screens.layout import Layout
from console.screens.moment import Moment
from console.screens.stage import Pen
from console.table.board.view import BoardView


class BoardScreen(Protocol):
    """Draws ``view.board`` and all that is the game's own. The shared part has drawn the strips
    before and draws notices and menus after it. ``hands``: do players hold cards?"""

    hands: bool

    def prepare(self, art: Art, layout: Layout) -> Iterator[None]:
        """Draw ahead what a match needs, a picture at a step."""
        ...

    def draw(
        self, pen: Pen, layout: Layout, words: Words, view: BoardView, moment: Moment
    ) -> Iterator[None]:
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
