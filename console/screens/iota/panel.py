"""Beside the grid: points line by line, the plates that pass or lay, the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art
from console.screens.board.facing import Facing, SeatPlace, back, turned
from console.screens.iota import cards, marks
from console.screens.iota.places import LEAST_POINTS, deck_at, plates_at
from console.screens.iota.two import PLATE
from console.screens.layout import Box
from console.screens.stage import Line, Pen, fitted
from console.table.board.view import CONFIRM, Choosing
from console.table.iota.view import PASS, WILD, IotaBoard, LineView, Points
from console.table.view import Target, TargetKind

ROW: Final = 28.0
LEAST_ROW: Final = 20.0
TEXT: Final = 22.0
PLUS: Final = 18 / 22
"""How large signs are beside numbers, and words beside factors."""
TOTAL_TEXT: Final = 0.84
TOTALS: Final = (76.0, 68.0, 60.0, 54.0, 48.0, 42.0, 34.0)
SIGN: Final = 31.0
"""Before the numbers of a line it says how the line lies."""
LARGER: Final = 1.6
"""So much larger all of it is where there is room."""
PAD: Final = 12.0
TOTAL: Final = 58.0
"""What the total takes."""
LEAST_TOTAL: Final = LEAST_POINTS
TIGHT: Final = 130.0
"""In so little height the total is smaller."""
GAP: Final = 6.0
BACK: Final = Target(TargetKind.BACK)
PASSING: Final = Target(PASS)


def prepare(art: Art, place: SeatPlace, colour: str) -> None:
    """The plates of a seat."""
    if not place.reads:
        return
    long = plates_at(place).width
    for width in (long, long - PLATE - GAP, PLATE):
        for lit in (False, True):
            art.turned(marks.plate(art, width, PLATE, colour, lit=lit), place.frame.quarter)


# -- points --------------------------------------------------------------------------------------


def draw_points(pen: Pen, there: Box, points: Points, seat: int, share: float = 1.0) -> None:
    """Each line and its sum, what doubles, the total; ``share`` of it is counted so far."""
    span = there.left + PAD, there.right - PAD
    table = _table(pen.art, pen.words, points, (span[1] - span[0], there.height))
    low = there.high - table.height
    panel = marks.panel(pen.art, there.width, table.height, pen.art.palette.seats[seat])
    pen.put(panel, there.x, low + table.height / 2)
    top = there.high - PAD / 2 - table.pitch / 2 - 3
    for i, line in enumerate(table.lines):
        _line(pen, line, table.text, (*span, top - table.pitch * i))
    for i, factor in enumerate(table.factors, len(table.lines)):
        _doubling(pen, factor, table.text, (*span, top - table.pitch * i))
    colour = palette.mix(pen.art.palette.seats[seat], "#FFFFFF", 0.35)
    y, width = low + table.total / 2, span[1] - span[0]
    if table.rows:
        pen.put(marks.rule(pen.art, width), there.x, y + table.total / 2)
    pen.put(pen.art.shape(seat, 26), span[0], y, "left")
    most = TOTALS[-1] if table.total < TOTAL else TOTAL_TEXT * table.total
    sizes = [size for size in TOTALS if size <= most]
    text = f"+{points.total}"
    size = next((s for s in sizes if pen.art.text_width(text, s, True) < width - 34), sizes[-1])
    counted = pen.art.text(f"+{round(points.total * share)}", size, colour, True)
    pen.put(counted, span[1], y, "right")


@dataclass(frozen=True, slots=True)
class Factor:
    """A row of what doubles: in words, by how much, in which colour."""

    text: str
    value: str
    colour: str


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The rows for which there is room, ``pitch`` apart, their size of type, and the height of the
    total."""

    lines: tuple[LineView, ...]
    factors: Sequence[Factor]
    pitch: float
    text: float
    total: float

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(self.lines) + len(self.factors)

    @property
    def height(self) -> float:
        """Of all of it."""
        return self.total + (PAD + self.pitch * self.rows if self.rows else 0.0)


def _table(art: Art, words: Words, points: Points, room: tuple[float, float]) -> ScoreTable:
    """As large as it fits. Where the room is short, what doubles stands in one row, or only the
    total."""
    wide, high = room
    lines, factors = points.lines, _factors(words, points)
    total = LEAST_TOTAL if high < TIGHT else TOTAL
    left = high - total - PAD
    if (len(lines) + len(factors)) * LEAST_ROW > left and len(factors) > 1:
        factors = [_all_factors(factors)]
    if (len(lines) + len(factors)) * LEAST_ROW > left:
        lines = ()
    if len(factors) * LEAST_ROW > left:
        factors = []
    rows = len(lines) + len(factors)
    if not rows:
        return ScoreTable((), (), 0.0, TEXT, total)
    larger = min(LARGER, (high - PAD) / (ROW * rows + total))
    if larger < 1:
        return ScoreTable(lines, factors, left / rows, TEXT, total)
    widest = [SIGN + _width(art, line) for line in lines]
    widest += [_factor_width(art, factor) for factor in factors]
    text = TEXT * max(1.0, min(larger, wide / max(widest)))
    return ScoreTable(lines, factors, ROW * larger, text, total * larger)


