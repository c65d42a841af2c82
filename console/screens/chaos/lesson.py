"""The guided first game of «Хаос»: what is told, before the learner, and marks on what it means."""

from __future__ import annotations

from dataclasses import replace
from math import cos, sin, tau
from typing import Final

from console.screens import marks, palette
from console.screens.art import Art, Picture
from console.screens.board.facing import SeatPlace
from console.screens.board.notices import draw_lesson as draw_upright
from console.screens.layout import (
    CARD,
    CARD_Y,
    NOTICE_HEIGHT,
    NOTICE_Y,
    PETAL_FROM,
    PETAL_TO,
    PILE_X,
    SEAT_DEPTH,
    STACK_X,
    Band,
    Box,
    Frame,
    Layout,
)
from console.screens.names import seat_name
from console.screens.notices import key_line, plate
from console.screens.prose import draw_prose, lines_of
from console.screens.stage import Line, Pen
from console.table.chaos.view import PlayLesson
from console.table.view import Target, TargetKind

MOST: Final = 1_000.0
PAD: Final = 20.0
SIDE: Final = 128.0
"""What goes on, at the right of the text."""
SIZES: Final = (27.0, 26.0, 24.0, 22.0, 20.0, 18.0)
ROOM: Final = NOTICE_HEIGHT - 14.0
PITCH: Final = 1.2
KEY: Final = 66.0
GESTURE: Final = 74.0
DASH: Final = 13.0
GAP: Final = 9.0


def reader_of(layout: Layout, lesson: PlayLesson) -> Frame:
    """Whom notices are for: the learner; at a short side, whoever sits at the near long one."""
    quarter = layout.frames[lesson.seat].quarter
    return layout.reader(0 if quarter % 2 else quarter)


def beyond(layout: Layout, lesson: PlayLesson) -> Band:
    """Where notices stand beyond the pad, upright for the learner alone."""
    if layout.frames[lesson.seat].quarter % 2:
        told = _beside(layout, lesson)
        return Band(told.frame, 0, -told.words.y, told.words.width, told.words.height)
    frame = reader_of(layout, lesson)
    x_px, y_px = frame.place(0, -2 * NOTICE_Y)
    return replace(layout.bands[0], frame=replace(frame, x_px=x_px, y_px=y_px))


def draw_lesson(pen: Pen, layout: Layout, lesson: PlayLesson) -> None:
    """What is told, or why the last press was not what it waits for."""
    art, frame, step = pen.art, reader_of(layout, lesson), lesson.step
    others = {f"who{i}": seat_name(pen.words, s) for i, s in enumerate(lesson.others, 1)}
    if layout.frames[lesson.seat].quarter % 2:
        draw_upright(pen, step, _beside(layout, lesson), lesson.seat, others)
        return
    pen = pen.at(frame)
    colour = art.palette.alarm if step.wrong else art.palette.seats[lesson.seat]
    width = min(MOST, layout.bands[0].width)
    left, right = PAD - width / 2, width / 2 - PAD
    pen.put(plate(pen, width, NOTICE_HEIGHT, colour), 0, NOTICE_Y)
    room, text = right - left - SIDE, pen.words._(step.wrong or step.text).format(**others)
    lines, pitch = _set(art, text, room)
    top = NOTICE_Y + pitch * (len(lines) - 1) / 2
    draw_prose(pen, lines, left, top, pitch)
    if step.waits:
        keys = key_line(pen, [(("key_ok",), pen.words._("go on"))], 22)
        pen.line(keys, right, NOTICE_Y - 14, "right")
        pen.touchable(Target(TargetKind.LESSON), 0, NOTICE_Y, width, NOTICE_HEIGHT)
    if step.wrong:
        place = art.sign("warning", 28, colour)
    else:
        place = art.text(f"{step.step} / {step.steps}", 18, palette.QUIET)
    pen.put(place, right, NOTICE_Y + (20 if step.waits else 0), "right")


def _beside(layout: Layout, lesson: PlayLesson) -> SeatPlace:
    """Before who learns at a short side: from the flower to the own cards, between the bands."""
    frame = layout.reader(layout.frames[lesson.seat].quarter)
    near = -NOTICE_Y - NOTICE_HEIGHT / 2
    far = layout.size[0] / layout.unit / 2 - SEAT_DEPTH - GAP
    return SeatPlace(frame, True, Box(0, -(near + far) / 2, 2 * (near - GAP), far - near))


def _set(art: Art, text: str, room: float) -> tuple[list[Line], float]:
    """The text in lines of the greatest type that the plate has room for, and their pitch."""
    for size in SIZES:
        lines = lines_of(art, text, size, room)
        if len(lines) * PITCH * size <= ROOM:
            break
    return lines, PITCH * size


def draw_marks(pen: Pen, layout: Layout, lesson: PlayLesson) -> None:
    """Rings around the piles that are spoken of; ● on the stack, or the gesture on the petal."""
    art, seat = pen.art, lesson.seat
    for pile in lesson.piles:
        x = layout.hand(pile) * PILE_X
        pen.at(layout.frames[pile]).put(ring(art), x, CARD_Y, turn=False)
    if lesson.flips:
        frame, x = layout.frames[seat], layout.hand(seat) * STACK_X
        pen.at(frame).put(ring(art), x, CARD_Y, turn=False)
        pen.at(frame).put(marks.sign_disc(art, "key_ok", KEY, palette.AMBER), x, CARD_Y)
    if lesson.gesture is not None:
        angle, far = layout.petals[seat], (PETAL_FROM + PETAL_TO) / 2 + 8
        x, y = far * cos(angle), -far * sin(angle)
        near = layout.sides[0]
        pen.at(near).put(marks.glow(art, palette.AMBER, 2.2 * GESTURE, 0.6, 0.3), x, y, turn=False)
        sign = marks.sign_disc(art, lesson.gesture.value, GESTURE, palette.AMBER)
        pen.at(near).put(art.turned(sign, layout.frames[seat].quarter), x, y, turn=False)


def ring(art: Art) -> Picture:
    """Around a card that is meant. Its arcs are drawn one by one: a circle's dashes begin now here,
    now there."""
    size = CARD + 10
    r = size / 2 - 3
    count = round(tau * r / (DASH + GAP))
    arcs = ""
    for k in range(count):
        begin, end = tau * k / count, tau * k / count + DASH / r
        arcs += f"M{r * cos(begin):.2f} {r * sin(begin):.2f}"
        arcs += f"A{r} {r} 0 0 1 {r * cos(end):.2f} {r * sin(end):.2f}"
    body = (
        f'<path d="{arcs}" fill="none" stroke="{palette.AMBER}" stroke-width="5"'
        ' stroke-linecap="round"/>'
    )
    return art.svg(("lesson ring",), size, size, body)
