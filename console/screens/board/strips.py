"""A seat at a board game, within 120 design pixels of its edge: strip, hand, what may be done.

A hand lies face down but for whoever may see it: the view holds no face otherwise.
"""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Picture
from console.screens.board.base import BoardScreen
from console.screens.layout import LINE_Y, STRIP_LENGTH, STRIP_Y, Frame, Layout
from console.screens.notices import key_line
from console.screens.stage import Pen, fitted, line_width
from console.screens.texts import fault_word, seat_name, who_word
from console.table.board.view import BoardSeat, BoardView, Choosing, Target
from console.table.view import Who

DEPTH: Final = 120.0
"""How far from its edge a seat's strip reaches; games leave this free."""
HAND_Y: Final = 84.0
HAND_HEIGHT: Final = 60.0
HAND_ROOM: Final = 300.0
"""Along the edge, from the left end of the strip."""
LIFT: Final = 7.0
GAP: Final = 5.0
TASK_Y: Final = 138.0
SIZE: Final = 18.0
Line = list[Picture | float]


def draw_strip(
    pen: Pen, layout: Layout, words: Words, screen: BoardScreen, view: BoardView, seat: BoardSeat
) -> None:
    """Everything of one seat; one that nobody plays at keeps only a hint of its line."""
    frame = layout.frames[seat.seat]
    colour = palette.SEATS[seat.seat]
    if seat.player is None:
        pen.put(
            frame, marks.edge_line(pen, palette.mix(palette.FAINT, palette.INK, 0.5)), 0, LINE_Y
        )
        return
    if seat.turn:
        pen.put(frame, marks.lamp(pen, seat.seat, DEPTH), 0, DEPTH / 2)
    pen.put(frame, marks.edge_line(pen, colour, seat.turn), 0, LINE_Y)
    _title(pen, words, frame, seat)
    choosing = view.choosing if view.choosing and view.choosing.seat == seat.seat else None
    if seat.count:
        _hand(pen, frame, screen, seat, choosing)
    _asked(pen, words, frame, screen, view, seat)


def _title(pen: Pen, words: Words, frame: Frame, seat: BoardSeat) -> None:
    """Shape and name at the left, the score at the right; a fault or kind of player between."""
    art, colour = pen.art, palette.SEATS[seat.seat]
    half = STRIP_LENGTH / 2 - 6
    right: Line = []
    if seat.winner:
        right += [art.sign("crown", 26, palette.AMBER), 10.0]
    if seat.score is not None:
        right.append(art.text(str(seat.score), 26, palette.TEXT, bold=True))
    pen.line(frame, right, half, STRIP_Y, "right")
    room = 2 * half - line_width(right, art.unit) - 16
    left: Line = [art.shape(seat.seat, 26), 9.0]
    extra: Line = []
    if seat.fault is not None:
        word = art.text(fault_word(words, seat.fault), SIZE, palette.ALARM)
        extra = [12.0, art.sign("warning", 24, palette.ALARM), 5.0, word]
    elif seat.thinking:
        extra = [12.0, art.text(words._("thinking…"), SIZE, palette.QUIET)]
    elif seat.who is not Who.PERSON:
        extra = [12.0, art.text(who_word(words, seat.who), SIZE, palette.QUIET)]
    tint = palette.mix(colour, "#FFFFFF", 0.25)
    left_room = room - line_width([*left, *extra], art.unit)
    name = fitted(pen, seat_name(words, seat.seat), (26, 22, SIZE), left_room, tint, True)
    pen.line(frame, [*left, name, *extra], -half, STRIP_Y, "left")


def _hand(
    pen: Pen, frame: Frame, screen: BoardScreen, seat: BoardSeat, choosing: Choosing | None
) -> None:
    """The cards side by side, overlapping if they must; the cursor and the picks stand out."""
    art = pen.art
    if seat.hand is None:
        pictures = [screen.back(art, HAND_HEIGHT)] * seat.count
    else:
        pictures = [screen.face(art, card, HAND_HEIGHT) for card in seat.hand]
    width = pictures[0].width / art.unit
    step = width + GAP
    if len(pictures) > 1:
        step = min(step, (HAND_ROOM - width) / (len(pictures) - 1))
    left = -STRIP_LENGTH / 2 + 6 + width / 2
    pen.touchable(
        frame, Target("look", (seat.seat,)), left + HAND_ROOM / 2 - width / 2, HAND_Y, HAND_ROOM, 70
    )
    for i, picture in enumerate(pictures):
        card = Target("card", (i,))
        x = left + i * step
        picked = choosing is not None and card in choosing.picked
        here = choosing is not None and choosing.target == card
        y = HAND_Y + (LIFT if picked or here else 0)
        if choosing is not None and card in choosing.targets and seat.hand is not None:
            pen.touchable(frame, card, x, HAND_Y, step, 70)
        pen.put(frame, picture, x, y)
        colour = palette.SEATS[seat.seat]
        if here:
            pen.put(frame, _rim(pen, width, colour, 4.0), x, y)
        if picked:
            pen.put(frame, _rim(pen, width, palette.TEXT, 2.5), x, y)
            pen.put(frame, art.sign("check", 22, palette.TEXT), x, HAND_Y - HAND_HEIGHT / 2 - 1)
        if choosing is not None and choosing.hint == card:
            pen.put(frame, _arrow(pen), x, HAND_Y + HAND_HEIGHT / 2 + 10)


def _rim(pen: Pen, width: float, colour: str, stroke: float) -> Picture:
    """A frame around a card of the hand."""
    w, h = width + 4, HAND_HEIGHT + 4
    body = (
        f'<rect x="{-w / 2 + stroke / 2}" y="{-h / 2 + stroke / 2}" width="{w - stroke}"'
        f' height="{h - stroke}" rx="9" fill="none" stroke="{colour}" stroke-width="{stroke}"/>'
    )
    return pen.art.svg(("hand rim", width, colour, stroke), w, h, body)


def _arrow(pen: Pen) -> Picture:
    """What a hint points with."""
    body = f'<path d="M-9 -6 H 9 L 0 7 Z" fill="{palette.AMBER}"/>'
    return pen.art.svg("hint arrow", 20, 16, body)


def _asked(
    pen: Pen, words: Words, frame: Frame, screen: BoardScreen, view: BoardView, seat: BoardSeat
) -> None:
    """What the buttons of this seat do now, just above its strip."""
    keys: list[tuple[tuple[str, ...], str]] = []
    if view.ask is not None:
        if seat.seat in view.ask.waiting:
            keys = [(("key_ok",), words._("agree")), (("key_back",), words._("refuse"))]
    elif view.news is not None:
        if seat.who is Who.PERSON:
            keys = [(("key_ok",), words._("go on"))]
    elif view.choosing is not None and view.choosing.seat == seat.seat:
        keys = [(("key_left", "key_right", "key_ok"), screen.task(words, view))]
        if view.choosing.picked:
            keys.append((("key_back",), words._("back")))
        elif seat.hand is None and seat.count:
            keys.append((("key_ok",), words._("hold: your hand")))
    secret = screen.secret(words, seat.secret) if seat.secret is not None else ""
    y = TASK_Y if seat.count else HAND_Y
    if secret:
        room = STRIP_LENGTH - 20
        pen.put(frame, fitted(pen, secret, (20, SIZE), room, palette.TEXT, True), 0, TASK_Y)
    elif keys:
        pen.line(frame, key_line(pen, keys), 0, y)
