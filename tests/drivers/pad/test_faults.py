"""A broken pad says so, by seat, and the others go on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from drivers.board import Samples
from drivers.events import Contact, Fault, Gesture, SeatFault, SourceFault
from drivers.pad.channels import fsr
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.times import MS
from tests.drivers.pad.pad_events import added, contacts_of, fed, near, told
from tests.drivers.pad.streams import Push, board_info, forces_at, in_batches, stream, to_codes
from tests.few import few

INFO = board_info(2)
_LITTLE = 40  # codes: a rest by which nobody tells a dead sensor without hands


def quiet(duration_ms: int, seed: int = 1) -> Samples:
    return stream(INFO, [], duration_ms, rng=np.random.default_rng(seed))


def feed(decoder: PadDecoder, samples: Samples) -> list[object]:
    return [e for batch in in_batches(samples) for e in decoder.feed(batch)]


def faults(events: list[object]) -> list[tuple[int | str, Fault, bool]]:
    return [
        (e.seat if isinstance(e, SeatFault) else e.source, e.fault, e.active)
        for e in events
        if isinstance(e, SeatFault | SourceFault)
    ]


def decoder() -> PadDecoder:
    return PadDecoder(INFO, Calibration.nominal(INFO))


def test_petal_loaded_for_eight_seconds_is_stuck_until_released() -> None:
    """By what does not lie still: long before, it is told that a hand lies there."""
    pushes = [Push(0, 100, 5.0, hold_ms=9_000), Push(2, 9_500, 20.0), Push(0, 9_600, 20.0)]
    t_ns = np.arange(10_000, dtype=np.int64) * MS
    force = forces_at(INFO, pushes, t_ns)
    force[200:9_000, 0] += 0.25 * np.sin(2 * np.pi * 5.0 * np.arange(8_800) / 1_000)
    samples = Samples(t_ns, to_codes(INFO, force, np.random.default_rng(1), 3.0))
    events = feed(decoder(), samples)
    assert faults(events) == [
        (0, Fault.LEANING, True),
        (0, Fault.STUCK_PAD, True),
        (0, Fault.LEANING, False),
        (0, Fault.STUCK_PAD, False),
    ]
    assert [e.seat for e in events if isinstance(e, Contact)] == [0, 1, 0]


@pytest.mark.parametrize("newtons", [1.5, 3.0, 4.5, 8.0])
def test_what_lies_still_on_a_petal_becomes_its_rest_and_the_seat_plays_on(newtons: float) -> None:
    """A thing that is put down at once. What the baseline took off of it was taken for movement,
    and what noise it adds too: it was never followed to its end, and the seat was out."""
    hand = Push(0, 10_500, 6.0, 10.0, 200)
    t_ns = np.arange(11_200, dtype=np.int64) * MS
    force = forces_at(INFO, [hand], t_ns)
    noise = np.random.default_rng(2).normal(0.0, 0.006, len(force))
    force[:, 0] += newtons * np.clip((t_ns / MS - 500) / 60, 0, 1) * (1 + noise)
    events = feed(decoder(), Samples(t_ns, to_codes(INFO, force, np.random.default_rng(1), 3.0)))
    assert faults(events) == [(0, Fault.LEANING, True)]
    *_, contact = [e for e in events if isinstance(e, Contact)]
    assert near(contact, hand.onset_ns())


def test_what_lies_on_a_petal_from_the_start_becomes_a_load_and_stays_told() -> None:
    lying = Push(0, -100, 5.0, hold_ms=12_000)
    events = feed(decoder(), stream(INFO, [lying, Push(0, 9_000, 9.0)], 13_000))
    assert faults(events) == [(0, Fault.LEANING, True), (0, Fault.LEANING, False)]
    (hand,) = [e for e in events if isinstance(e, Contact)]
    assert 9_000 * MS < hand.t_ns < 9_010 * MS
    (ended,) = [e for e in events if isinstance(e, SeatFault) and not e.active]
    assert ended.t_ns > 11_900 * MS


@pytest.mark.parametrize("ohms", [0, 20])
def test_shorted_sensor_is_nonsense_and_the_neighbour_plays_on(ohms: int) -> None:
    """No hand presses with the 1 000 N that 20 ohms would be either."""
    samples = stream(INFO, [Push(2, 500, 20.0)], 4_000, rng=np.random.default_rng(1))
    samples.codes[100:1_000, 0] = fsr.ohm_to_code(ohms, INFO.divider_ohm, INFO.full_code)
    events = feed(decoder(), samples)
    assert faults(events) == [(0, Fault.NONSENSE, True), (0, Fault.NONSENSE, False)]
    assert [e.seat for e in events if isinstance(e, Contact)] == [1]


def test_a_sensor_at_full_scale_is_told_before_the_first_hand() -> None:
    samples = quiet(1_000)
    samples.codes[:, 1] = INFO.full_code
    (event,) = feed(decoder(), samples)
    assert isinstance(event, SeatFault)
    assert (event.seat, event.fault) == (0, Fault.NONSENSE)
    assert event.t_ns < 20 * MS


def test_codes_above_full_scale_are_nonsense() -> None:
    samples = quiet(2_000)
    samples.codes[100:200, 3] = 60_000
    assert faults(feed(decoder(), samples))[0] == (1, Fault.NONSENSE, True)


def test_single_impossible_code_is_no_touch_and_no_fault() -> None:
    samples = quiet(1_000)
    samples.codes[500, 0] = 65_535
    pad = decoder()
    assert feed(pad, samples) == []
    assert pad.totals()["brushes"] == 0


def loose(spells: Sequence[range], duration_ms: int) -> Samples:
    """A wire of seat 0 hangs loose: one sample in fifteen is far off."""
    samples, rng = quiet(duration_ms), np.random.default_rng(2)
    for spell in spells:
        crackles = np.array(spell)[rng.random(len(spell)) < 1 / 15]
        samples.codes[crackles, 1] = 3_000
    return samples


def test_a_loose_wire_is_told_and_forgiven() -> None:
    assert faults(feed(decoder(), loose([range(1_000, 2_500)], 6_000))) == [
        (0, Fault.NOISY_CHANNEL, True),
        (0, Fault.NOISY_CHANNEL, False),
    ]


def test_a_loose_wire_that_came_and_went_is_forgiven_though_no_hand_comes() -> None:
    samples = loose([range(start, start + 1_500) for start in (1_000, 4_500, 8_000)], 15_000)
    pad = PadDecoder(INFO, Calibration.nominal(INFO), PadConfig(loose_quiet_ns=2_000 * MS))
    events = feed(pad, samples)
    assert [active for _, _, active in faults(events)] == [True, False, True, False, True, False]


def tone(amplitude_n: float, hz: float, divider_ohm: float) -> list[PadEvent]:
    """All petals hear it, by more or less and not to the same side; seat 0 is grabbed."""
    info = board_info(divider_ohm=divider_ohm)
    t_ns = np.arange(4_000, dtype=np.int64) * MS
    force = forces_at(info, [Push(0, 3_000, 20.0), Push(1, 3_000, 9.0)], t_ns)
    sines = np.sin(2 * np.pi * hz * t_ns / 1_000 / MS)
    force += amplitude_n * sines[:, None] * np.array([1, -0.7, 0.8, 1, -1, 0.6, -0.9, 0.7])
    codes = to_codes(info, np.maximum(force, 0.0), np.random.default_rng(3), 3.0)
    pad = PadDecoder(info, Calibration.nominal(info))
    batches = in_batches(Samples(t_ns, codes))
    return [event for batch in batches for event in pad.feed(batch)]


@pytest.mark.parametrize("divider_ohm", [2_200.0, 10_000.0])
@pytest.mark.parametrize("hz", [60.0, 150.0])
@pytest.mark.parametrize("amplitude_n", [0.03, 0.06, 0.12, 0.25])
def test_a_tone_far_from_the_threshold_puts_nobody_out(
    amplitude_n: float, hz: float, divider_ohm: float
) -> None:
    """Music, a fan, hum: it was told by its codes, from 30 mN on, and no seat's hands counted."""
    events = tone(amplitude_n, hz, divider_ohm)
    assert not told(events, Fault.NOISY_CHANNEL)
    (contact,) = contacts_of(events)
    assert near(contact, Push(0, 3_000, 20.0).onset_ns())


