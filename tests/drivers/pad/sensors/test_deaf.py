"""A sensor that feels nothing of what others push."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Fault
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.pad.sensors.deaf import Deaf
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, told
from tests.drivers.pad.streams import Push, forces_at, in_batches, to_codes

SHARE = 0.05
RATIO = PadConfig().crosstalk_ratio
NOBODY = np.zeros(2, dtype=np.bool_)
PALMS = [Push(2, 400.0 + 900 * n, 20.0, 10, 200) for n in range(10)]
"""Of seat 1; both sensors of seat 0 feel them."""


def felt(
    hands: list[Push],
    dead: int | None,
    felt_share: float = SHARE,
    dead_from: int = 0,
    dead_until: int = 9_500,
    *,
    known: bool = True,
) -> list[PadEvent]:
    """Events of a table weighed with a share of seat 1 in both sensors of seat 0; ``dead``: a
    channel that gives noise alone, from scan ``dead_from`` on; ``known``: it was weighed."""
    channels = list(Calibration.nominal(INFO).channels)
    none = ((0.0, 0.0),) * 4
    own = ((0.0, 0.0), (SHARE, 0.0), (0.0, 0.0), (0.0, 0.0))
    weighed = tuple(replace(c, shares=own if i < 2 else none) for i, c in enumerate(channels))
    t_ns = np.arange(9_500, dtype=np.int64) * MS
    force = forces_at(INFO, hands, t_ns)
    for push in hands:
        if push.channel == 2:
            coupled = push.newtons((t_ns + INFO.channels[2].offset_ns) / MS)
            force[:, :2] += felt_share * coupled[:, None]
    rng = np.random.default_rng(1)
    codes = to_codes(INFO, force, rng, 1.0)
    if dead is not None:
        codes[dead_from:dead_until, dead] = rng.integers(0, 3, dead_until - dead_from)
    pad = PadDecoder(INFO, Calibration(weighed if known else tuple(channels)))
    return [e for batch in in_batches(Samples(t_ns, codes)) for e in pad.feed(batch)]


@pytest.mark.parametrize("dead", [0, 1], ids=["top", "under"])
def test_one_that_feels_nothing_of_others_is_dead_within_ten_touches(dead: int) -> None:
    assert [(seat, on) for seat, on, *_ in told(felt(PALMS, dead), Fault.DEAD_CHANNEL)] == [
        (0, True)
    ]


@pytest.mark.parametrize("felt_share", [0.3 * SHARE, SHARE, 2 * SHARE])
def test_one_that_feels_a_third_of_it_is_alive(felt_share: float) -> None:
    assert not told(felt(PALMS, None, felt_share), Fault.DEAD_CHANNEL)


def test_fingers_that_pinch_push_nobody() -> None:
    """The share of a push says nothing of them."""
    below = [replace(push, channel=3) for push in PALMS]
    assert not told(felt([*PALMS, *below], None, 0.0), Fault.DEAD_CHANNEL)


def test_one_that_lives_and_feels_less_than_was_weighed_is_not_dead() -> None:
    """The table does not couple as it did: palms show that, and its own grab that it lives."""
    own = [Push(part, 400.0 + 2 * 900 - 450, 9.0, 10, 100) for part in (0, 1)]
    assert not told(felt([*PALMS, *own], None, 0.0), Fault.DEAD_CHANNEL)


def test_one_that_nobody_has_weighed_is_not_dead_by_what_is_usual() -> None:
    own = [Push(part, 60.0, 9.0, 10, 60) for part in (0, 1)]
    assert not told(felt([*own, *PALMS], None, 0.0, known=False), Fault.DEAD_CHANNEL)


@pytest.mark.parametrize("known", [True, False])
def test_one_that_dies_after_it_has_lived_is_told(known: bool) -> None:
    """What it felt while it lived it has to feel, however little its silence has taught since."""
    own = Push(1, 400.0 + 2 * 900 - 450, 9.0, 10, 100)
    events = felt([*PALMS, own], 1, dead_from=2_400, known=known)
    assert [(seat, on) for seat, on, *_ in told(events, Fault.DEAD_CHANNEL)] == [(0, True)]


def palm(seat: int, start_ms: float, peak_n: float = 6.0, passed_on: float = 0.02) -> list[Push]:
    """One that passes so much of it on to *under*."""
    forces_n = peak_n, passed_on * peak_n
    return [Push(2 * seat + i, start_ms, n, 10, 150) for i, n in enumerate(forces_n) if n]


ELSEWHERE = palm(1, 400, 10.0)
OWN = [push for n in range(2) for push in palm(0, 1_400 + 900 * n)]
"""Too few, and too light, to be told by what others bring to it."""


@pytest.mark.parametrize("passed_on", [0.02, 0.0], ids=["others pass on", "none does"])
def test_an_under_that_feels_no_palms_of_its_own_is_dead_by_less_of_others(
    passed_on: float,
) -> None:
    events = felt([*palm(1, 400, 10.0, passed_on), *OWN], 1)
    ((seat, on, told_ns),) = told(events, Fault.DEAD_CHANNEL)
    assert (seat, on) == (0, True)
    assert told_ns > OWN[-1].start_ms * MS


@pytest.mark.parametrize(
    ("hands", "dead"),
    [
        ([*ELSEWHERE, *OWN[:2]], 1),
        (OWN, 1),
        ([*palm(1, 400, 6.0), *OWN], 1),
        ([*ELSEWHERE, *(replace(push, peak_n=0.6 * push.peak_n) for push in OWN)], 1),
        ([*ELSEWHERE, *palm(0, 1_400, passed_on=0.0), *palm(0, 2_300, passed_on=0.0)], None),
        ([*ELSEWHERE, *OWN], None),
    ],
    ids=[
        "one",
        "nobody else",
        "light others",
        "light",
        "it felt others",
        "lives",
    ],
)
def test_what_tells_no_dead_under(hands: list[Push], dead: int | None) -> None:
    assert not told(felt(hands, dead), Fault.DEAD_CHANNEL)


def test_where_nobody_has_weighed_what_others_bring_palms_tell_no_dead_under() -> None:
    """Plates may pass nothing on, and couple next to nothing."""
    own = [push for n in range(2) for push in palm(0, 1_400 + 900 * n, passed_on=0.0)]
    events = felt([*palm(1, 400, 45.0, 0.0), *own], None, 0.0, known=False)
    assert not told(events, Fault.DEAD_CHANNEL)


@pytest.mark.parametrize(
    "again", [palm(0, 4_000), palm(1, 4_000, 10.0)], ids=["its own", "others'"]
)
def test_an_under_that_was_told_dead_is_back_once_it_moves(again: list[Push]) -> None:
    events = felt([*ELSEWHERE, *OWN, *again], 1, dead_until=3_600)
    assert [on for _, on, _ in told(events, Fault.DEAD_CHANNEL)] == [True, False]


def test_light_hands_show_nothing() -> None:
    light = [replace(push, peak_n=1.8) for push in PALMS]
    assert not told(felt(light, None, 0.0), Fault.DEAD_CHANNEL)


def test_hands_that_rest_before_they_leave_are_one_after_the_other() -> None:
    """The block in which they leave is calm: nothing moves that others feel."""
    long = [Push(2, 400.0 + 2_600 * n, 20.0, 10, 1_500) for n in range(3)]
    assert [(seat, on) for seat, on, *_ in told(felt(long, 1), Fault.DEAD_CHANNEL)] == [(0, True)]


def test_what_lesser_hands_bring_to_it_adds_up() -> None:
    lesser = [replace(push, peak_n=7.0) for push in PALMS]
    assert [(seat, on) for seat, on, *_ in told(felt(lesser, 1), Fault.DEAD_CHANNEL)] == [(0, True)]
    assert not told(felt(lesser, None), Fault.DEAD_CHANNEL)


def test_who_comes_before_it_is_clear_counts() -> None:
    """The third hand beside it tells; the petal's own has come with that one."""
    own = Push(0, 400.0 + 2 * 900 + 60, 9.0, 10, 100)
    events = felt([*PALMS, own], 1)
    assert [e.seat for e in events if isinstance(e, Contact)].count(0) == 1
    ((_, on, told_ns),) = told(events, Fault.DEAD_CHANNEL)
    assert on
    assert told_ns < PALMS[-1].start_ms * MS


