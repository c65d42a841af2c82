"""Bouncing hands keep their onsets, however many slap."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import contacts_of
from tests.drivers.pad.streams import Push, contacts, split, to_codes
from tests.drivers.pad.test_crosstalk import INFO, WEIGHED, shaken_stream


@pytest.mark.parametrize("again_ms", [120.0, 121.0, 122.0])
@pytest.mark.parametrize("seed", [0, 2])
def test_a_bounce_that_was_first_is_not_undone_in_its_gap(again_ms: float, seed: int) -> None:
    """Its fingers were found to be coupled, as nothing pressed when that was asked."""
    thumb = [Push(0, 100.0, 5.0, 3.0, 2.0), Push(0, again_ms, 13.0, 12.0, 200)]
    fingers = [Push(1, 104.0, 3.4, 6.0, 3.0), Push(1, again_ms + 1.0, 6.0, 12.0, 200)]
    slaps = [Push(2 * k, 101.7 + 0.5 * k, 30.0, 5.0, 200) for k in (1, 2, 3)]
    stream = shaken_stream([*thumb, *fingers, *slaps], 0.02, seed)
    found = contacts(PadDecoder(INFO, WEIGHED), [stream])
    (own,) = [contact for contact in found if contact.seat == 0]
    assert abs(own.t_ns - thumb[0].onset_ns()) <= 3 * own.uncertainty_ns < MS


@pytest.mark.parametrize("start_ms", [112.0, 112.5, 113.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_finger_that_bounces_is_not_decided_by_the_first_sample_of_its_return(
    start_ms: float, seed: int
) -> None:
    """Whether the gap was one of 5 ms was not known by then, for a slap couples into its end."""
    bounce = [Push(0, 100.0, 3.3, 3.0, 0.0), Push(1, 101.0, 3.3, 3.0, 0.0)]
    hand = [Push(0, start_ms, 1.6, 14.0, 150), Push(1, start_ms + 3.0, 1.3, 14.0, 150)]
    slap = Push(4, start_ms - 6.0, 35.0, 10.0, 250)
    samples = shaken_stream([*bounce, *hand, slap], 0.02, seed)
    found = contacts(PadDecoder(INFO, WEIGHED), [samples])
    (own,) = [contact for contact in found if contact.seat == 0]
    assert abs(own.t_ns - hand[0].onset_ns()) <= 3 * own.uncertainty_ns


@pytest.mark.parametrize("width_ms", [10.0, 14.0])
def test_a_hand_that_leaves_for_a_moment_is_no_click_of_which_the_end_is_the_table(
    width_ms: float,
) -> None:
    """Its fall was taken for the table that swings after a click, so its gap for a longer one: it
    was told by its thumb, and sure of that. A sensor shows a little of a hit for a while."""
    t_ms = np.arange(600.0)
    hit = np.clip((t_ms - 100.3) / width_ms, 0.0, 1.0)
    gone_ms = 100.3 + width_ms
    force = np.zeros((600, len(INFO.channels)))
    tail = np.where(t_ms > gone_ms - 1.0, 0.2 * np.exp(-(t_ms - gone_ms) / 15.0), 0.0)
    force[:, 0] = np.maximum(12.0 * np.sin(np.pi * hit) ** 1.2, tail)
    force[:, 1] = np.clip(1.2 * (t_ms - gone_ms - 3.6), 0.0, 8.0)
    force[:, 0] += np.clip(t_ms - gone_ms - 24.0, 0.0, 10.0)
    force[450:] = 0.0
    samples = Samples(t_ms.astype(np.int64) * MS, to_codes(INFO, force))
    (own,) = contacts(PadDecoder(INFO, WEIGHED), [samples])
    assert abs(own.t_ns - 101 * MS) <= MS


@pytest.mark.parametrize("hops", [1, 2, 3])
@pytest.mark.parametrize("peak_n", [2.0, 10.0])
@pytest.mark.parametrize("gap_ms", [1.5, 3.0])
def test_a_hand_that_hops_came_with_its_first_hop_however_many(
    hops: int, peak_n: float, gap_ms: float
) -> None:
    """The first hop was taken for a click, and those after it for the table that swings: it was
    told by its grip, up to 25 ms late, and nearly sure of that."""
    t_ms, begun_ms = np.arange(600.0), 100.3 + np.arange(hops) * (5.0 + gap_ms)
    hop = np.clip((t_ms[:, None] - begun_ms) / 5.0, 0.0, 1.0)
    force = np.zeros((600, len(INFO.channels)))
    force[:, 0] = (peak_n * np.sin(np.pi * hop)).sum(axis=1)
    force[:450, 0] += np.clip(2.0 * (t_ms[:450] - begun_ms[-1] - 5.0 - gap_ms), 0.0, 15.0)
    samples = Samples(t_ms.astype(np.int64) * MS, to_codes(INFO, force))
    (own,) = contacts(PadDecoder(INFO, WEIGHED), [samples])
    assert abs(own.t_ns - 100.5 * MS) <= 0.5 * MS
    assert own.uncertainty_ns < 0.5 * MS


def _bounces(length_ms: float) -> Samples:
    """Above half a newton for so long from 100.5 ms on, then, after 11 ms, a palm of 12 N."""
    t_ms = np.arange(600.0)
    first, again = (np.clip(t_ms - since_ms, -0.5, None) for since_ms in (100.5, 111.5 + length_ms))
    force = np.zeros((600, len(INFO.channels)))
    off = np.clip(100.5 + length_ms - t_ms, -0.5, None)
    force[:, 0] = np.clip(0.5 + np.minimum(first, off), 0.0, 3.0)
    force[:, 0] += np.clip(0.5 + again, 0.0, 12.0) * (t_ms < 450)
    return Samples(t_ms.astype(np.int64) * MS, to_codes(INFO, force))


@pytest.mark.parametrize("length_ms", [14.9, 15.1])
def test_what_may_have_lasted_as_long_as_a_contact_is_one_end_and_the_hand_the_other(
    length_ms: float,
) -> None:
    """It was a brush by a hair and its hand told with u 0.1 ms: 28 ms late, if it was none."""
    pad, samples = PadDecoder(INFO, WEIGHED), _bounces(length_ms)
    for batch in split(samples, range(10, 600, 10)):
        for contact in contacts_of(pad.feed(batch)):
            assert contact.t_ns - contact.early_ns <= 100.6 * MS
            assert contact.t_ns + contact.late_ns >= (111.4 + length_ms) * MS
            return
        progress = pad.progress()
        assert progress is not None
        assert progress.complete_to_ns <= max(int(batch.t_ns[-1]) - 100 * MS, 0) + 100.5 * MS
    pytest.fail("the hand was not seen")


@pytest.mark.parametrize("length_ms", [8.0, 13.0, 14.4])
def test_a_brush_is_none(length_ms: float) -> None:
    (contact,) = contacts(PadDecoder(INFO, WEIGHED), [_bounces(length_ms)])
    assert contact.early_ns == contact.late_ns == 0
    assert contact.t_ns == pytest.approx((111.5 + length_ms) * MS, abs=MS // 4)


def test_a_brush_that_may_have_been_a_contact_holds_nobody_back_for_longer_than_a_hand() -> None:
    samples, pad = _bounces(15.0), PadDecoder(INFO, WEIGHED)
    alone = Samples(samples.t_ns, np.where(samples.t_ns[:, None] < 120 * MS, samples.codes, 0))
    for batch in split(alone, range(10, 600, 10)):
        assert not contacts_of(pad.feed(batch))
        progress = pad.progress()
        assert progress is not None
        assert int(batch.t_ns[-1]) - progress.complete_to_ns <= PadConfig().gesture_ns + 2 * MS


def hit_and_grip(hit_ms: float, grip_ms: float, lost: slice, peak_n: float = 7.0) -> Contact:
    """The first contact of a hand that hits from 100.3 on, and grips, as scans are lost."""
    t_ms = np.arange(600.0)
    force = np.zeros((600, len(INFO.channels)))
    force[:, 0] = peak_n * np.sin(np.pi * np.clip((t_ms - 100.3) / hit_ms, 0.0, 1.0))
    force[:450, 0] += np.clip(2.0 * (t_ms[:450] - grip_ms), 0.0, 15.0)
    kept = np.delete(np.arange(600), lost)
    samples = Samples(kept * MS, to_codes(INFO, force)[kept], dropped=600 - len(kept))
    own, *_ = contacts(PadDecoder(INFO, WEIGHED), [samples])
    return own


def told_from_to(contact: Contact) -> tuple[float, float]:
    """The ends of a contact, in milliseconds."""
    return (contact.t_ns - contact.early_ns) / MS, (contact.t_ns + contact.late_ns) / MS


@pytest.mark.parametrize("lost", [12, 20])
def test_who_may_have_let_go_while_scans_were_lost_came_by_then_at_the_latest(lost: int) -> None:
    """Off for 8 ms that nobody saw, between a brush and the grip: told by the brush, with u 0.1."""
    own = hit_and_grip(7.0, 115.3, slice(104, 104 + lost))
    first_ms, last_ms = told_from_to(own)
    assert abs(own.t_ns - 100.5 * MS) < 0.5 * MS
    assert first_ms < 100.5
    assert 115.5 < last_ms <= 104.5 + lost


def test_who_may_have_come_while_scans_were_lost_and_bounced_came_in_them_at_the_earliest() -> None:
    """Told by the grip, 11 ms late and nearly sure of that."""
    own = hit_and_grip(9.0, 112.3, slice(99, 111))
    first_ms, last_ms = told_from_to(own)
    assert first_ms <= 100.4
    assert last_ms >= 100.4


@pytest.mark.parametrize("lost", [slice(117, 130), slice(103, 108), slice(110, 116)])
def test_lost_scans_that_hide_no_release_make_no_doubt(lost: slice) -> None:
    """After a contact; no longer than a bounce's gap; or so hard before and after them that a hand
    could not have gone and come in the rest of them."""
    own = hit_and_grip(20.0, 100.3, lost, 40.0)
    assert (own.early_ns, own.late_ns) == (0, 0)


@pytest.mark.parametrize("first", [101, 103, 108])
def test_a_hit_of_which_scans_are_lost_lasts_all_the_same(first: int) -> None:
    """For 18 ms, 6 of which nobody saw: it was a brush, and the grip 27 ms later the hand."""
    own = hit_and_grip(18.0, 127.0, slice(first, first + 6))
    assert abs(own.t_ns - 100.5 * MS) < max(2 * own.uncertainty_ns, 0.5 * MS)