@pytest.mark.parametrize("weight_n", [14.75, 15.5])
def test_a_bottle_on_a_petal_does_not_flutter_by_the_converters_own_steps(weight_n: float) -> None:
    """Of ten bits one is 0.3 N there."""
    info, t_ns = board_info(full_code=1_023), np.arange(14_000, dtype=np.int64) * MS
    lies = Push(0, 500, weight_n, 20, 13_000), Push(1, 500, weight_n / 20, 20, 13_000)
    codes = to_codes(info, forces_at(info, lies, t_ns), np.random.default_rng(1), 0.5)
    pad = PadDecoder(info, Calibration.nominal(info))
    events = [event for batch in in_batches(Samples(t_ns, codes)) for event in pad.feed(batch)]
    assert not told(events, Fault.NOISY_CHANNEL)


@pytest.mark.parametrize("divider_ohm", few(1, [2_200.0, 10_000.0]))
def test_a_tone_that_passes_the_threshold_is_told_of_all_petals(divider_ohm: float) -> None:
    events = tone(1.2, 60.0, divider_ohm)
    assert {seat for seat, _, _ in told(events, Fault.NOISY_CHANNEL)} == set(range(4))


@pytest.mark.parametrize(("hz", "noisy"), [(10, False), (25, False), (50, True), (230, True)])
def test_fingers_that_drum_on_a_petal_are_no_noise(hz: int, noisy: bool) -> None:
    """They come less often than any hum."""
    ms = np.arange(4_000)
    swings_n = 0.5 * (1.0 - np.cos(2 * np.pi * hz / 1_000 * ms)) * ((ms > 400) & (ms < 2_900))
    events = added({0: swings_n}, Push(0, 3_000, 20.0), duration_ms=4_000)
    assert bool(told(events, Fault.NOISY_CHANNEL)) == noisy
    assert noisy or contacts_of(events)