def test_a_stream_that_begins_four_scans_before_the_end_of_a_block() -> None:
    """Of so short a block nothing is to be said."""
    t_ns = np.arange(2_000, dtype=np.int64) * MS
    codes = to_codes(INFO, forces_at(INFO, [Push(2, 1_050.0, 20.0, 10.0, 300)], t_ns))
    before = PadDecoder(INFO, Calibration.nominal(INFO))
    begin = 5 * PadConfig().block_scans - 4
    before.feed(Samples(t_ns[:begin], codes[:begin]))
    assert before.scans_left == 4
    after = PadDecoder(INFO, Calibration.nominal(INFO), state=before.state())
    events = after.feed(Samples(t_ns[begin:], codes[begin:]))
    assert not told(events, Fault.DEAD_CHANNEL)


@pytest.mark.parametrize("saturates", [True, False])
def test_nobody_has_to_feel_what_a_petal_that_saturates_seems_to_push(saturates: bool) -> None:
    """It reads 99 N below full scale, where a hand of 22 N lies."""
    weighed = ChannelCalibration(shares=((SHARE, 0.0),) * 2)
    deaf = Deaf(np.array([0, 0, 1, 1]), Calibration((weighed,) * 4), RATIO)
    palm, pushes = np.zeros((20, 4)), np.zeros((20, 2))
    palm[:, 2] = pushes[:, 1] = 99.0
    deaf.believe(3, not saturates)
    for _ in range(4):
        deaf.take(palm, pushes, deaf._shares, NOBODY)
        deaf.rest()
    assert deaf.dead == (set() if saturates else {0, 1})
    deaf.believe(3, True)
    for _ in range(4):
        deaf.take(palm, pushes, deaf._shares, NOBODY)
        deaf.rest()
    assert deaf.dead == {0, 1}


