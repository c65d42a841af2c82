"""Who slaps beside a light hand tips the table under it: a crossing before that is not undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact
from drivers.pad.channels.calibration import WEIGHED_SPREAD, Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, near, weighed
from tests.drivers.pad.streams import Push, contacts, forces_at, linear, to_codes

GRIP = Push(0, 350.0, 10.0, 8.0, 200.0)
PULLS = 0.045  # of a slap, off both sensors of the petal beside it


def _told(
    hand: Sequence[Push],
    slap: Push,
    seed: int,
    brings: float = -PULLS,
    calibration: Calibration | None = None,
) -> tuple[Contact, Contact]:
    """The hand's contact, and the slap's."""
    t_ns = np.arange(700, dtype=np.int64) * MS
    force = forces_at(INFO, [*hand, slap], t_ns)
    force[:, :2] += brings * force[:, [slap.channel]]
    codes = to_codes(INFO, np.maximum(force, 0.0), np.random.default_rng(seed), 3.0)
    pad = PadDecoder(INFO, calibration or Calibration.nominal(INFO))
    found = contacts(pad, [Samples(t_ns, codes)])
    own, other = sorted(found, key=lambda contact: contact.seat)
    assert (own.seat, other.seat) == (0, 1)
    return own, other


def _earliest_ns(own: Contact) -> int:
    """Who was told later than that has not surely lost to it."""
    return own.t_ns - (own.early_ns or 2 * own.uncertainty_ns)


@pytest.mark.parametrize("rest_n", [0.49, 0.6, 0.8])
@pytest.mark.parametrize("after_ms", [5.0, 20.0])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_finger_that_is_pulled_away_by_a_slap_may_have_been_first(
    rest_n: float, after_ms: float, seed: int
) -> None:
    """It read nothing until its grip, which was told with u 0.1 ms: the slap had won."""
    finger = Push(0, 300.0, rest_n, 6.0, 250.0)
    own, slap = _told([finger, GRIP], Push(2, 306.0 + after_ms, 28.0, 6.0, 200.0), seed)
    assert _earliest_ns(own) <= finger.onset_ns(min(0.5, rest_n - 0.01)) + MS < slap.t_ns


@pytest.mark.parametrize("seed", range(4))
def test_so_may_a_child_that_still_rises(seed: int) -> None:
    child = Push(0, 300.0, 1.7, 70.0, 200.0, linear)
    own, slap = _told([child], Push(2, 335.0, 26.0, 6.0, 30.0), seed)
    assert _earliest_ns(own) <= child.onset_ns() + MS < slap.t_ns


def _beside_a_pull(press: Push | None, slap_n: float, seed: int) -> list[Contact]:
    """Who presses a petal that rests at 0.2 N, and which a slap lifts by 6 % as was weighed."""
    t_ns = np.arange(700, dtype=np.int64) * MS
    slap = Push(2, 303.0, slap_n, 8.0, 120.0)
    force = forces_at(INFO, [slap] if press is None else [press, slap], t_ns)
    force[:, :2] -= 0.06 * force[:, [2]]
    rest_n = np.where(np.arange(len(INFO.channels)) < 2, 0.2, 0.0)
    codes = to_codes(INFO, np.maximum(force + rest_n, 0.0), np.random.default_rng(seed), 3.0)
    return contacts(PadDecoder(INFO, weighed(-0.06)), [Samples(t_ns, codes)])


@pytest.mark.parametrize(
    ("press", "slap_n"),
    [
        (Push(0, 298.0, 8.0, 70.0, 200.0), 42.0),
        (Push(0, 302.0, 8.0, 40.0, 200.0), 42.0),
        (Push(0, 298.0, 2.5, 40.0, 200.0), 17.0),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_slow_press_that_a_slap_lifts_by_what_was_weighed_came_when_it_did(
    press: Push, slap_n: float, seed: int
) -> None:
    """It was told 10 to 18 ms late, with a u of 0.5 to 1.3 ms."""
    own, _ = sorted(_beside_a_pull(press, slap_n, seed), key=lambda contact: contact.seat)
    early_ns, late_ns = (n or 2 * own.uncertainty_ns for n in (own.early_ns, own.late_ns))
    assert own.t_ns - early_ns <= press.onset_ns() <= own.t_ns + late_ns
    assert early_ns < 20 * MS


@pytest.mark.parametrize("slap_n", [8.0, 42.0])
@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_told_on_a_petal_that_a_slap_lifts(slap_n: float, seed: int) -> None:
    """It shows less than it rested at, or nothing, under which much might lie."""
    assert [contact.seat for contact in _beside_a_pull(None, slap_n, seed)] == [1]


@pytest.mark.parametrize("push", [0.0, 0.02])
@pytest.mark.parametrize("seed", range(3))
def test_who_leaves_as_a_slap_comes_that_brings_his_petal_something_has_left(
    push: float, seed: int
) -> None:
    """Where it has been weighed, a petal is pulled by those that bring it nothing alone."""
    finger = Push(0, 300.0, 0.8, 4.0, 15.0)  # it falls from 319 to 329 ms
    slap = Push(2, 317.0, 28.0, 6.0, 200.0)
    own, first = _told([finger, GRIP], slap, seed, push, weighed(push))
    assert (_earliest_ns(own) < first.t_ns) == (push == 0.0)


@pytest.mark.parametrize("peak_n", [0.7, 0.9])
@pytest.mark.parametrize("seed", range(3))
def test_a_brush_that_left_before_a_slap_was_none_of_the_grip(peak_n: float, seed: int) -> None:
    brush = Push(0, 300.0, peak_n, 4.0, 5.0)  # it falls from 309 to 319 ms
    own, _ = _told([brush, GRIP], Push(2, 317.0, 28.0, 6.0, 200.0), seed)
    pulled_n = PULLS * 28.0
    assert near(own, GRIP.onset_ns(0.5 + pulled_n), 3.0)
    assert own.early_ns < 10 * MS


@pytest.mark.parametrize("seed", range(3))
def test_what_bounces_off_as_a_slap_comes_is_none_of_the_grip(seed: int) -> None:
    bounce = Push(0, 300.0, 3.0, 3.0, 0.0)  # falls from 303 to 313 ms
    own, _ = _told([bounce, GRIP], Push(2, 306.0, 28.0, 6.0, 200.0), seed)
    assert near(own, GRIP.onset_ns(0.5 + PULLS * 28.0), 3.0)
    assert own.early_ns < 10 * MS


@pytest.mark.parametrize("rest_n", [0.42, 0.47])
@pytest.mark.parametrize("seed", range(3))
def test_a_finger_that_sank_and_seems_gone_among_slaps_may_be_there_yet(
    rest_n: float, seed: int
) -> None:
    """Nothing was waited for once it showed less than 0.35 N for 7 ms: its grip was told with an
    early end of 16 ms before that."""
    finger = [Push(0, 300.0, rest_n, 6.0, 250.0), Push(0, 300.0, 0.08, 6.0, 10.0)]
    own, slap = _told([*finger, GRIP], Push(2, 330.0, 28.0, 6.0, 200.0), seed, -0.006)
    assert _earliest_ns(own) <= 306 * MS < slap.t_ns


@pytest.mark.parametrize("slap_ms", [296.0, 297.0])
@pytest.mark.parametrize(("slap_n", "brings"), [(50.0, 0.045), (60.0, 0.04)])
def test_a_child_before_a_slap_of_which_too_much_is_taken_off_may_have_been_first(
    slap_ms: float, slap_n: float, brings: float
) -> None:
    """It was near half a newton as the slap began, then seemed gone: told 61 ms late, without any
    ends."""
    child = Push(0, 280.0, 0.5, 20.0, 300.0, linear), Push(0, 345.0, 1.2, 40.0, 200.0)
    t_ns = np.arange(1_000, dtype=np.int64) * MS
    force = forces_at(INFO, [*child, Push(2, slap_ms, slap_n, 15.0, 250.0)], t_ns)
    force[:, 0] += brings * force[:, 2]
    known = [replace(c, gain_sigma=WEIGHED_SPREAD) for c in weighed(0.05).channels]
    own = contacts(
        PadDecoder(INFO, Calibration(tuple(known))), [Samples(t_ns, to_codes(INFO, force))]
    )
    assert _earliest_ns(next(c for c in own if c.seat == 0)) <= 300 * MS
