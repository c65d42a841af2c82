"""What swapped plugs elsewhere make a petal's sensors show, and how much of it is a hand's."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.board import Samples
from drivers.pad.arrays import Floats
from drivers.pad.decoder import PadDecoder
from drivers.pad.past import Past
from drivers.pad.touch.strength import Strength
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, weighed
from tests.drivers.pad.streams import to_codes

SHARE = 0.05
SCANS = 200
COMES = np.clip((np.arange(SCANS) - 60.0) / 10.0, 0.0, 1.0)  # of a force that stays


def shown(top: Floats, under: Floats, *others: tuple[int, float]) -> tuple[Strength, Past]:
    """The petal of seat 0 whose sensors show these forces while ``others`` (channels, newtons) are
    pressed; a push of seat 1 was weighed to bring it ``SHARE``."""
    force = np.zeros((SCANS, len(INFO.channels)))
    force[:, 0], force[:, 1] = top, under
    for channel, peak_n in others:
        force[:, channel] = peak_n * COMES
    codes = to_codes(INFO, force, np.random.default_rng(1152001), 0.0)
    pad = PadDecoder(INFO, weighed(SHARE))
    pad.feed(Samples(np.arange(SCANS, dtype=np.int64) * MS, codes))
    return pad._petals[0]._assessor.strength, pad._forces.past(40, SCANS)


@pytest.mark.parametrize(
    ("top_part", "under_part", "turned"),
    [
        (0.4, 1.5, True),
        (0.8, 1.5, False),  # *top* shows what was weighed: it is in its place
        (0.4, 2.5, False),  # more than one curve makes of what another reads: it is a hand's
    ],
)
def test_on_swapped_plugs_top_shows_too_little_of_a_slap_and_under_at_most_twice(
    top_part: float, under_part: float, turned: bool
) -> None:
    through = SHARE * 40.0 * COMES
    strength, view = shown(top_part * through, under_part * through, (2, 40.0))
    assert strength.turns(view, 0.0) is turned


@pytest.mark.parametrize(("hand_n", "pushed"), [(0.0, True), (0.9, False)])
def test_who_presses_half_a_newton_more_than_swapped_plugs_push_is_a_hand(
    hand_n: float, pushed: bool
) -> None:
    """What seems to lift both sensors alike loads them; a hand stays for as long as a contact."""
    through = 0.5 * SHARE * 40.0 * COMES
    through[120:140] += hand_n
    strength, view = shown(through, through, (3, 40.0))
    assert strength.is_turned(view) is pushed


def test_what_under_shows_beyond_the_shape_of_a_slap_is_no_swapped_plugs() -> None:
    through = SHARE * 40.0 * COMES
    hand_n = np.zeros(SCANS)
    hand_n[140:170] = 0.8
    strength, view = shown(0.4 * through, 1.5 * through + hand_n, (2, 40.0))
    assert not strength.turns(view, 0.0)