@pytest.mark.parametrize(("share", "dead"), [(0.003, set[int]()), (0.005, {1})])
def test_who_was_known_to_feel_less_than_an_error_has_to_feel_nothing(
    share: float, dead: set[int]
) -> None:
    """*Under* that rests at nothing, where hands bring it nothing: it was told and out after two
    palms, though it had felt a grab before them."""
    weighed = ChannelCalibration(shares=((0.0, 0.0), (share, 0.0)))
    deaf = Deaf(np.array([0, 0, 1, 1]), Calibration((weighed,) * 4), RATIO)
    slap, pushes = np.zeros((20, 4)), np.zeros((20, 2))
    slap[:, 0], slap[:, 2], pushes[:, 1] = 50 * share, 50.0, 50.0
    deaf.was_still(1, False)
    deaf.was_still(1, False)
    for _ in range(4):
        deaf.take(slap, pushes, deaf._shares, NOBODY)
        deaf.rest()
    assert deaf.dead == dead


@pytest.mark.parametrize("lifted", [True, False])
def test_a_sensor_that_others_lift_off_its_rest_lives(lifted: bool) -> None:
    """The plate tilts under them; it comes back, as one whose wire is broken does not."""
    weighed = ChannelCalibration(shares=((SHARE, 0.0),) * 2)
    deaf = Deaf(np.array([0, 0, 1, 1]), Calibration((weighed,) * 4), RATIO)
    palm, pushes = np.zeros((20, 4)), np.zeros((20, 2))
    palm[:, 2] = pushes[:, 1] = 12.0
    palm[5 if lifted else 0 :, 1] = -0.6
    for _ in range(4):
        deaf.take(palm, pushes, deaf._shares, NOBODY)
        deaf.rest()
    assert (1 in deaf.dead) is not lifted


@pytest.mark.parametrize("own", [True, False], ids=["its own", "others'"])
def test_palms_before_a_hand_that_it_feels_say_nothing(own: bool) -> None:
    weighed = ChannelCalibration(shares=((SHARE, 0.0),) * 2)
    deaf = Deaf(np.array([0, 0, 1, 1]), Calibration((weighed,) * 4), RATIO)
    palm, pushes = np.zeros((20, 4)), np.zeros((20, 2))
    palm[:, :3] = 0.5, 0.0, 10.0  # *under* of seat 0 feels nothing of it
    pushes[:, 1] = 10.0

    def lies(newtons: Floats) -> set[int]:
        deaf.take(newtons, pushes, deaf._shares, NOBODY)
        deaf.rest()
        return set(deaf.dead)

    deaf.was_still(1, False)
    deaf.was_still(1, False)
    assert lies(palm) == {1}
    if own:
        deaf.moved(1)
    else:
        assert not lies(palm + np.array([0.0, 0.5, 0.0, 0.0]))
    assert not lies(palm)
    deaf.was_still(1, False)
    assert not deaf.dead
    deaf.was_still(1, False)
    assert deaf.dead == {1}


