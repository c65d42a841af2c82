"""Codes to forces, by channel; what two weights make known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.errors import ConfigError
from drivers.pad.channels import fsr
from drivers.pad.channels.calibration import (
    PART_SPREAD,
    Calibration,
    ChannelCalibration,
    Laid,
    Weighing,
    check_fits,
    force_table,
    forces,
)
from tests.drivers.pad.streams import board_info

INFO = board_info(2)
SIEMENS = 1 / 15_000.0  # of some part at 0.5 N
Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def own_code(force_n: float | Floats, gain: float, exponent: float, rest: float = 0.0) -> Floats:
    """What a part with a power law of its own above 0.5 N reads, not rounded; below, it conducts
    in proportion to the force."""
    over = np.asarray(force_n) / 0.5
    siemens = rest + gain * SIEMENS * np.minimum(over, np.maximum(over, 1.0) ** exponent)
    return fsr.ohm_to_code(1 / np.maximum(siemens, 1e-9), INFO.divider_ohm, INFO.full_code)


@given(st.floats(0.5, 2.0), st.floats(0.7, 1.1), st.floats(0.2, 10.0), st.floats(0.0, 2e-5))
def test_two_weights_make_a_channel_true_whatever_its_exponent(
    gain: float, exponent: float, force_n: float, rest: float
) -> None:
    zero, light, heavy = (float(own_code(n, gain, exponent, rest)) for n in (0.0, 0.5, 10.0))
    channel = ChannelCalibration.weighed(INFO, zero, (0.5, light), (10.0, heavy))
    table = force_table(INFO, channel, channel.rest_code)
    code = round(float(own_code(force_n, gain, exponent, rest)))
    step = np.diff(table)[code - 1]
    assert table[code] == pytest.approx(force_n, rel=0.01, abs=step)
    assert channel.gain_sigma < ChannelCalibration().gain_sigma


def test_the_light_weight_makes_the_threshold_true_whatever_the_curve_is_above_it() -> None:
    """The data sheet's sensor bends between the weights; at 0.5 N nothing of that is left."""
    rest, light, heavy = (
        float(fsr.ohm_to_code(fsr.force_to_ohm(n), INFO.divider_ohm, INFO.full_code))
        for n in (0.0, 0.5, 10.0)
    )
    channel = ChannelCalibration.weighed(INFO, rest, (0.5, light), (10.0, heavy))
    assert channel.gain == pytest.approx(1.0, abs=0.01)
    assert force_table(INFO, channel, rest)[round(light)] == pytest.approx(0.5, abs=0.001)


@pytest.mark.parametrize("light_n", [0.4, 0.5])
@pytest.mark.parametrize("force_n", [0.03, 0.1, 0.2, 0.3, 0.4, 0.5])
def test_below_the_threshold_a_weighed_channel_is_as_straight_as_the_data_sheets(
    force_n: float, light_n: float
) -> None:
    """The power through both weights would read 0.1 N as 0.07 N: a heavy weight that couples so
    much would teach a share of which a slap leaves as much again."""
    rest, light, heavy, couples = (
        float(fsr.ohm_to_code(fsr.force_to_ohm(n), INFO.divider_ohm, INFO.full_code))
        for n in (0.0, light_n, 10.0, force_n)
    )
    channel = ChannelCalibration.weighed(INFO, rest, (light_n, light), (10.0, heavy))
    table = force_table(INFO, channel, rest)
    assert table[round(couples)] == pytest.approx(force_n, rel=0.02)
    assert np.all(np.diff(table) >= 0)


@pytest.mark.parametrize(("bends", "off"), [(True, 0.11), (False, 0.46)])
@pytest.mark.parametrize("force_n", [12.0, 30.0, 58.0])
def test_above_the_heavy_weight_a_part_may_bend_as_the_data_sheets_does_or_not(
    force_n: float, bends: bool, off: float
) -> None:
    """Nobody weighs there. Read as a power law, a part that bends makes 39 N of a slap of 58 N;
    read as the data sheet's, one that does not makes 96 N of it, and explains children away."""
    ohms = [float(fsr.force_to_ohm(n)) for n in (0.0, 1.0, 10.0, force_n)]
    if not bends:
        ohms[3] = ohms[2] * (ohms[2] / ohms[1]) ** float(np.log10(force_n / 10.0))
    rest, light, heavy, slap = (
        float(fsr.ohm_to_code(ohm, INFO.divider_ohm, INFO.full_code)) for ohm in ohms
    )
    channel = ChannelCalibration.weighed(INFO, rest, (1.0, light), (10.0, heavy))
    table = force_table(INFO, channel, rest)
    assert table[round(slap)] == pytest.approx(force_n, rel=off)
    assert np.all(np.diff(table) >= 0)


