"""A plug that opens under a hand is told, and no hand is taken for one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Fault
from drivers.pad.channels import fsr
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.times import MS
from tests.drivers.pad.pad_events import contacts_of, told
from tests.drivers.pad.streams import Push, board_info, forces_at, in_batches, to_codes


def opened(
    spells: Sequence[range], pushes: Sequence[Push], channels: Sequence[int] = (0,)
) -> list[PadEvent]:
    """The plug of seat 0's *top* is open in some scans, or gives nothing on all these
    ``channels``; each petal weighs 0.15 N."""
    info = board_info(2)
    rest = float(fsr.ohm_to_code(fsr.force_to_ohm(0.15), info.divider_ohm, info.full_code))
    rests = Calibration(tuple(ChannelCalibration(rest_code=rest) for _ in info.channels))
    t_ns = np.arange(6_000, dtype=np.int64) * MS
    force = forces_at(info, list(pushes), t_ns)
    codes = to_codes(info, force, np.random.default_rng(4), 3.0, rest_n=0.15)
    for spell in spells:
        codes[np.ix_(spell, channels)] = 0
    pad = PadDecoder(info, rests)
    return [e for batch in in_batches(Samples(t_ns, codes)) for e in pad.feed(batch)]


@pytest.mark.parametrize("scans", [2, 25, 400])
def test_a_plug_that_opens_under_a_hand_is_told(scans: int) -> None:
    """It gives nothing from one scan to the next: no hand leaves, nor comes, within a scan. Those
    that came as it was open were told as it closed, with a small error, and nothing was told."""
    hand = Push(0, 1_000, 12.0, 8.0, 300)
    for first in (1_100, 1_290 - scans):  # it leaves while the plug is open, or is there yet
        events = opened([range(first, first + scans)], [hand])
        noisy = told(events, Fault.NOISY_CHANNEL)
        assert [(seat, active) for seat, active, _ in noisy] == [(0, True), (0, False)]


def test_a_lone_code_of_nothing_is_no_loose_plug() -> None:
    events = opened([range(1_100, 1_101)], [Push(0, 1_000, 12.0, 8.0, 300)])
    assert not told(events, Fault.NOISY_CHANNEL)


def test_a_slap_that_rebounds_is_no_loose_plug() -> None:
    """The petal is thrown off its sensor as the hand leaves it with 4 N."""
    events = opened([range(1_024, 1_050)], [Push(0, 1_000, 45.0, 3.0, 12.0)])
    assert contacts_of(events)
    assert not told(events, Fault.NOISY_CHANNEL)


@pytest.mark.parametrize(("channels", "told_n"), [((0,), 2), ((0, 1), 0)])
def test_a_hand_that_bounces_off_leaves_both_sensors(channels: Sequence[int], told_n: int) -> None:
    """The petal is thrown off both at once; a plug opens by itself."""
    hand = Push(0, 1_000, 12.0, 8.0, 300), Push(1, 1_000, 5.0, 8.0, 300)
    events = opened([range(1_100, 1_106)], hand, channels)
    assert len(told(events, Fault.NOISY_CHANNEL)) == told_n
