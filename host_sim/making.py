"""How one table differs from a perfect one: its parts, its years, its surroundings."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from drivers.errors import ConfigError
from host_sim.models import COUPLING, PART_SPREAD, Ints, Petals


@dataclass(frozen=True, slots=True)
class Making:
    """The parts of one table. Raises ConfigError for a negative figure.

    ``spread``: one sigma of the sensors' sensitivity, part to part. ``drift``: each sensor's
    sensitivity has changed since it was weighed, by up to so much either way. ``coupling``: the
    share of a neighbour's force on *top*, half of it on *under*. ``noise``: times the converter's
    own. ``hum_share``: amplitude of the mains' hum, of the converter's full scale. ``backwards``: a
    scan reads the last seat's channels first. ``parts_seed``: the same sensors whatever the seed of
    the table is; None: each seed has its own.
    """

    spread: float = PART_SPREAD
    drift: float = 0.0
    coupling: float = COUPLING
    noise: float = 1.0
    hum_share: float = 0.0
    hum_hz: float = 50.0
    backwards: bool = False
    parts_seed: int | None = None

    def __post_init__(self) -> None:
        for name in ("spread", "drift", "coupling", "noise", "hum_share", "hum_hz"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ConfigError("making of a table: {name} must be a number from 0 up", name=name)

    def petals(self, seats: int, offsets_ns: Ints, rng: np.random.Generator) -> Petals:
        """The sensors of a table of this make; ``rng`` draws each one's own."""
        return Petals(
            seats,
            offsets_ns,
            rng,
            spread=self.spread,
            drift=self.drift,
            coupling=self.coupling,
        )
