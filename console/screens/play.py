"""The table while a match is played."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, hypot
from typing import Final

from console.i18n import Words
from console.screens import flower, palette
from console.screens.layout import CARD_Y, PILE_X, SEAT_DEPTH, STACK_X, Layout
from console.screens.notices import draw_pause, draw_verdict, draw_words, verdict_colour
from console.screens.seats import draw_choice, draw_cost, draw_seat
from console.screens.stage import Pen
from console.screens.texts import (
    all_words,
    choice_words,
    death_words,
    names_of,
    seat_name,
    special_words,
    trouble_words,
    voided_words,
)
from console.table.view import POT, CardMove, DeathPhase, PlayView, SeatView

SECOND_NS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Moment:
    """What depends on time: steps, so that nothing is repainted between them.

    ``share`` is what is left of a countdown (None without one), ``seconds`` the same in whole
    seconds, ``breath`` the step of a verdict's breath.
    """

    share: float | None = None
    seconds: int = 0
    breath: int = 0


def deadline_of(view: PlayView) -> int | None:
    """The countdown that a view shows, if any."""
    if view.choice is not None:
        return view.choice.deadline_ns
    if view.all_at_ns is not None:
        return view.all_at_ns
    return view.special_deadline_ns


def draw_play(pen: Pen, layout: Layout, words: Words, view: PlayView, moment: Moment) -> None:
    """The whole table, bottom to top."""
    _moves_below(pen, layout, view)
    _watching(pen, layout, view)
    for seat in view.seats:
        draw_seat(pen, layout, words, seat, seat.seat in view.voided)
    _costs(pen, layout, view)
    _middle(pen, layout, view, moment)
    if view.choice is not None:
        draw_choice(pen, layout, words, view.choice)
    _notice(pen, layout, words, view, moment)
    if view.pause is not None:
        draw_pause(pen, layout, words, view.pause)


def _middle(pen: Pen, layout: Layout, view: PlayView, moment: Moment) -> None:
    near = layout.sides[0]
    death = view.sudden_death
    light = death is not None and death.phase is DeathPhase.LIGHT
    for seat in view.seats:
        rival = death is not None and seat.seat in death.seats
        picture = flower.petal(
            pen,
            layout,
            seat.seat,
            seated=seat.hand is not None,
            turn=seat.turn or rival,
            touched=seat.touched,
            lit=light and rival,
        )
        pen.put(near, picture, 0, 0)
    colour = _turn_colour(view)
    if moment.share is not None:
        ring = palette.AMBER if view.choice is None else palette.SEATS[view.choice.seat]
        pen.put(near, flower.countdown(pen, moment.share, ring), 0, 0)
    else:
        for seat in view.seats:
            if seat.turn:
                pen.put(near, flower.turn_arc(pen, layout, seat.seat), 0, 0)
    special = view.special or ("all" if view.all_seat is not None else None)
    if light:
        flower.draw_light(pen, layout)
    elif special is not None:
        flower.draw_sign(pen, layout, special, palette.AMBER)
    else:
        pen.put(near, flower.pot(pen, colour), 0, 0)
        flower.draw_count(pen, layout, len(view.pot), view.shift)


def _turn_colour(view: PlayView) -> str:
    turns = [s.seat for s in view.seats if s.turn]
    return palette.SEATS[turns[0]] if turns else palette.FAINT


def _notice(pen: Pen, layout: Layout, words: Words, view: PlayView, moment: Moment) -> None:
    """The one thing that everybody must read now."""
    names = names_of(view)
    if view.trouble is not None:
        draw_words(pen, layout, *trouble_words(words, view.trouble), palette.ALARM, "warning")
    elif view.sudden_death is not None:
        sign = {
            DeathPhase.HANDS_OFF: "hands_off",
            DeathPhase.WAIT: "light",
            DeathPhase.LIGHT: "light",
        }[view.sudden_death.phase]
        draw_words(pen, layout, *death_words(words, view.sudden_death, names), palette.AMBER, sign)
    elif view.choice is not None:
        seat = view.choice.seat
        name = seat_name(words, seat, names.get(seat))
        draw_words(pen, layout, choice_words(words, name), "", palette.SEATS[seat])
    elif view.verdict is not None:
        draw_verdict(pen, layout, words, view.verdict, names, moment.breath)
    elif view.special is not None:
        draw_words(pen, layout, *special_words(words, view.special), palette.AMBER, view.special)
    elif view.all_seat is not None:
        draw_words(pen, layout, all_words(words, moment.seconds), "", palette.AMBER, "all")
    elif view.voided:
        draw_words(pen, layout, voided_words(words, view.voided, names), "", palette.AMBER, "back")


def _point(layout: Layout, seat: int, x: float) -> tuple[float, float]:
    """Where an arrow meets a seat's cards (or the pot), in pixels from the centre."""
    cx, cy = layout.centre
    if seat == POT:
        return 0.0, 0.0
    px, py = layout.frames[seat].place(x, CARD_Y)
    return px - cx, py - cy