def test_a_channel_never_weighed_has_the_data_sheets_curve() -> None:
    table = force_table(INFO, ChannelCalibration(), 0.0)
    for force_n in (0.3, 0.5, 3.0, 20.0):
        code = fsr.ohm_to_code(fsr.force_to_ohm(force_n), INFO.divider_ohm, INFO.full_code)
        assert table[round(float(code))] == pytest.approx(force_n, rel=0.02)


@pytest.mark.parametrize("channel", [ChannelCalibration(), ChannelCalibration(1.2, 0.07, 0, 0.8)])
def test_table_rises_from_rest_and_stays_within_reason(channel: ChannelCalibration) -> None:
    table = force_table(INFO, channel, 200.0)
    assert (np.diff(table) >= 0).all()
    assert table[200] == pytest.approx(0.0, abs=1e-3)
    assert table[150] < 0 < table[250]
    assert table[-1] <= 1_000.0


def weighings(
    push: float = 0.03, pinch: float = 0.01, clamped: bool = True
) -> tuple[Floats, list[Weighing]]:
    """Both weights on all channels of a table where so much couples into the other petal."""
    count = len(INFO.channels)
    gains, exponents = np.array([0.9, 1.1, 1.2, 0.8]), np.array([0.8, 0.9, 1.0, 0.75])
    found = []
    for index in range(count):
        laid = []
        for weight_n in (0.5, 10.0):
            force = np.zeros(count)
            top = index - index % 2
            both = index % 2 == 1 and clamped
            force[[top, top + 1] if both else [index]] = weight_n
            others = np.arange(count) // 2 != index // 2
            force[others] = weight_n * (push if force[top + 1] == 0 else pinch if both else 0.0)
            codes = [
                float(own_code(f, g, n)) for f, g, n in zip(force, gains, exponents, strict=True)
            ]
            laid.append(Laid(weight_n, np.array(codes)))
        found.append(Weighing(*laid))
    return own_code(np.zeros(count), 1.0, 1.0), found


