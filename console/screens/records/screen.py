"""Records and people: one page, turned to who opened it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from console.screens import palette
from console.screens.layout import Layout
from console.screens.photo.copies import draw_copies
from console.screens.records.asking import draw_asking
from console.screens.records.game import draw_game
from console.screens.records.lists import draw_people, draw_ratings
from console.screens.records.page import draw_foot, draw_head, turning
from console.screens.records.person import draw_person
from console.screens.service.page import PageRoom, prose, room_of
from console.screens.stage import Pen, fitted
from console.table.records.view import (
    EmptyPage,
    GamePage,
    Nothing,
    PeopleList,
    PersonPage,
    RatingPage,
    RecordPhotoView,
    RecordsNotice,
    RecordsView,
)
from console.table.view import Target, TargetKind


def draw_records(pen: Pen, layout: Layout, view: RecordsView) -> Iterator[None]:
    """The page with its head and foot, or a question instead of it."""
    room = room_of(pen, layout, view.seat)
    pen = pen.at(layout.reader(layout.frames[view.seat].quarter))
    if view.asking is not None:
        draw_asking(pen, room, view.asking)
        draw_foot(pen, room, replace(view, number=None, rows=0))
        return
    if view.number is not None and view.count > 1:
        turning(pen, room)
    match view.page:
        case GamePage():
            yield from draw_game(pen, room, view.page, view.row)
        case RatingPage():
            yield from draw_ratings(pen, room, view.page, view.row)
        case PeopleList():
            yield from draw_people(pen, room, view.page, view.row)
        case PersonPage():
            yield from draw_person(pen, room, view.page, view.row)
        case EmptyPage(why):
            _empty(pen, room, why)
    if view.said is not None:
        _said(pen, room, view.said)
    draw_foot(pen, room, view)


def draw_record_photo(pen: Pen, layout: Layout, view: RecordPhotoView) -> Iterator[None]:
    """The photo finish over the whole table, turned to its reader."""
    quarter = layout.frames[view.seat].quarter
    whole = layout.reader(0)
    width, height = (side / layout.unit for side in layout.size)
    pen.at(whole).touchable(Target(TargetKind.PAGE, (0,)), 0, 0, width, height)
    yield from draw_copies(pen, layout, view.photo, view.names, frozenset((quarter,)))


def _empty(pen: Pen, room: PageRoom, why: Nothing) -> None:
    """Why there is nothing, and what to do about it."""
    words = pen.words
    draw_head(pen, room, words._("Records"), words._("Records of this table"))
    first, second = {
        Nothing.WAITING: (words._("The records are being looked up…"), ""),
        Nothing.NONE: (
            words._("No records yet: this table waits for its first."),
            words._("Play a match to its end. Whoever keeps a nickname is rated too."),
        ),
        Nothing.UNREADABLE: (
            words._("The records cannot be read now."),
            words._("The table plays on without them; the owner is told why."),
        ),
    }[why]
    sign = "warning" if why is Nothing.UNREADABLE else "crown"
    pen.put(pen.art.sign(sign, 120, palette.mix(palette.AMBER, palette.INK, 0.2)), 0, 130)
    width = min(room.width, 820.0)
    y = (
        prose(pen, first, size=34, place=(-width / 2, 20, width), colour=palette.TEXT, bold=True)
        - 14
    )
    if second:
        prose(pen, second, 26, (-width / 2, y, width), palette.QUIET)


def _said(pen: Pen, room: PageRoom, said: RecordsNotice) -> None:
    """What came of something, above the foot."""
    words = pen.words
    text = {
        RecordsNotice.NO_PHOTO: words._("No picture of this race is kept any more."),
        RecordsNotice.FORGOTTEN: words._("Forgotten: no trace is left."),
        RecordsNotice.NOT_FORGOTTEN: words._(
            "Nothing was forgotten: the disk refused. Tell the owner."
        ),
        RecordsNotice.NOT_WIPED: words._(
            "Forgotten, but not wiped from the disk yet. Tell the owner."
        ),
    }[said]
    tint = palette.AMBER
    picture = fitted(pen, text, (24, 22, 20, 18), room.width - 20, tint, True, most=24)
    pen.put(picture, 0, room.bottom - 24)
