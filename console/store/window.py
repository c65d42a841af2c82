"""The force samples around a verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from drivers.board import Samples
from drivers.events import Contact
from drivers.pad import PadDecoder
from drivers.pad_config import DECODER


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SampleWindow:
    """The scans around verdict ``verdict``, enough to decode its contacts again.

    ``t_ns``: int64[n]; ``codes``: uint16[n, c]; ``errors``: int64[n, 3], of each scan what
    ``Samples`` says of a batch (``jitter_ns``, ``clock_uncertainty_ns``, ``dropped`` before it);
    ``baseline``: float64[c] or float64[c, k], the decoder's resting state before the first scan.
    The arrays are kept, not copied: do not write to them. ``decoder``: the version of the one that
    judged them (``drivers.pad.DECODER``).
    """

    verdict: int
    t_ns: npt.NDArray[np.int64]
    codes: npt.NDArray[np.uint16]
    errors: npt.NDArray[np.int64]
    baseline: npt.NDArray[np.float64]
    decoder: int = DECODER

    @classmethod
    def of(
        cls, verdict: int, batches: Iterable[Samples], baseline: npt.NDArray[np.float64]
    ) -> SampleWindow:
        """A window of consecutive batches, oldest first; copies them."""
        parts = list(batches)
        base = np.array(baseline, dtype=np.float64)
        return cls(
            verdict=verdict,
            t_ns=np.concatenate([np.empty(0, np.int64), *(p.t_ns for p in parts)]),
            codes=np.concatenate([np.empty((0, len(base)), np.uint16), *(p.codes for p in parts)]),
            errors=np.concatenate([np.empty((0, 3), np.int64), *map(_errors, parts)]),
            baseline=base,
        )

    def batches(self) -> list[Samples]:
        """The scans as a board would give them: one batch for each run of equal errors."""
        if len(self.t_ns) == 0:
            return []
        changes = (np.diff(self.errors[:, :2], axis=0) != 0).any(axis=1) | (self.errors[1:, 2] != 0)
        edges = [0, *(int(i) + 1 for i in np.flatnonzero(changes)), len(self.t_ns)]
        return [
            Samples(self.t_ns[a:b], self.codes[a:b], *self.errors[a].tolist())
            for a, b in pairwise(edges)
        ]


def contacts_in(window: SampleWindow, decoder: PadDecoder) -> list[Contact]:
    """The contacts that the decoder makes of a window, in the order of decision."""
    events = [event for batch in window.batches() for event in decoder.feed(batch)]
    return [event for event in events if isinstance(event, Contact)]


def _errors(batch: Samples) -> npt.NDArray[np.int64]:
    """Those of each scan of a batch; ``dropped`` counts before the first one."""
    errors = np.zeros((len(batch.t_ns), 3), np.int64)
    errors[:, :2] = batch.jitter_ns, batch.clock_uncertainty_ns
    errors[:1, 2] = batch.dropped
    return errors
