"""The resting load of every channel, tracked while nobody touches its petal.

Scans are averaged in blocks counted from the first scan, so that the result does not depend on how
the stream was cut into batches. A block in which a hand has passed half a newton on any petal does
not count: all others carry what it couples into them. What presses with less, or leans and does not
lie still, keeps its own petal alone from being tracked.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from drivers.board import BoardInfo
from drivers.pad.arrays import Codes, Flags, Floats
from drivers.pad.channels.calibration import GREATEST_N, UNREADABLE_N, Calibration, total
from drivers.pad.config import PadConfig
from drivers.pad.reductions import any_of

# Columns of the state, kept as rows: what is done to all channels is done to one of them.
USED, MEAN, VARIANCE, LATELY, SUM, SQUARES, SCANS, TOUCHED = range(8)
COLUMNS = 8
_STEPS_TO_FULL = 1024  # the tables follow the mean in steps of a ten-bit code, some 1 mN
_STILL_SIGMAS = 6.0
_NOTHING = 0.1  # of its rest, at the most, is none
_KEPT = 0.5  # so much of it is still there
_DIGITS = np.array(256.0)  # of a code: what is kept of mean and variance; finer only fills stores
_NONE = np.array(0.0)
_CREEPS_N = 0.01  # in a block: a load creeps on by less, 2 N a minute; more may be a finger …
_LATELY, _LEAST_N = 63 / 64, 1 / 4096  # … so much of it in the next, half in 11 s, in such steps
# Of what a hand presses a sensor may show so much when it has gone, for each block of it, and this
# at most: that is no finger. Until it shows, or for a second, it is owed: ``LATELY`` is below 0.
_LEFT, _MOST_LEFT_N, _LEAVES = np.array(0.01), np.array(-0.15), 0.75


class Baseline:
    """Baselines, idle noise, force tables and trigger codes of all channels.

    ``state``: float64[c, 8], replaced by each change and never changed in place: keeping a
    reference keeps the moment. It is added up when it is asked for, or when a block is full.
    ``forces``: float64[c, full_code + 1] newtons by code; ``tables``: how often any of these has
    changed. ``triggers``: uint16[c], the first code
    that may be a touch; ``least_trigger``: the least of them. ``rests_n``: float64[c], what each
    sensor carried when it was weighed; ``loads_n``: what has lain on each
    channel since it was weighed. ``lately_n``: what of that has come more quickly than a load
    creeps, and of late, but for what a hand leaves: a sensor creeps back. ``unread``: uint16[c],
    the first code that is no force which a sensor reads, swapped or not. ``was_calm``: the last
    full block was tracked.
    """

    def __init__(
        self, info: BoardInfo, calibration: Calibration, config: PadConfig, state: Floats | None
    ) -> None:
        self._info, self._config = info, config
        self._channels = calibration.channels
        self._parts = list(range(len(self._channels)))  # whose part each channel reads by now
        # As arrays, for of each number numpy makes one that it has to go with many.
        self._step = np.array(info.full_code / _STEPS_TO_FULL)
        self._up_share, self._block_scans = np.array(config.up_share), np.array(config.block_scans)
        self._least_codes = config.noise_fraction * info.full_code
        self._creeps_codes = np.array(config.creep_fraction * info.full_code)
        count = len(info.channels)
        if state is None:
            rows = np.zeros((COLUMNS, count))
            rows[USED] = rows[MEAN] = [c.rest_code for c in calibration.channels]
        else:
            rows = state.T.copy()
        self._rows: Floats = rows
        self._scans = int(rows[SCANS, :1].sum())  # of the present block
        self._codes: list[Codes] = []  # those that are not in the state yet
        self._touched = np.zeros(count, dtype=np.bool_)
        self._ones = np.ones(config.block_scans)
        self.was_calm = True
        self._free = True  # nothing has pressed or leant anywhere in the present block
        rests = np.array([channel.rest_code for channel in calibration.channels])
        self._least_rest = config.nothing_fraction * info.full_code
        nothing = np.minimum(self._least_rest, _NOTHING * rests)
        rested = rests >= config.rest_fraction * info.full_code
        self._nothing = np.where(rested, nothing, -1.0)  # codes; who had none loses none
        self._least_kept = np.where(rested, _KEPT * rests, np.inf)
        self._each = np.arange(count)
        self._kept = np.zeros(count, dtype=np.bool_)  # their rests, as the pad has shown since
        if state is not None:
            self._kept |= rows[MEAN] >= self._least_kept
        codes = np.arange(info.full_code + 1)  # what has lain there since comes off their forces
        self._totals = [total(info, channel, codes) for channel in calibration.channels]
        self.rests_n: Floats = np.array([-row[0] for row in self._totals])
        unread = [int(np.searchsorted(row, UNREADABLE_N)) for row in self._totals]
        self.unread = np.minimum(np.array(unread, dtype=np.uint16), info.full_code)
        self.forces = np.empty((count, info.full_code + 1))
        self.triggers = np.empty(count, dtype=np.uint16)
        self.loads_n, self.tables = [0.0] * count, 0
        self._onset_n_a_code = [0.0] * count
        for channel in range(count):
            self._rebuild(channel)
        self.least_trigger = int(self.triggers.min(initial=info.full_code))

    @property
    def scans_left(self) -> int:
        """Scans until the present block is full."""
        return self._config.block_scans - self._scans

    @property
    def lately_n(self) -> Floats:
        """float64[c]: what of the loads may be fingers that lay still, or something put there."""
        lately_n: Floats = np.maximum(self._rows[LATELY], _NONE)
        return lately_n

    @property
    def state(self) -> Floats:
        """All that there is to know."""
        if self._codes:
            self._rows = self._added_up()
        return self._rows.T

    def _added_up(self) -> Floats:
        rows = self._rows.copy()
        codes = np.concatenate(self._codes, dtype=np.float64)
        self._codes.clear()
        ones = self._ones[: len(codes)]  # sums of whole numbers: exact in whatever order
        rows[SUM] += ones.dot(codes)
        codes *= codes
        rows[SQUARES] += ones.dot(codes)
        rows[SCANS] = self._scans
        if not self._free:
            np.maximum(rows[TOUCHED], self._touched, out=rows[TOUCHED])
        return rows

    def noise_n(self, channel: int) -> float:
        """One sigma of a sample near the onset, newtons: idle noise, or the least assumed."""
        return self._noise_codes(channel) * self._onset_n_a_code[channel]

    def least_noise_n(self, channel: int) -> float:
        """The least that is assumed of it."""
        return self._least_codes * self._onset_n_a_code[channel]

    def _noise_codes(self, channel: int) -> float:
        return max(self._least_codes, math.sqrt(self._rows[VARIANCE, channel]))

    def is_still(self, channel: int, codes: Codes) -> bool:
        """Do these codes of ``channel`` move by no more than its idle noise?"""
        return float(np.ptp(codes)) <= _STILL_SIGMAS * self._noise_codes(channel)

    def broken(self, channel: int, codes: Codes) -> bool:
        """Do these codes of ``channel`` say that its wire has just broken: nothing at all, where
        the sensor has shown its rest? One that it lost before may lie on its sister now."""
        return bool(self._kept[channel]) and not np.count_nonzero(codes)

    def is_mute(self, channel: int, codes: Codes) -> bool:
        """Do these codes of ``channel`` show one and the same, or less than noise, where the sensor
        gave more than that with hands off?"""
        return float(codes.mean()) <= self._nothing[channel] or not np.ptp(codes)

    def gives_nothing(self, channel: int, codes: Codes) -> bool:
        """Has ``channel`` lost its rest, and does it show nothing in these codes either?"""
        return bool(max(self._rows[MEAN, channel], codes.mean()) <= self._nothing[channel])

    def rests(self, channel: int) -> bool:
        """Does ``channel`` give anything with hands off?"""
        return bool(self._rows[MEAN, channel] > self._least_rest)

    def live(self, channel: int) -> None:
        """A hand has shown that ``channel`` feels: a rest that it has lost says nothing of it until
        it is seen again."""
        if self._rows[MEAN, channel] <= self._nothing[channel]:
            self._kept[channel] = False

    def with_unread(self, codes: Codes) -> Codes:
        """uint16[n, c]: the codes, with those at full scale that are no force which is read."""
        full = np.uint16(self._info.full_code)
        return np.where(codes >= self.unread, full, codes)

    def wire(self, parts: Sequence[int]) -> None:
        """Whose part each channel reads by now, as plugs are swapped. ``unread`` stays: a batch
        goes through it at once, and may tell them in its midst."""
        changed = [channel for channel, part in enumerate(parts) if part != self._parts[channel]]
        self._parts = list(parts)
        for channel in changed:
            self._rebuild(channel)
        self.least_trigger = int(self.triggers.min(initial=self._info.full_code))

    def add(self, codes: Codes, touched: Flags | None) -> bool:
        """Take at most ``scans_left`` scans; ``touched`` marks channels not to be tracked. Has the
        block become full?"""
        self._codes.append(codes)
        self._scans += len(codes)
        if touched is not None:  # also if it is what leans
            self._free = False
            self._touched |= touched
        if self._scans < self._config.block_scans:
            return False
        self._rows = rows = self._added_up()
        self._close_block(rows)
        return True

    def _close_block(self, rows: Floats) -> None:
        touched = rows[TOUCHED] != _NONE
        touched_count = np.count_nonzero(touched)
        self.was_calm = bool(touched_count < len(touched))
        means = rows[SUM] / self._block_scans
        if not touched_count:
            self._kept |= means >= self._least_kept
            self._track(rows, means)
        elif self.was_calm:
            before = rows[:, touched]
            self._track(rows, means)
            rows[:, touched] = before
        kept = rows[MEAN : VARIANCE + 1]
        kept *= _DIGITS
        np.rint(kept, out=kept)
        kept /= _DIGITS
        rows[SUM:] = 0.0
        self._scans = 0
        if not self._free:
            self._touched[:] = False
            self._free = True
        moved = np.abs(rows[MEAN] - rows[USED]) > self._step
        if np.count_nonzero(rows[LATELY]):
            share = np.where(rows[LATELY] < _NONE, _LEAVES, _LATELY)
            rows[LATELY] = np.trunc(share / _LEAST_N * rows[LATELY]) * _LEAST_N
        if not self.was_calm:
            pressed_n = self.forces[self._each, means.astype(np.intp)]
            left_n = _LEFT * np.maximum(pressed_n, _NONE)
            rows[LATELY] = np.maximum(rows[LATELY] - left_n, _MOST_LEFT_N)
        if any_of(moved):
            for channel in moved.nonzero()[0].tolist():
                rows[USED, channel] = rows[MEAN, channel]
                before_n = self.loads_n[channel]
                self._rebuild(channel)
                more_n = self.loads_n[channel] - before_n
                if more_n > _CREEPS_N or more_n < 0.0:  # what goes is what came last
                    more_n += rows[LATELY, channel]
                    rows[LATELY, channel] = max(min(more_n, self.loads_n[channel]), 0.0)
            self.least_trigger = int(self.triggers.min())

    def _track(self, rows: Floats, mean: Floats) -> None:
        """Follow the block's ``mean`` on all channels."""
        up_share, before, spread = self._up_share, rows[MEAN], rows[VARIANCE]
        variance = np.maximum(rows[SQUARES] / self._block_scans - mean * mean, _NONE)
        away = mean - before
        # Nobody pushes less than nothing: down at once. Up at once as far as a load can have crept
        # on since the last block; more of it may be a finger, and is followed slowly.
        at_once = np.minimum(away, self._creeps_codes)
        before += at_once + up_share * (away - at_once)
        spread += up_share * (variance - spread)

    def _rebuild(self, channel: int) -> None:
        part, rest_code = self._parts[channel], float(self._rows[USED, channel])
        rest_n = float(total(self._info, self._channels[part], rest_code))
        row = self.forces[channel]
        self.tables += 1
        np.minimum(self._totals[part] - rest_n, GREATEST_N, out=row)
        code = int(np.searchsorted(row, self._config.start_n))
        self.triggers[channel] = min(code, self._info.full_code)
        onset = min(max(int(np.searchsorted(row, self._config.onset_n)), 2), len(row) - 3)
        self._onset_n_a_code[channel] = float(row[onset + 2] - row[onset - 2]) / 4
        self.loads_n[channel] = min(rest_n, GREATEST_N)
