"""The table while a match is played."""

from __future__ import annotations

from collections.abc import Iterator

from console.screens import palette
from console.screens.chaos import flower
from console.screens.chaos.arrows import draw_arrow
from console.screens.chaos.lesson import draw_lesson, draw_marks
from console.screens.chaos.seats import draw_choice, draw_cost, draw_seat
from console.screens.chaos.won import arrived, draw_flight, draw_run, place, winners
from console.screens.count_in import readers_of
from console.screens.idle_players import draw_idle_players, over_stacks
from console.screens.layout import PILE_X, STACK_X, Layout
from console.screens.moment import Moment
from console.screens.passing import passing_words
from console.screens.pause import draw_pause
from console.screens.photo.copies import draw_asking, draw_copies
from console.screens.stage import Pen
from console.screens.texts import names_of
from console.table.chaos.view import POT, CardMove, DeathPhase, PlayView
from console.table.outputs import VerdictKind
from console.table.view import Who


def deadline_of(view: PlayView) -> int | None:
    """The countdown that a view shows, if any: none runs in trouble."""
    if view.trouble is not None:
        return None
    if view.choice is not None:
        return view.choice.deadline_ns
    if view.all_at_ns is not None:
        return view.all_at_ns
    return view.special_deadline_ns


def draw_play(pen: Pen, layout: Layout, view: PlayView, moment: Moment) -> Iterator[None]:
    """The whole table, bottom to top, in slices; a photo finish fills it."""
    if view.photo is not None:
        yield from draw_copies(pen, layout, view.photo, names_of(view))
        return
    active = lit_seats(view)
    _moves_below(pen, layout, view, moment.arrows)
    _watching(pen, layout, view)
    shining = arrived(view.verdict, moment.won)
    for seat in view.seats:
        lit, voided = seat.seat in (*active, *shining), seat.seat in view.voided
        hand = next((hand for hand in view.hands if hand.seat == seat.seat), None)
        draw_seat(pen, layout, seat, hand, lit=lit, voided=voided)
        yield
    if view.verdict is not None:
        draw_run(pen, layout, view.verdict, moment.won)
    _costs(pen, layout, view)
    if view.pause is None:
        for seat in view.seats:
            if seat.seat in view.may_ask and seat.who is Who.PERSON:
                draw_asking(pen, layout, seat.seat, vacant=not seat.pile)
    _middle(pen, layout, view, moment, active)
    if view.verdict is not None:
        draw_flight(pen, layout, view.verdict, moment.won)
    if view.choice is not None:
        draw_choice(pen, layout, view.choice)
    yield
    draw_idle_players(pen, view.idle, over_stacks(layout))
    if view.pause is not None:
        draw_pause(pen, layout, view.pause, passing_words(pen.words, view))
        return
    if view.lesson is not None:
        draw_marks(pen, layout, view.lesson)
        draw_lesson(pen, layout, view.lesson)


def lit_seats(view: PlayView) -> frozenset[int]:
    """Whose move it is: the chooser's, the rivals' of a sudden death, else the flipper's."""
    if view.choice is not None:
        return frozenset((view.choice.seat,))
    if view.sudden_death is not None:
        return frozenset(view.sudden_death.seats) - frozenset(view.sudden_death.out)
    return frozenset(s.seat for s in view.seats if s.turn)


def _middle(
    pen: Pen, layout: Layout, view: PlayView, moment: Moment, active: frozenset[int]
) -> None:
    pen = pen.at(layout.sides[0])
    pen.put(flower.orbit(pen), 0, 0)
    death = view.sudden_death
    light = death is not None and death.phase is DeathPhase.LIGHT
    won = winners(view.verdict, moment.won)
    for seat in view.seats:
        flower.petal(
            pen,
            layout,
            seat.seat,
            seated=seat.hand is not None,
            turn=seat.seat in active,
            touched=seat.touched or seat.seat in won,
            light=light and seat.seat in active,
        )
    colour = pen.art.palette.seats[min(active)] if len(active) == 1 else palette.FAINT
    if moment.share is not None:
        ring = palette.AMBER if view.choice is None else pen.art.palette.seats[view.choice.seat]
        pen.put(flower.countdown(pen, moment.share, ring), 0, 0)
    else:
        for number in sorted(active):
            flower.turn_arc(pen, layout, number)
    special = view.special or ("all" if view.all_seat is not None else None)
    if light:
        flower.draw_light(pen, layout)
    elif special is not None:
        flower.draw_sign(pen, layout, special, palette.AMBER)
    else:
        pen.put(flower.pot(pen, colour), 0, 0)
        readers = readers_of(layout, view)
        flower.draw_count(pen, readers[0], len(view.pot), view.shift)
        if view.pot_named and not view.shift:
            flower.draw_name(pen, readers, pen.words._("pot"))


def _moves_below(pen: Pen, layout: Layout, view: PlayView, arrows: int) -> None:
    """Arrows from pile to pile under everything else: where the cards went (C9, C12)."""
    if view.verdict is None:
        return
    moves = [m for m in view.verdict.moves if m.source != m.target]
    for move in moves[:arrows]:
        _arrow(pen, layout, move)


def _arrow(pen: Pen, layout: Layout, move: CardMove) -> None:
    start = place(layout, move.source, PILE_X)
    end = place(layout, move.target, STACK_X)
    colour = palette.TEXT if move.source == POT else pen.art.palette.seats[move.source]
    draw_arrow(pen, layout, start, end, colour, 3.0 + min(move.count, 10) * 0.25)


def _costs(pen: Pen, layout: Layout, view: PlayView) -> None:
    """How many cards each taker got, on its stack."""
    if view.verdict is None:
        return
    false = view.verdict.kind in (VerdictKind.FALSE_GRAB, VerdictKind.FELL)
    colour = pen.art.palette.alarm if false else palette.TEXT
    totals: dict[int, int] = {}
    for move in view.verdict.moves:
        if move.target != POT:
            totals[move.target] = totals.get(move.target, 0) + move.count
    for seat, count in totals.items():
        draw_cost(pen, layout, seat, count, colour)


def _watching(pen: Pen, layout: Layout, view: PlayView) -> None:
    """Thin arrows from each hand to the pile it plays for (C20)."""
    for seat in view.seats:
        if seat.watches is not None and seat.watches != seat.seat:
            _watch(pen, layout, seat.seat, seat.watches)


def _watch(pen: Pen, layout: Layout, seat: int, watched: int) -> None:
    start, end = place(layout, seat, PILE_X), place(layout, watched, PILE_X)
    draw_arrow(pen, layout, start, end, pen.art.palette.seats[seat], 2.0)
