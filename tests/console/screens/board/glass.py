"""How much of the glass holds something of a board game, found out from the sprites of a picture.

What holds something: cards, face up or down, squares of the board in play (of IOTA those beside a
card), piles and their places, the supply's pieces, everything that is written, keys, signs, plates
to be chosen, and the table in which IOTA's points are told line by line. It is the union of their
rectangles. What only lies under other things does not count: the felt, trays of hands, the grounds
of strips, glows.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

import numpy as np

from console.i18n import Words
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.renderer import Screen
from console.screens.stage import Pen, Sprite
from console.table.board.view import BoardView

THINGS: Final = frozenset(
    (
        *("iota", "iota back", "iota stack", "iota free", "iota place", "iota plate", "iota panel"),
        *("elements", "elements back", "elements place", "elements plate"),
        *("ignis", "ignis turning", "ignis cell", "ignis arrow"),
        *("sign", "disc"),
    )
)


def kind_of(sprite: Sprite) -> str:
    """What a sprite is: ``text``, or the first word of its picture's key."""
    key: Any = sprite.picture.key
    while isinstance(key, tuple):
        if key[0] == "text":
            return "text"
        key = key[1] if key[0] in ("svg", "turned", "faded", "scaled") else key[0]
        if isinstance(key, tuple) and key and isinstance(key[0], tuple):
            key = key[0]
    return str(key)


def composed(view: BoardView, size: tuple[int, int]) -> Pen:
    """The sprites of a view once everything has arrived."""
    screen = Screen(size, len(view.seats), Look(Words("ru")))
    pen = screen.pen()
    deque(screen.compose(pen, view, Moment()), maxlen=0)
    return pen


def share(view: BoardView, size: tuple[int, int]) -> float:
    """The part of the screen's area that holds something."""
    taken = np.zeros(size, bool)
    for sprite in composed(view, size).sprites:
        kind = kind_of(sprite)
        if kind in THINGS or kind == "text":
            rect = sprite.rect
            taken[max(rect.left, 0) : rect.right, max(rect.top, 0) : rect.bottom] = True
    return float(taken.mean())
