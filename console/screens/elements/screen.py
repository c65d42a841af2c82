"""The screen of «Сила стихий», as a list of sprites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from console.i18n import Words
from console.screens import marks
from console.screens.art import Art, Picture
from console.screens.bands import BandMessage
from console.screens.board.facing import Facing, SeatPlace
from console.screens.elements import cards, middle, panel, plates
from console.screens.elements.cards import KINDS, SMALL_CARD
from console.screens.elements.places import BAND, lane_of, rows_of
from console.screens.layout import Band, box
from console.screens.moment import Moment
from console.screens.palette import Palette
from console.screens.stage import Pen
from console.screens.texts import names_of
from console.table.board.view import CONFIRM, BoardView
from console.table.elements.view import (
    CARD,
    CHAIN,
    CONCEDE,
    DISCARD,
    REVEAL,
    TAKE,
    ElementsBoard,
    ElementsNews,
    ElementsSecret,
)
from console.table.view import Target


class ElementsScreen:
    """Draws ``ElementsBoard``; a ``BoardScreen``."""

    def places(self, facing: Facing) -> Mapping[int, SeatPlace]:
        """A row along each player's edge."""
        return {seat: row.place for seat, row in rows_of(facing).items()}

    def bands(self, facing: Facing) -> Sequence[Band]:
        """Where round and goal stand at each person's row: cards have all else."""
        rows = rows_of(facing).values()
        return tuple(
            Band(row.place.frame, there.x, there.y, there.width, there.height)
            for row in rows
            for there in (row.status,)
            if there is not None
        )

    def message(self, words: Words, colours: Palette, view: BoardView) -> BandMessage | None:
        """A round's result has a panel."""
        return None

    def aside(self, facing: Facing) -> SeatPlace:
        """Between the chain and the opponent's row."""
        lane = lane_of(facing)
        low = lane.y + lane.card / 2 + 6
        there = box(lane.free.left, low, lane.free.right, max(lane.free.high, low + BAND))
        return SeatPlace(facing.main, True, there)

    def fills_task_room(self, facing: Facing, view: BoardView, seat: int) -> bool:
        """A round's result says itself how it goes on."""
        return isinstance(view.news, ElementsNews)

    def stage(self, facing: Facing, view: BoardView) -> int:
        """Cards keep their size."""
        return 0

    def prepare(self, art: Art, facing: Facing, stage: int) -> Iterator[None]:
        """Cards in every size and turn that the seats need, plates in every seat's colour."""
        lane, rows = lane_of(facing), rows_of(facing)
        for card in KINDS:
            top = cards.face(art, card, lane.card)
            yield
            turn = facing.main.quarter
            for picture in (
                top,
                art.faded(top, cards.SOLID),
                art.faded(top, middle.COMING),
                cards.light(art, card, lane.card),
            ):
                art.turned(picture, turn)
                yield
            for row in rows.values():
                held = row.place.card
                for height in (held, float(round(middle.HALF * held))):
                    art.turned(cards.face(art, card, height), row.place.frame.quarter)
                    yield
            for frame in facing.message_frames:
                art.turned(cards.face(art, card, SMALL_CARD), frame.quarter)
            yield
        for height in (lane.card, SMALL_CARD):
            back = cards.back(art, height)
            yield
            for quarter in {
                *(frame.quarter for frame in facing.message_frames),
                facing.main.quarter,
            }:
                art.turned(back, quarter)
            art.turned(art.faded(back, middle.COMING), facing.main.quarter)
            art.turned(cards.place(art, height, cards.QUIET_PLACE), facing.main.quarter)
            yield
        for seat, row in rows.items():
            panel.prepare(art, facing, seat)
            yield
            colour = art.palette.seats[seat]
            art.turned(cards.rim(art, lane.card, colour), facing.main.quarter)
            place = cards.place(art, lane.card + middle.LARGER, colour)
            art.turned(place, facing.main.quarter)
            yield
            if row.plates is not None:
                yield from _prepare_plates(art, colour, row.place.frame.quarter, row.plates.width)

    def draw(self, pen: Pen, facing: Facing, view: BoardView, moment: Moment) -> Iterator[None]:
        """The chain in the middle, limit, round and plates around it; a round's result over it,
        since the next round is dealt already."""
        board = view.board
        assert isinstance(board, ElementsBoard)
        if isinstance(view.news, ElementsNews):
            panel.draw_news(pen, facing, view.names, view.news, names_of(view))
            yield
            return
        motion = middle.motion_of(view.last, moment.way)
        middle.draw_taken(pen, facing, view, board, motion)
        middle.draw_beside(pen, facing, view, board, motion)
        yield
        middle.draw_chain(pen, facing, view, board, motion)
        middle.draw_limit(pen, facing, board, motion)
        plates.draw_status(pen, facing, board)
        plates.draw_plates(pen, facing, view, board)
        yield
        if motion is not None:
            middle.draw_moving(pen, facing, view, board, motion)

    def face(self, art: Art, card: str, height: float) -> Picture:
        """A card by its value, ``"1"`` to ``"6"``."""
        return cards.face(art, card, height)

    def back(self, art: Art, height: float) -> Picture:
        """The same for every card."""
        return cards.back(art, height)

    def secret(self, words: Words, secret: object) -> str:
        """The own sum and the limit, now and after the turn under the cursor."""
        assert isinstance(secret, ElementsSecret)
        now = secret.total, secret.limit
        then = secret.after or now
        total, limit = (str(a) if a == b else f"{a} › {b}" for a, b in zip(now, then, strict=True))
        return words._("Sum {total} · limit {limit}").format(total=total, limit=limit)

    def task(self, words: Words, view: BoardView) -> str:
        """What may be done now. Nothing in it depends on what the picked card is."""
        choosing = view.choosing
        if choosing is None or choosing.target is None:
            return ""
        target = choosing.target
        if target == CONFIRM:
            if choosing.picked[0].kind == REVEAL:
                return words._("Your hand will be revealed")
            return words._("One point for the other player")
        if choosing.picked:
            if target == CHAIN:
                return words._("To the chain, or discard a 6")
            return words._("Discard the 6")
        if target.kind == CARD:
            return words._("Play a card")
        if target.kind == TAKE:
            return words._("Take the chain's top card")
        return (
            words._("Reveal your hand") if target.kind == REVEAL else words._("Give up the round")
        )

    def hint(self, words: Words, view: BoardView, target: Target) -> str:
        """A card of the hand is not named: all may read this."""
        if target.kind == CARD:
            return words._("the marked card")
        if target == CONFIRM:
            return words._("● once more")
        return {
            CHAIN.kind: words._("onto the chain"),
            DISCARD.kind: words._("discard it"),
            TAKE: words._("take the chain's top card"),
            REVEAL: words._("reveal"),
            CONCEDE: words._("give up the round"),
        }[target.kind]


def _prepare_plates(art: Art, colour: str, quarter: int, room: float) -> Iterator[None]:
    for width in plates.plate_widths(room):
        for look in plates.LOOKS:
            art.turned(plates.plate(art, width, colour, look), quarter)
        yield
    art.turned(plates.plate(art, plates.OTHER_WIDTH, colour, "quiet"), quarter)
    art.turned(plates.plate(art, plates.question_width(room), colour, "bright"), quarter)
    art.turned(plates.plate(art, plates.BACK_WIDTH, colour, "quiet"), quarter)
    for key in ("key_ok", "key_back"):
        art.turned(marks.sign_disc(art, key, plates.KEY, colour), quarter)
    yield