def never_weighed(
    under: float,
    hands: int = 2,
    palms: int = 2,
    *,
    rests: bool = False,
    pressed: bool = False,
    push_n: float = 10.0,
) -> bool:
    """Is *under* of seat 0 told as dead, of which nobody knows what it should feel? Hands on seat 1
    bring 0.5 N to *top* beside it, and ``under`` of that to itself."""
    deaf = Deaf(np.array([0, 0, 1, 1]), Calibration((ChannelCalibration(),) * 4), RATIO)
    palm, pushes = np.zeros((20, 4)), np.zeros((20, 2))
    palm[:, :3], pushes[:, 1] = (0.5, 0.5 * under, push_n), push_n
    for _ in range(palms):
        deaf.was_still(1, rests)
    for _ in range(hands):
        deaf.take(palm, pushes, np.zeros((4, 2)), np.array([pressed, True]))
        deaf.rest()
    return 1 in deaf.dead


def test_one_never_weighed_that_feels_nothing_of_what_top_beside_it_does_is_dead() -> None:
    assert never_weighed(0.0)
    assert never_weighed(0.1)


@pytest.mark.parametrize(
    ("under", "hands", "palms", "rests", "pressed"),
    [
        (0.15, 2, 2, False, False),
        (0.0, 1, 2, False, False),
        (0.0, 9, 1, False, False),
        (0.0, 9, 2, True, False),
        (0.0, 9, 2, False, True),
    ],
    ids=["a seventh", "one hand", "one palm", "it rests at a load", "a hand on top of it"],
)
def test_one_never_weighed_that_may_live_is_not_told(
    under: float, hands: int, palms: int, rests: bool, pressed: bool
) -> None:
    """Plates pass nothing on, tables couple next to nothing, and people play palms alone."""
    assert not never_weighed(under, hands, palms, rests=rests, pressed=pressed)


def test_what_no_push_brings_to_top_is_not_to_be_felt_beside_it() -> None:
    """Something lies on the plate."""
    assert never_weighed(0.0, push_n=5.1)
    assert not never_weighed(0.0, push_n=4.9)


def test_at_a_new_table_a_dead_under_is_told_by_palms_and_what_top_feels_beside_it() -> None:
    """Told as nothing, it made palms of all grabs of its seat."""
    hands = [*palm(1, 400, 12.0), *palm(1, 1_300, 12.0), *palm(0, 2_200), *palm(0, 3_100)]
    assert not told(felt(hands[:-2], 1, known=False), Fault.DEAD_CHANNEL)
    assert [
        (seat, on) for seat, on, *_ in told(felt(hands, 1, known=False), Fault.DEAD_CHANNEL)
    ] == [(0, True)]
    assert not told(felt(hands, None, known=False), Fault.DEAD_CHANNEL)


@pytest.mark.parametrize("rests", [True, False])
def test_at_a_new_table_an_under_that_rests_at_a_load_is_not_told(rests: bool) -> None:
    """It is plugged in, though nothing reaches it of its own palms, nor of what others push."""
    t_ns = np.arange(9_500, dtype=np.int64) * MS
    force = forces_at(INFO, [*palm(1, 400, 12.0), *palm(1, 1_300, 12.0)], t_ns)
    force[:, 0] = SHARE * force[:, 2]
    force += forces_at(INFO, [*palm(0, 2_200, passed_on=0.0), *palm(0, 3_100, passed_on=0.0)], t_ns)
    rng = np.random.default_rng(1)
    codes = to_codes(INFO, force, rng, 1.0, rest_n=np.array([0.0, 0.05, *6 * [0.0]]))
    if not rests:
        codes[:, 1] = rng.integers(0, 3, len(codes))
    pad = PadDecoder(INFO, Calibration.nominal(INFO))
    found = [pad.feed(batch) for batch in in_batches(Samples(t_ns, codes))]
    assert bool(told([e for events in found for e in events], Fault.DEAD_CHANNEL)) is not rests


def test_at_a_new_table_an_under_that_was_dead_before_stays_so() -> None:
    """Whoever decodes stored samples begins with what is known."""
    state = PadDecoder(INFO, Calibration.nominal(INFO)).state()
    state[1, -1] = 2.0
    pad = PadDecoder(INFO, Calibration.nominal(INFO), state=state)
    t_ns = np.arange(2_000, dtype=np.int64) * MS
    codes = to_codes(INFO, forces_at(INFO, palm(1, 400, 12.0, 0.0), t_ns))
    assert not told(pad.feed(Samples(t_ns, codes)), Fault.DEAD_CHANNEL)
