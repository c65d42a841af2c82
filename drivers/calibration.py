"""What is known of each force channel, and force from codes.

A channel's conductance is ``rest + gain × nominal(force)``: ``rest`` is its resting load, tracked
by ``drivers.baseline``, ``gain`` comes from one known weight. Thresholds are forces, never codes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from drivers import fsr
from drivers.board import BoardInfo
from drivers.errors import ConfigError

GREATEST_N = 1_000.0  # what a shorted sensor reads; no hand comes near it
# Until it is weighed again a part drifts by up to 10 %, that is 5.8 % one sigma; it repeats itself
# to 2 %. Its sisters differ by 6 % and more (HARDWARE.md).
WEIGHED_SPREAD = 0.06
PART_SPREAD = 0.085  # of a channel never weighed


@dataclass(frozen=True, slots=True)
class ChannelCalibration:
    """One channel: gain (1.0 is nominal), its one-sigma relative error, resting code."""

    gain: float = 1.0
    gain_sigma: float = PART_SPREAD
    rest_code: float = 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """All channels of a board in its order, and the date (ISO; empty: never calibrated)."""

    channels: tuple[ChannelCalibration, ...]
    date: str = ""

    def __post_init__(self) -> None:
        for index, channel in enumerate(self.channels):
            if not 0.1 <= channel.gain <= 10.0 or not 0.0 <= channel.gain_sigma < 1.0:
                raise ConfigError(
                    "calibration of channel {index}: gain {gain} ± {gain_sigma} cannot be; weigh "
                    "the channel again",
                    index=index,
                    gain=channel.gain,
                    gain_sigma=channel.gain_sigma,
                )

    @staticmethod
    def nominal(info: BoardInfo) -> Calibration:
        """A board that was never calibrated: data sheet curve, part-to-part error."""
        return Calibration(tuple(ChannelCalibration() for _ in info.channels))

    def weighed(
        self, info: BoardInfo, index: int, rest_code: float, code: float, weight_n: float, date: str
    ) -> Calibration:
        """Channel ``index`` read ``code`` under ``weight_n`` newtons and ``rest_code`` without.

        Raises ConfigError when the two codes or the weight cannot be.
        """
        if not 0 <= rest_code < code < info.full_code or weight_n <= 0:
            raise ConfigError(
                "calibration of channel {index}: code {rest_code} at rest and {code} under "
                "{weight_n} N cannot be; check the sensor's plug and weigh again",
                index=index,
                rest_code=rest_code,
                code=code,
                weight_n=weight_n,
            )
        siemens = fsr.code_to_siemens(np.array([rest_code, code]), info.divider_ohm, info.full_code)
        nominal = 1.0 / fsr.force_to_ohm(weight_n)
        entry = ChannelCalibration(
            gain=float((siemens[1] - siemens[0]) / nominal),
            gain_sigma=WEIGHED_SPREAD,
            rest_code=rest_code,
        )
        channels = (*self.channels[:index], entry, *self.channels[index + 1 :])
        return replace(self, channels=channels, date=date)


def check_fits(calibration: Calibration, info: BoardInfo) -> None:
    """Raise ConfigError unless there is one calibration for each channel of the board."""
    if len(calibration.channels) != len(info.channels):
        raise ConfigError(
            "the calibration has {count} channels and the board {name} has {count2}: "
            "calibrate this board",
            count=len(calibration.channels),
            name=info.name,
            count2=len(info.channels),
        )


def force_table(info: BoardInfo, gain: float, rest_code: float) -> npt.NDArray[np.float64]:
    """Force in newtons above the resting load for each code: float64[full_code + 1], rising.

    Resting load comes off as conductance, which is exact where conductance is proportional to
    force, that is around the onset.
    """
    codes = np.arange(info.full_code + 1)
    siemens = fsr.code_to_siemens(codes, info.divider_ohm, info.full_code)
    rest = fsr.code_to_siemens(rest_code, info.divider_ohm, info.full_code)
    # A code below rest is less than no force: keep its sign, so that noise does not look one-sided.
    own = np.minimum((siemens - rest) / gain, 1.0)
    force = fsr.siemens_to_force(np.abs(own))
    table: npt.NDArray[np.float64] = np.minimum(np.copysign(force, own), GREATEST_N)
    return table
