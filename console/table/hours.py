"""The time of day, which the table is told, and the hours in which it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.table.scene import Supply

DAY_MIN: Final = 24 * 60


@dataclass(frozen=True, slots=True)
class DayTime(Supply):
    """The minute of the local day, 0 to 1439. Told once a minute; it may jump as clocks do."""

    minute: int


@dataclass(frozen=True, slots=True)
class Opening:
    """Open from one minute of the day to another, over midnight if need be."""

    start_min: int
    end_min: int

    def left_min(self, minute: int) -> int:
        """How many minutes are left until it closes; 0 when it is closed."""
        length = (self.end_min - self.start_min) % DAY_MIN
        return max(0, length - (minute - self.start_min) % DAY_MIN)
