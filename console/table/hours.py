"""The time of day, which the table is told."""

from __future__ import annotations

from dataclasses import dataclass

from console.table.response import Response


@dataclass(frozen=True, slots=True)
class DayTime(Response):
    """The minute of the local day, 0 to 1439. Told once a minute; it may jump as clocks do."""

    minute: int
