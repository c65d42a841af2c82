"""The screen of IOTA, as a list of sprites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.bands import BandMessage
from console.screens.board.facing import Facing, SeatPlace
from console.screens.board.strips import prepare as prepare_strips
from console.screens.iota import cards, marks, middle, panel, places
from console.screens.iota.marks import HELD_SHARE
from console.screens.iota.two import MIDDLE, shares_of
from console.screens.layout import Band, box
from console.screens.moment import Moment
from console.screens.names import seat_name
from console.screens.palette import Palette
from console.screens.stage import Pen
from console.screens.texts import count_words, names_of
from console.table.board.view import CONFIRM, BoardView
from console.table.iota.view import CARD, CELL, PASS, SWAP, IotaBoard, IotaEnd, Points, points_of
from console.table.record_values import ResultColumn
from console.table.view import Target, TargetKind

NEARLY: Final = 0.8
"""Cards little smaller than great ones look the same when they are scaled."""
SEAT_MARKS: Final = (marks.place, marks.cursor, marks.laid, marks.corners, marks.wild_ring)


class IotaScreen:
    """Draws ``IotaBoard``; a ``BoardScreen``."""

    def places(self, facing: Facing) -> Mapping[int, SeatPlace]:
        """Hands, words and points in the corners."""
        return places.places_of(facing)

    def bands(self, facing: Facing) -> Sequence[Band]:
        """At the edges; beside the grid of two who sit opposite."""
        return places.bands_of(facing)

    def message(self, words: Words, colours: Palette, view: BoardView) -> BandMessage | None:
        """How it ended."""
        return (
            _end_message(words, colours, view, view.news)
            if isinstance(view.news, IotaEnd)
            else None
        )

    def aside(self, facing: Facing) -> SeatPlace:
        """Under the opponent's name, where the opponent's points would stand."""
        there = places.places_of(facing)[facing.opponents()[0]].own
        assert there is not None
        if facing.main.quarter % 2 == 0:  # down to the learner's own corner
            there = box(there.left, there.low - MIDDLE, there.right, there.high)
        elif there.x > 0:
            there = box(there.left - MIDDLE, there.low, there.right, there.high)
        else:
            there = box(there.left, there.low, there.right + MIDDLE, there.high)
        return SeatPlace(facing.main, True, there)

    def fills_task_room(self, facing: Facing, view: BoardView, seat: int) -> bool:
        """The points of a draft take the room of the task, unless a hint needs it; those of the
        last move where there is no other."""
        board, choosing = view.board, view.choosing
        assert isinstance(board, IotaBoard)
        if choosing is not None and choosing.seat == seat:
            return board.points is not None and not _hints(view)
        if view.ask is not None or view.news is not None or view.last is None:
            return False
        counts = view.last.seat == seat and last_points(view, board) is not None
        return counts and places.is_low(places.places_of(facing)[seat])

    def stage(self, facing: Facing, view: BoardView) -> int:
        """From one card of the grid to the next, in pixels."""
        board = view.board
        assert isinstance(board, IotaBoard)
        return round(middle.spot_now(facing, view, board, 1.0).pitch * facing.layout.unit)

    def prepare(self, art: Art, facing: Facing, stage: int) -> Iterator[None]:
        """Every card and mark as large as they are now, and what cards of other sizes are scaled
        from; then marks and hands as they are next, but for the light of lots, which is rare and
        large. Panels and what lies around lines are drawn when a card is laid, while nothing
        moves."""
        pitch = stage / art.unit
        drawn = {pitch}
        yield from _prepare_grid(art, facing, pitch)
        for step in range(1, marks.GLOWS + 1):
            art.turned(marks.lot_light(art, pitch, step), 1)
            yield
        yield from _prepare_cards(art, cards.GREAT)
        yield from _prepare_seats(art, facing)
        if pitch * HELD_SHARE < NEARLY * cards.GREAT:
            yield from _prepare_cards(art, pitch * HELD_SHARE)
        for each in places.later(facing):
            if facing.opposite and shares_of(each) != shares_of(facing):
                yield from prepare_strips(art, each, self)
                yield from _prepare_seats(art, each)
            pitch = places.pitch_of(each)
            if pitch not in drawn:
                drawn.add(pitch)
                yield from _prepare_grid(art, each, pitch)

    def draw(self, pen: Pen, facing: Facing, view: BoardView, moment: Moment) -> Iterator[None]:
        """The grid, the deck, and beside them the points of the draft or of the last move."""
        board = view.board
        assert isinstance(board, IotaBoard)
        way = moment.way
        pen = pen.at(facing.main)
        spot = middle.spot_now(facing, view, board, way)
        panel.draw_deck(pen, facing, board)
        scored = last_points(view, board)
        moving = view.last is not None and way < 1 and not board.draft
        choosing = view.choosing
        if choosing is not None and board.points is not None:
            colour = pen.art.palette.seats[choosing.seat]
            middle.draw_lines(pen, board.points, spot, colour)
        middle.draw_grid(pen, facing, view, board, spot, moving)
        yield
        if choosing is not None:
            seat = view.seats[choosing.seat]
            hand = None if seat.looking else seat.hand
            middle.draw_choosing(pen, choosing, board, spot, hand)
        if moving:
            middle.draw_motion(pen, facing, view, board, spot, way)
            if scored is not None:
                middle.draw_lots(pen, scored, spot, way)
        yield
        _beside(pen, facing, view=view, board=board, scored=scored, way=way)
        yield

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
        passes = panel.PASSING in (choosing.target, *choosing.picked)
        if passes and isinstance(view.board, IotaBoard) and view.board.last_pass:
            return words._("A pass ends the match")
        if not choosing.picked:
            if passes:
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

    def hint(self, words: Words, view: BoardView, target: Target) -> str:
        """A card of the hand is not named: all may read this."""
        if target == CONFIRM:
            passes = view.choosing is not None and view.choosing.picked[:1] == (panel.PASSING,)
            return words._("pass") if passes else words._("lay")
        return {
            CARD: words._("the marked card"),
            CELL: words._("to the marked place"),
            SWAP: words._("take the wild card"),
            PASS: words._("pass"),
        }[target.kind]


def _hints(view: BoardView) -> bool:
    """Does a hint stand at the seat? In a lesson what is told says it."""
    hinted = view.choosing is not None and view.choosing.hint is not None
    return hinted and view.lesson is None


def last_points(view: BoardView, board: IotaBoard) -> Points | None:
    """What the last move came to, None if it was no place or no points are counted."""
    if view.last is None or not board.scoring:
        return None
    scored = next((e for e in view.last.events if e["type"] == "scored"), None)
    return None if scored is None else points_of(scored, board.grid)


def _prepare_seats(art: Art, facing: Facing) -> Iterator[None]:
    """What lies beside the grid."""
    for seat, place in places.places_of(facing).items():
        panel.prepare(art, place, art.palette.seats[seat])
        yield
    for count in range(0, 66, 8):
        cards.stack(art, count, places.deck_at(facing).width)
        yield


def _prepare_cards(art: Art, size: float) -> Iterator[None]:
    for card in cards.FACES:
        cards.face(art, card, size)
        yield


def _prepare_grid(art: Art, facing: Facing, pitch: float) -> Iterator[None]:
    marks.free(art, pitch)
    cards.back(art, pitch * HELD_SHARE)
    marks.hint(art, pitch)
    yield
    for seat in facing.seats:
        for mark in SEAT_MARKS:
            mark(art, pitch, art.palette.seats[seat])
            yield


def _beside(
    pen: Pen, facing: Facing, view: BoardView, board: IotaBoard, scored: Points | None, way: float
) -> None:
    """Each seat's own points: of what is being laid, else of the last move; and the plates."""
    choosing = view.choosing
    if choosing is not None and (place := places.places_of(facing)[choosing.seat]).reads:
        panel.draw_plates(pen, place, choosing, board)
        if board.points is not None and not _hints(view):
            there = places.points_at(place, laying=True)
            panel.draw_points(pen.at(place.frame), there, board.points, choosing.seat)
    if scored is None or view.last is None:
        return
    seat, laying = view.last.seat, choosing is not None and choosing.seat == view.last.seat
    place = places.places_of(facing)[seat]
    if view.lesson is not None and not place.reads:
        return
    does = laying or view.ask is not None or view.news is not None
    if (laying and board.points is not None) or (does and places.is_low(place)):
        return
    there = places.points_at(place, laying=False)
    share = min(1.0, way / middle.LANDED)
    if there.height >= panel.LEAST_TOTAL:
        panel.draw_points(pen.at(place.frame), there, points=scored, seat=seat, share=share)


def _end_message(words: Words, colours: Palette, view: BoardView, end: IotaEnd) -> BandMessage:
    """Who has won, and why it is over; a touch on it goes on."""
    seats = tuple(view.names[player] for player in end.winners)
    colour = colours.seats[seats[0]] if len(seats) == 1 else palette.AMBER
    return BandMessage(
        *end_words(words, view, end),
        colour=colour,
        sign="crown",
        seats=seats,
        target=Target(TargetKind.NEWS),
    )


def end_words(words: Words, view: BoardView, end: IotaEnd) -> tuple[str, str]:
    """Who has won, why it is over and what the winners have, in two lines."""
    names = names_of(view)
    seats = [view.names[player] for player in end.winners]
    who = ", ".join(seat_name(words, seat, names.get(seat)) for seat in seats)
    first = words.n("{who} wins", "{who} share the win", len(end.winners)).format(who=who)
    why = words._("The last card is laid") if end.emptied else words._("All have passed")
    column = ResultColumn.POINTS if end.scoring else ResultColumn.CARDS
    return first, f"{why} · {count_words(words, column, end.counts[end.winners[0]])}"
