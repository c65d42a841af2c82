"""Families of hands: how forces rise on a petal, their parameters drawn wide.

Each draws one hand of its kind that arrives at ``t_ns``: the touches that it is, the one on its own
petal first. ``host_sim.truth`` says of each alike when it truly came. A new family is one function
and one line in ``FAMILIES``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from drivers.events import Gesture
from drivers.times import ns
from host_sim.curves import Curve, one_after_another, shaped, smooth, through, together
from host_sim.models import Touch
from host_sim.perception import Preset

_FORM: Final = np.linspace(0.0, 1.0, 33)


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who comes where and when; ``beside`` is a neighbour's petal that nobody means to touch."""

    seat: int
    gesture: Gesture
    t_ns: int
    preset: Preset
    beside: int | None = None


Draw = Callable[[Random, Arrival], tuple[Touch, ...]]


def _hand(
    rng: Random,
    who: Arrival,
    top: Curve,
    *,
    lag_ms: float | None = None,
    share: float | None = None,
    early_ms: float = 0.0,
    off_centre: float | None = None,
) -> tuple[Touch, ...]:
    """A hand whose *top* is such; *under* of a grab is the same, later and less hard.

    ``early_ms``: the curve begins so long before the hand arrives.
    """
    if off_centre is None:
        off_centre = rng.uniform(0.0, 0.7)
    under = None
    if who.gesture is Gesture.GRAB:
        lag_ms = rng.uniform(0.0, 30.0) if lag_ms is None else lag_ms
        under = top.times(rng.uniform(0.6, 1.0) if share is None else share, lag_ms)
    touch = Touch.shaped(
        who.seat,
        who.t_ns - ns(early_ms),
        top,
        under,
        hold_ms=rng.uniform(200.0, 500.0),
        fall_ms=rng.uniform(15.0, 40.0),
        off_centre=off_centre,
    )
    return (touch,)


def _peak(rng: Random, who: Arrival) -> float:
    return rng.uniform(*who.preset.peak_n)


def _rise(rng: Random, who: Arrival) -> float:
    return rng.uniform(*who.preset.rise_ms)


