"""Every threshold of pad decoding; nothing was measured on a finished table yet (HARDWARE.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from drivers.errors import ConfigError
from drivers.times import MS

DECODER: Final = 45
"""Which decoder this is: one more whenever the same scans give other contacts. Stored samples name
the one that judged them; ``tests/drivers/pad/test_digest.py`` tells who forgets it."""

LEAST_SHARE: Final = 0.004
"""A share that is less shows nothing."""


@dataclass(frozen=True, slots=True)
class PadConfig:
    """Forces in newtons, times in nanoseconds; HARDWARE.md and DECODER.md have the reasons.

    ``least_peak_n`` for ``least_loaded_ns`` make a contact; in gaps of less than
    ``release_hold_ns`` no hand has gone. ``gesture_ns``: after it a touch is judged at the latest.
    ``pinch_share``: of the force on *top*, *under* carries at least so much in a grab.
    ``crosstalk_ratio``: the most that a neighbour's force couples into a petal;
    ``crosstalk_sigma``: one sigma of a share that nobody has weighed. ``screen_ns``: how
    long a crossing that crosstalk may have caused is watched before it is judged, and
    ``crosstalk_look_back_ns`` from how long before. ``noise_fraction``: the least noise assumed of
    a sample, of full scale. ``swings_hz``: fingers that drum come less often; a sensor that does so
    for ``noisy_blocks`` is faulty until it has not for ``fault_quiet_ns``.
    ``up_share``: how much of its distance the baseline goes up in one block of ``block_scans``
    beyond ``creep_fraction`` of full scale: a load that grows by 2 N a minute takes less.
    ``rest_fraction``: a sensor that gave so much of full scale with hands off, and has shown that
    since, has a broken wire if it gives nothing under a hand; it is mute that gives less than
    ``nothing_fraction``.

    ``start_n``: less is no touch yet, however wrong the calibration is. ``early_ns``: the onset is
    at most so much before the force surely passed ``onset_n``, unless it has rested near that for
    longer. ``u_max_ns``: the greatest error that is stated of an onset, one sigma; ``u_waited_ns``:
    of one before which nothing was held back, as much as a referee waits for
    (``RefereeConfig.u_max_ns``), and ``wait_ns``: for how much longer than until an onset it does,
    at most (``RefereeConfig.wait_ns``). ``rise_n`` within ``rise_ns``: how a hand that rests on its
    petal makes itself felt again. ``lean_ns``: a petal loaded for so long by what is no contact is
    told; ``rest_ns``: by a hand whose contact counted. ``compare_ns``: so long after the onset the
    two sensors of a pinch are compared. ``unfelt_ns``: the least error of a hand that *top* has not
    felt. ``dead_touches`` palms of ``dead_peak_n`` in a row that do not show make *under* dead.
    ``loose_window_ns`` and ``loose_quiet_ns``: a fault that came three times within the one stays
    told for the other.
    """

    onset_n: float = 0.5
    release_n: float = 0.35
    least_peak_n: float = 1.0
    least_loaded_ns: int = 15 * MS
    gesture_ns: int = 120 * MS
    release_hold_ns: int = 5 * MS
    pinch_share: float = 0.08
    crosstalk_ratio: float = 0.1
    crosstalk_sigma: float = 0.02
    screen_ns: int = 15 * MS
    crosstalk_look_back_ns: int = 20 * MS
    noise_fraction: float = 1 / 1024
    swings_hz: int = 30
    block_scans: int = 256
    up_share: float = 0.12
    creep_fraction: float = 1 / 30
    stuck_ns: int = 8_000 * MS
    nonsense_scans: int = 20
    fault_window_ns: int = 1_000 * MS
    fault_quiet_ns: int = 1_500 * MS
    noisy_blocks: int = 3
    dead_touches: int = 8
    dead_peak_n: float = 5.0
    rest_fraction: float = 0.005
    nothing_fraction: float = 1 / 512
    future_ns: int = 5 * MS
    start_n: float = 0.2
    early_ns: int = 40 * MS
    u_max_ns: int = 20 * MS
    u_waited_ns: int = 8 * MS
    wait_ns: int = 50 * MS
    unfelt_ns: int = 5 * MS
    rise_n: float = 1.0
    rise_ns: int = 30 * MS
    lean_ns: int = 200 * MS
    rest_ns: int = 1_000 * MS
    compare_ns: int = 100 * MS
    loose_window_ns: int = 600_000 * MS
    loose_quiet_ns: int = 60_000 * MS

    def __post_init__(self) -> None:
        if not 0 < self.start_n < self.release_n < self.onset_n <= self.least_peak_n:
            raise ConfigError(
                "pad configuration: start_n {start_n}, release_n {release_n}, onset_n {onset_n} "
                "and least_peak_n {least_peak_n} must rise in this order above 0",
                start_n=self.start_n,
                release_n=self.release_n,
                onset_n=self.onset_n,
                least_peak_n=self.least_peak_n,
            )
        if self.block_scans < 8 or not 0 < self.crosstalk_ratio < 0.5:
            raise ConfigError(
                "pad configuration: block_scans {block_scans} must be at least 8 and "
                "crosstalk_ratio {crosstalk_ratio} between 0 and 0.5",
                block_scans=self.block_scans,
                crosstalk_ratio=self.crosstalk_ratio,
            )


@dataclass(frozen=True, slots=True)
class Spans:
    """Times of ``PadConfig`` in scans, which come every ``period_ns``: of the shortest ``contact``,
    of a ``gap`` within one, of the ``rise`` of a hand that rests; of a doubtful crossing, how long
    it is watched (``screen``), and from how long before (``look_back``)."""

    period_ns: int
    contact: int
    gap: int
    rise: int
    screen: int
    look_back: int

    @staticmethod
    def of(config: PadConfig, period_ns: int) -> Spans:
        """Rounded down for what has to last, and up for what has to be over."""
        return Spans(
            period_ns=period_ns,
            contact=config.least_loaded_ns // period_ns,
            gap=-(-config.release_hold_ns // period_ns),
            rise=config.rise_ns // period_ns,
            screen=-(-config.screen_ns // period_ns),
            look_back=-(-config.crosstalk_look_back_ns // period_ns),
        )
