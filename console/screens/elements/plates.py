"""What may be done beside playing a card: plates before whose turn it is, and how the match is."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.screens import marks, palette
from console.screens.art import Art, Picture, round_rect
from console.screens.board.facing import Facing
from console.screens.elements.places import rows_of
from console.screens.layout import Box
from console.screens.stage import Line, Pen, fitted
from console.table.board.view import CONFIRM, BoardView, Choosing
from console.table.elements.view import CONCEDE, PLATES, REVEAL, TAKE, ElementsBoard
from console.table.view import Target, TargetKind

PLATE: Final = 50.0
GAP: Final = 8.0
BACK_WIDTH: Final = 66.0
OTHER_WIDTH: Final = 220.0
SHARES: Final = (0.28, 0.38, 0.34)
"""Of the plates' room, by how long their words are."""
SIZES: Final = (22.0, 20.0, 19.0, 18.0)
KEY: Final = 30.0
BACK: Final = Target(TargetKind.BACK)
LOOKS: Final = ("quiet", "bright", "off")


def plate_words(words: Words, kind: str) -> str:
    """What a plate does."""
    return {TAKE: words._("Take"), REVEAL: words._("Reveal"), CONCEDE: words._("Give up")}[kind]


def question_words(words: Words, kind: str) -> str:
    """What a plate asks before it is done."""
    return words._("Reveal now?") if kind == REVEAL else words._("Give up the round?")


def plate_widths(room: float) -> list[float]:
    """The widths of the three plates."""
    return [share * (room - 2 * GAP) for share in SHARES]


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
    body = round_rect(w, h, 18, rim=(palette.AMBER, 3.5, 1), dash="7 6")
    return art.svg(("elements hinted", width), w + 6, h + 6, body)


def draw_plates(pen: Pen, facing: Facing, view: BoardView, board: ElementsBoard) -> None:
    """Take, reveal, concede before whose turn it is; or the question whether it is meant."""
    choosing = view.choosing
    if choosing is None:
        return
    row = rows_of(facing)[choosing.seat]
    frame, there = row.place.frame, row.plates
    pen = pen.at(frame)
    if there is None:
        return  # a simulated person chooses: nobody reads there
    if CONFIRM in choosing.targets:
        _question(pen, there, choosing)
        return
    if choosing.picked:
        _back(pen, there, choosing)
        return
    widths = plate_widths(there.width)
    texts = [plate_words(pen.words, kind) for kind in PLATES]
    fits = [
        size
        for size in SIZES
        if all(
            pen.art.text_width(text, size, True) <= width - 10
            for text, width in zip(texts, widths, strict=True)
        )
    ]
    x = there.left
    for kind, text, width in zip(PLATES, texts, widths, strict=True):
        look = "off" if kind not in board.offer else "quiet"
        if choosing.target == Target(kind):
            look = "bright"
        shown = fitted(
            pen, text, (*fits, SIZES[-1]), width - 6, _ink(pen, choosing, look), bold=True
        )
        at = x + width / 2, there.y
        _plate(pen, choosing, target=Target(kind), at=at, width=width, look=look)
        pen.put(shown, *at)
        x += width + GAP


def _ink(pen: Pen, choosing: Choosing, look: str) -> str:
    if look == "off":
        return palette.FAINT
    if look == "bright":
        return palette.TEXT
    return palette.mix(pen.art.palette.seats[choosing.seat], "#FFFFFF", 0.55)


def _plate(
    pen: Pen, choosing: Choosing, target: Target, at: tuple[float, float], width: float, look: str
) -> None:
    """A plate that may be touched, if it can be picked."""
    pen.put(plate(pen.art, width, pen.art.palette.seats[choosing.seat], look), *at)
    if choosing.hint == target:
        pen.put(hinted(pen.art, width), *at)
    if target in choosing.targets or target == BACK:
        pen.touchable(target, *at, width + GAP, PLATE + 6)


def _back(pen: Pen, there: Box, choosing: Choosing) -> None:
    """A card is picked: ✕ takes it back."""
    colour = pen.art.palette.seats[choosing.seat]
    _plate(pen, choosing, target=BACK, at=(there.x, there.y), width=OTHER_WIDTH, look="quiet")
    line: Line = [
        marks.sign_disc(pen.art, "key_back", KEY, colour),
        9.0,
        pen.art.text(pen.words._("Another card"), 20, _ink(pen, choosing, "quiet"), True),
    ]
    pen.line(line, there.x, there.y)


def _question(pen: Pen, there: Box, choosing: Choosing) -> None:
    """● does it, ✕ goes back."""
    art, colour = pen.art, pen.art.palette.seats[choosing.seat]
    wide = question_width(there.width)
    at = there.left + wide / 2, there.y
    _plate(pen, choosing, target=CONFIRM, at=at, width=wide, look="bright")
    text = question_words(pen.words, choosing.picked[0].kind)
    line: Line = [
        marks.sign_disc(art, "key_ok", KEY, colour),
        9.0,
        fitted(pen, text, SIZES, wide - 64, palette.TEXT, bold=True),
    ]
    pen.line(line, *at)
    at = there.right - BACK_WIDTH / 2, there.y
    _plate(pen, choosing, target=BACK, at=at, width=BACK_WIDTH, look="quiet")
    pen.put(marks.sign_disc(art, "key_back", KEY, colour), *at)


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


def draw_status(pen: Pen, facing: Facing, board: ElementsBoard) -> None:
    """Round and goal, for all who read; the points stand at the names."""
    for row in rows_of(facing).values():
        there = row.status
        if there is None:
            continue
        for text, dy in (
            (round_words(pen.words, board.round, board.rounds), 14.0),
            (target_words(pen.words, board.target, board.rounds), -14.0),
        ):
            shown = fitted(
                pen, text, (22.0, 20.0, 18.0), there.width - 10, palette.QUIET, most=26.0
            )
            pen.at(row.place.frame).put(shown, there.right - 10, there.y + dy, "right")
