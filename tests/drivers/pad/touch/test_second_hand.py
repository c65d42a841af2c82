"""Hands that come upon one that was told and stays, or where it had just left."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Gesture
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, added, contacts_of, fed, near, weighed
from tests.drivers.pad.streams import Push, forces_at, split, to_codes

_OWNER, _BESIDE = 0, 1


def on_top(*points: tuple[float, float], duration_ms: int = 1_600) -> Floats:
    """A force on one sensor, straight from point to point (ms, newtons)."""
    times_ms, newtons = zip(*points, strict=True)
    force: Floats = np.interp(np.arange(duration_ms), times_ms, newtons)
    return force


@pytest.mark.parametrize("thing_n", [1.5, 3.0, 5.0])
@pytest.mark.parametrize("later_ms", [300, 700, 1_050, 1_300])
def test_a_slap_on_a_thing_that_was_told_as_it_landed_is_told(
    thing_n: float, later_ms: int
) -> None:
    slap = Push(0, 200.0 + later_ms, 20.0, 10, 200)
    thing = on_top((200, 0), (230, thing_n), duration_ms=2_000)
    _, contact = contacts_of(added({0: thing}, slap, duration_ms=2_000))
    assert near(contact, slap.onset_ns())


@pytest.mark.parametrize("rest_n", [1.5, 2.5])
@pytest.mark.parametrize("away_ms", [20, 28, 36, 44])
def test_a_light_hand_that_lifts_and_slaps_beside_a_heavy_one_is_told_again(
    rest_n: float, away_ms: int
) -> None:
    """The slap elsewhere might have lifted it, but would not press it so."""
    rests = on_top((200, 0), (210, rest_n), (900, rest_n), (903, 0))
    slap = Push(0, 903.0 + away_ms, 10.0, 8, 200)
    force = forces_at(INFO, [Push(2, 820, 30.0, 8, 400), slap], np.arange(1_600) * MS)
    force[:, 0] += rests + 0.01 * force[:, 2]
    codes = to_codes(INFO, force, np.random.default_rng(1), 3.0)
    events = fed(Samples(np.arange(1_600, dtype=np.int64) * MS, codes), weighed(0.01))
    _, contact = contacts_of(events, _OWNER)
    assert near(contact, slap.onset_ns())
    assert contact.uncertainty_ns < 2 * MS
    assert len(contacts_of(events, _BESIDE)) == 1


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(((200, 0), (210, 4), (600, 4), (620, 5.5)), id="squeezes"),
        pytest.param(((200, 0), (210, 4), (600, 4), (750, 20)), id="presses on slowly"),
        pytest.param(((200, 0), (210, 12), (240, 3), (600, 3), (610, 15)), id="recoils"),
        pytest.param(((200, 0), (210, 4), (420, 4), (430, 12)), id="is soon"),
        pytest.param(((200, 0), (210, 4), (600, 4), (604, 12), (610, 4)), id="is knocked"),
        pytest.param(((200, 0), (210, 8), (600, 8), (610, 30)), id="presses hard"),
    ],
)
def test_a_hand_that_was_told_is_not_told_again_as_it(
    told: tuple[tuple[float, float], ...],
) -> None:
    assert len(contacts_of(added({0: on_top(*told)}, duration_ms=1_600))) == 1


def test_a_hand_that_others_lift_and_let_go_of_is_not_told_again() -> None:
    held = on_top((200, 0), (210, 1.4), (900, 1.4), (903, 0), (930, 0), (934, 1.6), (1_200, 1.6))
    events = added({0: held}, Push(2, 820, 30.0, 8, 400), duration_ms=1_600)
    assert len(contacts_of(events, _OWNER)) == 1


@pytest.mark.parametrize("every", [1, 7, 400])
def test_the_pad_is_held_back_for_a_hand_that_may_come_upon_another(every: int) -> None:
    """Who ruled by what was complete is not told of an earlier hand; and batches change nothing."""
    pushes = Push(0, 200, 3.0, 10, 1_200), Push(0, 700, 20.0, 25, 200)
    codes = to_codes(INFO, forces_at(INFO, pushes, np.arange(1_600, dtype=np.int64) * MS))
    samples = Samples(np.arange(1_600, dtype=np.int64) * MS, codes)
    pad, known_ns, found = PadDecoder(INFO, Calibration.nominal(INFO)), 0, list[Contact]()
    for batch in split(samples, range(every, 1_600, every)):
        for contact in contacts_of(pad.feed(batch)):
            assert contact.t_ns > known_ns
            found.append(contact)
        progress = pad.progress()
        known_ns = progress.complete_to_ns if progress else 0
        assert not (progress and progress.pending and 325 * MS < known_ns < 670 * MS)  # it is known
    assert all(near(c, push.onset_ns()) for c, push in zip(found, pushes, strict=True))
    assert (found[1].t_ns, found[1].uncertainty_ns) == (702_545_498, 281_423)


def felt(*forces: Floats) -> Samples:
    """Codes of what *top* and *under* of the owner's petal and *top* beside it carry."""
    force = np.zeros((len(forces[0]), len(INFO.channels)))
    force[:, : len(forces)] = np.transpose(forces)
    return Samples(np.arange(len(force), dtype=np.int64) * MS, to_codes(INFO, force))


