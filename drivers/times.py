"""Spans of time in nanoseconds, the unit of every time in this program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

US: Final = 1_000
MS: Final = 1_000_000
SECOND: Final = 1_000_000_000
MINUTE: Final = 60 * SECOND


def ns(time_ms: float) -> int:
    """Milliseconds as whole nanoseconds."""
    return round(time_ms * MS)


def earliest(times_ns: Iterable[int | None]) -> int | None:
    """The first of those moments that there are."""
    return min([t_ns for t_ns in times_ns if t_ns is not None], default=None)
