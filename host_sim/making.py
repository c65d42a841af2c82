"""How one table differs from a perfect one: its parts, its years, its surroundings."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Final

from drivers.errors import ConfigError
from host_sim.plate import CROSSTALK, RINGING

PART_SPREAD: Final = 0.06
EXPONENT_SPREAD: Final = 0.08
"""How far one sensor may differ from the next."""


@dataclass(frozen=True, slots=True)
class BuilderWeighing:
    """How the builder weighed its sensors.

    ``weight_error``: the weights are wrong by up to so much. ``off_centre``: up to this share of
    the weight was carried past the sensor. ``cold``: up to so much less sensitive than while
    playing, all of them alike.
    """

    weight_error: float = 0.0
    off_centre: float = 0.0
    cold: float = 0.0


@dataclass(frozen=True, slots=True)
class Making:
    """The parts of one table. Raises ConfigError for a negative figure.

    ``spread``: one sigma of the sensors' sensitivity, part to part. ``exponents``: how far the
    power of the force in a part's resistance is from the nominal one, at most. ``drift``: each
    sensor's sensitivity has changed since it was weighed, by up to so much either way. ``puck``:
    the share that a hand at the petal's edge carries past the sensor, at most.

    ``crosstalk``: the share of a neighbour's force on *top*, half of it on *under*. ``ringing``:
    newtons with which the table rings for each newton a millisecond of a slap. ``noise``: times the
    converter's own. ``hum_share``: amplitude of the mains' hum, ``dimmer_share`` of the bursts that
    a dimmer adds, of the converter's full scale. ``spikes``: how many of all readings are far too
    high for no reason, half of these full scale.

    ``backwards``: a scan reads the last seat's channels first. ``parts_seed``: the same sensors
    whatever the seed of the table is; None: each seed has its own. ``weighing``: None where nobody
    has weighed them, so that all that is known is the data sheet.
    """

    spread: float = PART_SPREAD
    exponents: float = EXPONENT_SPREAD
    drift: float = 0.0
    puck: float = 0.03
    crosstalk: float = CROSSTALK
    ringing: float = RINGING
    noise: float = 1.0
    hum_share: float = 0.0
    hum_hz: int = 50
    dimmer_share: float = 0.0
    spikes: float = 0.0
    backwards: bool = False
    parts_seed: int | None = None
    weighing: BuilderWeighing | None = BuilderWeighing()

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, int | float) and not 0 <= value < math.inf:
                raise ConfigError(
                    "making of a table: {name} must be a number from 0 up", name=field.name
                )
