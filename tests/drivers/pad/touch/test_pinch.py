"""Grab or palm, among slaps that couple more than was weighed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Gesture
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.evidence import TouchSummary
from drivers.pad.rise import Rise
from drivers.times import MS
from tests.drivers.pad.streams import board_info, in_batches, to_codes

INFO = board_info(4)
T = np.arange(800.0)


def weighed(share: float) -> Calibration:
    """A table on which a push on seat 1 couples so much into both sensors of seat 0."""
    channels = Calibration.nominal(INFO).channels
    none = ((0.0, 0.0),) * 4
    own = ((0.0, 0.0), (share, 0.0), (0.0, 0.0), (0.0, 0.0))
    return Calibration(
        tuple(replace(c, shares=own if i < 2 else none) for i, c in enumerate(channels))
    )


def hand(start_ms: float, rise_ms: float, peak_n: float) -> Floats:
    rise = np.sin(np.clip((T - start_ms) / rise_ms, 0.0, 1.0) * np.pi / 2) ** 2
    return np.asarray(peak_n * rise * (start_ms + 250.0 > T))


def told(
    top: Floats, under: Floats, slap: Floats, share: float | None = 0.005, pinched: float = 0.0
) -> list[Gesture]:
    """``share``: as ``weighed``; None: nobody has weighed the table. ``pinched``: the share of the
    slap that its *under* carries."""
    force = np.zeros((len(T), len(INFO.channels)))
    force[:, 0], force[:, 1], force[:, 2], force[:, 3] = top, under, slap, pinched * slap
    calibration = Calibration.nominal(INFO) if share is None else weighed(share)
    pad = PadDecoder(INFO, calibration)
    codes = to_codes(INFO, force, np.random.default_rng(1), 1.0)
    samples = Samples(T.astype(np.int64) * MS, codes)
    events = [e for batch in in_batches(samples) for e in pad.feed(batch)]
    return [e.gesture for e in events if isinstance(e, Contact) and e.seat == 0]


@pytest.mark.parametrize("after_ms", [-15.0, 5.0, 20.0])
@pytest.mark.parametrize(("peak_n", "slap_n"), [(1.6, 46.0), (2.2, 46.0)])
def test_a_palm_beside_a_slap_is_no_grab(after_ms: float, peak_n: float, slap_n: float) -> None:
    """*Under* shows three times what was weighed: more than 0.5 N, and 8 % of the hand."""
    mine, slap = hand(300.0, 12.0, peak_n), hand(300.0 + after_ms, 10.0, slap_n)
    found = told(mine + 0.005 * slap, 0.02 * mine + 0.016 * slap, slap)
    assert found == [Gesture.PALM]


@pytest.mark.parametrize(("share", "slap_n"), [(0.35, 0.0), (0.7, 0.0), (0.6, 35.0)])
def test_a_childs_fingers_are_a_grab_below_the_threshold_too(share: float, slap_n: float) -> None:
    mine, slap = hand(300.0, 15.0, 1.3), hand(311.0, 10.0, slap_n)
    assert told(mine + 0.005 * slap, share * mine + 0.005 * slap, slap) == [Gesture.GRAB]


def test_fingers_that_roll_on_are_a_grab() -> None:
    none = np.zeros(len(T))
    assert told(hand(300.0, 12.0, 6.0), hand(350.0, 12.0, 2.5), none) == [Gesture.GRAB]


@pytest.mark.parametrize("after_ms", [80.0, 100.0, 108.0])
def test_fingers_that_roll_on_late_are_a_grab_beside_a_slap_too(after_ms: float) -> None:
    """They press for so little of the gesture window that a fit over it hardly sees them."""
    mine, slap = hand(300.0, 6.0, 45.0), hand(303.0, 10.0, 46.0)
    under = hand(300.0 + after_ms, 8.0, 25.0) + 0.03 * slap
    assert told(mine + 0.03 * slap, under, slap, 0.03) == [Gesture.GRAB]


def test_a_palm_on_swapped_plugs_stays_one_where_a_slap_is_coupled_into_top() -> None:
    mine, slap = hand(300.0, 12.0, 9.0), hand(305.0, 10.0, 40.0)
    assert told(0.02 * mine + 0.016 * slap, mine + 0.005 * slap, slap) == [Gesture.PALM]


def test_what_slaps_are_known_to_couple_asks_for_no_more_of_a_hand() -> None:
    """8 % of the hand and five times it was pressed, beyond all that may be coupled."""
    under, top, slap = hand(300.0, 20.0, 13.0), hand(356.0, 25.0, 5.3), hand(335.0, 10.0, 44.0)
    assert told(top + 0.038 * slap, under + 0.038 * slap, slap, 0.038) == [Gesture.GRAB]


@pytest.mark.parametrize("after_ms", [50.0, 60.0, 70.0])
def test_fingers_that_close_late_are_a_grab_however_hard_others_press(after_ms: float) -> None:
    """Nobody else moves when *under* rises, so nobody passes that on."""
    mine, slap = hand(300.0, 12.0, 7.5), hand(230.0, 10.0, 46.0)
    late = hand(300.0 + after_ms, 10.0, 1.0)
    assert told(mine + 0.005 * slap, late + 0.005 * slap, slap) == [Gesture.GRAB]


def test_a_palm_is_none_by_a_slap_that_comes_late() -> None:
    """It couples four times as much as was weighed, at its own time."""
    mine, slap = hand(300.0, 12.0, 7.5), hand(360.0, 10.0, 46.0)
    assert told(mine + 0.005 * slap, 0.02 * mine + 0.02 * slap, slap) == [Gesture.PALM]


@pytest.mark.parametrize("after_ms", [-6.0, 0.0, 4.0, 8.0])
def test_on_a_new_table_a_light_grab_beside_a_slap_is_no_palm(after_ms: float) -> None:
    """How much more than a grab's least it is stays in doubt, but no palm passes on so much."""
    mine, slap = hand(300.0, 12.0, 6.0), hand(300.0 + after_ms, 10.0, 10.0)
    assert told(mine + 0.03 * slap, 0.15 * mine + 0.03 * slap, slap, None) == [Gesture.GRAB]


