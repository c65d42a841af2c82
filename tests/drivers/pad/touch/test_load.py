"""Is it the table rather than a hand?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from drivers.pad.touch.load import (
    first_quick,
    free_petals,
    is_dropped,
    is_laid,
    is_put_down,
    lies,
    may_be_laid,
    most_lying_n,
)

SCANS = np.arange(100.0)


def test_a_petal_is_free_that_nobody_pressed_as_a_touch_began_nor_came_upon_since() -> None:
    load = np.clip((SCANS - 20.0) / 60.0, 0.0, 1.0)
    petals = np.outer(load, [2.0, 1.5, 1.0, 1.0])
    assert free_petals(petals, 0).all()
    petals[:, 1] += 6.0
    petals[60:, 2] += 3.0
    assert free_petals(petals, 0).tolist() == [True, False, False, True]
    assert free_petals(petals + 1.0, 0).tolist() == [True, False, False, True]  # on a load
    left = petals[::-1]
    assert not free_petals(left, 3)[2]
    assert first_quick(petals[:, :1]) is None
    row = first_quick(petals)
    assert row is not None
    assert 45 <= row <= 50


def test_a_load_is_at_most_four_times_on_one_petal_what_it_is_on_another() -> None:
    assert most_lying_n(np.array([9.0, 1.0, 2.0])) == 4.0


def _is_laid(newtons: npt.NDArray[np.float64]) -> bool:
    """By the sensors in turn: each petal's *top* and *under*."""
    return is_laid(newtons[:, ::2], newtons[:, 1::2])


def _rise(peak_n: float, over: float, start: float = 20.0) -> npt.NDArray[np.float64]:
    return peak_n * np.sin(np.pi / 2 * np.clip((SCANS - start) / over, 0.0, 1.0)) ** 2


def test_a_load_comes_to_all_sensors_in_one_shape_and_to_most_within_a_factor() -> None:
    shares = np.array([1.0, 0.1, 0.7, 0.3, 0.2, 0.9, 0.5, 0.4])
    assert _is_laid(np.outer(_rise(5.0, 100), shares))
    bends = 1.0 + 0.06 * np.outer(np.sin(SCANS / 12), [0, 1] * 4)
    more = np.outer(2.0 + _rise(2.0, 100), shares)  # on what lies there, as sensors show it
    assert _is_laid(more * bends)
    spike = np.outer(_rise(5.0, 100), shares)
    spike[-1, 2] += 1.0  # it may be a lone one
    assert _is_laid(spike)
    assert not _is_laid(np.outer(_rise(5.0, 60), shares))  # too quick for one
    few = np.array([1.0, 0.1, 0.9, 0.08, 0.1, 0.1, 0.1, 0.1])  # a hand couples no more
    assert not _is_laid(np.outer(_rise(5.0, 100), few))


def test_an_elbow_presses_most_on_what_is_near_and_little_on_under() -> None:
    """Yet on all petals more than a hand couples, on each *under* more than a palm passes on."""
    near = np.exp(-np.array([0.3, 0.7, 1.3, 1.7]) / 1.5)
    elbow = np.outer(_rise(1.8, 100), near)
    assert is_laid(elbow, 0.15 * elbow)
    assert not is_laid(elbow, 0.02 * elbow)
    assert not is_laid(elbow, 0.08 * elbow)  # palms, and what the others couple
    coupled = np.outer(_rise(1.8, 100), [1.0, 0.9, 0.1, 0.1])
    assert not is_laid(coupled, 0.15 * coupled)


def _put_down(tops: list[float], unders: list[float]) -> bool:
    shape = _rise(1.0, 70)
    return is_put_down(np.outer(shape, tops), np.outer(shape, unders), 0)


def test_what_most_petals_feel_in_one_shape_is_put_down_however_unevenly() -> None:
    """Two on both sensors: everybody's palms may have one shape."""
    assert _put_down([0.6, 1.8, 0.9], [0.02, 0.6, 0.7])
    assert not _put_down([0.6, 1.8, 0.9], [0.02, 0.1, 0.7])
    assert not _put_down([1.8, 0.9], [0.6, 0.7])  # hands of two may
    assert not _put_down([0.1, 1.8, 0.9], [0.02, 0.6, 0.7])  # two hands, and what they couple
    elbow = [1.3, 1.2, 0.8, 0.0, 0.0, 0.0]  # at a table of six no more than half of them may
    assert _put_down(elbow, [0.3 * top_n for top_n in elbow])
    assert not _put_down([*elbow, 0.0], [0.0, 0.4, 0.3, 0.0, 0.0, 0.0, 0.0])


