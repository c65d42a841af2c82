"""What a petal goes through: its states, a channel's rise, and the scans that it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
import numpy.typing as npt

from drivers.baseline import Floats
from drivers.onset import Onset


class Mode(Enum):
    IDLE = auto()
    TOUCHED = auto()
    HELD = auto()


@dataclass(slots=True)
class Rise:
    """One channel of a touch: its crossing's scan number and times, peak, last loaded sample."""

    scan: int
    t_ns: int
    before_ns: int
    peak_n: float
    sure_n: float  # the greatest force that cannot be coupled
    last_ns: int
    coupled_n: float  # the most that coupling may be of it; below 0: to be found out
    onset: Onset | None = None
    look_ns: int = 0  # when its onset may be known
    look_scan: int = 0


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive scans with everybody's forces: ``first`` numbers the first of them.

    ``newtons`` and ``own`` are float64[n, c], the latter without what is known to be coupled when
    stretch begins; ``petals``, ``levels`` (the greater own force) and ``coupled`` (the most
    that the other petals may cause) are float64[n, s]; ``surely``, bool[n, s]: the level is above
    the release by more than can be coupled. ``highest``: of each petal's levels.
    """

    first: int
    before_ns: int  # start of the scan before the first
    t_ns: list[int]
    newtons: Floats
    petals: Floats
    own: Floats
    levels: Floats
    coupled: Floats
    highest: list[float]
    surely: npt.NDArray[np.bool_]
    jitter_ns: int
    clock_uncertainty_ns: int