def _smooth(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """The easy hand: as sin²."""
    return _hand(rng, who, smooth(_peak(rng, who), _rise(rng, who)))


def _linear(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """Evenly up, and then it stands."""
    return _hand(rng, who, through((0.0, 0.0), (rng.uniform(4.0, 25.0), _peak(rng, who))))


def _exponential(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """Steep first and then ever less so, or the other way round."""
    bend = rng.choice((-1.0, 1.0)) * rng.uniform(2.0, 5.0)
    form = np.expm1(bend * _FORM) / np.expm1(bend)
    return _hand(rng, who, shaped(form, _peak(rng, who), rng.uniform(6.0, 30.0)))


def _two_stage(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A finger rests on it for a moment, then comes the grip."""
    rest_n, peak_n = rng.uniform(0.2, 0.6), _peak(rng, who)
    laid = shaped(smooth(1.0, 1.0).newtons, rest_n, rng.uniform(1.0, 5.0))
    sinks = through((0.0, 0.0), (rng.uniform(5.0, 25.0), rest_n * rng.uniform(-0.1, 0.2)))
    grip = smooth(peak_n - rest_n, rng.uniform(5.0, 20.0))
    return _hand(rng, who, one_after_another((laid, sinks, grip)))


def _bounce(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """Contact, some 3 ms of nothing, contact."""
    first_n, first_ms = rng.uniform(0.7, 6.0), rng.uniform(2.0, 9.0)
    off_ms = rng.uniform(1.0, 4.8)
    hop = shaped(np.sin(np.pi * _FORM), first_n, first_ms)
    off = through((0.0, 0.0), (off_ms, 0.0))
    grip = smooth(_peak(rng, who), _rise(rng, who))
    return _hand(rng, who, one_after_another((hop, off, grip)))


def _soft(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A soft cushion between hand and petal: the deeper, the stiffer."""
    form = _FORM ** rng.uniform(2.2, 4.0)
    return _hand(rng, who, shaped(form, _peak(rng, who), rng.uniform(12.0, 50.0)))


def _slow(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A slow press of 40 to 120 ms."""
    peak_n = max(_peak(rng, who), 3.0)
    lag_ms = rng.uniform(0.0, 15.0)
    if rng.random() < 0.5:
        return _hand(rng, who, smooth(peak_n, rng.uniform(40.0, 120.0)), lag_ms=lag_ms)
    form = _FORM ** rng.uniform(0.8, 1.6)
    return _hand(rng, who, shaped(form, peak_n, rng.uniform(40.0, 120.0)), lag_ms=lag_ms)


def _roll(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A grab that rolls on: one of its sensors is loaded 10 to 60 ms before the other."""
    lag_ms = rng.uniform(10.0, 60.0)
    first, other = _peak(rng, who), _peak(rng, who)
    rise_ms = rng.uniform(6.0, 25.0)
    curves = [smooth(first, rise_ms), smooth(max(other, 2.0), rise_ms, lag_ms)]
    if rng.random() < 0.4:
        curves.reverse()
    return (
        Touch.shaped(who.seat, who.t_ns, *curves, hold_ms=rng.uniform(200.0, 500.0), fall_ms=25.0),
    )


def _half(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """Half of the hand lies on the neighbour's petal."""
    (own,) = _hand(
        rng, who, smooth(_peak(rng, who), _rise(rng, who)), off_centre=rng.uniform(0.6, 1.0)
    )
    if who.beside is None:
        return (own,)
    share = rng.uniform(0.2, 0.5)
    top = own.curve().times(share)
    spill = Touch.shaped(
        who.beside,
        own.t_ns + ns(rng.uniform(0.0, 15.0)),
        smooth(float(top.newtons.max()), own.rise_ms),
        None if own.under is None else smooth(own.peak_n * share * 0.8, own.rise_ms),
        hold_ms=own.hold_ms,
        fall_ms=own.fall_ms,
        off_centre=1.0,
    )
    return own, spill


def _sleeve(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A sleeve brushes the petal before the hand comes."""
    brush_ms, gap_ms = rng.uniform(6.0, 60.0), rng.uniform(6.0, 60.0)
    brush_n = rng.uniform(0.1, 0.85 if brush_ms < 14.0 else 0.42)
    brush = shaped(np.sin(np.pi * _FORM) ** 0.5, brush_n, brush_ms)
    gap = through((0.0, 0.0), (gap_ms, rng.uniform(0.0, 0.08)))
    grip = smooth(_peak(rng, who), _rise(rng, who))
    top = one_after_another((brush, gap, grip))
    return _hand(rng, who, top, early_ms=brush_ms + gap_ms)


def _glove(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """Thick cloth: a long soft beginning, then the hand; it presses where it happens to."""
    toe = rng.uniform(0.03, 0.12)
    form = toe * _FORM + (1.0 - toe) * _FORM ** rng.uniform(2.5, 4.5)
    top = shaped(form, _peak(rng, who), rng.uniform(12.0, 45.0))
    return _hand(rng, who, top, off_centre=rng.uniform(0.2, 1.0))


def _child(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A small hand: 1 to 1.6 N on a sensor."""
    top = smooth(rng.uniform(1.05, 1.6), rng.uniform(8.0, 30.0))
    share = rng.uniform(1.05, 1.6) / top.peak_n
    return _hand(rng, who, top, share=min(share, 1.0), lag_ms=rng.uniform(0.0, 20.0))


def _slap(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A hard hand that rebounds, and then rests or grips."""
    hit_n, hit_ms = rng.uniform(20.0, 60.0), rng.uniform(2.0, 7.0)
    left_n = rng.uniform(0.08, 0.5) * hit_n
    back_ms, off_ms = rng.uniform(5.0, 20.0), rng.uniform(10.0, 30.0)
    hit = smooth(hit_n, hit_ms)
    back = smooth(left_n - hit_n, back_ms)
    grip = smooth(rng.uniform(0.0, 0.3) * hit_n, off_ms)
    return _hand(rng, who, one_after_another((hit, back, grip)))


def _leaning(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A hand that leaned on its petal before the card, and then grabs."""
    lean_n, lean_ms = rng.uniform(0.55, 0.9), rng.uniform(500.0, 1_500.0)
    laid_ms = rng.uniform(20.0, 150.0)
    laid = smooth(lean_n, laid_ms)
    sway_n = [lean_n * rng.uniform(-0.06, 0.06) for _ in range(5)]
    times = np.linspace(0.0, lean_ms, 6)[1:]
    sway = through((0.0, 0.0), *zip(times.tolist(), [*sway_n[:4], 0.0], strict=True))
    peak_n = max(_peak(rng, who), 4.0)
    grip = smooth(peak_n, rng.uniform(5.0, 20.0))
    top = one_after_another((laid, sway, grip))
    early_ms = laid_ms + lean_ms
    under = smooth(peak_n * rng.uniform(0.6, 1.0), 12.0, early_ms + rng.uniform(0.0, 30.0))
    touch = Touch.shaped(
        who.seat,
        who.t_ns - ns(early_ms),
        top,
        under if who.gesture is Gesture.GRAB else None,
        hold_ms=rng.uniform(200.0, 500.0),
        fall_ms=rng.uniform(15.0, 40.0),
        off_centre=rng.uniform(0.0, 0.7),
    )
    return (touch,)


def _fingertip(rng: Random, newtons: float, lands_ms: float) -> Curve:
    """One finger lands: its blow, and then what it rests with.

    The blow is up to 1.6 times as hard, so no finger takes a hand of 1 N off the petal again.
    """
    hit = smooth(newtons * rng.uniform(1.0, 1.6), rng.uniform(1.5, 6.0))
    back = smooth(newtons - hit.peak_n, rng.uniform(3.0, 10.0))
    return one_after_another((hit, back)).times(1.0, lands_ms)


def _fingers(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """Fingers land one after another, each a step of force, and press together; thumb below.

    Digits do not reach what they grasp at once; the order is each person's own (Reilmann et al.
    2001, Exp. Brain Res. 140; Schettino et al. 2013, Exp. Brain Res. 227). How far apart, and how
    hard each lands, is assumed: two to four fingers within 5 to 30 ms, the thumb within 10 ms
    before to 30 ms after the first of them, 15 to 70 % of the force before the hand grips.
    """
    peak_n = _peak(rng, who)
    landed_n = rng.uniform(0.15, 0.7) * peak_n
    grab = who.gesture is Gesture.GRAB
    first_ms, spread_ms = rng.uniform(0.0, 10.0) if grab else 0.0, rng.uniform(5.0, 30.0)
    between = [rng.uniform(0.0, spread_ms) for _ in range(rng.randint(0, 2))]
    parts = [rng.uniform(0.3, 1.0) for _ in range(2 + len(between))]
    fingers = [
        _fingertip(rng, landed_n * part / sum(parts), first_ms + lands_ms)
        for part, lands_ms in zip(parts, (0.0, *between, spread_ms), strict=True)
    ]
    grips_ms = first_ms + rng.uniform(0.3, 1.0) * spread_ms + rng.uniform(0.0, 10.0)
    grip = smooth(peak_n - landed_n, _rise(rng, who), grips_ms)
    under = None
    if grab:
        share = rng.uniform(0.6, 1.0)
        thumb = _fingertip(rng, landed_n * share, rng.uniform(0.0, 30.0))
        under = together((thumb, grip.times(share, rng.uniform(0.0, 10.0))))
    touch = Touch.shaped(
        who.seat,
        who.t_ns,
        together((*fingers, grip)),
        under,
        hold_ms=rng.uniform(200.0, 500.0),
        fall_ms=rng.uniform(15.0, 40.0),
        off_centre=rng.uniform(0.0, 0.7),
    )
    return (touch,)


def _trembling(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A hand that brakes before the petal and trembles while it goes on.

    It goes forwards at 30 to 120 mm/s, and to and fro at 8 to 12 Hz. Rested fingers tremble by 0.03
    mm, those of an outstretched arm by five times as much, under stress by more (Growdon et al.
    2000, Electromyogr. Clin. Neurophysiol. 40): 0.1 to 0.8 mm here, and at most so much that the
    hand, once on the petal, slows down, stands or gives way a little and never comes off. What a
    fingertip presses with grows exponentially with how far it is pressed in (Pawluk and Howe 1999,
    J. Biomech. Eng. 121), until the hand gives way itself, at 90 % of its peak at least. It touches
    while it goes forwards.
    """
    peak_n = _peak(rng, who)
    mm_a_ms = rng.uniform(0.03, 0.12)
    turns = 2.0 * np.pi * rng.uniform(8.0, 12.0) / 1e3
    swing_mm = min(rng.uniform(0.1, 0.8), 1.3 * mm_a_ms / turns)
    phase = rng.uniform(-0.5, 0.5) * np.pi
    pulp_mm, pulp_n = rng.uniform(0.4, 0.8), rng.uniform(0.08, 0.25)
    rise_ms = (pulp_mm * float(np.log1p(9.0 * peak_n / pulp_n)) + 2.0 * swing_mm) / mm_a_ms
    ms = np.linspace(0.0, rise_ms, max(int(2.0 * rise_ms), 32))
    deep_mm = mm_a_ms * ms + swing_mm * (np.sin(turns * ms + phase) - np.sin(phase))
    pressed_n = pulp_n * np.expm1(np.maximum(deep_mm, 0.0) / pulp_mm)
    top = Curve(ms, peak_n * pressed_n / (pressed_n + peak_n))
    return _hand(rng, who, top, early_ms=pulp_mm / mm_a_ms)


def _ring(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A finger with a ring on it: metal clicks on the petal, and the finger follows, softly.

    The ring stops within a millisecond or two, as nothing in it gives way; it is thrown back, to
    less than half of its blow and at times off the petal for a moment, and is carried by the finger
    from then on. The flesh comes down beside it, the deeper the stiffer. All figures are assumed.
    """
    peak_n = _peak(rng, who)
    click_n, click_ms = rng.uniform(0.8, 12.0), rng.uniform(0.3, 2.5)
    left_n = max(rng.uniform(-0.2, 0.45), 0.0) * click_n
    click = shaped(_FORM ** rng.uniform(0.7, 1.5), click_n, click_ms)
    back = smooth(left_n - click_n, rng.uniform(0.6, 3.0))
    stands = through((0.0, 0.0), (rng.uniform(0.0, 12.0), left_n * rng.uniform(-0.3, 0.3)))
    ring = one_after_another((click, back, stands))
    carried_n = float(ring.newtons[-1])
    form = _FORM ** rng.uniform(1.8, 3.5)
    flesh = shaped(form, max(peak_n - carried_n, 2.0), rng.uniform(10.0, 40.0))
    return _hand(rng, who, one_after_another((ring, flesh)), off_centre=rng.uniform(0.0, 0.9))


def _dragged(rng: Random, drag_n: float, slips: float, for_ms: float) -> Curve:
    """Fingers climb an edge and are dragged on for so long, at last with ``drag_n``, in jerks.

    They stick, and force builds up; they slip, and lose about that share of it. What has pressed
    with 0.75 N, more than any brush of a trial does, keeps so much: no table whose calibration is
    in order can take it for two hands.
    """
    begins, holds = rng.uniform(0.4, 1.0), False
    knots, stuck_ms = [(0.0, 0.0)], rng.uniform(1.0, 8.0)
    while knots[-1][0] < for_ms:
        ms, left_n = knots[-1]
        ms += stuck_ms
        load = begins + (1.0 - begins) * min(ms / for_ms, 1.0)
        stuck_n = max(drag_n * load * (1.0 + slips * rng.uniform(-0.25, 0.25)), left_n)
        holds |= stuck_n > 0.75
        left_n = max(stuck_n * (1.0 - slips * rng.uniform(0.5, 1.2)), 0.75 if holds else 0.0)
        knots += [(ms, stuck_n), (ms + rng.uniform(0.8, 4.0), left_n)]
        stuck_ms = rng.uniform(3.0, 25.0)
    jerks = through(*knots)
    until_ms = np.append(jerks.ms[jerks.ms < for_ms], for_ms)
    return Curve(until_ms, jerks.at(until_ms))


def _sliding(rng: Random, who: Arrival) -> tuple[Touch, ...]:
    """A hand that waited on the table slides over the petal's edge and on by jerks, and presses.

    Most grasp what does not slip away while the arm still goes on (Flatters et al. 2012, PLoS ONE
    7); fingertips that are pushed ahead stick and slip (Zhou et al. 2020, Tribol. Lett. 68), wet
    ones with friction that swings by a quarter either way and more (Derler and Rotaru 2013, Wear
    301), and downward force swings with it (Joshi et al. 2016, Exp. Brain Res. 234): a slip takes
    3 to 75 % of it. A finger slides with some 1 N (Asakawa et al. 2017, J. Electromyogr. Kinesiol.
    34); a fleeting one with a third of that, several in a hurry with 4 N, and at most 60 % of the
    grip. The rest is assumed: an edge is climbed in 1 to 8 ms, 10 to 40 mm are gone in 15 to 80 ms;
    stuck until skin and joints have given way by some millimetres, in 3 to 25 ms, free again in 0.8
    to 4 ms. The hand arrives halfway. Thumb above and fingers below meet the petal within 20 ms of
    each other, and slip each for itself.
    """
    peak_n = _peak(rng, who)
    drag_n = min(float(np.exp(rng.uniform(np.log(0.3), np.log(4.0)))), 0.6 * peak_n)
    slips, slide_ms, rise_ms = rng.uniform(0.06, 0.62), rng.uniform(15.0, 80.0), _rise(rng, who)

    def digits(share: float, meet_ms: float) -> Curve:
        dragged = _dragged(rng, share * drag_n, slips, slide_ms)
        grip = smooth(share * peak_n - float(dragged.newtons[-1]), rise_ms)
        return one_after_another((dragged, grip)).times(1.0, meet_ms)

    grab = who.gesture is Gesture.GRAB
    touch = Touch.shaped(
        who.seat,
        who.t_ns - ns(0.5 * slide_ms),
        digits(1.0, rng.uniform(0.0, 10.0) if grab else 0.0),
        digits(rng.uniform(0.6, 1.0), rng.uniform(0.0, 20.0)) if grab else None,
        hold_ms=rng.uniform(200.0, 500.0),
        fall_ms=rng.uniform(15.0, 40.0),
        off_centre=rng.uniform(0.0, 0.9),
    )
    return (touch,)


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of hand. ``ordinary``: people do so without meaning anything by it. ``weight``: how
    often it is among hands of all kinds; 0: never, it is tried by itself alone. ``others``: who
    comes with it in a duel of its own. ``as_it_comes``: nothing was ever tuned to it, so reports
    count what it breaks apart.
    """

    draw: Draw
    weight: float
    ordinary: bool = True
    others: str = ""
    as_it_comes: bool = False


FAMILIES: Final[dict[str, Family]] = {
    "smooth": Family(_smooth, 8.0),
    "linear": Family(_linear, 3.0),
    "exponential": Family(_exponential, 3.0),
    "two-stage": Family(_two_stage, 2.0),
    "bounce": Family(_bounce, 2.0),
    "soft": Family(_soft, 1.0),
    "slow": Family(_slow, 1.0),
    "roll": Family(_roll, 2.0),
    "slap": Family(_slap, 3.0),
    "glove": Family(_glove, 0.5),
    "child": Family(_child, 0.5, others="slap"),
    "sleeve": Family(_sleeve, 0.5, ordinary=False),
    "half": Family(_half, 0.3, ordinary=False),
    "leaning": Family(_leaning, 0.3, ordinary=False, others="smooth"),
    "bag": Family(_smooth, 0.0, ordinary=False),
    "fingers": Family(_fingers, 0.0),
    "trembling": Family(_trembling, 0.0),
    "ring": Family(_ring, 0.0),
    "sliding": Family(_sliding, 0.0, as_it_comes=True),
}
"""``bag``: easy hands while something heavy is put on the table; whoever runs the table lays it.
``fingers``, ``trembling`` and ``sliding`` were added by people who had not read the decoder, and
``ring`` after its tenth version: they are no part of the mix, so that the mix stays what it was.
Once the decoder's authors have looked at a family, it is not judged as it comes any more.
"""
