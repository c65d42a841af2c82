"""Kinds of hands. Each function draws one hand's curves; ``FAMILIES`` says who plays in which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from drivers.events import Gesture
from tests.second_simulator import shapes
from tests.second_simulator.kinds import Floats
from tests.second_simulator.shapes import STEP_S, any_rise, grid, later, min_jerk, press, together
from tests.second_simulator.truth import THRESHOLD_N, stretches

Rng = np.random.Generator


@dataclass(frozen=True)
class Curves:
    """Newtons of one hand on its own petal, *top* and *under* as long; ``half`` of it (ratio, later
    by seconds) lies on the neighbour's *top* too, beside it on side ``side`` (-1, 0, 1)."""

    top: Floats
    under: Floats
    gesture: Gesture
    adult: bool = True
    side: int = 0
    half: float = 0.0
    half_later_s: float = 0.0
    slid: Floats | None = None  # what the neighbour's *top* feels besides


def _both(top: Floats, under: Floats, gesture: Gesture, adult: bool = True) -> Curves:
    n = max(len(top), len(under))
    return Curves(
        np.pad(top, (0, n - len(top))), np.pad(under, (0, n - len(under))), gesture, adult
    )


def closing(
    top: Floats, rise_s: float, hold_s: float, peak_n: float, rng: Rng, apart_s: float = 0.008,
    adult: bool = True,
) -> Curves:  # fmt: skip
    """A palm, or a grab whose fingers come under the petal up to ``apart_s`` before or after."""
    if rng.random() < 0.35:
        return _both(top, rng.choice([0.0, 0.01]) * top, Gesture.PALM, adult)
    share = rng.uniform(0.3, 1.0) if adult else rng.uniform(0.7, 1.0)
    under = press(any_rise(rng), rise_s * rng.uniform(0.8, 1.3), peak_n * share, hold_s, rng)
    apart = rng.uniform(-apart_s, apart_s)
    return _both(later(top, max(-apart, 0)), later(under, max(apart, 0)), Gesture.GRAB, adult)


def plain(rng: Rng) -> Curves:
    rise_s, peak_n = rng.uniform(0.005, 0.020), np.exp(rng.uniform(np.log(5), np.log(40)))
    hold_s = rng.uniform(0.06, 0.5)
    return closing(press(any_rise(rng), rise_s, peak_n, hold_s, rng), rise_s, hold_s, peak_n, rng)


def slap(rng: Rng) -> Curves:
    """Flat and hard."""
    peak_n = rng.uniform(15, 58)
    top = press(any_rise(rng), rng.uniform(0.004, 0.012), peak_n, rng.uniform(0.06, 0.3), rng, 0.02,
                rng.uniform(0.2, 0.8))  # fmt: skip
    return _both(top, 0.0 * top, Gesture.PALM)


def two_stage(rng: Rng) -> Curves:
    """A finger rests at 0.2 to 0.6 N for 5 to 25 ms, then the grip."""
    rest_n, rest_s, laid_s = (
        rng.uniform(0.2, 0.6),
        rng.uniform(0.005, 0.025),
        rng.uniform(0.002, 0.006),
    )
    grip = plain(rng)
    t_s = grid(len(grip.top) + round((laid_s + rest_s) / STEP_S))
    rest = rest_n * shapes.ramp(t_s, 0.0, laid_s)
    rest *= 1.0 + 0.02 * np.sin(2 * np.pi * rng.uniform(7, 25) * t_s + rng.uniform(0, 6.28))
    top, under = (later(force, laid_s + rest_s) for force in (grip.top, grip.under))
    gone = np.concatenate([np.ones(len(t_s) - 500), np.linspace(1, 0, 500)])
    if grip.gesture is Gesture.GRAB and rng.random() < 0.3:
        return replace(grip, top=top, under=np.maximum(under, rest * gone))
    return replace(grip, top=np.maximum(top, rest * gone), under=under)


