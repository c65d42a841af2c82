"""The two halves of a simulated board: its switches and its scans.

Both are asked for "everything up to a horizon" and give the same whether asked once or often.
"""

from __future__ import annotations

import bisect
import math
from random import Random

import numpy as np
import numpy.typing as npt

from drivers.board import Edge, Samples
from drivers.fsr import force_to_ohm
from host_sim.faults import OF_CHANNELS, Faults, SimFault
from host_sim.making import Making
from host_sim.models import Floats, Petals, Thump, Touch, bounce_train, worn_train
from host_sim.profiles import Profile

_BLOCK = 2048  # scans between two jumps in the noise
_TABLE = 8192
_AHEAD = 128  # scans made at once
_FLOOD_GAP_NS = 500_000
_CODES_OF_NOWHERE = 0xFFFF
NONSENSE_NS = 3_600_000_000_000


class Switches:
    """All digital lines: physical acts in, bouncing edges out. ``bias_ns`` shifts the stamps."""

    def __init__(self, count: int, seed: int, faults: Faults, bias_ns: int) -> None:
        self._seed = seed
        self._faults = faults
        self._bias_ns = bias_ns
        self._moves = 0
        self._serial = 0
        self._toggles: list[tuple[int, int, int, bool | None]] = []  # time, line, serial, level
        self.physical = [False] * count
        self._level = [False] * count
        self._seqno = [0] * count
        self.edges = 0
        self.lost = 0

    def set_initial(self, line: int, level: bool) -> None:
        """A line that is active before anybody does anything."""
        self.physical[line] = self._level[line] = level

    def act(self, line: int, level: bool, t_ns: int) -> None:
        """Somebody moves the switch at ``t_ns``: what was still to come on this line is void."""
        before = self.physical[line]
        kept = []
        for toggle in self._toggles:
            if toggle[1] != line or toggle[3] is None:
                kept.append(toggle)
            elif toggle[0] < t_ns:
                kept.append(toggle)
                before = toggle[3]
        self._toggles = kept
        if before is level:
            return
        self._moves += 1
        worn = self._faults.on(SimFault.WORN, t_ns, line)
        train = worn_train if worn else bounce_train
        for t in train(Random(self._seed * 1_000_003 + self._moves), t_ns):
            self._push(t, line, level)
            level = not level

    def look_again(self, line: int, t_ns: int) -> None:
        """A fault of ``line`` begins or ends at ``t_ns``."""
        self._push(t_ns, line, None)

    def next_ns(self) -> int | None:
        """The next moment at which a line may change."""
        return self._toggles[0][0] if self._toggles else None

    def edges_to(self, horizon_ns: int) -> list[Edge]:
        """The edges of all lines up to ``horizon_ns`` that nobody has taken yet, oldest first."""
        edges: list[Edge] = []
        while self._toggles and self._toggles[0][0] <= horizon_ns:
            t_ns, line, _, level = self._toggles.pop(0)
            if level is not None:
                self.physical[line] = level
            shown = self._shown(line, level, t_ns)
            if shown is not self._level[line]:
                self._level[line] = shown
                self._emit(edges, line, t_ns)
        return edges

    def _shown(self, line: int, level: bool | None, t_ns: int) -> bool:
        if not self._faults.spells:
            return self.physical[line]
        if self._faults.on(SimFault.FLOOD, t_ns, line):
            if level is not None:
                return self._level[line]
            gap_ns = _FLOOD_GAP_NS // 2 + (t_ns * 2_654_435_761 >> 7) % _FLOOD_GAP_NS
            self._push(t_ns + gap_ns, line, None)
            return not self._level[line]
        return self.physical[line] or self._faults.on(SimFault.STUCK, t_ns, line)

    def _emit(self, edges: list[Edge], line: int, t_ns: int) -> None:
        self._seqno[line] += 1
        faults = self._faults
        if faults.on(SimFault.FROZEN_BUTTONS, t_ns) or faults.on(SimFault.LOST_EDGES, t_ns, line):
            self.lost += 1
            return
        self.edges += 1
        stamp_ns = t_ns + self._bias_ns
        if faults.on(SimFault.NONSENSE_TIMES, t_ns):
            stamp_ns += NONSENSE_NS if self._seqno[line] % 2 else -NONSENSE_NS
        edges.append(Edge(line, self._level[line], stamp_ns, self._seqno[line]))

    def _push(self, t_ns: int, line: int, level: bool | None) -> None:
        self._serial += 1
        bisect.insort(self._toggles, (t_ns, line, self._serial, level))