@pytest.mark.parametrize(("first_n", "under"), [(1.5, 0.0), (2.0, 0.75)])
@pytest.mark.parametrize("slap_n", [8.0, 9.0])
@pytest.mark.parametrize("passed_on", [0.05, 0.055])
def test_a_sensor_that_has_not_crossed_is_in_no_doubt(
    first_n: float, under: float, slap_n: float, passed_on: float
) -> None:
    first = on_top((200, 0), (210, first_n), (690, first_n), (692, 0))
    slap = on_top((715, 0), (721, slap_n), (900, slap_n), (910, 0))
    beside = on_top((660, 0), (664, 30), (900, 30), (905, 0))
    events = fed(felt(first + slap, under * first + passed_on * slap, beside))
    *_, contact = contacts_of(events, _OWNER)
    assert contact.gesture is Gesture.PALM
    assert contact.t_ns == pytest.approx(715 * MS, abs=2 * MS)


@pytest.mark.parametrize("gap_ms", [2, 3, 4])
def test_a_hand_that_bounces_as_others_let_go_is_one(gap_ms: int) -> None:
    top = on_top((200, 0), (210, 1.5), (500, 1.5), (510, 6.0))
    top[700 : 700 + gap_ms] = 0.0
    top[700 + gap_ms :] = 5.0
    slap = on_top((500, 0), (510, 60), (700, 60), (701, 0))
    assert len(contacts_of(fed(felt(top, 0.0 * top, slap)), _OWNER)) == 1


@pytest.mark.parametrize("at_ms", [699, 701, 702])
@pytest.mark.parametrize("part", [0, 1])
def test_a_lone_sample_is_no_hand_upon_another(at_ms: int, part: int) -> None:
    held = [on_top((200, 0), (210, 1.5), (500, 1.5), (510, 6.0)), on_top((0, 0))]
    held[part][at_ms] += 4.0
    slap = on_top((500, 0), (510, 60), (700, 60), (701, 0))
    assert len(contacts_of(fed(felt(*held, slap)), _OWNER)) == 1


def test_a_hand_that_was_knocked_does_not_count_as_one_that_pressed_so() -> None:
    held = on_top((200, 0), (210, 2), (1_600, 2)) + on_top(
        (500, 0), (503, 2.5), (506, 2.5), (509, 0)
    )
    slap = Push(0, 800, 18.0, 8, 150)
    assert near(contacts_of(added({0: held}, slap, duration_ms=1_600))[-1], slap.onset_ns())


def test_what_the_first_hand_did_as_it_left_is_none_of_the_second_ones() -> None:
    """The first was a grab, the second is a palm; and nobody doubts that it came when it did."""
    first = on_top((200, 0), (210, 1.5), (700, 1.5), (703, 0))
    force = forces_at(INFO, [Push(2, 688, 30.0, 8, 400)], np.arange(1_600) * MS)
    force[:, 0] += first + on_top((728, 0), (736, 10), (1_000, 10), (1_010, 0)) + 0.01 * force[:, 2]
    force[:, 1] += 0.8 * first
    codes = to_codes(INFO, force, np.random.default_rng(1), 3.0)
    events = fed(Samples(np.arange(1_600, dtype=np.int64) * MS, codes), weighed(0.01))
    grab, palm = contacts_of(events, _OWNER)
    assert (grab.gesture, palm.gesture) == (Gesture.GRAB, Gesture.PALM)
    assert palm.t_ns == pytest.approx(728 * MS, abs=MS)
    assert palm.early_ns < 5 * MS


def test_a_hand_is_the_same_whoever_leant_there_long_before() -> None:
    hand = on_top((3_000, 0), (3_006, 3.5), (3_300, 3.5), (3_310, 0), duration_ms=4_200)
    fingers = on_top((3_020, 0), (3_028, 1.0), (3_300, 1.0), (3_310, 0), duration_ms=4_200)
    beside = on_top((2_990, 0), (2_998, 30), (3_300, 30), (3_310, 0), duration_ms=4_200)
    leant = on_top((100, 0), (130, 9), (1_500, 9), (1_510, 0), duration_ms=4_200)
    leant += on_top((1_400, 0), (1_440, 3), (1_460, 0), duration_ms=4_200)
    (alone,) = contacts_of(fed(felt(hand, fingers, beside)), _OWNER)
    *_, after = contacts_of(fed(felt(leant + hand, fingers, beside)), _OWNER)
    assert after == alone
