"""The grid: cards, legal places, the draft, and the last move as it happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from console.screens import palette
from console.screens.art import Picture
from console.screens.board.facing import Facing, back, turned
from console.screens.iota import cards, marks
from console.screens.iota.cards import GHOST
from console.screens.iota.marks import GLOWS, HELD_SHARE
from console.screens.iota.places import Spot, area_of, deck_at, places_of, spot_of
from console.screens.layout import Box
from console.screens.stage import Pen
from console.table.board.view import BoardView, Choosing, LastMove
from console.table.iota.view import CARD, CELL, SWAP, WILD, Cell, IotaBoard, LineView, Lying, Points
from console.table.view import Target

LANDED: Final = 0.6
"""The share of the motion after which all cards lie; then lots light up."""
SETTLE: Final = 0.5
"""How far from its cell a card starts that somebody laid by hand, in cells."""


def sent(target_kind: str, choosing: Choosing | None) -> tuple[Cell, ...]:
    """The cells on offer as targets of a kind."""
    targets = () if choosing is None else choosing.targets
    return tuple((t.at[0], t.at[1]) for t in targets if t.kind == target_kind)


def spot_now(facing: Facing, view: BoardView, board: IotaBoard, way: float) -> Spot:
    """How the grid lies: after a move it slides from where it lay before."""
    taken = _cells(board.grid)
    more = _cells(board.draft) | frozenset(sent(CELL, view.choosing))
    spot = spot_of(facing, taken, more - taken)
    before = None if view.last is None else view.last.before
    if way < 1 and isinstance(before, IotaBoard) and before.grid:
        return _sliding(facing, before, spot, way)
    return spot


def _sliding(facing: Facing, before: IotaBoard, spot: Spot, way: float) -> Spot:
    old = spot_of(facing, _cells(before.grid))
    if old.pitch != spot.pitch:
        return spot
    x, y = (a + (b - a) * way for a, b in ((old.x, spot.x), (old.y, spot.y)))
    return replace(spot, x=x, y=y)


def _cells(lying: Iterable[Lying]) -> frozenset[Cell]:
    return frozenset((x, y) for x, y, _ in lying)


def beside(lying: frozenset[Cell]) -> frozenset[Cell]:
    """The free squares that have a card beside them (I4)."""
    near = {(x + dx, y + dy) for x, y in lying for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return frozenset(near - lying)


def moved_cells(last: LastMove | None) -> tuple[Cell, ...]:
    """Where the last move put cards, in its order."""
    if last is None or last.action["type"] == "pass":
        return ()
    if last.action["type"] == "swap":
        x, y = last.action["at"]
        return ((x, y),)
    return tuple((x, y) for _, x, y in last.action["cards"])


def draw_grid(
    pen: Pen, facing: Facing, view: BoardView, board: IotaBoard, spot: Spot, moving: bool
) -> None:
    """The cards that lie, without those that are still on their way, and the free squares beside
    them. With a card pointed at, all squares and wilds may be touched: nothing tells which fit."""
    held = spot.pitch * HELD_SHARE
    fresh, frame, area = moved_cells(view.last), facing.main, area_of(facing)
    pen = pen.at(frame)
    lying = _cells(board.grid) | _cells(board.draft)
    target = None if view.choosing is None else view.choosing.target
    pointing = target is not None and target.kind == CARD
    for cell in sorted(beside(lying)):
        x, y = spot.at(cell)
        if area.holds(Box(x, y, 0.9 * spot.pitch, 0.9 * spot.pitch)):
            pen.put(marks.free(pen.art, spot.pitch), x, y, turn=False)
            if pointing:
                pen.touchable(Target(CELL, cell), x, y, spot.pitch, spot.pitch)
    for x, y, card in board.grid:
        if moving and (x, y) in fresh:
            continue
        picture = cards.lying(pen.art, card, held)
        pen.put(picture, *spot.at((x, y)), turn=False)
        if pointing and card == WILD:
            pen.touchable(Target(SWAP, (x, y)), *spot.at((x, y)), spot.pitch, spot.pitch)
    if view.last is not None and not moving:
        picture = marks.corners(pen.art, spot.pitch, pen.art.palette.seats[view.last.seat])
        for cell in fresh:
            pen.put(picture, *spot.at(cell), turn=False)


# -- what is being picked ------------------------------------------------------------------------


def draw_choosing(
    pen: Pen, choosing: Choosing, board: IotaBoard, spot: Spot, hand: Sequence[str] | None
) -> None:
    """Legal places, the cards laid so far, the cursor, a hint. A card that is not laid yet lies
    under the cursor, face down unless it is one of a ``hand`` that lies open."""
    colour = pen.art.palette.seats[choosing.seat]
    pitch, held = spot.pitch, spot.pitch * HELD_SHARE
    for x, y, card in board.draft:
        at = spot.at((x, y))
        pen.put(cards.face(pen.art, card, held, GHOST), *at, turn=False)
        pen.put(marks.laid(pen.art, pitch, colour), *at, turn=False)
    for cell in sent(CELL, choosing):
        pen.put(marks.place(pen.art, pitch, colour), *spot.at(cell), turn=False)
    for cell in sent(SWAP, choosing):
        pen.put(marks.wild_ring(pen.art, pitch, colour), *spot.at(cell), turn=False)
    target = choosing.target
    if target is not None and target.kind in (CELL, SWAP):
        at = spot.at((target.at[0], target.at[1]))
        if target.kind == CELL:
            pen.put(_taken(pen, choosing, hand, held), *at, turn=False)
        pen.put(marks.cursor(pen.art, pitch, colour), *at, turn=False)
    if choosing.hint is not None and choosing.hint.kind in (CELL, SWAP):
        at = spot.at((choosing.hint.at[0], choosing.hint.at[1]))
        pen.put(marks.hint(pen.art, pitch), *at, turn=False)
    for each in choosing.targets:
        if each.kind in (CELL, SWAP):
            pen.touchable(each, *spot.at((each.at[0], each.at[1])), pitch, pitch)


def _taken(pen: Pen, choosing: Choosing, hand: Sequence[str] | None, held: float) -> Picture:
    if hand is None:
        return cards.back(pen.art, held)
    card = next(t.at[0] for t in reversed(choosing.picked) if t.kind == CARD)
    return cards.face(pen.art, hand[card], held, GHOST)


def draw_lines(pen: Pen, points: Points, spot: Spot, colour: str) -> None:
    """The lines that would score, under their cards; lots in amber."""
    for line in points.lines:
        tint = palette.AMBER if line.lot else colour
        picture = marks.line(pen.art, spot.pitch, len(line.cells), tint)
        _along(pen, line, spot, picture)


def _along(pen: Pen, line: LineView, spot: Spot, picture: Picture) -> None:
    (x, y), (x2, y2) = spot.at(line.cells[0]), spot.at(line.cells[-1])
    if line.row == bool(pen.frame.quarter % 2):  # for who sits at a short side rows stand upright
        picture = pen.art.turned(picture, 1)
    pen.put(picture, (x + x2) / 2, (y + y2) / 2, turn=False)


# -- the last move -------------------------------------------------------------------------------


def draw_motion(
    pen: Pen, facing: Facing, view: BoardView, board: IotaBoard, spot: Spot, way: float
) -> None:
    """The last move's cards come from who laid them, one after the other."""
    last = view.last
    assert last is not None
    pen = pen.at(facing.main)
    if last.action["type"] == "pass":
        _exchange(pen, facing, last, spot, way)
        return
    by_cell = {(x, y): card for x, y, card in board.grid}
    cells = moved_cells(last)
    held = spot.pitch * HELD_SHARE
    home = _home(facing, last.seat)
    person = view.seats[last.seat].who.level is None
    if last.action["type"] == "swap":
        at = _between(spot.at(cells[0]), home, way)
        pen.put(cards.lying(pen.art, WILD, held), *at, turn=False)
    for i, cell in enumerate(cells):
        goal = spot.at(cell)
        start = _between(goal, home, _near(goal, home, spot.pitch)) if person else home
        share = _share(way / LANDED, i, len(cells))
        if share > 0 or person:
            at = _between(start, goal, share)
            pen.put(cards.lying(pen.art, by_cell[cell], held), *at, turn=False)


