"""The end of a match: ranking, best reaction, what next; for both long sides."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Picture
from console.screens.board.prose import draw_prose, lines_of
from console.screens.layout import Frame, Layout
from console.screens.lobby.start import halves, room
from console.screens.lobby.strips import draw_start_seat
from console.screens.lobby.words import end_help
from console.screens.names import game_name, seat_name
from console.screens.notices import draw_menu
from console.screens.records.news import news_line
from console.screens.stage import Pen, fitted, line_width
from console.screens.texts import best_words, column_title, count_words, who_word
from console.table.records.values import NewsKind, RecordKind
from console.table.view import EndView, RankRow, Who

NAME: Final = 30.0
WINNER: Final = 54.0
HEAD: Final = 24.0
PITCH: Final = 38.0
LEAST_PITCH: Final = 27.0
NOTE: Final = 34.0
MENU_PITCH: Final = 34.0
HELP: Final = 46.0
HIGHEST: Final = 564.0
MOST_NEWS: Final = 2
DIGITS: Final = 36.0
"""The widest number of a column."""


def draw_end(pen: Pen, layout: Layout, words: Words, view: EndView) -> None:
    """Seats at the edges, both halves of the middle."""
    for seat in view.seats:
        if seat.who is not Who.EMPTY:
            draw_start_seat(pen, layout, words, seat, _result(pen, words, view, seat.seat))
    for frame, x in halves(layout):
        middle = Frame(*frame.place(x, 0), frame.quarter, frame.unit)
        _half(pen, layout, middle, words, view)


def _result(pen: Pen, words: Words, view: EndView, seat: int) -> list[Picture | float] | None:
    """How the match ended for a seat; None for one that did not play."""
    for row in view.ranking:
        if seat in row.seats and row.winner:
            crown = pen.art.sign("crown", 28, palette.AMBER)
            return [crown, 10.0, pen.art.text(words._("Victory"), 26, palette.TEXT, True)]
        if seat in row.seats:
            counted = count_words(words, view.columns[0], row.numbers[0])
            return [pen.art.text(counted, 24, palette.QUIET)]
    return None


def _half(pen: Pen, layout: Layout, frame: Frame, words: Words, view: EndView) -> None:
    """For one long side; where it is crowded the lines move together, then nothing is explained."""
    wide, high = room(layout)
    width, high = min(wide / 2 - 28, 560.0), min(high - 16, HIGHEST)
    notes, rows = _notes(pen, words, view, width), len(view.ranking)
    menu = MENU_PITCH * len(view.menu.rows) + 10
    spare = high - NAME - WINNER - HEAD - menu - LEAST_PITCH * rows
    notes = notes[: max(1, int(spare // NOTE))]
    fixed = NAME + WINNER + HEAD + NOTE * len(notes) + menu
    helped = high - fixed - HELP >= LEAST_PITCH * rows
    fixed += HELP * helped
    pitch = min(PITCH, (high - fixed) / rows)
    y = (fixed + pitch * rows) / 2
    name = pen.art.text(game_name(words, view.game), 24, palette.AMBER, True)
    pen.put(frame, name, 0, y - NAME / 2)
    y -= NAME + WINNER
    _winner(pen, frame, words, view, y + WINNER / 2, width)
    y -= HEAD
    _head(pen, frame, words, view.columns, y + HEAD / 2, width)
    for row in view.ranking:
        _row(pen, frame, words, row=row, y=y - pitch / 2, width=width, pitch=pitch)
        y -= pitch
    for note in notes:
        pen.line(frame, note, 0, y - NOTE / 2 - 2)
        y -= NOTE
    draw_menu(
        pen,
        frame,
        words,
        menu=view.menu,
        width=width,
        top=y - 8,
        rows=len(view.menu.rows),
        pitch=MENU_PITCH,
    )
    if helped:
        text = end_help(words, view)
        lines = lines_of(pen.art, text, 18, width - 16, palette.QUIET)
        draw_prose(pen, frame, lines[:2], 8 - width / 2, y - menu - 14, 22.5)


def _notes(pen: Pen, words: Words, view: EndView, width: float) -> list[list[Picture | float]]:
    """What else is worth telling, a line each: what the match has changed, the best reaction."""
    notes = [news_line(pen, words, news, width) for news in view.news[:MOST_NEWS]]
    told = any(n.kind is NewsKind.RECORD and n.what is RecordKind.REACTION for n in view.news)
    if view.best is None or told:
        return notes
    names = {s.seat: s.name for s in view.seats}
    text = best_words(words, view.best, names)
    shown = fitted(pen, text, (22, 20, 18), width - 40, palette.TEXT, True)
    return [*notes, [pen.art.shape(view.best.seat, 22), 9.0, shown]]


def _columns(width: float, count: int) -> tuple[float, ...]:
    """Where the numbers end, one column each 88 from the right."""
    return tuple(width / 2 - 12 - 89 * i for i in reversed(range(count)))


def _winner(pen: Pen, frame: Frame, words: Words, view: EndView, y: float, width: float) -> None:
    rows = [row for row in view.ranking if row.winner]
    seats = [row.seats[0] for row in rows]
    who = ", ".join(seat_name(words, row.seats[0], row.name) for row in rows)
    text = words.n("{who} wins", "{who} share the win", len(seats)).format(who=who)
    line: list[Picture | float] = [pen.art.sign("crown", 36, palette.AMBER), 12.0]
    for seat in seats:
        line += [pen.art.shape(seat, 30), 10.0]
    line.append(fitted(pen, text, (38, 32, 28, 26), width - 100, palette.TEXT, True))
    pen.line(frame, line, 0, y)


def _head(
    pen: Pen, frame: Frame, words: Words, columns: tuple[str, ...], y: float, width: float
) -> None:
    for x, column in zip(_columns(width, len(columns)), columns, strict=True):
        title = pen.art.text(column_title(words, column), 18, palette.QUIET)
        pen.line(frame, [title], x, y, "right")


def _row(
    pen: Pen, frame: Frame, words: Words, row: RankRow, y: float, width: float, pitch: float
) -> None:
    art, half = pen.art, width / 2
    tint = palette.TEXT if row.winner else palette.QUIET
    rule = f'<path d="M{-half} 0 H {half}" stroke="{palette.FAINT}" stroke-opacity="0.35"/>'
    pen.put(frame, art.svg(("rule", width), width, 2, rule), 0, y + pitch / 2)
    pen.line(frame, [art.text(str(row.place), 26, tint, True)], -half + 30, y, "right")
    line: list[Picture | float] = []
    for seat in row.seats:
        line += [art.shape(seat, 24), 8.0]
    one = row.name is not None or len(row.seats) == 1
    name = seat_name(words, row.seats[0], row.name) if one else _hands(words, row)
    columns = _columns(width, len(row.numbers))
    left = columns[0] - DIGITS - (46 - half) - line_width(line, art.unit)
    what = "" if row.who is Who.PERSON else who_word(words, row.who)
    taken = art.text_width(what, 18) + 10 if what else 0.0
    line.append(fitted(pen, name, (22, 20, 18), left - taken, tint, row.winner, most=24))
    if what:
        line += [10.0, art.text(what, 18, palette.mix(palette.QUIET, palette.INK, 0.25))]
    pen.line(frame, line, -half + 46, y, "left")
    for x, number in zip(columns, row.numbers, strict=True):
        pen.line(frame, [art.text(str(number), 24, tint, row.winner)], x, y, "right")


def _hands(words: Words, row: RankRow) -> str:
    return words._("Seats {numbers}").format(numbers=" + ".join(str(s + 1) for s in row.seats))
