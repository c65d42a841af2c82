"""Every threshold of pad decoding; nothing was measured on a finished table yet (HARDWARE.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from drivers.errors import ConfigError

MS = 1_000_000

DECODER: Final = 1
"""Which decoder this is: one more whenever the same scans give other contacts. Stored samples name
the one that judged them; ``tests/drivers/test_decoder.py`` tells who forgets it."""


@dataclass(frozen=True, slots=True)
class PadConfig:
    """Forces in newtons, times in nanoseconds; the defaults are those of HARDWARE.md.

    ``pinch_share``: of the force on *top*, *under* carries at least so much in a grab.
    ``coupling_ratio``: the most that a neighbour's force couples into a petal. ``screen_ns``: how
    long a crossing that coupling may have caused is watched before it is judged, and
    ``coupling_look_back_ns`` from how long before. ``noise_fraction``: the least noise assumed of a
    sample, of full scale; ``noisy_fraction``: idle noise that makes a channel faulty.
    ``up_share`` and ``down_share``: how much of its distance the baseline goes in one block of
    ``block_scans``; nobody can push less than nothing, so downwards is fast. ``rest_fraction``: a
    sensor that gave so much of full scale with hands off and gives nothing has a broken wire.
    """

    onset_n: float = 0.5
    release_n: float = 0.35
    least_peak_n: float = 1.0
    least_loaded_ns: int = 15 * MS
    gesture_ns: int = 120 * MS
    release_hold_ns: int = 5 * MS
    pinch_share: float = 0.08
    coupling_ratio: float = 0.1
    coupling_sigma: float = 0.02
    screen_ns: int = 15 * MS
    coupling_look_back_ns: int = 20 * MS
    noise_fraction: float = 1 / 1024
    noisy_fraction: float = 0.02
    block_scans: int = 256
    up_share: float = 0.12
    down_share: float = 0.44
    stuck_ns: int = 8_000 * MS
    nonsense_scans: int = 20
    brushes: int = 20
    fault_window_ns: int = 1_000 * MS
    fault_quiet_ns: int = 1_500 * MS
    noisy_blocks: int = 3
    dead_touches: int = 12
    dead_peak_n: float = 5.0
    rest_fraction: float = 0.005
    future_ns: int = 5 * MS

    def __post_init__(self) -> None:
        if not 0 < self.release_n < self.onset_n <= self.least_peak_n:
            raise ConfigError(
                "pad configuration: release_n {release_n}, onset_n {onset_n} and least_peak_n "
                "{least_peak_n} must rise in this order above 0",
                release_n=self.release_n,
                onset_n=self.onset_n,
                least_peak_n=self.least_peak_n,
            )
        if self.block_scans < 8 or not 0 < self.coupling_ratio < 0.5:
            raise ConfigError(
                "pad configuration: block_scans {block_scans} must be at least 8 and "
                "coupling_ratio {coupling_ratio} between 0 and 0.5",
                block_scans=self.block_scans,
                coupling_ratio=self.coupling_ratio,
            )
