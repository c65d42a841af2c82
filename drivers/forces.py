"""Forces of all channels over the last scans, and what couples from petal to petal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drivers.baseline import Baseline, Codes, Floats
from drivers.board import BoardInfo, petal_channels
from drivers.coupling import explain
from drivers.pad_config import PadConfig
from drivers.shares import Shares

COUPLING_COLUMNS = 3  # of the pad's state, for each petal
Times = npt.NDArray[np.int64]


def _columns(channels: list[int]) -> slice | npt.NDArray[np.intp]:
    """An index of these columns; as a slice, where they are evenly spaced, much faster."""
    step = channels[1] - channels[0] if len(channels) > 1 else 1
    if channels and step > 0 and channels == list(range(channels[0], channels[-1] + 1, step)):
        return slice(channels[0], channels[-1] + 1, step)
    return np.array(channels, dtype=np.intp)


@dataclass(frozen=True, slots=True)
class Past:
    """Scans as they were: number of the first, times, codes, forces of channels and petals."""

    first: int
    times: Times
    codes: Codes
    newtons: Floats
    petals: Floats


class Forces:
    """The last scans as codes, turned into forces on demand.

    Scans are numbered from 0 in the order in which they were accepted; ``total`` is the next
    number. ``coefficients``: float64[c, s], the coupled share of petal ``s`` in channel ``c`` that
    is taken off now, replaced and never changed in place: what is known (``shares``), or while
    slaps last what explains them; ``muted``: petals whose readings are not to be believed.

    ``coupling``: float64[c, 3 s] as ``coupling`` gave it before the first scan to come.
    """

    def __init__(
        self,
        info: BoardInfo,
        config: PadConfig,
        baseline: Baseline,
        coupling: Floats | None = None,
    ) -> None:
        self._baseline, self._config = baseline, config
        petals = petal_channels(info)
        self._tops = _columns([top for top, _ in petals.values()])
        self._unders = _columns([under for _, under in petals.values()])
        count = len(info.channels)
        self._row_starts = np.arange(count, dtype=np.intp) * (info.full_code + 1)
        span_ns = config.coupling_look_back_ns + 3 * config.screen_ns
        self.look_back_scans = -(-config.coupling_look_back_ns // info.scan_period_ns)
        self.screen_scans = -(-config.screen_ns // info.scan_period_ns)
        self._capacity = max(64, 2 * span_ns // info.scan_period_ns) + config.block_scans
        self._t = np.zeros(2 * self._capacity, dtype=np.int64)
        self._codes = np.zeros((2 * self._capacity, count), dtype=np.uint16)
        self._end = 0
        self.total = 0
        own = np.empty(count, dtype=np.intp)
        own[self._tops] = own[self._unders] = np.arange(len(petals))
        known = None if coupling is None else coupling[:, len(petals) :]
        self.shares = Shares(own, config, known)
        self.coefficients = self.shares.means if coupling is None else coupling[:, : len(petals)]
        self._past: dict[tuple[int, int], Past] = {}  # what was asked for since the last scan came
        self.muted = np.zeros(len(petals), dtype=np.bool_)

    @property
    def coefficients(self) -> Floats:
        """The coupled shares; set anew to change them."""
        return self._coefficients

    @coefficients.setter
    def coefficients(self, coefficients: Floats) -> None:
        self._coefficients = coefficients
        self._taken: list[list[tuple[int, float]]] = [
            [(petal, share) for petal, share in enumerate(row) if share]
            for row in coefficients.tolist()
        ]
        self._coupling_petals = {petal for row in self._taken for petal, _ in row}

    def explain(self, channel: int, force: Floats, others: Floats) -> Floats:
        """``coupling.explain`` for one channel, with what is known of its shares."""
        ratio = self._config.coupling_ratio
        return explain(force, others, ratio, self.shares.known(channel))

    def learn(self, pressed: npt.NDArray[np.bool_], calm: bool) -> None:
        """The last ``block_scans`` scans are complete; ``pressed``: see ``Shares.learn``.

        What explains slaps that last stays until a block was ``calm``.
        """
        before = self.shares.means
        if pressed.any():
            _, _, codes = self.window(self.total - self._config.block_scans, self.total)
            newtons = self.newtons(codes)
            self.shares.learn(newtons, self.petals(newtons), pressed | self.muted)
        means = self.shares.means
        if not calm:
            fitted = (self._coefficients != before).any(axis=1)
            means = np.where(fitted[:, None], self._coefficients, means)
        if (means != self._coefficients).any():
            self.coefficients = means

    def set_shares(self, channel: int, shares: Floats) -> None:
        """Replace one channel's coupled shares, float64[s]."""
        coefficients = self._coefficients.copy()
        coefficients[channel] = shares
        self._coefficients = coefficients
        self._taken = self._taken.copy()
        self._taken[channel] = [(p, share) for p, share in enumerate(shares.tolist()) if share]
        self._coupling_petals |= {petal for petal, _ in self._taken[channel]}

    def append(self, t_ns: Times, codes: Codes) -> None:
        """Remember at most ``block_scans`` scans."""
        n = len(t_ns)
        if self._end + n > len(self._t):
            kept = slice(self._end - self._capacity, self._end)
            self._t[: self._capacity] = self._t[kept].copy()
            self._codes[: self._capacity] = self._codes[kept].copy()
            self._end = self._capacity
        self._t[self._end : self._end + n] = t_ns
        self._codes[self._end : self._end + n] = codes
        self._end += n
        self.total += n
        self._past.clear()

    def window(self, low: int, high: int) -> tuple[int, Times, Codes]:
        """Scans ``low`` … ``high - 1`` as far as kept: number of the first, times, codes."""
        start = self._end - (self.total - low)
        kept = max(start, 0)
        stop = self._end - (self.total - high)
        return low + kept - start, self._t[kept:stop], self._codes[kept:stop]

    def past(self, low: int, high: int) -> Past:
        """``window`` with its forces; asked for by one channel after the other."""
        past = self._past.get((low, high))
        if past is None:
            first, times, codes = self.window(low, high)
            newtons = self.newtons(codes)
            past = self._past[low, high] = Past(first, times, codes, newtons, self.petals(newtons))
        return past

    def newtons(self, codes: Codes) -> Floats:
        """float64[n, c] forces of uint16[n, c] codes."""
        return self._baseline.forces.ravel().take(codes + self._row_starts)

    def petals(self, newtons: Floats) -> Floats:
        """float64[n, s]: the greater force of each petal, nothing for muted ones."""
        greater: Floats = np.maximum(newtons[:, self._tops], newtons[:, self._unders])
        np.maximum(greater, 0.0, out=greater)
        greater[:, self.muted] = 0.0
        return greater

    def most_coupled(self, petals: Floats) -> Floats:
        """float64[n, s]: the most that others may have left on each petal beyond what is taken off.

        Source by source, so that a scan's result does not depend on the batch it came in.
        """
        most: Floats = np.zeros(petals.shape)
        for source, bounds in enumerate(self.shares.petal_bounds.T):
            most += petals[:, source, None] * bounds
        return most

    def levels(self, own: Floats) -> Floats:
        """float64[n, s]: the greater of each petal's two channels of float64[n, c]."""
        greater: Floats = np.maximum(own[:, self._tops], own[:, self._unders])
        return greater

    def all_own(self, newtons: Floats, petals: Floats) -> Floats:
        """float64[n, c]: ``own`` of every channel."""
        force = newtons
        for petal in sorted(self._coupling_petals):
            force = force - petals[:, petal, None] * self.coefficients[:, petal]
        return force

    def own(self, newtons: Floats, petals: Floats, channel: int) -> Floats:
        """float64[n]: the channel's force without what is known to be coupled.

        Column by column, so that a scan's result does not depend on the batch it came in.
        """
        force: Floats = newtons[:, channel]
        for petal, share in self._taken[channel]:
            force = force - share * petals[:, petal]
        return force
