"""The rules of a game, page by page."""

from __future__ import annotations

from console.i18n import Words
from console.screens import palette
from console.screens.layout import Layout
from console.screens.stage import Pen
from console.screens.texts import game_name
from console.table.view import RulesView


def draw_rules(pen: Pen, layout: Layout, words: Words, view: RulesView) -> None:
    """One page, turned to its reader."""
    title = pen.art.text(game_name(words, view.game), 34, palette.TEXT, True)
    pen.line(layout.sides[0], [title], 0, 200)
