"""The scans of a simulated board: touches in, codes out.

Asked for any stretch of scans it gives the same codes, whoever asks and how often.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from drivers.board import Samples
from drivers.times import SECOND
from host_sim.curves import Floats
from host_sim.faults import OF_CHANNELS, Faults, SimFault
from host_sim.making import Making
from host_sim.models import FOREVER_NS, Ints, Thump, Touch
from host_sim.plate import Plate, PlatePush, TableLoad
from host_sim.profiles import TableProfile
from host_sim.sensors import Pressing, Sensors
from host_sim.switches import NONSENSE_NS

_BLOCK = 2048  # scans between two jumps in the noise
_TABLE = 8192
_ROWS = _TABLE + _BLOCK
_AHEAD = 1024
_CODES_OF_NOWHERE = 0xFFFF
_WEIGHED_SCANS = 64
_CRACKLES, _LOOSE = 1.5, 0.9  # noise, in sigmas, at which a loose wire gives so much of full scale
_SECOND_HUM = 0.25  # of the hum is at twice the mains' frequency
_BURST_HZ, _BURST_DIES_S = 1_300.0, 0.4e-3

Rows = slice | npt.NDArray[np.int64]
Codes = npt.NDArray[np.uint16]
N = TypeVar("N", bound=np.generic)


def _at(table: npt.NDArray[N], rows: Rows) -> npt.NDArray[N]:
    """Those rows of a table; ``take`` has a tenth of the work of an index."""
    return table[rows] if isinstance(rows, slice) else table.take(rows, axis=0)


class SimulatedScanner:
    """All force channels. ``seeds`` are of the parts and of the table's noise.

    Noise comes from one table: scan ``i`` always gets the same row of it, whoever asks and when.
    """

    def __init__(
        self,
        profile: TableProfile,
        offsets_ns: Ints,
        seeds: tuple[int, int],
        faults: Faults,
        bias_ns: int,
        making: Making,
    ) -> None:
        self._profile = profile
        self._making = making
        self._faults = faults
        self._bias_ns = bias_ns
        self._offsets_ns = offsets_ns
        self._last_ns = int(offsets_ns.max())
        self._span_ns = self._last_ns + 4 * profile.scan_jitter_ns + 2_000
        parts_seed, self._seed = seeds
        channels = len(offsets_ns)
        parts = np.random.default_rng([parts_seed, 2])
        self.sensors = Sensors(channels // 2, parts, making)
        self.plate = Plate(channels // 2, offsets_ns, profile.scan_period_ns, parts)
        rng = np.random.default_rng([self._seed, 3])
        self._noise = rng.standard_normal((_ROWS, channels), dtype=np.float32)
        if making.noise != 1.0:
            self._noise *= np.float32(making.noise)
        late_ns = np.minimum(np.abs(rng.standard_normal(_ROWS)), 4.0) * profile.scan_jitter_ns
        self._late_ns = late_ns.astype(np.int64)
        self._spikes = self._struck(rng, channels) if making.spikes else None
        self._borne: Floats = np.zeros(channels)  # by all that lies still on the table
        self._resting: Floats | None = None  # what a perfect converter reads of that
        self._at_rest: Codes | None = None  # what ours makes of it, by row of the noise
        self._second = SECOND // profile.scan_period_ns  # in scans
        self._touches: list[tuple[Touch, Pressing, PlatePush]] = []
        self._thumps: list[Thump] = []
        self._loads: list[TableLoad] = []
        self._made: tuple[int, int] = (0, 0)
        self._codes: Codes = np.zeros((0, channels), np.uint16)
        self._t_ns = self._late_ns[:0]

    @property
    def touches(self) -> list[Touch]:
        """The touches that are, or were lately, or will be."""
        return [touch for touch, _, _ in self._touches]

    @property
    def thumps(self) -> list[Thump]:
        """The blows on the table that are, or were lately, or will be."""
        return self._thumps

    @property
    def loads(self) -> list[TableLoad]:
        """What was put on the table lately, or will be."""
        return self._loads

    def scan_after(self, t_ns: int) -> int:
        """The first scan that starts at ``t_ns`` or later."""
        return -(-t_ns // self._profile.scan_period_ns)

    def scans_done(self, horizon_ns: int) -> int:
        """The first scan that is not complete by ``horizon_ns``."""
        return (horizon_ns - self._span_ns) // self._profile.scan_period_ns + 1

    def forget(self) -> None:
        """Something changed: make anew what nobody has seen yet."""
        self._made = (0, 0)

    def _changed_from(self, t_ns: int) -> None:
        """Something changed, which is felt from ``t_ns`` on."""
        made_from, made_to = self._made
        self._made = made_from, min(made_to, self._feels_from(t_ns))

    def _feels_from(self, t_ns: int) -> int:
        """The first scan that may feel what happens at ``t_ns``: the plate smooths."""
        return self.scans_done(t_ns) - 2

    def add(self, touch: Touch, factor: float) -> None:
        pressing = self.sensors.pressing(touch, factor)
        push = self.plate.push(touch, factor, self._making.ringing)
        self._touches.append((touch, pressing, push))
        self._changed_from(touch.t_ns)

    def add_thump(self, thump: Thump) -> None:
        self._thumps.append(thump)
        self._changed_from(thump.t_ns)

    def add_load(self, load: TableLoad) -> None:
        self._loads.append(load)
        self._changed_from(load.t_ns)

    def replace(self, old: Touch, new: Touch) -> None:
        """``new`` is ``old`` that lets go at another time."""
        for place, (touch, pressing, push) in enumerate(self._touches):
            if touch is old:
                self._touches[place] = new, pressing.ending(new), push.ending(new)
        self._changed_from(new.fall_ns)

    def drop_before(self, t_ns: int) -> None:
        """Forget the touches of which nothing is felt since ``t_ns``."""
        if self._touches:
            self._touches = [entry for entry in self._touches if entry[2].still_ns >= t_ns]
        if self._thumps:
            self._thumps = [thump for thump in self._thumps if thump.end_ns >= t_ns]
        while self._loads and self._loads[0].end_ns < t_ns:
            load = self._loads.pop(0)
            self._borne = self._borne + self.plate.borne(load, np.array([load.end_ns]))[0]
            self._resting = None

    def weigh(self, weight_n: float, channel: int) -> Floats:
        """Mean code of every channel, float64[channels], while a known weight lies on one, or is
        clamped onto an *under* and its *top*: calibration."""
        return self._weighed(weight_n, self.plate.lying(weight_n, channel, self._making.crosstalk))

    def weigh_each(self, weight_n: float) -> Floats:
        """Mean code of each channel, float64[channels], while a known weight lies on it alone."""
        return self._weighed(weight_n, np.full(len(self._offsets_ns), weight_n))

    def _weighed(self, weight_n: float, load_n: Floats) -> Floats:
        divider = self._profile.divider_ohm
        ohms = self.sensors.weighed(weight_n, load_n)
        ideal = self._profile.adc.full_code * divider / (divider + ohms)
        codes: Floats = self._converted(ideal[None, :], slice(_WEIGHED_SCANS)).mean(axis=0)
        return codes

    def samples(self, first: int, stop: int, dropped: int) -> Samples:
        """Scans ``first`` to ``stop - 1`` as one batch; its arrays may be views and stay as they
        are."""
        made_from, made_to = self._made
        if first < made_from or stop > made_to:
            made_from, made_to = first, max(stop, first + _AHEAD)
            self._make(made_from, made_to)
        part = slice(first - made_from, stop - made_from)
        return Samples(
            self._t_ns[part],
            self._codes[part],
            self._profile.scan_jitter_ns,
            self._profile.clock_sigma_ns,
            dropped,
        )

    def _make(self, first: int, stop: int) -> None:
        rows = self._rows(first, stop)
        period_ns = self._profile.scan_period_ns
        starts_ns = np.arange(first * period_ns, stop * period_ns, period_ns, dtype=np.int64)
        starts_ns += _at(self._late_ns, rows)
        codes = self._read(first, stop, starts_ns, rows)
        t_ns = starts_ns + self._bias_ns
        if self._faults.spells:
            codes, t_ns = self._spoil(codes.copy(), t_ns, starts_ns, rows)
        codes.flags.writeable = t_ns.flags.writeable = False  # batches are views of these
        self._codes, self._t_ns, self._made = codes, t_ns, (first, stop)

    def _read(self, first: int, stop: int, starts_ns: Ints, rows: Rows) -> Codes:
        """What the converter reads, uint16[n, c]; not to be changed in place."""
        stirred = self._stirred(first, stop)
        mains = self._mains_codes(first, stop, starts_ns)
        if self._resting is None:
            self._resting = self._readings(self._borne[None, :])
            self._at_rest = None
        if mains is not None:
            ideal = self._resting + mains
            if stirred.start < stirred.stop:
                load_n = self._load(first + stirred.start, starts_ns[stirred])
                ideal[stirred] = self._readings(load_n) + mains[stirred]
            return self._converted(ideal, rows)
        if self._at_rest is None:
            blocks = [slice(row, row + _BLOCK) for row in range(0, _ROWS, _BLOCK)]
            parts = [self._converted(self._resting, block) for block in blocks]
            self._at_rest = np.concatenate(parts)  # by blocks, which stay at hand
        codes = _at(self._at_rest, rows)
        if stirred.start < stirred.stop:
            codes = codes.copy()
            load_n = self._load(first + stirred.start, starts_ns[stirred])
            felt = self._rows(first + stirred.start, first + stirred.stop)
            codes[stirred] = self._converted(self._readings(load_n), felt)
        return codes

    def _rows(self, first: int, stop: int) -> Rows:
        block, row = divmod(first, _BLOCK)
        if row + stop - first <= _BLOCK:
            start = self._jump(block) + row
            return slice(start, start + stop - first)
        parts = []
        while first < stop:
            block, row = divmod(first, _BLOCK)
            count = min(stop - first, _BLOCK - row)
            parts.append(np.arange(count, dtype=np.int64) + self._jump(block) + row)
            first += count
        return np.concatenate(parts)

    def _jump(self, block: int) -> int:
        return ((block + self._seed * 7919) * 0x9E3779B97F4A7C15 >> 20) % _TABLE

    def _readings(self, load_n: Floats) -> Floats:
        profile = self._profile
        return self.sensors.readings(load_n, profile.adc.full_code, profile.divider_ohm)

    def _converted(self, ideal: Floats, rows: Rows) -> Codes:
        """What the converter makes of ideal readings, float64[n or 1, channels]."""
        codes = self._profile.adc.convert(ideal, _at(self._noise, rows))
        if self._spikes is not None:
            np.maximum(codes, _at(self._spikes, rows), out=codes)
        return codes

    def _struck(self, rng: np.random.Generator, channels: int) -> Codes:
        """Lone readings that are far too high for no reason: every other one is full scale."""
        shape = _ROWS, channels
        heights = np.minimum(rng.uniform(0.2, 1.8, shape), 1.0) * self._profile.adc.full_code
        return np.where(rng.random(shape) < self._making.spikes, heights, 0.0).astype(np.uint16)

    # Mechanics.

    def _stirred(self, first: int, stop: int) -> slice:
        """The rows from the first to the last scan that may feel more than what lies still."""
        if self._borne.any() and self._drifting:
            return slice(0, stop - first)
        spells = [(touch.t_ns, push.still_ns) for touch, _, push in self._touches]
        spells += [(thump.t_ns, thump.end_ns) for thump in self._thumps]
        spells += [(load.t_ns, FOREVER_NS) for load in self._loads]
        felt = [(self._feels_from(t_ns), self._feels_to(end_ns)) for t_ns, end_ns in spells]
        felt = [(start, end) for start, end in felt if start < stop and end > first]
        if not felt:
            return slice(0, 0)
        start, end = min(felt)[0], max(end for _, end in felt)
        return slice(max(start, first) - first, min(end, stop) - first)

    def _feels_to(self, t_ns: int) -> int:
        """The first scan that feels nothing of what ends at ``t_ns``."""
        return t_ns // self._profile.scan_period_ns + 1

    @property
    def _drifting(self) -> bool:
        return any(spell.fault is SimFault.DRIFTED for spell in self._faults.spells)

    def _load(self, first: int, starts_ns: Ints) -> Floats:
        """Newtons as all sensors feel them in scans from ``first`` on, float64[n, channels]."""
        load_n = self._carried(first, starts_ns)
        load_n += self._borne
        for touch, pressing, push in self._touches:
            felt = self._feeling(touch.t_ns, push.gone_ns, first, len(starts_ns))
            if felt.start < felt.stop:
                own = slice(2 * touch.seat, 2 * touch.seat + 2)
                pressing.press(load_n[felt, own], starts_ns[felt], self._offsets_ns[own])
        if self._thumps:
            at_ns = starts_ns[:, None] + self._offsets_ns
            for thump in self._thumps:
                load_n += self.plate.shaken(thump, at_ns)
        for load in self._loads:
            load_n += self.plate.borne(load, starts_ns)
        if self._drifting:
            for column in range(load_n.shape[1]):
                drift = self._degree(SimFault.DRIFTED, starts_ns, 0.0, column)
                if drift is not None:
                    load_n[:, column] *= 1.0 + drift
        return load_n

    def _carried(self, first: int, starts_ns: Ints) -> Floats:
        """What of that comes of hands on other petals, through the plate."""
        count = len(starts_ns)
        pushes = []
        for touch, _, push in self._touches:
            felt = self._feeling(touch.t_ns, push.still_ns, first, count)
            if felt.start < felt.stop:
                pushes.append((push, self._feeling(touch.t_ns, push.gone_ns, first, count)))
        degree = self._degree(SimFault.COUPLED, starts_ns, self._making.crosstalk)
        crosstalk = self._making.crosstalk if degree is None else degree
        return self.plate.carried(pushes, first, starts_ns, crosstalk)

    def _feeling(self, from_ns: int, to_ns: int, first: int, count: int) -> slice:
        """Which of ``count`` scans from ``first`` on may feel what happens from then to then."""
        start, end = self._feels_from(from_ns) - first, self._feels_to(to_ns) - first
        return slice(max(start, 0), min(end, count))

    def _degree(
        self, fault: SimFault, starts_ns: Ints, own: float, at: int | None = None
    ) -> Floats | None:
        """The level of ``fault`` at each scan, ``own`` where it is not on; None: nowhere."""
        degree: Floats | None = None
        for spell in self._faults.spells and self._faults.during(
            fault, int(starts_ns[0]), int(starts_ns[-1])
        ):
            if spell.at in (None, at):
                degree = np.full(len(starts_ns), own) if degree is None else degree
                degree[spell.covering(starts_ns)] = spell.level
        return degree

    # What comes over the wires.

    # The mains are float64[n, c], a second and some more of them, so that stretches are slices.

    @cached_property
    def _hum(self) -> Floats:
        """Hum of full scale, in codes."""
        turns = self._heard_s * (2 * math.pi * self._making.hum_hz)
        hum: Floats = np.sin(turns) + _SECOND_HUM * np.sin(2 * turns)
        return self._profile.adc.full_code * hum

    @cached_property
    def _mains(self) -> Floats | None:
        """All that there really is of the mains, in codes; None: it is quiet."""
        making = self._making
        if not (making.hum_share or making.dimmer_share):
            return None
        # A dimmer cuts into each half wave.
        cut_s = np.mod(self._heard_s, 0.5 / making.hum_hz)
        burst = np.cos(cut_s * (2 * math.pi * _BURST_HZ)) * np.exp(cut_s / -_BURST_DIES_S)
        dimmer = burst * (making.dimmer_share * self._profile.adc.full_code)
        mains: Floats = self._hum * making.hum_share + dimmer
        return mains

    @property
    def _heard_s(self) -> Floats:
        """When each of these samples is taken, seconds."""
        scans = np.arange(self._second + _AHEAD) % self._second
        starts_ns = scans * self._profile.scan_period_ns
        heard_s: Floats = np.multiply(starts_ns[:, None] + self._offsets_ns, 1e-9)
        return heard_s

    def _mains_codes(self, first: int, stop: int, starts_ns: Ints) -> Floats | None:
        """What the mains add to the readings, in codes, float64[n, c]; None: nothing."""
        degree = self._degree(SimFault.HUM, starts_ns, self._making.hum_share)
        if degree is None and self._mains is None:
            return None
        place, scans = first % self._second, stop - first
        if scans > _AHEAD:
            rows: Rows = np.arange(first, stop) % self._second
        else:
            rows = slice(place, place + scans)
        codes = None if self._mains is None else _at(self._mains, rows)
        if degree is not None:
            extra = _at(self._hum, rows) * (degree - self._making.hum_share)[:, None]
            codes = extra if codes is None else codes + extra
        return codes

    def _spoil(self, codes: Codes, t_ns: Ints, starts_ns: Ints, rows: Rows) -> tuple[Codes, Ints]:
        for spell in self._faults.spells:
            bad = spell.covering(starts_ns)
            if not bad.any():
                continue
            if spell.fault is SimFault.SWAPPED and spell.at is not None:
                here, there = spell.at, spell.at ^ 1
                codes[bad, here], codes[bad, there] = codes[bad, there], codes[bad, here]
            elif spell.fault in OF_CHANNELS and spell.at is not None:
                broken = self._broken(spell.fault, spell.level, codes, rows, spell.at)
                codes[bad, spell.at] = broken[bad]
            elif spell.fault is SimFault.NONSENSE_CODES:
                codes[bad] = _CODES_OF_NOWHERE
            elif spell.fault is SimFault.NONSENSE_TIMES:
                t_ns = np.where(bad, t_ns - NONSENSE_NS, t_ns)
        return codes, t_ns

    def _broken(self, fault: SimFault, level: float, codes: Codes, rows: Rows, at: int) -> Codes:
        """What a broken channel reads instead, uint16[n]."""
        full, column = self._profile.adc.full_code, codes[:, at]
        if fault is SimFault.NOISY:
            noise = _at(self._noise, rows)[:, at]
            return np.where(noise > _CRACKLES, int(_LOOSE * full), column).astype(np.uint16)
        if fault is SimFault.SATURATED:
            return np.where(column >= level * full, full, column).astype(np.uint16)
        return np.full_like(column, full if fault is SimFault.SHORTED else 0)
