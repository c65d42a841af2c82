"""The truth and its edges: what counts as a hand, and when it came."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from drivers.events import Gesture
from host_sim.curves import Curve, smooth, through
from host_sim.families import FAMILIES, Arrival
from host_sim.perception import PRESETS
from host_sim.truth import ONSET_N, contacts, onsets_ms


def _onsets(*forces: Curve) -> list[float]:
    return [round(contact.onset_ms, 6) for contact in contacts(forces)]


HAND = through((0, 0), (10, 5), (200, 5), (220, 0))


def test_the_first_sensor_to_pass_half_a_newton_says_when() -> None:
    assert _onsets(HAND) == [1.0]
    assert _onsets(HAND, HAND.times(1.0, lag_ms=6.0)) == [1.0]
    assert _onsets(HAND.times(1.0, lag_ms=6.0), HAND) == [1.0]


def test_a_petal_without_a_sensor_feels_nobody() -> None:
    assert contacts([]) == []
    assert onsets_ms([], np.array([[0.5, 1.0]])) == [[]]


def test_gaps_below_5_ms_are_joined_and_longer_ones_are_not() -> None:
    def bouncing(gap_ms: float) -> Curve:
        knots = (0, 0), (10, 5), (40, 5), (40.1, 0), (40.1 + gap_ms, 0), (40.2 + gap_ms, 5)
        return through(*knots, (200, 5), (200.1, 0))

    assert _onsets(bouncing(4.7)) == [1.0]
    assert len(_onsets(bouncing(6.0))) == 2


def test_a_short_hop_before_a_long_gap_is_a_brush() -> None:
    hop = through((0, 0), (3, 4), (6, 0), (20, 0), (30, 5), (200, 5), (201, 0))
    assert _onsets(hop) == [21.0]
    joined = through((0, 0), (3, 4), (6, 0), (9, 0), (19, 5), (200, 5), (201, 0))
    assert _onsets(joined) == [0.375]


@pytest.mark.parametrize(
    "brush",
    [
        through((0, 0), (10, 0.99), (200, 0.99), (210, 0)),
        through((0, 0), (2, 8), (13, 8), (15, 0)),
        through((0, 0), (10, 0.4), (500, 0.4)),
    ],
)
def test_brushes_are_no_contacts(brush: Curve) -> None:
    assert _onsets(brush) == []


def test_a_finger_that_rests_counts_from_when_it_passed_the_threshold() -> None:
    rests = through((0, 0), (2, 0.6), (27, 0.6), (37, 12), (200, 12), (210, 0))
    assert _onsets(rests) == pytest.approx([2 * 0.5 / 0.6])
    below = through((0, 0), (2, 0.45), (27, 0.45), (37, 10.45), (200, 10.45), (210, 0))
    assert _onsets(below) == pytest.approx([27.05])


def test_under_another_threshold_the_onset_is_another_and_there_may_be_none() -> None:
    rests = through((0, 0), (2, 0.6), (27, 0.6), (37, 12), (200, 12), (210, 0))
    levels = np.array([[0.3, 0.5], [0.75, 11.9], [13.0, 0.3]])
    found = [1.0, 2 * 0.5 / 0.6], [27 + 1.5 / 11.4, 36.91], [1.0]
    for row, expected in zip(onsets_ms((rests,), levels), found, strict=True):
        assert row == pytest.approx(expected, abs=0.01)
    bouncing = through((0, 0), (3, 3), (6, 0), (10.35, 0), (20.35, 20))
    assert onsets_ms((bouncing,), np.array([[0.4, 0.6]])) == [pytest.approx([0.4, 10.65])]


def test_what_never_goes_comes_at_each_threshold_when_it_passes_it() -> None:
    """Of three thresholds and a brush's it passes an even number of levels, once each."""
    stays, hand = through((0, 0), (10, 2)), through((3, 0), (6, 2), (30, 2), (35, 0))
    levels = np.array([[0.45, 0.5, 0.55]])
    alone = [pytest.approx([2.25, 2.5, 2.75])]
    assert onsets_ms((stays,), levels) == onsets_ms((stays, hand), levels) == alone


def test_a_leaning_hand_counts_from_its_next_quick_rise() -> None:
    leaning = through((0, 0), (50, 0.8), (900, 0.8), (910, 10.8), (1_200, 10.8), (1_210, 0))
    (found,) = contacts((leaning,))
    assert found.leant_n == pytest.approx(0.8)
    assert found.onset_ms == pytest.approx(900.5, abs=0.01)


@pytest.mark.parametrize(("taps_ms", "counts"), [(13.0, 900.0), (18.0, 500.0)])
def test_a_tap_upon_a_lean_that_is_gone_within_15_ms_is_none(taps_ms: float, counts: float) -> None:
    """The hand counts from the rise that stays, however late after the tap."""
    tap = (500, 0.7), (502, 4.7), (500 + taps_ms - 2, 4.7), (500 + taps_ms, 0.7)
    (found,) = contacts((through((0, 0), (50, 0.7), *tap, (900, 0.7), (910, 10.7), (1_200, 0)),))
    assert found.leant
    assert counts < found.onset_ms < counts + 2


def test_a_tap_alone_upon_a_lean_does_not_count() -> None:
    tap = (500, 0.7), (502, 4.7), (511, 4.7), (513, 0.7)
    assert not contacts((through((0, 0), (50, 0.7), *tap, (900, 0.7), (920, 0)),))


def test_a_leaning_hand_that_never_rises_quickly_does_not_count() -> None:
    heavier = through((0, 0), (50, 0.8), (900, 0.8), (3_000, 4.0), (3_500, 0))
    assert contacts((heavier,)) == []


@pytest.mark.parametrize("name", FAMILIES)
def test_every_hand_of_every_family_counts_once_and_comes_when_it_should(name: str) -> None:
    rng = Random(name)
    for _ in range(50):
        gesture = rng.choice(list(Gesture))
        who = Arrival(1, gesture, 10**9, PRESETS[rng.choice(list(PRESETS))], beside=2)
        own, *others = FAMILIES[name].draw(rng, who)
        (contact,) = own.true_contacts()
        came_ms = (own.t_ns - 10**9) / 1e6 + contact.onset_ms
        assert -65 < came_ms < 60
        assert contact.leant is (name == "leaning")
        assert contact.peak_n >= 1.0
        curves = own.curve(), own.curve("under")
        assert onsets_ms(curves, np.full((1, 2), ONSET_N)) == [2 * [contact.onset_ms]]
        assert bool(others) is (name == "half")
        assert own.gesture is gesture or name == "roll"


def test_smooth_rises_are_sin_squared() -> None:
    assert smooth(10.0, 20.0).at(smooth(1.0, 20.0).ms)[16] == pytest.approx(5.0)
