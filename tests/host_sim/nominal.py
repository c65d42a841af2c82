"""The part that the data sheet draws."""

from __future__ import annotations

import numpy as np

from host_sim.sensors import EXPONENT, SERIES_OHM, TURN_ON_N, TURN_ON_POWER, parts_ohm


def nominal_ohm(force_n: float) -> float:
    """Its resistance under a force."""
    one = np.ones(1)
    parts = one, one * EXPONENT, one * TURN_ON_N, one * TURN_ON_POWER, one * SERIES_OHM
    return float(parts_ohm(np.full((1, 1), force_n), *parts)[0, 0])
