"""How a hand's force rises, stays and goes: curves on an even grid of ``STEP_S``."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.second_simulator.filters import lag
from tests.second_simulator.kinds import Floats

STEP_S = 1e-4
Rise = Callable[[Floats], Floats]  # from [0, 1] to [0, 1]


def grid(n: int) -> Floats:
    """The times of ``n`` points."""
    return np.arange(n, dtype=np.float64) * STEP_S


def min_jerk(x: Floats) -> Floats:
    return np.asarray(x**3 * (10.0 - 15.0 * x + 6.0 * x * x))


def half_sine(x: Floats) -> Floats:
    return np.asarray(np.sin(0.5 * np.pi * x))


def logistic(steep: float) -> Rise:
    """From its foot at 0 on, where it is cut off to be 0."""
    low, high = 1 / (1 + np.exp(0.5 * steep)), 1 / (1 + np.exp(-0.5 * steep))
    return lambda x: np.asarray((1 / (1 + np.exp(-steep * (x - 0.5))) - low) / (high - low))


def gamma(order: float) -> Rise:
    """A chain of lags: muscle, tendon, skin."""
    z = np.linspace(0.0, 1.0, 4001)
    middle = 9.0 * (z[1:] + z[:-1]) / 2
    risen = np.concatenate([[0.0], np.cumsum(middle ** (order - 1) * np.exp(-middle))])
    return lambda x: np.interp(x, z, risen / risen[-1])


def two_slopes(share: float, until: float) -> Rise:
    """``share`` of the force by ``until``, then the rest, with a rounded knee."""
    slow, fast = share / until, (1 - share) / (1 - until)
    knee = 0.04

    def rise(x: Floats) -> Floats:
        bent = knee * np.logaddexp(0.0, (x - until) / knee)
        bent -= knee * np.logaddexp(0.0, -until / knee)
        y = slow * x + (fast - slow) * bent
        end = slow + (fast - slow) * knee * (
            np.logaddexp(0.0, (1 - until) / knee) - np.logaddexp(0.0, -until / knee)
        )
        return np.asarray(y / end)

    return rise


def cushion(stiffening: float) -> Rise:
    """What is soft first and hard then."""
    return lambda x: np.asarray(np.expm1(stiffening * min_smooth(x)) / np.expm1(stiffening))


def min_smooth(x: Floats) -> Floats:
    """Travel of a hand that slows down at the end only."""
    return np.asarray(1.0 - (1.0 - x) ** 2)


def any_rise(rng: np.random.Generator) -> Rise:
    """One of the plain ones."""
    which = int(rng.integers(5))
    if which == 0:
        return min_jerk
    if which == 1:
        return logistic(rng.uniform(6.0, 10.0))
    if which == 2:
        return gamma(rng.uniform(1.5, 5.0))
    if which == 3:
        return two_slopes(rng.uniform(0.1, 0.35), rng.uniform(0.3, 0.6))
    return half_sine


def ramp(t_s: Floats, start_s: float, long_s: float) -> Floats:
    """0 before, 1 after, smooth between."""
    return min_jerk(np.clip((t_s - start_s) / long_s, 0.0, 1.0))


def press(
    rise: Rise, rise_s: float, peak_n: float, hold_s: float, rng: np.random.Generator,
    tremor: float = 0.03, sag: float | None = None,
) -> Floats:  # fmt: skip
    """A whole press: it rises, sags to a hold that trembles, and lets go in 20 to 80 ms."""
    away_s = rng.uniform(0.02, 0.08)
    t_s = grid(round((rise_s + hold_s + away_s) / STEP_S) + 2)
    force = peak_n * rise(np.clip(t_s / rise_s, 0.0, 1.0))
    since = np.maximum(t_s - rise_s, 0.0)
    sag = rng.uniform(0.0, 0.5) if sag is None else sag
    force *= 1.0 - sag * -np.expm1(-since / rng.uniform(0.02, 0.1))
    shaken = np.sin(2 * np.pi * rng.uniform(7.0, 12.0) * since + rng.uniform(0, 6.28))
    force *= 1.0 + tremor * shaken * -np.expm1(-since / 0.02)
    return np.asarray(force * (1.0 - ramp(t_s, rise_s + hold_s, away_s)))


def later(force: Floats, by_s: float) -> Floats:
    """The same, ``by_s`` ≥ 0 later."""
    return np.concatenate([np.zeros(round(by_s / STEP_S)), force])


def together(*forces: Floats) -> Floats:
    """The sum of curves that begin together."""
    out = np.zeros(max(len(force) for force in forces))
    for force in forces:
        out[: len(force)] += force
    return out


def lagged(force: Floats, lag_s: float) -> Floats:
    """Through something soft, of second order."""
    padded = np.concatenate([force, np.zeros(round(8 * lag_s / STEP_S))])
    return lag(lag(padded, STEP_S, lag_s), STEP_S, lag_s)
