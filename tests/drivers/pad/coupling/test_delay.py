"""How late a table passes a force on, as those show who do not press."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact
from drivers.pad.arrays import Floats
from drivers.pad.coupling.delay import KERNELS, REACH, Delay
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, contacts_of, fed, near, weighed
from tests.drivers.pad.streams import Push, to_codes

SHARE = 0.06
FINE = 10  # of a scan


def late(force: Floats, delay_ms: float, tau_ms: float) -> Floats:
    """A force at ten moments a millisecond, so late and then dying away so."""
    shift = round(delay_ms * FINE)
    moved = np.concatenate((np.zeros(shift), force))[: len(force)]
    if not tau_ms:
        return moved
    decay = np.exp(-np.arange(8 * tau_ms * FINE) / (tau_ms * FINE))
    found: Floats = np.convolve(moved, decay / decay.sum())[: len(force)]
    return found


def slap(start: float, scans: int) -> Floats:
    """30 N within 8 ms, let go 60 ms later, at ten moments a millisecond."""
    return Push(0, start, 30.0, 8.0, 60).newtons(np.arange(scans * FINE) / FINE)


@pytest.mark.parametrize(
    ("delay_ms", "tau_ms"), [(0.0, 0.0), (1.0, 0.0), (2.8, 0.0), (0.0, 3.0), (2.6, 2.5), (3.0, 5.0)]
)
@pytest.mark.parametrize("start", [30.0, 30.5])
def test_what_free_channels_show_tells_how_late_it_is(
    delay_ms: float, tau_ms: float, start: float
) -> None:
    """Though shares are weighed wrongly by a third, noise, and a finger that lies on one of them
    and goes."""
    rng = np.random.default_rng(1)
    delay, scans = Delay(8, None), 280
    loads = np.zeros((8, 8))
    loads[2:, 0] = SHARE
    free = np.array([False] * 2 + [True] * 6)
    for _ in range(6):
        force = slap(start, scans)
        pressed = np.zeros((scans, 8))
        pressed[:, 0] = force[::FINE]
        shown = np.repeat(0.66 * SHARE * late(force, delay_ms, tau_ms)[::FINE, None], 8, axis=1)
        shown += rng.normal(0.0, 0.02, shown.shape)
        shown[:200, 5] += 6.0
        delay.learn(shown, pressed, loads, free)
        delay.choose()
    after_ms = float(KERNELS[delay.taken] @ np.arange(REACH + 1))
    assert after_ms == pytest.approx(delay_ms + tau_ms, abs=0.6, rel=0.1)
    again, kept = Delay(8, delay.state), Delay(8, None, delay.late)
    assert again.taken == delay.taken == kept.taken


def test_it_is_taken_off_as_it_arrives_from_whichever_scan_on() -> None:
    state = Delay(8, None).state.copy()
    state.ravel()[len(KERNELS)] = 9
    delay, pressed = Delay(8, state), np.random.default_rng(2).uniform(0.0, 9.0, (80, 8))
    arrived = delay.arrived(pressed, 40)
    for scan in (0, 17, 39):
        back = pressed[40 + scan - REACH : 41 + scan][::-1]
        assert arrived[scan] == pytest.approx(KERNELS[9] @ back)
        assert (delay.arrived(pressed[: 41 + scan], 1) == arrived[scan]).all()
    assert delay.arrived(np.full((3, 8), 2.0), 3) == pytest.approx(2.0)


def test_too_few_scans_say_nothing() -> None:
    delay = Delay(8, None)
    delay.learn(np.ones((20, 8)), np.full((20, 8), 30.0), np.full((8, 8), SHARE), np.ones(8, bool))
    assert not delay.state.any()


def hands_after_slaps(
    delay_ms: float, tau_ms: float, alone: int = 6, known: tuple[float, float] | None = None
) -> list[Contact]:
    """Seat 1 slaps every half second, so many times ``alone``; then a hand of 8 N comes 3 ms later
    at seat 0. ``known``: how late it comes, in milliseconds."""
    scans = 7_500
    force = np.zeros((scans * FINE, 8))
    t_ms = np.arange(scans * FINE) / FINE
    for number, start in enumerate(range(400, 7_000, 500)):
        pushed = Push(2, start, 30.0, 8.0, 90).newtons(t_ms)
        force[:, 2] += pushed
        force[:, :2] += SHARE * late(pushed, delay_ms, tau_ms)[:, None]
        if number >= alone:
            force[:, 0] += Push(0, start + 3.3, 8.0, 12.0, 200).newtons(t_ms)
    codes = to_codes(INFO, force[::FINE], np.random.default_rng(3), 2.0)
    samples = Samples(np.arange(scans, dtype=np.int64) * MS, codes)
    return contacts_of(fed(samples, replace(weighed(SHARE), late_ms=known)))


@pytest.mark.parametrize(("delay_ms", "tau_ms"), [(0.0, 0.0), (3.0, 0.0), (2.8, 2.5)])
def test_a_hand_beside_a_slap_that_comes_late_is_told_when_it_came(
    delay_ms: float, tau_ms: float
) -> None:
    """It was told 1.7 and 2.2 ms late, with a third of that for its error."""
    found = hands_after_slaps(delay_ms, tau_ms)
    risen_ms = Push(0, 3.3, 8.0, 12.0).onset_ns() / MS
    true_ms = [start + risen_ms for start in range(3_400, 7_000, 500)]
    assert len(found) == len(true_ms)
    for contact, at_ms in zip(found, true_ms, strict=True):
        assert abs(contact.t_ns / MS - at_ms) <= 2.0 * contact.uncertainty_ns / MS
        assert contact.uncertainty_ns <= 0.9 * MS


@pytest.mark.parametrize(("delay_ms", "tau_ms"), [(0.0, 0.0), (2.6, 0.0), (2.8, 2.5)])
def test_while_nobody_has_shown_how_late_it_comes_a_hand_beside_a_slap_is_the_less_sure(
    delay_ms: float, tau_ms: float
) -> None:
    """It was told 2.2 ms late, with a third of that for its error."""
    (contact, *_) = hands_after_slaps(delay_ms, tau_ms, alone=0)
    assert near(contact, Push(0, 403.3, 8.0, 12.0).onset_ns(), 2.6)


def test_how_late_it_comes_is_kept_with_the_calibration() -> None:
    (contact, *_) = hands_after_slaps(2.8, 2.5, alone=0, known=(3.0, 2.5))
    assert abs(contact.t_ns - Push(0, 403.3, 8.0, 12.0).onset_ns()) < 0.4 * MS
    board = replace(INFO, scan_period_ns=MS // 2)
    kept = PadDecoder(board, replace(weighed(SHARE), late_ms=(1.0, 1.25))).learned()
    assert kept.late_ms == (1.0, 1.25)
    assert PadDecoder(INFO, weighed(SHARE)).learned().late_ms is None


def test_that_nothing_comes_late_is_known_once_some_hands_have_shown_it() -> None:
    delay, loads = Delay(8, None), np.zeros((8, 8))
    loads[2:, 0] = SHARE
    pressed = np.zeros((280, 8))
    pressed[:, 0] = slap(30.0, 280)[::FINE]
    assert not delay.is_known
    for _ in range(3):
        delay.learn(SHARE * pressed[:, [0] * 8], pressed, loads, np.array([False] * 2 + [True] * 6))
        delay.choose()
    assert (delay.taken, delay.is_known) == (0, True)
