"""May a touch that has gone have been a contact, or be there yet?"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.pad.config import PadConfig
from drivers.pad.coupling.residual import PULLS_N
from drivers.pad.forces import Forces
from drivers.pad.reductions import greatest
from drivers.pad.touch.strength import Strength
from drivers.pad.touch.timing import UNSURE, lasts
from drivers.pad.touch.touches import PetalSensors, Rise, Stretch


class Ending:
    """Of one petal, in column ``order``."""

    def __init__(
        self,
        order: int,
        sensors: PetalSensors,
        config: PadConfig,
        forces: Forces,
        strength: Strength,
    ) -> None:
        self._order, self._sensors, self._config = order, sensors, config
        self._forces, self._strength = forces, strength

    def is_open(self, rises: Sequence[Rise], stretch: Stretch, i: int, *, lasted: bool) -> bool:
        """By row ``i`` it was no contact, though it ``lasted``: may it have lasted, for all that
        forces may be wrong by; or, if it was a finger that rested, have others come since who may
        pull it away? Then a hand that comes now may be of one contact with it."""
        config, error = self._config, UNSURE * max(self._sensors.gain_sigmas)
        view = self._forces.past(min(r.scan for r in rises), stretch.first + i + 1)
        level_n = self._strength.level(view)
        most_n, onset_n = greatest(level_n), (1.0 - error) * config.onset_n
        if most_n >= (1.0 - error) * config.least_peak_n:
            return not lasted and lasts(level_n, onset_n, self._forces.spans)
        sure_n = max(rise.sure_n for rise in rises)
        loosest_n = self._forces.loosest(stretch.sources[i : i + 2], self._order)
        return most_n >= onset_n and sure_n >= onset_n and loosest_n >= PULLS_N