class Scanner:
    """All force channels: touches in, codes out.

    Noise comes from one table: scan ``i`` always gets the same row of it, whoever asks and when.
    """

    def __init__(
        self,
        profile: Profile,
        petals: Petals,
        seed: int,
        faults: Faults,
        bias_ns: int,
        making: Making | None = None,
    ) -> None:
        self._profile = profile
        self._making = making or Making()
        self._petals = petals
        self._faults = faults
        self._bias_ns = bias_ns
        self._seed = seed
        channels = 2 * petals.seats
        rng = np.random.default_rng([seed, 3])
        rows = _TABLE + _BLOCK
        self._noise = rng.standard_normal((rows, channels), dtype=np.float32)
        if self._making.noise != 1.0:
            self._noise *= np.float32(self._making.noise)
        late_ns = np.minimum(np.abs(rng.standard_normal(rows)), 4.0) * profile.scan_jitter_ns
        self._late_ns = late_ns.astype(np.int64)
        self._resting = self._ideal(np.zeros((1, channels)), np.arange(channels))
        self._idle = profile.adc.convert(np.repeat(self._resting, rows, axis=0), self._noise)
        self._idle.flags.writeable = False
        self._touches: list[tuple[Touch, float]] = []
        self._thumps: list[Thump] = []
        self._made: tuple[int, int] = (0, 0)
        self._codes = self._idle[:0]
        self._t_ns = self._late_ns[:0]

    @property
    def touches(self) -> list[Touch]:
        """The touches that are, or were lately, or will be."""
        return [touch for touch, _ in self._touches]

    @property
    def thumps(self) -> list[Thump]:
        """The blows on the table that are, or were lately, or will be."""
        return self._thumps

    def scan_after(self, t_ns: int) -> int:
        """The first scan that starts at ``t_ns`` or later."""
        return -(-t_ns // self._profile.scan_period_ns)

    def scans_done(self, horizon_ns: int) -> int:
        """The first scan that is not complete by ``horizon_ns``."""
        span_ns = int(self._petals.offsets_ns.max()) + 4 * self._profile.scan_jitter_ns + 2_000
        return (horizon_ns - span_ns) // self._profile.scan_period_ns + 1

    def forget(self) -> None:
        """Something changed: make anew what nobody has seen yet."""
        self._made = (0, 0)

    def add(self, touch: Touch, factor: float) -> None:
        self._touches.append((touch, factor))
        self.forget()

    def add_thump(self, thump: Thump) -> None:
        self._thumps.append(thump)
        self.forget()

    def replace(self, old: Touch, new: Touch) -> None:
        self._touches = [(new if t is old else t, factor) for t, factor in self._touches]
        self.forget()

    def drop_before(self, t_ns: int) -> None:
        """Forget the touches that ended before ``t_ns``."""
        if any(touch.end_ns < t_ns for touch, _ in self._touches):
            self._touches = [pair for pair in self._touches if pair[0].end_ns >= t_ns]
        if self._thumps:
            self._thumps = [thump for thump in self._thumps if thump.end_ns >= t_ns]

    def weigh(self, weight_n: float, channel: int) -> Floats:
        """Mean code of every channel, float64[channels], while a known weight lies on one, or is
        clamped onto an *under* and its *top*: calibration."""
        felt = (self._petals.laid(weight_n, channel) + self._petals.preload_n) * self._petals.gains
        divider = self._profile.divider_ohm
        codes: Floats = self._profile.adc.full_code * divider / (divider + force_to_ohm(felt))
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
        starts_ns += self._late_ns[rows]
        codes = self._idle[rows]
        end_ns = stop * period_ns + int(self._petals.offsets_ns.max())
        here = [
            pair
            for pair in self._touches
            if pair[0].t_ns <= end_ns and pair[0].end_ns >= first * period_ns
        ]
        shakes = [t for t in self._thumps if t.t_ns <= end_ns and t.end_ns >= first * period_ns]
        hums = self._making.hum_share or self._faults.during(
            SimFault.HUM, int(starts_ns[0]), end_ns
        )
        if here or shakes or hums:
            codes = self._touched(here, shakes, starts_ns, codes.copy(), rows)
        t_ns = starts_ns + self._bias_ns
        if self._faults.spells:
            codes, t_ns = self._spoil(codes.copy(), t_ns, starts_ns, rows)
        codes.flags.writeable = t_ns.flags.writeable = False  # batches are views of these
        self._codes, self._t_ns, self._made = codes, t_ns, (first, stop)

    def _rows(self, first: int, stop: int) -> slice | npt.NDArray[np.int64]:
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

    def _ideal(self, load_n: Floats, columns: npt.NDArray[np.int64]) -> Floats:
        ohms = self._petals.ohms(load_n, columns)
        divider = self._profile.divider_ohm
        return self._profile.adc.full_code * divider / (divider + ohms)

    def _touched(
        self,
        here: list[tuple[Touch, float]],
        shakes: list[Thump],
        starts_ns: npt.NDArray[np.int64],
        codes: npt.NDArray[np.uint16],
        rows: slice | npt.NDArray[np.int64],
    ) -> npt.NDArray[np.uint16]:
        load_n = np.zeros(codes.shape)
        loaded: set[int] = set()
        coupling = self._degree(SimFault.COUPLED, starts_ns, self._making.coupling)
        for touch, factor in here:
            columns = self._petals.columns(touch.seat)
            load_n[:, columns] += self._petals.load(touch, factor, starts_ns, coupling)
            loaded.update(columns)
        for thump in shakes:
            load_n += self._petals.shaken(thump, starts_ns)
        for column in range(codes.shape[1]):
            drift = self._degree(SimFault.DRIFTED, starts_ns, 0.0, column)
            if drift is not None:
                load_n[:, column] *= 1.0 + drift
        hum = self._degree(SimFault.HUM, starts_ns, self._making.hum_share)
        if hum is None and self._making.hum_share:
            hum = np.full(len(starts_ns), self._making.hum_share)
        if shakes or hum is not None:
            loaded = set(range(codes.shape[1]))
        at = np.array(sorted(loaded), dtype=np.int64)
        if here or shakes:
            ideal = self._ideal(load_n[:, at], at)
        else:
            ideal = np.repeat(self._resting, len(codes), axis=0)
        if hum is not None:
            ideal += self._hum(hum, starts_ns, self._petals.offsets_ns[at])
        codes[:, at] = self._profile.adc.convert(ideal, self._noise[rows][:, at])
        return codes

    def _degree(
        self, fault: SimFault, starts_ns: npt.NDArray[np.int64], own: float, at: int | None = None
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

    def _hum(
        self,
        share: Floats,
        starts_ns: npt.NDArray[np.int64],
        offsets_ns: npt.NDArray[np.int64],
    ) -> Floats:
        """What the mains add to the readings, in codes, float64[n, c]: to all channels alike."""
        turns = 2e-9 * math.pi * self._making.hum_hz
        scan, channel = starts_ns * turns, offsets_ns * turns
        amplitude = share * self._profile.adc.full_code
        hum: Floats = np.outer(amplitude * np.sin(scan), np.cos(channel))
        hum += np.outer(amplitude * np.cos(scan), np.sin(channel))
        return hum

    def _spoil(
        self,
        codes: npt.NDArray[np.uint16],
        t_ns: npt.NDArray[np.int64],
        starts_ns: npt.NDArray[np.int64],
        rows: slice | npt.NDArray[np.int64],
    ) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64]]:
        full = self._profile.adc.full_code
        for spell in self._faults.spells:
            bad = spell.covering(starts_ns)
            if not bad.any():
                continue
            if spell.fault in OF_CHANNELS and spell.at is not None:
                column = codes[:, spell.at]
                if spell.fault is SimFault.NOISY:
                    wild = column + 40 * self._profile.adc.noise_codes * (
                        1 + np.abs(self._noise[rows][:, spell.at])
                    ) * np.sign(self._noise[rows][:, spell.at])
                    column = np.clip(wild, 0, full).astype(np.uint16)
                else:
                    column = np.full_like(column, full if spell.fault is SimFault.SHORTED else 0)
                codes[bad, spell.at] = column[bad]
            elif spell.fault is SimFault.NONSENSE_CODES:
                codes[bad] = _CODES_OF_NOWHERE
            elif spell.fault is SimFault.NONSENSE_TIMES:
                t_ns = np.where(bad, t_ns - NONSENSE_NS, t_ns)
        return codes, t_ns
