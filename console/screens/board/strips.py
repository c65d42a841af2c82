"""A seat at a board game, within 120 design pixels of its edge: strip, hand, what may be done."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Art, Picture
from console.screens.board.base import BoardScreen
from console.screens.board.hands import draw_hand, is_hidden, prepare_hands
from console.screens.board.prose import Line, lines_of
from console.screens.layout import LINE_Y, STRIP_LENGTH, STRIP_Y, Frame, Layout
from console.screens.names import seat_name
from console.screens.notices import key_line
from console.screens.stage import Align, Pen, fitted, line_width
from console.screens.texts import counted_word, fault_word, who_word
from console.table.board.view import BoardSeat, BoardView, Target
from console.table.view import Who

DEPTH: Final = 120.0
"""How far from its edge a seat's strip reaches; games leave this free."""
HALF: Final = STRIP_LENGTH / 2 - 6
SHIFT: Final = 15.0
"""How much farther from the edge the line lies in games with hands."""
NAMES: Final = (24.0, 22.0, 20.0, 18.0)
SMALL: Final = 18.0
MOST: Final = 29.0
"""However large people like their text."""
KEY: Final = 25.0
KEYS: Final = ("key_left", "key_right", "key_ok", "key_back")
PLAIN_TASK_Y: Final = 68.0
PLAIN_KEYS_Y: Final = 97.0
PLAIN_ROOM: Final = 300.0
"""In games without hands; beside it the game may put something of its own."""
HAND_KEYS_Y: Final = 40.0
LOOK_Y: Final = 14.0


class Ends(Enum):
    """The two ends of a strip."""

    LEFT = -1
    RIGHT = 1

    def at(self, y: float) -> tuple[float, float, Align]:
        """The place there as ``Pen.put`` takes it."""
        return self.value * HALF, y, "right" if self is Ends.RIGHT else "left"


def prepare(art: Art, layout: Layout, screen: BoardScreen) -> Iterator[None]:
    """Draw lamps, lines, keys and hands ahead, turned to their seats."""
    pen = Pen(art)
    for seat, frame in enumerate(layout.frames):
        art.turned(marks.lamp(pen, seat, DEPTH), frame.quarter)
        yield
        for bright in (False, True):
            art.turned(marks.edge_line(pen, art.palette.seats[seat], bright), frame.quarter)
        for key in KEYS:
            art.turned(marks.sign_disc(art, key, KEY, palette.TEXT), frame.quarter)
        yield
    yield from prepare_hands(art, layout, screen)


def lit_seats(view: BoardView) -> frozenset[int]:
    """Who is waited for: those who are asked, else whose turn it is."""
    if view.ask is not None:
        return frozenset(view.ask.waiting)
    return frozenset(s.seat for s in view.seats if s.turn)


def draw_strip(
    pen: Pen, layout: Layout, words: Words, screen: BoardScreen, view: BoardView, seat: BoardSeat
) -> None:
    """Everything of one seat; one that nobody plays at keeps only a hint of its line."""
    art, frame = pen.art, layout.frames[seat.seat]
    if seat.player is None:
        dark = palette.mix(palette.FAINT, palette.INK, 0.5)
        pen.put(frame, marks.edge_line(pen, dark), 0, LINE_Y)
        if seat.fault is not None:
            fault: Line = [art.shape(seat.seat, 22), 10.0, *_fault(art, words, seat)]
            pen.line(frame, fault, 0, STRIP_Y)
        return
    lit = seat.seat in lit_seats(view)
    hands = screen.hands
    if lit:
        pen.put(frame, marks.lamp(pen, seat.seat, DEPTH), 0, DEPTH / 2)
    line_y = LINE_Y + (SHIFT if hands else 0)
    name_y, help_y = (line_y + 18, line_y + 43) if hands else (STRIP_Y, PLAIN_TASK_Y)
    pen.put(frame, marks.edge_line(pen, pen.art.palette.seats[seat.seat], lit), 0, line_y)
    if hands:
        draw_hand(pen, layout, screen, view, seat)
    if seat.hand is not None and seat.secret is not None:
        secret = fitted(
            pen, screen.secret(words, seat.secret), (SMALL,), 2 * HALF, palette.TEXT, True
        )
        pen.put(frame, secret, -HALF, name_y, "left")
    else:
        _title(pen, words, frame, view, seat, name_y)
    # cards lie at the one hand, what the other presses at the other
    end = Ends.RIGHT if (layout.hand(seat.seat) > 0) is hands else Ends.LEFT
    _help(pen, words, frame, screen=screen, view=view, seat=seat, y=help_y, end=end)
    _keys(pen, words, frame, screen=screen, view=view, seat=seat, end=end)


# -- who sits there ------------------------------------------------------------------------------


