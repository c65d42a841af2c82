"""A seat at a board game: who sits there, what they have, what may be done now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Art, Picture
from console.screens.board.base import BoardScreen
from console.screens.board.facing import Facing, HeadSize, SeatPlace
from console.screens.board.hands import draw_hand, is_hidden, prepare_hands
from console.screens.layout import Box
from console.screens.names import seat_name
from console.screens.notices import key_line
from console.screens.prose import KEYS as SIGNS
from console.screens.prose import draw_prose, lines_of, wrapped
from console.screens.stage import Line, Pen, fitted, grown, line_width
from console.screens.texts import counted_word, fault_word, who_word
from console.table.board.view import BoardSeat, BoardView, Choosing
from console.table.record_values import ResultColumn
from console.table.view import Target, TargetKind, Who

NAMES: Final = (36.0, 33.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
SCORES: Final = {
    HeadSize.TIGHT: (44.0,),
    HeadSize.USUAL: (60.0,),
    HeadSize.ROOMY: (96.0, 88.0, 80.0, 72.0, 66.0, 60.0),
}
ROWS: Final = {
    HeadSize.TIGHT: (42.0, 42.0),
    HeadSize.USUAL: (46.0, 60.0),
    HeadSize.ROOMY: (46.0, 92.0),
}
"""How high name and score are."""
SIDE_SCORE: Final = 44.0
ONE_ROW_HIGH: Final = 54.0
PAD: Final = 14.0
ONE_ROW: Final = 318.0
"""So wide a place has name and score side by side."""
SMALL: Final = 18.0
TASKS: Final = (30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
KEY: Final = 30.0
KEYS: Final = ("key_left", "key_right", "key_ok", "key_back")


def prepare(art: Art, facing: Facing, screen: BoardScreen) -> Iterator[None]:
    """Draw lamps, keys and hands ahead, turned to their seats."""
    for seat, place in screen.places(facing).items():
        for lit in (False, True):
            art.turned(_ground(art, place.words, art.palette.seats[seat], lit), place.frame.quarter)
            yield
        for key in KEYS:
            for colour in (palette.TEXT, palette.AMBER):
                art.turned(marks.sign_disc(art, key, KEY, colour), place.frame.quarter)
        yield
    yield from prepare_hands(art, facing, screen)


def lit_seats(view: BoardView) -> frozenset[int]:
    """Who is waited for: those who are asked, else whose turn it is."""
    if view.ask is not None:
        return frozenset(view.ask.waiting)
    return frozenset(s.seat for s in view.seats if s.turn)


def draw_strip(
    pen: Pen,
    screen: BoardScreen,
    view: BoardView,
    seat: BoardSeat,
    place: SeatPlace,
    *,
    helped: bool = True,
    held: bool = True,
) -> None:
    """Everything of one seat that somebody plays at; ``helped``: what may be done is said;
    ``held``: its hand lies there."""
    lit = seat.seat in lit_seats(view)
    ground = _ground(pen.art, place.words, pen.art.palette.seats[seat.seat], lit)
    pen.at(place.frame).put(ground, place.words.x, place.words.y)
    if held:
        draw_hand(pen, place, screen, view, seat)
    y = _title(pen, view, seat, place)
    if held and seat.hand is not None and seat.secret is not None:
        y = _secret(pen, screen.secret(pen.words, seat.secret), place, y)
    if place.reads and helped:
        inside, y = place.words, y + place.plates
        room = Box(inside.x, (y + inside.high - 6) / 2, inside.width - 2 * PAD, inside.high - 6 - y)
        _help(pen, screen=screen, view=view, seat=seat, frame_place=(place, room))


# -- who sits there ------------------------------------------------------------------------------


def head_height(there: Box, head: HeadSize = HeadSize.USUAL) -> float:
    """What name and score take of a place, from its reader on."""
    if there.width >= ONE_ROW:
        return ONE_ROW_HIGH
    return sum(ROWS[head])


def _title(pen: Pen, view: BoardView, seat: BoardSeat, place: SeatPlace) -> float:
    """Shape and name, the score, a fault or the kind of player; how far up that reaches."""
    words = pen.words
    art, frame, there = pen.art, place.frame, place.words
    pen = pen.at(frame)
    one_row, head = there.width >= ONE_ROW, head_height(there, place.head)
    left, right = there.left + PAD, there.right - PAD
    extra = _kind(art, words, seat)
    name: Line = [art.shape(seat.seat, 30), 10.0, *marks.phone_of(art, view, seat.seat)]
    text, tint = (
        seat_name(words, seat.seat, seat.name),
        palette.mix(art.palette.seats[seat.seat], "#FFFFFF", 0.25),
    )
    room = right - left - line_width(name, art.unit)
    if not one_row:
        tight, (first, second) = place.head is HeadSize.TIGHT, ROWS[place.head]
        y = there.low + first / 2 + (0 if tight else 3)
        shown = fitted(pen, text, NAMES, room - place.spare, tint, True, most=40.0)
        pen.line([*name, shown], left, y, "left")
        for size in SCORES[place.head]:
            score = _score(art, words, view.column, seat, size)
            if line_width([*score, *extra], art.unit) <= right - left:
                break
        if line_width([*score, *extra], art.unit) > right - left:
            score = score[:-2]
        if line_width([*score, *extra], art.unit) > right - left:
            extra = extra[:2] if seat.fault is not None else []  # the sign of a fault stays
        y = there.low + first + second / 2 + (-4 if tight else 2)
        pen.line(score, left, y, "left")
        pen.line(extra, right, y, "right")
        return there.low + head
    score, y = _score(art, words, view.column, seat, SIDE_SCORE), there.low + head / 2
    least = art.text_width(text, NAMES[-1], True)
    if least > room - line_width(score, art.unit) - 16 - place.spare:
        score = score[:-2]
    taken = line_width(score, art.unit) + 16 + place.spare
    kind = line_width(extra, art.unit)
    if least + kind > room - taken:
        kind, extra = 0.0, []
    shown = fitted(pen, text, NAMES, room - taken - kind, tint, True, most=40.0)
    pen.line([*name, shown, *extra], left, y, "left")
    pen.line(score, right - place.spare, y, "right")
    return there.low + head


def _score(
    art: Art, words: Words, column: ResultColumn | None, seat: BoardSeat, size: float
) -> Line:
    """The number, large, and what it counts; a crown for who has won."""
    if seat.score is None or column is None:
        return []
    crown: Line = [art.sign("crown", 32, palette.AMBER), 12.0] if seat.winner else []
    number = art.text(str(seat.score), size, palette.TEXT, bold=True)
    unit = art.text(counted_word(words, column, seat.score), 22.0, palette.QUIET)
    return [*crown, number, 8.0, unit]


def _kind(art: Art, words: Words, seat: BoardSeat) -> Line:
    """What is to be said of a seat behind its name."""
    if seat.fault is not None:
        word = art.text(fault_word(words, seat.fault), SMALL, art.palette.alarm)
        return [12.0, art.sign("warning", 24, art.palette.alarm), 5.0, word]
    if seat.thinking:
        return [12.0, art.text(words._("thinking…"), SMALL, palette.QUIET)]
    if seat.who is not Who.PERSON:
        return [12.0, art.text(who_word(words, seat.who), SMALL, palette.QUIET)]
    return []


def over_help(place: SeatPlace) -> Box:
    """Where it is asked whether somebody is there: over what may be done, not over the name."""
    there = place.words
    low = there.low + head_height(there, place.head) + 2
    return Box(there.x, (low + there.high) / 2, there.width - 8, there.high - low - 4)


def _secret(pen: Pen, text: str, place: SeatPlace, y: float) -> float:
    """What only the owner may read, over the name from ``y`` on, in one line or a line for each
    part; how far up that reaches."""
    room = place.words.width - 2 * PAD
    parts = [text] if text else []
    for size in grown(pen.art, (24.0, 22.0, 20.0, 18.0), 28.0):
        if len(wrapped(pen.art, text, size, room, True)) == 1:
            break
    else:
        parts = text.split(" · ")
    lines = [line for p in parts for line in lines_of(pen.art, p, size, room, palette.TEXT, True)]
    high = 1.2 * size * len(lines)
    top = y + high - 0.6 * size
    draw_prose(pen.at(place.frame), lines, place.words.left + PAD, top, 1.2 * size)
    return y + high


# -- what may be done ----------------------------------------------------------------------------


def _help(
    pen: Pen,
    screen: BoardScreen,
    view: BoardView,
    seat: BoardSeat,
    frame_place: tuple[SeatPlace, Box],
) -> None:
    """What this seat may do now, in the room that is left."""
    words = pen.words
    (place, room), number = frame_place, seat.seat
    pen = pen.at(place.frame)
    if view.ask is not None:
        if number in view.ask.waiting:
            _answers(pen, place, room, number)
        elif number == view.ask.seat:
            pen.line(key_line(pen, [(("key_back",), words._("withdraw"))]), room.x, room.y)
    elif view.news is not None:
        pen.line(key_line(pen, [(("key_ok",), words._("go on"))], 24), room.x, room.y)
        pen.touchable(Target(TargetKind.NEWS), room.x, room.y, room.width, room.height)
    elif view.choosing is not None and view.choosing.seat == number:
        task, ink = screen.task(words, view), palette.TEXT
        if view.choosing.hint is not None:
            what = screen.hint(words, view, view.choosing.hint)
            task, ink = words._("Hint: {what}").format(what=what), palette.AMBER
        _task(pen, (place, room), (task, ink), hinted_key(view.choosing), is_hidden(seat))
    elif is_hidden(seat):
        text = words._("hold ● to look at your hand")
        if view.phones is not None and view.phones.offers(number):
            text = words._("hold ● to look at your hand, ◀: on your phone")
        _spoken(pen, place, room, text, palette.QUIET, False)


def _answers(pen: Pen, place: SeatPlace, room: Box, seat: int) -> None:
    """Who is asked may agree or refuse."""
    pen = pen.at(place.frame)
    high = min(44.0, room.height / 2)
    for i, (key, text, kind) in enumerate(
        (
            ("key_ok", pen.words._("agree"), TargetKind.AGREE),
            ("key_back", pen.words._("refuse"), TargetKind.REFUSE),
        )
    ):
        y = room.high - high * (i + 0.5)
        pen.line(key_line(pen, [((key,), text)], 22), room.left, y, "left")
        pen.touchable(Target(kind, (seat,)), room.x, y, room.width, high)


def hinted_key(choosing: Choosing) -> str | None:
    """The key that leads to what a hint points at, the shorter way round; None without one."""
    if choosing.hint is None or choosing.hint not in choosing.targets:
        return None
    count = len(choosing.targets)
    ahead = (choosing.targets.index(choosing.hint) - choosing.cursor) % count
    if not ahead:
        return "key_ok"
    return "key_right" if ahead <= count // 2 else "key_left"


def _task(
    pen: Pen,
    frame_place: tuple[SeatPlace, Box],
    task_ink: tuple[str, str],
    wanted: str | None,
    hidden: bool,
) -> None:
    """What may be done and its colour, and below it the four keys, the one that a hint asks for in
    amber; that ● held shows a hand that lies face down, where it is narrow in place of ✕ and ●.
    Without room for the keys the one that is asked for stands before the words."""
    art, (place, room), (task, ink) = pen.art, frame_place, task_ink
    low, least = room.low + KEY / 2 + 2, TASKS[-1]
    lines = len(wrapped(art, task, least, room.width, True))
    held = _held(art, pen.words) if hidden else []
    if room.height < KEY + 8 + max(26.0, 1.2 * least * lines):
        key = next((f"{sign} " for sign, name in SIGNS.items() if name == wanted), "")
        beside = room.width - line_width([*held, 10.0], art.unit)
        if held and art.text_width(key + task, least, True) <= beside:
            pen.at(place.frame).line(held, room.right, room.y, "right")
            room = Box(room.left + beside / 2, room.y, beside, room.height)
        _spoken(pen, place, room, key + task, ink, True)
        return
    for names in (KEYS, KEYS[:3], KEYS[:2]):
        keys = _keys(art, names, wanted)
        fits = line_width([*keys, *held], art.unit) <= room.width
        if fits and wanted in (None, *names):
            break
    else:
        keys, held = _keys(art, KEYS, wanted), []
    pen.at(place.frame).line(keys[:-1], room.left, low, "left")
    pen.at(place.frame).line(held, room.right, low, "right")
    _spoken(pen, place, room.above(KEY + 8), task, ink, True)


def _keys(art: Art, names: Iterable[str], wanted: str | None) -> Line:
    """Keys, one beside the other."""
    line: Line = []
    for name in names:
        colour = palette.AMBER if name == wanted else palette.TEXT
        line += [marks.sign_disc(art, name, KEY, colour), 8.0]
    return line


def _held(art: Art, words: Words) -> Line:
    """That ● held shows the hand."""
    ok, eye = marks.sign_disc(art, "key_ok", 24, palette.TEXT), art.sign("eye", 28, palette.TEXT)
    return [art.text(words._("hold"), SMALL, palette.QUIET), 6.0, ok, 5.0, eye]


def _spoken(pen: Pen, place: SeatPlace, room: Box, text: str, colour: str, bold: bool) -> None:
    """A text with signs of buttons in it, as large as it fits, from the top of its room."""
    if not text:
        return
    for size in grown(pen.art, TASKS, 34.0):
        count, pitch = len(wrapped(pen.art, text, size, room.width, bold)), 1.2 * size
        if pitch * count <= room.height:
            break
    lines = lines_of(pen.art, text, size, room.width, colour, bold)
    draw_prose(pen.at(place.frame), lines, room.left, room.low + pitch * (count - 0.5), pitch)


def _ground(art: Art, there: Box, colour: str, lit: bool) -> Picture:
    """What name and help stand on; in the seat's colour when it is waited for."""
    w, h = there.width, there.height
    edge = f'x="{2 - w / 2}" y="{2 - h / 2}" width="{w - 4}" height="{h - 4}" rx="18"'
    body = (
        f'<rect {edge} fill="{palette.PANEL}" fill-opacity="0.5" stroke="{colour}"'
        ' stroke-opacity="0.28" stroke-width="1.6"/>'
    )
    if lit:
        body = (
            '<defs><linearGradient id="l" gradientUnits="userSpaceOnUse" x1="0" x2="0"'
            f' y1="{h / 2}" y2="{-h / 2}">'
            f'<stop offset="0" stop-color="{colour}" stop-opacity="0.46"/>'
            f'<stop offset="0.6" stop-color="{colour}" stop-opacity="0.16"/>'
            f'<stop offset="1" stop-color="{colour}" stop-opacity="0.08"/></linearGradient></defs>'
            f'<rect {edge} fill="url(#l)" stroke="{colour}" stroke-width="3"/>'
        )
    return art.svg(("strip", w, h, colour, lit), w, h, body)