def test_the_heavy_weights_show_what_couples_of_a_push_and_of_a_pinch() -> None:
    calibration = Calibration.weighed(INFO, *weighings(), "2025-01-31")
    assert calibration.date == "2025-01-31"
    for index, channel in enumerate(calibration.channels):
        for petal, pair in enumerate(channel.shares):
            expected = (0.0, 0.0) if petal == index // 2 else (0.03, 0.01)
            assert pair == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize(
    ("pull", "rest_n", "weighed"),
    [(0.01, 0.2, 0.01), (0.05, 0.2, 0.05), (0.05, 0.0, 0.0)],
)
def test_who_is_lifted_shows_a_share_below_nothing(
    pull: float, rest_n: float, weighed: float
) -> None:
    """As long as a sensor rests at something: under 10 N it hides all but that, and the light
    weight shows its share."""
    rest = own_code(np.full(4, rest_n), 1.0, 1.0)
    found = []
    for index in range(4):
        laid = []
        for weight_n in (0.5, 10.0):
            force_n = np.where(np.arange(4) // 2 == index // 2, 0.0, -pull * weight_n)
            force_n[index] = weight_n
            codes = own_code(np.maximum(force_n + rest_n, 0.0), 1.0, 1.0)
            laid.append(Laid(weight_n, codes))
        found.append(Weighing(*laid))
    calibration = Calibration.weighed(INFO, rest, found, "")
    for index, channel in enumerate(calibration.channels):
        pair = channel.shares[1 - index // 2]
        assert pair == pytest.approx((-weighed, -weighed / 2), rel=0.05, abs=1e-4)
    assert (calibration.pushes(2) == 0.0).all()


def test_a_weight_on_under_alone_says_nothing_of_a_pinch() -> None:
    calibration = Calibration.weighed(INFO, *weighings(clamped=False), "")
    pair = calibration.channels[0].shares[1]
    assert pair is not None
    push, pinch = pair
    assert pinch == pytest.approx(push / 2, abs=1e-4)


def test_a_channel_that_nobody_weighed_is_as_it_was() -> None:
    rest, found = weighings()
    whole = Calibration.weighed(INFO, rest, found, "2025-01-31")
    former = Calibration.weighed(INFO, rest, weighings(push=0.05)[1], "2024-01-31")
    some = Calibration.weighed(INFO, rest, [found[0], found[1], None, None], "", former)
    assert some.channels[2].gain == former.channels[2].gain
    assert some.channels[2].exponent == former.channels[2].exponent
    assert some.channels[0].shares[1] == former.channels[0].shares[1], "petal 1 was not pressed"
    assert some.channels[2].shares[0] == whole.channels[2].shares[0]
    never = Calibration.weighed(INFO, rest, [found[0], found[1], None, None], "")
    assert never.channels[2].exponent is None
    assert never.channels[0].shares == (), "what petal 1 couples is not known"
    assert never.channels[2].shares == (), "it was never weighed: what it reads is not known"


def test_what_nobody_weighed_is_read_as_what_somebody_did() -> None:
    """Parts of one lot are alike: of children's hands on them 49 were missed, now 14, once one
    petal alone was weighed. Lots differ from the data sheet's part by as much as parts do."""
    rest, found = weighings()
    some = Calibration.weighed(INFO, rest + 9.0, [*found[:3], None], "")
    *weighed, alone = some.by_sisters().channels
    assert weighed == list(some.channels[:3])
    assert alone.gain == pytest.approx((0.9 * 1.1 * 1.2 * 0.8**3) ** (1 / 4), rel=0.02)
    assert alone.exponent == pytest.approx((0.8 + 0.9 + 1.0 + 0.83) / 4, rel=0.02)
    assert alone.gain_sigma == PART_SPREAD, "it may be as far off as any that nobody weighed"
    assert alone.rest_code == rest[3] + 9.0, "the petal's own weight is none of its curve"


def test_who_has_weighed_all_or_none_has_each_curve_as_it_is() -> None:
    for calibration in (Calibration.nominal(INFO), Calibration.weighed(INFO, *weighings(), "")):
        assert calibration.by_sisters() is calibration


def test_a_light_weight_alone_keeps_what_it_showed() -> None:
    rest, found = weighings()
    light = Weighing(found[3].light, None)
    some = Calibration.weighed(INFO, rest, [*found[:3], light], "")
    alone = some.by_sisters().channels[3]
    assert alone.gain == some.channels[3].gain
    assert alone.exponent == pytest.approx((0.8 + 0.9 + 1.0 + 0.83) / 4, rel=0.02)


def test_what_a_petal_couples_is_known_though_another_was_not_pushed() -> None:
    rest, found = weighings()
    table, more = board_info(3), list[Weighing | None]()
    for one in found:
        assert one.heavy is not None
        pair = one.light, one.heavy
        laid = [Laid(on.weight_n, np.pad(on.codes, (0, 2), "edge")) for on in pair]
        more.append(Weighing(*laid))
    channels = Calibration.weighed(table, np.pad(rest, (0, 2), "edge"), [*more, None, None], "")
    assert channels.channels[0].shares[2] is None
    assert channels.channels[0].shares[1] == pytest.approx((0.03, 0.01), rel=0.03)
    assert channels.pushes(3)[0, 1:].tolist() == [pytest.approx(0.03, rel=0.03), 0.0]


@pytest.mark.parametrize("pushed", [False, True])
def test_of_a_petal_half_weighed_again_the_other_half_is_as_it_was(pushed: bool) -> None:
    """The push by *top*, the pinch by the clamp on *under*."""
    rest, found = weighings(push=0.05, pinch=0.02)
    former = Calibration.weighed(INFO, rest, weighings()[1], "")
    some = [found[0] if pushed else None, None if pushed else found[1], None, None]
    pair = Calibration.weighed(INFO, rest, some, "", former).channels[2].shares[0]
    assert pair == pytest.approx((0.05, 0.01) if pushed else (0.03, 0.02), rel=0.05)


def test_what_lies_on_a_sensor_since_it_was_weighed_is_no_share() -> None:
    rest, found = weighings()
    former = Calibration.weighed(INFO, rest, found, "")
    more = np.array([0.0, 0.0, 20.0, 0.0])
    assert found[0].heavy is not None
    again = Weighing(found[0].light, Laid(10.0, found[0].heavy.codes + more))
    once = Calibration.weighed(INFO, rest + more, [again, None, None, None], "", former)
    pair = once.channels[2].shares[0]
    assert pair is not None
    assert pair[0] == pytest.approx(0.03, rel=0.1)


def test_the_light_weight_alone_is_read_rightly_at_the_threshold() -> None:
    rest, found = weighings()
    light = found[0].light
    alone = Calibration.weighed(INFO, rest, [Weighing(light, None), *found[1:]], "").channels[0]
    assert alone.exponent is None
    assert float(forces(INFO, alone, rest[0], light.codes[0])) == pytest.approx(0.5, rel=1e-3)


@pytest.mark.parametrize(
    ("rest", "light", "heavy"),
    [
        (10, (0.5, 5), (10.0, 800)),
        (10, (0.5, 100), (10.0, 4095)),
        (10, (0.5, 800), (10.0, 100)),
        (-1, (0.5, 100), (10.0, 800)),
        (10, (0.0, 100), (10.0, 800)),
        (10, (10.0, 100), (0.5, 800)),
    ],
)
def test_impossible_weighing_is_refused(
    rest: float, light: tuple[float, float], heavy: tuple[float, float]
) -> None:
    with pytest.raises(ConfigError, match="weigh again"):
        ChannelCalibration.weighed(INFO, rest, light, heavy)


@pytest.mark.parametrize("more", [0.001, 0.5])
def test_a_heavy_weight_that_its_sensor_hardly_felt_is_refused(more: float) -> None:
    """As on swapped plugs. Its curve was read before anybody asked whether it can be: the power of
    an exponent near 0 overflows."""
    rest, found = weighings()
    codes = found[0].light.codes.copy()
    codes[0] += more
    found[0] = Weighing(found[0].light, Laid(10.0, codes))
    with pytest.raises(ConfigError, match=r"channel 0.*: weigh the channel again"):
        Calibration.weighed(INFO, rest, found, "2025-01-31")


def test_an_impossible_weighing_names_its_channel() -> None:
    rest, found = weighings()
    found[2] = Weighing(found[2].light, found[2].light)
    with pytest.raises(ConfigError, match="channel 2"):
        Calibration.weighed(INFO, rest, found, "2025-01-31")


def test_a_weighing_of_a_part_that_no_table_has_names_its_channel_and_the_mend() -> None:
    rest, found = weighings()
    found[2] = Weighing(Laid(0.02, found[2].light.codes), None)
    with pytest.raises(ConfigError, match=r"channel 2: gain .* cannot be: weigh the channel again"):
        Calibration.weighed(INFO, rest, found, "2025-01-31")


@pytest.mark.parametrize(
    "channel",
    [
        ChannelCalibration(gain=0.0),
        ChannelCalibration(exponent=3.0),
        ChannelCalibration(shares=((0.03, -1.0),)),
    ],
)
def test_an_impossible_channel_is_refused(channel: ChannelCalibration) -> None:
    with pytest.raises(ConfigError, match="channel 0"):
        Calibration((channel,))


def test_calibration_of_another_board_is_refused() -> None:
    with pytest.raises(ConfigError, match="8 channels"):
        check_fits(Calibration.nominal(board_info(4)), INFO)
    stranger = ChannelCalibration(shares=((0.0, 0.0),) * 3)
    with pytest.raises(ConfigError, match="neighbours"):
        check_fits(Calibration((stranger,) * 4), INFO)


@pytest.mark.parametrize("rest_code", [-1.0, float(INFO.full_code), float("nan")])
def test_a_resting_code_that_the_board_cannot_read_is_refused(rest_code: float) -> None:
    channels = Calibration.nominal(INFO).channels
    odd = replace(channels[1], rest_code=rest_code)
    with pytest.raises(ConfigError, match=r"channel 1: code .* at rest cannot be: calibrate"):
        check_fits(Calibration((channels[0], odd, *channels[2:])), INFO)
