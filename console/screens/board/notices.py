"""What is said beside a board game: undo asked for, opponents replaced, the lesson's steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.board.prose import Line, draw_prose, lines_of
from console.screens.layout import STRIP_LENGTH, Frame, Layout
from console.screens.names import NOBODY, Names, seat_name
from console.screens.notices import draw_words, key_line, plate
from console.screens.stage import Pen
from console.screens.texts import names_of
from console.table.board.view import BoardNote, BoardView, LessonStep, Target

MARGIN: Final = 10.0
PANEL_MOST: Final = 860.0
PAD: Final = 18.0
FOOT: Final = 36.0
HEAD: Final = 12.0
SIDE: Final = 130.0
LEAST: Final = 400.0
"""Lines shorter than that leave no room beside them."""
EDGE: Final = 116.0
"""What the games leave free along an edge."""
HIGH: Final = 172.0
TEXT_SIZES: Final = (24.0, 22.0, 20.0, 18.0)


def note_words(words: Words, note: BoardNote, names: Names = NOBODY) -> tuple[str, str]:
    """A note in a strong and a quiet line."""
    who = seat_name(words, note.seat, names.get(note.seat))
    match note.key:
        case "undone":
            return words._("{who} takes the move back").format(who=who), ""
        case "refused":
            return words._("The move stands"), ""
        case "overran":
            first = words._("{who} thought for too long").format(who=who)
        case _:
            first = words._("{who} could not think").format(who=who)
    if note.level:
        return first, words._("Level {level} plays on").format(level=note.level)
    return first, words._("Any legal move is made instead")


def draw_notices(pen: Pen, layout: Layout, words: Words, view: BoardView) -> None:
    """The one notice that matters most, for both long sides."""
    names = names_of(view)
    if view.ask is not None:
        who = seat_name(words, view.ask.seat, names.get(view.ask.seat))
        first = words._("{who} asks to take the last move back").format(who=who)
        waiting = ", ".join(seat_name(words, s, names.get(s)) for s in view.ask.waiting)
        second = words._("Do you agree? ({who})").format(who=waiting)
        draw_words(pen, layout, first, second, palette.AMBER)
    elif view.note is not None:
        draw_words(pen, layout, *note_words(words, view.note, names), palette.AMBER)


def lesson_place(layout: Layout, names: tuple[int, ...]) -> tuple[Frame, float, float]:
    """Where the lesson stands: the learner's frame, the panel's middle along it, its width.

    It takes the longer free part of the learner's edge, between the strip and the next player or
    the corner.
    """
    learner = names[0]
    frame = layout.frames[learner]
    along = (frame.x_px, frame.y_px)[frame.quarter % 2]
    length = layout.size[frame.quarter % 2]
    others = [
        (layout.frames[s].x_px, layout.frames[s].y_px)[frame.quarter % 2]
        for s in names[1:]
        if layout.frames[s].quarter == frame.quarter
    ]
    strip = STRIP_LENGTH / 2 * layout.unit
    low = max([0.0, *(o + strip for o in others if o < along)])
    high = min([float(length), *(o - strip for o in others if o > along)])
    below, above = along - strip - low, high - along - strip
    grows = -1 if below >= above else 1  # the piles of IOTA lie at the other side
    width = min(PANEL_MOST, max(below, above) / layout.unit - 2 * MARGIN)
    shift = grows * (STRIP_LENGTH / 2 + MARGIN + width / 2)
    # in the frame's own direction: x runs against the screen for seats at the top and left
    return frame, shift if frame.quarter in (0, 1) else -shift, width


@dataclass(frozen=True, slots=True)
class NoticePanel:
    """A step's text set in lines; ``beside``: what goes on stands at its right, not below it."""

    lines: list[Line]
    pitch: float
    height: float
    beside: bool


def _panel(pen: Pen, text: str, width: float) -> NoticePanel:
    """The largest type in which the panel keeps to the edge; else it grows into the corner."""
    for size in TEXT_SIZES:
        room = width - 2 * PAD - SIDE
        if room < LEAST:
            break
        lines, pitch = lines_of(pen.art, text, size, room), 1.25 * size
        if pitch * len(lines) + 16 <= EDGE:
            return NoticePanel(lines, pitch, EDGE, True)
    for size in TEXT_SIZES:
        lines, pitch = lines_of(pen.art, text, size, width - 2 * PAD), 1.2 * size
        height = pitch * len(lines) + HEAD + FOOT
        if height <= HIGH:
            break
    return NoticePanel(lines, pitch, height, False)


def draw_lesson(
    pen: Pen, layout: Layout, words: Words, lesson: LessonStep, names: tuple[int, ...]
) -> None:
    """The step's text on a plate beside the learner's strip, turned to the learner."""
    art = pen.art
    frame, x, width = lesson_place(layout, names)
    panel = _panel(pen, words._(lesson.text), width)
    height, colour = panel.height, pen.art.palette.seats[names[0]]
    middle = height / 2 + 2
    upright = width < height
    ground = plate(pen, max(width, height), min(width, height), colour)
    pen.put(frame, art.turned(ground, 1) if upright else ground, x, middle)
    if lesson.waits:
        pen.touchable(frame, Target("lesson"), x, middle, width, height)
    left, right = x - width / 2 + PAD, x + width / 2 - PAD
    under = 0.0 if panel.beside else FOOT - HEAD
    top = middle + under / 2 + panel.pitch * (len(panel.lines) - 1) / 2
    draw_prose(pen, frame, panel.lines, left, top, panel.pitch)
    place = art.text(f"{lesson.step} / {lesson.steps}", 18, palette.QUIET)
    keys = key_line(pen, [(("key_ok",), words._("go on"))], 20) if lesson.waits else []
    if panel.beside:
        pen.put(frame, place, right, middle + 30, "right")
        pen.line(frame, keys, right, middle - 24, "right")
    else:
        pen.put(frame, place, left, 2 + FOOT / 2, "left")
        pen.line(frame, keys, right, 2 + FOOT / 2, "right")
