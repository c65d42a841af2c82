"""What lies open: the chain and its limit, taken and discarded cards, and the last card on its way.

The chain runs along the middle of the table, each player's taken cards lie beside their hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.board.facing import Facing, back, turned
from console.screens.board.hands import slots
from console.screens.elements import cards
from console.screens.elements.cards import WIDE
from console.screens.elements.places import DISCARD_STEP, Lane, PlayerRow, lane_of, rows_of
from console.screens.layout import Box, Frame
from console.screens.stage import Line, Pen, fitted, line_width
from console.table.board.view import BoardView, Choosing, LastMove
from console.table.elements.view import CARD, CHAIN, DISCARD, TAKE, ElementsBoard
from console.table.view import Target

HALF: Final = 0.47
"""The height of taken cards in two rows, a share of those in one."""
CROWDED: Final = 0.5
"""Taken cards lie in two rows where less of them than that would be seen in one."""
LARGER: Final = 10.0
"""How much larger a place is than its card, and a hint than the place."""
COMING: Final = 0.7
"""How solid the picked card is drawn where it would come."""
LIMIT_SIZES: Final = (58.0, 48.0, 40.0, 34.0)
GAP: Final = 8.0


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


def chain_x(lane: Lane, count: int) -> list[float]:
    """The middles of so many cards on the chain."""
    return [lane.chain.x + x for x in _row(count, lane.width, lane.width + GAP, lane.chain.width)]


def _row(count: int, width: float, pitch: float, room: float) -> list[float]:
    """The middles of cards side by side, overlapping where room is short."""
    if count > 1:
        pitch = min(pitch, (room - width) / (count - 1))
    return [(i - (count - 1) / 2) * pitch for i in range(count)]


@dataclass(frozen=True, slots=True)
class Lying:
    """Taken cards before their player: their height and their middles."""

    card: float
    at: tuple[tuple[float, float], ...]


def taken_at(row: PlayerRow, held: int, count: int) -> Lying:
    """Where so many taken cards lie, beside a hand of ``held``: in one row, or in two of half the
    height when they would cover each other too much."""
    card, there = row.place.card, row.taken
    wide = WIDE * card
    assert row.place.cards is not None
    side = 1 if row.place.cards.x < there.x else -1
    reach, far = (there.left, there.right) if side > 0 else (-there.right, -there.left)
    if held:
        hand = slots(row.place, held, wide)
        reach = max(side * x for x, _, _ in hand) + wide / 2 + GAP
    room = far - reach
    if count > 1 and (room - wide) / (count - 1) < CROWDED * wide:
        card = float(round(HALF * card))
        wide, first = WIDE * card, -(-count // 2)
        xs = [
            side * (far - room / 2) + x
            for part in (first, count - first)
            for x in _row(part, wide, wide + 5.0, room)
        ]
        apart = (row.place.card - card) / 2
        ys = [there.y + apart] * first + [there.y - apart] * (count - first)
        return Lying(card, tuple(zip(xs, ys, strict=True)))
    xs = _row(count, wide, wide + 5.0, room)
    across = (xs[-1] - xs[0] + wide) if xs else 0.0
    middle = side * (far - across / 2)
    return Lying(card, tuple((middle + x, there.y) for x in xs))


def _between(start: Sequence[float], end: Sequence[float], way: float) -> list[float]:
    """Places on their way; what has no place before is where it ends."""
    return [a + (b - a) * way for a, b in zip([*start, *end[len(start) :]], end, strict=False)]


# -- the chain -----------------------------------------------------------------------------------


def draw_chain(
    pen: Pen, facing: Facing, view: BoardView, board: ElementsBoard, motion: Motion | None
) -> None:
    """The chain in its order, its top card lit; where the next card would come."""
    art, frame, lane = pen.art, facing.main, lane_of(facing)
    pen = pen.at(frame)
    picked = _picked(view.choosing)
    taking = board.limit_after is not None
    shown = [str(card) for card in board.chain]
    xs = chain_x(lane, len(shown) + 1)
    if motion is not None:
        before = chain_x(lane, len(motion.before.chain) + 1)
        xs = _between(before, xs, motion.way)
        if motion.kind == "play":
            shown = shown[:-1]
    if picked is None:
        pen.put(cards.place(art, lane.card, cards.QUIET_PLACE), xs[-1], lane.y)
    for i, (card, x) in enumerate(zip(shown, xs, strict=False)):
        picture = cards.face(art, card, lane.card)
        if i == len(shown) - 1:
            if taking:
                picture = art.faded(picture, cards.SOLID)
            else:
                pen.put(cards.light(art, card, lane.card), x, lane.y)
        pen.put(picture, x, lane.y)
    if taking and view.choosing is not None:
        colour = pen.art.palette.seats[view.choosing.seat]
        pen.put(cards.rim(art, lane.card, colour), xs[len(shown) - 1], lane.y)
    if picked is not None:
        _coming(pen, lane, view, xs[-1], CHAIN)
    _touch_chain(pen, lane, view.choosing, xs[: len(board.chain)])


def _picked(choosing: Choosing | None) -> Target | None:
    """The card of the hand that has been picked."""
    if choosing is None or not choosing.picked or choosing.picked[0].kind != CARD:
        return None
    return choosing.picked[0]


def _goes_on(choosing: Choosing | None) -> bool:
    """Is a card picked or pointed at, so that a touch on a pile means it?"""
    if choosing is None:
        return False
    first = (*choosing.picked, choosing.target)[0]
    return first is not None and first.kind == CARD


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


def _coming(pen: Pen, lane: Lane, view: BoardView, x: float, place: Target) -> None:
    """The place of the picked card; the card itself, if the cursor is there."""
    choosing = view.choosing
    assert choosing is not None
    height = lane.card
    here = choosing.target == place
    colour = pen.art.palette.seats[choosing.seat]
    if here:
        picture = coming_face(pen, view, height)
        pen.put(pen.art.faded(picture, COMING), x, lane.y)
        pen.put(cards.rim(pen.art, height, colour), x, lane.y)
    else:
        pen.put(cards.place(pen.art, height + LARGER, colour), x, lane.y)
    if choosing.hint == place:
        pen.put(cards.rim(pen.art, height + LARGER, palette.AMBER), x, lane.y)


def _touch_chain(pen: Pen, lane: Lane, choosing: Choosing | None, xs: Sequence[float]) -> None:
    """The whole chain is a place to play to, its top card one to take."""
    if _goes_on(choosing):
        there = lane.chain
        pen.touchable(CHAIN, there.x, there.y, there.width, there.height)
    if choosing is not None and Target(TAKE) in choosing.targets:
        pen.touchable(Target(TAKE), xs[-1], lane.y, lane.width, lane.card)


def draw_limit(pen: Pen, facing: Facing, board: ElementsBoard, motion: Motion | None) -> None:
    """The limit for all who read; what it would be once the top card is taken."""
    art = pen.art
    now = board.limit
    if motion is not None:
        now = round(motion.before.limit + (board.limit - motion.before.limit) * motion.way)
    then = board.limit_after if motion is None else None
    for row in rows_of(facing).values():
        if row.limit is None:
            continue
        for size in LIMIT_SIZES:
            line = _limit_line(art, pen.words, now, then, size)
            if line_width(line, art.unit) <= row.limit.width - 20:
                break
        pen.at(row.place.frame).line(line, row.limit.left + 10, row.limit.y, "left")


def _limit_line(art: Art, words: Words, now: int, then: int | None, size: float) -> Line:
    line: Line = [
        art.text(words._("Limit"), 26 if size == LIMIT_SIZES[0] else 22, palette.QUIET),
        12.0,
        art.text(str(now), size, palette.TEXT, True),
    ]
    if then is not None:
        after = art.text(str(then), size, palette.AMBER, True)
        line += [10.0, art.sign("key_right", 26, palette.QUIET), 10.0, after]
    return line


# -- beside the chain ----------------------------------------------------------------------------


def draw_beside(
    pen: Pen, facing: Facing, view: BoardView, board: ElementsBoard, motion: Motion | None
) -> None:
    """The cards aside, face down, at one end of the chain, the discarded sixes at the other; each
    says what it is, to all who read."""
    art, frame, lane = pen.art, facing.main, lane_of(facing)
    pen = pen.at(frame)
    for i in range(board.aside):
        x = lane.aside_x - (i - (board.aside - 1) / 2) * lane.aside_step
        pen.put(cards.back(art, lane.card), x, lane.y)
    shown = len(board.discard)
    if motion is not None and motion.kind == "discard":
        shown -= 1
    picked = _picked(view.choosing)
    if not shown and picked is None:
        place = cards.place(art, lane.card, cards.QUIET_PLACE)
        pen.put(place, lane.discard_x, lane.y)
    for i in range(shown):
        x = lane.discard_x + (i - (shown - 1) / 2) * DISCARD_STEP
        pen.put(cards.face(art, "6", lane.card), x, lane.y)
    if picked is not None:
        _coming(pen, lane, view, lane.discard_x, DISCARD)
    if _goes_on(view.choosing):
        # to be touched whatever the card is: nothing may tell a 6
        pen.touchable(DISCARD, lane.discard_x, lane.y, lane.width + 24, lane.card)
    for text, x in (
        (pen.words._("aside"), lane.aside_x),
        (pen.words._("discarded"), lane.discard_x),
    ):
        _named(pen, facing, lane, text, x)


def _named(pen: Pen, facing: Facing, lane: Lane, text: str, x: float) -> None:
    """What a pile is, on the pile itself: the figures in its corners stay free."""
    there = back(Box(x, lane.y, lane.width, lane.card), facing.main.quarter)
    for frame in facing.readers:
        here = pen.at(frame)
        seen = turned(there, frame.quarter)
        label = fitted(pen, text, (20.0, 18.0), seen.width + 16, palette.TEXT, most=22.0)
        y = seen.y - (0.0 if len(facing.readers) == 1 else 20.0)
        if facing.message_frames != facing.readers:  # from two edges that meet
            y = seen.low + 22
        here.put(cards.under_label(pen.art, label.width / pen.art.unit), seen.x, y)
        here.put(label, seen.x, y)


def draw_taken(
    pen: Pen, facing: Facing, view: BoardView, board: ElementsBoard, motion: Motion | None
) -> None:
    """Each player's taken cards, turned to who reads, in the order taken (E4)."""
    for player, seat in enumerate(view.names):
        row, held = rows_of(facing)[seat], view.seats[seat].count
        shown = board.taken[player]
        lying = taken_at(row, held, len(shown))
        at = list(lying.at)
        if motion is not None and motion.kind == "take" and motion.seat == seat:
            before = taken_at(row, held, len(shown) - 1)
            if before.card == lying.card:
                at = [
                    (x0 + (x - x0) * motion.way, y)
                    for (x0, _), (x, y) in zip(before.at, lying.at, strict=False)
                ]
            shown = shown[:-1]
        if not lying.at:
            _taken_place(pen, row, held)
        for card, (x, y) in zip(shown, at, strict=False):
            pen.at(row.place.frame).put(cards.face(pen.art, str(card), lying.card), x, y)