def test_a_finger_that_rests_where_touches_end_is_no_noise() -> None:
    """What its sensor is noisy by passes that level again and again, but never lets go."""
    rests_n = 0.35 + np.random.default_rng(3).normal(0.0, 0.02, 2_000)
    assert not told(added({0: rests_n}, duration_ms=2_000), Fault.NOISY_CHANNEL)


def test_what_lies_between_a_touch_s_beginning_and_its_end_is_no_noise() -> None:
    """Of a bag that a sensor shows badly 0.27 N were not followed yet, as hands were on the pad:
    its seat was out for noise of 0.06 N."""
    lies_n = 0.27 + np.random.default_rng(3).normal(0.0, 0.055, 3_000)
    assert not told(added({0: lies_n}, duration_ms=3_000), Fault.NOISY_CHANNEL)


def blows(*, late_ms: int = 0, hz: float = 55.0) -> npt.NDArray[np.float64]:
    """Newtons of 6 s in which somebody drums on the table, some six times a second."""
    at_ms = np.cumsum(np.random.default_rng(5).uniform(120, 210, 32)) + late_ms
    since_ms = np.arange(6_500.0) - at_ms[:, None]
    rings = np.exp(-np.maximum(since_ms, 0.0) / 15) * np.sin(2 * np.pi * hz / 1_000 * since_ms)
    newtons: npt.NDArray[np.float64] = 0.6 * (rings * (since_ms > 0)).sum(axis=0)
    return newtons


