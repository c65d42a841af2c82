"""Three simpler designs on the very same codes: what a game without our clockwork would rule.

All know the sensors from a whole row of weights, look at both sensors of a petal, do not take a
tenth of another's force for a hand, and are told whose hands are meant (a brush is none): they
differ only in when they notice. Who is found first in the order of seats wins a tie, as a plain
loop over the seats has it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from console.trials.fairness.records import NOBODY
from console.wiring.loop import FRAME_NS
from drivers.board import Samples
from host_sim.board import SimBoard

ONSET_N = 0.5
COUPLED = 0.1  # of the greatest force: what may have come through the table
STEADY_SCANS = 10  # 10 ms
_WEIGHTS_N = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 40.0)


class Naive:
    """The three designs, fed with a duel's samples."""

    def __init__(self, board: SimBoard) -> None:
        self._board = board
        info = board.info
        codes = np.arange(info.full_code + 1)
        weighed = np.maximum.accumulate([board.weigh_each(weight_n) for weight_n in _WEIGHTS_N])
        tables = [np.interp(codes, own, _WEIGHTS_N) for own in weighed.T]
        self._loaded_codes = np.array([table.searchsorted(ONSET_N) for table in tables])
        self._newtons = np.concatenate(tables)
        self._rows = np.arange(len(tables)) * (info.full_code + 1)
        self._span_ns = max(c.offset_ns for c in info.channels)

    def verdicts(self, batches: list[Samples], seats: list[int]) -> tuple[int, int, int]:
        """Who was first by polling once a frame, by stamps on arrival, by stamps after debounce."""
        if not batches:
            return NOBODY, NOBODY, NOBODY
        codes = np.concatenate([batch.codes for batch in batches])
        (loaded,) = (codes >= self._loaded_codes).ravel().nonzero()
        if not len(loaded):
            return NOBODY, NOBODY, NOBODY
        part = slice(loaded[0] // codes.shape[1], loaded[-1] // codes.shape[1] + 1)
        codes = codes[part]
        newtons = self._newtons.take(codes + self._rows)
        forces = np.maximum(newtons[:, 0::2], newtons[:, 1::2])
        greatest = np.maximum.reduce(forces.T.copy())[:, None]  # long rows are quick
        petals = (forces >= np.maximum(ONSET_N, COUPLED * greatest))[:, seats]
        starts_ns = np.concatenate([batch.t_ns for batch in batches])[part]
        rises = _first_rows(petals)
        steady = _first_rows(_held(petals))
        arrivals = [self._arrival_ns(starts_ns, row) for row in rises]
        frames = [None if t_ns is None else -(-t_ns // FRAME_NS) for t_ns in arrivals]
        settled = [self._arrival_ns(starts_ns, row) for row in steady]
        return _first(frames, seats), _first(arrivals, seats), _first(settled, seats)

    def _arrival_ns(self, starts_ns: npt.NDArray[np.int64], row: int | None) -> int | None:
        if row is None:
            return None
        scanned_ns = int(starts_ns[row]) - self._board.bias_ns + self._span_ns
        return self._board.arrival_ns(scanned_ns)


def _first(times: list[int | None], seats: list[int]) -> int:
    known = [(t_ns, seat) for t_ns, seat in zip(times, seats, strict=True) if t_ns is not None]
    return min(known)[1] if known else NOBODY


def _first_rows(petals: npt.NDArray[np.bool_]) -> list[int | None]:
    rows = petals.argmax(axis=0).tolist()
    return [row if petals[row, place] else None for place, row in enumerate(rows)]


def _held(petals: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Where a petal has been loaded for ``STEADY_SCANS`` scans in a row."""
    counts = petals.cumsum(axis=0, dtype=np.int32)
    counts[STEADY_SCANS:] -= counts[:-STEADY_SCANS].copy()
    return np.asarray(counts == STEADY_SCANS)
