"""A seat in play, at its own edge and turned towards it: strip, stack, open pile."""

from __future__ import annotations

from collections.abc import Iterator

from console.screens import marks, palette
from console.screens.art import Picture, round_rect
from console.screens.chaos import cards
from console.screens.layout import (
    BESIDE,
    BESIDE_X,
    CARD,
    CARD_Y,
    LINE_Y,
    PILE_X,
    SEAT_DEPTH,
    STACK_X,
    STRIP_LENGTH,
    STRIP_Y,
    Layout,
)
from console.screens.names import seat_name
from console.screens.stage import Line, Pen, fitted, line_width
from console.screens.texts import card_word, fault_word, who_word
from console.table.chaos.view import ChoiceView, SeatView
from console.table.seating import HandAt
from console.table.view import Who

NAME = 26.0
SMALL = 18.0


def prepare(pen: Pen, layout: Layout) -> Iterator[None]:
    """Draw the lamps and badges once, so that no turn has to."""
    for seat, frame in enumerate(layout.frames):
        pen.art.turned(marks.lamp(pen, seat), frame.quarter)
        pen.art.turned(marks.edge_line(pen, pen.art.palette.seats[seat], True), frame.quarter)
        yield
    for colour in (palette.TEXT, pen.art.palette.alarm):
        marks.glow(pen.art, colour, 150, 0.4, 0.3)
        yield


def draw_seat(
    pen: Pen, layout: Layout, seat: SeatView, hand_at: HandAt | None, *, lit: bool, voided: bool
) -> None:
    """Everything of one seat; a seat that nobody sits at keeps only a hint of its line.
    ``hand_at``: whose hand plays there, where people play with both (C30)."""
    pen = pen.at(layout.frames[seat.seat])
    if seat.hand is None:
        pen.put(marks.edge_line(pen, palette.mix(palette.FAINT, palette.INK, 0.5)), 0, LINE_Y)
        _fault(pen, seat)
        return
    if lit:
        pen.put(marks.lamp(pen, seat.seat), 0, SEAT_DEPTH / 2)
    draw_strip(pen, seat, lit, hand_at)
    hand = layout.hand(seat.seat)
    pen.put(cards.stack(pen.art, seat.stack), hand * STACK_X, CARD_Y)
    _pile(pen, seat, hand * PILE_X)
    _beside(pen, seat, hand * BESIDE_X)
    if voided:
        _went_back(pen, hand * PILE_X)


def _went_back(pen: Pen, pile_x: float) -> None:
    """A card of this pile has gone back on its stack (C23)."""
    x, y = pile_x - 0.38 * CARD, CARD_Y + 0.38 * CARD
    body = f'<circle r="22" fill="{palette.AMBER}" stroke="{palette.INK}" stroke-width="2"/>'
    pen.put(pen.art.svg("went back", 46, 46, body), x, y)
    pen.put(pen.art.sign("back", 30, palette.INK), x, y)


def draw_strip(pen: Pen, seat: SeatView, lit: bool, hand: HandAt | None) -> None:
    """Shape, name, what kind of player; the count of the stack at the right end."""
    colour = pen.art.palette.seats[seat.seat]
    half = STRIP_LENGTH / 2 - 6
    pen.put(marks.edge_line(pen, colour, lit), 0, LINE_Y)
    count = pen.art.text(str(seat.stack), pen.art.sized(NAME), palette.TEXT, bold=True)
    right: Line = [pen.art.sign("card", 22, palette.QUIET), 7.0, count]
    if seat.winner:
        right = [pen.art.sign("crown", 26, palette.AMBER), 14.0, *right]
    pen.line(right, half, STRIP_Y, "right")
    room = 2 * half - line_width(right, pen.art.unit) - 16
    pen.line(_title(pen, seat, hand, room), -half, STRIP_Y, "left")


def _title(pen: Pen, seat: SeatView, hand: HandAt | None, room: float) -> Line:
    """Shape and name; after them a fault, whose hand it is, or the kind of player where there is
    room for it."""
    art = pen.art
    shape: Line = [art.shape(seat.seat, 26), 9.0]
    tint = palette.mix(pen.art.palette.seats[seat.seat], "#FFFFFF", 0.25)
    name = seat_name(pen.words, seat.seat, seat.name)
    left = room - line_width(shape, art.unit)
    if seat.fault is not None:
        extra: Line = [
            12.0,
            art.sign("warning", 24, pen.art.palette.alarm),
            5.0,
            art.text(fault_word(pen.words, seat.fault), SMALL, pen.art.palette.alarm),
        ]
        left -= line_width(extra, art.unit)
        if art.text_width(name, SMALL, True) > left:  # the shape says whose place it is
            return [*shape, *extra[1:]]
        return [*shape, fitted(pen, name, (NAME, 22, 20, SMALL), left, tint, True), *extra]
    if hand is not None:
        prompt = _prompt(pen) if seat.prompted else []
        left -= line_width(prompt, art.unit)
        extra = [*_hand(pen, hand, left - art.text_width(name, 22, True)), *prompt]
        left -= line_width(extra, art.unit) - line_width(prompt, art.unit)
        if art.text_width(name, SMALL, True) > left:  # the shape says whose place it is
            return [*shape, *extra]
        return [*shape, fitted(pen, name, (NAME, 22, 20, SMALL), left, tint, True), *extra]
    if seat.prompted:
        extra = _prompt(pen)
        left -= line_width(extra, art.unit)
        return [*shape, fitted(pen, name, (NAME, 22, 20, SMALL), left, tint, True), *extra]
    title = [*shape, fitted(pen, name, (NAME, 22), left, tint, True)]
    if seat.who in (Who.PERSON, Who.EMPTY):
        return title
    extra = [12.0, art.text(who_word(pen.words, seat.who), SMALL, palette.QUIET)]
    fits = line_width([*title, *extra], art.unit) <= room
    return [*title, *extra] if fits else title


