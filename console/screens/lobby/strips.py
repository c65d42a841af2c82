"""Every seat's own strip: who sits there, whose hand plays there, and a name being chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from console.i18n import LANGUAGES, Words, letters
from console.screens import marks, palette
from console.screens.art import Art, Picture, round_rect
from console.screens.layout import LINE_Y, STRIP_LENGTH, Layout
from console.screens.lobby.words import lack_words
from console.screens.names import seat_name
from console.screens.stage import Line, Pen, fitted, line_width
from console.screens.texts import fault_word, who_word
from console.table.lobby.view import ItemKind, NameView, NamingItem, Refusal, StartView
from console.table.seating import HandAt
from console.table.view import StartSeat, Target, TargetKind, Who

HALF: Final = STRIP_LENGTH / 2 - 6
NAME_Y: Final = 22.0
STATE_Y: Final = 74.0
RING_Y: Final = 71.0
KEYS_Y: Final = 105.0
DEPTH: Final = 100.0
DEEP: Final = 120.0
"""With a name being chosen."""
LACK: Final = 190.0
"""What is left beside ✕."""
LEFT, RIGHT, OK, BACK = range(4)
ARROW: Final = 28.0
LETTER: Final = 32.0
"""A letter's place on its wheel."""
FADES: Final = (1.0, 0.8, 0.6, 0.45, 0.3)


def draw_lobby_seat(
    pen: Pen, layout: Layout, view: StartView, seat: StartSeat, *, reads: bool
) -> None:
    """A seat of the lobby, with what its buttons and a touch there do now, and what is lacking
    where nobody ``reads`` the middle upright."""
    words = pen.words
    naming = next((name for name in view.names if name.seat == seat.seat), None)
    if naming is not None:
        draw_naming(pen, layout, seat, naming)
        return
    art, frame = pen.art, layout.frames[seat.seat]
    pen = pen.at(frame)
    hand = next((hand for hand in view.hands if hand.seat == seat.seat), None)
    state = None
    if hand is not None:
        state = _hand(art, words, hand, own=hand.of == seat.seat)
    elif not reads and seat.who is Who.PERSON and view.menu.problem is not None:
        lack = fitted(pen, lack_words(words, view), (24, 22, 20, 18), LACK, palette.AMBER, True)
        state = [art.sign("person", 26, palette.AMBER), 10.0, lack]
    held = marks.phone_of(art, view, seat.seat)
    draw_start_seat(pen, layout, seat=seat, state=state, align="left", held=held)
    if seat.who is Who.PERSON:
        leave = words._("back") if view.menu.level else words._("leave")
        _key(pen, "key_back", leave, STATE_Y)
        _touch(pen, seat.seat, key=BACK, x=HALF / 2, y=STATE_Y, width=HALF, height=52)
    else:
        if seat.who is Who.EMPTY:
            pen.put(_free_place(art, art.palette.seats[seat.seat]), 0, DEPTH / 2)
        told = hand is not None or seat.who is not Who.EMPTY
        above = told and seat.fault is None  # where there is room
        _key(pen, "key_ok", words._("join"), NAME_Y if above else STATE_Y)
        _touch(pen, seat.seat, key=OK, x=0, y=50, width=STRIP_LENGTH, height=DEPTH)


def _touch(pen: Pen, seat: int, key: int, x: float, y: float, width: float, height: float) -> None:
    pen.touchable(Target(TargetKind.KEY, (seat, key)), x, y, width, height)


def _key(pen: Pen, sign: str, text: str, y: float) -> None:
    """A button and what it does, at the right end of the strip."""
    ok = sign == "key_ok"
    tint = palette.TEXT if ok else palette.QUIET
    shown = fitted(pen, text, (22, 20, 18) if ok else (20, 18), 165, tint, ok, most=24)
    key = marks.sign_disc(pen.art, sign, 32, palette.TEXT)
    pen.line([key, 8.0, shown], HALF, y, "right")


def _hand(art: Art, words: Words, hand: HandAt, *, own: bool) -> Line:
    """Whose hand plays there, and which (C30)."""
    colour = art.palette.seats[hand.of]
    text = words._("right hand") if hand.right else words._("left hand")
    whose: Line = [] if own else [art.shape(hand.of, 24), 9.0]
    return [*whose, marks.hand(art, hand.right, 34, colour), 9.0, art.text(text, 22, palette.TEXT)]


