"""What is each family's own: do its hands really do what its name says?"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from drivers.events import Gesture
from drivers.times import MS
from host_sim.curves import Curve, Floats, through, together
from host_sim.families import FAMILIES, Arrival
from host_sim.models import Touch
from host_sim.perception import PRESETS

STEP_MS = 0.25
HANDS = 300
PEAK_N = 20.0


def _drawn(family: str, gesture: Gesture = Gesture.PALM, preset: str = "adult") -> list[Touch]:
    rng = Random(family)
    who = Arrival(1, gesture, 0, PRESETS[preset])
    return [FAMILIES[family].draw(rng, who)[0] for _ in range(HANDS)]


def _rising(touch: Touch, part: str = "top") -> Floats:
    """Newtons every quarter of a millisecond, until the hand stands."""
    return touch.curve(part).at(np.arange(0.0, touch.rise_ms + 6.0, STEP_MS))


def _landings(force: Floats) -> int:
    """How often the force jumps by a newton or more within 6 ms, after a moment of less."""
    quick = force[24:] - force[:-24] >= 1.0
    return int((quick[1:] & ~quick[:-1]).sum() + quick[0])


def test_together_is_the_sum_at_every_moment() -> None:
    some, others = through((0, 0), (4, 2)), through((1, 0), (2, 3), (3, 1))
    ms = np.linspace(-1.0, 6.0, 57)
    assert together((some, others)).at(ms) == pytest.approx(some.at(ms) + others.at(ms))


def test_fingers_land_in_steps_and_an_easy_hand_does_not() -> None:
    assert {_landings(_rising(touch)) for touch in _drawn("smooth")} == {1}
    steps = [_landings(_rising(touch)) for touch in _drawn("fingers")]
    assert max(steps) >= 3
    assert sum(count > 1 for count in steps) > HANDS / 4


def test_fingers_and_the_thumb_come_in_either_order() -> None:
    ahead = [
        int((_rising(touch) >= 0.5).argmax()) < int((_rising(touch, "under") >= 0.5).argmax())
        for touch in _drawn("fingers", Gesture.GRAB)
    ]
    assert 0.5 * HANDS < sum(ahead) < 0.9 * HANDS


def test_light_fingers_pass_the_threshold_only_together() -> None:
    """Of a child's hand the first finger alone is not always enough."""
    onsets = [touch.true_contacts()[0].onset_ms for touch in _drawn("fingers", preset="child")]
    assert min(onsets) < 2.0
    assert max(onsets) > 10.0


def test_trembling_hands_give_way_a_little_and_never_come_off_again() -> None:
    gave_way = 0
    for touch in _drawn("trembling"):
        force = _rising(touch)
        gave_way += bool((np.diff(force) < -1e-9).any())
        firm = int((force >= 1.0).argmax())
        assert force[firm:].min() > 0.5
    assert HANDS / 50 < gave_way < HANDS / 2


def test_trembling_hands_press_on_to_the_end_wherever_their_swing_began() -> None:
    least_n, most_n = PRESETS["child"].peak_n
    peaks = [touch.peak_n for touch in _drawn("trembling", preset="child")]
    assert 0.9 * least_n <= min(peaks)
    assert max(peaks) < most_n


def test_trembling_hands_speed_up_and_slow_down_8_to_12_times_a_second() -> None:
    """How deep a fingertip is goes with the logarithm of its force, before the hand gives way."""
    who = Arrival(1, Gesture.PALM, 0, replace(PRESETS["adult"], peak_n=(PEAK_N, PEAK_N)))
    rng = Random(8)
    halves_ms: list[float] = []
    for _ in range(HANDS):
        rise = FAMILIES["trembling"].draw(rng, who)[0].rise()
        pressed = rise.newtons * PEAK_N / (PEAK_N - rise.newtons)
        inside = pressed > 2.0
        speed = np.diff(np.log(pressed[inside]))
        turns = np.flatnonzero(np.diff(np.sign(np.diff(speed))))
        halves_ms += np.diff(rise.ms[inside][turns]).tolist()
    assert len(halves_ms) > 20
    assert 1000 / 12 / 2 < float(np.median(halves_ms)) < 1000 / 8 / 2