def _line(pen: Pen, line: LineView, size: float, place: tuple[float, float, float]) -> None:
    """How the line lies, its numbers in their cards' colours, and their sum."""
    left, right, y = place
    tint = palette.AMBER if line.lot else palette.QUIET
    pen.put(marks.row_sign(pen.art, row=line.row, colour=tint), left, y, "left", turn=False)
    numbers: Line = []
    for i, card in enumerate(line.cards):
        if i:
            numbers += [1.0, pen.art.text("+", PLUS * size, palette.QUIET), 1.0]
        colour = palette.SPECIAL if card == WILD else pen.art.palette.cards[card[0]]
        numbers.append(pen.art.text(_number(card), size, colour, True))
    pen.line(numbers, left + SIGN, y, "left")
    pen.put(pen.art.text(f"={line.sum}", size, palette.TEXT, True), right, y, "right")


def _number(card: str) -> str:
    return "0" if card == WILD else card[2]


def _width(art: Art, line: LineView) -> float:
    """Of its numbers and their sum."""
    bold = "".join(_number(card) for card in line.cards) + f"={line.sum}"
    pluses = (len(line.cards) - 1) * (art.text_width("+", PLUS * TEXT) + 2)
    return art.text_width(bold, TEXT, True) + pluses + 12


def _factor_width(art: Art, factor: Factor) -> float:
    words = art.text_width(factor.text, PLUS * TEXT)
    return words + art.text_width(factor.value, TEXT, True) + 12


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


def _doubling(pen: Pen, factor: Factor, size: float, place: tuple[float, float, float]) -> None:
    left, right, y = place
    value = pen.art.text(factor.value, size, palette.mix(factor.colour, "#FFFFFF", 0.4), True)
    room = right - left - value.width / pen.art.unit - 8
    text = fitted(pen, factor.text, (max(18.0, PLUS * size), 18.0), room, factor.colour)
    pen.put(text, left, y, "left")
    pen.put(value, right, y, "right")


# -- plates --------------------------------------------------------------------------------------


def draw_plates(pen: Pen, place: SeatPlace, choosing: Choosing, board: IotaBoard) -> None:
    """What passes or ends the turn, as a key to touch; and one that goes back."""
    there = plates_at(place)
    colour, frame, y = pen.art.palette.seats[choosing.seat], place.frame, there.y
    pen = pen.at(frame)
    long = there.width - (PLATE + GAP if choosing.picked else 0)
    target = next((t for t in choosing.targets if t in (CONFIRM, PASSING)), None)
    if target is not None:
        x = there.left + long / 2
        lit = target == choosing.target
        pen.put(marks.plate(pen.art, long, PLATE, colour, lit=lit), x, y)
        ink = palette.mix(colour, "#FFFFFF", 0.6) if lit else palette.TEXT
        text = plate_words(pen.words, board, target)
        shown = fitted(pen, text, (26, 24, 22, 20, 18), long - 20, ink, True, most=34)
        pen.put(shown, x, y)
        if choosing.hint == target:
            pen.put(marks.plate_hint(pen.art, long, PLATE), x, y)
        pen.touchable(target, x, y, long, PLATE)
    if choosing.picked:
        x = there.right - PLATE / 2
        pen.put(marks.plate(pen.art, PLATE, PLATE, colour, lit=False), x, y)
        pen.put(pen.art.sign("key_back", 22, palette.QUIET), x, y)
        pen.touchable(BACK, x, y, PLATE, PLATE)


def plate_words(words: Words, board: IotaBoard, target: Target) -> str:
    """What happens when the plate is chosen."""
    if board.draft:
        return words._("Lay")
    if target == PASSING or not board.exchanged:
        return words._("Pass")
    text = words.n("Exchange {count}", "Exchange {count}", board.exchanged)
    return text.format(count=board.exchanged)


def draw_deck(pen: Pen, facing: Facing, board: IotaBoard) -> None:
    """The deck, and on it how many cards it has, for all who read: each at an own corner, where
    there are more than two."""
    deck = deck_at(facing)
    stack = cards.stack(pen.art, board.deck, deck.width)
    pen.at(facing.main).put(stack, deck.x, deck.y, turn=False)
    there = back(deck, facing.main.quarter)
    count = pen.art.text(str(board.deck), 30, palette.TEXT, True)
    alone, corner = len(facing.readers) == 1, 0.25 * deck.width * (len(facing.readers) > 2)
    for frame in facing.readers:
        here = pen.at(frame)
        seen = turned(there, frame.quarter)
        x, y = seen.x - corner, seen.y - (0 if alone else corner or 0.3 * deck.width)
        if not corner:
            here.put(marks.under_count(pen.art, count.width / pen.art.unit), x, y)
        here.put(count, x, y)
