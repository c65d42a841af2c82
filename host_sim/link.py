"""The wire between the controller and us: frames on a grid, latency, now and then a spike."""

from __future__ import annotations

import numpy as np

_FRAMES = 4096


class SimulatedLink:
    """Frames leave every ``frame_ns`` and carry all that happened before; none overtakes another.

    The latency of a frame depends on its number only, so what has arrived by a moment does not
    depend on who asked before.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        *,
        frame_ns: int,
        base_ns: int,
        jitter_ns: int,
        spike_share: float,
        worst_ns: int,
    ) -> None:
        self.frame_ns = frame_ns
        delay = base_ns + rng.exponential(jitter_ns, _FRAMES)
        spikes = rng.random(_FRAMES) < spike_share
        delay[spikes] += rng.uniform(2e6, worst_ns, int(spikes.sum()))
        delay = np.minimum(delay, worst_ns)
        late = delay.copy()
        for back in range(1, worst_ns // frame_ns + 2):  # a late frame holds up the next ones
            late = np.maximum(late, np.roll(delay, back) - back * frame_ns)
        self._late_ns: list[int] = late.astype(np.int64).tolist()

    def frame_arrival_ns(self, frame: int) -> int:
        """When frame number ``frame`` reaches us."""
        return frame * self.frame_ns + self._late_ns[frame % _FRAMES]

    def arrival_ns(self, t_ns: int) -> int:
        """When a happening of ``t_ns`` reaches us."""
        return self.frame_arrival_ns(-(-t_ns // self.frame_ns))

    def horizon_ns(self, now_ns: int) -> int:
        """Everything that happened up to this moment has arrived by ``now_ns``."""
        frame_ns, late_ns = self.frame_ns, self._late_ns
        frame = now_ns // frame_ns
        while frame * frame_ns + late_ns[frame % _FRAMES] > now_ns:
            frame -= 1
        return frame * frame_ns
