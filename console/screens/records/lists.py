"""Lists: ratings, and everybody who keeps a nickname."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Picture
from console.screens.names import game_name
from console.screens.records.page import draw_head, openable, sureness
from console.screens.service.page import PageRoom
from console.screens.stage import Line, Pen, fitted
from console.table.records.view import PeopleList, RatingPage

PITCH: Final = 50.0
HEAD_LINE: Final = 34.0


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, its share of the width; figures stand at its right end."""

    title: str
    share: float
    figures: bool = True


def draw_ratings(pen: Pen, room: PageRoom, page: RatingPage, row: int | None) -> Iterator[None]:
    """Place, nickname, rating, how sure it is, from how many matches."""
    words = pen.words
    draw_head(
        pen,
        room,
        words._("Ratings"),
        game_name(words, page.game),
        _part(words, page.part, page.parts),
    )
    columns = [
        Column("", 0.07),
        Column("", 0.34 if room.wide else 0.36, False),
        Column(words._("rating"), 0.15 if room.wide else 0.2),
        Column(words._("how sure"), 0.2 if room.wide else 0.37),
    ]
    if room.wide:
        columns += [Column(words._("matches"), 0.12), Column(words._("wins"), 0.12)]
    rows = []
    for line in page.lines:
        cells: list[Line] = [
            [pen.art.text(str(line.place), 24, palette.QUIET, True)],
            [_name(pen, line.nickname, columns[1].share * room.width - 40)],
            [pen.art.text(str(line.rating), 26, palette.TEXT, True)],
            sureness(pen, line.sureness, 16.0),
        ]
        cells += [_count(pen, line.matches), _count(pen, line.wins)]
        rows.append(cells[: len(columns)])
        yield
    _table(pen, room, columns, rows, row)


def draw_people(pen: Pen, room: PageRoom, page: PeopleList, row: int | None) -> Iterator[None]:
    """Nickname, matches, wins, since when."""
    words = pen.words
    draw_head(
        pen, room, words._("Records"), words._("Nicknames"), _part(words, page.part, page.parts)
    )
    columns = [
        Column("", 0.4, False),
        Column(words._("matches"), 0.18),
        Column(words._("wins"), 0.16),
        Column(words._("since"), 0.26),
    ]
    rows: list[list[Line]] = []
    for person in page.people:
        since = pen.art.text(words.day(person.since), 22, palette.QUIET)
        name = _name(pen, person.nickname, columns[0].share * room.width - 40)
        rows.append([[name], _count(pen, person.matches), _count(pen, person.wins), [since]])
        yield
    _table(pen, room, columns, rows, row)


def _part(words: Words, part: int, parts: int) -> str:
    if parts == 1:
        return ""
    return words._("part {number} of {count}").format(number=part + 1, count=parts)


def _name(pen: Pen, nickname: str, room: float) -> Picture:
    return fitted(pen, nickname, (26, 24, 22, 20, 18), room, palette.TEXT, True, most=26)


def _count(pen: Pen, count: int) -> Line:
    return [pen.art.text(str(count), 24, palette.TEXT if count else palette.FAINT)]


def _table(
    pen: Pen,
    room: PageRoom,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Line]],
    row: int | None,
) -> None:
    """Cells below their titles, a thin rule above each row, the cursor around one."""
    ends, at = [], -room.half
    for column in columns:
        ends.append((at, at + column.share * room.width))
        at += column.share * room.width
    y = room.top - HEAD_LINE / 2
    for column, (left, right) in zip(columns, ends, strict=True):
        title = fitted(pen, column.title, (20, 19, 18), right - left - 10, palette.QUIET, most=20)
        if column.title:
            pen.line([title, 14.0], right, y, "right")
    y = room.top - HEAD_LINE
    rule = marks.rule(pen.art, room.width, 0.4)
    for i, cells in enumerate(rows):
        pen.put(rule, 0, y)
        middle = y - PITCH / 2
        openable(pen, room, i, i == row, (0, middle, room.width, PITCH - 4))
        for column, cell, (left, right) in zip(columns, cells, ends, strict=True):
            if column.figures:
                pen.line([*cell, 14.0], right, middle, "right")
            else:
                pen.line([20.0, *cell], left, middle, "left")
        y -= PITCH