@pytest.mark.parametrize("coupled", [0.0, 0.03, 0.06])
def test_on_a_new_table_a_palm_beside_a_slap_stays_one(coupled: float) -> None:
    mine, slap = hand(300.0, 12.0, 6.0), hand(302.0, 10.0, 25.0)
    found = told(mine + 0.03 * slap, 0.02 * mine + coupled * slap, slap, None)
    assert found == [Gesture.PALM]


@pytest.mark.parametrize(("after_ms", "share", "slap_n"), [(4.0, 0.2, 40.0), (6.0, 0.16, 20.0)])
def test_fingers_that_come_with_a_slap_are_more_than_any_table_couples(
    after_ms: float, share: float, slap_n: float
) -> None:
    """They have its shape, and would be 15 % of it and more."""
    mine, fingers = hand(300.0, 12.0, 30.0), hand(300.0 + after_ms, 12.0, share * 30.0)
    slap = hand(300.0 + after_ms, 10.0, slap_n)
    assert told(mine + 0.03 * slap, fingers + 0.03 * slap, slap, None) == [Gesture.GRAB]


@pytest.mark.parametrize("slap_n", [34.0, 46.0])
def test_on_a_new_table_fingers_that_come_as_another_hand_does_are_a_grab(slap_n: float) -> None:
    """Their palm slaps and recoils, so they are like that other hand alone, and would be a ninth of
    it: as little of that as a tenth made a palm, though no table is likely to couple so much."""
    recoils = np.interp(T, [299, 302, 306, 320, 325, 550], [0, 33, 12, 24, 26, 26]) * (T < 550.0)
    other = hand(306.0, 5.0, slap_n)
    fingers = hand(306.0, 5.0, 0.095 * slap_n)
    assert told(recoils + 0.03 * other, fingers + 0.03 * other, other, None) == [Gesture.GRAB]


@pytest.mark.parametrize("slap_n", [10.0, 20.0])
def test_on_a_new_table_a_slap_whose_thumb_comes_later_is_a_grab(slap_n: float) -> None:
    """Both recoil, each at its own time, and hold with as much as a tenth of its peak then."""
    top = np.interp(T, [299, 301, 306, 310, 320, 550], [0, 72, 68, 1, 6, 5]) * (T < 550.0)
    under = np.interp(T, [307, 311, 316, 318, 330, 550], [0, 46, 3, 0, 4, 3]) * (T < 550.0)
    other = hand(302.0, 5.0, slap_n)
    found = told(top + 0.03 * other, under + 0.03 * other, other, None)
    assert found == [Gesture.GRAB]


