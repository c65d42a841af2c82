"""Spans of the day."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

DAY_MIN: Final = 24 * 60
_SPAN: Final = re.compile(r"(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class DaySpan:
    """From one minute of the day to another, over midnight if need be; the end is outside."""

    start_min: int
    end_min: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """``22:00-08:00``. Raises ValueError for anything else, and for an empty span."""
        match = _SPAN.fullmatch("".join(text.split()))
        if match is None:
            raise ValueError(text)
        hour, minute, end_hour, end_minute = (int(part) for part in match.groups())
        if max(hour, end_hour) > 23 or max(minute, end_minute) > 59:
            raise ValueError(text)
        span = cls(60 * hour + minute, 60 * end_hour + end_minute)
        if span.start_min == span.end_min:
            raise ValueError(text)
        return span

    def contains(self, minute: int) -> bool:
        """Does the minute of the day (0 to 1439) lie in the span?"""
        return self.left_min(minute) > 0

    def left_min(self, minute: int) -> int:
        """How many minutes are left of it at a minute of the day; 0 outside."""
        length = (self.end_min - self.start_min) % DAY_MIN
        return max(0, length - (minute - self.start_min) % DAY_MIN)

    def __str__(self) -> str:
        start, end = divmod(self.start_min, 60), divmod(self.end_min, 60)
        return f"{start[0]:02}:{start[1]:02}-{end[0]:02}:{end[1]:02}"
