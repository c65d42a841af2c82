"""What a table couples is learned from hands, and only from hands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Gesture
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import (
    PART_SPREAD,
    WEIGHED_SPREAD,
    Calibration,
    ChannelCalibration,
)
from drivers.pad.config import PadConfig
from drivers.pad.coupling.shares import ANY, Shares
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.streams import Push, board_info, contacts, forces_at, split, to_codes
from tests.drivers.pad.test_crosstalk import INFO, WEIGHED, shaken_stream

OWN = np.array([0, 0, 1, 1], dtype=np.intp)
NEW = tuple(ChannelCalibration(rest_code=0.0) for _ in range(12))
SLAP = Push(0, 0.0, 30.0, 10.0, 200.0).newtons(np.arange(256.0))


def new_shares() -> Shares:
    return Shares(OWN, Calibration.nominal(INFO), PadConfig(), None)


def sources(newtons: Floats) -> Floats:
    """Pushes, and no pinch anywhere."""
    push = np.maximum(newtons[:, ::2], 0.0)
    return np.hstack([push, 0 * push])


def _shown(share: float, extra_n: float = 0.0) -> Shares:
    """What is known after petal 0 was slapped and petal 1 showed ``share`` of it, and more."""
    shares = new_shares()
    newtons = np.stack([SLAP, 0 * SLAP, share * SLAP + extra_n, share / 2 * SLAP], axis=1)
    shares.learn(newtons, sources(newtons), np.array([True, False]))
    return shares


@pytest.mark.parametrize("share", [0.0, 0.02, 0.06])
def test_one_slap_teaches_the_shares_of_those_who_do_not_touch(share: float) -> None:
    shares = _shown(share)
    assert shares.means[2:, 0] == pytest.approx([share, share / 2], abs=0.001)
    assert shares.sigmas[2, 0] == pytest.approx(max(0.002, share / 5), abs=0.001)  # by a fifth
    assert shares.petal_left is not None
    assert shares.petal_left[0, 1] == 0
    assert shares.petal_squares[0, 1] < (0.01 + 0.6 * share) ** 2
    assert (shares.means[:2] == 0).all()


@pytest.mark.parametrize(("shown_n", "after"), [(0.0, -0.05), (-0.2, -0.05), (0.9, 0.029)])
def test_what_lifts_an_idle_sensor_is_untaught_only_by_what_loads_it(
    shown_n: float, after: float
) -> None:
    """A lifted sensor shows no more than what it rested at."""
    lifts = ((-0.05, 0.0), (0.0, 0.0))
    none = ((0.0, 0.0), (0.0, 0.0))
    channels = tuple(ChannelCalibration(shares=s) for s in (none, none, lifts, lifts))
    shares = Shares(OWN, Calibration(channels), PadConfig(), None)
    assert shares.lifts[2, 0] == pytest.approx(0.05, abs=1e-4)
    part = SLAP / SLAP.max()
    newtons = np.stack([SLAP, 0 * SLAP, shown_n * part, shown_n * part], axis=1)
    for _ in range(20):
        shares.learn(newtons, sources(newtons), np.array([True, False]))
    assert shares.state[2, 0] == pytest.approx(after, abs=0.002)
    assert shares.means[2, 0] == max(shares.state[2, 0], 0.0)


@pytest.mark.parametrize("known", [False, True])
def test_what_a_grab_seems_to_push_teaches_no_share_where_nobody_weighed_its_sensors(
    known: bool,
) -> None:
    """One that reads a half too much, above one that reads a fifth too little: 1.5 N that the table
    carries seem to be 18 N, of which hardly anything shows elsewhere."""
    sensor = ChannelCalibration(gain_sigma=WEIGHED_SPREAD if known else PART_SPREAD)
    shares = Shares(OWN, Calibration((sensor,) * 4), PadConfig(), None)
    before = shares.state.copy()
    newtons = np.stack([SLAP, 0.4 * SLAP, 0.001 * SLAP, 0.001 * SLAP], axis=1)
    pinch = newtons[:, 1::2]
    caused = np.hstack([newtons[:, ::2] - pinch, pinch])
    caused[:, 1::2] = 0.0
    for _ in range(4):
        shares.learn(newtons, caused, np.array([True, False]))
    taught = shares.state[2:, [0, 4]] != before[2:, [0, 4]]
    assert taught.all() if known else not taught.any()
    if not known:
        slap = np.stack([SLAP, 0 * SLAP, 0.025 * SLAP, 0.01 * SLAP], axis=1)
        shares.learn(slap, sources(slap), np.array([True, False]))
        assert shares.means[2:, 0] == pytest.approx([0.025, 0.01], abs=0.001)


def test_a_share_that_is_hardly_more_than_its_error_is_none_that_a_sensor_has_to_show() -> None:
    """A hand's 0.6 %, of a healthy *under* that feels nothing of it: it was told as dead."""
    shares = new_shares()
    state = shares.state.copy()
    for share, surely in ((0.0059, 0.0), (0.02, 0.02)):
        state[2, [0, 4]] = share, 4_454.0  # and its weight
        shares = Shares(OWN, Calibration.nominal(INFO), PadConfig(), state)
        assert shares.means[2, 0] == share
        assert shares.sure_pushes(0.004)[2, 0] == surely


