"""The families that were asked for by name: are their hands what it says, and drawn wide?"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from drivers.events import Gesture
from host_sim.curves import Floats
from host_sim.families import FAMILIES, Arrival
from host_sim.models import Touch
from host_sim.perception import PRESETS

STEP_MS = 0.05
HANDS = 150


def drawn(family: str, gesture: Gesture = Gesture.PALM) -> list[tuple[Touch, ...]]:
    rng = Random(family)
    who = Arrival(1, gesture, 0, PRESETS["adult"], beside=2)
    return [FAMILIES[family].draw(rng, who) for _ in range(HANDS)]


def hands(family: str, gesture: Gesture = Gesture.PALM) -> list[Touch]:
    return [touches[0] for touches in drawn(family, gesture)]


def rising(touch: Touch, part: str = "top") -> Floats:
    """Newtons every twentieth of a millisecond, until the hand stands."""
    return touch.curve(part).at(np.arange(0.0, touch.rise_ms + 1.0, STEP_MS))


def when(force: Floats, newtons: float) -> float:
    """When a force first is that much, milliseconds."""
    assert force.max() >= newtons
    return float((force >= newtons).argmax()) * STEP_MS


def takes(force: Floats, low: float, high: float) -> float:
    """How long it takes from the one share of the greatest force to the other, milliseconds."""
    return when(force, high * float(force.max())) - when(force, low * float(force.max()))


def spells(force: Floats, newtons: float) -> list[tuple[float, float]]:
    """When a force is at that much or more: from, to, milliseconds."""
    edges = np.diff(np.concatenate(([False], force >= newtons, [False])).astype(int)).nonzero()[0]
    return [(a * STEP_MS, b * STEP_MS) for a, b in edges.reshape(-1, 2).tolist()]


def wide(values: list[float], low: float, high: float) -> None:
    """Are all of them between these, and not all near one?"""
    assert low <= min(values)
    assert max(values) <= high
    assert max(values) - min(values) >= 0.6 * (high - low)


def test_there_are_a_dozen_beside_the_easy_hand() -> None:
    asked = {"linear", "exponential", "two-stage", "bounce", "soft", "roll", "half", "sleeve"}
    asked |= {"glove", "child", "slap", "leaning"}
    assert set(FAMILIES) >= asked | {"smooth"}
    assert len(asked) == 12


def test_an_even_rise_is_as_steep_all_the_way() -> None:
    for touch in hands("linear"):
        assert takes(rising(touch), 0.0, 0.2) == pytest.approx(takes(rising(touch), 0.4, 0.6), 0.15)


def test_an_exponential_rise_is_steep_at_its_one_end() -> None:
    bends = [
        takes(rising(hand), 0.1, 0.5) / takes(rising(hand), 0.5, 0.9)
        for hand in hands("exponential")
    ]
    assert all(bend < 0.6 or bend > 1.6 for bend in bends)
    assert min(bends) < 0.4
    assert max(bends) > 2.0


def test_a_finger_rests_for_5_to_25_ms_at_0_2_to_0_6_newtons_before_the_grip() -> None:
    rests = []
    for touch in hands("two-stage"):
        force = rising(touch)
        rest_n = float(np.median(force[force < 0.75]))
        rests.append(rest_n)
        near = (force > 0.75 * rest_n) & (force < 1.3 * rest_n)
        assert 4.5 <= np.count_nonzero(near) * STEP_MS <= 31.0
        assert force.max() >= 4.0
    wide(rests, 0.17, 0.72)


def test_a_bouncing_hand_is_off_the_petal_for_some_3_ms_between_two_contacts() -> None:
    gaps = []
    for touch in hands("bounce"):
        (_, off), (on, _) = spells(rising(touch), 0.02)
        gaps.append(on - off)
        assert rising(touch)[: round(off / STEP_MS)].max() >= 0.65
    wide(gaps, 1.0, 6.0)


def test_what_is_soft_or_gloved_stiffens_as_it_is_pressed() -> None:
    for family in ("soft", "glove"):
        shares = [
            takes(rising(touch), 0.0, 0.5) / takes(rising(touch), 0.0, 1.0)
            for touch in hands(family)
        ]
        wide(shares, 0.7, 0.87)
    slow = [takes(rising(touch), 0.0, 1.0) for touch in hands("soft")]
    wide(slow, 12.0, 50.1)


def test_a_glove_is_felt_from_its_first_touch_on_as_a_cushion_is_not() -> None:
    def first(family: str) -> list[float]:
        forces = [rising(touch) for touch in hands(family)]
        return [float(force[force.size // 10] / force.max()) for force in forces]

    assert min(first("glove")) > max(first("soft")) / 4
    assert np.median(first("glove")) > 2 * np.median(first("soft"))


def test_a_slow_press_takes_40_to_120_ms() -> None:
    wide([takes(rising(touch), 0.0, 1.0) for touch in hands("slow")], 39.0, 120.1)


def test_a_rolling_grab_loads_its_sensors_10_to_60_ms_apart_either_first() -> None:
    after = []
    for touch in hands("roll", Gesture.GRAB):
        after.append(when(rising(touch, "under"), 0.5) - when(rising(touch), 0.5))
    wide([abs(ms) for ms in after], 8.0, 62.0)
    assert 0.5 * HANDS < sum(ms > 0 for ms in after) < 0.75 * HANDS


def test_a_slap_recoils_to_half_its_blow_or_less_within_20_ms() -> None:
    left = []
    for touch in hands("slap"):
        force = rising(touch)
        hit = int(force.argmax())
        assert 20.0 <= force[hit] <= 60.0
        assert hit * STEP_MS <= 7.1
        left.append(float(force[hit : hit + round(20.1 / STEP_MS)].min() / force[hit]))
    wide(left, 0.07, 0.51)


def test_a_childs_hand_presses_with_1_to_1_6_newtons() -> None:
    wide([float(rising(touch).max()) for touch in hands("child")], 1.05, 1.6)


def test_a_sleeve_brushes_the_petal_and_is_gone_before_the_hand_comes() -> None:
    brushes = []
    for touch in hands("sleeve"):
        force, onset_ms = rising(touch), touch.true_contacts()[0].onset_ms
        brush = force[: int(onset_ms / STEP_MS) - round(5.0 / STEP_MS)]
        brushes.append(float(brush.max()))
        (_, gone), *_ = spells(force, 0.09)
        assert onset_ms - gone >= 5.0
    wide(brushes, 0.1, 0.86)


def test_half_a_hand_lies_on_the_petal_beside_and_presses_there_less() -> None:
    shares = []
    for own, beside in drawn("half"):
        assert (own.seat, beside.seat) == (1, 2)
        shares.append(float(rising(beside).max() / rising(own).max()))
    wide(shares, 0.2, 0.5)


def test_a_hand_leans_for_half_a_second_or_more_before_it_grabs() -> None:
    leant = []
    for touch in hands("leaning"):
        force = rising(touch)
        leant.append(when(force, 1.3) - when(force, 0.5))
        assert force[: round(when(force, 1.1) / STEP_MS) - round(20.0 / STEP_MS)].max() < 1.0
        assert force.max() >= 4.0
    wide(leant, 480.0, 1_660.0)
