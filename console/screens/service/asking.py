"""Digits of a PIN, questions, steps of something guided."""

from __future__ import annotations

from typing import Final

from console.screens import palette
from console.screens.art import round_rect
from console.screens.service.page import (
    CHECK,
    LEADING,
    PageRoom,
    broken,
    draw_answers,
    level_sign,
    paragraph,
    progress_bar,
)
from console.screens.stage import Pen, fitted
from console.service.menu.view import Digits, MenuGuide, MenuQuestion

DIGIT: Final = 84.0
SAID: Final = 4
"""So many of the last lines stay in sight beside what is to be done."""


def draw_digits(pen: Pen, room: PageRoom, body: Digits) -> None:
    """Dots for what was given, the wheel below them."""
    art = pen.art
    prompt = fitted(pen, body.prompt, (30, 28, 26, 24, 22), room.width, palette.TEXT, True)
    pen.put(prompt, 0, 170)
    count = max(4, body.filled)
    pitch = min(46.0, room.width / count)
    for n in range(count):
        colour = room.colour if n < body.filled else palette.FAINT
        name, size = ("circle", 24.0) if n < body.filled else ("circle", 10.0)
        pen.put(art.sign(name, size, colour), (n - (count - 1) / 2) * pitch, 90)
    if body.wait_s:
        text = pen.words.n(
            "Wrong too often: wait {count} second.",
            "Wrong too often: wait {count} seconds.",
            body.wait_s,
        ).format(count=body.wait_s)
        pen.put(fitted(pen, text, (30, 26, 24, 22), room.width, palette.AMBER), 0, -30)
        return
    box = round_rect(128, 128, 26, fill=(palette.PANEL, 1), rim=(room.colour, 3, 1))
    pen.put(art.svg(("service wheel", room.colour), 140, 140, box), 0, -40)
    if body.wheel.isdecimal():
        pen.put(art.text(body.wheel, DIGIT, palette.TEXT, True), 0, -40)
    else:
        tick = f'<g transform="scale(2.6)">{CHECK.format(palette.TEXT)}</g>'
        pen.put(art.svg("service done", 80, 80, tick), 0, -40)
    for x, name in ((-120, "key_left"), (120, "key_right")):
        pen.put(art.sign(name, 44, palette.QUIET), x, -40)


def draw_question(pen: Pen, room: PageRoom, body: MenuQuestion) -> None:
    """The question, what hangs on it, and the two answers."""
    y = 190.0
    texts = ((body.text, 32.0, palette.TEXT), *((d, 24.0, palette.QUIET) for d in body.details))
    for text, size, colour in texts:
        for line in broken(pen, text, size, min(room.width, 900.0), colour, size > 30):
            pen.line(line, 0, y - LEADING * size / 2)
            y -= LEADING * size
        y -= 14
    draw_answers(pen, room, -110, (body.no_text, body.yes_text), yes=body.yes)


def draw_guide(pen: Pen, room: PageRoom, body: MenuGuide) -> None:
    """What to do now in large type, how far it is, what was said before."""
    space = room.width - 20
    lines = broken(pen, body.text, 34, space, palette.TEXT, True)
    y = paragraph(pen, lines, -room.half, room.top - 24, 34) - 26
    if body.share is not None:
        bar = progress_bar(pen, room.width - 4, body.share, room.colour)
        pen.put(bar, 0, y - 10)
        y -= 50
    for line in body.said[-SAID:]:
        lines = broken(pen, line.text, 22, space - 40, palette.QUIET)
        if y - LEADING * 22 * len(lines) < room.bottom:
            break
        pen.put(level_sign(pen, line.level), 14 - room.half, y - 22 * 0.66)
        y = paragraph(pen, lines, 40 - room.half, y, 22) - 10
