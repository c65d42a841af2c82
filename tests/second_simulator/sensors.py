"""Force sensors, their dividers and the converter: newtons to codes.

The law is quadratic in the logarithms (it goes through all four points of the data sheet), each
part with gain, exponent and bend of its own; before it stand preload, hysteresis and creep, beside
it a leak (a part that was soldered) and a resistance in series (its plug).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.second_simulator.filters import lag
from tests.second_simulator.kinds import Floats

FULL_CODE = 4095
SCAN_S = 1e-3
STICKS = (512, 1536, 2560, 3584)
_CREEP_S = (0.03, 0.3, 3.0)  # a filter a decade: a weight lies for seconds, a hand's onset is ms
_MEMORY_S = 0.15  # how long a part remembers that it was pressed harder


@dataclass(frozen=True)
class Parts:
    """The sensors of a table, each float64[c].

    ``log_gain``: of the conductance at 1 N in siemens; ``power`` and ``bend`` of the law;
    ``preload_n`` rests on them; below ``deaf_n`` they show nothing; ``leak_s`` lies beside,
    ``series_ohm`` before them; ``hysteresis``, ``creep`` (a decade) and ``repeat`` are relative.
    """

    log_gain: Floats
    power: Floats
    bend: Floats
    preload_n: Floats
    deaf_n: Floats
    leak_s: Floats
    series_ohm: Floats
    hysteresis: Floats
    creep: Floats
    repeat: Floats

    def siemens(self, force_n: Floats) -> Floats:
        """Conductance float64[n, c] under settled forces float64[n, c]."""
        x = np.log(np.maximum(force_n - self.deaf_n, 1e-4))
        bare = np.exp(self.log_gain + self.power * x - self.bend * x * x) + self.leak_s
        return np.asarray(bare / (1.0 + bare * self.series_ohm))

    def felt(self, force_n: Floats) -> Floats:
        """What the parts make of forces float64[n, c], a scan a row: hysteresis, then creep."""
        along = np.arange(len(force_n))[:, None] * (SCAN_S / _MEMORY_S)
        top = np.exp(np.maximum.accumulate(np.log(force_n + 1e-3) + along, axis=0) - along) - 1e-3
        held = force_n * (1.0 + self.hysteresis * (1.0 - force_n / np.maximum(top, force_n + 1e-9)))
        crept = held * (1.0 - len(_CREEP_S) * self.creep)
        for tau_s in _CREEP_S:
            crept += self.creep * lag(held, SCAN_S, tau_s, held[0])
        return np.asarray(crept)


@dataclass(frozen=True)
class Converter:
    """Divider and ADC: ``noise`` in codes, half-width of a stick ``stick``, hum of 50 Hz."""

    divider_ohm: float
    noise: float
    stick: float
    hum: Floats  # codes [c]
    hum_phase: float
    spikes_hz: float  # a channel
    burst: float  # codes of a dimmer's bursts at 100 Hz

    def ideal(self, siemens: Floats) -> Floats:
        """Codes without error."""
        return np.asarray(FULL_CODE * siemens / (siemens + 1.0 / self.divider_ohm))

    def codes(self, siemens: Floats, rng: np.random.Generator) -> Floats:
        """Codes float64[n, c] (whole numbers) of conductances, a scan a row."""
        n, c = siemens.shape
        raw = self.ideal(siemens)
        loose = 1.0 - raw / FULL_CODE  # of what couples electrically: the less, the less ohms
        t_s = np.arange(n) * SCAN_S
        hum = np.sin(2 * np.pi * 50.03 * t_s + self.hum_phase)
        hum += 0.3 * np.sin(2 * np.pi * 150.09 * t_s + 2.2 * self.hum_phase)
        raw += loose * self.hum * hum[:, None] + rng.normal(0.0, self.noise, (n, c))
        if self.burst:
            near = ((t_s + 0.00137 * self.hum_phase) * 100.06) % 1.0 < 0.17
            raw += loose * near[:, None] * rng.normal(0.0, self.burst, (n, 1)) * self.hum.clip(0.5)
        struck = rng.poisson(self.spikes_hz * n * SCAN_S * c)
        if struck:
            size = rng.choice([-1, 1], struck) * rng.uniform(25, 400, struck)
            raw[rng.integers(0, n, struck), rng.integers(0, c, struck)] += size
        for code in STICKS:
            raw = np.where(np.abs(raw - code) < self.stick, code, raw)
        return np.asarray(np.clip(np.rint(raw), 0, FULL_CODE))


def draw_parts(c: int, spread: float, rng: np.random.Generator) -> Parts:
    """``c`` parts of one lot; ``spread`` scales what sisters differ by (1: as the data sheet)."""
    lot = rng.normal(0.0, 0.12)
    soldered = rng.random(c) < 0.1 * spread
    pressed = rng.random(c) < 0.3  # a plate that presses
    return Parts(
        log_gain=np.log(1 / 6000) + lot + rng.normal(0.0, 0.07 * spread, c) - 0.15 * soldered,
        power=rng.normal(0.91, 0.04 * spread, c).clip(0.75, 1.1),
        bend=rng.normal(0.047, 0.008 * spread, c).clip(0.02, 0.08),
        preload_n=np.where(pressed, rng.uniform(0.15, 0.5, c), rng.uniform(0.0, 0.12, c)),
        deaf_n=rng.uniform(0.0, 0.03, c),
        leak_s=np.where(soldered, rng.uniform(0.5e-6, 4e-6, c), 1e-8),
        series_ohm=rng.uniform(0.0, 15.0, c) + (rng.random(c) < 0.1) * rng.uniform(0, 40, c),
        hysteresis=rng.uniform(0.04, 0.10, c),
        creep=rng.triangular(0.01, 0.02, 0.045, c),
        repeat=rng.uniform(0.01, 0.025, c),
    )
