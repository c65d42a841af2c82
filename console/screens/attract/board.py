"""A demonstration of a board game: the screen of play, at first with what the game is called.

A board takes all of the glass, so the invitation stands with the name and goes with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from console.i18n import Words
from console.screens import palette
from console.screens.board.play import draw_board
from console.screens.layout import Layout
from console.screens.moment import Moment
from console.screens.names import game_name
from console.screens.notices import draw_words
from console.screens.stage import Pen
from console.table.board.view import BoardView


def draw_board_shown(
    pen: Pen, layout: Layout, words: Words, view: BoardView, moment: Moment, *, told: bool
) -> Iterator[None]:
    """The table of play, in slices."""
    yield from draw_board(pen, layout, words, view, moment)
    if told:
        name = game_name(words, view.game)
        draw_words(pen, layout, name, words._("Press any button"), palette.AMBER, "key_ok")