@pytest.mark.parametrize(("share", "lifts"), [(0.0, 1), (-0.00008, 1), (0.00012, 1), (0.002, 0)])
def test_a_share_that_no_weighing_tells_from_none_may_lift(share: float, lifts: int) -> None:
    """A sensor at nothing reads a hair less under a weight that lifts it, and was held to be known:
    a hand beside a slap was told 3 ms late, with an error of 0.4 ms."""
    own, info = np.arange(6) // 2, board_info(3)
    state = Shares(own, Calibration.nominal(info), PadConfig(), None).state.copy()
    state[2:, 0], state[2:, 6] = [share, 0.02, 0.02, 0.02], 40_000.0
    known = Shares(own, Calibration.nominal(info), PadConfig(), state)
    assert np.count_nonzero(known.palms_lift()[2]) == lifts


def test_what_a_dead_sensor_shows_teaches_nothing() -> None:
    """Once it was mended it was taken to feel nothing of anybody."""
    shares = new_shares()
    shares.heard = np.arange(4) != 3
    before = shares.state[3].copy()
    newtons = np.stack([SLAP, 0 * SLAP, 0.03 * SLAP, 0 * SLAP], axis=1)
    shares.learn(newtons, sources(newtons), np.array([True, False]))
    assert shares.means[2, 0] == pytest.approx(0.03, abs=0.001)
    assert (shares.state[3] == before).all()


def test_a_finger_beside_the_slap_teaches_nothing() -> None:
    shares = _shown(0.03, extra_n=0.3)
    assert shares.means[2, 0] == 0
    assert shares.means[3, 0] == pytest.approx(0.015, abs=0.001)


def test_idle_scans_before_the_first_hand_change_no_bit_of_what_is_learned() -> None:
    """So stored samples need not begin with a block (``console.store.shorten``)."""
    slap = 0.2 * SLAP
    shape = np.stack([slap, 0 * slap, 0.03 * slap, 0.05 * slap], axis=1)
    idle = np.random.default_rng(1).uniform(-0.3, 0.3, (137, 4))
    newtons = np.concatenate([idle, shape])
    states = []
    for taken in (newtons, newtons[100:], newtons[137:]):
        shares = new_shares()
        shares.learn(taken, sources(taken), np.array([True, False]))
        states.append(shares.state.tobytes())
    assert states[0] == states[1] == states[2]
    assert states[0] != new_shares().state.tobytes()


def test_what_is_learned_has_few_digits_to_store() -> None:
    state = _shown(0.037).state
    assert state[2, 0] != new_shares().state[2, 0]
    means, weights = state[:, :4] * 65_536, state[:, 4:]
    assert (means[2:, 0] == np.rint(means[2:, 0])).all()
    assert (weights == np.rint(weights)).all()


