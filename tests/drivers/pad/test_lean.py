"""What a resting hand presses with, taken sample by sample and many at once."""

from __future__ import annotations

import numpy as np

from drivers.pad.config import PadConfig, Spans
from drivers.pad.lean import Lean
from drivers.times import MS

SPANS = Spans.of(PadConfig(), MS)
SCANS = SPANS.rise


def _leaning(rng: np.random.Generator) -> Lean:
    lean = Lean(SPANS)
    lean.begin([rng.uniform(0.0, 2.0, 2 * SCANS).tolist() for _ in range(2)])
    return lean


def test_many_samples_at_once_are_taken_as_one_by_one() -> None:
    forces_n = np.random.default_rng(5).normal(0.3, 0.5, (2, 400))
    singly, together = (_leaning(np.random.default_rng(7)) for _ in range(2))
    steps = np.random.default_rng(8).integers(1, 90, 50)
    start = 0
    while start < 400:
        count = min(int(steps[start % 50]), 400 - start)
        taken = [
            singly.take(top, under) for top, under in forces_n[:, start : start + count].T.tolist()
        ]
        bases = together.bases((forces_n[0, start:], forces_n[1, start:]))
        assert bases is not None
        assert bases[:, :count].T.tolist() == [list(base) for base in taken]
        together.go(count)
        start += count


def test_whoever_goes_on_from_a_state_leans_as_before() -> None:
    """Also while too few samples are known yet."""
    rng = np.random.default_rng(9)
    for count in (7, 45, 500):
        before, after, marks = Lean(SPANS), Lean(SPANS), [True, False, True, True]
        for force_n in rng.uniform(0.0, 40.0, count).tolist():
            before.take(force_n, 0.7 * force_n)
        before.moves = bool(before.follow((0.25, 0.125), 0, 1))
        assert after.restore(before.state(marks, (3, 4))) == (marks, (3, 4))
        assert after.moves == before.moves
        assert not after.follow((0.25, 0.125), 0, 2)
        assert after.loads_n((5,)) == before.loads_n((5,)) == 0.25
        for force_n in rng.uniform(0.0, 40.0, 200).tolist():
            assert after.take(force_n, force_n) == before.take(force_n, force_n)


def test_of_too_few_samples_nothing_is_known() -> None:
    lean = Lean(SPANS)
    assert lean.bases((np.ones(10), np.ones(10))) is None


def test_nobody_leans_with_less_than_nothing_while_others_lift_a_hand() -> None:
    """It pressed with 1 N before, and does again: what was taken off too much meanwhile is no part
    of that."""
    lean = Lean(SPANS)
    lean.begin([[1.0] * 2 * SCANS] * 2)
    for force_n in [-2.0] * 15 + [1.0] * 40:
        base_n, _ = lean.take(force_n, force_n)
        assert base_n >= 0.5


def test_what_the_baseline_takes_off_is_no_movement_of_what_lies_there() -> None:
    lean, as_before = Lean(SPANS), Lean(SPANS)
    lean.begin([[3.0] * 2 * SCANS] * 2)
    as_before.begin([[2.5] * 2 * SCANS] * 2)
    assert lean.follow((0.5, 0.5), 1000, 1000)
    assert not lean.follow((0.5, 0.5), 1000, 1300)
    for _ in range(3 * SCANS):
        assert lean.take(2.5, 2.5) == as_before.take(2.5, 2.5)


def test_what_has_lain_for_long_is_known_by_its_time_however_batches_are_cut() -> None:
    lean = Lean(SPANS)
    assert lean.loads_n((2000,)) == 0.0
    lean.follow((0.5, 0.2), 1000, 900)
    times = (998, 999, 1000, 1001)
    assert lean.loads_n(times[:2]) == 0.0
    assert lean.loads_n(times[2:]) == 0.5
    assert np.array_equal(lean.loads_n(times), [0.0, 0.0, 0.5, 0.5])
    lean.clear()
    assert lean.loads_n(times) == 0.0
