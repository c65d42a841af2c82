"""The end of a match: ranking, best reaction, what next; for both long sides."""

from __future__ import annotations

from console.i18n import Words
from console.screens import palette
from console.screens.art import Picture
from console.screens.layout import Frame, Layout
from console.screens.notices import draw_menu
from console.screens.stage import Pen, fitted
from console.screens.start import draw_start_seat, halves, room
from console.screens.texts import (
    best_words,
    column_title,
    count_words,
    game_name,
    seat_name,
    who_word,
)
from console.table.view import EndView, RankRow, Who

PITCH = 38.0
NAME = 34.0


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
    width = min(room(layout)[0] / 2 - 28, 560.0)
    menu_rows = min(len(view.menu.rows), 3)
    total = NAME + 64 + 34 + PITCH * len(view.ranking) + 50 + 38 * menu_rows
    name = pen.art.text(game_name(words, view.game), 24, palette.AMBER, True)
    pen.put(frame, name, 0, total / 2 - NAME / 2)
    top = total / 2 - NAME
    _winner(pen, frame, words, view, top - 30, width)
    y = top - 78
    _head(pen, frame, words, view.columns, y, width)
    for row in view.ranking:
        y -= PITCH
        _row(pen, frame, words, row, y, width)
    if view.best is not None:
        names = {s.seat: s.name for s in view.seats}
        text = fitted(
            pen, best_words(words, view.best, names), (22, 20, 18), width, palette.TEXT, True
        )
        pen.line(frame, [pen.art.shape(view.best.seat, 22), 9.0, text], 0, y - 46)
    draw_menu(pen, frame, words, view.menu, width, y - 70, menu_rows)


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


def _row(pen: Pen, frame: Frame, words: Words, row: RankRow, y: float, width: float) -> None:
    art, half = pen.art, width / 2
    tint = palette.TEXT if row.winner else palette.QUIET
    rule = f'<path d="M{-half} 0 H {half}" stroke="{palette.FAINT}" stroke-opacity="0.35"/>'
    pen.put(frame, art.svg(("rule", width), width, 2, rule), 0, y + PITCH / 2)
    pen.line(frame, [art.text(str(row.place), 26, tint, True)], -half + 30, y, "right")
    line: list[Picture | float] = []
    for seat in row.seats:
        line += [art.shape(seat, 24), 8.0]
    one = row.name is not None or len(row.seats) == 1
    name = seat_name(words, row.seats[0], row.name) if one else _hands(words, row)
    line.append(art.text(name, 22, tint, row.winner))
    if row.who is not Who.PERSON:
        line += [
            10.0,
            art.text(who_word(words, row.who), 18, palette.mix(palette.QUIET, palette.INK, 0.25)),
        ]
    pen.line(frame, line, -half + 46, y, "left")
    for x, number in zip(_columns(width, len(row.numbers)), row.numbers, strict=True):
        pen.line(frame, [art.text(str(number), 24, tint, row.winner)], x, y, "right")


def _hands(words: Words, row: RankRow) -> str:
    return words._("Seats {numbers}").format(numbers=" + ".join(str(s + 1) for s in row.seats))
