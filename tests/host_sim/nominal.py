"""The part that the data sheet draws, and the parts of a table as an ohmmeter has them."""

from __future__ import annotations

import numpy as np

from host_sim.curves import Floats
from host_sim.sensors import EXPONENT, SERIES_OHM, TURN_ON_N, Sensors, parts_ohm

TURN_ON_POWER = 2.5


def nominal_ohm(force_n: float) -> float:
    """Its resistance under a force."""
    one = np.ones(1)
    parts = one, one * EXPONENT, one * TURN_ON_N, one * TURN_ON_POWER, one * SERIES_OHM
    return float(parts_ohm(np.full((1, 1), force_n), *parts)[0, 0])


def ohms_of(sensors: Sensors, load_n: Floats) -> Floats:
    """Resistances under felt forces float64[n, channels], the weight at rest added."""
    return sensors._parts_ohms(load_n + sensors.preload_n, sensors.drifts)
