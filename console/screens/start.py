"""The start screen: who sits where at the edges, the menu in the middle for both long sides."""

from __future__ import annotations

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Picture
from console.screens.board.diagrams import card_face
from console.screens.board.pages import load_rules
from console.screens.layout import LINE_Y, STRIP_LENGTH, Frame, Layout
from console.screens.menu_texts import problem_words, resume_words
from console.screens.notices import draw_menu, key_line
from console.screens.stage import Pen, fitted
from console.screens.symbols import turned
from console.screens.texts import fault_word, game_name, seat_name, who_word
from console.table.view import StartSeat, StartView, Who

ROWS = 7
SHOWN_SIZE = 76.0


def draw_start(pen: Pen, layout: Layout, words: Words, view: StartView) -> None:
    """Seats, then both halves of the middle."""
    for seat in view.seats:
        draw_start_seat(pen, layout, words, seat)
    for frame, x in halves(layout):
        _half(pen, layout, frame, x, words, view)


def halves(layout: Layout) -> tuple[tuple[Frame, float], tuple[Frame, float]]:
    """A frame for each long side, and where its half of the middle has its centre."""
    shift = -room(layout)[0] / 4
    near, far = layout.sides
    return (near, shift), (far, shift)


def room(layout: Layout) -> tuple[float, float]:
    """Width and height of the middle, inside all seats' strips."""
    width, height = (s / layout.unit for s in layout.size)
    return width - 2 * 118, height - 2 * 112


def draw_start_seat(
    pen: Pen,
    layout: Layout,
    words: Words,
    seat: StartSeat,
    state: list[Picture | float] | None = None,
) -> None:
    """A seat's strip: its shape and name, and who sits there unless ``state`` says more."""
    art, frame = pen.art, layout.frames[seat.seat]
    colour = pen.art.palette.seats[seat.seat]
    free = seat.who is Who.EMPTY
    shade = palette.mix(colour, palette.FELT_HALF, 0.55) if free else colour
    if not free:
        pen.put(frame, _place_light(pen, seat.seat), 0, 50)
    pen.put(frame, marks.edge_line(pen, shade, seat.who is Who.PERSON), 0, LINE_Y)
    half = STRIP_LENGTH / 2 - 6
    name = art.text(
        seat_name(words, seat.seat, seat.name), 26, palette.mix(shade, "#FFFFFF", 0.2), True
    )
    pen.line(frame, [art.shape(seat.seat, 30, shade), 10.0, name], -half, 22, "left")
    if seat.fault is not None:
        sign = art.sign("warning", 26, pen.art.palette.alarm)
        text = art.text(fault_word(words, seat.fault), 18, pen.art.palette.alarm)
        pen.line(frame, [sign, 6.0, text], half, 22, "right")
    pen.line(frame, _state(pen, words, seat, shade) if state is None else state, 0, 74)


def _state(pen: Pen, words: Words, seat: StartSeat, colour: str) -> list[Picture | float]:
    art = pen.art
    if seat.who is Who.EMPTY:
        key = marks.sign_disc(art, "key_ok", 32, palette.TEXT)
        return [key, 10.0, art.text(words._("join"), 24, palette.QUIET)]
    if seat.who is Who.PERSON:
        text = art.text(words._("in the game"), 24, palette.TEXT, True)
        return [art.sign("check", 26, colour), 10.0, text]
    text = art.text(
        words._("simulated: {who}").format(who=who_word(words, seat.who)), 22, palette.TEXT
    )
    return [art.sign("person", 26, colour), 10.0, text]


def _place_light(pen: Pen, seat: int) -> Picture:
    colour = pen.art.palette.seats[seat]
    w, h = STRIP_LENGTH + 8, 100.0
    body = (
        f'<defs><linearGradient id="l" gradientUnits="userSpaceOnUse" x1="0" y1="{h / 2}" x2="0"'
        f' y2="{-h / 2}">'
        f'<stop offset="0" stop-color="{colour}" stop-opacity="0.34"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0.06"/></linearGradient></defs>'
        f'<rect x="{-w / 2 + 1}" y="{-h / 2 + 1}" width="{w - 2}" height="{h + 40}" rx="22"'
        f' fill="url(#l)"/>'
    )
    return pen.art.svg(("start light", seat), w, h, body)


def _half(pen: Pen, layout: Layout, frame: Frame, x: float, words: Words, view: StartView) -> None:
    """Title, menu and help for one long side."""
    width, height = room(layout)
    width = min(width / 2 - 28, 520.0)
    frame = Frame(*frame.place(x, 0), frame.quarter, frame.unit)
    top = min(height / 2, 280.0)
    draw_title(pen, frame, words, top - 40)
    _invite(pen, frame, words, view.menu.game, width, top - 124)
    line = _news(pen, words, view, width)
    if line is not None:
        pen.put(frame, line, 0, top - 188)
    draw_menu(pen, frame, words, view.menu, width, top - 212, ROWS)
    help_y = top - 212 - 38 * ROWS - 34
    pen.line(
        frame,
        key_line(
            pen,
            [
                (("key_left", "key_right"), words._("choose a line")),
                (("key_ok",), words._("change")),
            ],
        ),
        0,
        help_y,
    )
    pen.line(
        frame,
        key_line(
            pen,
            [
                (("key_ok",), words._("join a free seat")),
                (("key_back",), words._("leave the seat")),
            ],
        ),
        0,
        help_y - 34,
    )


def _invite(pen: Pen, frame: Frame, words: Words, game: str, width: float, y: float) -> None:
    """The chosen game: three of its cards, its name, what it is about and for whom."""
    art = pen.art
    invite = load_rules(game).invite
    about, players = (words._(text) for text in invite.text)
    x = -width / 2
    for face in invite.shown:
        picture = card_face(art, game, face, SHOWN_SIZE)
        pen.put(frame, picture, x, y, "left")
        x += picture.width / art.unit + 6
    x += 12
    room = width / 2 - x
    name = fitted(pen, game_name(words, game), (30, 28, 26, 24, 22), room, palette.AMBER, True)
    pen.put(frame, name, x, y + 28, "left")
    pen.put(frame, fitted(pen, about, (21, 20, 19, 18), room, palette.TEXT), x, y - 2, "left")
    pen.put(frame, fitted(pen, players, (18,), room, palette.QUIET), x, y - 29, "left")


def draw_title(pen: Pen, frame: Frame, words: Words, y: float) -> None:
    """The pad's flower in the seats' colours, and the name of the game."""
    leaf = '<path d="M0 -9 C -9 -17 -9 -24 0 -31 C 9 -24 9 -17 0 -9 Z" fill="{}"/>'
    leaves = "".join(turned(leaf.format(c), 45 * i) for i, c in enumerate(pen.art.palette.seats))
    flower = pen.art.svg("flower", 66, 66, leaves)
    name = pen.art.text(words._("Khvatka"), 60, palette.TEXT, True)
    pen.line(frame, [flower, 18.0, name], 0, y)


def _news(pen: Pen, words: Words, view: StartView, width: float) -> Picture | None:
    """Why it cannot start, or what may be resumed."""
    sizes = (22.0, 20.0, 18.0)
    if view.menu.problem is not None:
        return fitted(pen, problem_words(words, view.menu), sizes, width, palette.AMBER)
    if view.resume is not None:
        return fitted(pen, resume_words(words, view.resume), sizes, width, palette.QUIET)
    return None
