"""Attract mode, part by part, and the closed table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from console.screens import palette
from console.screens.attract.brief import draw_brief
from console.screens.attract.duel import draw_duel
from console.screens.attract.leaderboard import draw_leaderboard
from console.screens.attract.title import STEP_NS, draw_title
from console.screens.board.play import draw_board
from console.screens.layout import Layout
from console.screens.moment import Moment
from console.screens.stage import Pen, fitted
from console.table.attract.view import AttractPart, AttractView, ClosedView
from console.table.view import Target, TargetKind
from drivers.times import SECOND

CLOSED_NS: Final = 10 * SECOND
DIM: Final = 0.42
PATH: Final = ((0, 0), (3, 1), (5, 3), (6, 5), (5, 7), (2, 8), (-2, 8), (-5, 7), (-6, 5), (-5, 3))
"""Where the words of a closed table go, round and round, in steps of ``PACE``."""
PACE: Final = 22.0


def step_of(view: AttractView | ClosedView, now_ns: int) -> int:
    """How many steps what moves by itself has come; what only changes with the view has none."""
    if isinstance(view, ClosedView):
        return (now_ns - view.since_ns) // CLOSED_NS
    return (now_ns - view.since_ns) // STEP_NS if view.part is AttractPart.TITLE else 0


def draw_attract(pen: Pen, layout: Layout, view: AttractView, moment: Moment) -> Iterator[None]:
    """What is on show, in slices; a touch anywhere is felt."""
    match view.part:
        case AttractPart.TITLE:
            draw_title(pen, layout, moment.step)
        case AttractPart.DUEL if view.duel is not None:
            yield from draw_duel(pen, layout, view.duel, moment)
        case AttractPart.BOARD if view.board is not None:
            yield from draw_board(pen, layout, view.board, moment)
        case AttractPart.RULES:
            yield from draw_brief(pen, layout, view.game, view.panels)
        case AttractPart.LEADERBOARD if view.leaderboard is not None:
            draw_leaderboard(pen, layout, view.leaderboard)
    width, height = (side / layout.unit for side in layout.size)
    pen.at(layout.sides[0]).touchable(Target(TargetKind.WAKE), 0, 0, width, height)


def _night(pen: Pen, layout: Layout) -> None:
    """Black: not even the felt glows."""
    picture = pen.art.keep(("night", layout.size), lambda: pygame.Surface(layout.size))
    pen.at(layout.sides[0]).put(picture, 0, 0)


def draw_closed(pen: Pen, layout: Layout, view: ClosedView, moment: Moment) -> None:
    """Dim words that wander, upright for either long side."""
    _night(pen, layout)
    hour, minute = divmod(view.opens_min, 60)
    first = pen.art.text(pen.words._("Closed"), 44, _dim(palette.TEXT), True)
    text = pen.words._("We open at {time}").format(time=f"{hour}:{minute:02}")
    second = fitted(pen, text, (28, 26), 600, _dim(palette.QUIET))
    x, y = PATH[moment.step % len(PATH)]
    for frame in layout.sides:
        here = pen.at(frame)
        here.put(first, PACE * x, -104 - PACE * y + 20)
        here.put(second, PACE * x, -152 - PACE * y + 20)


def _dim(colour: str) -> str:
    return palette.mix("#000000", colour, DIM)
