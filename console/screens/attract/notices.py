"""What people should know, told in passing, over whatever is on show."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.layout import FLOWER, Layout
from console.screens.notices import plate
from console.screens.stage import Pen, fitted
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.view import Notice, NoticeKind, View

HEIGHT: Final = 78.0
MOST: Final = 780.0
Y: Final = -FLOWER - 8 - HEIGHT / 2
BESIDE_Y: Final = -248.0
"""Nearer to the reader: menus stay free."""
_SIGNS: Final = {
    NoticeKind.UNKEPT: "warning",
    NoticeKind.SET_ASIDE: "warning",
    NoticeKind.FLAWED: "warning",
}


def notice_words(words: Words, notice: Notice) -> tuple[str, str]:
    """The notice, and what it does not mean."""
    if notice.key == NoticeKind.CLOSING:
        left = words.n("We close in {count} minute", "We close in {count} minutes", notice.minutes)
        return left.format(count=notice.minutes), words._("What you have begun you may finish")
    if notice.key == NoticeKind.UNKEPT:
        return words._("What is played is not kept now"), _why(words, notice.why)
    if notice.key == NoticeKind.SET_ASIDE:
        return words._("What was played before could not be read"), words._(
            "What could be saved is here; the owner has the old file"
        )
    if notice.key == NoticeKind.FLAWED:
        return words._("Something that was kept is damaged"), words._(
            "The service menu says what; all else is as it was"
        )
    return words._("Your time at the table is up"), words._(
        "Finish in peace; others may be waiting"
    )


def _why(words: Words, why: str) -> str:
    """Why nothing is kept, and that it does not matter for play."""
    return {
        "disk_full": words._("The disk is full; the table plays on"),
        "read_only": words._("The disk cannot be written to; the table plays on"),
        "silent": words._("The disk does not answer; the table plays on"),
    }.get(why, words._("Something is wrong with the disk; the table plays on"))


def draw_told(pen: Pen, layout: Layout, words: Words, view: View) -> None:
    """The notice of a view, if it has any, upright for both long sides. Whatever the game says
    itself goes before."""
    if view.notice is None or _speaks(view):
        return
    y = Y if isinstance(view, PlayView | BoardView) and view.pause is None else BESIDE_Y
    first, second = notice_words(words, view.notice)
    room = MOST - 100
    strong = fitted(pen, first, (26, 24, 22), room, palette.TEXT, True)
    quiet = fitted(pen, second, (20, 18), room, palette.QUIET)
    width = 20.0 * -(-(max(strong.width, quiet.width) / pen.art.unit + 92) // 20)
    sign = pen.art.sign(_SIGNS.get(view.notice.key, "clock"), 36, palette.AMBER)
    for frame in layout.sides:
        pen.put(frame, plate(pen, width, HEIGHT, palette.AMBER), 0, y)
        pen.put(frame, sign, -width / 2 + 38, y)
        pen.put(frame, strong, -width / 2 + 66, y + 14, "left")
        pen.put(frame, quiet, -width / 2 + 66, y - 17, "left")


def _speaks(view: View) -> bool:
    """Does the game itself have something to say in the same place?"""
    if isinstance(view, PlayView):
        own = (view.trouble, view.sudden_death, view.choice, view.verdict, view.special, view.photo)
        return any(one is not None for one in own) or view.all_seat is not None
    return isinstance(view, BoardView) and (view.news is not None or view.ask is not None)