def slow(rng: Rng) -> Curves:
    rise_s, peak_n, hold_s = rng.uniform(0.04, 0.12), rng.uniform(3, 20), rng.uniform(0.1, 0.4)
    top = press(min_jerk, rise_s, peak_n, hold_s, rng)
    return closing(top, rise_s, hold_s, peak_n, rng)


def cushion(rng: Rng) -> Curves:
    rise_s, peak_n, hold_s = rng.uniform(0.015, 0.05), rng.uniform(4, 25), rng.uniform(0.08, 0.4)
    soft = shapes.cushion(rng.uniform(3, 5.5))
    top = press(soft, rise_s, peak_n, hold_s, rng)
    if rng.random() < 0.4:
        return _both(top, 0.0 * top, Gesture.PALM)
    under = press(soft, rise_s * rng.uniform(0.8, 1.2), peak_n * rng.uniform(0.3, 1), hold_s, rng)
    return _both(top, later(under, rng.uniform(0, 0.008)), Gesture.GRAB)


def bounce(rng: Rng) -> Curves:
    """A first blow, 2 to 4.9 ms off, the grip."""
    first_n, long_s = np.exp(rng.uniform(np.log(1), np.log(10))), rng.uniform(0.003, 0.009)
    blow = first_n * np.sin(np.pi * grid(round(long_s / STEP_S) + 1) / long_s).clip(0)
    grip, off_s = plain(rng), rng.uniform(0.002, 0.0049)
    down = int(np.flatnonzero(blow > THRESHOLD_N)[-1]) + 1
    force = np.maximum(grip.top, grip.under)
    up = int(np.argmax(force > THRESHOLD_N))
    by_s = max(down * STEP_S + off_s - up * STEP_S, 0.0)
    grip_top, grip_under = later(grip.top, by_s), later(grip.under, by_s)
    hit = np.pad(blow, (0, max(len(grip_top) - len(blow), 0)))
    if grip.gesture is Gesture.GRAB and rng.random() < 0.2:
        return replace(grip, top=grip_top, under=np.maximum(grip_under, hit))
    return replace(grip, top=np.maximum(grip_top, hit), under=grip_under)


def roll(rng: Rng) -> Curves:
    """*Top* and *under* 10 to 60 ms apart."""
    rise_s, peak_n, hold_s = rng.uniform(0.006, 0.02), rng.uniform(5, 35), rng.uniform(0.12, 0.4)
    one = press(any_rise(rng), rise_s, peak_n, hold_s, rng)
    other = press(any_rise(rng), rise_s, peak_n * rng.uniform(0.3, 1.0), hold_s, rng)
    other = later(other, rng.uniform(0.010, 0.060))
    return (
        _both(one, other, Gesture.GRAB) if rng.random() < 0.7 else _both(other, one, Gesture.GRAB)
    )


def half(rng: Rng) -> Curves:
    return replace(
        plain(rng),
        side=int(rng.choice([-1, 1])),
        half=rng.uniform(0.15, 0.75),
        half_later_s=rng.uniform(0.0003, 0.006),
    )


def glove(rng: Rng) -> Curves:
    bare, lag_s = plain(rng), rng.uniform(0.001, 0.004)
    top, under = (0.9 * shapes.lagged(force, lag_s) for force in (bare.top, bare.under))
    return replace(bare, top=top, under=under)


def child(rng: Rng) -> Curves:
    """1 to 1.6 N, and stays."""
    rise_s, peak_n, hold_s = rng.uniform(0.006, 0.03), rng.uniform(1.0, 1.6), rng.uniform(0.08, 0.5)
    top = press(any_rise(rng), rise_s, peak_n, hold_s, rng, 0.02, rng.uniform(0, 0.3))
    if rng.random() < 0.4:
        return _both(top, 0.0 * top, Gesture.PALM, adult=False)
    under = press(any_rise(rng), rise_s, peak_n * rng.uniform(0.7, 1.0), hold_s, rng, 0.02, 0.1)
    apart = rng.uniform(-0.01, 0.01)
    return _both(later(top, max(-apart, 0)), later(under, max(apart, 0)), Gesture.GRAB, adult=False)


