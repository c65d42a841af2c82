"""After a race: the winner's colour runs from petal to seat, and the cards fly to their new owners.

It begins with the verdict and is gone with it: nothing of it waits for anything or is waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin
from typing import Final

from console.screens import marks
from console.screens.art import Art, Picture
from console.screens.chaos import cards
from console.screens.chaos.arrows import Point, path_of
from console.screens.layout import CARD, CARD_Y, PETAL_TO, PILE_X, STACK_X, Layout
from console.screens.stage import Pen
from console.table.chaos.view import POT, CardMove, VerdictView
from console.table.outputs import GOOD

STEPS: Final = 30
"""Half a second."""
RUN: Final = 20
"""Steps until the light has reached the seat, which then shines."""
TAIL: Final = 7
LIGHT: Final = 250.0
LIGHTS: Final = (1.0, 0.8, 0.64, 0.5)
"""Sizes of the light and of its tail; of the petal's flash at its last steps."""
FLASH: Final = 14
FLIGHT: Final = 22
APART: Final = 4
"""Steps that a card is under way, and between two of them."""
CLEAR: Final = 4.0
"""What flying cards leave free beside messages."""
MOST: Final = 12
"""So many cards fly at once at the most; the more moves, the fewer of each."""


def prepare(pen: Pen, layout: Layout) -> Iterator[None]:
    """Draw the lights ahead, so that no verdict has to."""
    for seat in range(len(layout.frames)):
        for share in LIGHTS:
            _light(pen.art, seat, share)
            yield
    cards.back(pen.art)
    yield


def winners(verdict: VerdictView | None, step: int) -> tuple[int, ...]:
    """The seats that have just won; ``step`` counts from the verdict on."""
    if verdict is None or verdict.kind not in GOOD or step >= STEPS:
        return ()
    return verdict.seats


def arrived(verdict: VerdictView | None, step: int) -> tuple[int, ...]:
    """Those that the light has reached."""
    return winners(verdict, step) if step >= RUN - 4 else ()


def draw_run(pen: Pen, layout: Layout, verdict: VerdictView, step: int) -> None:
    """The light on its way, over the cards of its seat."""
    for seat in winners(verdict, step):
        start, end = _petal(layout, seat), _seat(layout, seat)
        if step < FLASH:
            _shine(pen, layout, seat, LIGHTS[step * len(LIGHTS) // FLASH], start)
        for i in range(TAIL):
            share = _eased((step - 0.8 * i) / RUN)
            if 0 < share < 1:
                at = tuple(a + (b - a) * share for a, b in zip(start, end, strict=True))
                _shine(pen, layout, seat, LIGHTS[i * len(LIGHTS) // TAIL], (at[0], at[1]))
        if step >= RUN - 4:
            share = LIGHTS[min(len(LIGHTS) - 1, 1 + (step - RUN + 4) * len(LIGHTS) // 14)]
            _shine(pen, layout, seat, share, end)


def draw_flight(pen: Pen, layout: Layout, verdict: VerdictView, step: int) -> None:
    """The cards on their way, over everything that lies."""
    moves = [move for move in verdict.moves if move.source != move.target]
    if not moves or step >= STEPS:
        return
    each = max(1, min(3, MOST // len(moves)))
    for move in moves:
        path = flight(
            layout, place(layout, move.source, PILE_X), place(layout, move.target, STACK_X)
        )
        for i in reversed(range(min(each, move.count))):
            age = (step - APART * i) / FLIGHT
            if 0 <= age < 1 and path:
                _card(pen, layout, move, path[int(_eased(age) * (len(path) - 1))], top=i == 0)


def flight(layout: Layout, start: Point, end: Point) -> list[Point]:
    """The way of a card; to a seat at a short side it passes between the bands, so that it does not
    graze the corner of what is told there."""
    path, band = path_of(start, end), layout.bands[0]
    low, half = abs(band.y) - band.height / 2, band.width / 2 + CARD / 2
    if abs(end[1]) >= low or abs(end[0]) < half:
        return path
    free, between, found = low - CARD / 2 - CLEAR, False, list[Point]()
    for x, y in path:
        between = between or abs(y) <= free
        clear = max(-free, min(free, y)) if between and abs(x) < half else y
        found.append((x, clear))
    return found


def place(layout: Layout, seat: int, x: float) -> Point:
    """Where a seat's cards lie, or the pot, in design pixels from the centre."""
    if seat == POT:
        return 0.0, 0.0
    px, py = layout.frames[seat].place(layout.hand(seat) * x, CARD_Y)
    cx, cy = layout.centre
    return (px - cx) / layout.unit, (py - cy) / layout.unit


def _card(pen: Pen, layout: Layout, move: CardMove, at: Point, *, top: bool) -> None:
    seen = top and move.top is not None
    picture = cards.face(pen.art, move.top or "") if seen else cards.back(pen.art)
    pen.at(layout.sides[0]).put(picture, at[0], -at[1], turn=False)


def _petal(layout: Layout, seat: int) -> Point:
    angle = layout.petals[seat]
    return (PETAL_TO - 30) * cos(angle), (PETAL_TO - 30) * sin(angle)


def _seat(layout: Layout, seat: int) -> Point:
    """The middle of the strip at the edge."""
    px, py = layout.frames[seat].place(0, 40)
    cx, cy = layout.centre
    return (px - cx) / layout.unit, (py - cy) / layout.unit


def _light(art: Art, seat: int, share: float) -> Picture:
    return marks.glow(art, art.palette.seats[seat], LIGHT * share, 0.95, 0.12)


def _shine(pen: Pen, layout: Layout, seat: int, share: float, at: Point) -> None:
    pen.at(layout.sides[0]).put(_light(pen.art, seat, share), at[0], -at[1], turn=False)


def _eased(share: float) -> float:
    """0 to 1, gently at both ends."""
    t = min(max(share, 0.0), 1.0)
    return t * t * (3 - 2 * t)
