"""May a touch that has gone have been a contact, or be there yet?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drivers.pad.config import PadConfig
from drivers.pad.coupling.residual import HELD, PRESSED_N, PULLS_N
from drivers.pad.forces import Forces
from drivers.pad.reductions import greatest, least
from drivers.pad.rise import Rise
from drivers.pad.touch.strength import Strength
from drivers.pad.touch.timing import UNSURE, lasts
from drivers.pad.touches import PetalSensors, Stretch


class Ending:
    """Of one petal."""

    def __init__(
        self, sensors: PetalSensors, config: PadConfig, forces: Forces, strength: Strength
    ) -> None:
        self._order, self._sensors, self._config = sensors.order, sensors, config
        self._forces, self._strength = forces, strength

    def is_open(self, rises: Sequence[Rise], stretch: Stretch, i: int, *, lasted: bool) -> bool:
        """By row ``i`` it was no contact, though it ``lasted``: may it have lasted, for all that
        forces may be wrong by; or, if it was a finger that rested, have others come since who may
        pull it away? Then a hand that comes now may be of one contact with it."""
        config, error = self._config, UNSURE * max(self._sensors.gain_sigmas)
        view = self._forces.past(min(r.scan for r in rises) - 1, stretch.first + i + 1)
        period_ns = self._forces.spans.period_ns
        # Also those that were lost as it began.
        level_n = view.with_lost(self._strength.level(view), period_ns, most=True)[1:]
        most_n, onset_n = greatest(level_n), (1.0 - error) * config.onset_n
        least_peak_n = (1.0 - error) * config.least_peak_n
        if most_n >= least_peak_n:
            return not lasted and lasts(level_n, onset_n, least_peak_n, self._forces.spans)
        sure_n = max(rise.sure_n for rise in rises)
        return most_n >= onset_n and sure_n >= onset_n and self._is_pulled(stretch, i)

    def came_before(self, rises: Sequence[Rise], stretch: Stretch, i: int) -> bool:
        """May what seems to have gone have been half a newton before others came who couple still?
        Nobody coupled that, and what is taken off since may be too much: by its error, or as it has
        been below nothing. It was going by then that is less than before, or bounces."""
        if not self._is_pulled(stretch, i):
            return False
        view = self._forces.past(min(r.scan for r in rises), stretch.first + i + 1)
        pressing_n = np.add.reduce(self._forces.others(view.sources, self._order), axis=1)
        came = int((pressing_n >= PRESSED_N).argmax())
        if came < 1:
            return False
        channels, own = self._sensors.channels, self._forces.own_past(view)
        own_n = np.maximum(*self._sensors.of(own).T)
        most_n, may_be_n = greatest(own_n[:came]), min(map(self._strength.may_be_n, (0, 1)))
        if own_n[came - 1] < max(may_be_n, HELD * most_n) or most_n >= self._config.least_peak_n:
            return False
        left_n = max(float(self._forces.left_n(channel, view)[-1]) for channel in channels)
        doubt_n = max(UNSURE * left_n, -least(own_n[came:]))
        return float(own_n[-1]) + doubt_n >= self._config.release_n

    def _is_pulled(self, stretch: Stretch, i: int) -> bool:
        return self._forces.loosest(stretch.sources[i : i + 2], self._order) >= PULLS_N