@pytest.mark.parametrize("after_ms", [-4.0, 6.0])
@pytest.mark.parametrize(("part", "peak_n"), [(0.15, 4.0), (0.25, 2.5), (0.35, 1.6)])
@pytest.mark.parametrize("slap_n", [22.0, 45.0])
def test_fingers_that_press_harder_than_their_thumb_are_a_grab_beside_a_slap(
    part: float, peak_n: float, slap_n: float, after_ms: float
) -> None:
    """A slap could have brought all that *top* shows, but no flat hand loads *under*. Where *top*
    shows no more than that, plugs may be swapped."""
    fingers, slap = hand(300.0, 12.0, peak_n), hand(300.0 + after_ms, 10.0, slap_n)
    coupled = 0.02 * slap
    assert told(part * fingers + coupled, fingers + coupled, slap, None) == [Gesture.GRAB]
    assert told(0.02 * fingers + coupled, fingers + coupled, slap, None) == [Gesture.PALM]


@pytest.mark.parametrize("slap_n", [22.0, 32.0, 45.0])
def test_fingers_that_were_felt_before_a_slap_are_a_grab(slap_n: float) -> None:
    """For some samples they were more than any table couples; the slap hides that they stay."""
    mine, slap = hand(300.0, 6.0, 6.0), hand(304.0, 8.0, slap_n)
    assert told(mine + 0.03 * slap, 0.15 * mine + 0.02 * slap, slap, None) == [Gesture.GRAB]
    assert told(mine + 0.03 * slap, 0.02 * mine + 0.05 * slap, slap, None) == [Gesture.PALM]


def test_what_is_only_likely_a_pinch_says_nothing_of_the_plugs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who rolls on from below at a worst table was told to have swapped plugs."""
    pinches: list[bool] = []
    of = TouchSummary.of

    def spy(
        rises: Sequence[Rise | None], pinched: bool, saturated: bool, top_is_still: bool
    ) -> TouchSummary:
        pinches.append(pinched)
        return of(rises, pinched, saturated, top_is_still)

    monkeypatch.setattr(TouchSummary, "of", spy)
    fingers, slap = hand(300.0, 12.0, 2.5), hand(306.0, 10.0, 45.0)
    coupled = 0.02 * slap
    assert told(0.25 * fingers + coupled, fingers + coupled, slap, None) == [Gesture.GRAB]
    assert not any(pinches)


@pytest.mark.parametrize("again_n", [0.0, 0.5])
def test_a_palm_whose_click_lets_the_table_swing_is_no_grab(again_n: float) -> None:
    """*Under* shows 0.7 N of that for some milliseconds, and perhaps once more: no finger's."""
    mine = np.interp(
        T, [299.5, 300.5, 302.0, 330.0, 345.0, 700.0], [0.0, 9.0, 3.0, 3.2, 11.0, 11.0]
    )
    swings = np.interp(T, [300, 304, 308], [0.0, 0.7, 0.0])
    swings += np.interp(T, [314, 318, 322], [0.0, again_n, 0.0])
    assert told(mine, 0.01 * mine + swings, np.zeros(len(T))) == [Gesture.PALM]
    assert told(mine, np.maximum(0.3 * mine, swings), np.zeros(len(T))) == [Gesture.GRAB]


@pytest.mark.parametrize("after_ms", [-1.0, 0.0, 1.0])
def test_on_a_new_table_fingers_beside_a_grab_are_no_part_of_its_pinch(after_ms: float) -> None:
    """Both its sides cancel for the most part: as much of them as of a push made a palm."""
    mine, grab = hand(300.0, 10.0, 7.0), hand(300.0 + after_ms, 10.0, 40.0)
    for carried, gesture in ((2.0 / 7.0 * mine, Gesture.GRAB), (0.02 * mine, Gesture.PALM)):
        found = told(mine + 0.003 * grab, carried + 0.002 * grab, grab, None, 0.92)
        assert found == [gesture]
