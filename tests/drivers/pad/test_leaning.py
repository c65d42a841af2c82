"""Hands that lean, and loads that rest, among hands that come."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Fault
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import WEIGHED_SPREAD, Calibration, ChannelCalibration
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.times import MS
from tests.drivers.pad.pad_events import added, contacts_of, near, told
from tests.drivers.pad.streams import Push, board_info, forces_at, smooth, split, to_codes
from tests.few import few

INFO = board_info(4)


def felt(
    force: Floats, seed: int = 1, calibration: Calibration | None = None
) -> tuple[PadDecoder, list[PadEvent], list[int]]:
    """A pad that got forces, float64[n, c], forty scans at a time; its events, and when it told
    whom as a hand: the times in ms of all batches after which a seat was loaded."""
    codes = to_codes(INFO, force, np.random.default_rng(seed), 3.0)
    samples = Samples(np.arange(len(force), dtype=np.int64) * MS, codes)
    pad, events, loaded = PadDecoder(INFO, calibration or Calibration.nominal(INFO)), [], []
    for batch in split(samples, range(40, len(force), 40)):
        events += pad.feed(batch)
        progress = pad.progress()
        if progress is not None and progress.loaded:
            loaded.append(int(batch.t_ns[-1]) // MS)
    return pad, events, loaded


def hands(duration_ms: int, *pushes: Push) -> Floats:
    return forces_at(INFO, pushes, np.arange(duration_ms, dtype=np.int64) * MS)


def test_what_a_hand_leans_with_is_not_learned_as_what_others_couple() -> None:
    """A slap that lasts for blocks of scans, beside a hand that leans with as much as it could
    couple: when the slap leaves, nothing has come."""
    lean, slap = Push(0, 100, 0.9, 60, 3_500), Push(2, 1_000, 18.0, 10, 1_500)
    late = Push(0, 2_700, 8.0, 15, 200)
    _, events, _ = felt(hands(3_800, lean, slap, late))
    (contact,) = contacts_of(events)
    assert abs(contact.t_ns - late.onset_ns()) < 0.5 * MS
    began, ended, *_ = (t_ns for seat, _, t_ns in told(events, Fault.LEANING) if seat == 0)
    assert began < 1_000 * MS
    assert ended > 2_700 * MS


def test_a_load_that_is_hardly_one_keeps_no_race_from_being_settled() -> None:
    """Something on the table that presses with as much as a petal is released at: nobody's hand."""
    rng = np.random.default_rng(3)
    force = np.zeros((2_500, len(INFO.channels)))
    shaking = rng.normal(0.0, 0.02, (125, len(INFO.channels))).repeat(20, axis=0)
    ramp = np.clip((np.arange(2_500) - 300.0) / 300.0, 0.0, 1.0)[:, None]
    force[:, :2] = np.maximum((0.36 + shaking[:, :2]) * ramp, 0.0)
    _, events, loaded = felt(force)
    assert not contacts_of(events)
    assert loaded == []


def test_what_petals_weigh_that_nobody_has_weighed_is_taken_off_and_so_is_what_creeps_on() -> None:
    """Thirty grams, more than what may be half a newton and less than what holds a petal: as long
    as that made touch after touch, nothing was followed, and the petals were told as stuck."""
    bag = 0.31 + 2.0 / 60_000.0 * np.arange(14_000.0)[:, None].repeat(len(INFO.channels), axis=1)
    palm = Push(0, 12_500, 8.0, 12, 200)
    _, events, _ = felt(bag + hands(14_000, palm))
    assert not told(events, Fault.LEANING) + told(events, Fault.STUCK_PAD)
    (contact,) = contacts_of(events)
    assert near(contact, palm.onset_ns())


@pytest.mark.parametrize("mean_n", few(1, [0.38, 0.36, 0.4]))
def test_a_finger_that_trembles_on_a_petal_that_nobody_has_weighed_puts_no_seat_out(
    mean_n: float,
) -> None:
    """It goes with what releases a petal, as a hand does: no load, which lies still."""
    trembles = np.zeros((12_000, len(INFO.channels)))
    trembles[300:, 0] = mean_n + 0.06 * np.sin(2 * np.pi * 5.0 * np.arange(11_700) / 1_000)
    palm = Push(0, 11_000, 8.0, 15, 100)
    _, events, _ = felt(trembles + hands(12_000, palm), 0)
    assert not told(events, Fault.STUCK_PAD)
    (contact,) = contacts_of(events)
    assert abs(contact.t_ns - palm.onset_ns()) < 2 * MS


