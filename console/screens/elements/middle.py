"""What lies open: the chain and its limit, taken and discarded cards, and the last card on its way.

The chain runs along the middle of the table, each player's taken cards lie turned to their seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Picture
from console.screens.elements import cards
from console.screens.elements.cards import CHAIN_CARD, TAKEN_CARD, WIDE
from console.screens.layout import Frame, Layout
from console.screens.stage import Pen
from console.table.board.view import BoardView, Choosing, LastMove, Target
from console.table.elements.view import CARD, CHAIN, DISCARD, TAKE, ElementsBoard

CHAIN_ROOM: Final = 560.0
CHAIN_PITCH: Final = 104.0
SIDE_X: Final = 330.0
"""From the middle to the cards aside and to the discarded ones."""
TAKEN_Y: Final = 165.0
TAKEN_PITCH: Final = 66.0
TAKEN_ROOM: Final = {0: 360.0, 1: 276.0}
"""Along a long edge of the table and along a short one, where neighbours are nearer."""
HAND_Y: Final = 36.0
LARGER: Final = 12.0
"""How much larger a place is than its card, and a hint than the place."""
COMING: Final = 0.7
"""How solid the picked card is drawn where it would come."""
LIMIT_Y: Final = -107.0
CAPTION_Y: Final = -66.0
LIMIT_SIZE: Final = 58.0

CAPTION: Final = palette.mix(palette.QUIET, palette.INK, 0.3)


@dataclass(frozen=True, slots=True)
class Motion:
    """The last move under way: ``kind`` is play, take or discard; ``way`` goes from 0 to 1."""

    kind: str
    card: str
    seat: int
    way: float
    before: ElementsBoard


def motion_of(last: LastMove | None, way: float) -> Motion | None:
    """The move on its way, None when there is none that a card makes."""
    if last is None or way >= 1 or not isinstance(last.before, ElementsBoard):
        return None
    moved = last.events[0]
    if "card" not in moved:
        return None
    return Motion(moved["type"], str(moved["card"]), last.seat, way, last.before)


def chain_x(count: int) -> list[float]:
    """The middles of so many cards on the chain."""
    return _row(count, WIDE * CHAIN_CARD, CHAIN_PITCH, CHAIN_ROOM)


def _row(count: int, width: float, pitch: float, room: float) -> list[float]:
    """The middles of cards side by side, overlapping where room is short."""
    if count > 1:
        pitch = min(pitch, (room - width) / (count - 1))
    return [(i - (count - 1) / 2) * pitch for i in range(count)]


def taken_x(frame: Frame, count: int) -> list[float]:
    """The middles of so many cards before a player."""
    return _row(count, WIDE * TAKEN_CARD, TAKEN_PITCH, TAKEN_ROOM[frame.quarter % 2])


def _between(start: Sequence[float], end: Sequence[float], way: float) -> list[float]:
    """Places on their way; what has no place before is where it ends."""
    return [a + (b - a) * way for a, b in zip([*start, *end[len(start) :]], end, strict=False)]


# -- the chain -----------------------------------------------------------------------------------


def draw_chain(
    pen: Pen, layout: Layout, view: BoardView, board: ElementsBoard, motion: Motion | None
) -> None:
    """The chain in its order, its top card lit; where the next card would come."""
    art, frame = pen.art, layout.sides[0]
    picked = _picked(view.choosing)
    taking = board.limit_after is not None
    shown = [str(card) for card in board.chain]
    xs = chain_x(len(shown) + (picked is not None))
    if motion is not None:
        before = chain_x(len(motion.before.chain))
        xs = _between(before, xs, motion.way)
        if motion.kind == "play":
            shown = shown[:-1]
    for i, (card, x) in enumerate(zip(shown, xs, strict=False)):
        picture = cards.face(art, card, CHAIN_CARD)
        if i == len(shown) - 1:
            if taking:
                picture = art.faded(picture, cards.SOLID)
            else:
                pen.put(frame, cards.light(art, card, CHAIN_CARD), x, 0, turn=False)
        pen.put(frame, picture, x, 0, turn=False)
    if taking and view.choosing is not None:
        colour = pen.art.palette.seats[view.choosing.seat]
        pen.put(frame, cards.rim(art, CHAIN_CARD, colour), xs[len(shown) - 1], 0, turn=False)
    if picked is not None:
        _coming(pen, frame, view, xs[-1], CHAIN)
    elif not shown and motion is None:
        pen.put(frame, cards.place(art, CHAIN_CARD, cards.QUIET_PLACE), 0, 0, turn=False)
    _touch_chain(pen, frame, view.choosing, xs)


def _picked(choosing: Choosing | None) -> Target | None:
    """The card of the hand that has been picked."""
    if choosing is None or not choosing.picked or choosing.picked[0].kind != CARD:
        return None
    return choosing.picked[0]


def open_hand(view: BoardView, seat: int) -> tuple[str, ...] | None:
    """The hand at ``seat`` if it lies open for all; None while only its owner may see it."""
    shown = view.seats[seat]
    return None if shown.looking else shown.hand


def coming_face(pen: Pen, view: BoardView, height: float) -> Picture:
    """The picked card as all may see it: face down unless hands are open."""
    choosing = view.choosing
    assert choosing is not None
    hand = open_hand(view, choosing.seat)
    if hand is None:
        return cards.back(pen.art, height)
    return cards.face(pen.art, hand[choosing.picked[0].at[0]], height)


def _coming(pen: Pen, frame: Frame, view: BoardView, x: float, place: Target) -> None:
    """The place of the picked card; the card itself, if the cursor is there."""
    choosing = view.choosing
    assert choosing is not None
    height = CHAIN_CARD if place == CHAIN else TAKEN_CARD
    here = choosing.target == place
    colour = pen.art.palette.seats[choosing.seat]
    if here:
        picture = coming_face(pen, view, height)
        pen.put(frame, pen.art.faded(picture, COMING), x, 0, turn=False)
        pen.put(frame, cards.rim(pen.art, height, colour), x, 0, turn=False)
    else:
        pen.put(frame, cards.place(pen.art, height + LARGER, colour), x, 0, turn=False)
    if choosing.hint == place:
        pen.put(frame, cards.rim(pen.art, height + LARGER, palette.AMBER), x, 0, turn=False)


def _touch_chain(pen: Pen, frame: Frame, choosing: Choosing | None, xs: Sequence[float]) -> None:
    """The whole chain is a place to play to, its top card one to take."""
    if choosing is None:
        return
    if CHAIN in choosing.targets:
        pen.touchable(frame, CHAIN, 0, 0, CHAIN_ROOM, CHAIN_CARD)
    elif Target(TAKE) in choosing.targets:
        pen.touchable(frame, Target(TAKE), xs[-1], 0, WIDE * CHAIN_CARD, CHAIN_CARD)


def draw_limit(
    pen: Pen, layout: Layout, words: Words, board: ElementsBoard, motion: Motion | None
) -> None:
    """The limit for both long sides; what it would be once the top card is taken."""
    art = pen.art
    now = board.limit
    if motion is not None:
        now = round(motion.before.limit + (board.limit - motion.before.limit) * motion.way)
    line: list[Picture | float] = [
        art.text(words._("Limit"), 24, palette.QUIET),
        14.0,
        art.text(str(now), LIMIT_SIZE, palette.TEXT, True),
    ]
    if board.limit_after is not None and motion is None:
        then = art.text(str(board.limit_after), LIMIT_SIZE, palette.AMBER, True)
        line += [12.0, art.sign("key_right", 30, palette.QUIET), 12.0, then]
    for frame in layout.sides:
        pen.line(frame, line, 0, LIMIT_Y)


# -- beside the chain ----------------------------------------------------------------------------


def draw_beside(
    pen: Pen,
    layout: Layout,
    words: Words,
    view: BoardView,
    board: ElementsBoard,
    motion: Motion | None,
) -> None:
    """The cards aside, face down, at one end of the chain, the discarded sixes at the other."""
    art, frame = pen.art, layout.sides[0]
    for i in range(board.aside):
        d = (i - (board.aside - 1) / 2) * 5
        pen.put(frame, cards.back(art, TAKEN_CARD), -SIDE_X - d, d, turn=False)
    for side in layout.sides:
        mirrored = 1 if side.quarter == frame.quarter else -1
        for text, x in ((words._("aside"), -SIDE_X), (words._("discarded"), SIDE_X)):
            pen.put(side, art.text(text, 18, CAPTION), mirrored * x, CAPTION_Y)
    shown = len(board.discard)
    if motion is not None and motion.kind == "discard":
        shown -= 1
    picked = _picked(view.choosing)
    if not shown and picked is None:
        pen.put(frame, cards.place(art, TAKEN_CARD, cards.QUIET_PLACE), SIDE_X, 0, turn=False)
    for i in range(shown):
        d = (i - (shown - 1) / 2) * 5
        pen.put(frame, cards.face(art, "6", TAKEN_CARD), SIDE_X + d, -d, turn=False)
    if picked is not None:
        _coming(pen, frame, view, SIDE_X, DISCARD)
        wide = WIDE * TAKEN_CARD  # to be touched whatever the card is: nothing may tell a 6
        pen.touchable(frame, DISCARD, SIDE_X, 0, wide + 24, TAKEN_CARD + 24)


def draw_taken(
    pen: Pen, layout: Layout, view: BoardView, board: ElementsBoard, motion: Motion | None
) -> None:
    """Each player's taken cards, turned to their seat, in the order taken (E4)."""
    for player, seat in enumerate(view.names):
        frame = layout.frames[seat]
        shown = board.taken[player]
        xs = taken_x(frame, len(shown))
        if motion is not None and motion.kind == "take" and motion.seat == seat:
            xs = _between(taken_x(frame, len(shown) - 1), xs, motion.way)
            shown = shown[:-1]
        for card, x in zip(shown, xs, strict=False):
            pen.put(frame, cards.face(pen.art, str(card), TAKEN_CARD), x, TAKEN_Y)


def draw_moving(
    pen: Pen, layout: Layout, view: BoardView, board: ElementsBoard, motion: Motion
) -> None:
    """The card on its way between a player and the middle, above all else."""
    frame, middle = layout.frames[motion.seat], layout.sides[0]
    hand = frame.place(0, HAND_Y)
    height, quarter = CHAIN_CARD, 0
    if motion.kind == "play":
        start, end = hand, middle.place(chain_x(len(board.chain))[-1], 0)
    elif motion.kind == "discard":
        start, end, height = hand, middle.place(SIDE_X, 0), TAKEN_CARD
    else:
        count = len(board.taken[view.names.index(motion.seat)])
        start = middle.place(chain_x(len(motion.before.chain))[-1], 0)
        end = frame.place(taken_x(frame, count)[-1], TAKEN_Y)
        height, quarter = TAKEN_CARD, frame.quarter
    x, y = (a + (b - a) * motion.way for a, b in zip(start, end, strict=True))
    there = Frame(x, y, quarter, layout.unit)
    pen.put(there, cards.face(pen.art, motion.card, height), 0, 0)
