"""What was heard, in words: a small plate at each reader's left of the middle.

Half way between the long sides no game writes anything for people to read, nor does a win; menus
and rankings do, and tell what has happened themselves.
"""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.board.prose import wrapped
from console.screens.layout import FLOWER, SEAT_DEPTH, Layout
from console.screens.notices import plate
from console.screens.stage import Pen, fitted
from console.screens.symbols import dot, strokes
from console.table.attract.view import AttractPart, AttractView
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.outputs import Cue
from console.table.view import EndStage, EndView, View

HEIGHT: Final = 44.0
GAP: Final = 10.0
MOST: Final = 300.0
SIZES: Final = (22.0, 20.0, 18.0)
SIGN: Final = 30.0
TITLE_Y: Final = -335.0
"""Below the words of the title."""
_SOURCE: Final = dot(-28, 0, 13)
_WAVES: Final = {
    "flip": '<path stroke-width="6" d="M-4 -22 A 30 30 0 0 1 -4 22"/>',
    "touch": '<path stroke-width="12" d="M-4 -22 A 30 30 0 0 1 -4 22"/>',
    "verdict": (
        '<path stroke-width="7" d="M-6 -16 A 22 22 0 0 1 -6 16 M 10 -38 A 52 52 0 0 1 10 38"/>'
    ),
    "false_grab": (
        '<path stroke-width="15" d="M-4 -24 A 32 32 0 0 1 -4 24"/>'
        '<path stroke-width="9" d="M20 -14 L 44 14 M 44 -14 L 20 14"/>'
    ),
    "light": (
        '<path stroke-width="7" d="M-6 -26 A 34 34 0 0 1 -6 26 M 12 -26 A 34 34 0 0 1 12 26'
        ' M 30 -26 A 34 34 0 0 1 30 26"/>'
    ),
    "win": (
        '<path stroke-width="7" d="M-10 -10 A 14 14 0 0 1 -10 10 M 4 -26 A 36 36 0 0 1 4 26'
        ' M 18 -42 A 58 58 0 0 1 18 42 M 34 -6 V 6"/>'
    ),
    "theme": (
        '<path stroke-width="6" d="M-4 -16 A 22 22 0 0 1 -4 16 M 14 -16 A 22 22 0 0 1 14 16'
        ' M 32 -16 A 22 22 0 0 1 32 16"/>'
    ),
    "call": (
        '<path stroke-width="6" d="M-6 -38 A 52 52 0 0 1 -6 38"/>'
        '<path stroke-width="6" d="M16 -16 A 22 22 0 0 1 16 16"/>'
    ),
}
"""How each sounds: light, heavy, rising, heavy and wrong, quick taps, far out, even, falling."""


def cue_words(words: Words, cue: Cue) -> str:
    """A sound and what it means."""
    return {
        Cue.FLIP: words._("Tick: a card is opened"),
        Cue.TOUCH: words._("Knock: a hand on the pad"),
        Cue.VERDICT: words._("Two tones: a verdict"),
        Cue.FALSE_GRAB: words._("Low thud: a false grab"),
        Cue.LIGHT: words._("Two taps: the light"),
        Cue.CALL: words._("Bell: are you there?"),
        Cue.WIN: words._("A rising phrase: the match is won"),
        Cue.THEME: words._("A melody: the table invites"),
    }[cue]


def caption_words(words: Words, view: View) -> str:
    """The sound of ``view.caption`` and what it means; empty for none that means something, and
    where no match is played or won, its menu lies open, or nobody is invited."""
    if view.caption is None or not _told(view):
        return ""
    if view.caption == Cue.FLIP and isinstance(view, BoardView):
        return words._("Tick: a move is made")
    return cue_words(words, Cue(view.caption))


def _told(view: View) -> bool:
    match view:
        case PlayView() | BoardView():
            return view.pause is None
        case EndView():
            return view.stage is EndStage.WIN
        case AttractView():
            return view.part is AttractPart.TITLE
    return False


def draw_caption(pen: Pen, layout: Layout, words: Words, view: View) -> None:
    """The caption of a view, upright for both long sides."""
    text = caption_words(words, view)
    if not text or view.caption is None:
        return
    title = isinstance(view, AttractView)
    room = min(layout.size[0] / layout.unit / 2 - SEAT_DEPTH - FLOWER - GAP, MOST)
    colour = pen.art.palette.alarm if view.caption == Cue.FALSE_GRAB else palette.QUIET
    lines = _set(pen, text, (600.0 if title else room) - SIGN - 36)
    longest = max(line.width for line in lines) / pen.art.unit
    width = 20.0 * -(-(longest + SIGN + 34) // 20)
    x, middle = (0.0, TITLE_Y) if title else (-FLOWER - GAP - width / 2, 0.0)
    pitch = 1.2 * SIZES[-1]
    height = HEIGHT + pitch * (len(lines) - 1)
    left, y = x - (longest + SIGN + 8) / 2, middle + pitch / 2 * (len(lines) - 1)
    for frame in layout.sides:
        pen.put(frame, plate(pen, width, height, colour), x, middle)
        pen.put(frame, _sign(pen.art, view.caption, colour), left, middle, "left")
        for i, line in enumerate(lines):
            pen.put(frame, line, left + SIGN + 8, y - i * pitch, "left")


def _set(pen: Pen, text: str, room: float) -> list[Picture]:
    """In one line as large as it fits, or in two small ones."""
    size = SIZES[-1]
    if pen.art.text_width(text, size) <= room:
        return [fitted(pen, text, SIZES, room, palette.TEXT)]
    return [
        fitted(pen, " ".join(line), (size,), room, palette.TEXT, most=size)
        for line in wrapped(pen.art, text, size, room)
    ]


def _sign(art: Art, name: str, colour: str) -> Picture:
    drawing = strokes(_SOURCE + _WAVES[name], colour)
    scaled = f'<g transform="scale({SIGN / 100})">{drawing}</g>'
    return art.svg(("caption", name, colour), SIGN, SIGN, scaled)
