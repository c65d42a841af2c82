"""A stretch as one petal feels it: its two sensors' own forces, and where they say something."""

from __future__ import annotations

from math import inf
from typing import NamedTuple, TypeVar

import numpy as np

from drivers.pad.arrays import Flags, Floats
from drivers.pad.config import PadConfig
from drivers.pad.forces import Forces
from drivers.pad.lean import Lean
from drivers.pad.reductions import first_of
from drivers.pad.touches import PetalSensors, Stretch

Force = TypeVar("Force", float, Floats)

_END = np.ones(1, dtype=np.bool_)
_STILL, _STILL_N = 0.03, 0.04  # so little does what lies there move: relative, and newtons


def is_moved(level: Force, base: Force, load_n: float | Floats = 0.0) -> bool | Flags:
    """Does more than what lies still press, or less, than before? ``load_n`` is taken off of it by
    now: a sensor is as noisy as all that it carries."""
    return abs(level - base) > _STILL * (level + load_n) + _STILL_N


def last_at_rest(levels: Floats, bases: Floats, least_n: float, gap: int) -> int:
    """The last row of float64[n, 2] in which a petal carried what lay there and no more; 0: none
    is. What came with ``least_n`` up to a ``gap`` of scans ago is of the same contact."""
    moved = np.logical_or.reduce(np.asarray(is_moved(levels, bases)), axis=1)
    for row in np.logical_or.reduce(levels - bases >= least_n, axis=1).nonzero()[0].tolist():
        moved[row : row + gap + 1] = True
    (lies,) = (~moved).nonzero()
    return int(lies[-1]) if lies.size else 0


class Leaning(NamedTuple):
    """Some scans of what leans. ``sure``: bool[n], those in which it is surely no crosstalk;
    ``moves``: it does not lie still."""

    sure: Flags
    moves: bool


class PetalStretch:
    """Of the petal of these ``sensors``.

    ``own`` and ``held``: float64[n, c]; ``levels``: the greater own force of the petal, float64[n];
    ``begins`` and ``unsure``: bool[n + 1], true in the end. See ``Stretch``.
    """

    __slots__ = (
        "_of_petal",
        "_order",
        "_stretch",
        "begins",
        "held",
        "levels",
        "own",
        "unsure",
    )

    def __init__(self, stretch: Stretch, sensors: PetalSensors) -> None:
        order = sensors.order
        self._stretch, self._order, self._of_petal = stretch, order, sensors
        self.own, self.held = stretch.own, stretch.held
        self.levels: Floats = stretch.levels[:, order]
        self.begins, self.unsure = stretch.begins[:, order], stretch.unsure[:, order]

    def read_again(self, forces: Forces, release_n: float) -> None:
        """What is taken off has changed, from the scan before on."""
        own = forces.own(self._stretch.newtons, self._stretch.sources)
        self.own, self.held = own[1:], np.minimum(own[1:], own[:-1])
        self.levels = np.maximum(*self._sensors(self.own))
        starts = self._stretch.starts[:, self._order]
        begins = np.maximum(*self._sensors(self.held)) >= starts
        self.begins = np.concatenate((begins, _END))
        self.unsure = np.concatenate((self.levels < release_n + self.coupled(0), _END))

    def _sensors(self, rows: Floats, first: int = 0) -> tuple[Floats, Floats]:
        top, under = self._of_petal.channels
        return rows[first:, top], rows[first:, under]

    def coupled(self, first: int) -> Floats:
        """float64[n - first]: the most that the other petals may cause."""
        return self._stretch.coupled[first + 1 :, self._order]

    def lists(self) -> tuple[list[list[float]], list[list[float]]]:
        """``own`` and ``held`` of both sensors, to be looked at scan by scan."""
        own, held = self._of_petal.of(self.own), self._of_petal.of(self.held)
        return own.T.tolist(), held.T.tolist()

    def sure(
        self,
        first: int,
        bases: tuple[float, float] | None,
        left_n: float,
        release_n: float,
        risen_n: float,
    ) -> Floats:
        """What a hand surely presses with from row ``first`` on, as long as it surely stays, with
        less than ``risen_n``. ``bases``: what it leant with before it rose; ``left_n``: with less
        above that it has left."""
        coupled = self.coupled(first)
        if bases is None:
            levels, ends = self.levels[first:], self.unsure[first:-1]
        else:
            top, under = self._sensors(self.own, first)
            levels = np.maximum(top - bases[0], under - bases[1])
            ends = levels < np.maximum(release_n + coupled, left_n)
        count = first_of(ends)
        sure: Floats = levels[:count] - coupled[:count]
        return sure if risen_n == inf else sure[: first_of(sure >= risen_n)]

    def rests(self, row: int, level: float, lean: Lean, config: PadConfig, *, laid: bool) -> bool:
        """Does what leans there, with ``level`` in that row, still press? As ``lying`` goes on."""
        if laid:
            level = max(
                level, *self._stretch.newtons[row + 1, list(self._of_petal.channels)].tolist()
            )
        return level >= self._least_n(lean, config, laid=laid)

    def _least_n(self, lean: Lean, config: PadConfig, *, laid: bool) -> float:
        """With less it has gone. A finger that trembles goes as a hand does: it is no load, which
        would be taken off."""
        trembles = lean.moves and not laid
        return config.release_n if trembles else float(self._stretch.rests_n[self._order])

    def lying(self, first: int, lean: Lean, config: PadConfig, *, laid: bool) -> Leaning | None:
        """What leans there from row ``first`` on, as long as it stays and does not rise; ``lean``
        has taken it. ``laid``: on the table; of that what others couple may be taken off by too
        much. None: that row is to be looked at by itself."""
        least_n = self._least_n(lean, config, laid=laid)
        if self.levels[first] < least_n and not laid:
            return None
        bases = lean.bases(self._sensors(self.own, first))
        if bases is None:
            return None
        levels, (top, under) = self.levels[first:], self._sensors(self.held, first)
        loaded = levels
        if laid:
            read = self._sensors(self._stretch.newtons, first + 1)
            loaded = np.maximum.reduce([levels, *read])
        ends = np.maximum(top - bases[0], under - bases[1]) >= config.onset_n
        ends |= loaded < least_n
        moved = np.asarray(
            is_moved(levels, np.maximum(*bases), lean.loads_n(self._stretch.t_ns[first:]))
        )
        if not lean.moves and not laid:
            ends[1:] |= np.logical_or.accumulate(moved)[:-1] & (levels[1:] < config.release_n)
        count = first_of(ends)
        if not count:
            return None
        levels, coupled = levels[:count], self.coupled(first)[:count]
        moves = bool(np.count_nonzero(moved[:count]))
        lean.go(count)
        lean.moves = lean.moves or moves
        return Leaning(levels - 2 * coupled >= config.release_n, moves)
