"""Was it the weight that was asked for? A sensor of which one of the two reads otherwise than under
its sisters, and the other does not, had another weight on it, most likely.

Parts differ in two ways: in how sensitive they are, which both weights show alike, and in the power
of the force, which the heavy one shows above all. So the light one is doubted from less on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from drivers.pad.channels.calibration import THRESHOLD_N, ChannelCalibration
from drivers.pad.channels.fsr import BENDS_N

SISTERS: Final = 3
"""Fewer say nothing."""
LONE_ODD: Final = 0.3
"""Of a logarithm: the light weight by itself, where there is no heavy one, or none that can be."""
POWER_SHARE: Final = 0.5
"""How much of the power's standing off speaks beside the weight's own."""
LIGHT_ODD, HEAVY_ODD = 0.5, 0.6
"""Of both: 100 g in place of 51 g give 0.6 to 1, and parts of one bag less than 0.4."""
SPREADS: Final = 3.0
"""Sisters whose powers differ themselves, by the median, excuse so much of a heavy weight's."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Channel ``index`` shows ``times`` what its sisters do under the heavy weight, or the light
    one."""

    index: int
    heavy: bool
    times: float


def beside_sisters(shown: Mapping[int, float], index: int) -> float:
    """By how much one of these logarithms stands off the others' median; 0: few others."""
    others = [value for other, value in shown.items() if other != index]
    if index not in shown or len(others) < SISTERS:
        return 0.0
    return shown[index] - median(others)


def doubts(channels: Mapping[int, ChannelCalibration]) -> list[Doubt]:
    """The channels of which one weight is doubtful; of those without a heavy one nothing is."""
    light, heavy, powers = {}, {}, {}
    decades = math.log(BENDS_N / THRESHOLD_N)
    for index, channel in channels.items():
        if channel.exponent is not None:
            light[index] = math.log(channel.gain)
            powers[index] = channel.exponent * decades
            heavy[index] = light[index] + powers[index]
    found = []
    for index in light:
        by_light, by_heavy = beside_sisters(light, index), beside_sisters(heavy, index)
        if _light_odd(by_light, by_heavy):
            found.append(Doubt(index, False, math.exp(by_light)))
            continue
        differ = median([abs(beside_sisters(powers, i)) for i in powers if i != index] or [0.0])
        if _heavy_odd(by_light, by_heavy, differ):
            found.append(Doubt(index, True, math.exp(by_heavy)))
    return found


def _light_odd(by_light: float, by_heavy: float) -> bool:
    """Is it the light weight, by how much the sensor stands off its sisters under either?"""
    power = by_heavy - by_light
    itself = abs(by_light) > min(abs(by_heavy), LONE_ODD)
    odd = abs(by_light) + POWER_SHARE * abs(power) > LIGHT_ODD
    return itself and odd and by_light * power < 0


def _heavy_odd(by_light: float, by_heavy: float, differ: float) -> bool:
    """Is it the heavy one? ``differ``: as the sisters' powers do."""
    power = by_heavy - by_light
    itself = abs(by_heavy) > abs(by_light) and abs(power) > SPREADS * differ
    odd = abs(by_heavy) + POWER_SHARE * abs(power) > HEAVY_ODD
    return itself and odd and by_heavy * power > 0
