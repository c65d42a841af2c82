"""A table at an event: a desk's address and code typed, its digits, who plays here."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.link.messages import NextUp
from console.screens import marks, palette
from console.screens.art import round_rect
from console.screens.layout import Frame, Layout
from console.screens.lobby.start import halves, room
from console.screens.lobby.strips import HALF, STATE_Y, draw_naming, draw_start_seat
from console.screens.lobby.words import row_help
from console.screens.menu_texts import menu_label
from console.screens.names import game_name
from console.screens.notices import draw_menu, key_line, plate
from console.screens.prose import lines_of
from console.screens.service.page import prose
from console.screens.stage import Line, Pen, fitted, line_width
from console.table.event.typing import DONE, TypedField
from console.table.event.view import (
    EventPlayer,
    EventResult,
    EventStage,
    EventTyping,
    EventView,
    EventWord,
)
from console.table.view import MenuLine, MenuRow, Target, TargetKind

WIDEST: Final = 860.0
KEYS_Y: Final = 24.0
PITCH: Final = 44.0
SIGN: Final = 54.0
"""Of a sign that can be taken."""
OK: Final = 2
NEXT_PITCH: Final = 32.0
WORD: Final = 84.0
WORD_SIZES: Final = (25.0, 23.0, 21.0, 20.0, 19.0, 18.0)
LEADING: Final = 1.25


def draw_event(pen: Pen, layout: Layout, view: EventView) -> None:
    """Everybody's seat, then the middle: for who types or has opened the menu, else for both long
    sides."""
    seated = {player.seat: player for player in view.players}
    for seat in view.seats:
        if view.naming is not None and view.naming.seat == seat.seat:
            draw_naming(pen, layout, seat, view.naming)
        elif seat.seat in seated:
            _player(pen, layout, view, seated[seat.seat])
    if view.seat is not None:
        _page(pen, layout, view, view.seat)
        return
    width, height = room(layout)
    for frame, x in halves(layout):
        place = Frame(*frame.place(x, 0), frame.quarter, frame.unit)
        _home(pen.at(place), view, width / 2 - 28, height - 16)


# -- at a seat -------------------------------------------------------------------------------------


def _player(pen: Pen, layout: Layout, view: EventView, player: EventPlayer) -> None:
    """Who plays here, and whether they are there."""
    art, frame = pen.art, layout.frames[player.seat]
    pen = pen.at(frame)
    colour = art.palette.seats[player.seat]
    state: Line
    if player.here:
        text = art.text(pen.words._("here"), 24, palette.TEXT, True)
        state = [art.sign("check", 26, colour), 10.0, text]
    else:
        key = marks.sign_disc(art, "key_ok", 34, palette.TEXT)
        state = [key, 10.0, fitted(pen, pen.words._("I am here"), (26, 24, 22), 240, colour, True)]
    seat = view.seats[player.seat]
    draw_start_seat(pen, layout, seat, state, "left")
    pen.touchable(Target(TargetKind.KEY, (player.seat, OK)), 0, 50, 2 * HALF, 100)
    if view.best_of > 1:
        won = pen.words._("won: {count}").format(count=player.won)
        pen.line([art.text(won, 22, palette.QUIET)], HALF, STATE_Y, "right")


# -- for everybody ---------------------------------------------------------------------------------


def _home(pen: Pen, view: EventView, width: float, height: float) -> None:
    """The event, what is played and who is next; below what else there is to know, and the keys."""
    words = pen.words
    top, low = height / 2, -height / 2
    y = top - 24
    called = view.table_name
    if called.isdecimal():
        called = words._("Table {name}").format(name=called)
    table = fitted(pen, called, (22, 20, 18), width / 3, palette.QUIET, most=24)
    pen.put(table, width / 2, y, "right")
    left = width - table.width / pen.art.unit - 20
    name = fitted(pen, view.name, (34, 30, 26, 22), left, palette.AMBER, True, most=36)
    pen.put(name, -width / 2, y, "left")
    y -= 62
    if view.players:
        y = _match(pen, view, width, y)
    else:
        text = words._("Nobody is called to this table now.")
        y = prose(pen, text, 30, (-width / 2, y, width), palette.TEXT, bold=True) - 10
        if view.entry:
            row = menu_label(words, MenuRow(MenuLine.EVENT_ENTER))
            text = words._("Not on the list yet? The menu has “{row}”.").format(row=row)
            y = prose(pen, text, 24, (-width / 2, y, width), palette.QUIET) - 10
        if view.last is not None:
            y = _result(pen, view.last, width, y)
    floor = low + 2 * KEYS_Y + (0 if view.word is None else WORD + 8)
    if view.next:
        _next(pen, coming=view.next, width=width, y=y - 8, floor=floor)
    if view.word is not None:
        _word(pen, view.word, width, low)
    keys = [(("key_ok",), words._("I am here"))] if view.players else []
    keys.append((("key_back",), words._("menu")))
    pen.line(key_line(pen, keys, 20), 0, low + KEYS_Y)


def _match(pen: Pen, view: EventView, width: float, y: float) -> float:
    """Which match it is, and who plays it; where the next thing may stand."""
    words = pen.words
    name = words._("A duel on the pad") if view.duel else game_name(words, view.game)
    game = fitted(pen, name, (34, 30), width, palette.TEXT, True, most=38)
    pen.put(game, -width / 2, y, "left")
    when = words._("Round {round}").format(round=view.round)
    if view.best_of > 1:
        of = words._("game {number} of {count}").format(number=view.game_n + 1, count=view.best_of)
        when = f"{when} · {of}"
    left = width - game.width / pen.art.unit - 24
    if not view.duel:
        told = fitted(pen, when, (24, 22, 20, 18), left, palette.QUIET)
        pen.put(told, width / 2, y, "right")
    y -= 56
    size = 34.0 if len(view.players) <= 4 else 26.0
    for player in view.players:
        line: Line = [pen.art.shape(player.seat, 28), 12.0]
        if player.here:
            line = [*line, pen.art.sign("check", 24, pen.art.palette.seats[player.seat]), 8.0]
        ink = palette.TEXT if player.here else palette.mix(palette.TEXT, palette.FELT_HALF, 0.25)
        left = width - line_width(line, pen.art.unit)
        sizes = (size, size - 4, 22)
        line.append(fitted(pen, player.name, sizes, left, ink, player.here, most=size))
        pen.line(line, -width / 2, y, "left")
        y -= 1.3 * size
    if view.duel:
        text = words._("They are equal. The pad decides: the first touch after the light.")
        y = prose(pen, text, 22, (-width / 2, y, width), palette.QUIET) - 8
    return y


def _result(pen: Pen, last: EventResult, width: float, y: float) -> float:
    """How the last match here ended, and whether the desk knows it."""
    sent = pen.words._("the desk has it") if last.sent else pen.words._("it waits for the desk")
    head = pen.words._("The last match here: {sent}.").format(sent=sent)
    y = prose(pen, head, 22, (-width / 2, y, width), palette.QUIET) - 6
    text = ", ".join(f"{place}. {name}" for place, name in last.places)
    return prose(pen, text, 24, (-width / 2, y, width), palette.TEXT) - 8


def _next(pen: Pen, coming: tuple[NextUp, ...], width: float, y: float, floor: float) -> None:
    """Who plays after that, as far as there is room above ``floor``."""
    lines_n = int((y - floor - 16) / NEXT_PITCH)
    if lines_n < 1:
        return
    pen.put(pen.art.text(pen.words._("Next"), 22, palette.AMBER, True), -width / 2, y, "left")
    for one in coming[: min(3, lines_n)]:
        y -= NEXT_PITCH
        names = ", ".join(one.names)
        where = f" ({one.table})" if one.table else ""
        shown = fitted(pen, names + where, (24, 22, 20, 18), width, palette.QUIET)
        pen.put(shown, -width / 2, y, "left")


def _word(pen: Pen, word: EventWord, width: float, low: float) -> None:
    """The one message, above the keys."""
    colour = palette.QUIET if word in _CALM else palette.AMBER
    y = low + 2 * KEYS_Y + WORD / 2 + 4
    pen.put(plate(pen, width, WORD, colour), 0, y)
    text = _word_text(pen.words, word)
    for size in WORD_SIZES:
        lines = lines_of(pen.art, text, size, width - 36)
        if LEADING * size * len(lines) <= WORD - 12:
            break
    for i, line in enumerate(lines):
        pen.line(line, 0, y + LEADING * size * ((len(lines) - 1) / 2 - i))


_CALM: Final = (EventWord.ENDED, EventWord.PAUSED, EventWord.UNSENT)


def _word_text(words: Words, word: EventWord) -> str:
    return {
        EventWord.NO_CODE: words._("The desk knows no such code: type the one it shows now."),
        EventWord.NO_ADDRESS: words._("That is no address."),
        EventWord.OFTEN: words._("Too many wrong codes: wait a minute."),
        EventWord.UNREACHED: words._("No desk answers there: check the address."),
        EventWord.NOT_LET_IN: words._("The desk does not know this table: ask the organiser."),
        EventWord.FOREIGN: words._(
            "The desk has another event now: ask the organiser to take this table in."
        ),
        EventWord.ENDED: words._("The event is over. Thank you for playing!"),
        EventWord.PAUSED: words._("The event pauses: it goes on soon."),
        EventWord.LOST: words._("The desk does not answer; play on, results wait."),
        EventWord.UNFIT: words._("This table cannot play that: the organiser knows."),
        EventWord.NO_PAD: words._("Its pad does for no duel: the organiser decides."),
        EventWord.DECLINED: words._("The desk did not take a result: ask the organiser."),
        EventWord.UNSENT: words._("The result is on its way to the desk."),
    }[word]


# -- for one ---------------------------------------------------------------------------------------


def _page(pen: Pen, layout: Layout, view: EventView, seat: int) -> None:
    """The middle of the table, turned to who sits at ``seat``."""
    words = pen.words
    quarter = layout.frames[seat].quarter
    pen = pen.at(layout.reader(quarter))
    wide, high = room(layout)
    if quarter % 2:
        wide, high = high, wide
    width, top, low = min(wide - 24, WIDEST), high / 2 - 30, -high / 2
    title = view.name or words._("Event")
    pen.put(
        fitted(pen, title, (36, 32, 28, 24), width, palette.AMBER, True, most=38),
        -width / 2,
        top,
        "left",
    )
    top -= 56
    if view.menu is not None:
        _menu(pen, view=view, width=width, top=top, low=low)
        return
    keys: list[tuple[tuple[str, ...], str]] = [(("key_back",), words._("menu"))]
    if view.stage is EventStage.CHECK:
        _check(pen, view, width, top)
    elif view.stage is EventStage.ASKING or view.typing is None:
        text = words._("The desk is asked…")
        prose(pen, text, 30, (-width / 2, top, width), palette.TEXT, bold=True)
    else:
        _typing(pen, view.typing, width, top)
        erase = words._("erase") if view.typing.text else words._("back")
        turn, take = words._("choose"), words._("take")
        keys = [(("key_left", "key_right"), turn), (("key_ok",), take), (("key_back",), erase)]
    if view.word is not None:
        _word(pen, view.word, width, low)
    pen.line(key_line(pen, keys, 20), 0, low + KEYS_Y)


def _check(pen: Pen, view: EventView, width: float, top: float) -> None:
    """The digits by which the organiser knows the table."""
    text = pen.words._("The organiser lets this table in. Their page must show these digits:")
    y = prose(pen, text, 28, (-width / 2, top, width), palette.TEXT)
    pen.put(pen.art.text(" ".join(view.check), 96, palette.AMBER, True), 0, y - 70)


def _typing(pen: Pen, typing: EventTyping, width: float, top: float) -> None:
    """What is asked for, what is typed so far, and all signs."""
    text = {
        TypedField.ADDRESS: pen.words._(
            "The address of the organiser's desk, as its page shows it"
        ),
        TypedField.CODE: pen.words._("The six digits that the desk shows"),
    }[typing.field]
    y = prose(pen, text, 28, (-width / 2, top, width), palette.TEXT) - 46
    shown = fitted(pen, f"{typing.text}_", (64, 52, 44, 36, 28), width, palette.AMBER, True)
    pen.put(shown, 0, y)
    y -= 96
    pitch = min(SIGN + 8, width / len(typing.signs))
    for i, sign in enumerate(typing.signs):
        x = (i - (len(typing.signs) - 1) / 2) * pitch
        _sign(pen, sign, x, y, min(SIGN, pitch - 2), chosen=i == typing.at)
        pen.touchable(Target(TargetKind.ROW, (i,)), x, y, pitch, SIGN + 16)


def _sign(pen: Pen, sign: str, x: float, y: float, size: float, *, chosen: bool) -> None:
    fill = (palette.AMBER, 0.22) if chosen else (palette.PANEL, 1.0)
    rim = (palette.AMBER, 3.0, 1.0) if chosen else (palette.FAINT, 1.5, 1.0)
    box = round_rect(size - 4, size - 4, 12, fill=fill, rim=rim)
    pen.put(pen.art.svg(("event sign", size, chosen), size, size, box), x, y)
    ink = palette.TEXT if chosen else palette.QUIET
    if sign == DONE:
        pen.put(pen.art.sign("check", 0.6 * size, ink), x, y)
    else:
        pen.put(pen.art.text(sign, 32, ink, chosen), x, y)


def _menu(pen: Pen, view: EventView, width: float, top: float, low: float) -> None:
    """Its lines, and what the one under the cursor does."""
    words = pen.words
    menu = view.menu
    assert menu is not None
    if menu.level is not None and menu.level is not MenuLine.EVENT:
        title = menu_label(words, MenuRow(menu.level))
        pen.put(pen.art.text(title, 28, palette.TEXT, True), -width / 2, top, "left")
        top -= 48
    rows = len(menu.rows)
    pitch = min(PITCH, (top - low - 130) / rows)
    draw_menu(pen, menu=menu, width=width, top=top, rows=rows, pitch=pitch)
    text = row_help(words, menu.rows[menu.cursor])
    prose(pen, text, 22, (-width / 2, top - rows * pitch - 24, width), palette.QUIET)
    keys = [
        (("key_left", "key_right"), words._("line")),
        (("key_ok",), words._("choose")),
        (("key_back",), words._("back")),
    ]
    pen.line(key_line(pen, keys, 20), 0, low + KEYS_Y)
