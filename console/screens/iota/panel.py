"""Beside the grid: points line by line, the plates that pass or lay, the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.board.facing import Box, Facing, Place, back, turned
from console.screens.iota import cards, marks
from console.screens.iota.places import LEAST_TOLD, PLATE, deck_at, plates_at
from console.screens.layout import Frame
from console.screens.stage import Pen, fitted
from console.table.board.view import CONFIRM, Choosing, Target
from console.table.iota.view import PASS, WILD, IotaBoard, LineView, Points

ROW: Final = 28.0
LEAST_ROW: Final = 20.0
TEXT: Final = 22.0
PAD: Final = 12.0
TOTAL: Final = 58.0
"""What the total takes."""
LEAST_TOTAL: Final = LEAST_TOLD
TIGHT: Final = 130.0
"""In so little height the total is smaller."""
GAP: Final = 6.0
DECK: Final = 102.0
BACK: Final = Target("back")
PASSING: Final = Target(PASS)


def prepare(art: Art, place: Place, colour: str) -> None:
    """The plates of a seat."""
    if not place.reads:
        return
    long = plates_at(place).width
    for width in (long, long - PLATE - GAP, PLATE):
        for lit in (False, True):
            art.turned(marks.plate(art, width, PLATE, colour, lit=lit), place.frame.quarter)


# -- points --------------------------------------------------------------------------------------


def draw_points(
    pen: Pen,
    frame: Frame,
    there: Box,
    words: Words,
    points: Points,
    seat: int,
    share: float = 1.0,
) -> None:
    """Each line and its sum, what doubles, the total; ``share`` of it is counted so far. Where the
    room is short, what doubles stands in one row, or only the total."""
    factors, many = _factors(words, points), len(points.lines)
    least = there.height < TIGHT
    total = LEAST_TOTAL if least else TOTAL
    room = there.height - total - PAD
    rows = many + len(factors)
    if rows * LEAST_ROW > room and len(factors) > 1:
        factors = [_all_factors(factors)]
        rows = many + 1
    shown = points.lines
    if rows * LEAST_ROW > room:
        shown, rows = (), len(factors)
    if rows * LEAST_ROW > room:
        factors, rows = [], 0
    pitch = min(ROW, room / rows) if rows else 0.0
    height = total + (PAD + pitch * rows if rows else 0.0)
    low = there.high - height
    panel = marks.panel(pen.art, there.width, height, pen.art.palette.seats[seat])
    pen.put(frame, panel, there.x, low + height / 2)
    span = there.left + PAD, there.right - PAD
    _lines(pen, frame, shown, span, there.high - PAD / 2 - pitch / 2 - 3, pitch)
    top = there.high - PAD / 2 - pitch * (len(shown) + 0.5) - 3
    _doublings(pen, frame, factors, span, top, pitch)
    colour = palette.mix(pen.art.palette.seats[seat], "#FFFFFF", 0.35)
    y, width = low + total / 2, span[1] - span[0]
    if rows:
        pen.put(frame, marks.rule(pen.art, width), there.x, y + total / 2)
    pen.put(frame, pen.art.shape(seat, 26), span[0], y, "left")
    text = pen.art.text(f"+{round(points.total * share)}", 34 if least else 48, colour, True)
    pen.put(frame, text, span[1], y, "right")


def _lines(
    pen: Pen,
    frame: Frame,
    lines: Sequence[LineView],
    span: tuple[float, float],
    top: float,
    pitch: float,
) -> None:
    for i, line in enumerate(lines):
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


def _all_factors(factors: list[Factor]) -> Factor:
    """All in one row: the sum, and each doubling."""
    doublings = " ".join(factor.value for factor in factors[1:])
    return Factor(factors[0].text, f"{factors[0].value} {doublings}", factors[0].colour)


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


# -- plates --------------------------------------------------------------------------------------


def draw_plates(pen: Pen, place: Place, words: Words, choosing: Choosing, board: IotaBoard) -> None:
    """What passes or ends the turn, as a key to touch; and one that goes back."""
    there = plates_at(place)
    colour, frame, y = pen.art.palette.seats[choosing.seat], place.frame, there.y
    long = there.width - (PLATE + GAP if choosing.picked else 0)
    target = next((t for t in choosing.targets if t in (CONFIRM, PASSING)), None)
    if target is not None:
        x = there.left + long / 2
        lit = target == choosing.target
        pen.put(frame, marks.plate(pen.art, long, PLATE, colour, lit=lit), x, y)
        ink = palette.mix(colour, "#FFFFFF", 0.6) if lit else palette.TEXT
        text = plate_words(words, board, target)
        shown = fitted(pen, text, (26, 24, 22, 20, 18), long - 20, ink, True, most=34)
        pen.put(frame, shown, x, y)
        if choosing.hint == target:
            pen.put(frame, marks.plate_hint(pen.art, long, PLATE), x, y)
        pen.touchable(frame, target, x, y, long, PLATE)
    if choosing.picked:
        x = there.right - PLATE / 2
        pen.put(frame, marks.plate(pen.art, PLATE, PLATE, colour, lit=False), x, y)
        pen.put(frame, pen.art.sign("key_back", 22, palette.QUIET), x, y)
        pen.touchable(frame, BACK, x, y, PLATE, PLATE)


def plate_words(words: Words, board: IotaBoard, target: Target) -> str:
    """What happens when the plate is chosen."""
    if board.draft:
        return words._("Lay")
    if target == PASSING or not board.exchanged:
        return words._("Pass")
    text = words.n("Exchange {count}", "Exchange {count}", board.exchanged)
    return text.format(count=board.exchanged)


def draw_deck(pen: Pen, facing: Facing, board: IotaBoard) -> None:
    """The deck, and on it how many cards it has, for all who read."""
    x, y = deck_at(facing)
    pen.put(facing.main, cards.stack(pen.art, board.deck, DECK), x, y, turn=False)
    there = back(Box(x, y, 0, 0), facing.main.quarter)
    count = pen.art.text(str(board.deck), 30, palette.TEXT, True)
    alone = len(facing.readers) == 1
    for frame in facing.readers:
        seen = turned(there, frame.quarter)
        at = seen.y - (0 if alone else 0.3 * DECK)
        pen.put(frame, marks.under_count(pen.art, count.width / pen.art.unit), seen.x, at)
        pen.put(frame, count, seen.x, at)
