"""What is said beside a board game: undo asked for, opponents replaced, the lesson's steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.bands import BandMessage
from console.screens.board.facing import SeatPlace
from console.screens.idle_players import holdup
from console.screens.layout import Box, box
from console.screens.names import Names, seat_name
from console.screens.notices import key_line, plate
from console.screens.palette import Palette
from console.screens.prose import draw_prose, lines_of, wrapped
from console.screens.stage import Line, Pen, grown
from console.screens.texts import names_of
from console.table.board.view import BoardNote, BoardView, UndoAnswer
from console.table.outputs import AgentFailure
from console.table.view import LessonStep, Target, TargetKind

PAD: Final = 9.0
FOOT: Final = 32.0
SIDE: Final = 140.0
LEADING: Final = 1.17
FLAT: Final = 2.5
"""So much wider than high, a place has what goes on beside the text."""
TEXT_SIZES: Final = (24.0, 22.0, 20.0, 18.0)
NOBODY: Final[Mapping[str, str]] = {}


def note_words(words: Words, note: BoardNote, names: Names) -> tuple[str, str]:
    """A note in a strong and a quiet line."""
    who = seat_name(words, note.seat, names.get(note.seat))
    match note.what:
        case UndoAnswer.DONE:
            return words._("{who} takes the move back").format(who=who), ""
        case UndoAnswer.REFUSED:
            return words._("The move stands"), ""
        case AgentFailure.OVERRAN:
            first = words._("{who} thought for too long").format(who=who)
        case _:
            first = words._("{who} could not think").format(who=who)
    if note.level:
        return first, words._("Level {level} plays on").format(level=note.level)
    return first, words._("Any legal move is made instead")


def board_message(words: Words, colours: Palette, view: BoardView) -> BandMessage | None:
    """What everybody at a board game must read now: what is asked, who comes back, what has
    happened."""
    names = names_of(view)
    if view.ask is not None:
        who = seat_name(words, view.ask.seat, names.get(view.ask.seat))
        first = words._("{who} asks to take the last move back").format(who=who)
        waiting = ", ".join(seat_name(words, s, names.get(s)) for s in view.ask.waiting)
        return BandMessage(first, words._("Do you agree? ({who})").format(who=waiting))
    held = holdup(words, colours, view.idle, names)
    if held is not None or view.note is None:
        return held
    return BandMessage(*note_words(words, view.note, names))


@dataclass(frozen=True, slots=True)
class LessonPanel:
    """A step's text set in lines."""

    lines: list[Line]
    pitch: float


def _panel(pen: Pen, text: str, room: Box) -> LessonPanel:
    """The largest type that fits the room, or the smallest."""
    for size in grown(pen.art, TEXT_SIZES, 30.0):
        pitch = LEADING * size
        if pitch * len(wrapped(pen.art, text, size, room.width)) <= room.height:
            break
    return LessonPanel(lines_of(pen.art, text, size, room.width), pitch)


def draw_lesson(
    pen: Pen, lesson: LessonStep, place: SeatPlace, learner: int, names: Mapping[str, str] = NOBODY
) -> None:
    """The step's text, with ``names`` in it, on a plate in ``place``, turned to the learner; what
    goes on below it, or beside it where that is flat; in its place, why the last press was not what
    it waits for."""
    art, frame, there = pen.art, place.frame, place.words
    pen = pen.at(frame)
    colour = art.palette.alarm if lesson.wrong else art.palette.seats[learner]
    upright = there.width < there.height
    ground = plate(pen, max(there.width, there.height), min(there.width, there.height), colour)
    pen.put(art.turned(ground, 1) if upright else ground, there.x, there.y)
    if lesson.waits:
        pen.touchable(Target(TargetKind.LESSON), there.x, there.y, there.width, there.height)
    keys = key_line(pen, [(("key_ok",), pen.words._("go on"))], 20) if lesson.waits else []
    step = art.text(f"{lesson.step} / {lesson.steps}", 18, palette.QUIET)
    if lesson.wrong:
        step = art.sign("warning", 26, colour)
    inside = there.inner(PAD)
    flat = there.width > FLAT * there.height
    if flat:
        room = box(inside.left, inside.low, inside.right - SIDE, inside.high)
        pen.put(step, inside.right, there.y + 16, "right")
        pen.line(keys, inside.right, there.y - 18, "right")
    else:
        room = inside.above(FOOT)
        pen.put(step, inside.left, inside.low + 12, "left")
        pen.line(keys, inside.right, inside.low + 12, "right")
    panel = _panel(pen, pen.words._(lesson.wrong or lesson.text).format(**names), room)
    top = room.y + panel.pitch * (len(panel.lines) - 1) / 2
    draw_prose(pen, panel.lines, room.left, top, panel.pitch)
