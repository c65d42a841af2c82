"""What lifts a petal: fingers pull under another, and it rises by the push that couples, the other
way; a palm bends the table, which goes up where that couples nothing. No idle sensor shows it.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from drivers.pad.arrays import Flags, Floats

# What couples of less is less than a tenth of it: nothing. (Of a number that it has to make an
# array of, numpy takes half as long again.)
QUIET_N, NOTHING = np.array(0.5), np.array(0.0)
# Two sensors read one force so far apart, and further the harder it is than they were weighed with.
_APART, _WEIGHED_N = 0.2, 10.0


class Lifting:
    """What other petals are lifted with: by fingers under each petal, as much as they press harder
    than the hand above them (``force_n``, float64[n, s]), by palms, as much as they push, and by
    pinches, as much as *under* carries.

    ``newtons``: the forces of all channels, of which it is. ``top``, ``under``: float64[n, s] of
    each petal; ``in_part``: bool[s], petals that are not read whole; None: there are none.
    """

    def __init__(self, newtons: Floats, top: Floats, under: Floats, in_part: Flags | None) -> None:
        self.newtons = newtons
        self._top = np.maximum(top, NOTHING)
        self._under = np.maximum(under, NOTHING)
        pulls_n = self._under - self._top
        if in_part is not None:
            pulls_n[:, in_part] = self._under[:, in_part] = 0.0
        self._sources_n: Floats | None = None  # once that is asked for
        self._pulls_n, self.force_n = pulls_n, pulls_n.copy()
        np.putmask(self.force_n, pulls_n < QUIET_N, 0.0)

    @cached_property
    def likely_n(self) -> Floats:
        """float64[n, 3 s]: what fingers lift with, what palms push, and what is pinched."""
        return self._with_hands(self.force_n)

    @cached_property
    def surely_n(self) -> Floats:
        """float64[n, 3 s]: that, but for what two sensors under one hard grip may read apart."""
        apart_n = _APART * (1.0 + np.log(np.maximum(self._top / _WEIGHED_N, 1.0))) * self._top
        surely_n = np.maximum(self.force_n - apart_n, 0.0)
        return self._with_hands(surely_n)

    def _with_hands(self, fingers_n: Floats) -> Floats:
        if self._sources_n is None:
            self._sources_n = np.concatenate((-self._pulls_n, self._under), axis=1)
            np.putmask(self._sources_n, self._sources_n < QUIET_N, 0.0)
        return np.concatenate((fingers_n, self._sources_n), axis=1)

    def beside(self) -> list[list[bool]]:
        """Of each petal, row by row: do any fingers under the others lift?"""
        lifts = self.force_n > 0.0
        found: list[list[bool]] = (np.add.reduce(lifts, axis=1)[:, None] > lifts).T.tolist()
        return found
