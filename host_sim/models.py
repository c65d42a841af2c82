"""What real parts do: hands, force sensors, converters and switches, as hardware.md lists them.

Everything here is a pure function of time and of numbers drawn beforehand, so a board can compute
any stretch of samples, in any order, and always gets the same electricity.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import numpy.typing as npt

from drivers.errors import ConfigError
from drivers.events import Gesture
from drivers.fsr import force_to_ohm, ohm_to_code

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

ONSET_N = 0.5
FOREVER_NS = 1 << 62
HYSTERESIS = 0.10
PART_SPREAD = 0.06
REPEATABILITY = 0.02
DRIFT_PER_DECADE = 0.03
PRELOAD_N = 0.02  # the petal's own weight on its sensors, at most
BOUNCE_MEAN_MS = 1.6
BOUNCE_WORST_MS = 6.2
COUPLING = 0.03  # of a neighbour's force on *top*; half of it on *under*
OWN_COUPLING = 0.01  # of a palm's force on the petal's own *under*
PETAL_KG = 0.04  # a petal and what lies on its sensors: what a thump of the table sets in motion


@dataclass(frozen=True, slots=True)
class Touch:
    """A hand on a petal: its force rises smoothly, holds, and falls.

    ``t_ns`` is the first moment of force on *top*. A grab loads *under* too, ``under_lag_ms`` later
    and ``under_share`` as hard; a palm does not. ``hold_ms`` may be infinite: a hand that has not
    let go yet. Raises ConfigError for times that are not positive or a negative force.
    """

    seat: int
    gesture: Gesture
    t_ns: int
    peak_n: float = 15.0
    rise_ms: float = 10.0
    hold_ms: float = 250.0
    fall_ms: float = 25.0
    under_lag_ms: float = 4.0
    under_share: float = 0.8

    def __post_init__(self) -> None:
        if min(self.rise_ms, self.fall_ms) <= 0 or min(self.hold_ms, self.under_lag_ms) < 0:
            raise ConfigError(
                "touch at seat {seat}: rise and fall must be above 0 ms", seat=self.seat
            )
        if self.peak_n < 0 or not 0 <= self.under_share <= 1:
            raise ConfigError("touch at seat {seat}: a force is negative", seat=self.seat)

    @property
    def fall_ns(self) -> int:
        """When the hand begins to let go."""
        if math.isinf(self.hold_ms):
            return FOREVER_NS
        return self.t_ns + round((self.rise_ms + self.hold_ms) * 1e6)

    @property
    def end_ns(self) -> int:
        """When the hand is gone."""
        return min(FOREVER_NS, self.fall_ns + round(self.fall_ms * 1e6))

    def let_go(self, t_ns: int) -> Touch:
        """The same touch ended at ``t_ns``, if that is earlier than planned."""
        hold_ms = max(0.0, (t_ns - self.t_ns) / 1e6 - self.rise_ms)
        if hold_ms >= self.hold_ms or self.fall_ns <= t_ns:
            return self
        return replace(self, hold_ms=hold_ms)

    def force(self, t_ns: Ints, part: str = "top") -> Floats:
        """Mechanical force in newtons on ``part`` at any shape of times."""
        if part == "under":
            if self.gesture is not Gesture.GRAB:
                return np.zeros(np.shape(t_ns))
            return self._curve(t_ns, self.under_lag_ms, self.peak_n * self.under_share)
        return self._curve(t_ns, 0.0, self.peak_n)

    def _curve(self, t_ns: Ints, lag_ms: float, peak_n: float) -> Floats:
        since_ms = (t_ns - self.t_ns) / 1e6
        rise = np.clip((since_ms - lag_ms) / self.rise_ms, 0.0, 1.0)
        force: Floats = peak_n * np.sin(rise * (math.pi / 2)) ** 2
        if not math.isinf(self.hold_ms):
            fall = np.clip((since_ms - self.rise_ms - self.hold_ms) / self.fall_ms, 0.0, 1.0)
            force = force * np.cos(fall * (math.pi / 2)) ** 2
        return force

    def true_onset_ns(self) -> int | None:
        """When the mechanical force first passes 0.5 N; None for a hand that never presses so."""
        if self.peak_n <= ONSET_N:
            return None
        part = math.asin(math.sqrt(ONSET_N / self.peak_n)) / (math.pi / 2)
        return self.t_ns + round(part * self.rise_ms * 1e6)


@dataclass(frozen=True, slots=True)
class Thump:
    """Somebody strikes the table: every petal shakes on its sensors, at once.

    ``peak_g`` is the greatest acceleration in units of gravity, after a quarter of a swing; the
    swing of ``hz`` dies away within some ``decay_ms``. Sensors feel pushes, no pulls.
    """

    t_ns: int
    peak_g: float = 1.0
    hz: float = 35.0
    decay_ms: float = 30.0

    @property
    def end_ns(self) -> int:
        """When it has died away to a thousandth."""
        return self.t_ns + round(7 * self.decay_ms * 1e6)

    def force(self, t_ns: Ints) -> Floats:
        """Newtons that a petal's weight adds on *top* at any shape of times; below 0: lifts."""
        since_ms = np.maximum((t_ns - self.t_ns) / 1e6, 0.0)
        swing = np.sin(2 * math.pi * self.hz * since_ms / 1e3) * np.exp(-since_ms / self.decay_ms)
        force: Floats = PETAL_KG * 9.81 * self.peak_g * swing
        return force


