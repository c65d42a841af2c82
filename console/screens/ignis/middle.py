"""The board in the middle: pieces, ways in, what a push would do, and the last push running."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from console.screens.art import Picture
from console.screens.board.facing import Facing
from console.screens.ignis import marks, pieces
from console.screens.ignis.places import MARGIN, SIDE, Grid, board_side, grid_of
from console.screens.stage import Pen, Sprite
from console.table.board.view import BoardView, Choosing, LastMove
from console.table.ignis.view import (
    GAP,
    STEPS,
    TOWARDS,
    Cell,
    IgnisBoard,
    Preview,
    Rows,
    Slide,
    inside,
    pushed,
    slides,
)
from console.table.view import Target

FROM_ABOVE: Final = {"down": 0, "left": 1, "right": 1, "up": 2}
"""In which order ways into one cell share it."""
RUN_SHARE: Final = 0.6
"""The share of the motion in which a push runs, when edges leave after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushPicture:
    """A push as it is seen: who made it where, what it moved, and which cells left after it."""

    seat: int
    at: Cell
    toward: str
    slides: tuple[Slide, ...]
    pushed: Rows
    gone: frozenset[Cell]


def last_push(board: IgnisBoard, last: LastMove | None) -> PushPicture | None:
    """The last move, None when there is none to show."""
    if last is None or not isinstance(last.before, IgnisBoard):
        return None
    row, column = last.action["at"]
    piece, toward = last.action["piece"], last.action["toward"]
    before = last.before.rows
    moved = slides(before, piece, (row, column), toward)
    gone = frozenset(c for c in _cells() if inside(before, c) and not inside(board.rows, c))
    return PushPicture(
        seat=last.seat,
        at=(row, column),
        toward=toward,
        slides=moved,
        pushed=pushed(before, moved),
        gone=gone,
    )


def _cells() -> Iterable[Cell]:
    return ((row, column) for row in range(SIDE) for column in range(SIDE))


def draw_middle(pen: Pen, facing: Facing, view: BoardView, board: IgnisBoard, way: float) -> None:
    """The board as it lies, as the last push changes it, or as the next one would; always in the
    middle, as large as there is room."""
    frame, grid = facing.main, grid_of(facing, board.rows)
    pen = pen.at(frame)
    last = last_push(board, view.last)
    choosing = view.choosing
    if board.preview is not None and choosing is not None:
        _grid(pen, grid, board.rows)
        _preview(pen, grid, board.preview, pen.art.palette.seats[choosing.seat])
    elif last is not None and way < 1:
        table = pygame.Rect((0, 0), facing.layout.size)
        side = round(board_side(facing) * facing.layout.unit)
        room = table.inflate(side - table.w, 2 * side)
        _running(pen, grid_of(facing, last.pushed), last, way, room)
    else:
        _grid(pen, grid, board.rows)
        _pieces(pen, grid, board.rows)
        if last is not None:
            _last(pen, grid, board.rows, last)
    if choosing is not None:
        _ways(pen, grid, board, choosing)


# -- the board -----------------------------------------------------------------------------------


def _grid(pen: Pen, grid: Grid, rows: Rows) -> None:
    sides = (
        ("up", marks.TOP),
        ("right", marks.RIGHT),
        ("down", marks.BOTTOM),
        ("left", marks.LEFT),
    )
    for row, column in _cells():
        if not inside(rows, (row, column)):
            continue
        edges = sum(
            side
            for toward, side in sides
            if not inside(rows, (row + STEPS[toward][0], column + STEPS[toward][1]))
        )
        pen.put(marks.cell(pen.art, grid.pitch, edges), *grid.at((row, column)))


def _pieces(pen: Pen, grid: Grid, rows: Rows, leave: Iterable[Cell] = ()) -> None:
    """The pieces but for those on the cells ``leave``."""
    left_out = set(leave)
    for cell in _cells():
        if cell not in left_out and inside(rows, cell) and rows[cell[0]][cell[1]] != GAP:
            tile = pieces.tile(pen.art, rows[cell[0]][cell[1]], grid.tile)
            pen.put(tile, *grid.at(cell), turn=False)


def _last(pen: Pen, grid: Grid, rows: Rows, last: PushPicture) -> None:
    """Where the last piece came in."""
    colour = pen.art.palette.seats[last.seat]
    if inside(rows, last.at):
        pen.put(marks.corners(pen.art, grid.pitch, colour), *grid.at(last.at))
        turn = marks.TURNS[last.toward]
        arrow = pen.art.turned(marks.arrow(pen.art, colour, bright=False), turn)
        pen.put(arrow, *grid.outside(last.at, last.toward))


# -- the last push runs --------------------------------------------------------------------------


