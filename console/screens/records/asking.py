"""Is somebody to be forgotten? Asked, and asked again with the time that ● is held."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.records.page import draw_head
from console.screens.service.page import PageRoom, prose
from console.screens.stage import Pen, fitted
from console.table.board.view import Target
from console.table.records.view import HOLD_STEPS, Asking, ForgetStep

ANSWER_Y: Final = -120.0
BAR: Final = 420.0


def draw_asking(pen: Pen, room: PageRoom, words: Words, asking: Asking) -> None:
    """What will happen, and how to say yes or no."""
    name = asking.nickname
    title = words._("Forget {name}?").format(name=name)
    draw_head(pen, room, words._("Personal page"), title)
    width = min(room.width, 900.0)
    y = room.top - 30
    first, second = _sentences(words, asking)
    y = (
        prose(
            pen,
            room.frame,
            first,
            size=30,
            place=(-width / 2, y, width),
            colour=palette.TEXT,
            bold=True,
        )
        - 16
    )
    prose(pen, room.frame, second, 24, (-width / 2, y, width), palette.QUIET)
    if asking.step is ForgetStep.ASKED:
        _answer(pen, room, words._("No"), 0, chosen=not asking.yes)
        _answer(pen, room, words._("Yes"), 1, chosen=asking.yes)
    elif asking.step is ForgetStep.HOLD:
        _hold(pen, room, asking.held)


def _sentences(words: Words, asking: Asking) -> tuple[str, str]:
    match asking.step:
        case ForgetStep.ASKED:
            return (
                words._("Nickname, rating and personal page go for good."),
                words._("Records and matches stay, as a guest's. No trace of the name is left."),
            )
        case ForgetStep.HOLD:
            return (
                words._("Sure? This cannot be undone."),
                words._("Hold ● for three seconds to be forgotten; ✕ keeps everything."),
            )
    return (
        words._("Forgetting…"),
        words._("The whole file is written anew, so that nothing is left in it."),
    )


def _answer(pen: Pen, room: PageRoom, text: str, number: int, *, chosen: bool) -> None:
    x = (number - 0.5) * 260
    look = (
        f'fill="{room.colour}" fill-opacity="0.28" stroke="{room.colour}" stroke-width="3"'
        if chosen
        else f'fill="{palette.PANEL}" stroke="{palette.FAINT}" stroke-width="1.5"'
    )
    box = f'<rect x="-108" y="-38" width="216" height="76" rx="22" {look}/>'
    picture = pen.art.svg(("forget answer", chosen, room.colour), 220, 80, box)
    pen.put(room.frame, picture, x, ANSWER_Y)
    ink = palette.TEXT if chosen else palette.QUIET
    pen.put(room.frame, fitted(pen, text, (30, 26, 22), 180, ink, chosen, most=30), x, ANSWER_Y)
    pen.touchable(room.frame, Target("row", (number,)), x, ANSWER_Y, 220, 80)


def _hold(pen: Pen, room: PageRoom, held: int) -> None:
    """The button, and how much of the time has gone."""
    frame, alarm = room.frame, pen.art.palette.alarm
    pen.put(frame, marks.sign_disc(pen.art, "key_ok", 96, palette.TEXT), 0, ANSWER_Y)
    pen.touchable(frame, Target("row", (1,)), 0, ANSWER_Y, 160, 120)
    done = BAR * held / HOLD_STEPS
    body = (
        f'<rect x="{-BAR / 2}" y="-9" width="{BAR}" height="18" rx="9" fill="#000000"'
        f' fill-opacity="0.35" stroke="{palette.FAINT}"/>'
    )
    if held:
        body += (
            f'<rect x="{-BAR / 2}" y="-9" width="{max(18.0, done)}" height="18" rx="9"'
            f' fill="{alarm}"/>'
        )
    pen.put(frame, pen.art.svg(("forget bar", held, alarm), BAR + 4, 22, body), 0, ANSWER_Y - 84)