def recoil(rng: Rng) -> Curves:
    """A slap that the petal throws back: to 0 to 30 % for 10 to 40 ms, then it lies, or is gone."""
    peak_n, long_s = rng.uniform(15, 58), rng.uniform(0.017, 0.030)
    skew = rng.uniform(0.6, 1.0)
    x = np.linspace(0, 1, round(long_s / STEP_S))
    blow = peak_n * np.sin(np.pi * x**skew).clip(0.0) ** rng.uniform(1.0, 1.5)
    rest_n = peak_n * rng.uniform(0.0, 0.3)
    if rest_n < 1.0:
        return _both(blow, 0.0 * blow, Gesture.PALM)
    rest = press(min_jerk, rng.uniform(0.01, 0.04), rest_n, rng.uniform(0.05, 0.3), rng)
    top = together(blow, later(rest, long_s * rng.uniform(0.5, 1.2)))
    return _both(top, 0.0 * top, Gesture.PALM)


def lean(rng: Rng) -> Curves:
    """Rests with 0.55 to 0.9 N before the flip; then it comes."""
    leaned_n, long_s, laid_s = (
        rng.uniform(0.55, 0.9),
        rng.uniform(0.35, 1.3),
        rng.uniform(0.05, 0.25),
    )
    grip = plain(rng)
    before_s = laid_s + long_s
    t_s = grid(len(grip.top) + round(before_s / STEP_S))
    rest = leaned_n * shapes.ramp(t_s, 0.0, laid_s)
    rest *= 1.0 + 0.02 * np.sin(2 * np.pi * rng.uniform(5, 11) * t_s + rng.uniform(0, 6.28))
    rest[-600:] *= np.linspace(1, 0, 600)
    return replace(grip, top=later(grip.top, before_s) + rest, under=later(grip.under, before_s))


def sleeve(rng: Rng) -> Curves:
    """Cloth brushes the petal with 0.05 to 0.35 N for 10 to 60 ms; then the hand."""
    hand, before_s = plain(rng), rng.uniform(0.01, 0.06)
    n = round(before_s / STEP_S)
    cloth = rng.uniform(0.05, 0.35) * np.convolve(
        rng.uniform(0.3, 1.0, n + 200), np.hanning(201) / np.hanning(201).sum(), "same"
    )
    cloth *= np.concatenate([np.linspace(0, 1, 50), np.ones(n), np.linspace(1, 0, 150)])
    return replace(
        hand, top=together(later(hand.top, before_s), cloth), under=np.pad(
            later(hand.under, before_s), (0, max(0, n + 200 - n - len(hand.under)))
        ),
    )  # fmt: skip


# --- families of this simulator's own ---


def drum(rng: Rng) -> Curves:
    """Fingers drum on the petal (taps of 0.15 to 0.4 N, 8 to 14 a second) until the flip."""
    hand, taps = plain(rng), int(rng.integers(3, 9))
    before = np.zeros(0)
    for _ in range(taps):
        tap = rng.uniform(0.15, 0.4) * np.hanning(round(rng.uniform(0.02, 0.05) / STEP_S))
        before = np.concatenate([before, tap, np.zeros(round(rng.uniform(0.03, 0.08) / STEP_S))])
    before = before[: len(before) - int(rng.integers(0, 300))]
    top = np.concatenate([before, hand.top])
    return replace(hand, top=top, under=np.pad(hand.under, (len(before), 0)))


def fingers(rng: Rng) -> Curves:
    """One finger with 0.6 to 3 N, the others 8 to 60 ms after it."""
    first_n, rise_s, apart_s = (
        rng.uniform(0.6, 3.0),
        rng.uniform(0.003, 0.015),
        rng.uniform(0.008, 0.06),
    )
    hand = plain(rng)
    hold_s = apart_s + len(hand.top) * STEP_S * 0.7
    finger = press(any_rise(rng), rise_s, first_n, hold_s, rng, 0.02, rng.uniform(0, 0.1))
    top = together(later(hand.top, apart_s), finger)
    under = later(hand.under, apart_s)
    return _both(top, under, hand.gesture)