def draw_lots(pen: Pen, points: Points, spot: Spot, way: float) -> None:
    """Completed lots light up once."""
    late = (way - LANDED) / (1 - LANDED)
    step = round(GLOWS * min(1.0, 2 * late, 2.5 * (1 - late))) if late > 0 else 0
    if step <= 0:
        return
    for line in points.lines:
        if line.lot:
            _along(pen, line, spot, marks.lot_light(pen.art, spot.pitch, step))


def _exchange(pen: Pen, facing: Facing, last: LastMove, spot: Spot, way: float) -> None:
    """Cards go to the deck face down, and as many come back."""
    home, deck = _home(facing, last.seat), deck_at(facing)
    picture = cards.back(pen.art, spot.pitch * HELD_SHARE)
    there = 2 * way if way < 0.5 else 2 - 2 * way
    for i in range(len(last.action["exchange"])):
        x, y = _between(home, (deck.x, deck.y), there)
        pen.at(facing.main).put(picture, x + 9 * i, y, turn=False)


def _home(facing: Facing, seat: int) -> tuple[float, float]:
    """Where a seat's hand lies, in the main frame."""
    place = places_of(facing)[seat]
    assert place.cards is not None
    there = back(place.cards, place.frame.quarter)
    there = turned(there, facing.main.quarter)
    return there.x, there.y


def _between(
    start: tuple[float, float], goal: tuple[float, float], share: float
) -> tuple[float, float]:
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


def _near(goal: tuple[float, float], home: tuple[float, float], pitch: float) -> float:
    """The share of the way home that is ``SETTLE`` cells long."""
    far = ((goal[0] - home[0]) ** 2 + (goal[1] - home[1]) ** 2) ** 0.5
    return min(1.0, SETTLE * pitch / far) if far else 0.0


def _share(way: float, number: int, count: int) -> float:
    """How far the card ``number`` of ``count`` has come: each starts a little after the last."""
    start = 0.4 * number / count
    return max(0.0, min(1.0, (way - start) / 0.6))
