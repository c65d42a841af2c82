"""Beside the grid: points line by line, the plates that pass or lay, the deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.iota import cards, marks
from console.screens.iota.places import (
    GAP,
    LEFT,
    PLATE,
    RIGHT,
    Spot,
    column_frame,
    deck_at,
    side_of,
)
from console.screens.layout import Frame, Layout
from console.screens.stage import Pen, fitted
from console.table.board.view import CONFIRM, BoardView, Choosing, Target
from console.table.iota.view import PASS, WILD, IotaBoard, LineView, Points

ROW: Final = 25.0
TEXT: Final = 20.0
WIDE_ROW: Final = 24.0
"""Seen from a short side."""
PAD: Final = 13.0
TOTAL: Final = 66.0
"""What the total takes."""
MIN_ROWS: Final = 2
DECK: Final = 76.0
BACK: Final = Target("back")
PASSING: Final = Target(PASS)


@dataclass(frozen=True, slots=True)
class SideColumn:
    """A place for panel and plates beside the grid: ``wide`` when it is read from a short side."""

    frame: Frame
    width: float
    height: float

    @property
    def wide(self) -> bool:
        """Does it lie across?"""
        return self.width > self.height


def column(layout: Layout, side: int, seat: int) -> SideColumn:
    """A column, turned to a seat."""
    return SideColumn(*column_frame(layout, side, layout.frames[seat].quarter))


def side_for(layout: Layout, spot: Spot, seat: int) -> int:
    """The column for a seat: the closer one, if no cards lie there."""
    side = side_of(layout, seat)
    return side if side == RIGHT or spot.left_free else RIGHT


def side_for_last(layout: Layout, spot: Spot, view: BoardView) -> tuple[int, int]:
    """The column for the last move's points, and the seat that it is turned to. Where the column of
    whose turn it is lies already it gives way, or turns with it."""
    assert view.last is not None
    seat = view.last.seat
    side = side_for(layout, spot, seat)
    choosing = view.choosing
    if choosing is None or side_for(layout, spot, choosing.seat) != side:
        return side, seat
    if spot.left_free:
        return (LEFT if side == RIGHT else RIGHT), seat
    return side, choosing.seat


def prepare(art: Art, column: SideColumn, colour: str) -> None:
    """The plates of a seat."""
    for width in (column.width, column.width - PLATE - GAP, PLATE):
        for lit in (False, True):
            art.turned(marks.plate(art, width, PLATE, colour, lit=lit), column.frame.quarter)


def _panel_size(column: SideColumn, rows: int) -> tuple[float, float]:
    """As high as its rows need; read from a short side always the same."""
    whole = column.height - PLATE - GAP
    return column.width, whole if column.wide else min(
        whole, TOTAL + PAD + ROW * max(MIN_ROWS, rows)
    )


# -- points --------------------------------------------------------------------------------------


def draw_points(
    pen: Pen, column: SideColumn, words: Words, points: Points, seat: int, share: float = 1.0
) -> None:
    """Each line and its sum, what doubles, the total; ``share`` of it is counted so far."""
    factors = _factors(words, points)
    width, height = _panel_size(column, len(points.lines) + len(factors))
    y = PLATE + GAP + (height - column.height) / 2
    pen.put(column.frame, marks.panel(pen.art, width, height, pen.art.palette.seats[seat]), 0, y)
    left, right, top, low = PAD - width / 2, width / 2 - PAD, y + height / 2, y - height / 2
    if column.wide:
        half = left + 0.53 * (right - left)
        rows = max(1, len(points.lines))
        pitch = min(ROW, (height - 18) / rows)
        _lines(pen, column.frame, points, (left, half - 12), top - 9 - pitch / 2, pitch)
        shown = factors[1:] if len(factors) > 3 else factors  # no room for the sum then
        _doublings(pen, column.frame, shown, (half + 10, right), top - 9 - WIDE_ROW / 2, WIDE_ROW)
        _total(
            pen, column.frame, points, seat=seat, span=(half + 10, right), y=low + 27, share=share
        )
        return
    _lines(pen, column.frame, points, (left, right), top - PAD - ROW / 2, ROW)
    _doublings(
        pen, column.frame, factors, (left, right), low + 62 + ROW * (len(factors) - 0.5), ROW
    )
    _total(pen, column.frame, points, seat=seat, span=(left, right), y=low + 33, share=share)


def _lines(
    pen: Pen, frame: Frame, points: Points, span: tuple[float, float], top: float, pitch: float
) -> None:
    for i, line in enumerate(points.lines):
        _line(pen, frame, line, *span, top - pitch * i)


def _line(pen: Pen, frame: Frame, line: LineView, left: float, right: float, y: float) -> None:
    """How the line lies, its numbers in their cards' colours, and their sum."""
    tint = palette.AMBER if line.lot else palette.QUIET
    pen.put(frame, marks.row_sign(pen.art, row=line.row, colour=tint), left, y, "left", turn=False)
    numbers: list[Picture | float] = []
    for i, card in enumerate(line.cards):
        if i:
            numbers += [1.0, pen.art.text("+", 18, palette.QUIET), 1.0]
        numbers.append(_number(pen, card))
    pen.line(frame, numbers, left + 31, y, "left")
    pen.put(frame, pen.art.text(f"={line.sum}", TEXT, palette.TEXT, True), right, y, "right")