@pytest.mark.parametrize("order", [0, 3])
def test_a_hand_beside_what_is_put_down_is_none_of_it(order: int) -> None:
    shape = _rise(1.0, 70)
    top, under = np.outer(shape, [1.0, 0.8, 0.9, 0.7, 1.2]), np.outer(shape, [0.4, 0.3, 0, 0.5, 0])
    top[:, 3] += _rise(1.0, 40, 35.0)
    assert is_put_down(top, under, order) == (order == 0)


@pytest.mark.parametrize(("free", "load"), [(3, True), (2, True), (1, False)])
def test_a_load_beside_hands_shows_on_the_petals_without_any(free: int, load: bool) -> None:
    """Two of them alone are not believed that, but that all came in one shape until the hands.
    Three are by that alone: what hands couple bends the shape later."""
    elbow = np.outer(_rise(2.0, 80, 0.0), [1.0, 0.5, 0.8, 0.6])
    hand = _rise(9.0, 15, 60.0)
    top = elbow + np.outer(hand, [seat >= free for seat in range(4)])
    assert lies(top, 0.2 * elbow, 0, 0.5) == load
    assert not lies(top, 0.2 * elbow, 3, 0.5)  # a hand's
    late = top + 1.5 * _rise(1.0, 60, 65.0)[:, None] * [0.0, 1.0, 0.0, 0.0]
    assert lies(late, 0.2 * elbow, 0, 0.5) == (free == 3)
    held = np.outer(_rise(9.0, 15, 5.0), [seat >= free for seat in range(4)])
    after = np.outer(_rise(2.0, 65, 35.0), [1.0, 0.5, 0.8, 0.6])
    assert lies(after + held, 0.2 * after, 0, 0.5) == (free == 3)


@pytest.mark.parametrize(("free", "bend"), [(3, 0.15), (5, 0.2)])
def test_the_more_free_petals_show_a_load_beside_hands_the_further_apart_each_may_read_it(
    free: int, bend: float
) -> None:
    """Sensors that were badly weighed bend it, and what the hands couple does: of five free petals
    each was told a grab. Slow hands are further apart."""
    load = _rise(1.0, 90, 0.0)
    shown = 1.6 * np.stack([load ** (1.0 + bend), load ** (1.0 - bend)] * (free + 1), axis=1)
    shown[:, -2] += 15.0  # a hand
    assert lies(shown[:, ::2], shown[:, 1::2], 0, 0.5)
    late = 1.6 * np.stack([_rise(1.0, 90, 5.0 * k) for k in range(2 * free + 2)], axis=1)
    late[:, -2] += 15.0
    assert not lies(late[:, ::2], late[:, 1::2], 0, 0.5)


def test_light_hands_that_come_together_where_there_are_few_are_no_load() -> None:
    """Nobody is there who would feel nothing, and some ms of a slow rise are no other shape."""
    hands = np.stack([_rise(1.5, 30, 20 + late) for late in (0.0, 0.2, 0.6, 0.7)], axis=1)
    assert not _is_laid(hands[:52])
    load = np.outer(_rise(2.0, 90), [1.0, 0.4, 0.7, 0.9])
    assert _is_laid(load)


def test_a_load_at_a_table_of_two_or_three_is_slow_and_of_one_shape_on_all_sensors() -> None:
    """What little of it comes to one of them does not matter; hands are quicker."""
    for shares in ([1.0, 0.1, 0.7, 0.9], [1.0, 0.12, 0.7, 0.9, 0.3, 0.5]):
        assert _is_laid(np.outer(_rise(2.5, 100), shares))
        assert not _is_laid(np.outer(_rise(2.5, 60), shares))
    palm = np.outer(_rise(2.5, 100), [1.0, 0.02, 0.7, 0.02])
    assert not _is_laid(palm)


def test_a_load_on_sensors_that_nobody_has_weighed_is_slow_and_even() -> None:
    """Each shows another power of it, which is nearly one shape."""
    load = _rise(2.0, 90)
    powers = [1.0, 0.85, 1.15, 0.9, 1.1, 0.95, 1.05, 1.0]
    assert _is_laid(np.stack([0.9 * load**power for power in powers], axis=1))


@pytest.mark.parametrize("petals", [2, 3, 6])
def test_hands_that_come_slowly_and_evenly_are_no_load(petals: int) -> None:
    """Each has its own time: that all are light and slow was enough, and whole races were lost."""
    rng = np.random.default_rng(petals)
    late = rng.uniform(0.0, 20.0, 2 * petals)
    hands = [_rise(rng.uniform(1.4, 2.2), rng.uniform(75, 95), 20 + ms) for ms in late]
    assert not _is_laid(np.stack(hands, axis=1))


@pytest.mark.parametrize(("over", "late"), [(60.0, 0.0), (60.0, 4.0), (80.0, 6.0)])
def test_two_who_press_slowly_at_a_table_of_two_are_no_load(over: float, late: float) -> None:
    """Nobody is there who would feel nothing, but each has a time of one's own."""
    hands = [
        _rise(3.0, 80),
        _rise(2.0, 80),
        _rise(3.0, over, 20 + late),
        _rise(2.0, over, 20 + late),
    ]
    assert not _is_laid(np.stack(hands, axis=1))


