"""Rubbish is collected when nobody can notice it, and then all of it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from console.wiring.rubbish import IdleCollector

SECOND = 1_000_000_000


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


def test_old_rubbish_waits_for_the_end_of_the_match(collector: IdleCollector) -> None:
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