def _title(
    pen: Pen, words: Words, frame: Frame, view: BoardView, seat: BoardSeat, y: float
) -> None:
    """Shape and name at the left, the score at the right; a fault or kind of player between."""
    art = pen.art
    right = _score(art, words, view.column, seat)
    pen.line(frame, right, HALF, y, "right")
    left: Line = [art.shape(seat.seat, 26), 9.0]
    extra = _kind(art, words, seat)
    room = 2 * HALF - line_width([*left, *right], art.unit) - 14
    text = seat_name(words, seat.seat, seat.name)
    if art.text_width(text, NAMES[-1], True) + line_width(extra, art.unit) > room:
        extra = []
    tint = palette.mix(pen.art.palette.seats[seat.seat], "#FFFFFF", 0.25)
    left_room = room - line_width(extra, art.unit)
    name = fitted(pen, text, NAMES, left_room, tint, True, most=MOST)
    pen.line(frame, [*left, name, *extra], -HALF, y, "left")


def _score(art: Art, words: Words, column: str, seat: BoardSeat) -> Line:
    """The number, large, and what it counts; a crown for who has won."""
    if seat.score is None:
        return []
    crown: Line = [art.sign("crown", 26, palette.AMBER), 12.0] if seat.winner else []
    number = art.text(str(seat.score), min(art.sized(26), MOST), palette.TEXT, bold=True)
    unit = art.text(counted_word(words, column, seat.score), SMALL, palette.QUIET)
    return [*crown, number, 6.0, unit]


def _kind(art: Art, words: Words, seat: BoardSeat) -> Line:
    """What is to be said of a seat behind its name."""
    if seat.fault is not None:
        return [12.0, *_fault(art, words, seat)]
    if seat.thinking:
        return [12.0, art.text(words._("thinking…"), SMALL, palette.QUIET)]
    if seat.who is not Who.PERSON:
        return [12.0, art.text(who_word(words, seat.who), SMALL, palette.QUIET)]
    return []


def _fault(art: Art, words: Words, seat: BoardSeat) -> Line:
    assert seat.fault is not None
    word = art.text(fault_word(words, seat.fault), SMALL, art.palette.alarm)
    return [art.sign("warning", 24, art.palette.alarm), 5.0, word]


# -- what may be done ----------------------------------------------------------------------------


def _help(
    pen: Pen,
    words: Words,
    frame: Frame,
    screen: BoardScreen,
    view: BoardView,
    seat: BoardSeat,
    y: float,
    end: Ends,
) -> None:
    """One line about what this seat may do now."""
    number = seat.seat
    if view.ask is not None:
        if number in view.ask.waiting:
            _answers(pen, words, frame, number, y)
        elif number == view.ask.seat:
            pen.line(frame, key_line(pen, [(("key_back",), words._("withdraw"))]), 0, y)
    elif view.news is not None:
        if seat.who is Who.PERSON:
            pen.line(frame, key_line(pen, [(("key_ok",), words._("go on"))], 20), 0, y)
            pen.touchable(frame, Target("news"), 0, y, STRIP_LENGTH, 40)
    elif view.choosing is not None and view.choosing.seat == number:
        task = screen.task(words, view)
        if not screen.hands:
            text = fitted(pen, task, (20.0, SMALL), PLAIN_ROOM, palette.TEXT, True)
            pen.put(frame, text, *end.at(y))
        else:
            text = fitted(pen, task, (20.0, SMALL), 2 * HALF + 8, palette.TEXT, True, most=22.0)
            pen.put(frame, text, 0, y)
    elif is_hidden(seat) and not any(number in one.seats for one in view.absent):
        _spoken(pen, frame, words._("hold ● to look at your hand"), y)


def _answers(pen: Pen, words: Words, frame: Frame, seat: int, y: float) -> None:
    """Who is asked may agree or refuse."""
    yes = key_line(pen, [(("key_ok",), words._("agree"))], 20)
    no = key_line(pen, [(("key_back",), words._("refuse"))], 20)
    for line, x, kind in ((yes, -HALF / 2, "agree"), (no, HALF / 2, "refuse")):
        pen.line(frame, line, x, y)
        pen.touchable(frame, Target(kind, (seat,)), x, y, HALF, 44)


def _spoken(pen: Pen, frame: Frame, text: str, y: float) -> None:
    """A quiet line with the signs of buttons in it."""
    for line in lines_of(pen.art, text, SMALL, 2 * HALF, palette.QUIET)[:1]:
        pen.line(frame, line, 0, y)


def _keys(
    pen: Pen,
    words: Words,
    frame: Frame,
    screen: BoardScreen,
    view: BoardView,
    seat: BoardSeat,
    end: Ends,
) -> None:
    """The four keys of whose turn it is, and that ● held shows a hand which lies face down."""
    if view.choosing is None or view.choosing.seat != seat.seat:
        return
    art = pen.art
    keys: list[Picture | float] = []
    for name in KEYS:
        keys += [marks.sign_disc(art, name, KEY, palette.TEXT), 6.0]
    if not screen.hands:
        pen.line(frame, keys[:-1], *end.at(PLAIN_KEYS_Y))
        return
    pen.line(frame, keys[:-1], *end.at(HAND_KEYS_Y))
    if is_hidden(seat):
        held: Line = [
            marks.sign_disc(art, "key_ok", 22, palette.TEXT),
            5.0,
            art.text(words._("hold"), SMALL, palette.QUIET),
            6.0,
            art.sign("eye", 26, palette.TEXT),
        ]
        pen.line(frame, held, *end.at(LOOK_Y))
