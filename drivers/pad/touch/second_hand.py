"""A hand that comes upon what was told and stays, or where that has just left."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import NamedTuple

import numpy as np

from drivers.pad.arrays import Floats
from drivers.pad.config import PadConfig
from drivers.pad.coupling.residual import PRESSED_N
from drivers.pad.forces import Forces
from drivers.pad.past import Past
from drivers.pad.reductions import greatest, greatest_by_row
from drivers.pad.rise import Rise
from drivers.pad.touch.timing import LIGHT, Timing
from drivers.pad.touches import NEVER, PetalSensors, Stretch

_MORE = 2.0  # times all that it has pressed with: a hand squeezes and recoils, slaps press it
_ALIKE_N = 0.1  # as a sensor shows the same
_MOST_N = 6.0  # who has pressed harder does not rest; others' hands slide on, a grip grows


class Upon(NamedTuple):
    """What both sensors carried as a hand came upon that, or None where it had just left; the
    rises of that hand."""

    bases: tuple[float, float] | None
    rises: list[Rise | None]


class SecondHand:
    """Of one petal: from when on, and with how much, a hand may have come upon one that was told.

    ``risen_n``: the force that is to be looked into; infinite until it is asked for. ``due_ns``:
    when that is to be (by then the pad has been held back for as long as a rise takes), or whether
    it ``has_eased``. ``told_n``: what was told had pressed with, while a touch is looked into that
    came upon it.
    """

    def __init__(
        self, sensors: PetalSensors, config: PadConfig, forces: Forces, timing: Timing
    ) -> None:
        self._order, self._sensors, self._timing = sensors.order, sensors, timing
        self._config, self._forces = config, forces
        self.told_n, self.risen_n, self._from_ns = 0.0, inf, NEVER
        self._eases_ns = NEVER  # not before then

    def begin(self, t_ns: int = NEVER, *, alone: bool = True) -> None:
        """A hand has been told by then; or there is none upon which another may come. What comes
        within one more gesture window is that hand yet, and all of it on a petal that it does not
        press ``alone``, until that rests."""
        self.told_n, self.risen_n = 0.0, inf
        self._from_ns = min(t_ns + self._config.gesture_ns, NEVER) if alone else NEVER
        self._eases_ns = min(t_ns + self._config.lean_ns, NEVER) if alone else NEVER

    def holds_back(self, t_ns: int) -> bool:
        """May one be rising that will be told?"""
        return t_ns >= self._from_ns

    @property
    def due_ns(self) -> int:
        return min(self._eases_ns, self._asked_ns)

    @property
    def _asked_ns(self) -> int:
        return NEVER if self.risen_n < inf else self._from_ns + self._timing.rises_ns

    def has_eased(self, stretch: Stretch, i: int, held_n: float) -> bool:
        """Has what was told shown no more than a light one for as long as what leans is told, with
        nobody else there who may lift it? It has gone, and something else lies there, or it rests:
        whoever presses next comes anew. ``held_n``: what it presses with in row ``i`` and the one
        before."""
        config, scan, t_ns = self._config, stretch.first + i, stretch.t_ns[i]
        if t_ns < self._eases_ns:
            return False
        if held_n >= LIGHT * config.least_peak_n:
            self._eases_ns = t_ns + config.lean_ns
            return False
        scans = config.lean_ns // self._forces.spans.period_ns
        view = self._forces.past(scan + 1 - scans, scan + 1)
        level = self._forces.most_pressed(self._order, view, explained=False)
        others_n = greatest_by_row(self._forces.others(view.sources, self._order))
        pressed = (level >= LIGHT * config.least_peak_n) | (others_n >= PRESSED_N)
        (presses,) = pressed.nonzero()
        if presses.size:
            self._eases_ns = int(view.times[presses[-1]]) + config.lean_ns
        return not presses.size

    def upon(self, stretch: Stretch, i: int, sure_n: float, held_n: float) -> Upon | None:
        """The hand that came, within the time of a rise, upon one that has pressed with ``held_n``
        at most, as ``sure_n`` presses in row ``i``; None: none has."""
        t_ns = stretch.t_ns[i]
        upon = self._since_least(stretch, i) if sure_n >= self.risen_n else None
        if sure_n >= self.risen_n or t_ns >= self._asked_ns:
            self.risen_n = max(held_n + self._config.rise_n, _MORE * held_n)
            if held_n > _MOST_N:
                self.risen_n, self._from_ns = inf, NEVER
        self.told_n = held_n if upon else 0.0
        return upon

    def _since_least(self, stretch: Stretch, i: int) -> Upon | None:
        """It began to rise where least lay there, for as long as what leaves needs to be gone."""
        config, spans, scan = self._config, self._forces.spans, stretch.first + i
        few = spans.gap
        view = self._forces.past(scan + 1 - spans.rise - few, scan + 1)
        own = self._sensors.of(self._forces.own_past(view))
        sums = np.concatenate((np.zeros((1, 2)), own.cumsum(axis=0)))
        means = np.maximum((sums[few:] - sums[:-few]) / few, 0.0)
        level = np.maximum(*means.T)
        top_n, under_n = means[int(level.argmin())].tolist()
        # The last of those alike: what came before was the first hand's, as it left.
        row = int((level <= level.min() + _ALIKE_N).nonzero()[0][-1])
        left = max(top_n, under_n) < config.release_n
        bases = (0.0, 0.0) if left else (top_n, under_n)
        view, own = self._forces.past(view.first + row + few - 1, scan + 1), own[row + few - 1 :]
        upon = np.minimum(own[1:], own[:-1]) - bases
        if not len(upon) or greatest(upon) < max(config.rise_n, self.risen_n / _MORE):
            return None
        coupled_n = float(stretch.coupled[i : i + 2, self._order].max())
        loosest_n = self._forces.loosest(stretch.sources[i : i + 2], self._order)
        rises: list[Rise | None] = [None, None]
        for part, offset_ns in enumerate(self._sensors.offsets_ns):
            rise = Rise(0, 0, 0, 0, sure_n=greatest(own[:, part]) - coupled_n)
            upon_n = own[:, part] - bases[part]
            rise = rise_upon(rise, view, upon_n, bases[part], offset_ns, config)
            if rise.peak_n >= config.release_n:
                if rise.crossed >= 0:
                    rise.doubt(coupled_n, loosest_n, config.screen_ns)
                rises[part] = rise
        return Upon(None if left else bases, rises)


def rise_upon(
    rise: Rise, view: Past, upon_n: Floats, base_n: float, offset_ns: int, config: PadConfig
) -> Rise:
    """A rise as it is of what came upon ``base_n`` only, float64[n] since the view began."""
    times = view.times + offset_ns
    held = np.minimum(upon_n[1:], upon_n[:-1])
    (crossed,), (strong,) = ((held >= n).nonzero() for n in (config.onset_n, config.rise_n))
    (loaded,) = (held >= config.release_n).nonzero()
    return replace(
        rise,
        scan=view.first + 1,
        before_ns=int(times[0]),
        since_ns=int(times[loaded[0] + 1 if loaded.size else 1]),
        last_ns=int(times[loaded[-1] + 1 if loaded.size else 1]),
        peak_n=greatest(held),
        sure_n=max(rise.sure_n - base_n, 0.0),
        crossed=view.first + int(crossed[0]) if crossed.size else -1,
        crossed_ns=int(times[crossed[0]]) if crossed.size else -1,
        strong_ns=int(times[strong[0] + 1]) if strong.size else -1,
        amid=False,
    )
