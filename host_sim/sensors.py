"""The force sensors of a table: each a part of its own, as the data sheet bounds them.

Forces in, readings of the converter out. Resistance falls with a power of the force that is the
part's own, below its turn-on force it soon vanishes, at high forces a rest remains, of the ink and
of the solder. Nothing here knows how the drivers think that a sensor works.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from drivers.times import MS
from host_sim.curves import Curve, Floats, merged
from host_sim.making import BuilderWeighing, Making
from host_sim.models import Ints, Touch

OHM_AT_1_N: Final = 5_844.0
EXPONENT: Final = 0.822
TURN_ON_N: Final = 0.13
SERIES_OHM: Final = 120.0
"""The nominal part, whose turn-on has the power 2.5: 30 k at 0.2 N, 6 k at 1 N, 1 k at 10 N, 250 Ω
at 100 N."""

REPEATABILITY: Final = 0.02
_TURN_ON_SPREAD: Final = 1.35
HYSTERESIS: Final = 0.04, 0.10
CREEP_PER_DECADE: Final = 0.01, 0.045
CREEP_FROM_MS: Final = 20.0
PRELOAD_N: Final = 0.05  # the petal's own weight on its sensors, at most
SOLDER_OHM: Final = 40.0
WEIGHED_AFTER_MS: Final = 5_000.0
_GREATEST_N: Final = 250.0
_ENTRIES: Final = 4_096
_LEAST_N: Final = 1e-6
_ALL: Final = slice(None)
_AGES_MS: Final = np.concatenate([[0.0], np.geomspace(1.0, 1e7, 43)])
_DECADES: Final = np.log10(1.0 + _AGES_MS / CREEP_FROM_MS)
"""Creep is straight between these ages, so that a hand that lets go was not another before."""


def parts_ohm(
    force_n: Floats,
    sensitivity: Floats,
    exponent: Floats,
    turn_on_n: Floats,
    turn_on_power: Floats,
    series_ohm: Floats,
) -> Floats:
    """Resistances for forces float64[n, c], or [n, 1] on all, of parts float64[c]."""
    # A power is two logarithms: one of each force is enough for both.
    felt = np.log(np.maximum(force_n, _LEAST_N)) + np.log(sensitivity)
    ohms: Floats = np.exp((np.log(turn_on_n) - felt) * turn_on_power)
    ohms += 1.0
    ohms *= np.exp(felt * -exponent)
    ohms *= OHM_AT_1_N
    ohms += series_ohm
    return ohms


class Pressing:
    """What a touch does to its own two sensors: newtons as they feel them, over time.

    While a hand lets go a sensor feels up to a tenth more than there is (hysteresis), under a
    lasting load it creeps; this touch's own factor is in it. ``felt`` is of a hand that stays.
    """

    __slots__ = ("factor", "felt", "more", "touch")

    def __init__(
        self, touch: Touch, factor: float, felt: tuple[Curve, Curve], more: tuple[float, float]
    ) -> None:
        self.touch = touch
        self.factor = factor
        self.felt = felt
        self.more = more  # at most, of what is felt while it lets go

    def ending(self, touch: Touch) -> Pressing:
        """The same of ``touch``, which lets go at another time."""
        return Pressing(touch, self.factor, self.felt, self.more)

    def press(self, load_n: Floats, starts_ns: Ints, offsets_ns: Ints) -> None:
        """Add to float64[n, 2], *top* and *under*, so much after the starts int64[n]."""
        for part, curve in enumerate(self.felt):
            if len(curve.ms) > 1:
                ms = (starts_ns + (int(offsets_ns[part]) - self.touch.t_ns)) / MS
                force = curve.at(ms)
                self.touch.let_fall(force, ms, self.more[part])
                load_n[:, part] += force


class Sensors:
    """All force sensors. Column ``2 * seat`` is *top*, the next one *under*.

    ``rng`` draws each part. ``drifts`` is how much more sensitive each is than when it was weighed.
    """

    def __init__(self, seats: int, rng: np.random.Generator, making: Making) -> None:
        count = 2 * seats
        self.seats = seats
        self._making = making
        parts = np.clip(rng.standard_normal(count), -2.5, 2.5)
        self._sensitivity: Floats = 1.0 + making.spread * parts
        self._exponent = EXPONENT + making.exponents * rng.uniform(-1.0, 1.0, count)
        self._turn_on_n = TURN_ON_N * _TURN_ON_SPREAD ** np.clip(
            rng.standard_normal(count), -2.0, 2.0
        )
        self._turn_on_power = rng.uniform(2.0, 3.5, count)
        solder = rng.uniform(0.0, SOLDER_OHM, count)
        self._series_ohm = SERIES_OHM * rng.uniform(0.7, 1.3, count) + solder
        self.preload_n: Floats = rng.uniform(0.0, PRELOAD_N, count)
        self.drifts: Floats = 1.0 + making.drift * rng.uniform(-1.0, 1.0, count)
        self._creep = rng.uniform(*CREEP_PER_DECADE, count)
        self._hysteresis = rng.uniform(*HYSTERESIS, count)
        self._carried_past = making.puck * rng.uniform(0.3, 1.0, count)
        self._weighed_seed = int(rng.integers(1 << 31))
        self._laid: dict[float, tuple[Floats, float]] = {}
        self._codes: Floats | None = None
        self._steps: Floats = np.zeros(0)

    def pressing(self, touch: Touch, factor: float) -> Pressing:
        """How its sensors feel ``touch``; ``factor`` is how this one repeats the last."""
        first = 2 * touch.seat
        top = self._felt(touch, touch.rise(), first, factor)
        under = self._felt(touch, touch.rise("under"), first + 1, factor)
        more = float(self._hysteresis[first]), float(self._hysteresis[first + 1])
        return Pressing(touch, factor, (top, under), more)

    def _felt(self, touch: Touch, force: Curve, column: int, factor: float) -> Curve:
        ms, newtons = force.ms, force.newtons
        if len(ms) == 1:
            return force
        if not touch.smooth:
            greatest = np.maximum.accumulate(newtons)
            less = 1.0 - newtons / np.maximum(greatest, _LEAST_N)
            newtons = newtons * (1.0 + self._hysteresis[column] * less)
        ages = _AGES_MS + ms[0]
        at = merged(ms, ages)
        felt = np.interp(at, ms, newtons)
        felt *= 1.0 + self._creep[column] * np.interp(at, ages, _DECADES)
        felt *= factor * (1.0 - self._carried_past[column] * touch.off_centre**2)
        return Curve(at, felt)

    def readings(self, load_n: Floats, full_code: int, divider_ohm: float) -> Floats:
        """Ideal codes under felt forces float64[n, channels], the weight at rest added."""
        if self._codes is None:
            self._tabulate(full_code, divider_ohm)
            assert self._codes is not None
        place = load_n + self.preload_n
        np.maximum(place, 0.0, out=place)
        np.sqrt(place, out=place)
        place *= (_ENTRIES - 2) / _GREATEST_N**0.5
        np.minimum(place, _ENTRIES - 2, out=place)
        whole = np.floor(place)
        place -= whole
        low = whole.astype(np.intp)
        low += self._rows
        place *= self._steps[low]
        place += self._codes[low]
        return place

    def _tabulate(self, full_code: int, divider_ohm: float) -> None:
        """Readings for forces by their square root: dense where a hand begins."""
        roots = np.linspace(0.0, _GREATEST_N**0.5, _ENTRIES - 1)
        codes = np.empty((len(self.drifts), _ENTRIES))
        for column, row in enumerate(codes):  # a part at a time: it all stays at hand
            ohms = self._parts_ohms(roots**2, self.drifts, slice(column, column + 1))
            row[:-1] = full_code * divider_ohm / (divider_ohm + ohms)
        codes[:, -1] = codes[:, -2]
        self._codes = codes.ravel()
        self._steps = np.append(self._codes[1:] - self._codes[:-1], 0.0)
        self._rows = np.arange(len(codes), dtype=np.intp) * _ENTRIES

    def _parts_ohms(self, force_n: Floats, changed: Floats, of: slice = _ALL) -> Floats:
        return parts_ohm(
            force_n,
            (self._sensitivity * changed)[of],
            self._exponent[of],
            self._turn_on_n[of],
            self._turn_on_power[of],
            self._series_ohm[of],
        )

    def weighed(self, weight_n: float, load_n: Floats) -> Floats:
        """Resistances while a builder weighs with ``weight_n``, which loads the sensors by
        ``load_n``, both float64[channels].

        The weight has lain there for some seconds, so the sensors have crept; how right it is, how
        well it lies and how warm it is, says the making. Nothing had drifted yet.
        """
        if weight_n not in self._laid:
            self._laid[weight_n] = self._as_laid(weight_n)
        share, cold = self._laid[weight_n]
        force = load_n * share + self.preload_n
        ohms: Floats = self._parts_ohms(force[None, :], np.full(2 * self.seats, 1.0 - cold))[0]
        return ohms

    def _as_laid(self, weight_n: float) -> tuple[Floats, float]:
        """What of ``weight_n`` each sensor feels as it is laid down, as a share; how cold it is."""
        rng = np.random.default_rng([self._weighed_seed, round(weight_n * 1_000)])
        how = self._making.weighing or BuilderWeighing()
        error = rng.uniform(-how.weight_error, how.weight_error)
        beside = how.off_centre * rng.uniform(0.0, 1.0, 2 * self.seats)
        again = 1.0 + REPEATABILITY * rng.standard_normal(2 * self.seats)
        crept = 1.0 + self._creep * np.log10(1.0 + WEIGHED_AFTER_MS / CREEP_FROM_MS)
        cold = how.cold * np.random.default_rng(self._weighed_seed).uniform()
        return (1.0 + error) * (1.0 - beside) * again * crept, cold