def draw_start_seat(
    pen: Pen,
    layout: Layout,
    seat: StartSeat,
    state: Line | None,
    align: str = "middle",
    held: Sequence[Picture | float] = (),
) -> None:
    """A seat's strip: its shape and name, ``held`` between them, and who sits there unless
    ``state`` says more."""
    art, frame = pen.art, layout.frames[seat.seat]
    pen = pen.at(frame)
    colour = art.palette.seats[seat.seat]
    free = seat.who is Who.EMPTY
    shade = palette.mix(colour, palette.FELT_HALF, 0.55) if free else colour
    if not free:
        pen.put(_place_light(art, colour, DEPTH), 0, 50)
    pen.put(marks.edge_line(pen, shade, seat.who is Who.PERSON), 0, LINE_Y)
    room = 2 * HALF - 40
    if seat.fault is not None:
        sign = art.sign("warning", 26, art.palette.alarm)
        text = art.text(fault_word(pen.words, seat.fault), 18, art.palette.alarm)
        room -= pen.line([sign, 6.0, text], HALF, NAME_Y, "right") + 12
    _draw_name(pen, seat=seat, shade=shade, room=room - line_width(held, art.unit), held=held)
    line = _state(pen, seat, shade) if state is None else state
    if align == "middle":
        pen.line(line, 0, STATE_Y)
    else:
        pen.line(line, -HALF, STATE_Y, "left")


def _draw_name(
    pen: Pen, seat: StartSeat, shade: str, room: float, held: Sequence[Picture | float]
) -> None:
    tint = palette.mix(shade, "#FFFFFF", 0.2)
    name = fitted(
        pen, seat_name(pen.words, seat.seat, seat.name), (26, 24, 22), room, tint, True, most=30
    )
    pen.line([pen.art.shape(seat.seat, 30, shade), 10.0, *held, name], -HALF, NAME_Y, "left")


def _state(pen: Pen, seat: StartSeat, colour: str) -> Line:
    words = pen.words
    art = pen.art
    if seat.who is Who.EMPTY:
        return [art.text(words._("free"), 22, palette.QUIET)]
    if seat.who is Who.PERSON:
        text = art.text(words._("in the game"), 24, palette.TEXT, True)
        return [art.sign("check", 26, colour), 10.0, text]
    who = words._("simulated: {who}").format(who=who_word(words, seat.who))
    shown = fitted(pen, who, (22, 20, 18), 250, palette.TEXT)
    return [art.sign("person", 26, colour), 10.0, shown]


def _place_light(art: Art, colour: str, depth: float) -> Picture:
    w = STRIP_LENGTH + 8
    body = (
        '<defs><linearGradient id="l" gradientUnits="userSpaceOnUse"'
        f' x1="0" y1="{depth / 2}" x2="0" y2="{-depth / 2}">'
        f'<stop offset="0" stop-color="{colour}" stop-opacity="0.34"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0.06"/></linearGradient></defs>'
        f'<rect x="{-w / 2 + 1}" y="{-depth / 2 + 1}" width="{w - 2}" height="{depth + 40}" rx="22"'
        f' fill="url(#l)"/>'
    )
    return art.svg(("start light", colour, depth), w, depth, body)


def _free_place(art: Art, colour: str) -> Picture:
    """A place that waits for somebody."""
    w = STRIP_LENGTH + 8
    body = marks.broken_frame(w - 4, DEPTH - 4, 20, colour, 0.6)
    return art.svg(("free place", colour), w, DEPTH, body)


# -- a name being chosen ---------------------------------------------------------------------------


def draw_naming(pen: Pen, layout: Layout, seat: StartSeat, naming: NameView) -> None:
    """A name being chosen: what it is so far, what ◀ ▶ go round, and the other keys."""
    art, frame = pen.art, layout.frames[seat.seat]
    pen = pen.at(frame)
    colour = art.palette.seats[seat.seat]
    pen.put(_place_light(art, colour, DEEP), 0, DEEP / 2)
    pen.put(marks.edge_line(pen, colour, True), 0, LINE_Y)
    title = _title(pen, naming, 2 * HALF - 40)
    pen.line([art.shape(seat.seat, 30), 10.0, title], -HALF, NAME_Y, "left")
    if naming.asked is None:
        _ring(pen, naming, colour)
        third = STRIP_LENGTH / 3
        for key, x in ((LEFT, -third), (OK, 0.0), (RIGHT, third)):
            _touch(pen, seat.seat, key=key, x=x, y=RING_Y - 2, width=third, height=40)
    else:
        pen.put(art.text("…", 30, palette.TEXT, True), 0, RING_Y + 6)
    _naming_keys(pen, naming)