class Petals:
    """The sensors of all petals: forces in, ohms out. Column ``2 * seat`` is *top*, the next
    *under*.

    Each part has its own sensitivity (``spread``, one sigma) and a little weight at rest;
    ``offsets_ns[c]`` is when in a scan each is read. ``gains`` is how sensitive each was when it
    was weighed; since then it has changed by ``drifts``, factors of up to 1 ± ``drift``.
    ``coupling`` is the share of a neighbour's force on *top*.
    """

    def __init__(
        self,
        seats: int,
        offsets_ns: Ints,
        rng: np.random.Generator,
        *,
        spread: float = PART_SPREAD,
        drift: float = 0.0,
        coupling: float = COUPLING,
    ) -> None:
        self.seats = seats
        self.offsets_ns = offsets_ns
        self._coupling = coupling
        parts = np.clip(rng.standard_normal(2 * seats), -2.5, 2.5)
        self.gains: Floats = 1.0 + spread * parts
        self.preload_n: Floats = rng.uniform(0.0, PRELOAD_N, 2 * seats)
        self.drifts: Floats = 1.0 + drift * rng.uniform(-1.0, 1.0, 2 * seats)

    def columns(self, seat: int) -> list[int]:
        """The channels that a hand at ``seat`` moves: its own two, then its neighbours' four."""
        columns = [2 * seat, 2 * seat + 1]
        neighbours = {(seat - 1) % self.seats, (seat + 1) % self.seats} - {seat}
        for other in sorted(neighbours):
            columns += [2 * other, 2 * other + 1]
        return columns

    def laid(self, weight_n: float, channel: int) -> Floats:
        """Newtons on all sensors while a weight lies on one, float64[2 * seats]; on *under* it is a
        clamp, which presses *top* as hard."""
        columns = self.columns(channel // 2)
        shares = np.resize([1.0, 0.5], len(columns)) * self._coupling
        shares[:2] = 1.0, OWN_COUPLING
        force = np.zeros(2 * self.seats)
        force[columns] = weight_n * shares
        if channel % 2:
            force[channel] += weight_n
        return force

    def load(
        self, touch: Touch, factor: float, t_ns: Ints, coupling: Floats | None = None
    ) -> Floats:
        """Newtons as the sensors feel them, float64[n, columns], for scans that start at ``t_ns``.

        ``coupling`` float64[n] replaces the table's own, scan by scan. ``factor`` is this touch's
        own deviation (repeatability). While the hand lets go a sensor still feels up to 10 % more
        than there is (hysteresis); under a lasting load it creeps.
        """
        columns = self.columns(touch.seat)
        at = t_ns[:, None] + self.offsets_ns[columns][None, :]
        top = touch.force(at)
        weights: Floats = np.resize([1.0, 0.5], len(columns))
        weights = weights * (self._coupling if coupling is None else coupling[:, None])
        weights[..., 0], weights[..., 1] = 1.0, OWN_COUPLING
        force: Floats = top * weights
        force[:, 1] += touch.force(at[:, 1], "under")
        age_ms = np.maximum((at - touch.t_ns) / 1e6, 0.0)
        creep = 1.0 + DRIFT_PER_DECADE * np.log10(1.0 + age_ms / 100.0)
        if touch.peak_n > 0:
            lag = HYSTERESIS * (1.0 - top / touch.peak_n)
            creep = creep * np.where(at > touch.fall_ns, 1.0 + lag, 1.0)
        return force * creep * factor

    def shaken(self, thump: Thump, t_ns: Ints) -> Floats:
        """Newtons that ``thump`` adds to all channels, float64[n, 2 * seats]: half on *under*."""
        force = thump.force(t_ns[:, None] + self.offsets_ns)
        force[:, 1::2] /= 2
        return force

    def ohms(self, load_n: Floats, columns: npt.NDArray[np.int64]) -> Floats:
        """Resistance of ``columns`` under felt forces float64[n, len(columns)], weight at rest
        added.
        """
        sensitivity = self.gains[columns] * self.drifts[columns]
        return force_to_ohm((load_n + self.preload_n[columns]) * sensitivity)


@dataclass(frozen=True, slots=True)
class Adc:
    """A converter: the greatest code, its noise (one sigma, in codes) and its bad spots.

    The RP2040 sticks at 512, 1536, 2560 and 3584: the nearest ``spike_width`` codes on either side
    all read as that one.
    """

    full_code: int
    noise_codes: float
    spike_width: int = 0

    def convert(self, ideal: Floats, noise: npt.NDArray[np.float32]) -> npt.NDArray[np.uint16]:
        """Codes of ideal readings (in codes, any shape), with unit noise of the same shape."""
        code = np.rint(ideal + noise * self.noise_codes)
        if self.spike_width:
            from_spike = np.mod(code, 1024.0) - 512.0
            code = np.where(np.abs(from_spike) <= self.spike_width, code - from_spike, code)
        return np.clip(code, 0, self.full_code).astype(np.uint16)


# 8.7 effective bits of 12: the noise of a perfect converter of 8.7 bits, in our codes.
RP2040 = Adc(4095, 4096 / (2**8.7 * math.sqrt(12)), spike_width=4)
MCP3008 = Adc(1023, 0.5)


def divider_volts(force_n: float, divider_ohm: float, supply_v: float = 3.3) -> float:
    """Volts over the divider's lower resistor with a nominal sensor under ``force_n``."""
    return supply_v * float(ohm_to_code(force_to_ohm(force_n), divider_ohm, 1))


def worn_train(rng: Random, t_ns: int) -> list[int]:
    """The edges of a worn switch: at least 5 ms of it, as long as the worst of them, and dense."""
    length_ns = round(rng.uniform(5.0, BOUNCE_WORST_MS) * 1e6)
    pairs = rng.randint(8, 24)
    between = sorted(rng.sample(range(1, length_ns), 2 * pairs - 1))
    return [t_ns, *(t_ns + at for at in between), t_ns + length_ns]


def bounce_train(rng: Random, t_ns: int) -> list[int]:
    """Times of a switch's alternating edges from its first contact at ``t_ns``.

    Always an odd number, so the last edge leaves the line where the first one put it. Lasts 1.6 ms
    in the mean and never longer than 6.2 ms.
    """
    mean = BOUNCE_MEAN_MS / 2
    length_ms = mean * -math.log((1 - rng.random()) * (1 - rng.random()))
    length_ns = max(20_000, round(min(length_ms, BOUNCE_WORST_MS) * 1e6))
    pairs = 1 + int(rng.random() * (1 + length_ns / 500_000))
    between = sorted({1 + int(rng.random() * (length_ns - 2)) for _ in range(2 * pairs - 1)})
    if len(between) % 2 == 0:  # two fell together
        del between[-1]
    return [t_ns, *(t_ns + at for at in between), t_ns + length_ns]
