"""How each sensor is, by its codes of the last second: at rest, pressed, full, unplugged."""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from console.hardware.board_findings import REST_N
from console.hardware.feed import BoardLook, Feed
from console.hardware.scales import Scales
from drivers.pad.channels.calibration import forces
from drivers.times import MS, SECOND

WINDOW_NS: Final = SECOND
SILENT_NS: Final = 500 * MS


class SensorState(StrEnum):
    """What a sensor does."""

    SILENT = "silent"
    """Nothing comes."""
    LIMIT = "limit"
    """Full scale: its force is unknown."""
    ZERO = "zero"
    """0 all the time: a broken wire, an empty plug, or a sensor that rests very well."""
    PRESSED = "pressed"
    CARRIES = "carries"
    """Something rests on it that was not there when it was weighed."""
    RESTS = "rests"


class SensorStates:
    """Keeps the last second of a feed's codes."""

    def __init__(self, feed: Feed) -> None:
        self._feed, self._info = feed, feed.board.info
        self._blocks: deque[tuple[int, npt.NDArray[np.uint16]]] = deque()
        self._now_ns = 0

    def take(self, turn: BoardLook) -> None:
        """A look at the board."""
        self._now_ns = turn.now_ns
        for batch in turn.reading.samples:
            if len(batch.codes) and batch.codes.shape[1:] == (len(self._info.channels),):
                self._blocks.append((int(batch.t_ns[-1]), batch.codes))
        while self._blocks and self._blocks[0][0] < self._now_ns - WINDOW_NS:
            self._blocks.popleft()

    def states(self, force_n: list[float | None]) -> list[SensorState]:
        """Each sensor's, given what it reads now."""
        if not self._blocks or self._blocks[-1][0] < self._now_ns - SILENT_NS:
            return [SensorState.SILENT] * len(self._info.channels)
        codes = np.concatenate([block for _, block in self._blocks]).astype(np.float64)
        newest = self._blocks[-1][1].max(axis=0)
        least, greatest = codes.min(axis=0), codes.max(axis=0)
        onset_n = self._feed.thresholds.onset_n
        pressed = [force is not None and force >= onset_n for force in force_n]
        found = []
        for i, force in enumerate(pressed):
            if newest[i] >= Scales.SATURATED * self._info.full_code:
                found.append(SensorState.LIMIT)
            elif greatest[i] == 0:
                found.append(SensorState.ZERO)
            elif force:
                found.append(SensorState.PRESSED)
            elif not any(pressed) and self._carried_n(i, float(least[i])) >= REST_N[0]:
                found.append(SensorState.CARRIES)  # a hand on another petal couples
            else:
                found.append(SensorState.RESTS)
        return found

    def _carried_n(self, index: int, least: float) -> float:
        """What lay there all the time, above what did at the weighing."""
        weighed = self._feed.calibration.channels[index]
        return float(forces(self._info, weighed, weighed.rest_code, least))
