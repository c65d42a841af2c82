"""From samples to rulings: the same, however seldom somebody looks (C26)."""

from __future__ import annotations

import numpy as np
import pytest

from console.duel.referee import Referee
from console.duel.rulings import DeadHeat, First, Ignored, Settled, Standing
from drivers.board import Reading, Samples
from drivers.events import Contact, PadProgress
from drivers.inputs import Inputs
from tests.drivers.pad.pad_events import INFO, pressed
from tests.drivers.pad.streams import Push, split
from tests.few import few

RACES = 12


def evening(seed: int) -> Samples:
    """Whoever comes next does so about when play opens; some only brush the pad, one rests on it
    after his race, and rises."""
    rng = np.random.default_rng(seed)
    pushes = [Push(6, 1_900.0, 3.0, 15.0, hold_ms=2_300), Push(6, 3_600.0, 9.0, 9.0, hold_ms=60)]
    start_ms = 400.0
    for _ in range(RACES):
        seats = rng.permutation(4)[: rng.integers(1, 4)].tolist()
        hands = [
            Push(2 * seat, start_ms + 30 * late, float(peak_n), 8.0, float(hold_ms))
            for late, seat in enumerate(seats)
            for peak_n, hold_ms in [(rng.choice([0.8, 2.0, 15.0]), rng.uniform(4, 150))]
        ]
        pushes += hands
        ends_ms = max(hand.start_ms + hand.rise_ms + hand.hold_ms for hand in hands)
        start_ms = ends_ms + float(rng.uniform(290, 330))
    return pressed(*pushes, duration_ms=round(start_ms) + 900, seed=seed)


def ruled(samples: Samples, scans: int) -> list[object]:
    """All rulings of whoever looks after so many scans each time."""
    inputs, referee, rulings = Inputs(INFO), Referee(), list[object]()
    for batch in split(samples, range(scans, len(samples.t_ns), scans)):
        now_ns = int(batch.t_ns[-1]) + INFO.scan_period_ns
        for event in inputs.feed(Reading((), (batch,), now_ns), now_ns):
            if isinstance(event, Contact):
                referee.add(event)
            elif isinstance(event, PadProgress):
                referee.progress(event)
        referee.falls_complete_to(now_ns)
        while (ruling := referee.decide(lambda _: Standing.RIGHTFUL)) is not None:
            if isinstance(ruling, First):
                rulings.append(ruling.contact)  # who else is known by then is no part of it
                referee.event_at(ruling.contact.t_ns)
            else:
                rulings.append(ruling)
                if isinstance(ruling, DeadHeat):
                    referee.event_at(ruling.contacts[-1].t_ns)
    return rulings


@pytest.mark.parametrize("seed", few(1, range(4)))
def test_c26_rulings_do_not_depend_on_how_often_somebody_looks(seed: int) -> None:
    samples = evening(seed)
    seldom = ruled(samples, 120)
    assert sum(isinstance(ruling, Settled) for ruling in seldom) >= RACES // 3
    assert any(isinstance(ruling, Ignored) for ruling in seldom)
    for scans in (1, 8, 50):
        assert ruled(samples, scans) == seldom
