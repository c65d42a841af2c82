"""The count before a match: a number that nobody misses, upright for all who play."""

from __future__ import annotations

from typing import Final

from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.layout import Frame, Layout
from console.screens.stage import Pen
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.event.view import RaceView
from console.table.view import View, Who

DISC: Final = 330.0
ALONE: Final = 230.0
BOTH: Final = 150.0
APART: Final = 76.0
"""How far from the middle each of two stands, before its reader."""


def draw_count_in(pen: Pen, layout: Layout, view: View) -> None:
    """What is left of the count, over the middle of the table."""
    if view.count is None or not isinstance(view, PlayView | BoardView | RaceView):
        return
    art = pen.art
    frames = layout.sides if isinstance(view, RaceView) else readers_of(layout, view)
    pen.at(frames[0]).put(_disc(art), 0, 0, turn=False)
    size, y = (ALONE, 0.0) if len(frames) == 1 else (BOTH, -APART)
    for frame in frames:
        pen.at(frame).put(art.text(str(view.count), size, palette.TEXT, bold=True), 0, y)


def readers_of(layout: Layout, view: PlayView | BoardView) -> tuple[Frame, ...]:
    """For whom what all must know stands."""
    people = [s.seat for s in view.seats if s.player is not None and s.who is Who.PERSON]
    return layout.read_from({layout.frames[seat].quarter for seat in people})


def _disc(art: Art) -> Picture:
    """What the number stands on: the table waits below it."""
    r = DISC / 2
    body = (
        f'<circle r="{r - 4}" fill="{palette.INK}" fill-opacity="0.93" stroke="{palette.AMBER}"'
        ' stroke-width="4"/>'
    )
    return art.svg("count in", DISC, DISC, body)