def _prompt(pen: Pen) -> Line:
    """What ● does, for who is new to it."""
    key = marks.sign_disc(pen.art, "key_ok", 30, palette.TEXT)
    return [14.0, key, 6.0, pen.art.text(pen.words._("flip"), 22, palette.TEXT, True)]


def _hand(pen: Pen, hand: HandAt, room: float) -> Line:
    """Whose hand plays there, and which (C30), as the lobby shows it; in words if there is room."""
    art, colour = pen.art, pen.art.palette.seats[hand.of]
    whose: Line = [12.0]
    if hand.of != hand.seat:
        whose += [art.shape(hand.of, 24), 6.0]
    drawn = [*whose, marks.hand(art, hand.right, 28, colour)]
    side = pen.words._("right") if hand.right else pen.words._("left")
    told = [*drawn, 6.0, art.text(side, SMALL, palette.TEXT)]
    return told if line_width(told, art.unit) <= room else drawn


def _fault(pen: Pen, seat: SeatView) -> None:
    """A fault at a seat that nobody sits at."""
    if seat.fault is not None:
        text = pen.art.text(fault_word(pen.words, seat.fault), SMALL, pen.art.palette.alarm)
        sign = pen.art.sign("warning", 26, pen.art.palette.alarm)
        pen.line([pen.art.shape(seat.seat, 22), 10.0, sign, 6.0, text], 0, STRIP_Y)


def _pile(pen: Pen, seat: SeatView, x: float) -> None:
    if not seat.pile:
        pen.put(cards.place(pen.art), x, CARD_Y)
        return
    top = seat.pile[-1]
    if seat.fresh:
        pen.put(cards.halo(pen.art, top), x, CARD_Y, turn=False)
    if len(seat.pile) > 1:
        pen.put(cards.under_pile(pen.art, len(seat.pile)), x, CARD_Y)
    upright = top[-1].islower()  # a special's picture has an upright, a symbol has none
    face = cards.face(pen.art, top, fresh=seat.fresh)
    pen.put(face, x, CARD_Y, turn=upright)
    if len(seat.pile) > 1:
        count = pen.art.text(str(len(seat.pile)), SMALL, palette.TEXT, bold=True)
        pen.put(_chip(pen), x + 0.40 * CARD, CARD_Y - 0.40 * CARD)
        pen.put(count, x + 0.40 * CARD, CARD_Y - 0.40 * CARD)


def _chip(pen: Pen) -> Picture:
    body = f'<circle r="14" fill="{palette.INK}" stroke="{palette.FAINT}" stroke-width="1.6"/>'
    return pen.art.svg("chip", 32, 32, body)


def _beside(pen: Pen, seat: SeatView, x: float) -> None:
    """The active `left` cards beside the pile (C20)."""
    shown = min(seat.beside, 4)
    for i in range(shown):
        y = CARD_Y + (i - (shown - 1) / 2) * (BESIDE - 2 if shown < 4 else 30)
        pen.put(cards.face(pen.art, "left", BESIDE), x, y, turn=False)


def draw_cost(pen: Pen, layout: Layout, seat: int, count: int, colour: str) -> None:
    """How many cards came to a stack."""
    frame, x = layout.frames[seat], layout.hand(seat) * STACK_X
    pen = pen.at(frame)
    body = f'<rect x="-44" y="-25" width="88" height="50" rx="25" fill="{colour}"/>'
    pen.put(marks.glow(pen.art, colour, 150, 0.4, 0.3), x, CARD_Y, turn=False)
    pen.put(pen.art.svg(("badge", colour), 90, 52, body), x, CARD_Y)
    pen.put(pen.art.text(f"+{count}", 34, palette.INK, bold=True), x, CARD_Y)


def draw_choice(pen: Pen, layout: Layout, choice: ChoiceView) -> None:
    """◀ the duel, ▶ the special card, over the chooser's stack (C18)."""
    art, frame = pen.art, layout.frames[choice.seat]
    pen = pen.at(frame)
    colour = pen.art.palette.seats[choice.seat]
    w, h = 158, 150
    x = layout.hand(choice.seat) * (STACK_X - 4)
    body = (
        round_rect(w - 4, h - 4, 22, fill=(palette.PANEL, 1), rim=(colour, 3, 1))
        + f'<path d="M{18 - w / 2} 0 H {w / 2 - 18}" stroke="{palette.FAINT}" stroke-width="1.5"/>'
    )
    pen.put(art.svg(("choice", choice.seat), w, h, body), x, CARD_Y)
    rows = (
        ("key_left", pen.words._("Duel"), 35.0),
        ("key_right", card_word(pen.words, choice.special), -35.0),
    )
    for key, text, dy in rows:
        pen.line(
            [marks.sign_disc(art, key, 38, colour), 9.0, art.text(text, 25, palette.TEXT, True)],
            x - w / 2 + 12,
            CARD_Y + dy,
            "left",
        )