@pytest.mark.parametrize("seed", range(5))
def test_a_hand_laid_down_with_what_may_be_a_contact_has_not_come(seed: int) -> None:
    """0.98 N by a sensor that reads a tenth more: who lays a hand down slowly leans."""
    lean, grip = Push(0, 100, 1.08, 50, 900, smooth), Push(0, 600, 12.0, 12, 300)
    _, events, _ = felt(hands(1_500, lean, grip), seed)
    (contact,) = contacts_of(events)
    assert abs(contact.t_ns - grip.onset_ns()) < 0.5 * MS


@pytest.mark.parametrize("peak_n", [1.08, 1.2, 1.6])
def test_a_light_hand_that_comes_at_once_has_come(peak_n: float) -> None:
    """A child's, as light as a hand that leans."""
    tap = Push(0, 100, peak_n, 20, 300)
    _, events, _ = felt(hands(900, tap))
    (contact,) = contacts_of(events)
    assert near(contact, tap.onset_ns())


@pytest.mark.parametrize(("lies_ms", "leans"), [(700, False), (1_500, True)])
def test_a_light_hand_that_came_leans_a_second_later(lies_ms: int, leans: bool) -> None:
    """It may count again after 200 ms, and children who had grabbed were told to lean by then."""
    child = Push(0, 100, 1.2, 20, lies_ms)
    _, events, _ = felt(hands(2_000, child))
    assert len(contacts_of(events)) == 1
    began = [t_ns for _, active, t_ns in told(events, Fault.LEANING) if active]
    assert len(began) == leans
    assert all(0 <= t_ns - child.onset_ns() - 1_000 * MS < 20 * MS for t_ns in began)


@pytest.mark.parametrize("later_ms", [980.0, 988.0, 992.0, 996.0, 1_000.0])
def test_who_slaps_just_as_what_he_rests_becomes_a_lean_has_come(later_ms: float) -> None:
    """What he leant with was what he pressed with in the midst of his rise, and he was nobody."""
    rest, slap = Push(0, 100, 2.0, 12, 2_000), Push(0, 104 + later_ms, 12.0, 14, 300)
    _, events, _ = felt(hands(1_700, rest, slap))
    first, second = contacts_of(events)
    assert near(first, rest.onset_ns())
    assert 0 < second.t_ns - slap.start_ms * MS < 14 * MS


@pytest.mark.parametrize("later_ms", [1_010.0, 1_060.0, 1_100.0])
def test_who_rests_counts_again_a_second_after_he_came(later_ms: float) -> None:
    """By half of what he rests with: a second was counted from when he was told."""
    rest, press = Push(0, 100, 6.0, 12, 2_000), Push(0, 100 + later_ms, 4.0, 8, 300)
    _, events, _ = felt(hands(1_700, rest, press))
    assert len(contacts_of(events)) == 2


@pytest.mark.parametrize("lies_n", [0.5, 1.1])
def test_a_palm_upon_what_lies_where_somebody_tapped_has_come(lies_n: float) -> None:
    """An elbow came with the tap, which seemed to stay: a palm of 28 N was lost, for who has
    pressed with more than 6 N rests after a second only."""
    palm = Push(0, 1_120.4, 28.0, 6, 300)
    force = hands(1_700, Push(0, 300, 7.2, 12, 26), palm)
    force[:, 0] += lies_n * np.clip((np.arange(1_700) - 260) / 100, 0.0, 1.0)
    _, events, _ = felt(force)
    _, contact = contacts_of(events)
    assert near(contact, palm.onset_ns())


def test_a_slow_hand_that_still_rises_has_come() -> None:
    slow = Push(0, 100, 3.0, 400, 300)
    _, events, _ = felt(hands(1_200, slow))
    assert len(contacts_of(events)) == 1


@pytest.mark.parametrize("everywhere", [True, False])
def test_a_light_hand_counts_on_a_load_that_lies_on_all_petals(everywhere: bool) -> None:
    """A heavy hand trembles by as much, and its petal lies there alone."""
    force = np.zeros((2_000, len(INFO.channels)))
    ramp = np.clip((np.arange(2_000) - 100.0) / 400.0, 0.0, 1.0)
    loads_n = [5.0, 4.0, 0.6, 0.5, 0.9, 0.7, 2.0, 1.0] if everywhere else [5.0, 4.0] + 6 * [0.0]
    force += ramp[:, None] * loads_n
    hand = Push(0, 1_500, 2.0, 20, 300)
    force += hands(2_000, hand)
    _, events, _ = felt(force)
    found = [c for c in contacts_of(events) if c.t_ns > 1_000 * MS]
    assert len(found) == everywhere
    assert all(near(c, hand.onset_ns()) for c in found)