def _running(pen: Pen, grid: Grid, last: PushPicture, way: float, room: pygame.Rect) -> None:
    """What comes in or falls out is seen within ``room`` (pixels): beside the board stand names."""
    run = way / RUN_SHARE if last.gone else way
    _grid(pen, grid, last.pushed)
    moved = {slide.to for slide in last.slides}
    if run < 1:
        _pieces(pen, grid, last.pushed, moved)
        for slide in reversed(last.slides):
            out = not inside(last.pushed, slide.to)
            solid = _solid(run) if out else 1.0
            tile = pieces.tile(pen.art, slide.piece, grid.tile, solid)
            pen.put(tile, *grid.at(slide.at, last.toward, run), turn=False)
            pen.sprites += _within(pen.sprites.pop(), room)
        return
    _pieces(pen, grid, last.pushed, last.gone)
    share = (way - RUN_SHARE) / (1 - RUN_SHARE)
    for row, column in sorted(last.gone):
        x, y = grid.at((row, column))
        if last.pushed[row][column] != GAP:
            tile = pieces.tile(pen.art, last.pushed[row][column], grid.tile, _solid(share))
            pen.put(tile, x, y, turn=False)
        pen.put(marks.glow(pen.art, grid.pitch, round(0.7 * _solid(share), 2)), x, y)


def _within(sprite: Sprite, room: pygame.Rect) -> Iterable[Sprite]:
    """What of it lies in the room."""
    seen = sprite.rect.clip(room)
    if seen == sprite.rect:
        return (sprite,)
    if not seen.w or not seen.h:
        return ()
    picture, part = sprite.picture, seen.move(-sprite.x, -sprite.y)
    cut = Picture(("part", picture.key, *part), picture.surface.subsurface(part))
    return (Sprite(cut, seen.x, seen.y),)


def _solid(share: float) -> float:
    """How solid what goes still is, in few steps: each is a picture."""
    return pieces.FADES[min(int(share * len(pieces.FADES)), len(pieces.FADES) - 1)]


# -- what a push would do ------------------------------------------------------------------------


def _preview(pen: Pen, grid: Grid, preview: Preview, colour: str) -> None:
    art, toward = pen.art, preview.toward
    run = [s for s in preview.slides if inside(preview.pushed, s.to)]
    for slide in run:
        pen.put(marks.lane(art, grid.pitch, colour), *grid.at(slide.to))
    _pieces(pen, grid, preview.pushed, {s.to for s in run})
    for slide in run[1:]:
        ghost = pieces.tile(art, slide.piece, grid.tile, pieces.GHOST)
        pen.put(ghost, *grid.at(slide.to), turn=False)
    pen.put(pieces.tile(art, preview.piece, grid.tile), *grid.at(preview.at), turn=False)
    for i, look in enumerate(preview.looks):
        for cell in look:
            pen.put(marks.hatch(art, grid.pitch, later=i > 0), *grid.at(cell))
    pen.put(marks.frame(art, grid.tile, colour), *grid.at(preview.at))
    step = art.turned(marks.step(art, grid.pitch, colour), marks.TURNS[toward])
    for slide in preview.slides[1:]:
        pen.put(step, *grid.at(slide.at, toward, 0.5))
    if preview.ejected is not None:
        x, y = grid.outside(preview.ejected.at, toward, 1)
        out = pieces.tile(art, preview.ejected.piece, marks.SMALL_TILE, pieces.GHOST)
        pen.put(out, x, y, turn=False)
        pen.put(marks.strike(art), x, y)


def _ways(pen: Pen, grid: Grid, board: IgnisBoard, choosing: Choosing) -> None:
    """An arrow outside the board for every way in, once the piece is picked; each may be touched
    before, and so may its cell, shared by the ways into a corner."""
    colour = pen.art.palette.seats[choosing.seat]
    ejected = board.preview.ejected if board.preview is not None else None
    for target in board.ways:
        cell, toward = way_of(target)
        chosen = target == choosing.target
        _touch(pen, grid, target, [t for t in board.ways if t.at[:2] == target.at[:2]])
        if not choosing.picked:
            continue
        x, y = grid.outside(cell, toward)
        dy, dx = STEPS[toward]
        taken = ejected is not None and ejected.to == (cell[0] - dy, cell[1] - dx)
        if not taken:
            arrow = marks.arrow(pen.art, colour, bright=chosen)
            pen.put(pen.art.turned(arrow, marks.TURNS[toward]), x, y)
        if target == choosing.hint:
            pen.put(marks.hint(pen.art), x, y, turn=False)


def way_of(target: Target) -> tuple[Cell, str]:
    """The cell and the direction that a target of the kind ``WAY`` means."""
    row, column, toward = target.at
    return (row, column), TOWARDS[toward]


def _touch(pen: Pen, grid: Grid, target: Target, sharing: Sequence[Target]) -> None:
    """The way itself, and its share of the cell: stripes, what comes in from above the topmost."""
    cell, toward = way_of(target)
    order = sorted(sharing, key=lambda t: FROM_ABOVE[way_of(t)[1]])
    stripe = grid.pitch / len(order)
    x, y = grid.at(cell)
    y += ((len(order) - 1) / 2 - order.index(target)) * stripe
    pen.touchable(target, x, y, grid.pitch, stripe)
    x, y = grid.outside(cell, toward)
    upright = toward in ("up", "down")
    width, height = (grid.pitch, MARGIN) if upright else (MARGIN, grid.pitch)
    pen.touchable(target, x, y, width, height)
