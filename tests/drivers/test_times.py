"""Spans and moments of time."""

from __future__ import annotations

from drivers.times import earliest


def test_the_earliest_of_moments_is_the_first_that_there_is() -> None:
    assert earliest((None, 5, 0, 3)) == 0
    assert earliest(iter((None, None))) is None
    assert earliest(()) is None