def drummed() -> dict[int, npt.NDArray[np.float64]]:
    """The table bends and rocks: petals are loaded or lifted, each sensor in its own time."""
    shares = (1.0, 0.9, -0.5, -0.4, 0.3, -0.8, 0.2, 0.1)
    return {c: share * blows(late_ms=c // 2) for c, share in enumerate(shares)}


def test_who_drums_on_the_table_puts_nobody_out_of_the_race() -> None:
    """However long, and however differently the petals move."""
    events = added(drummed(), Push(0, 6_100, 20.0), duration_ms=6_500)
    assert not told(events, Fault.NOISY_CHANNEL)
    assert len(contacts_of(events)) == 1


@pytest.mark.parametrize("table", few(1, [True, False]), ids=["drummed on", "at rest"])
def test_a_wire_that_crackles_now_and_then_is_noisy(table: bool) -> None:
    forces = drummed() if table else dict.fromkeys(range(8), np.zeros(6_500))
    bursts = np.arange(6_500) % 100 < 30
    forces[3] = forces[3] + np.random.default_rng(4).uniform(0.0, 1.2, 6_500) * bursts
    events = added(forces, duration_ms=6_500)
    assert {seat for seat, _, _ in told(events, Fault.NOISY_CHANNEL)} == {1}


def test_what_slaps_elsewhere_bring_is_no_noise_of_the_petal() -> None:
    """Three pound on their petals, twelve times a second each: the fourth feels every slap."""
    pushes = [
        Push(2 * seat, 400 + 84 * n + 28 * seat, 40.0, rise_ms=5, hold_ms=0)
        for seat in (1, 2, 3)
        for n in range(24)
    ]
    t_ns = np.arange(2_600, dtype=np.int64) * MS
    force = forces_at(board_info(), pushes, t_ns)
    force[:, 0] += 0.025 * force[:, 2::2].sum(axis=1)
    events = fed(Samples(t_ns, to_codes(board_info(), force)))
    assert not told(events, Fault.NOISY_CHANNEL)


def test_fluttering_channel_is_noisy_and_gives_no_contact() -> None:
    samples = quiet(6_000)
    for start in range(1_000, 3_000, 20):
        samples.codes[start : start + 5, 0] = 3_000
    events = feed(decoder(), samples)
    assert faults(events) == [(0, Fault.NOISY_CHANNEL, True), (0, Fault.NOISY_CHANNEL, False)]
    assert not [e for e in events if isinstance(e, Contact)]


def test_channel_that_never_moves_while_its_partner_is_pressed_is_dead() -> None:
    pushes = [Push(0, 800 * (n + 1), 20.0, hold_ms=200) for n in range(16)]
    samples = stream(INFO, pushes, 14_000, rng=np.random.default_rng(1))
    samples.codes[:, 1] = 0
    events = feed(decoder(), samples)
    assert faults(events) == [(0, Fault.DEAD_CHANNEL, True)]
    assert (
        len([e for e in events if isinstance(e, Contact)]) == 8
    )  # the eighth tells it, and counts


def test_a_wire_that_breaks_is_found_by_the_first_hand_and_costs_nothing() -> None:
    pushes = [Push(0, 800 * (n + 1), 20.0, hold_ms=200) for n in range(4)]
    samples = stream(INFO, pushes, 4_000, rng=np.random.default_rng(1))
    samples.codes[:, 1] += 40
    samples.codes[1_500:, 1] = 0  # after the first hand
    channels = Calibration.nominal(INFO).channels
    weighed = ChannelCalibration(rest_code=40.0)
    pad = PadDecoder(INFO, Calibration((channels[0], weighed, *channels[2:])))
    events = feed(pad, samples)
    assert faults(events) == [(0, Fault.DEAD_CHANNEL, True)]
    assert len([e for e in events if isinstance(e, Contact)]) == 1
    assert pad.totals()["suppressed"] == 3


def test_a_rest_that_hands_outlived_in_a_match_costs_no_palm() -> None:
    """It was lost as if its wire had broken, and its sensor lives: until it is back it says no
    more."""
    grab = [Push(0, 2_500, 15.0, hold_ms=200), Push(1, 2_503, 8.0, hold_ms=200)]
    palms = [Push(0, t_ms, 15.0, hold_ms=200) for t_ms in (3_500, 4_300, 5_100)]
    samples = stream(INFO, [*grab, *palms], 6_000, rng=np.random.default_rng(1))
    samples.codes[:1_500, 1] += 40
    lost = samples.codes[1_500:, 1]
    lost[lost < 100] = 0
    channels = list(Calibration.nominal(INFO).channels)
    channels[1] = ChannelCalibration(rest_code=40.0)
    events = feed(PadDecoder(INFO, Calibration(tuple(channels))), samples)
    assert not faults(events)
    assert [e.t_ns // (1_000 * MS) for e in events if isinstance(e, Contact)] == [2, 3, 4, 5]


def test_palms_that_lift_the_sensor_below_break_no_wire() -> None:
    """It gives nothing while they press, and gave its rest before they came: at typical tables of
    an independent simulator palms of 40 and 51 N were lost so."""
    pushes = [Push(0, 800 * (n + 1), 40.0, hold_ms=200) for n in range(12)]
    samples = stream(INFO, pushes, 10_500, rng=np.random.default_rng(1))
    pressed = sum(push.newtons(samples.t_ns / MS) for push in pushes) > 1.0
    samples.codes[:, 1] = np.where(pressed, 0, samples.codes[:, 1] + 40)
    channels = Calibration.nominal(INFO).channels
    weighed = ChannelCalibration(rest_code=40.0)
    events = feed(PadDecoder(INFO, Calibration((channels[0], weighed, *channels[2:]))), samples)
    assert not faults(events)
    assert len([e for e in events if isinstance(e, Contact)]) == 12


def test_a_sensor_that_others_had_lifted_before_its_own_palm_came_has_no_broken_wire() -> None:
    """It gives nothing while they press, and gave its rest before anybody did."""
    others, own = Push(2, 1_000, 15.0, hold_ms=600), Push(0, 1_100, 15.0, hold_ms=200)
    samples = stream(INFO, [others, own], 3_000, rng=np.random.default_rng(1))
    pressed = others.newtons(samples.t_ns / MS) > 0.0
    samples.codes[:, 1] = np.where(pressed, 0, samples.codes[:, 1] + 40)
    channels = list(Calibration.nominal(INFO).channels)
    channels[1] = ChannelCalibration(rest_code=40.0)
    events = feed(PadDecoder(INFO, Calibration(tuple(channels))), samples)
    assert not faults(events)
    assert [e.seat for e in events if isinstance(e, Contact)] == [1, 0]


def test_flat_hands_on_a_living_petal_are_no_fault() -> None:
    pushes = [Push(0, 500 * (n + 1), 20.0, hold_ms=200) for n in range(16)]
    samples = stream(INFO, pushes, 9_000, rng=np.random.default_rng(1))
    assert faults(feed(decoder(), samples)) == []


def test_times_that_go_backwards_are_dropped_and_counted() -> None:
    samples = quiet(300)
    samples.t_ns[100:110] = 5 * MS
    pad = decoder()
    assert feed(pad, samples) == []
    assert pad.totals()["scans_nonsense"] == 10
    assert pad.totals()["scans"] == 290


@pytest.mark.parametrize("since", [100, 1_000])
def test_lasting_nonsense_times_are_the_pads_fault_until_they_end(since: int) -> None:
    """Also where a pad has been at rest for long."""
    samples = quiet(4_000)
    samples.t_ns[since : since + 100] = 5 * MS
    assert faults(feed(decoder(), samples)) == [
        ("pad", Fault.NONSENSE, True),
        ("pad", Fault.NONSENSE, False),
    ]


def test_scans_from_the_future_are_dropped() -> None:
    pad, samples = decoder(), quiet(100)
    samples.t_ns[50] = 10_000 * MS
    pad.feed(samples, now_ns=100 * MS)
    assert pad.totals()["scans_nonsense"] == 1
    assert pad.last_scan_ns == 99 * MS


def test_batch_of_the_wrong_shape_is_dropped() -> None:
    pad, samples = decoder(), quiet(30)
    events = pad.feed(Samples(samples.t_ns, samples.codes[:, :3]))
    assert faults(list(events)) == [("pad", Fault.NONSENSE, True)]
    assert pad.last_scan_ns is None


def rested(code: float, dead: slice | None, *pushes: Push, channel: int = 1) -> list[object]:
    """Events of a pad of which seat 0's sensor was weighed with such a code at rest, and gives
    nothing but noise in the scans ``dead``; the others show a little at rest, and keep it."""
    rng = np.random.default_rng(1)
    samples = stream(INFO, pushes, 6_000, rng=rng)
    rests = np.full(len(INFO.channels), _LITTLE)
    rests[channel] = int(code)
    samples.codes[:] = np.minimum(samples.codes + rests, INFO.full_code)
    if dead is not None:
        lost = samples.codes[dead, channel]
        lost[:] = np.maximum(np.rint(rng.normal(0.0, 3.0, len(lost))), 0)
    channels = tuple(ChannelCalibration(rest_code=float(rest)) for rest in rests)
    return feed(PadDecoder(INFO, Calibration(channels)), samples)


@pytest.mark.parametrize(("channel", "silent"), [(0, False), (1, False), (1, True)])
@pytest.mark.parametrize("code", [200, 900])
def test_a_rest_that_lies_elsewhere_now_costs_nobody_anything(
    code: int, channel: int, silent: bool
) -> None:
    """A plate sits a little otherwise on its two sensors than when it was weighed, and palms bring
    nothing to the one: 19 of 290 weighed tables of an independent simulator had such a seat out
    before the first hand."""
    palms = [Push(0, 2_000 + 800 * n, 20.0, hold_ms=200) for n in range(4)]
    rng = np.random.default_rng(1)
    samples = stream(INFO, palms, 6_000, rng=rng)
    rests = np.full(len(INFO.channels), _LITTLE)
    samples.codes[:] = np.minimum(samples.codes + rests, INFO.full_code)
    lost = samples.codes[:, channel]
    lost -= np.minimum(lost, _LITTLE + 12)
    if silent:
        lost[:] = 0
    rests[channel] = code
    channels = tuple(ChannelCalibration(rest_code=float(rest)) for rest in rests)
    events = feed(PadDecoder(INFO, Calibration(channels)), samples)
    assert not faults(events)
    assert [e.gesture for e in events if isinstance(e, Contact)] == [Gesture.PALM] * 4


@pytest.mark.parametrize("dead", [True, False])
def test_an_under_that_gives_noise_alone_under_eight_hands_is_dead(dead: bool) -> None:
    """It showed too little when it was weighed to be told without them."""
    hands = [Push(0, 600 * (n + 1), 20.0, hold_ms=200) for n in range(8)]
    events = rested(40.0, slice(None) if dead else None, *hands)
    assert faults(events) == [(0, Fault.DEAD_CHANNEL, True)] * dead
    came = [e for e in events if isinstance(e, Contact)]
    assert len(came) == 8
    assert all(contact.gesture is Gesture.PALM for contact in came)


def test_a_top_that_lost_a_little_rest_is_dead_by_two_hands_that_fingers_alone_show() -> None:
    """They count, with doubt."""
    hands = [Push(1, 800 * (n + 1), 20.0, hold_ms=200) for n in range(4)]
    events = rested(40.0, slice(None), *hands, channel=0)
    assert faults(events) == [(0, Fault.DEAD_CHANNEL, True)]
    came = [e for e in events if isinstance(e, Contact)]
    assert len(came) == 2
    assert all(contact.uncertainty_ns >= PadConfig().unfelt_ns for contact in came)


def test_a_hand_on_a_pad_that_has_lost_all_its_rests_finds_nothing_dead() -> None:
    """It lies lighter than when it was weighed."""
    hands = [Push(0, 500 * (n + 1), 20.0, hold_ms=200) for n in range(4)]
    rng = np.random.default_rng(1)
    samples = stream(INFO, hands, 3_000, rng=rng)
    idle = samples.codes[:, [1, 2, 3]]
    samples.codes[:, [1, 2, 3]] = np.maximum(np.rint(rng.normal(0.0, 3.0, idle.shape)), 0)
    channels = tuple(ChannelCalibration(rest_code=float(_LITTLE)) for _ in INFO.channels)
    assert not faults(feed(PadDecoder(INFO, Calibration(channels)), samples))


def test_a_small_rest_that_has_become_a_fifth_is_not_mute() -> None:
    """Flat hands that pass nothing on, at ten bits."""
    info = board_info(2, full_code=1_023)
    rng = np.random.default_rng(1)
    pushes = [Push(0, 500 * (n + 1), 20.0, hold_ms=200) for n in range(12)]
    samples = stream(info, pushes, 7_000, rng=rng)
    samples.codes[:, 1] = np.maximum(np.rint(rng.normal(1.2, 0.5, 7_000)), 0)
    channels = list(Calibration.nominal(info).channels)
    channels[1] = ChannelCalibration(rest_code=6.0)
    assert not faults(feed(PadDecoder(info, Calibration(tuple(channels))), samples))


@pytest.mark.parametrize(
    ("blocks", "told"), [((4, 5, 6), True), ((4, 12, 22), False), ((4, 5, 16), False)]
)
def test_only_a_wire_that_crackles_on_is_told(blocks: tuple[int, ...], told: bool) -> None:
    """In lone samples, which are no touch."""
    force = np.zeros((30 * 256, len(INFO.channels)))
    for block in blocks:
        force[block * 256 + 10 : block * 256 + 250 : 20, 0] = 3.0
    codes = to_codes(INFO, force, np.random.default_rng(1), 2.0)
    samples = Samples(np.arange(len(force), dtype=np.int64) * MS, codes)
    events = feed(PadDecoder(INFO, Calibration.nominal(INFO)), samples)
    assert any(isinstance(event, SeatFault) and event.active for event in events) == told