@pytest.mark.parametrize("petals", [2, 3, 4, 8])
def test_what_all_petals_feel_in_one_shape_is_put_down_however_quickly(petals: int) -> None:
    load = np.outer(np.clip((SCANS - 40.0) / 20.0, 0.0, 1.0), np.linspace(5.0, 1.6, petals))
    assert is_dropped(1.5 * load, 0.2 * load)
    assert is_dropped(load, 0.15 * load) == (petals > 3)  # light hands may come to so few
    assert not is_dropped(0.4 * load, 0.06 * load)  # light hands may press so
    assert not is_dropped(load, 0.08 * load)  # palms, and what all others couple
    palm = load[:, :1] * np.linspace(8.0, 0.3, petals)  # and what it couples
    assert not is_dropped(palm, 0.15 * palm)
    for part in (0, 1):  # one comes, or one's fingers do, in its own time
        hands = np.stack((load, 0.5 * load))
        hands[part, :, 0] = np.roll(hands[part, :, 0], 3 if petals < 8 else 5)
        assert not is_dropped(*hands)


@pytest.mark.parametrize(("petals", "bend"), [(2, 0.1), (3, 0.13), (4, 0.16), (8, 0.22)])
def test_the_more_petals_agree_the_further_apart_each_sensor_may_read_a_load(
    petals: int, bend: float
) -> None:
    """Each has a curve of its own. What had lain there has no part in it: hands that come upon a
    load are more apart than what they came with allows."""
    load = np.clip((SCANS - 20.0) / 60.0, 0.0, 1.0)
    shown = 4.0 * np.stack([load ** (1.0 + bend), load ** (1.0 - bend)] * petals, axis=1)
    assert is_dropped(shown[:, ::2], shown[:, 1::2])
    late = np.clip((SCANS - 24.0 - 1.5 * petals) / 60.0, 0.0, 1.0)
    hands = 4.0 * np.stack([load, late] * petals, axis=1)
    for lain_n in (0.0, 4.0):
        assert not is_dropped(lain_n + hands[:, ::2], lain_n + hands[:, 1::2])


def test_sensors_that_nobody_hears_hide_no_load_and_make_none() -> None:
    shares = np.array([0.3, 1.0, 0.6, 0.8])
    load = np.outer(_rise(4.0, 15), shares)
    light = np.outer(_rise(2.5, 15), shares)
    whole = np.array([False, True, True, True])
    assert not is_dropped(light, 0.5 * light)  # nobody carries much
    assert is_dropped(light, np.column_stack((light[:, 0], 0.5 * light[:, 1:])), whole)
    assert not is_dropped(load, load, ~whole & False)
    one = np.outer(_rise(5.0, 100), np.ones(1))
    assert not is_laid(one, one)
    assert not is_dropped(one, one)
    silent = np.array([True, False, False, False])
    slow = np.outer(_rise(2.5, 100), shares) * ~silent
    assert not lies(slow, slow, 1, 0.5)
    assert lies(slow, slow, 1, 0.5, silent)
    # One is held, and two are free: then the touch until any hand came has to show it too.
    held = slow.copy()
    held[60:, 3] += np.minimum(np.arange(len(slow) - 60.0), 12.0)
    assert lies(held, held, 1, 0.5, silent)
    held[45:50, 0] = 9.0  # nonsense is shown by nobody else
    assert lies(held, held, 1, 0.5, silent)


@pytest.mark.parametrize(("sensors", "shown"), [(0, False), (1, False), (2, False), (3, True)])
def test_fewer_than_three_sensors_show_no_load(sensors: int, shown: bool) -> None:
    assert may_be_laid(np.repeat([[0.0], [3.0]], sensors, axis=1)) is shown


@pytest.mark.parametrize(("over", "peak_n"), [(50.0, 1.5), (30.0, 3.5)])
def test_who_hold_alike_are_no_load_as_they_tremble(over: float, peak_n: float) -> None:
    """A table hums under both."""
    hum_n = 0.02 * np.sin(SCANS[:, None] * np.pi / 10)
    load = np.outer(_rise(peak_n, over, 5.0), [1.0, 0.7, 0.9, 0.8]) + hum_n
    assert _is_put_down(load)
    load[:, ::2] *= 1.0 + 0.06 * np.sin(SCANS[:, None] / 20.0)
    assert not _is_put_down(load)


def _is_put_down(newtons: npt.NDArray[np.float64]) -> bool:
    return _is_laid(newtons) or is_dropped(newtons[:, ::2], newtons[:, 1::2])
