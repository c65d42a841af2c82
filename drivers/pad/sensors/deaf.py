"""Does a sensor give nothing, by what it should have felt of hands on other petals?

Whoever pushes a petal pushes the table, and every sensor around shows its share of that. One that
shows nothing, again and again, is dead: *under* cannot be told so by its own petal's hands alone,
who may all lie flat on *top* and pass nothing on. But palms of which it has felt nothing speak
against it, so that less of what others push has to bear that out. It has to show what it was known
to when it last showed that it lives: a table may couple otherwise than as it was weighed, but a
dead sensor teaches nothing. Where nobody has weighed that, and it has not lived yet, *under* has to
feel a part of what *top* beside it does, and is dead only if palms bear that out. One that was
lifted off its rest, and came back, lives.
"""

from __future__ import annotations

import numpy as np

from drivers.pad.arrays import Flags, Floats, Indices
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import LEAST_SHARE
from drivers.pad.reductions import greatest, greatest_by_column, greatest_by_row

Columns = slice | Indices

_FELT_N = 0.1  # so much of a push is felt by every sensor …
_ALIVE = 0.25  # … and who shows less than so much of it feels nothing; more is a sign of life, …
_ALIVE_N = 0.1  # … if it is so much
_SURE_N, _LEAST_HANDS = 1.2, 3  # that was to be felt, of so many hands
# … and after so many palms of its own petal, in a row, under which *under* does not move at all.
_BORNE_OUT_N, _LEAST_PALMS = 0.4, 2
# By its sister: so much of what that feels shows life, and so many hands have to have shown none.
_ALIVE_BESIDE, _LEAST_BESIDE = 0.125, 2


def columns(channels: Indices) -> Columns:
    """An index of these columns; as a slice, where they are evenly spaced, much faster."""
    first, step = channels[:2].tolist() if len(channels) > 1 else (0, 0)
    if step > first and not np.count_nonzero(np.diff(channels) != step - first):
        return slice(first, int(channels[-1]) + 1, step - first)
    return channels


class Deaf:
    """Channels that felt nothing. ``own``: the petal of each channel. Of what nobody knows, neither
    by the weighing nor by hands, nothing has to be felt but a part of what the other sensor of the
    petal feels. ``ratio``: the most of a push that is coupled."""

    def __init__(self, own: Indices, calibration: Calibration, ratio: float) -> None:
        count, petals = len(own), int(own.max(initial=-1)) + 1
        self._own, self._read, self._ratio = own, np.ones(petals), ratio
        pushes = calibration.pushes(petals)
        self._shares: Floats = np.where(pushes >= LEAST_SHARE, pushes, 0.0)
        self._shares[np.arange(count), own] = 0.0
        first, second = np.argsort(own, kind="stable").reshape(-1, 2).T
        self._sisters = np.empty(count, dtype=np.intp)
        self._sisters[first], self._sisters[second] = second, first
        weighed = [bool(channel.shares) for channel in calibration.channels]
        self._guessed = ~np.array(weighed, dtype=np.bool_)  # that have not lived yet
        self._least = np.where(self._guessed, _ALIVE_BESIDE, _ALIVE)
        # What channels were to feel and have not, hand after hand; of how many, and of the present.
        self._missed_n, self._felt_n = np.zeros(count), np.zeros(count)
        self._hands = np.zeros(count, dtype=np.intp)
        self._palms = np.zeros(count, dtype=np.intp)  # that *under* has not felt, in a row

    def believe(self, channel: int, read: bool) -> None:
        """Is it known how hard the petal of this channel is pushed? Near full scale nobody reads
        that, and what it seems to push none has to have felt."""
        self._read[self._own[channel]] = read

    def take(self, newtons: Floats, pushes: Floats, learned: Floats, pressed: Flags) -> None:
        """Take a block of forces, float64[n, c], and of what each petal is pushed by, float64[n,
        s]. ``learned``: float64[c, s], the shares of pushes that are surely known by now, else 0;
        ``pressed``: bool[s], the petals that hands were on."""
        felt = greatest_by_row(self._shares @ (self._read * pushes).T)
        shown = greatest_by_column(newtons)
        if np.count_nonzero(self._guessed):
            beside = self._beside(shown, greatest(pushes @ self._read), pressed)
            felt = np.where(self._guessed, beside, felt)
        moved = shown - np.minimum(np.minimum.reduce(newtons), 0.0)  # its rest may be lifted off
        alive = moved >= np.maximum(_ALIVE_N, self._least * felt)
        silent = (felt >= _FELT_N) & (moved < self._least * felt)
        if np.count_nonzero(silent):
            more = np.where(silent, np.maximum(felt - self._felt_n, 0.0), 0.0)
            self._hands += (more > 0.0) & (self._felt_n == 0.0)
            self._missed_n += more
            self._felt_n += more
        self._shares[alive] = learned[alive]
        self._guessed[alive], self._least[alive] = False, _ALIVE
        self._missed_n[alive] = 0.0
        self._hands[alive] = self._palms[alive] = 0

    def _beside(self, shown: Floats, push_n: float, pressed: Flags) -> Floats:
        """float64[c]: what each channel's sister has felt, where no hand was on their petal."""
        beside = shown[self._sisters]
        coupled = (beside <= self._ratio * push_n) & ~pressed[self._own]
        return np.where(coupled, beside, 0.0)

    def moved(self, under: int) -> None:
        """This *under* has moved under a hand of its own petal, or at the same time."""
        self._palms[under] = 0

    def was_still(self, under: int, rests: bool) -> None:
        """This *under* has not moved at all under a strong palm of its own petal. One that
        ``rests`` at some load is plugged in, whatever its sister feels."""
        self._palms[under] += not (rests and self._guessed[under])

    def were_dead(self, channels: list[int]) -> None:
        """These were known to be, before the first scan."""
        self._missed_n[channels], self._hands[channels] = _SURE_N, _LEAST_HANDS
        self._guessed[channels] = False

    @property
    def dead(self) -> frozenset[int]:
        """Those that have felt nothing often enough. Nothing of one petal says anything of another
        but by ``take``: the petals' hands come one petal after the other, not by their times."""
        if not np.count_nonzero(self._missed_n):
            return frozenset()  # as mostly
        hands = self._hands >= _LEAST_HANDS
        dead = (self._missed_n >= _SURE_N) & hands & ~self._guessed
        borne_out = (self._missed_n >= _BORNE_OUT_N) & (self._palms >= _LEAST_PALMS)
        dead |= borne_out & ((self._hands >= _LEAST_BESIDE) | ~self._guessed)
        return frozenset(dead.nonzero()[0].tolist())

    def rest(self) -> None:
        """Nobody touches the pad: whoever comes next is another one."""
        self._felt_n[:] = 0.0