def test_nobody_couples_into_themselves() -> None:
    shares = new_shares()
    assert shares.petal_left is not None
    own = (shares.petal_left + np.sqrt(shares.petal_squares)).T
    assert np.diag(own[:, :2]).tolist() == np.diag(own[:, 2:]).tolist() == [0, 0]
    assert own[0, 1] > 0.05


def _taught(*later: Push) -> list[Contact]:
    """Contacts after petal 0 was slapped twice, 800 ms apart."""
    slaps = [Push(0, 50.0, 35.0, 10.0, 300.0), Push(0, 850.0, 35.0, 10.0, 300.0)]
    samples = shaken_stream([*slaps, *later], 0.05, 3, 2_200)
    return contacts(PadDecoder(INFO, Calibration.nominal(INFO)), [samples])


def test_light_hand_under_a_slap_is_seen_once_the_table_is_known() -> None:
    """2 N rise with 40 N beside them: less than a tenth of it, in the same moment."""
    slap = Push(0, 1_650.0, 40.0, 10.0, 300.0)
    top = Push(2, 1_649.0, 2.2, 12.0, 300.0)
    under = replace(top, channel=3, start_ms=1_653.0, peak_n=1.8)
    found = {c.seat: c for c in _taught(slap, top, under) if c.t_ns > 1_500 * MS}
    assert {seat: c.gesture for seat, c in found.items()} == {0: Gesture.PALM, 1: Gesture.GRAB}
    assert abs(found[1].t_ns - top.onset_ns()) <= 3 * found[1].uncertainty_ns


@pytest.mark.parametrize("known", [True, False], ids=["known table", "new table"])
def test_brush_does_not_become_a_touch_by_what_a_slap_adds(known: bool) -> None:
    start_ms = 1_650.0 if known else 450.0
    brush = Push(2, start_ms - 60, 0.7, 20.0, 300.0)
    slap = Push(0, start_ms, 30.0, 8.0, 200.0)
    if known:
        found = _taught(brush, slap)
    else:
        samples = shaken_stream([brush, slap], 0.05, 3, 1_000)
        found = contacts(PadDecoder(INFO, Calibration.nominal(INFO)), [samples])
    assert {c.seat for c in found} == {0}


def test_what_was_learned_is_part_of_the_stored_state() -> None:
    slaps = [Push(0, 50.0, 35.0, 10.0, 300.0), Push(0, 850.0, 35.0, 10.0, 300.0)]
    light = Push(2, 1_649.0, 2.2, 12.0, 300.0)
    late = Push(0, 1_650.0, 40.0, 10.0, 300.0)
    samples: Samples = shaken_stream([*slaps, light, late], 0.05, 3, 2_200)
    before, after = split(samples, [1_437])
    decoder = PadDecoder(INFO, Calibration.nominal(INFO))
    contacts(decoder, [before])
    state = decoder.state()
    live = contacts(decoder, [after])
    again = PadDecoder(INFO, Calibration.nominal(INFO), state=state)
    assert contacts(again, split(after, [100, 201])) == live
    assert len(live) == 2


def test_what_a_pad_has_learned_goes_with_its_calibration() -> None:
    """And the next evening begins with it."""
    slaps = [Push(0, 50.0, 35.0, 10.0, 300.0), Push(0, 850.0, 35.0, 10.0, 300.0)]
    petals = len(INFO.channels) // 2
    nothing = Calibration.nominal(INFO)
    pad = PadDecoder(
        INFO,
        replace(
            nothing,
            channels=tuple(replace(c, shares=((0.044, 0.02),) * petals) for c in nothing.channels),
        ),
    )
    contacts(pad, [shaken_stream(slaps, 0.05, 3, 1_600)])
    learned = pad.learned()
    assert learned.channels[2].shares[0] != (0.044, 0.02)
    assert PadDecoder(INFO, learned).learned() == learned


