"""The force samples around a verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from drivers.board import Samples
from drivers.pad_config import DECODER


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SampleWindow:
    """The scans around verdict ``verdict``, enough to decode its contacts again.

    ``t_ns``, ``jitter_ns``, ``clock_uncertainty_ns``, ``dropped``: int64[n], as in ``Samples``
    but one for each scan; ``codes``: uint16[n, c]; ``baseline``: float64[c] or float64[c, k],
    the decoder's resting state before the first scan. The arrays are kept, not copied: do not
    write to them. ``decoder``: the version of the one that judged them (``drivers.pad.DECODER``).
    """

    verdict: int
    t_ns: npt.NDArray[np.int64]
    codes: npt.NDArray[np.uint16]
    baseline: npt.NDArray[np.float64]
    jitter_ns: npt.NDArray[np.int64]
    clock_uncertainty_ns: npt.NDArray[np.int64]
    dropped: npt.NDArray[np.int64]
    decoder: int = DECODER

    @classmethod
    def of(
        cls, verdict: int, batches: Iterable[Samples], baseline: npt.NDArray[np.float64]
    ) -> SampleWindow:
        """A window of consecutive batches, oldest first; copies them."""
        parts = list(batches)
        base = np.array(baseline, dtype=np.float64)
        codes = [np.empty((0, len(base)), np.uint16), *(p.codes for p in parts)]

        def spread(values: list[int]) -> npt.NDArray[np.int64]:
            return np.repeat(np.array(values, np.int64), [len(p.t_ns) for p in parts])

        dropped = np.concatenate([np.zeros(0, np.int64), *(_first(p) for p in parts)])
        return cls(
            verdict=verdict,
            t_ns=np.concatenate([np.zeros(0, np.int64), *(p.t_ns for p in parts)]),
            codes=np.concatenate(codes),
            baseline=base,
            jitter_ns=spread([p.jitter_ns for p in parts]),
            clock_uncertainty_ns=spread([p.clock_uncertainty_ns for p in parts]),
            dropped=dropped,
        )

    def batches(self) -> list[Samples]:
        """The scans as a board would give them: one batch for each run of equal errors."""
        if len(self.t_ns) == 0:
            return []
        changes = (
            (np.diff(self.jitter_ns) != 0)
            | (np.diff(self.clock_uncertainty_ns) != 0)
            | (self.dropped[1:] != 0)
        )
        edges = [0, *(int(i) + 1 for i in np.flatnonzero(changes)), len(self.t_ns)]
        return [
            Samples(
                self.t_ns[a:b],
                self.codes[a:b],
                int(self.jitter_ns[a]),
                int(self.clock_uncertainty_ns[a]),
                int(self.dropped[a]),
            )
            for a, b in pairwise(edges)
        ]


def _first(batch: Samples) -> npt.NDArray[np.int64]:
    """``dropped`` counts before the first scan of a batch only: int64[n]."""
    dropped = np.zeros(len(batch.t_ns), np.int64)
    dropped[:1] = batch.dropped
    return dropped
