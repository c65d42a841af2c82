"""The end of a match: ranking, best reaction, what next; for both long sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from console.duel.photo_finish import PhotoFinish
from console.i18n import Words
from console.screens import marks, palette
from console.screens.layout import STRIP_LENGTH, Frame, Layout
from console.screens.lobby.start import halves, room
from console.screens.lobby.strips import draw_start_seat
from console.screens.lobby.words import end_help
from console.screens.names import Names, game_name, seat_name
from console.screens.notices import draw_menu, key_line
from console.screens.photo.copies import small_photo
from console.screens.prose import draw_prose, lines_of
from console.screens.records.news import news_line
from console.screens.stage import Line, Pen, fitted, line_width
from console.screens.texts import best_words, column_title, count_words, names_of, who_word
from console.screens.win import sides_of
from console.table.record_values import NewsKind, RecordKind, ResultColumn
from console.table.view import EndStage, EndView, MenuLine, RankRow, Target, TargetKind, Who

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
APART: Final = 12.0
"""Between it and what stands before it: levels end in a digit too."""
INDENT: Final = 40.0
"""Where names begin, after their place."""
COUNTED: Final = 108
ROW_STEPS: Final = 6
SLIDE_STEPS: Final = 54
"""Steps until all rows have counted up; between two rows, the last place first; until one lies."""
SLIDE: Final = 24.0
HEAD_Y: Final = 31.0
MOST_PHOTO: Final = 300.0


def draw_end(pen: Pen, layout: Layout, view: EndView, step: int = COUNTED) -> Iterator[None]:
    """Seats at the edges, both halves of the middle, in slices; ``step`` steps of its stage on."""
    for seat in view.seats:
        if seat.who is not Who.EMPTY:
            draw_start_seat(pen, layout, seat, _result(pen, view, seat.seat))
            # A finger means a rematch, whatever ● does under the cursor.
            if view.menu.rows and seat.seat in (*view.again, *view.missing):
                strip = layout.frames[seat.seat]
                pen.at(strip).touchable(
                    Target(TargetKind.AGAIN, (seat.seat,)), 0, 50, STRIP_LENGTH, 100
                )
            yield
    sides = sides_of(layout, view)
    for frame, x in halves(layout) if len(sides) > 1 else ((sides[0], 0.0),):
        middle = Frame(*frame.place(x, 0), frame.quarter, frame.unit)
        yield from _half(pen.at(middle), layout, view, step)


def _result(pen: Pen, view: EndView, seat: int) -> Line | None:
    """How the match ended for who sits there, and whether a rematch waits for it; None for one who
    did not play, or is no person while people play."""
    people = any(row.who is Who.PERSON for row in view.ranking)
    for row in view.ranking:
        if people and row.who is not Who.PERSON:
            continue
        if seat in row.seats and row.winner:
            crown = pen.art.sign("crown", 28, palette.AMBER)
            won = pen.art.text(pen.words._("Victory"), 26, palette.TEXT, True)
            return [crown, 10.0, won, *_again(pen, view, seat)]
        if seat in row.seats and view.columns:
            counted = count_words(pen.words, view.columns[0], row.numbers[0])
            shown = fitted(pen, counted, (24, 22, 20, 18), 220, palette.QUIET)
            return [shown, *_again(pen, view, seat)]
    return _again(pen, view, seat)[1:] or None  # who looked on at a lesson plays now


def _again(pen: Pen, view: EndView, seat: int) -> Line:
    """At a seat: what ● does under the cursor, or that it has been pressed for a rematch."""
    art = pen.art
    if seat in view.again:
        return [22.0, art.sign("check", 28, art.palette.seats[seat])]
    if view.stage is not EndStage.MENU or seat not in view.missing:
        return []
    key = marks.sign_disc(art, "key_ok", 32, palette.TEXT)
    does = pen.words._("again") if _on_rematch(view) else pen.words._("choose")
    return [22.0, key, 7.0, art.text(does, 20, palette.TEXT)]


def _on_rematch(view: EndView) -> bool:
    rows = view.menu.rows
    return bool(rows) and rows[view.menu.cursor].key == MenuLine.REMATCH


def _half(pen: Pen, layout: Layout, view: EndView, step: int) -> Iterator[None]:
    """For one long side, in slices; where it is crowded the lines move together, then nothing is
    explained."""
    wide, high = room(layout)
    width, high = min(wide / 2 - 28, 560.0), min(high - 16, HIGHEST)
    notes, rows = _notes(pen, view, width), len(view.ranking)
    menu = MENU_PITCH * len(view.menu.rows) + 10
    spare = high - NAME - WINNER - HEAD - menu - LEAST_PITCH * rows
    notes = notes[: max(1, int(spare // NOTE))]
    fixed = NAME + WINNER + HEAD + NOTE * len(notes) + menu
    helped = high - fixed - HELP >= LEAST_PITCH * rows
    fixed += HELP * helped
    pitch = min(PITCH, (high - fixed) / rows)
    y = (fixed + pitch * rows) / 2
    name = pen.art.text(game_name(pen.words, view.game), 24, palette.AMBER, True)
    pen.put(name, 0, y - NAME / 2)
    y -= NAME + WINNER
    yield
    _winner(pen, view, y + WINNER / 2, width)
    yield
    y -= HEAD
    _head(pen, view.columns, y + HEAD / 2, width)
    for i, row in enumerate(view.ranking):
        age = step - ROW_STEPS * (rows - 1 - i)
        if age >= 0:
            left = SLIDE * (1 - _come(age, SLIDE_STEPS)) ** 3
            here = Frame(*pen.frame.place(left, 0), pen.frame.quarter, pen.frame.unit)
            counted = _at(row, _come(step, COUNTED))
            _row(pen.at(here), counted, y=y - pitch / 2, width=width, pitch=pitch)
        y -= pitch
        yield
    if view.stage is EndStage.RANKING and view.photo is not None:
        tall = min(MOST_PHOTO, y + high / 2 - 8)
        _photo(pen, photo=view.photo, names=names_of(view), size=(width, tall), y=y - 8 - tall / 2)
        return
    for note in notes:
        pen.line(note, 0, y - NOTE / 2 - 2)
        y -= NOTE
    if view.stage is EndStage.RANKING or not view.menu.rows:  # a replay offers nothing
        return
    draw_menu(
        pen, menu=view.menu, width=width, top=y - 8, rows=len(view.menu.rows), pitch=MENU_PITCH
    )
    yield
    _waited(pen, view, width / 2 - 16, y - 8 - MENU_PITCH / 2)
    if helped:
        text = _help(pen.words, view)
        lines = lines_of(pen.art, text, 18, width - 16, palette.QUIET)
        draw_prose(pen, lines[:2], 8 - width / 2, y - menu - 14, 22.5)


def _come(step: int, steps: int) -> float:
    """How far after so many of its steps, 0 to 1; all rows count alike, so no lower place leads."""
    return 1 - (1 - min(1.0, step / steps)) ** 3


def _at(row: RankRow, share: float) -> RankRow:
    return replace(row, numbers=tuple(round(share * number) for number in row.numbers))


def _photo(pen: Pen, photo: PhotoFinish, names: Names, size: tuple[float, float], y: float) -> None:
    """The closest race, small; ● goes on."""
    pen.put(small_photo(pen.art, photo, pen.words, size, names), 0, y)
    key = key_line(pen, [(("key_ok",), pen.words._("go on"))], 20.0)
    pen.line(key, size[0] / 2 - 20, y + size[1] / 2 - HEAD_Y, "right")


def _waited(pen: Pen, view: EndView, x: float, y: float) -> None:
    """On the first line: for whom a rematch waits."""
    if view.again or len(view.missing) > 1:
        shapes: Line = []
        for seat in view.missing:
            shapes += [6.0, pen.art.shape(seat, 22)]
        pen.line(shapes, x, y, "right")


def _help(words: Words, view: EndView) -> str:
    """What the line under the cursor does, or who is missing."""
    first = _on_rematch(view)
    if first and view.again and view.missing:
        names = names_of(view)
        who = ", ".join(seat_name(words, seat, names.get(seat)) for seat in view.missing)
        return words._("Still missing: {who}").format(who=who)
    if first and len(view.missing) > 1:
        return words._("A rematch begins when everybody has pressed ●.")
    return end_help(words, view)


def _notes(pen: Pen, view: EndView, width: float) -> list[Line]:
    """What else is worth telling, a line each: what the match has changed, the best reaction."""
    notes = [news_line(pen, news, width) for news in view.news[:MOST_NEWS]]
    told = any(n.kind is NewsKind.RECORD and n.what is RecordKind.REACTION for n in view.news)
    if view.best is None or told:
        return notes
    names = names_of(view)
    text = best_words(pen.words, view.best, names)
    if pen.art.text_width(text, 18, True) > width - 40:  # the shape tells whose it is
        text = best_words(pen.words, view.best)
    shown = fitted(pen, text, (22, 20, 18), width - 40, palette.TEXT, True)
    return [*notes, [pen.art.shape(view.best.seat, 22), 9.0, shown]]


def _columns(width: float, count: int) -> tuple[float, ...]:
    """Where the numbers end, one column each 88 from the right."""
    return tuple(width / 2 - 10 - 89 * i for i in reversed(range(count)))


def _winner(pen: Pen, view: EndView, y: float, width: float) -> None:
    rows = [row for row in view.ranking if row.winner]
    seats = [row.seats[0] for row in rows]
    who = ", ".join(seat_name(pen.words, row.seats[0], row.name) for row in rows)
    text = pen.words.n("{who} wins", "{who} share the win", len(seats)).format(who=who)
    line: Line = [pen.art.sign("crown", 36, palette.AMBER), 12.0]
    for seat in seats:
        line += [pen.art.shape(seat, 30), 10.0]
    if pen.art.text_width(text, 26, True) > width - 100:  # the crown tells it
        text = who
    line.append(fitted(pen, text, (38, 32, 28, 26), width - 100, palette.TEXT, True))
    pen.line(line, 0, y)


def _head(pen: Pen, columns: tuple[ResultColumn, ...], y: float, width: float) -> None:
    for x, column in zip(_columns(width, len(columns)), columns, strict=True):
        title = pen.art.text(column_title(pen.words, column), 18, palette.QUIET)
        pen.line([title], x, y, "right")


def _row(pen: Pen, row: RankRow, y: float, width: float, pitch: float) -> None:
    art, half = pen.art, width / 2
    tint = palette.TEXT if row.winner else palette.QUIET
    pen.put(marks.rule(art, width, 0.35), 0, y + pitch / 2)
    pen.line([art.text(str(row.place), 26, tint, True)], -half + INDENT - 15, y, "right")
    line: Line = []
    for seat in row.seats:
        line += [art.shape(seat, 24), 8.0]
    one = row.name is not None or len(row.seats) == 1
    name = seat_name(pen.words, row.seats[0], row.name) if one else _hands(pen.words, row)
    columns = _columns(width, len(row.numbers))
    end = columns[0] - DIGITS - APART if columns else half - 10
    left = end - (INDENT - half) - line_width(line, art.unit)
    what = "" if row.who is Who.PERSON else who_word(pen.words, row.who)
    taken = art.text_width(what, 18) + 10 if what else 0.0
    line.append(fitted(pen, name, (22, 20, 18), left - taken, tint, row.winner, most=24))
    if what:
        line += [10.0, art.text(what, 18, palette.mix(palette.QUIET, palette.INK, 0.25))]
    pen.line(line, -half + INDENT, y, "left")
    for x, number in zip(columns, row.numbers, strict=True):
        pen.line([art.text(str(number), 24, tint, row.winner)], x, y, "right")


def _hands(words: Words, row: RankRow) -> str:
    return words._("Seats {numbers}").format(numbers=" + ".join(str(s + 1) for s in row.seats))