def test_a_hand_laid_down_as_scans_are_missing_is_decided() -> None:
    """Of four only one comes: the window has fewer than it should."""
    force = hands(900, Push(0, 100, 1.1, 300, 500))
    kept = np.arange(160, 900, 4)
    pad = PadDecoder(INFO, Calibration.nominal(INFO))
    pad.feed(Samples(kept.astype(np.int64) * MS, to_codes(INFO, force[kept])))
    progress = pad.progress()
    assert progress is not None
    assert not progress.pending


def laid(duration_ms: int, newtons: list[float]) -> Floats:
    """Something heavy is put on the table from 300 ms on, and stays: on each channel so much."""
    ramp = np.clip((np.arange(duration_ms) - 300.0) / 300.0, 0.0, 1.0)
    force: Floats = ramp[:, None] * np.array(newtons)
    return force


def test_a_hand_on_a_load_has_gone_although_the_load_seemed_less_when_it_came() -> None:
    """Others slap just then, and what is taken off for that is a tenth of the load too much."""
    force = laid(2_600, [4.4] * 8) + hands(2_600, Push(0, 1_500, 12.0, 10, 400))
    force[1_350:1_500, :2] -= 0.42
    _, events, loaded = felt(force)
    (contact,) = contacts_of(events)
    assert contact.seat == 0
    assert max(loaded) < 2_000


def test_a_load_is_still_there_after_a_slap_beside_it() -> None:
    """What is taken off for the slap hides it; then it is neither a hand that came nor one that
    leans."""
    beside = ChannelCalibration(shares=((0.05, 0.02), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)))
    calibration = Calibration.nominal(INFO)
    channels = (*calibration.channels[:2], beside, beside, *calibration.channels[4:])
    slap, palm = Push(0, 1_500, 20.0, 10, 300), Push(2, 2_300, 6.0, 10, 200)
    force = laid(3_600, [0.9, 0.9, 0.5, 0.58, 0.9, 0.9, 0.9, 0.9]) + hands(3_600, slap, palm)
    force[:, 2:4] += 0.035 * hands(3_600, slap)[:, :1]
    _, events, loaded = felt(force, calibration=Calibration(channels))
    assert len(contacts_of(events, 0)) == len(contacts_of(events, 1)) == 1
    assert max(loaded) < 2_600
    assert not told(events, Fault.LEANING)


