"""Hands that come upon one that was told and stays, or where it had just left."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from drivers.board import Samples
from drivers.calibration import Calibration
from drivers.events import Contact
from drivers.pad import PadDecoder
from drivers.times import MS
from tests.drivers.pad_events import INFO, added, contacts_of, fed, near, weighed
from tests.drivers.streams import Push, forces_at, split, to_codes

Floats = npt.NDArray[np.float64]
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
    assert [near(contact, push.onset_ns()) for contact, push in zip(found, pushes, strict=True)]
    assert (found[1].t_ns, found[1].uncertainty_ns) == (702_562_361, 235_564)
