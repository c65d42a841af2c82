"""What a resting hand presses with, taken sample by sample and many at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.pad.touch.touches import Lean, Rise, that_led
from drivers.times import MS

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


def _rise(crossed: int, sure_n: float, strong_ms: int = 3, **more: bool) -> Rise:
    rise = Rise(crossed - 1, 0, 0, 0, sure_n=sure_n, crossed=crossed, crossed_ns=crossed * MS)
    rise.strong_ns = (crossed + strong_ms) * MS
    return replace(rise, **more)


def test_who_follows_a_hand_that_surely_pressed_says_nothing_of_its_time() -> None:
    palm, fingers = _rise(100, 5.0), _rise(112, 0.2, doubtful=True)
    assert that_led([palm, fingers]) == [palm, None]
    assert that_led([fingers, palm]) == [None, palm]
    assert fingers.follow(palm)
    assert fingers.follows
    assert not fingers.doubtful


def test_who_follows_says_when_a_finger_rested_there_before() -> None:
    palm, fingers = _rise(100, 5.0), _rise(112, 0.2)
    for scan, kept in ((99, fingers), (100, None)):
        fingers.scan = scan
        assert that_led([palm, fingers]) == [palm, kept]


@pytest.mark.parametrize(
    "led",
    [
        None,
        _rise(105, 5.0),  # not long before
        _rise(100, 1.5),  # perhaps a light hand, which others pressed
        _rise(100, 5.0, strong_ms=9),  # it rested
        _rise(100, 5.0, doubtful=True),
        _rise(100, 5.0, broken=True),  # its finger bounced, so the touch may have begun again
        Rise(100, 0, 0, 0, sure_n=5.0),  # it has not crossed
    ],
)
def test_who_follows_anything_else_may_have_come_first(led: Rise | None) -> None:
    fingers = _rise(112, 0.2, doubtful=True)
    assert that_led([led, fingers]) == [led, fingers]
    assert not fingers.follow(led)
    assert fingers.doubtful


@pytest.mark.parametrize(("gone_ms", "leads"), [(5, True), (6, False)])
def test_a_thumb_that_had_gone_leads_no_hand_though_others_may_lift_it_later(
    gone_ms: int, leads: bool
) -> None:
    """It had bounced off before the hand came, whose passing was none then: told 12.5 ms late."""
    thumb, palm = _rise(100, 16.0), _rise(120, 50.0)
    thumb.last_ns = 115 * MS
    thumb.hide(thumb.last_ns + gone_ms * MS, 5 * MS)
    assert that_led([palm, thumb]) == [None if leads else palm, thumb]
