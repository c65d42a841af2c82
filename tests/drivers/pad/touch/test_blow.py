"""Is it a blow to the table, and what of it is a hand's?"""

from __future__ import annotations

import numpy as np
import pytest

from drivers.pad.arrays import Floats
from drivers.pad.touch.blow import brought, is_blow, may_be_blown, surely_upon, that_show

SCANS = np.arange(100.0)


def _pulse(width: float = 22.0, start: float = 20.0) -> Floats:
    """A blow of 1 N."""
    return np.sin(np.pi * np.clip((SCANS - start) / width, 0.0, 1.0))


def test_a_blow_to_the_table_comes_to_all_petals_and_goes_in_one_shape() -> None:
    """Short hands that come together have each a time of their own, in coming and in going."""
    petals = np.outer(_pulse(), [0.95, 1.08, 0.87, 1.0])
    assert is_blow(petals[:60], petals[:60], 0, gone=True)
    assert is_blow(petals[:32], petals[:32], 0, gone=False)  # nobody knows yet whether it goes
    assert not is_blow(petals[:32], petals[:32], 0, gone=True)  # hands that stay
    late = np.stack([np.roll(petals[:60, k], k) for k in range(4)], axis=1)
    assert not is_blow(late, late, 0, gone=True)
    assert not is_blow(late, late, 3, gone=True)
    few = np.outer(_pulse(), [1.08, 0.1, 0.06, 0.1])
    assert not is_blow(few[:60], few[:60], 0, gone=True)  # a hand couples no more


@pytest.mark.parametrize("width", [16.0, 24.0, 40.0])
@pytest.mark.parametrize("peak_n", [0.8, 3.0, 10.0])
@pytest.mark.parametrize("petals", [2, 3, 5, 8])
def test_a_wide_or_light_blow_is_read_in_one_shape_as_well_as_sensors_can(
    petals: int, peak_n: float, width: float
) -> None:
    """Each has its own delay, up to 0.4 ms, and bends what it shows; little comes to *under*."""
    powers = 1.0 + np.linspace(-0.06, 0.06, petals)
    delays = np.linspace(0.0, 0.4, petals)
    blow = [peak_n * _pulse(width, 20 + late) ** k for late, k in zip(delays, powers, strict=True)]
    top = np.stack(blow, axis=1) * np.linspace(0.85, 1.15, petals)
    under = top * np.resize([0.06, 0.3], petals)
    for order in range(petals):
        assert is_blow(top[:58], under[:58], order, gone=True)


@pytest.mark.parametrize("leant_n", [0.6, 3.0, 20.0])
def test_a_blow_is_one_beside_a_hand_that_leans(leant_n: float) -> None:
    """What lay on a petal before neither hides the blow, nor makes one of hands."""
    leant = np.array([leant_n, 0.0, 0.0, 0.0])
    petals = np.outer(_pulse(), [0.95, 1.08, 0.87, 1.0]) + leant
    assert is_blow(petals[:60], petals[:60], 1, gone=True)
    assert is_blow(petals[:32], petals[:32], 1, gone=False)
    assert not is_blow(petals[:32], petals[:32], 1, gone=True)
    light = (np.outer(_pulse(), [0.1, 0.1, 0.1, 1.0]) + leant)[:60]
    assert not is_blow(light, light, 3, gone=True)


def test_a_blow_is_one_on_the_petals_without_hands() -> None:
    """One was there and trembles, and one comes upon the blow: neither has its shape."""
    petals = np.outer(_pulse(), [0.95, 1.08, 0.87, 1.0, 0.9])
    petals[:, 0] += 9.0 + 2.0 * np.sin(SCANS / 4.0)
    petals[:, 1] += np.clip((SCANS - 30.0) / 8.0, 0.0, 1.0) * 7.0
    for order in (2, 3, 4):
        assert is_blow(petals[:60], 0.2 * petals[:60], order, gone=True)
    assert not is_blow(petals[:60], 0.2 * petals[:60], 1, gone=False)
    petals[:, 0] = 0.0
    assert not is_blow(petals[:60], 0.2 * petals[:60], 2, gone=True)  # it would have come there too


