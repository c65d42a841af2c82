"""The nominal force sensor: resistance against force, and the divider below it.

The curve goes through the data sheet points of HARDWARE.md ("What real parts do") as straight lines
between logarithms: a power law for each piece, with the outer pieces continued. From 0.2 N to 1 N
the exponent is exactly 1, so around the onset (0.5 N) conductance is proportional to force.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from drivers.pad.arrays import Floats

POINTS_N: tuple[float, ...] = (0.2, 1.0, 10.0, 100.0)
POINTS_OHM: tuple[float, ...] = (30_000.0, 6_000.0, 1_000.0, 250.0)
UNTOUCHED_OHM = 1e7  # "above 10 MΩ untouched": nothing that we model is greater

# One decade of force more on each side, along the outer pieces' slopes.
_LOG_N = np.log(np.array([2e-7, *POINTS_N, 1e4]))
_INNER = np.log(np.array(POINTS_OHM))
_SLOPE_FIRST = (_INNER[1] - _INNER[0]) / (_LOG_N[2] - _LOG_N[1])
_SLOPE_LAST = (_INNER[-1] - _INNER[-2]) / (_LOG_N[-2] - _LOG_N[-3])
_LOG_OHM = np.concatenate(
    [
        [_INNER[0] + _SLOPE_FIRST * (_LOG_N[0] - _LOG_N[1])],
        _INNER,
        [_INNER[-1] + _SLOPE_LAST * (_LOG_N[-1] - _LOG_N[-2])],
    ]
)
BENDS_N = POINTS_N[2]
BENDS = float(_SLOPE_LAST * (_LOG_N[3] - _LOG_N[2]) / (_INNER[2] - _INNER[1]))
"""Above ``BENDS_N`` a part gives way less: the power of the force with which its conductance grows
is less by this factor."""
_TINY_N = 1e-9


def force_to_ohm(force_n: npt.NDArray[Any] | float) -> Floats:
    """Nominal resistance in ohms of any shape of forces in newtons; 0 N and less is untouched."""
    force = np.maximum(np.asarray(force_n, dtype=np.float64), _TINY_N)
    ohm = np.exp(np.interp(np.log(force), _LOG_N, _LOG_OHM))
    capped: Floats = np.minimum(ohm, UNTOUCHED_OHM)
    return capped


def ohm_to_force(ohm: npt.NDArray[Any] | float) -> Floats:
    """Nominal force in newtons of resistances in ohms; ``UNTOUCHED_OHM`` and more is 0 N."""
    resistance = np.asarray(ohm, dtype=np.float64)
    log_ohm = np.log(np.clip(resistance, 1e-3, UNTOUCHED_OHM))
    force = np.exp(np.interp(log_ohm, _LOG_OHM[::-1], _LOG_N[::-1]))
    return np.where(resistance >= UNTOUCHED_OHM, 0.0, force)


def ohm_to_code(ohm: npt.NDArray[Any] | float, divider_ohm: float, full_code: int) -> Floats:
    """ADC reading, not yet rounded, of a sensor above ``divider_ohm`` to ground."""
    resistance = np.asarray(ohm, dtype=np.float64)
    return full_code * divider_ohm / (divider_ohm + resistance)


def code_to_siemens(code: npt.NDArray[Any] | float, divider_ohm: float, full_code: int) -> Floats:
    """Conductance in siemens of a sensor read as ``code``; at full scale it is infinite."""
    reading = np.asarray(code, dtype=np.float64)
    below_full = np.maximum(full_code - reading, 0.0)
    with np.errstate(divide="ignore"):
        return reading / (below_full * divider_ohm)


def siemens_to_force(siemens: npt.NDArray[Any] | float) -> Floats:
    """Nominal force in newtons of conductances in siemens; zero and less is 0 N."""
    conductance = np.asarray(siemens, dtype=np.float64)
    return ohm_to_force(1.0 / np.clip(conductance, 1e-9, 1e3))
