"""Recursive filters of first and second order, a block at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tests.second_simulator.kinds import Floats

_BLOCK = 64


def _one_pole(given: npt.NDArray[Any], pole: complex, before: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """``y[n] = x[n] + pole * y[n - 1]`` along the first axis, ``y[-1]`` is ``before``."""
    steps = np.arange(_BLOCK)
    powers = np.power(pole, steps + 1)
    weights = np.where(steps[:, None] >= steps, np.power(pole, abs(steps[:, None] - steps)), 0.0)
    columns = given.reshape(len(given), -1)
    out = np.empty(columns.shape, np.result_type(given, weights))
    last = np.asarray(before).reshape(-1)
    for first in range(0, len(columns), _BLOCK):
        block = columns[first : first + _BLOCK]
        n = len(block)
        out[first : first + n] = weights[:n, :n] @ block + powers[:n, None] * last
        last = out[first + n - 1]
    return out.reshape(given.shape)


def lag(given: Floats, step_s: float, tau_s: float, before: Floats | float = 0.0) -> Floats:
    """A lag of first order along the first axis that had shown ``before``."""
    keep = float(np.exp(-step_s / tau_s))
    start = np.broadcast_to(np.asarray(before, float), given.shape[1:])
    return np.asarray(_one_pole((1.0 - keep) * given, keep, start).real)


def swing(given: Floats, step_s: float, hz: float, damping: float) -> Floats:
    """What swings at ``hz`` and follows ``given`` float64[n] in the end (bilinear, as it is)."""
    omega, twice = 2 * np.pi * hz, 2.0 / step_s
    a0 = twice**2 + 2 * damping * omega * twice + omega**2
    a1 = (2 * omega**2 - 2 * twice**2) / a0
    a2 = (twice**2 - 2 * damping * omega * twice + omega**2) / a0
    pole = complex(-a1 / 2, np.sqrt(a2 - a1 * a1 / 4))
    driven = np.convolve(given, [1.0, 2.0, 1.0])[: len(given)] * (omega**2 / a0)
    rung = _one_pole(driven.astype(complex), pole, np.zeros(1, complex))
    return np.asarray((pole * rung).imag / pole.imag)
