"""The screen of IOTA, as a list of sprites."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.iota import cards, marks, middle, panel, places
from console.screens.iota.marks import HELD_SHARE
from console.screens.iota.places import Spot, pitches
from console.screens.layout import NOTICE_HEIGHT, NOTICE_Y, Layout
from console.screens.moment import Moment
from console.screens.names import seat_name
from console.screens.notices import draw_words
from console.screens.stage import Pen
from console.screens.symbols.signs import SEAT_SHAPES
from console.screens.texts import count_words, names_of
from console.table.board.view import CONFIRM, BoardView, Target
from console.table.iota.view import CELL, PASS, SWAP, IotaBoard, IotaEnd, Points, points_of

SEAT_MARKS: Final = (marks.place, marks.cursor, marks.laid, marks.corners, marks.wild_ring)


class IotaScreen:
    """Draws ``IotaBoard``; a ``BoardScreen``."""

    hands = True

    def prepare(self, art: Art, layout: Layout) -> Iterator[None]:
        """Every card and mark in every size of the grid, the largest first. Panels and what lies
        around lines are drawn when a card is laid, while nothing moves."""
        for pitch in pitches(layout.unit):
            held = pitch * HELD_SHARE
            for card in cards.FACES:
                cards.face(art, card, held)
                yield
            cards.back(art, held)
            marks.hint(art, pitch)
            yield
            for step in range(1, marks.GLOWS + 1):
                art.turned(marks.lot_light(art, pitch, step), 1)
                yield
            for seat in range(len(layout.frames)):
                for mark in SEAT_MARKS:
                    mark(art, pitch, art.palette.seats[seat])
                    yield
        for count in range(0, 66, 8):
            cards.stack(art, count, panel.DECK)
            yield
        for seat in range(len(layout.frames)):
            panel.prepare(art, panel.column(layout, places.RIGHT, seat), art.palette.seats[seat])
            yield

    def draw(
        self, pen: Pen, layout: Layout, words: Words, view: BoardView, moment: Moment
    ) -> Iterator[None]:
        """The grid, the deck, and beside them the points of the draft or of the last move."""
        board = view.board
        assert isinstance(board, IotaBoard)
        way = moment.way
        frame = layout.sides[0]
        spot = middle.spot_now(layout, view, board, way)
        panel.draw_deck(pen, layout, board)
        scored = last_points(view, board)
        moving = view.last is not None and way < 1 and not board.draft
        choosing = view.choosing
        if choosing is not None and board.points is not None:
            colour = pen.art.palette.seats[choosing.seat]
            middle.draw_lines(pen, frame, board.points, spot, colour)
        middle.draw_grid(pen, frame, view, board, spot, moving)
        yield
        if choosing is not None:
            middle.draw_choosing(pen, frame, choosing, board, spot)
        if moving:
            middle.draw_motion(pen, layout, view, board, spot, way)
            if scored is not None:
                middle.draw_lots(pen, frame, scored, spot, way)
        yield
        self._beside(pen, layout, words, view=view, board=board, spot=spot, scored=scored, way=way)
        yield
        if isinstance(view.news, IotaEnd) and way >= 1:
            _draw_end(pen, layout, words, view, view.news)

    def _beside(
        self,
        pen: Pen,
        layout: Layout,
        words: Words,
        view: BoardView,
        board: IotaBoard,
        spot: Spot,
        scored: Points | None,
        way: float,
    ) -> None:
        choosing = view.choosing
        if choosing is not None:
            column = panel.column(
                layout, panel.side_for(layout, spot, choosing.seat), choosing.seat
            )
            panel.draw_plates(pen, column, words, choosing, board)
            if board.points is not None:
                panel.draw_points(pen, column, words, board.points, choosing.seat)
                return
        if scored is not None and view.last is not None:
            side, seat = panel.side_for_last(layout, spot, view)
            column = panel.column(layout, side, seat)
            share = min(1.0, way / middle.LANDED)
            panel.draw_points(pen, column, words, scored, view.last.seat, share)

    def face(self, art: Art, card: str, height: float) -> Picture:
        """A card of a hand, square."""
        return cards.face(art, card, height)

    def back(self, art: Art, height: float) -> Picture:
        """A card of a hand, face down."""
        return cards.back(art, height)

    def secret(self, words: Words, secret: object) -> str:
        """Nothing beside the cards is secret."""
        return ""

    def task(self, words: Words, view: BoardView) -> str:
        """What the player to move may do now."""
        choosing = view.choosing
        if choosing is None:
            return ""
        if not choosing.picked:
            if choosing.target == panel.PASSING:
                return words._("Pass, or exchange cards")
            return words._("Choose a card, or pass")
        if choosing.picked[0].kind == PASS:
            return words._("Choose cards to exchange, or none")
        kinds = {target.kind for target in choosing.targets}
        if SWAP in kinds:
            return words._("Choose a place, or a wild card to take")
        if CELL in kinds:
            return words._("Choose a place")
        if len(choosing.targets) > 1 and choosing.target == CONFIRM:
            return words._("Lay, or choose a further card")
        return words._("Lay") if choosing.target == CONFIRM else words._("Choose a further card")


def last_points(view: BoardView, board: IotaBoard) -> Points | None:
    """What the last move came to, None if it was no place or no points are counted."""
    if view.last is None or not board.scoring:
        return None
    scored = next((e for e in view.last.events if e["type"] == "scored"), None)
    return None if scored is None else points_of(scored, board.grid)


def _draw_end(pen: Pen, layout: Layout, words: Words, view: BoardView, end: IotaEnd) -> None:
    """Who has won, and why it is over."""
    first, second = end_words(words, view, end)
    if len(end.winners) == 1:
        seat = view.names[end.winners[0]]
        draw_words(pen, layout, first, second, pen.art.palette.seats[seat], SEAT_SHAPES[seat])
    else:
        draw_words(pen, layout, first, second, palette.AMBER, "crown")
    for frame in layout.sides:
        pen.touchable(frame, Target("news"), 0, NOTICE_Y, layout.notice_width, NOTICE_HEIGHT)


def end_words(words: Words, view: BoardView, end: IotaEnd) -> tuple[str, str]:
    """Who has won, why it is over and what the winners have, in two lines."""
    names = names_of(view)
    seats = [view.names[player] for player in end.winners]
    who = ", ".join(seat_name(words, seat, names.get(seat)) for seat in seats)
    first = words.n("{who} wins", "{who} share the win", len(end.winners)).format(who=who)
    why = words._("The last card is laid") if end.emptied else words._("All have passed")
    column = "points" if end.scoring else "cards"
    return first, f"{why} · {count_words(words, column, end.counts[end.winners[0]])}"