@dataclass(frozen=True, slots=True)
class Factor:
    """A row of what doubles: in words, by how much, in which colour."""

    text: str
    value: str
    colour: str


def _number(pen: Pen, card: str) -> Picture:
    if card == WILD:
        return pen.art.text("0", TEXT, palette.SPECIAL, True)
    return pen.art.text(card[2], TEXT, pen.art.palette.cards[card[0]], True)


def _factors(words: Words, points: Points) -> list[Factor]:
    """The sum of all lines, and what doubles it; nothing when nothing does."""
    if not points.doublings:
        return []
    found = [Factor(words._("Lines"), str(points.sum), palette.QUIET)]
    if points.lots:
        text = words.n("{count} lot", "{count} lots", points.lots).format(count=points.lots)
        found.append(Factor(text, f"×{2**points.lots}", palette.AMBER))
    if points.all_four:
        found.append(Factor(words._("All four"), "×2", palette.TEXT))
    if points.last_card:
        found.append(Factor(words._("Last card"), "×2", palette.TEXT))
    return found


def _doublings(
    pen: Pen,
    frame: Frame,
    factors: list[Factor],
    span: tuple[float, float],
    top: float,
    pitch: float,
) -> None:
    left, right = span
    for i, factor in enumerate(factors):
        y = top - pitch * i
        value = pen.art.text(factor.value, TEXT, palette.mix(factor.colour, "#FFFFFF", 0.4), True)
        room = right - left - value.width / pen.art.unit - 8
        pen.put(frame, fitted(pen, factor.text, (18.0,), room, factor.colour), left, y, "left")
        pen.put(frame, value, right, y, "right")


def _total(
    pen: Pen,
    frame: Frame,
    points: Points,
    seat: int,
    span: tuple[float, float],
    y: float,
    share: float,
) -> None:
    colour = palette.mix(pen.art.palette.seats[seat], "#FFFFFF", 0.35)
    width = span[1] - span[0]
    pen.put(frame, marks.rule(pen.art, width), (span[0] + span[1]) / 2, y + 25)
    pen.put(frame, pen.art.shape(seat, 26), span[0], y, "left")
    text = f"+{round(points.total * share)}"
    pen.put(frame, pen.art.text(text, 40, colour, True), span[1], y, "right")


# -- plates --------------------------------------------------------------------------------------


def draw_plates(
    pen: Pen, column: SideColumn, words: Words, choosing: Choosing, board: IotaBoard
) -> None:
    """What passes or ends the turn, as a key to touch; and one that goes back."""
    colour = pen.art.palette.seats[choosing.seat]
    left, y = -column.width / 2, (PLATE - column.height) / 2
    long = column.width - (PLATE + GAP if choosing.picked else 0)
    target = next((t for t in choosing.targets if t in (CONFIRM, PASSING)), None)
    if target is not None:
        x = left + long / 2
        lit = target == choosing.target
        pen.put(column.frame, marks.plate(pen.art, long, PLATE, colour, lit=lit), x, y)
        ink = palette.mix(colour, "#FFFFFF", 0.6) if lit else palette.TEXT
        text = plate_words(words, board, target)
        pen.put(column.frame, fitted(pen, text, (24, 22, 20, 18), long - 20, ink, True), x, y)
        if choosing.hint == target:
            pen.put(column.frame, marks.plate_hint(pen.art, long, PLATE), x, y)
        pen.touchable(column.frame, target, x, y, long, PLATE)
    if choosing.picked:
        x = -left - PLATE / 2
        pen.put(column.frame, marks.plate(pen.art, PLATE, PLATE, colour, lit=False), x, y)
        pen.put(column.frame, pen.art.sign("key_back", 22, palette.QUIET), x, y)
        pen.touchable(column.frame, BACK, x, y, PLATE, PLATE)


def plate_words(words: Words, board: IotaBoard, target: Target) -> str:
    """What happens when the plate is chosen."""
    if board.draft:
        return words._("Lay")
    if target == PASSING or not board.exchanged:
        return words._("Pass")
    text = words.n("Exchange {count}", "Exchange {count}", board.exchanged)
    return text.format(count=board.exchanged)


def draw_deck(pen: Pen, layout: Layout, board: IotaBoard) -> None:
    """The deck and how many cards it has, for both long sides."""
    x, y = deck_at(layout)
    near, far = layout.sides
    pen.put(near, cards.stack(pen.art, board.deck, DECK), x, y, turn=False)
    count = pen.art.text(str(board.deck), 28, palette.TEXT, True)
    line = marks.underline(pen.art, count.width / pen.art.unit)
    for frame, side in ((near, 1), (far, -1)):
        right = side * x + DECK / 2 + 34
        pen.put(frame, count, right, side * y)
        pen.put(frame, line, right, side * y - 18)
