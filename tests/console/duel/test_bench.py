"""The bench of the referee's own computing times what it says."""

from __future__ import annotations

from console.bench.duel_core import run


def test_bench_times_every_race() -> None:
    figures = run(races=40, seed=3)
    assert figures.races == 40
    assert 2 * 40 <= figures.contacts <= 8 * 40
    assert 0 < figures.dead_heats < 40
    assert 0 < figures.median_us <= figures.p99_us <= figures.worst_us
    assert figures.ok == (figures.p99_us <= 50)
