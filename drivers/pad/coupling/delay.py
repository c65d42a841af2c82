"""How late, and how smeared, a table passes a force on: learned while hands are on the pad.

A table gives way and swings: what one petal is pressed with loads another some milliseconds later,
as on a resilient top whose own frequency is low. Who takes it off at once takes off too much as a
slap comes, and a hand of that moment seems to come late. What the petals that nobody presses show
tells how late it is: of some such ways (``KERNELS``) the one that leaves least of what they show.
Steady forces say nothing of it, and what sensors bend or creep says the same of all, so what moves
within ``_MOVES`` scans is compared, of all free channels together: a way is the table's.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from drivers.pad.arrays import Flags, Floats
from drivers.pad.reductions import greatest, greatest_by_column, windows

REACH: Final = 24
"""Scans after which nothing more of a force arrives."""
# Scans: a force arrives so late, and then dies away so.
_DELAYS, _TAUS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0), (0.0, 2.5, 5.0)
_MOVES = 4
_LOUD_N = 0.3  # a channel that may show it
_LIKE = 3.0  # times what is expected, or less by that: else a finger is there
_TELLS_N2 = 5.0  # if the present way has left so much, …
_BETTER = 0.75  # … another one that has left less than so much of it is taken
_KEEPS = (
    0.95  # of what was shown before, at each block with hands; in whole N², for digits fill stores
)


def _kernel(delay: float, tau: float) -> Floats:
    scans = np.arange(REACH + 1)
    kernel: Floats = np.maximum(1.0 - np.abs(scans - delay), 0.0)  # between two scans, partly each
    if tau:
        kernel = np.convolve(kernel, np.exp(-scans / tau))[: REACH + 1]
    kernel /= kernel.sum()
    return kernel


_WAYS = [(delay, tau) for tau in _TAUS for delay in _DELAYS]
KERNELS: Final[Floats] = np.array([_kernel(*way) for way in _WAYS])
"""float64[k, REACH + 1]: which part of a force arrives after so many scans. By the first all does
at once, as far as scans tell."""
_TAPS = [
    [(scans, part) for scans, part in enumerate(kernel) if part] for kernel in KERNELS.tolist()
]
_SIZE = len(KERNELS) + 1


def delay_columns(channels: int) -> int:
    """So many of the pad's state hold a ``Delay``, a number for each channel."""
    return -(-_SIZE // max(channels, 1))


class Delay:
    """What is known: ``state``, float64[c, ``delay_columns(c)``], replaced and never changed in
    place: what each of ``KERNELS`` has left of what moved, N², and which of them is ``taken``; 0:
    nothing is known. ``reach``: scans that have to be known before those that are asked for, and
    which of them are none."""

    def __init__(
        self, channels: int, state: Floats | None, late: tuple[float, float] | None = None
    ) -> None:
        """``late``: as it was before (``late``), which begins without a state."""
        if state is None:
            state = np.zeros((channels, delay_columns(channels)))
            if late is not None and channels:
                apart = np.abs(np.subtract(_WAYS, late)).sum(axis=1)
                state.ravel()[_SIZE - 1] = int(apart.argmin())
        self._take(state)

    def _take(self, state: Floats) -> None:
        self.state, numbers = state, state.ravel()
        self._left, taken = numbers[: _SIZE - 1], int(numbers[_SIZE - 1 : _SIZE].sum())
        self._taps = _TAPS[taken]
        self.taken, self.reach = taken, REACH + 2 if taken else 0

    @property
    def late(self) -> tuple[float, float] | None:
        """How many scans late a force arrives, and how many it then takes to die away; None: at
        once, or nobody knows."""
        return _WAYS[self.taken] if self.taken else None

    @property
    def is_known(self) -> bool:
        """Is it known how late, or that it is not?"""
        return bool(self.taken) or float(self._left[0]) < _BETTER * greatest(self._left)

    def _with(self, left: Floats, taken: int) -> None:
        numbers = np.zeros(self.state.size)
        numbers[: _SIZE - 1], numbers[_SIZE - 1] = left, taken
        self._take(numbers.reshape(self.state.shape))

    def arrived(self, pressed: Floats, count: int) -> Floats:
        """float64[count, 2 s]: what arrives of sources, float64[n, 2 s], in the last ``count``
        scans; before the first one they were as in that."""
        if not self.taken:
            return pressed[-count:]
        missing = REACH + count - len(pressed)
        if missing > 0:
            pressed = np.concatenate((pressed[:1].repeat(missing, axis=0), pressed))
        end = len(pressed)
        parts = (part * pressed[end - scans - count : end - scans] for scans, part in self._taps)
        found: Floats = next(parts)
        for come in parts:
            found += come
        return found

    def learn(self, shown: Floats, pressed: Floats, loads: Floats, free: Flags) -> None:
        """Take some scans of forces, float64[n, c], and sources, float64[n, 2 s]. ``loads``:
        float64[c, 2 s], how much each couples into each channel; ``free``: bool[c], nobody presses
        those."""
        (channels,) = free.nonzero()
        expected = pressed @ loads[channels].T
        shown = shown[:, channels]
        sums, expects = np.add.reduce(shown), np.add.reduce(expected)
        good = greatest_by_column(expected) >= _LOUD_N
        good &= (sums <= _LIKE * expects) & (expects <= _LIKE * sums)
        if not np.count_nonzero(good) or len(shown) <= REACH + _MOVES:
            return
        coupled, carried = np.add.reduce(expected[:, good], 1), np.add.reduce(shown[:, good], 1)
        coupled, carried = (force[_MOVES:] - force[:-_MOVES] for force in (coupled, carried))
        late, carried = windows(coupled, REACH + 1)[:, ::-1], carried[REACH:]
        moved = np.add.reduce((KERNELS @ (late.T @ late)) * KERNELS, axis=1)
        fits = KERNELS @ (late.T @ carried)
        left = float(carried @ carried) - fits**2 / np.maximum(moved, _TELLS_N2)
        self._with(np.rint(_KEEPS * self._left + left), self.taken)

    def choose(self) -> None:
        """Nobody presses by now: what was learned holds from here on."""
        best, left = int(self._left.argmin()), self._left[self.taken]
        if left >= _TELLS_N2 and self._left[best] < _BETTER * left:
            self._with(self._left, best)
