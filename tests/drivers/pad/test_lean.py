"""What a resting hand presses with, taken sample by sample and many at once."""

from __future__ import annotations

import numpy as np

from drivers.pad.lean import Lean

SCANS = 30


def _leaning(rng: np.random.Generator) -> Lean:
    lean = Lean(SCANS)
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


def test_of_too_few_samples_nothing_is_known() -> None:
    lean = Lean(SCANS)
    assert lean.bases((np.ones(10), np.ones(10))) is None


def test_nobody_leans_with_less_than_nothing_while_others_lift_a_hand() -> None:
    """It pressed with 1 N before, and does again: what was taken off too much meanwhile is no part
    of that."""
    lean = Lean(SCANS)
    lean.begin([[1.0] * 2 * SCANS] * 2)
    for force_n in [-2.0] * 15 + [1.0] * 40:
        base_n, _ = lean.take(force_n, force_n)
        assert base_n >= 0.5


def test_what_the_baseline_takes_off_is_no_movement_of_what_lies_there() -> None:
    lean, as_before = Lean(SCANS), Lean(SCANS)
    lean.begin([[3.0] * 2 * SCANS] * 2)
    as_before.begin([[2.5] * 2 * SCANS] * 2)
    assert lean.follow((0.5, 0.5), 1000, 1000)
    assert not lean.follow((0.5, 0.5), 1000, 1300)
    for _ in range(3 * SCANS):
        assert lean.take(2.5, 2.5) == as_before.take(2.5, 2.5)


def test_what_has_lain_for_long_is_known_by_its_time_however_batches_are_cut() -> None:
    lean = Lean(SCANS)
    assert lean.loads_n((2000,)) == 0.0
    lean.follow((0.5, 0.2), 1000, 900)
    times = (998, 999, 1000, 1001)
    assert lean.loads_n(times[:2]) == 0.0
    assert lean.loads_n(times[2:]) == 0.5
    assert np.array_equal(lean.loads_n(times), [0.0, 0.0, 0.5, 0.5])
    lean.clear()
    assert lean.loads_n(times) == 0.0