def test_a_load_that_fades_away_is_no_hand_that_leans() -> None:
    """It is taken off little by little; what is left of it comes and goes about the release."""
    force = laid(3_000, [1.2] * 8)
    force[900:, 2] = np.where(np.arange(2_100) // 400 % 2, 0.47, 0.3)
    force[900:, [0, 1, 3, 4, 5, 6, 7]] = 0.1
    _, events, _ = felt(force)
    assert not told(events, Fault.LEANING)


def test_a_hand_leans_where_a_load_has_lain() -> None:
    force = laid(4_000, [1.2] * 8)
    force[1_500:] *= np.clip(1.0 - np.arange(2_500) / 300.0, 0.0, 1.0)[:, None]
    _, events, _ = felt(force + hands(4_000, Push(2, 2_500, 0.8, 60, 1_000)))
    assert [(seat, active) for seat, active, _ in told(events, Fault.LEANING)][:1] == [(1, True)]


@pytest.mark.parametrize("grows_n", [0.0, 0.1, 0.18])
def test_a_hand_that_rises_by_a_newton_at_once_has_come_though_it_presses_harder_later(
    grows_n: float,
) -> None:
    times_ms = np.arange(700.0)
    force = np.interp(times_ms, [300, 325, 400, 550, 560], [0.0, 1.07, 1.07 + grows_n, 1.1, 0.0])
    (contact,) = contacts_of(added({0: force}, duration_ms=700))
    assert near(contact, (300 + 25 * 0.5 / 1.07) * MS)


@pytest.mark.parametrize("fingers_n", [0.0, 14.0])
@pytest.mark.parametrize("later_ms", [50, 80, 110])
def test_a_hand_that_shifts_its_weight_comes_when_it_rises_next(
    later_ms: int, fingers_n: float
) -> None:
    """The shift is no rise of a newton, and no part of the one that follows."""
    lean, shift = Push(0, 100, 0.8, 60, 1_500), Push(0, 800, 0.7, 10, 700)
    grab = Push(0, 800.0 + later_ms, 20.0, 8, 300)
    fingers = Push(1, 800.0 + later_ms, fingers_n, 8, 300)
    _, events, _ = felt(hands(1_300, lean, shift, grab, fingers))
    (contact,) = contacts_of(events)
    assert abs(contact.t_ns - grab.onset_ns()) < 2 * contact.uncertainty_ns


def _trembles(force: Floats, from_ms: int, to_ms: int, most_n: float) -> None:
    """Let the hand on the first petal tremble then."""
    t = np.arange(float(to_ms - from_ms))
    force[from_ms:to_ms, 0] += most_n * np.sin(2 * np.pi * 8.0 * t / 1_000.0)


@pytest.mark.parametrize("rises_n", [0.0, 9.0])
def test_a_heavy_hand_that_leans_and_trembles_keeps_no_pad_from_being_free(rises_n: float) -> None:
    """Nobody's contact counts before that. It counts again once it rises."""
    rest, grab = Push(0, 100, 12.0, 12, 4_000), Push(0, 3_000, rises_n, 12, 400)
    force = hands(4_500, rest, grab)
    _trembles(force, 300, 2_900, 0.8)
    pad, events, loaded = felt(force)
    assert pad.totals()["brushes"] > 10  # it seems to rise, again and again
    came = [rest, grab] if rises_n else [rest]
    assert all(near(c, p.onset_ns()) for c, p in zip(contacts_of(events), came, strict=True))
    assert not [t_ms for t_ms in loaded if 1_250 < t_ms < 3_000]
    assert any(3_000 <= t_ms < 3_100 for t_ms in loaded) == bool(rises_n)


def test_hands_that_stay_on_all_other_petals_are_no_load_to_a_heavy_one_that_trembles() -> None:
    """They were, and it came again by a newton, as if a load made the rest of its force."""
    others = [Push(2 * seat, 1_500 + 9 * seat, 10.0, 10, 450) for seat in (1, 2, 3)]
    force = hands(3_000, Push(0, 100, 12.0, 12, 2_500), *others)
    _trembles(force, 300, 2_500, 1.2)
    _, events, _ = felt(force)
    assert len(contacts_of(events)) == 1


def test_a_hand_that_rests_is_told_for_as_long_as_it_rests() -> None:
    """The baseline has followed it long before it leaves; what it does meanwhile counts."""
    rest, grab = Push(0, 100, 1.5, 200, 12_000, smooth), Push(0, 9_000, 12.0, 12, 200)
    _, events, _ = felt(hands(14_000, rest, grab))
    *_, contact = contacts_of(events)
    assert abs(contact.t_ns - grab.onset_ns()) < 0.5 * MS
    began, ended = (t_ns for seat, _, t_ns in told(events, Fault.LEANING) if seat == 0)
    assert began < 1_500 * MS
    assert 12_000 * MS < ended < 13_000 * MS


def test_a_hand_that_leaves_before_it_is_followed_is_told_no_longer() -> None:
    rest = Push(0, 100, 1.5, 200, 2_000, smooth)
    _, events, _ = felt(hands(4_000, rest))
    _, ended = (t_ns for seat, _, t_ns in told(events, Fault.LEANING) if seat == 0)
    assert ended < 2_400 * MS


def test_a_hand_that_has_left_is_told_no_longer_while_others_play() -> None:
    """The baseline had followed it, and follows nothing as long as others press."""
    others = [Push(2 + 2 * (turn % 2), 6_200 + 380 * turn, 15.0, 10, 500) for turn in range(16)]
    force = hands(14_000, *others)
    force[:, 0] += np.interp(np.arange(14_000), [500, 600, 6_000, 6_100], [0, 3, 3, 0])
    _, events, _ = felt(force)
    _, ended = (t_ns for seat, _, t_ns in told(events, Fault.LEANING) if seat == 0)
    assert ended < 6_400 * MS


@pytest.mark.parametrize("beside_n", [0.0, 5.0, 30.0])
@pytest.mark.parametrize("away_ms", [12, 20, 30, 38])
def test_a_hand_that_nothing_can_lift_has_left_when_it_leaves(
    beside_n: float, away_ms: int
) -> None:
    """Others press all the while: fingers and a swinging table lift light hands alone."""
    pushes = [Push(0, 300, 8.0, 5, 195), Push(0, 510 + away_ms, 8.0, 5, 145)]
    _, events, _ = felt(hands(1_200, Push(2, 290, beside_n, 10, 400), *pushes))
    assert [contact.seat for contact in contacts_of(events)].count(0) == 2


@pytest.mark.parametrize("lean_n", [0.6, 0.75, 0.9])
def test_who_leans_rises_between_the_two_weights_where_a_part_may_be_bent(lean_n: float) -> None:
    """The data sheet's is, where a weighed channel is a power law: half a newton more reads 0.6."""
    weighed = ChannelCalibration(gain_sigma=WEIGHED_SPREAD, exponent=0.829)
    lean, hand = Push(0, 100, lean_n, 60, 1_500), Push(0, 1_000, 6.0, 40, 300)
    calibration = Calibration((weighed,) * len(INFO.channels))
    _, events, _ = felt(hands(1_800, lean, hand), calibration=calibration)
    assert near(contacts_of(events)[-1], hand.onset_ns(), 2.0)


def test_what_came_beside_a_slap_that_cannot_have_coupled_it_teaches_nothing() -> None:
    """A child's hand of which the sensor shows 0.75 N lay beside a slap of 20 N on a table that was
    weighed to couple nothing there: of the next one 0.7 N were taken off, and it was missed."""
    none = ((0.0, 0.0),) * INFO.seats
    channels = [replace(c, shares=none) for c in Calibration.nominal(INFO).channels]
    lean, slap = Push(0, 370, 0.75, 25, 700), Push(2, 300, 20.0, 10, 900)
    pad, events, _ = felt(hands(1_600, slap, lean), calibration=Calibration(tuple(channels)))
    assert not contacts_of(events, 0)
    pair = pad.learned().channels[0].shares[1]
    assert pair is not None
    assert pair[0] < 0.005


def rests(lean_n: float, dips_n: float = 0.0) -> Floats:
    """Who leans on a petal's *top* from 300 ms on, dips by so much from 660 to 672 ms, and grips
    from 700 ms on with 9 N more in 30 ms."""
    ms, force = np.arange(1_000.0), hands(1_000)
    grip = 9.0 * np.sin(np.pi / 2 * np.clip((ms - 700.0) / 30.0, 0.0, 1.0)) ** 2
    force[:, 0] = lean_n * np.clip((ms - 300.0) / 30.0, 0.0, 1.0) + grip
    force[660:672, 0] -= dips_n
    return force


def test_a_finger_that_leant_beside_half_a_newton_may_have_come_as_it_last_passed_that() -> None:
    """Nobody can know whether it was above: the truth of one that was not is in the rest."""
    (contact,) = contacts_of(felt(rests(0.51, 0.05))[1])
    assert contact.t_ns - contact.early_ns <= 672 * MS < 700 * MS < contact.t_ns
    assert contact.late_ns >= 2 * contact.uncertainty_ns


@pytest.mark.parametrize("lean_n", [0.51, 0.56])
def test_a_finger_that_lay_still_beside_half_a_newton_may_have_come_as_its_grip_began(
    lean_n: float,
) -> None:
    (contact,) = contacts_of(felt(rests(lean_n))[1])
    assert 699 * MS <= contact.t_ns - contact.early_ns <= 703 * MS < contact.t_ns


def test_a_finger_that_hardly_moved_has_hardly_come_in_it() -> None:
    """Half a newton may lie anywhere beside it, so hardly just between 0.52 and 0.54: such ends
    made dead heats of hands 15 to 35 ms apart."""
    (contact,) = contacts_of(felt(rests(0.54, 0.02))[1])
    assert contact.t_ns - contact.early_ns >= 699 * MS


def test_who_surely_leant_with_more_came_as_he_rose_though_he_dipped() -> None:
    (contact,) = contacts_of(felt(rests(0.75, 0.05))[1])
    assert contact.early_ns == contact.late_ns == 0


def test_what_others_lift_off_a_hand_that_leans_is_no_rise_of_it() -> None:
    """Fingers under another petal lift most of it, and then it grips: what they may have lifted was
    added to what it had leant with, and its onset was told before anything moved, 18 ms too
    early."""
    lean, palm = Push(0, 100, 0.92, 60, 1_900), Push(0, 1_074.3, 2.0, 17, 300)
    fingers = Push(2, 1_000, 7.0, 10, 500), Push(3, 1_000, 22.0, 10, 500)
    force = hands(2_200, lean, palm, *fingers)
    force[:, 0] = np.maximum(force[:, 0] - 0.3 * hands(2_200, fingers[1])[:, 3] / 22.0, 0.0)
    weighed = ChannelCalibration(shares=((0.0, 0.0), (0.03, -0.03), (0.0, 0.0), (0.0, 0.0)))
    channels = (weighed, *Calibration.nominal(INFO).channels[1:])
    _, events, _ = felt(force, calibration=Calibration(channels))
    (contact,) = contacts_of(events, 0)
    assert near(contact, palm.onset_ns())
    assert contact.uncertainty_ns < 2 * MS