def _taken_place(pen: Pen, row: PlayerRow, held: int) -> None:
    """Where taken cards would lie."""
    lying = taken_at(row, held, 1)
    (x, y), frame = lying.at[0], row.place.frame
    pen = pen.at(frame)
    pen.put(cards.place(pen.art, lying.card, cards.QUIET_PLACE), x, y)
    room = WIDE * lying.card - 16
    pen.put(fitted(pen, pen.words._("taken"), (20.0, 18.0), room, palette.QUIET, most=24.0), x, y)


def draw_moving(
    pen: Pen, facing: Facing, view: BoardView, board: ElementsBoard, motion: Motion
) -> None:
    """The card on its way between a player and the middle, above all else."""
    row, lane = rows_of(facing)[motion.seat], lane_of(facing)
    frame, middle = row.place.frame, facing.main
    assert row.place.cards is not None
    hand = frame.place(row.place.cards.x, row.place.cards.y)
    height, quarter = lane.card, middle.quarter
    if motion.kind == "play":
        start, end = hand, middle.place(chain_x(lane, len(board.chain))[-1], lane.y)
    elif motion.kind == "discard":
        start, end = hand, middle.place(lane.discard_x, lane.y)
    else:
        count = len(board.taken[view.names.index(motion.seat)])
        lying = taken_at(row, view.seats[motion.seat].count, count)
        start = middle.place(chain_x(lane, len(motion.before.chain))[-1], lane.y)
        end = frame.place(*lying.at[-1])
        height, quarter = lying.card, frame.quarter
    x, y = (a + (b - a) * motion.way for a, b in zip(start, end, strict=True))
    there = Frame(x, y, quarter, facing.layout.unit)
    pen.at(there).put(cards.face(pen.art, motion.card, height), 0, 0)
