"""Spans of time in nanoseconds, the unit of every time in this program."""

from __future__ import annotations

from typing import Final

MS: Final = 1_000_000
SECOND: Final = 1_000_000_000


def ns(time_ms: float) -> int:
    """Milliseconds as whole nanoseconds."""
    return round(time_ms * MS)