def test_what_was_weighed_of_one_petal_is_known_though_another_was_not() -> None:
    info = board_info(4)
    own = np.arange(8, dtype=np.intp) // 2
    nothing = Calibration.nominal(info)
    some = replace(nothing.channels[0], shares=((0.0, 0.0), (0.044, 0.02), None, None))
    calibration = replace(nothing, channels=(some, *nothing.channels[1:]))
    shares, new = (Shares(own, c, PadConfig(), None) for c in (calibration, nothing))
    assert shares.means[0, [1, 5]] == pytest.approx([0.044, 0.02], abs=1e-4)
    others = [2, 3, 6, 7, 10, 11, 14, 15]
    assert (shares.state[0, others] == new.state[0, others]).all(), "as of any table"
    assert (shares.state[1:] == new.state[1:]).all()
    assert shares.kept_in(calibration, frozenset()) == calibration


def faint(newtons: Floats) -> Floats:
    """What a sensor shows that begins at a tenth of a newton."""
    shown: Floats = np.clip(newtons - 0.1, 0.0, None)
    return shown


def heavy(shares: Shares, peak_n: float, share: float = 0.02) -> None:
    """A palm on petal 0, and what petal 1 shows of it."""
    palm = peak_n / 30.0 * SLAP
    newtons = np.stack([palm, 0 * palm, faint(share * palm), 0 * palm], axis=1)
    shares.learn(newtons, sources(newtons), np.array([True, False]))


def known_shares(share: float) -> Shares:
    """Of a weighed table."""
    calibration = Calibration.nominal(INFO)
    none, some = ((0.0, 0.0),) * 2, ((share, 0.0), (0.0, 0.0))
    channels = [
        replace(c, shares=some if i == 2 else none) for i, c in enumerate(calibration.channels[:4])
    ]
    return Shares(OWN, Calibration(tuple(channels)), PadConfig(), None)


def test_light_hands_that_no_sensor_shows_do_not_unteach_a_slap() -> None:
    """5 N of which a fiftieth couples: nothing that a sensor shows, and nothing that contradicts
    what it is known to be."""
    shares = known_shares(0.015)
    for _ in range(40):
        heavy(shares, 5.0)
    assert shares.means[2, 0] == pytest.approx(0.015, abs=0.001)


def test_a_slap_teaches_more_than_light_hands_that_stay() -> None:
    """All samples of one hand are wrong together, so a long one says no more than a short one."""
    shares = known_shares(0.02)
    for peak_n, share in ((40.0, 0.02), *[(12.0, 0.03)] * 6):
        palm = peak_n / 30.0 * SLAP
        newtons = np.stack([palm, 0 * palm, share * palm, 0 * palm], axis=1)
        shares.learn(newtons, sources(newtons), np.array([True, False]))
    assert 0.02 < shares.means[2, 0] < 0.025


def test_a_share_that_became_less_is_learned_as_far_as_a_sensor_shows() -> None:
    shares = known_shares(0.03)
    for _ in range(6):
        heavy(shares, 36.0, 0.0)
    assert shares.means[2, 0] < 0.005


@pytest.mark.parametrize("start_ms", [98.0, 100.0, 102.0])
@pytest.mark.parametrize("seed", range(2))
def test_a_light_palm_is_none_of_what_three_slaps_couple(start_ms: float, seed: int) -> None:
    """Twice of all three shares explained it, though each had been weighed by itself."""
    slaps = [Push(2 * k, 98.0 + 2.0 * k, 21.0 + 4.0 * k, 10.0, 300) for k in (1, 2, 3)]
    palm = Push(0, start_ms, 3.0, 12.0, 300)
    found = contacts(PadDecoder(INFO, WEIGHED), [shaken_stream([*slaps, palm], 0.02, seed)])
    (own,) = [contact for contact in found if contact.seat == 0]
    assert len(found) == 4
    assert abs(own.t_ns - palm.onset_ns()) <= 3 * own.uncertainty_ns


