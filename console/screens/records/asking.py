"""Is somebody to be forgotten? Asked, and asked again with the time that ● is held."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.records.page import draw_head
from console.screens.service.page import PageRoom, draw_answers, progress_bar, prose
from console.screens.stage import Pen
from console.table.records.view import HOLD_STEPS, ForgetAsking, ForgetStep
from console.table.view import Target, TargetKind

ANSWER_Y: Final = -120.0
BAR: Final = 420.0


def draw_asking(pen: Pen, room: PageRoom, asking: ForgetAsking) -> None:
    """What will happen, and how to say yes or no."""
    words = pen.words
    name = asking.nickname
    title = words._("Forget {name}?").format(name=name)
    draw_head(pen, room, words._("Personal page"), title)
    width = min(room.width, 900.0)
    y = room.top - 30
    first, second = _sentences(words, asking)
    y = (
        prose(pen, first, size=30, place=(-width / 2, y, width), colour=palette.TEXT, bold=True)
        - 16
    )
    prose(pen, second, 24, (-width / 2, y, width), palette.QUIET)
    if asking.step is ForgetStep.ASKED:
        draw_answers(pen, room, ANSWER_Y, (words._("No"), words._("Yes")), yes=asking.yes)
    elif asking.step is ForgetStep.HOLD:
        _hold(pen, asking.held)


def _sentences(words: Words, asking: ForgetAsking) -> tuple[str, str]:
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


def _hold(pen: Pen, held: int) -> None:
    """The button, and how much of the time has gone."""
    alarm = pen.art.palette.alarm
    pen.put(marks.sign_disc(pen.art, "key_ok", 96, palette.TEXT), 0, ANSWER_Y)
    pen.touchable(Target(TargetKind.ROW, (1,)), 0, ANSWER_Y, 160, 120)
    bar = progress_bar(pen, BAR, held / HOLD_STEPS, alarm)
    pen.put(bar, 0, ANSWER_Y - 84)
