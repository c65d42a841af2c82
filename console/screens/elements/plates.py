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
OTHER_WIDTH: Final = 220.0
SHARES: Final = (0.28, 0.38, 0.34)
"""Of the plates' room, by how long their words are."""
SIZES: Final = (22.0, 20.0, 19.0, 18.0)
KEY: Final = 30.0
BACK: Final = Target("back")
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
    if choosing.picked:
        _back(pen, frame, words, choosing)
        return
    widths = plate_widths(room)
    texts = [plate_words(words, kind) for kind in PLATES]
    fits = [
        size
        for size in SIZES
        if all(
            pen.art.text_width(text, size, True) <= width - 10
            for text, width in zip(texts, widths, strict=True)
        )
    ]
    x = -room / 2
    for kind, text, width in zip(PLATES, texts, widths, strict=True):
        look = "off" if kind not in board.offer else "quiet"
        if choosing.target == Target(kind):
            look = "bright"
        shown = fitted(
            pen, text, (*fits, SIZES[-1]), width - 6, _ink(pen, choosing, look), bold=True
        )
        _plate(pen, frame, choosing, target=Target(kind), x=x + width / 2, width=width, look=look)
        pen.put(frame, shown, x + width / 2, PLATE_Y)
        x += width + GAP


def _ink(pen: Pen, choosing: Choosing, look: str) -> str:
    if look == "off":
        return palette.FAINT
    if look == "bright":
        return palette.TEXT
    return palette.mix(pen.art.palette.seats[choosing.seat], "#FFFFFF", 0.55)


def _plate(
    pen: Pen, frame: Frame, choosing: Choosing, target: Target, x: float, width: float, look: str
) -> None:
    """A plate that may be touched, if it can be picked."""
    pen.put(frame, plate(pen.art, width, pen.art.palette.seats[choosing.seat], look), x, PLATE_Y)
    if choosing.hint == target:
        pen.put(frame, hinted(pen.art, width), x, PLATE_Y)
    if target in choosing.targets or target == BACK:
        pen.touchable(frame, target, x, PLATE_Y, width + GAP, PLATE + 10)


def _back(pen: Pen, frame: Frame, words: Words, choosing: Choosing) -> None:
    """A card is picked: ✕ takes it back."""
    colour = pen.art.palette.seats[choosing.seat]
    _plate(pen, frame, choosing, target=BACK, x=0, width=OTHER_WIDTH, look="quiet")
    line: list[Picture | float] = [
        marks.sign_disc(pen.art, "key_back", KEY, colour),
        9.0,
        pen.art.text(words._("Another card"), 20, _ink(pen, choosing, "quiet"), True),
    ]
    pen.line(frame, line, 0, PLATE_Y)


def _question(pen: Pen, frame: Frame, words: Words, choosing: Choosing, room: float) -> None:
    """● does it, ✕ goes back."""
    art, colour = pen.art, pen.art.palette.seats[choosing.seat]
    wide = question_width(room)
    x = (wide - room) / 2
    _plate(pen, frame, choosing, target=CONFIRM, x=x, width=wide, look="bright")
    text = question_words(words, choosing.picked[0].kind)
    line: list[Picture | float] = [
        marks.sign_disc(art, "key_ok", KEY, colour),
        9.0,
        fitted(pen, text, SIZES, wide - 64, palette.TEXT, bold=True),
    ]
    pen.line(frame, line, x, PLATE_Y)
    x = (room - BACK_WIDTH) / 2
    _plate(pen, frame, choosing, target=BACK, x=x, width=BACK_WIDTH, look="quiet")
    pen.put(frame, marks.sign_disc(art, "key_back", KEY, colour), x, PLATE_Y)


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