def test_of_two_petals_a_blow_is_known_by_its_going_at_once() -> None:
    """Two light grabs of one shape that come together press under both petals too, but for longer;
    one petal shows nothing."""
    tops = np.outer(_pulse(start=10.0), [1.0, 0.8])[:50]
    assert is_blow(tops, 0.5 * tops, 0, gone=True)
    assert not is_blow(tops, 0.02 * tops, 0, gone=True)  # palms
    assert not is_blow(tops[:, :1], 0.5 * tops[:, :1], 0, gone=True)
    held = np.repeat(tops, 2, axis=0)
    assert not is_blow(held, 0.5 * held, 0, gone=True)


def test_of_three_petals_hands_may_load_all_in_one_shape() -> None:
    """Hands that come together go before a blow, but one that shows under each petal too."""
    tops = np.outer(_pulse(), [1.0, 0.8, 0.5])[:60]
    assert not is_blow(tops, 0.02 * tops, 0, gone=True)
    assert is_blow(tops, 0.5 * tops, 0, gone=True)  # a palm presses under none of them
    grab = tops * [0.5, 0.02, 0.02]  # half on the petals beside
    assert not is_blow(tops, grab, 0, gone=True)


def test_what_only_goes_from_all_petals_is_no_blow() -> None:
    gone = np.outer(np.linspace(1.0, 0.0, 40), [1.0, 0.9, 1.1, 0.8])
    assert not is_blow(gone, gone, 0, gone=True)


@pytest.mark.parametrize("petals", [2, 4])
def test_a_table_swings_back_from_a_blow_further_than_its_sensors_show(petals: int) -> None:
    """Each lifts what lies there at rest, some hundredths of a newton, and shows no more."""
    swing = np.sin(np.pi * (SCANS - 10) / 22) * (SCANS > 10)
    rests_n = np.array([0.02, 0.25, 0.08, 0.15])[:petals]
    shown = np.maximum(np.outer(swing, [1.6, 1.0, 2.4, 0.8][:petals]), -rests_n)[:42]
    assert is_blow(shown, shown, 0, gone=True)


def _upon(share: float, hand: Floats) -> tuple[Floats, Floats]:
    """A blow on four petals, and a hand on the first of them."""
    petals = np.outer(2.0 * _pulse(24.0), [share, 1.1, 0.9, 1.0])
    petals[:, 0] += hand
    return petals, np.stack([petals[:, 0], 0.2 * petals[:, 0]], axis=1)


@pytest.mark.parametrize("came", [26.0, 32.0, 42.0])
@pytest.mark.parametrize("share", [0.8, 1.0, 1.25])
def test_a_blow_is_taken_off_the_hand_that_comes_upon_it(share: float, came: float) -> None:
    """Of the petal itself the scans until then show how much comes to it."""
    petals, own = _upon(share, 8.0 * np.clip((SCANS - came) / 10.0, 0.0, 1.0))
    found = may_be_blown(petals, 0, 0.5, True)
    assert found is not None
    blown, end = found
    assert blown.tolist() == [False, True, True, True]
    shown = that_show(petals[:end], 0.2 * petals[:end], blown)
    assert shown is not None
    assert shown.usual == pytest.approx((1.0, 0.2))
    blow_n = np.zeros_like(own)
    blow_n[:end] = brought(shown, own[:end])
    left_n = own[:, 0] - blow_n[:, 0]
    assert np.abs(left_n[:21]).max() == 0.0
    assert left_n[: int(came)].max() < 0.45
    assert int((left_n >= 0.5).argmax()) - came <= 2


def test_what_others_show_of_a_slap_is_no_blow_upon_which_it_came() -> None:
    """It comes to them with the hand, and is a small part of it; a blow goes before that counts."""
    slap = 20.0 * _pulse(24.0)
    coupled = np.outer(slap, [1.0, 0.04, 0.03, 0.04])
    assert may_be_blown(coupled, 0, 0.5, True) is None
    petals, _ = _upon(1.0, 8.0 * np.clip((SCANS - 30.0) / 10.0, 0.0, 1.0))
    assert may_be_blown(petals[:36], 0, 0.5, True) is None
    assert may_be_blown(petals[:36], 0, 0.5, False) is not None  # so that is to be waited for


def test_a_blow_that_is_gone_from_another_petal_as_a_hand_passes_shows_no_shape() -> None:
    """It was divided by what that one shows then: nothing."""
    scans = np.arange(40.0)
    blow = np.where(scans < 12, np.sin(np.pi * scans / 12) ** 2, 0.0)
    top = np.column_stack((np.interp(scans, [0, 12, 40], [0, 0.3, 3.0]), blow, 0.8 * blow))
    assert surely_upon(top, 0.5 * top, 0, [0, 1, 2], 0.5) is None
