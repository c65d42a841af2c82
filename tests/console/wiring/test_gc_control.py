"""Garbage is collected when nobody can notice it, and then all of it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from console.wiring.gc_control import IdleCollector, no_collection
from drivers.times import SECOND


class Knot:
    """Holds itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def collector() -> Iterator[IdleCollector]:
    gc.disable()
    yield IdleCollector()
    gc.enable()


def old_knot() -> weakref.ref[Knot]:
    """One that has outlived two collections, as what a match leaves behind has."""
    knot = Knot()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(knot)


def test_garbage_waits_for_the_end_of_the_match(collector: IdleCollector) -> None:
    knot = old_knot()
    collector.idle(90 * SECOND, at_rest=False)
    assert knot() is not None
    collector.idle(91 * SECOND, at_rest=True)
    assert knot() is None


def test_a_full_collection_comes_once_a_minute_at_most(collector: IdleCollector) -> None:
    collector.idle(100 * SECOND, at_rest=True)
    knot = old_knot()
    collector.idle(159 * SECOND, at_rest=True)
    assert knot() is not None
    collector.idle(160 * SECOND, at_rest=True)
    assert knot() is None


def test_the_end_does_not_look_through_all_that_lived_before() -> None:
    gc.collect()
    gc.disable()
    lived: list[list[int]] = [[] for _ in range(300_000)]
    for _ in range(gc.get_threshold()[2] + 1):
        gc.collect(1)  # so that a whole collection is due
    gc.enable()
    seen: list[int] = []

    def see(phase: str, info: dict[str, int]) -> None:
        seen.append(info["generation"])

    with no_collection():
        made = [[place] for place in range(10_000)]
        gc.callbacks.append(see)
    try:
        again = [[place] for place in range(10)]
    finally:
        gc.callbacks.remove(see)
    assert len(lived) + len(made) + len(again) == 310_010
    assert seen == [0, 0]  # one collection, of the youngest: its start and stop
