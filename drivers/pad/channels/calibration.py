"""What is known of each force channel, and force from codes.

A weighed channel has a curve of its own: above its resting load (``drivers.pad.channels.baseline``)
its conductance is ``gain`` times the data sheet's at the threshold, where the light weight lay, and
grows with the power ``exponent`` of the force, through the heavy one. Beyond the weights it is bent
too: above 10 N, where slaps are, less than the data sheet's; and below the threshold, where
conductance is proportional to force as there, for what couples is lighter. A channel never weighed
has the data sheet's curve (``drivers.pad.channels.fsr``) and a larger error. While the heavy weight
lies on a petal all other channels are read too: that is what couples into them. Thresholds are
forces, never codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log

import numpy as np
import numpy.typing as npt

from drivers.board import BoardInfo, petal_channels
from drivers.errors import ConfigError
from drivers.pad.arrays import Floats
from drivers.pad.channels import fsr

Shares = tuple[tuple[float, float] | None, ...]

THRESHOLD_N = 0.5  # what a gain is of: the onset's force, 51 g
GREATEST_N = 1_000.0  # what a shorted sensor reads; no hand comes near it
UNREADABLE_N = 100.0  # a hand's 60 N, read by a sensor as wrong as any: more is none that is read
# The light weight lay at the threshold itself. What is left there, one sigma each: drift since
# then, up to 10 % (5.8 %); a part repeats itself to 2 %, at the weighing and at the touch (2.8 %);
# it creeps by 1 to 4.5 % a decade, and a weight lies for two or three of them longer than a hand at
# its onset (parts differ by 2.5 %); a gram of the weight's 51 (1.1 %); the weight, and the hand,
# beside the middle, and a room some ten degrees colder (about 3 % each). Together 8.7 %.
# Parts never weighed differ by 6 % and more among sisters, by 15 % from the data sheet.
WEIGHED_SPREAD = 0.09
PART_SPREAD = 0.15
CURVE_SPREAD = 0.1  # of an exponent: no part is a power law all the way
# Above 10 N a part bends as the data sheet's does, most likely, or goes on as a power law.
_BENDS = fsr.BENDS**0.75
_EXPONENT = 0.83  # of the data sheet's part, from the threshold to the heavy weight
_GAINS = 0.1, 10.0
_EXPONENTS = 0.3, 2.0
_CLAMPED = 0.5  # of the weight on *under*, carried by *top* too: then it shows what a pinch couples
# A petal that is lifted off its sensor shows that no more: the sensor gives what it rested at, or
# nearly. Then the light weight shows its share; where it rests at too little for that, none does.
_NOTHING = 0.9
_BETWEEN = 0.5  # of a push's share: what a pinch is taken to couple where nothing shows it


@dataclass(frozen=True, slots=True)
class ChannelCalibration:
    """One channel: gain at the threshold (1.0 is the data sheet's), the one-sigma relative error of
    its forces, resting code, exponent (None: the data sheet's curve).

    ``shares``: for each petal of the board, in the order of seats, what couples into this channel
    of a push on it (*top* less *under*) and of a pinch (what *under* carries), below 0 where that
    lifts it; None, and empty for all: not known.
    """

    gain: float = 1.0
    gain_sigma: float = PART_SPREAD
    rest_code: float = 0.0
    exponent: float | None = None
    shares: Shares = ()

    @property
    def is_weighed(self) -> bool:
        """Has it a curve of its own, at least at the threshold?"""
        return (self.gain, self.exponent) != (1.0, None)

    @staticmethod
    def lightly(info: BoardInfo, rest_code: float, light: tuple[float, float]) -> float:
        """The gain of a channel of which only the light weight is known: newtons, and its code."""
        light_n, light_code = light
        rest, below = _siemens(info, np.array([rest_code, light_code])).tolist()
        gain: float = (below - rest) * float(fsr.force_to_ohm(light_n))
        return gain

    @staticmethod
    def weighed(
        info: BoardInfo, rest_code: float, light: tuple[float, float], heavy: tuple[float, float]
    ) -> ChannelCalibration:
        """A channel that read ``rest_code`` without a load; ``light`` and ``heavy`` are newtons and
        the code under them. Raises ConfigError when they cannot be.
        """
        (light_n, light_code), (heavy_n, heavy_code) = light, heavy
        rising = 0 <= rest_code < light_code < heavy_code < info.full_code
        if not rising or not 0 < light_n < heavy_n:
            raise ConfigError(
                "code {rest_code} at rest, {light_code} under {light_n} N and {heavy_code} under "
                "{heavy_n} N cannot be; check the sensor's plug and weigh again",
                rest_code=rest_code,
                light_code=light_code,
                light_n=light_n,
                heavy_code=heavy_code,
                heavy_n=heavy_n,
            )
        rest, below, above = _siemens(info, np.array([rest_code, light_code, heavy_code])).tolist()
        away = abs(float(np.log(light_n / THRESHOLD_N)))  # a light weight that is not the threshold
        lighter = max(THRESHOLD_N / light_n, 1.0)
        light_n, own = light_n * lighter, (below - rest) * lighter
        steps = np.log(min(heavy_n, fsr.BENDS_N) / light_n)  # of the power, and of the bend above
        steps += _BENDS * np.log(max(heavy_n / fsr.BENDS_N, 1.0))
        exponent = float(np.log((above - rest) / own) / steps)
        gain = own / _NOMINAL * (THRESHOLD_N / light_n) ** exponent
        return ChannelCalibration(
            gain, float(np.hypot(WEIGHED_SPREAD, CURVE_SPREAD * away)), rest_code, exponent
        )


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A weight in newtons lay on one channel: the mean code of every channel then, float64[c]."""

    weight_n: float
    codes: Floats


@dataclass(frozen=True, slots=True)
class Weighing:
    """The two weights of one channel: some 51 g, the threshold itself, and about 1 kg (None: only
    the light one lay there). On *under* the heavy one is a clamp, which presses *top* as hard."""

    light: Laid
    heavy: Laid | None


@dataclass(frozen=True, slots=True)
class Calibration:
    """All channels of a board in its order, and the date (ISO; empty: never calibrated).
    ``late_ms``: how late the table passes a force on, and how long that takes to die away, as far
    as hands have shown it; None: at once, or nobody knows."""

    channels: tuple[ChannelCalibration, ...]
    date: str = ""
    late_ms: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        for index, channel in enumerate(self.channels):
            gain, sigma, exponent = channel.gain, channel.gain_sigma, channel.exponent
            if not _GAINS[0] <= gain <= _GAINS[1] or not 0.0 <= sigma < 1.0:
                raise ConfigError(
                    "calibration of channel {index}: gain {gain} ± {gain_sigma} cannot be",
                    index=index,
                    gain=gain,
                    gain_sigma=sigma,
                )
            if exponent is not None and not _EXPONENTS[0] <= exponent <= _EXPONENTS[1]:
                raise ConfigError(
                    "calibration of channel {index}: exponent {exponent} cannot be",
                    index=index,
                    exponent=exponent,
                )
            if not all(-1.0 < share < 1.0 for pair in channel.shares for share in pair or ()):
                raise ConfigError(
                    "calibration of channel {index}: a neighbour's share cannot be", index=index
                )

    def pushes(self, petals: int) -> Floats:
        """float64[c, s]: the weighed share of each petal's push that each channel shows; 0 where
        nobody has weighed it, or it lifts the channel."""
        nothing = (None,) * petals
        pushes = [pair[0] if pair else 0.0 for c in self.channels for pair in c.shares or nothing]
        return np.maximum(pushes, 0.0).reshape(len(self.channels), petals)  # neither, without a pad

    def by_sisters(self) -> Calibration:
        """What nobody weighed has the curve of what somebody did, for parts of one lot are alike.
        They differ by as much as lots do, so the data sheet's part is one of those."""
        curves = [(log(c.gain), c.exponent) for c in self.channels if c.exponent is not None]
        if len(curves) in (0, len(self.channels)):
            return self
        gain, exponent = np.mean([*curves, (0.0, _EXPONENT)], axis=0).tolist()
        return replace(
            self,
            channels=tuple(
                c
                if c.exponent is not None
                else replace(c, gain=c.gain if c.is_weighed else exp(gain), exponent=exponent)
                for c in self.channels
            ),
        )

    @staticmethod
    def nominal(info: BoardInfo) -> Calibration:
        """A board that was never calibrated: data sheet curve, part-to-part error."""
        return Calibration(tuple(ChannelCalibration() for _ in info.channels))

    @staticmethod
    def weighed(
        info: BoardInfo,
        rest_codes: Floats,
        weighings: Sequence[Weighing | None],
        date: str,
        former: Calibration | None = None,
    ) -> Calibration:
        """A board whose channels read ``rest_codes`` float64[c] without a load, and each its
        weighing. What nobody weighed is as in ``former``, else as if nobody ever had: None, and
        above the light weight what has no heavy one. Raises ConfigError when codes or weights
        cannot be.
        """
        former = former or Calibration.nominal(info)
        channels: list[ChannelCalibration] = []
        for index, (weighing, before) in enumerate(zip(weighings, former.channels, strict=True)):
            try:
                channels.append(_channel(info, index, rest_codes, weighing, before))
            except ConfigError as error:
                raise ConfigError(
                    "calibration of channel {index}: {error}", index=index, error=error
                ) from error
        try:
            weighed = Calibration(tuple(channels), date)  # of no other channel shares can be read
        except ConfigError as error:
            raise ConfigError("{fact}: weigh the channel again", fact=error) from error
        shares = _shares(info, channels, rest_codes, weighings, former)
        each = zip(channels, shares, strict=True)
        return replace(weighed, channels=tuple(replace(c, shares=own) for c, own in each))


def _channel(
    info: BoardInfo,
    index: int,
    rest_codes: Floats,
    weighing: Weighing | None,
    before: ChannelCalibration,
) -> ChannelCalibration:
    """Raises ConfigError."""
    rest = float(rest_codes[index])
    if weighing is None:
        return before if before.is_weighed else replace(before, rest_code=rest)
    light = weighing.light.weight_n, float(weighing.light.codes[index])
    if weighing.heavy is None:
        gain = ChannelCalibration.lightly(info, rest, light)
        return ChannelCalibration(gain, WEIGHED_SPREAD, rest, before.exponent)
    heavy = weighing.heavy.weight_n, float(weighing.heavy.codes[index])
    return ChannelCalibration.weighed(info, rest, light, heavy)


def _shares(
    info: BoardInfo,
    channels: Sequence[ChannelCalibration],
    rest_codes: Floats,
    weighings: Sequence[Weighing | None],
    former: Calibration,
) -> list[Shares]:
    """What each petal's heavy weight brought to all channels: push and pinch, by channel. Where
    there was none it is as before. What a channel shows that nobody ever weighed is not known."""
    found: list[list[tuple[float, float] | None]] = [[] for _ in channels]
    light = [None if weighing is None else weighing.light for weighing in weighings]
    heavy = [None if weighing is None else weighing.heavy for weighing in weighings]
    lightly, read = (_under(info, channels, rest_codes, laid) for laid in (light, heavy))
    for petal, (top, under) in enumerate(petal_channels(info).values()):
        pushed, clamped = heavy[top], heavy[under]
        for index, own in enumerate(found):
            shares = former.channels[index].shares
            before = shares[petal] if shares else None
            if index in (top, under):
                own.append((0.0, 0.0))
                continue
            if not channels[index].is_weighed or (pushed is None and before is None):
                own.append(before)
                continue
            push, pinch = before or (0.0, None)
            lies = light[top]
            if pushed is not None and lies is not None:
                push = _share(read[index][top] / pushed.weight_n)
                least_n = _NOTHING * read[index][-1]
                if read[index][top] <= least_n < 0.0:
                    shown_n = lightly[index][top]
                    push = _share(shown_n / lies.weight_n) if shown_n > least_n else 0.0
            both_n = 0.0 if clamped is None else min(read[top][under], clamped.weight_n)
            if clamped is not None and both_n >= _CLAMPED * clamped.weight_n:
                rest_n = max(read[top][under] - clamped.weight_n, 0.0)
                pinch = _share((read[index][under] - push * rest_n) / both_n)
            own.append((push, _BETWEEN * push if pinch is None else pinch))
    return [tuple(own) if len(own) - own.count(None) > 1 else () for own in found]


def _under(
    info: BoardInfo,
    channels: Sequence[ChannelCalibration],
    rest_codes: Floats,
    weights: Sequence[Laid | None],
) -> list[list[float]]:
    """Newtons of each channel under each of the weights, and last of one that reads nothing."""
    none = np.zeros(len(channels))
    codes = np.array([*(none if laid is None else laid.codes for laid in weights), none])
    return [
        forces(info, channel, float(rest_codes[index]), codes[:, index]).tolist()
        for index, channel in enumerate(channels)
    ]


def _share(measured: float) -> float:
    return round(min(max(float(measured), -0.5), 0.5), 5)


def check_fits(calibration: Calibration, info: BoardInfo) -> None:
    """Raise ConfigError unless there is one calibration for each channel of the board, each with a
    resting code that the board can read, less than full scale."""
    if len(calibration.channels) != len(info.channels):
        raise ConfigError(
            "the calibration has {count} channels and the board {name} has {count2}: "
            "calibrate this board",
            count=len(calibration.channels),
            name=info.name,
            count2=len(info.channels),
        )
    petals = len(info.channels) // 2
    if any(len(channel.shares) not in (0, petals) for channel in calibration.channels):
        raise ConfigError(
            "the calibration knows neighbours that the board {name} does not have: calibrate "
            "this board",
            name=info.name,
        )
    for index, channel in enumerate(calibration.channels):
        if not 0.0 <= channel.rest_code < info.full_code:
            raise ConfigError(
                "calibration of channel {index}: code {rest_code} at rest cannot be: calibrate "
                "this board",
                index=index,
                rest_code=channel.rest_code,
            )


def _siemens(info: BoardInfo, codes: npt.ArrayLike) -> Floats:
    return fsr.code_to_siemens(
        np.asarray(codes, dtype=np.float64), info.divider_ohm, info.full_code
    )


_NOMINAL = 1.0 / float(fsr.force_to_ohm(THRESHOLD_N))


def forces(
    info: BoardInfo, channel: ChannelCalibration, rest_code: float, codes: npt.ArrayLike
) -> Floats:
    """Force in newtons above the resting load of any shape of codes.

    What the sensor gave at rest when it was weighed comes off as conductance, what lies on it since
    then as a force.
    """
    newtons: Floats = total(info, channel, codes) - total(info, channel, rest_code)
    return np.minimum(newtons, GREATEST_N)


def total(info: BoardInfo, channel: ChannelCalibration, codes: npt.ArrayLike) -> Floats:
    """Force in newtons since the weighing. Less than none keeps its sign, so that noise does not
    look one-sided."""
    rest = float(_siemens(info, channel.rest_code))
    own = np.minimum((_siemens(info, codes) - rest) / channel.gain, 1.0)
    if channel.exponent is None:
        force = fsr.siemens_to_force(np.abs(own))
    else:
        grown = np.abs(own) / _NOMINAL
        force = THRESHOLD_N * np.maximum(grown, 1.0) ** (1.0 / channel.exponent)
        heavy = np.maximum(force / fsr.BENDS_N, 1.0)
        force = np.minimum(force, fsr.BENDS_N) * heavy ** (1.0 / _BENDS)
        force *= np.minimum(grown, 1.0)
    total: Floats = np.copysign(force, own)
    return total


def force_table(info: BoardInfo, channel: ChannelCalibration, rest_code: float) -> Floats:
    """``forces`` of each code: float64[full_code + 1], rising."""
    return forces(info, channel, rest_code, np.arange(info.full_code + 1))