def test_a_ring_clicks_within_some_milliseconds_and_the_finger_follows_it() -> None:
    thrown_off = 0
    for touch in _drawn("ring"):
        rise = touch.rise()
        click = rise.ms <= 2.5
        click_n = rise.newtons[click].max()
        least_n = rise.newtons[~click].min()
        assert 0.8 <= click_n <= 12.0
        assert least_n < 0.6 * click_n
        assert touch.peak_n >= 2.0
        thrown_off += least_n < 0.1
    assert HANDS / 5 < thrown_off < HANDS / 2


def _slips(rise: Curve) -> list[tuple[float, float, float]]:
    """Of every slip: when it began, how long it took, which share of the force it cost."""
    ms, newtons = rise.ms, rise.newtons
    return [
        (ms[i], ms[i + 1] - ms[i], 1.0 - newtons[i + 1] / newtons[i])
        for i in range(len(ms) - 1)
        if newtons[i + 1] < newtons[i]
    ]


def test_a_sliding_hand_sticks_and_slips_within_80_ms_and_then_presses() -> None:
    rises = [touch.rise() for touch in _drawn("sliding")]
    slips = [_slips(rise) for rise in rises]
    counts = [len(own) for own in slips]
    assert min(counts) >= 1
    assert max(counts) >= 5
    begin_ms, last_ms, cost = np.array([slip for own in slips for slip in own]).T
    assert begin_ms.max() < 80.0
    assert 0.0 < last_ms.min() <= last_ms.max() <= 4.0
    assert cost.min() < 0.1
    assert 0.6 < cost.max() <= 0.75
    kept = [0.75 in rise.newtons for rise in rises]  # there a slip may cost nothing
    free = [own for own, held in zip(slips, kept, strict=True) if not held]
    stuck_ms = np.concatenate([np.diff([slip[0] for slip in own]) for own in free])
    assert stuck_ms.min() >= 3.8
    assert stuck_ms.max() <= 29.0


def test_a_sliding_hand_drags_less_hard_than_it_presses_then() -> None:
    for preset in PRESETS:
        for touch in _drawn("sliding", preset=preset):
            rise = touch.rise()
            last_ms = _slips(rise)[-1][0]
            assert rise.newtons[rise.ms <= last_ms].max() < 0.7 * touch.peak_n
            assert rise.newtons[-1] == touch.peak_n


def test_a_sliding_hand_that_pressed_never_comes_off_again() -> None:
    for touch in _drawn("sliding", Gesture.GRAB):
        for part in ("top", "under"):
            newtons = touch.rise(part).newtons
            assert newtons[int((newtons > 0.75).argmax()) :].min() >= 0.75


def test_light_sliding_hands_pass_the_threshold_more_than_once_and_count_once() -> None:
    """By the truth a jerk that lets go for 5 ms is a brush; the hand comes with what follows."""
    late, came_ms = 0, []
    for touch in _drawn("sliding"):
        (contact,) = touch.true_contacts()
        assert not contact.leant
        ms = np.arange(0.0, 120.0, STEP_MS)
        first_ms = float(ms[int((touch.curve().at(ms) >= 0.5).argmax())])
        late += contact.onset_ms > first_ms + 5.0
        came_ms.append(touch.t_ns / MS + contact.onset_ms)
    assert HANDS / 50 < late < HANDS / 5
    assert -40.0 < min(came_ms) < -30.0
    assert 30.0 < max(came_ms) < 60.0


def test_the_digits_of_a_sliding_grab_meet_it_within_20_ms_and_slip_each_for_itself() -> None:
    apart_ms = []
    for touch in _drawn("sliding", Gesture.GRAB):
        top, under = touch.rise(), touch.rise("under")
        apart_ms.append(under.ms[0] - top.ms[0])
        assert {slip[0] for slip in _slips(top)}.isdisjoint(slip[0] for slip in _slips(under))
        in_time = np.arange(0.0, touch.true_contacts()[0].onset_ms + 110.0, STEP_MS)
        assert under.at(in_time).max() > 0.5 * top.at(in_time).max()
    assert -10.0 <= min(apart_ms) < 0.0
    assert 15.0 < max(apart_ms) <= 20.0


def test_what_is_judged_as_it_comes_is_tried_by_itself_alone() -> None:
    """In the mix it would be tuned to with the others; and there always is one."""
    as_they_come = [family for family in FAMILIES.values() if family.as_it_comes]
    assert as_they_come
    assert not any(family.weight for family in as_they_come)
