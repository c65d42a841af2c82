"""The table's records, for both long sides."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.attract.invite import draw_invitation
from console.screens.layout import Frame, Layout
from console.screens.names import game_name, seat_name
from console.screens.records.game import SIGNS
from console.screens.records.texts import kind_title
from console.screens.stage import Line, Pen, fitted
from console.screens.texts import with_error
from console.table.attract.leaderboard import Leaderboard
from console.table.record_values import SHORTEST, Record, RecordKind

WIDTH: Final = 552.0
HALF_X: Final = -303.0
TITLE_Y: Final = 262.0
MIDDLE_Y: Final = -40.0
PITCH: Final = {3: 172.0, 4: 138.0}
"""With so many records; with fewer they lie as three do."""


def draw_leaderboard(pen: Pen, layout: Layout, leaderboard: Leaderboard) -> None:
    """One record under the other, as large as they deserve."""
    for side in layout.sides:
        frame = Frame(*side.place(HALF_X, 0), side.quarter, side.unit)
        title = pen.words._("Records of this table")
        pen.at(frame).put(fitted(pen, title, (40, 36, 32), WIDTH, palette.AMBER, True), 0, TITLE_Y)
        pitch = PITCH[max(3, len(leaderboard.feats))]
        first = MIDDLE_Y + pitch * (max(3, len(leaderboard.feats)) - 1) / 2
        for i, feat in enumerate(leaderboard.feats):
            _feat(pen.at(frame), feat, first - pitch * i)
    draw_invitation(pen, layout)


def _feat(pen: Pen, feat: Record, y: float) -> None:
    words = pen.words
    art, left = pen.art, -WIDTH / 2
    pen.put(marks.sign_disc(art, SIGNS[feat.kind], 96, palette.AMBER), left + 52, y)
    x, room = left + 122, WIDTH - 122
    text = kind_title(words, feat.kind)
    longer = text if feat.game is None else f"{text} · {game_name(words, feat.game)}"
    if art.text_width(longer, 18.0) <= room:
        text = longer
    pen.put(fitted(pen, text, (22, 20, 18), room, palette.QUIET), x, y + 44, "left")
    value = fitted(pen, _value(words, feat), (40, 36, 32, 28, 24, 22, 20), room, palette.TEXT, True)
    pen.put(value, x, y + 6, "left")
    date = art.text(words.day(feat.started), 20, palette.QUIET)
    pen.put(date, x + room, y - 38, "right")
    pen.line(_holder(pen, feat, room - date.width / art.unit - 56), x, y - 38, "left")


def _holder(pen: Pen, feat: Record, room: float) -> Line:
    """The nickname, or the seat, with its shape where it was done at one."""
    sizes = (28, 26, 24, 22)
    if feat.seat is None:
        return [fitted(pen, feat.nickname or "", sizes, room + 36, palette.TEXT, True)]
    tint = palette.mix(pen.art.palette.seats[feat.seat], "#FFFFFF", 0.3)
    name = seat_name(pen.words, feat.seat, feat.nickname)
    return [pen.art.shape(feat.seat, 26), 10.0, fitted(pen, name, sizes, room, tint, True)]


def _value(words: Words, feat: Record) -> str:
    if feat.kind is RecordKind.WINS:
        return words.n("{count} win", "{count} wins", feat.value).format(count=feat.value)
    if feat.kind in SHORTEST:
        return with_error(words, feat.value, feat.error)
    return words.n(
        "{count} duel won, no mistake", "{count} duels won, no mistake", feat.value
    ).format(count=feat.value)