def _title(pen: Pen, naming: NameView, room: float) -> Picture:
    art = pen.art
    if naming.refused is Refusal.SEATED:
        text = pen.words._("Already at the table")
        return fitted(pen, text, (24, 22, 20, 18), room, art.palette.alarm, True)
    if naming.refused is Refusal.CANNOT:
        text = pen.words._("That name cannot be")
        return fitted(pen, text, (24, 22, 20, 18), room, art.palette.alarm, True)
    if naming.asked is not None:
        return fitted(pen, naming.asked, (28, 26), room, palette.TEXT, True)
    if naming.written is not None:
        return fitted(pen, naming.written + "_", (28, 26), room, palette.TEXT, True)
    return fitted(
        pen, pen.words._("What is your name?"), (24, 22, 20, 18), room, palette.TEXT, True
    )


def _ring(pen: Pen, naming: NameView, colour: str) -> None:
    """The item under the cursor in the middle, those next to it fading out on both sides."""
    art, count = pen.art, len(naming.items)
    wheel = naming.written is not None
    middle = _item(art, pen.words, naming.items[naming.at], 30 if wheel else 26, palette.TEXT, True)
    width = max(44.0, middle.width / art.unit + 28)
    pen.put(_chip(art, width, colour), 0, RING_Y)
    pen.put(middle, 0, RING_Y)
    end = HALF - ARROW
    for side, sign in ((-1, "key_left"), (1, "key_right")):
        arrow = marks.sign_disc(art, sign, ARROW, palette.TEXT)
        pen.put(arrow, side * (HALF - ARROW / 2), RING_Y)
        x, step = width / 2 + 6, 1
        while step <= (count - 1) // 2 + (side > 0 and count % 2 == 0):
            item = naming.items[(naming.at + side * step) % count]
            fade = FADES[min(step, len(FADES)) - 1]
            tint = palette.mix(palette.FELT_HALF, palette.TEXT, fade)
            picture = _item(art, pen.words, item, 24 if wheel else 20, tint, False)
            room = max(LETTER, picture.width / art.unit) if wheel else picture.width / art.unit + 14
            if x + room > end:
                break
            pen.put(picture, side * (x + room / 2), RING_Y)
            x += room
            step += 1


def _chip(art: Art, width: float, colour: str) -> Picture:
    fill = palette.mix(colour, palette.INK, 0.72)
    body = round_rect(width - 3, 37, 12, fill=(fill, 1), rim=(colour, 2.5, 1))
    return art.svg(("name chip", width, colour), width, 40, body)


def _item(
    art: Art, words: Words, item: NamingItem, size: float, colour: str, bold: bool
) -> Picture:
    match item.kind:
        case ItemKind.GUEST:
            return art.text(words._("a guest"), size, colour, bold)
        case ItemKind.TYPE:
            return art.text(words._("letters …"), size, colour, bold)
        case ItemKind.DONE:
            return art.sign("check", size, colour)
        case ItemKind.SCRIPT:
            text = letters(item.text)[:3] if item.text in LANGUAGES else item.text
            return art.text(text, 18, colour, bold)
        case ItemKind.LETTER if item.text == " ":
            body = (
                f'<path d="M{-size / 3} {size / 8} V {size / 3} H {size / 3} V {size / 8}"'
                f' fill="none" stroke="{colour}" stroke-width="2.5"/>'
            )
            return art.svg(("space", size, colour), size, size, body)
    return art.text(item.text, size, colour, bold)


def _naming_keys(pen: Pen, naming: NameView) -> None:
    """What ● and ✕ do, and ● held."""
    words = pen.words
    if naming.asked is not None:
        keys = [("key_back", words._("not that"))]
    elif naming.written is None:
        keys = [("key_ok", words._("choose")), ("key_back", words._("back"))]
    elif naming.written:
        keys = [("key_ok", words._("hold: done")), ("key_back", words._("erase"))]
    else:
        keys = [("key_ok", words._("letter")), ("key_back", words._("back"))]
    room = (2 * HALF - 20 * (len(keys) - 1)) - 34 * len(keys)
    lines: list[Line] = []
    for sign, text in reversed(keys):
        shown = fitted(pen, text, (20, 18), room, palette.QUIET)
        room -= shown.width / pen.art.unit
        lines.insert(0, [marks.sign_disc(pen.art, sign, 28, palette.TEXT), 6.0, shown])
    last = line_width(lines[-1], pen.art.unit)
    if len(lines) > 1:
        pen.line(lines[0], -HALF, KEYS_Y, "left")
    pen.line(lines[-1], HALF, KEYS_Y, "right")
    _touch(pen, naming.seat, key=BACK, x=HALF - last / 2, y=KEYS_Y, width=last + 16, height=32)
