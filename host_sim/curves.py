"""Forces over time, as straight lines between knots: what a hand does is its curve, exactly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_KNOTS = 33
_PART: Floats = np.linspace(0.0, 1.0, _KNOTS)
_EASED: Floats = np.sin(_PART * (math.pi / 2)) ** 2
_LEFT: Floats = 1.0 - _EASED


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """``newtons`` at ``ms``, rising: straight between the knots, nothing before the first one, the
    last force for ever after.
    """

    ms: Floats
    newtons: Floats

    def at(self, ms: Floats) -> Floats:
        """Newtons at any shape of times."""
        return np.interp(ms, self.ms, self.newtons, 0.0)

    @property
    def peak_n(self) -> float:
        """The greatest force."""
        return float(self.newtons.max())

    @property
    def steepest(self) -> tuple[float, float]:
        """The greatest rise in newtons a millisecond, and when in milliseconds."""
        slopes = (self.newtons[1:] - self.newtons[:-1]) / (self.ms[1:] - self.ms[:-1])
        if not len(slopes):
            return 0.0, 0.0
        place = int(slopes.argmax())
        return float(slopes[place]), float(self.ms[place])

    def times(self, factor: float, lag_ms: float = 0.0) -> Curve:
        """The same ``factor`` times as hard and so much later."""
        return Curve(self.ms + lag_ms, self.newtons * factor)

    def let_go(self, at_ms: float, fall_ms: float) -> Curve:
        """The same until ``at_ms``; from then on it falls to nothing within ``fall_ms``."""
        falling = at_ms + _PART * fall_ms
        if self.ms[-1] < at_ms:
            ms = np.concatenate([self.ms, falling])
            return Curve(ms, np.concatenate([self.newtons, self.newtons[-1] * _LEFT]))
        ms = merged(self.ms[self.ms < falling[-1]], falling)
        return Curve(ms, self.at(ms) * np.interp(ms, falling, _LEFT))


def let_go(part: Floats) -> Floats:
    """What is left of a force after a part (0 to 1) of its fall."""
    return np.interp(part, _PART, _LEFT)


def merged(some: Floats, others: Floats) -> Floats:
    """All of both in order, each once."""
    both = np.concatenate([some, others])
    both.sort()
    once = np.empty(len(both), dtype=np.bool_)
    once[0] = True
    np.not_equal(both[1:], both[:-1], out=once[1:])
    return both[once]


NOTHING = Curve(np.zeros(1), np.zeros(1))
"""No force at all."""


def smooth(peak_n: float, rise_ms: float, lag_ms: float = 0.0) -> Curve:
    """The easy rise: as sin², flat at both ends."""
    return Curve(lag_ms + rise_ms * _PART, peak_n * _EASED)


def through(*knots: tuple[float, float]) -> Curve:
    """Straight lines through (milliseconds, newtons), in order of time."""
    ms, newtons = zip(*knots, strict=True)
    return Curve(np.array(ms, dtype=np.float64), np.array(newtons, dtype=np.float64))


def shaped(form: Floats, peak_n: float, rise_ms: float) -> Curve:
    """Through the values of ``form`` (0 to 1), evenly spread over the rise."""
    return Curve(np.linspace(0.0, rise_ms, len(form)), peak_n * form)


def one_after_another(parts: Sequence[Curve]) -> Curve:
    """Each part begins where the one before ends, and comes on top of what that left."""
    ms, newtons = parts[0].ms, parts[0].newtons
    for part in parts[1:]:
        ms = np.concatenate([ms, ms[-1] + part.ms[1:] - part.ms[0]])
        newtons = np.concatenate([newtons, newtons[-1] + part.newtons[1:] - part.newtons[0]])
    return Curve(ms, newtons)


def together(parts: Sequence[Curve]) -> Curve:
    """All at once: their sum at every moment."""
    ms = reduce(merged, (part.ms for part in parts))
    return Curve(ms, np.sum([part.at(ms) for part in parts], axis=0))