def test_swapped_plugs_couple_what_a_push_does_and_no_light_hand() -> None:
    """A grab's fingers come first, with 16 N: *under* alone, which may be a palm's. A finger laid
    down meanwhile was all coupled, by a share of a tenth that no push there has."""
    nominal = Calibration.nominal(INFO)
    channels = tuple(replace(c, shares=((0.003, 0.001),) * 4) for c in nominal.channels)
    laid = Push(0, 296.0, 0.9, 30.0, hold_ms=250)
    grip = Push(0, 340.0, 9.0, 20.0, hold_ms=200)
    grab = Push(3, 300.0, 16.0, 25.0, hold_ms=250), Push(2, 330.0, 14.0, 15.0, hold_ms=200)
    t_ns = np.arange(700, dtype=np.int64) * MS
    codes = to_codes(INFO, forces_at(INFO, [laid, grip, *grab], t_ns))
    found = PadDecoder(INFO, Calibration(channels)).feed(Samples(t_ns, codes))
    (own,) = [event for event in found if isinstance(event, Contact) and event.seat == 0]
    off_ns = abs(own.t_ns - laid.onset_ns())
    assert off_ns <= max(3 * own.uncertainty_ns, own.early_ns)


@pytest.mark.parametrize("push", [0.003, 0.036])
def test_of_swapped_plugs_a_pinch_couples_as_itself_or_as_a_push(push: float) -> None:
    calibration = Calibration.nominal(INFO)
    channels = (
        replace(calibration.channels[0], shares=((0.0, 0.0), (push, 0.0)) + ((0.0, 0.0),) * 2),
    )
    shares = Shares(
        np.repeat(np.arange(4), 2),
        Calibration(channels + calibration.channels[1:]),
        PadConfig(),
        None,
    )
    loose = np.zeros(8, dtype=np.int8)
    loose[5] = ANY
    known = shares.known(0, loose)
    assert known.means[5] == pytest.approx(push, abs=1e-4)
    assert known.means[5] - 1.5 * known.sigmas[5] <= 0.0
    assert bool(known.weights[5] > 500) is (push < 0.01)


def several(brought: float, scans: int) -> tuple[Shares, Floats, Floats]:
    """Three palms at a new table, which bring so much of what is expected of unknown shares."""
    shares = Shares(np.arange(12, dtype=np.intp) // 2, Calibration(NEW), PadConfig(), None)
    pushes = np.zeros((scans, 12))
    pushes[:, :3] = 12.0
    newtons = brought * pushes @ np.stack([shares.expected(channel) for channel in range(12)]).T
    newtons[:, :6:2] += 12.0
    return shares, newtons, pushes


def test_dead_sensors_are_no_witnesses_that_palms_bring_little() -> None:
    shares, newtons, pushes = several(0.8, 20)
    newtons[:, [7, 9]] = 0.0
    assert shares.witnessed(6, newtons, pushes) is not None
    shares.heard = ~np.isin(np.arange(12), (7, 9))
    assert shares.witnessed(6, newtons, pushes) is None


@pytest.mark.parametrize("scans", [20, 21, 22, 24])
def test_a_few_scans_more_are_no_witnesses_that_palms_bring_little(scans: int) -> None:
    """What so few show says less than what as many as are asked for do."""
    shares, newtons, pushes = several(0.45, scans)
    assert shares.witnessed(6, newtons, pushes) is None


@pytest.mark.parametrize(("peak_n", "taken", "kept"), [(2.2, 0, 0), (4.0, 1, 0), (8.0, 1, 1)])
def test_a_share_known_by_half_is_taken_off_but_not_kept(
    peak_n: float, taken: bool, kept: bool
) -> None:
    shares, force = new_shares(), peak_n / 30.0 * SLAP
    for on, off in ((0, 1), (1, 0)):
        newtons = np.zeros((len(force), 4))
        newtons[:, 2 * on], newtons[:, 2 * off : 2 * off + 2] = force, 0.05 * force[:, None]
        for pinch in (0.0, 1.0):  # each by itself
            push = sources(newtons) * (1 - pinch)
            push[:, 2 + on] = pinch * force
            shares.learn(newtons, push, np.arange(2) == on)
    assert shares.means[2, 0] == pytest.approx(0.05 if taken else 0.0, abs=0.005)
    weighed = shares.kept_in(Calibration.nominal(board_info(2)), frozenset())
    assert bool(weighed.channels[2].shares) is bool(kept)
