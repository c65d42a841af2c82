"""The table's records, for both long sides."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.attract.invite import draw_invitation
from console.screens.board.prose import Line
from console.screens.layout import Frame, Layout
from console.screens.stage import Pen, fitted
from console.screens.texts import game_name, seat_name, with_error
from console.table.attract.hall import Feat, FeatKind, HallOfFame

WIDTH: Final = 552.0
HALF_X: Final = -303.0
TITLE_Y: Final = 236.0
FIRST_Y: Final = 116.0
PITCH: Final = 172.0
SIGNS: Final = {
    FeatKind.REACTION: "light",
    FeatKind.CLOSEST: "duel",
    FeatKind.CLEANEST: "crown",
}


def draw_hall(pen: Pen, layout: Layout, words: Words, hall: HallOfFame) -> None:
    """One record under the other, as large as they deserve."""
    for side in layout.sides:
        frame = Frame(*side.place(HALF_X, 0), side.quarter, side.unit)
        title = words._("Records of this table")
        pen.put(frame, fitted(pen, title, (40, 36, 32), WIDTH, palette.AMBER, True), 0, TITLE_Y)
        for i, feat in enumerate(hall.feats):
            _feat(pen, frame, words, feat, FIRST_Y - PITCH * i)
    draw_invitation(pen, layout, words)


def _feat(pen: Pen, frame: Frame, words: Words, feat: Feat, y: float) -> None:
    art, left = pen.art, -WIDTH / 2
    colour = art.palette.seats[feat.seat]
    pen.put(frame, marks.sign_disc(art, SIGNS[feat.kind], 96, palette.AMBER), left + 52, y)
    x, room = left + 122, WIDTH - 122
    text = _kind(words, feat.kind)
    longer = f"{text} · {game_name(words, feat.game)}"
    if art.text_width(longer, 18.0) <= room:
        text = longer
    pen.put(frame, fitted(pen, text, (22, 20, 18), room, palette.QUIET), x, y + 44, "left")
    value = fitted(pen, _value(words, feat), (40, 36, 32, 28, 24, 22, 20), room, palette.TEXT, True)
    pen.put(frame, value, x, y + 6, "left")
    name = seat_name(words, feat.seat, feat.nickname)
    tint = palette.mix(colour, "#FFFFFF", 0.3)
    line: Line = [art.shape(feat.seat, 26), 10.0]
    line.append(fitted(pen, name, (28, 26, 24, 22), room - 40, tint, True))
    pen.line(frame, line, x, y - 38, "left")


def _kind(words: Words, kind: FeatKind) -> str:
    return {
        FeatKind.REACTION: words._("Best reaction"),
        FeatKind.CLOSEST: words._("Closest win"),
        FeatKind.CLEANEST: words._("Cleanest match"),
    }[kind]


def _value(words: Words, feat: Feat) -> str:
    if feat.kind is not FeatKind.CLEANEST:
        return with_error(words, feat.value, feat.error)
    return words.n(
        "{count} duel won, no mistake", "{count} duels won, no mistake", feat.value
    ).format(count=feat.value)