def _moves_below(pen: Pen, layout: Layout, view: PlayView) -> None:
    """Arrows from pile to pile under everything else: where the cards went (C9, C12)."""
    if view.verdict is None:
        return
    for move in view.verdict.moves:
        if move.source != move.target:
            _arrow(pen, layout, move)


def _arrow(pen: Pen, layout: Layout, move: CardMove) -> None:
    unit = layout.unit
    x0, y0 = (v / unit for v in _point(layout, move.source, PILE_X))
    x1, y1 = (v / unit for v in _point(layout, move.target, STACK_X))
    colour = palette.TEXT if move.source == POT else palette.SEATS[move.source]
    body = curve_arrow((x0, y0), (x1, y1), colour, 3.0 + min(move.count, 10) * 0.35)
    width, height = (s / unit for s in layout.size)
    key = ("move", move.source, move.target, min(move.count, 10))
    whole = pen.art.svg(key, width, height, body)
    pen.put(layout.sides[0], whole, 0, 0)


def curve_arrow(
    start: tuple[float, float], end: tuple[float, float], colour: str, weight: float
) -> str:
    """A bent arrow that passes by the middle; it stops short of both ends."""
    (x0, y0), (x1, y1) = start, end
    mx, my = 0.36 * (x0 + x1) / 2, 0.36 * (y0 + y1) / 2
    if hypot(x0 - x1, y0 - y1) > 1.8 * hypot(x0 + x1, y0 + y1):  # opposite: go around the pad
        mx, my = mx - (y1 - y0) * 0.4, my + (x1 - x0) * 0.4

    def along(t: float) -> tuple[float, float]:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return a * x0 + b * mx + c * x1, a * y0 + b * my + c * y1

    points = [along(i / 40) for i in range(41)]
    near = [
        p for p in points if hypot(p[0] - x1, p[1] - y1) > 84 and hypot(p[0] - x0, p[1] - y0) > 76
    ]
    if len(near) < 3:
        return ""
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in near)
    (ax, ay), (bx, by) = near[-2], near[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    size = 8 + weight
    head = (
        f"M{bx - uy * size:.1f} {by + ux * size:.1f} L {bx + ux * size * 1.5:.1f}"
        f" {by + uy * size * 1.5:.1f} L {bx + uy * size:.1f} {by - ux * size:.1f} Z"
    )
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-opacity="0.55"'
        f' stroke-width="{weight:.1f}" stroke-linecap="round"/>'
        f'<path d="{head}" fill="{colour}"/>'
    )


def _costs(pen: Pen, layout: Layout, view: PlayView) -> None:
    """How many cards each taker got, on its stack."""
    if view.verdict is None:
        return
    totals: dict[int, int] = {}
    for move in view.verdict.moves:
        if move.target != POT:
            totals[move.target] = totals.get(move.target, 0) + move.count
    for seat, count in totals.items():
        draw_cost(pen, layout, seat, count, verdict_colour(view.verdict))


def _watching(pen: Pen, layout: Layout, view: PlayView) -> None:
    """Thin arrows from each hand to the pile it plays for (C20)."""
    for seat in view.seats:
        if seat.watches is not None and seat.watches != seat.seat:
            _watch(pen, layout, seat, seat.watches)


def _watch(pen: Pen, layout: Layout, seat: SeatView, watched: int) -> None:
    unit = layout.unit
    frames = layout.frames
    cx, cy = layout.centre
    px, py = frames[seat.seat].place(PILE_X, SEAT_DEPTH)
    qx, qy = frames[watched].place(PILE_X, SEAT_DEPTH)
    start = (px - cx) / unit, (py - cy) / unit
    end = (qx - cx) / unit, (qy - cy) / unit
    colour = palette.SEATS[seat.seat]
    body = curve_arrow(start, end, colour, 2.0)
    width, height = (s / unit for s in layout.size)
    picture = pen.art.svg(("watch", seat.seat, watched), width, height, body)
    pen.put(layout.sides[0], picture, 0, 0)


def moment_of(view: PlayView, now_ns: int, total_ns: int, breath: int) -> Moment:
    """The countdown of ``view`` at ``now_ns``, of ``total_ns`` in all."""
    deadline = deadline_of(view)
    if deadline is None:
        return Moment(breath=breath)
    left = max(0, deadline - now_ns)
    share = ceil(flower.RING_STEPS * left / max(total_ns, 1)) / flower.RING_STEPS
    return Moment(min(1.0, share), ceil(left / SECOND_NS), breath)
