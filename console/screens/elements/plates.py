"""What may be done beside playing a card: plates before whose turn it is, and how the match is."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Art, Picture
from console.screens.layout import Frame, Layout
from console.screens.stage import Pen, fitted
from console.table.board.view import CONFIRM, BoardView, Choosing, Target
from console.table.elements.view import CONCEDE, PLATES, REVEAL, TAKE, ElementsBoard

PLATE_Y: Final = 238.0
PLATE: Final = 46.0
GAP: Final = 8.0
PLATE_ROOM: Final = {0: 364.0, 1: 344.0}
"""Along a long edge of the table and along a short one."""
BACK_WIDTH: Final = 66.0
KEY: Final = 30.0
LOOKS: Final = ("quiet", "bright", "off")
STATUS_X: Final = 262.0
STATUS_Y: Final = -107.0


def plate_words(words: Words, kind: str) -> str:
    """What a plate does."""
    return {
        TAKE: words._("Take"),
        REVEAL: words._("Reveal"),
        CONCEDE: words._("Concede"),
    }[kind]


def question_words(words: Words, kind: str) -> str:
    """What a plate asks before it is done."""
    return words._("Reveal now?") if kind == REVEAL else words._("Concede the round?")


def plate_width(room: float) -> float:
    """The width of one of three plates."""
    return (room - 2 * GAP) / len(PLATES)


def question_width(room: float) -> float:
    """The width of the plate with the question."""
    return room - BACK_WIDTH - GAP


def plate(art: Art, width: float, colour: str, look: str) -> Picture:
    """The plate itself; ``look`` is quiet, bright (the cursor is there) or off."""
    w, h = width - 3, PLATE - 3
    style = {
        "quiet": f'fill="{palette.PANEL}" stroke="{palette.mix(colour, palette.PANEL, 0.45)}"'
        ' stroke-width="1.8"',
        "bright": f'fill="{palette.mix(colour, palette.PANEL, 0.72)}" stroke="{colour}"'
        ' stroke-width="3.2"',
        "off": f'fill="none" stroke="{palette.FAINT}" stroke-opacity="0.4" stroke-width="1.4"'
        ' stroke-dasharray="2 6" stroke-linecap="round"',
    }[look]
    body = f'<rect x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="14" {style}/>'
    return art.svg(("elements plate", width, colour, look), width, PLATE, body)


def hinted(art: Art, width: float) -> Picture:
    """Around a plate that a hint points at."""
    w, h = width + 5, PLATE + 5
    body = (
        f'<rect x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="18" fill="none"'
        f' stroke="{palette.AMBER}" stroke-width="3.5" stroke-dasharray="7 6"'
        ' stroke-linecap="round"/>'
    )
    return art.svg(("elements hinted", width), w + 6, h + 6, body)


def draw_plates(
    pen: Pen, layout: Layout, words: Words, view: BoardView, board: ElementsBoard
) -> None:
    """Take, reveal, concede before whose turn it is; or the question whether it is meant."""
    choosing = view.choosing
    if choosing is None:
        return
    frame = layout.frames[choosing.seat]
    room = PLATE_ROOM[frame.quarter % 2]
    if CONFIRM in choosing.targets:
        _question(pen, frame, words, choosing, room)
        return
    width = plate_width(room)
    colour = palette.SEATS[choosing.seat]
    for i, kind in enumerate(PLATES):
        x = (i - 1) * (width + GAP)
        target = Target(kind)
        offered = kind in board.offer
        here = choosing.target == target
        look = "bright" if here else "quiet" if offered and not choosing.picked else "off"
        ink = palette.TEXT if here else palette.mix(colour, "#FFFFFF", 0.55)
        if look == "off":
            ink = palette.FAINT
        pen.put(frame, plate(pen.art, width, colour, look), x, PLATE_Y)
        text = fitted(pen, plate_words(words, kind), (22, 20, 19, 18), width - 12, ink, bold=True)
        pen.put(frame, text, x, PLATE_Y)
        if choosing.hint == target:
            pen.put(frame, hinted(pen.art, width), x, PLATE_Y)
        if target in choosing.targets:
            pen.touchable(frame, target, x, PLATE_Y, width + GAP, PLATE + 10)


def _question(pen: Pen, frame: Frame, words: Words, choosing: Choosing, room: float) -> None:
    """● does it, ✕ goes back."""
    art, colour = pen.art, palette.SEATS[choosing.seat]
    wide, side = question_width(room), BACK_WIDTH
    x = -(side + GAP) / 2
    pen.put(frame, plate(art, wide, colour, "bright"), x, PLATE_Y)
    text = question_words(words, choosing.picked[0].kind)
    line: list[Picture | float] = [
        marks.sign_disc(art, "key_ok", KEY, colour),
        9.0,
        fitted(pen, text, (22, 20, 19, 18), wide - 64, palette.TEXT, bold=True),
    ]
    pen.line(frame, line, x, PLATE_Y)
    pen.touchable(frame, CONFIRM, x, PLATE_Y, wide, PLATE + 10)
    x = (room - side) / 2
    pen.put(frame, plate(art, side, colour, "quiet"), x, PLATE_Y)
    pen.put(frame, marks.sign_disc(art, "key_back", KEY, colour), x, PLATE_Y)
    pen.touchable(frame, Target("back"), x, PLATE_Y, side + GAP, PLATE + 10)
    if choosing.hint == CONFIRM:
        pen.put(frame, hinted(art, wide), -(side + GAP) / 2, PLATE_Y)


def round_words(words: Words, number: int, rounds: int | None) -> str:
    """Which round it is."""
    if rounds is None:
        return words._("Round {number}").format(number=number)
    return words._("Round {number} of {rounds}").format(number=number, rounds=rounds)


def target_words(words: Words, target: int, rounds: int | None) -> str:
    """What the match is played for (E9)."""
    if rounds is not None:
        return words._("most points win")
    return words.n("to {count} point", "to {count} points", target).format(count=target)


def draw_status(
    pen: Pen, layout: Layout, words: Words, view: BoardView, board: ElementsBoard
) -> None:
    """Round, goal and points, for both long sides."""
    art = pen.art
    score = score_line(art, view.names, board.scores, 28)
    for frame in layout.sides:
        for text, y in (
            (round_words(words, board.round, board.rounds), STATUS_Y + 13),
            (target_words(words, board.target, board.rounds), STATUS_Y - 13),
        ):
            pen.put(frame, art.text(text, 20, palette.QUIET), -STATUS_X, y)
        pen.line(frame, score, STATUS_X, STATUS_Y)


def score_line(
    art: Art, names: tuple[int, ...], scores: tuple[int, int], size: float
) -> list[Picture | float]:
    """Both players' shapes and points."""
    first, second = (art.text(str(points), size, palette.TEXT, True) for points in scores)
    return [
        art.shape(names[0], 0.85 * size),
        8.0,
        first,
        9.0,
        art.text(":", size, palette.QUIET, True),
        9.0,
        second,
        8.0,
        art.shape(names[1], 0.85 * size),
    ]