def fist(rng: Rng) -> Curves:
    """Bone on wood: 20 to 60 N in 2 to 5 ms, gone after 15 to 20, a second, lesser blow or none."""
    peak_n, up_s, down_s = rng.uniform(20, 60), rng.uniform(0.002, 0.005), rng.uniform(0.016, 0.022)
    x = grid(round((up_s + down_s) / STEP_S))
    up = np.sin(0.5 * np.pi * x / up_s)
    down = np.cos(0.5 * np.pi * ((x - up_s) / down_s).clip(0, 1)) ** 2
    blow = peak_n * np.where(x < up_s, up, down)
    rest = press(
        min_jerk, rng.uniform(0.008, 0.03), rng.uniform(2, 12), rng.uniform(0.04, 0.2), rng
    )
    top = together(blow, later(rest, rng.uniform(0.008, 0.03)))
    return _both(top, 0.0 * top, Gesture.PALM)


def slide(rng: Rng) -> Curves:
    """Slides on from the neighbour's side, sticking and slipping; the neighbour's petal feels 0.1
    to 0.4 N of it before."""
    before_s, rise_s, peak_n = rng.uniform(0.02, 0.08), rng.uniform(0.01, 0.04), rng.uniform(3, 20)
    hold_s = rng.uniform(0.08, 0.4)
    top = press(any_rise(rng), rise_s, peak_n, hold_s, rng)
    t_s = grid(len(top))
    saw = (t_s * rng.uniform(40, 120) + rng.random()) % 1.0
    top *= 1.0 - rng.uniform(0.03, 0.15) * shapes.lagged(saw, 0.0005)[: len(top)]
    hand = closing(top, rise_s, hold_s, peak_n, rng)
    long = round((before_s + 0.015) / STEP_S)
    slid = rng.uniform(0.1, 0.4) * np.sin(np.pi * np.linspace(0, 1, long)) ** 2
    return replace(
        hand, top=later(hand.top, before_s), under=later(hand.under, before_s),
        side=int(rng.choice([-1, 1])), slid=slid,
    )  # fmt: skip


def snatch(rng: Rng) -> Curves:
    """Pinches and is gone: 18 to 40 ms in all."""
    long_s, peak_n = rng.uniform(0.020, 0.045), rng.uniform(3, 25)
    x = np.linspace(0, 1, round(long_s / STEP_S))
    top = peak_n * np.sin(np.pi * x ** rng.uniform(0.5, 0.9)).clip(0)
    under = peak_n * rng.uniform(0.4, 1.0) * np.sin(np.pi * x ** rng.uniform(0.5, 0.9)).clip(0)
    apart = rng.uniform(-0.004, 0.004)
    return _both(later(top, max(-apart, 0)), later(under, max(apart, 0)), Gesture.GRAB)


def tremble(rng: Rng) -> Curves:
    """An old hand: comes in 20 to 60 ms with 2 to 6 N, and trembles by a third and more."""
    rise_s, peak_n, hold_s = rng.uniform(0.02, 0.06), rng.uniform(2.0, 6.0), rng.uniform(0.15, 0.5)
    top = press(any_rise(rng), rise_s, peak_n, hold_s, rng, rng.uniform(0.3, 0.6), 0.1)
    return closing(top, rise_s, hold_s, peak_n, rng)


HANDS: dict[str, Callable[[Rng], Curves]] = {
    f.__name__: f
    for f in (
        plain, slap, two_stage, slow, cushion, bounce, roll, half, glove, child, recoil, lean,
        sleeve, drum, fingers, fist, slide, snatch, tremble,
    )
}  # fmt: skip


def settled(curves: Curves) -> bool:
    """Whether nothing of its first stretch is within a millisecond of the shortest contact."""
    t_s = grid(len(curves.top))
    force = np.maximum(curves.top, curves.under)
    long = [t_s[last - 1] - t_s[first] for first, last in stretches(t_s, force)]
    return all(abs(one - 0.015) > 0.001 for one in long)
