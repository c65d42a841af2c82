"""The screen of «Сила стихий», as a list of sprites."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.i18n import Words
from console.screens import marks
from console.screens.art import Art, Picture
from console.screens.elements import cards, middle, panel, plates
from console.screens.elements.cards import CHAIN_CARD, KINDS, SMALL_CARD, TAKEN_CARD
from console.screens.layout import Layout
from console.screens.moment import Moment
from console.screens.stage import Pen
from console.screens.texts import names_of
from console.table.board.view import CONFIRM, BoardView
from console.table.elements.view import (
    CARD,
    CHAIN,
    REVEAL,
    TAKE,
    ElementsBoard,
    ElementsNews,
    ElementsSecret,
)

HAND_CARDS: Final = (46.0, 52.0)
"""The heights of a hand's cards in the strips."""


class ElementsScreen:
    """Draws ``ElementsBoard``; a ``BoardScreen``."""

    hands = True

    def prepare(self, art: Art, layout: Layout) -> Iterator[None]:
        """Cards in every size and turn that the seats need, plates in every seat's colour."""
        quarters = {frame.quarter for frame in layout.frames}
        for card in KINDS:
            top = cards.face(art, card, CHAIN_CARD)
            yield
            art.faded(top, cards.SOLID)
            art.faded(top, middle.COMING)
            yield
            cards.light(art, card, CHAIN_CARD)
            yield
            for height in (TAKEN_CARD, *HAND_CARDS):
                for quarter in quarters:
                    art.turned(cards.face(art, card, height), quarter)
                yield
            art.turned(cards.face(art, card, SMALL_CARD), 2)
            yield
        for height in (CHAIN_CARD, TAKEN_CARD, SMALL_CARD):
            back = cards.back(art, height)
            yield
            art.faded(back, middle.COMING)
            art.turned(back, 2)
            cards.place(art, height, cards.QUIET_PLACE)
            yield
        art.faded(cards.face(art, "6", TAKEN_CARD), middle.COMING)
        yield
        for seat, frame in enumerate(layout.frames):
            panel.prepare(art, seat)
            yield
            yield from _prepare_seat(art, art.palette.seats[seat], frame.quarter)

    def draw(
        self, pen: Pen, layout: Layout, words: Words, view: BoardView, moment: Moment
    ) -> Iterator[None]:
        """The chain in the middle, limit, points and plates around it; a round's result
        alone, since the next round is dealt already."""
        board = view.board
        assert isinstance(board, ElementsBoard)
        if isinstance(view.news, ElementsNews):
            panel.draw_news(pen, layout, words, view.names, view.news, names_of(view))
            yield
            return
        motion = middle.motion_of(view.last, moment.way)
        middle.draw_taken(pen, layout, view, board, motion)
        middle.draw_beside(pen, layout, words, view, board, motion)
        yield
        middle.draw_chain(pen, layout, view, board, motion)
        middle.draw_limit(pen, layout, words, board, motion)
        plates.draw_status(pen, layout, words, view, board)
        plates.draw_plates(pen, layout, words, view, board)
        yield
        if motion is not None:
            middle.draw_moving(pen, layout, view, board, motion)

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
                return words._("Your hand is opened")
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
            words._("Reveal your hand") if target.kind == REVEAL else words._("Concede the round")
        )


def _prepare_seat(art: Art, colour: str, quarter: int) -> Iterator[None]:
    for height in (CHAIN_CARD, TAKEN_CARD):
        cards.rim(art, height, colour)
        yield
        cards.place(art, height + middle.LARGER, colour)
        yield
    room = plates.PLATE_ROOM[quarter % 2]
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
