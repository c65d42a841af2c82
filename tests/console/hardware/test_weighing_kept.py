"""``khvatka hw calibrate``: whatever ends it, what was weighed is kept, and the next one may ask
for the rest alone."""

from __future__ import annotations

import contextlib
import re
import signal
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from pytest_mock import MockerFixture

from console.hardware.calibrate import calibrate
from console.hardware.calibration_file import (
    calibration_path,
    left_out_before,
    load_calibration,
    save_calibration,
)
from console.hardware.laying import PATIENCE_NS, WeighingRefused
from console.hardware.station import BoardActors
from console.hardware.texts import TextLine
from console.terminal import stopping
from drivers.board import ChannelSpec
from drivers.errors import BoardError, ConfigError, PadUnfit
from drivers.pad.channels.calibration import Calibration
from drivers.times import SECOND
from host_sim.faults import SimFault
from tests.console.hardware.clumsy import clumsy, honest
from tests.console.hardware.conftest import Bench, Benches
from tests.drivers.controller.misfits import misfits

pytestmark = pytest.mark.usefixtures("looks_seldom")

Place = tuple[int, str]
DEAD = 2, "top"
Lay = Callable[[ChannelSpec, float, int], None]


def loaded(bench: Bench) -> Calibration:
    found = load_calibration(bench.station.data, bench.board.info)
    assert found is not None
    return found


def asked(bench: Bench) -> list[Place]:
    """The sensors on which a weight was to be laid, one after the other."""
    lines = [line for line in bench.said if isinstance(line, TextLine)]
    return [(line.facts["seat"], line.facts["part"]) for line in lines if line.event == "lay"]  # type: ignore[misc]


def places(bench: Bench, calibration: Calibration) -> list[Place]:
    """The sensors that have no curve of their own."""
    specs = zip(bench.board.info.channels, calibration.channels, strict=True)
    return [(s.seat, s.part) for s, c in specs if c.exponent is None]


def unfelt(hands_lay: Lay, dead: Place = DEAD) -> Lay:
    """A weight on one sensor is never laid."""

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        if (channel.seat, channel.part) != dead:
            hands_lay(channel, weight_n, now_ns)

    return lay


def given_up(hands_lay: Lay, at: Place, heavy: bool, ends: BaseException | None = None) -> Lay:
    """Ctrl-C where this weight is asked for."""

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        if (channel.seat, channel.part) == at and (weight_n > 1) == heavy:
            raise ends or KeyboardInterrupt
        hands_lay(channel, weight_n, now_ns)

    return lay


def all_but_one(bench: Benches) -> tuple[Bench, BoardActors]:
    """A table of which ``DEAD`` alone is not weighed, and the hands that weigh well."""
    table = bench()
    hands = honest(table)
    clumsy(table, unfelt(hands.lay))
    with pytest.raises(WeighingRefused):
        calibrate(table.station, table.say, 10.0)
    return table, hands


@pytest.mark.slow
def test_a_sensor_that_refuses_costs_itself_alone(bench: Benches) -> None:
    table = bench()
    clumsy(table, unfelt(honest(table).lay))
    with pytest.raises(WeighingRefused, match=r"not every sensor is weighed: .* --missing"):
        calibrate(table.station, table.say, 10.0)
    found = loaded(table)
    assert places(table, found) == [DEAD]
    assert asked(table).count(DEAD) == 2
    assert asked(table)[8] == DEAD, "once more at the end of its round"
    assert "Weighed now: 7 of 8 sensors." in table.said
    assert "  Seat 3, top sensor: not weighed, it is read as the weighed ones are" in table.said


@pytest.mark.slow
def test_the_missing_ones_are_asked_for_alone(bench: Benches) -> None:
    table, hands = all_but_one(bench)
    before = loaded(table)
    clumsy(table, hands.lay)
    table.said.clear()
    assert calibrate(table.station, table.say, 10.0, missing=True)
    assert asked(table) == [DEAD, DEAD]
    found = loaded(table)
    assert places(table, found) == []
    for old, new in zip(before.channels, found.channels, strict=True):
        assert old.exponent is None or (old.gain, old.exponent) == (new.gain, new.exponent)
    for index, channel in enumerate(found.channels):  # of 4, which never felt a weighed push
        known = [pair is not None for pair in channel.shares]
        assert known == ([] if index == 4 else [True] * 4)
    told = [line.event for line in table.said if isinstance(line, TextLine)]
    assert told.count("neighbours_unknown") == 1
    assert left_out_before(table.station.data, table.board.info) == ()
    table.said.clear()
    calibrate(table.station, table.say, 10.0, missing=True)
    assert asked(table) == []
    assert table.said[-1] == "Every sensor is weighed: none is missing."


@pytest.mark.slow
def test_a_whole_weighing_leaves_no_neighbour_to_be_learned(bench: Benches) -> None:
    table = bench()
    calibrate(table.station, table.say, 10.0)
    told = [line.event for line in table.said if isinstance(line, TextLine)]
    assert not {"neighbours_unknown", "same_twice"} & set(told)


@pytest.mark.slow
def test_a_missing_one_that_refuses_again_is_named(bench: Benches) -> None:
    table, _ = all_but_one(bench)
    with pytest.raises(WeighingRefused, match="Seat 3, top sensor: the weight was not seen"):
        calibrate(table.station, table.say, 10.0, missing=True)
    assert table.said[-1] == "Nothing was written."


@pytest.mark.slow
def test_three_dead_sensors_cost_the_others_nothing(bench: Benches) -> None:
    table = bench()
    dead = (0, "top"), (2, "top"), (1, "under")
    lay: Lay = honest(table).lay
    for place in dead:
        lay = unfelt(lay, place)
    clumsy(table, lay)
    with pytest.raises(WeighingRefused, match="not every sensor is weighed"):
        calibrate(table.station, table.say, 10.0)
    assert sorted(places(table, loaded(table))) == sorted(dead)


@pytest.mark.slow
def test_who_lays_three_weights_wrongly_is_still_there(bench: Benches) -> None:
    table = bench()
    hands = honest(table)
    wrong = (0, "top"), (1, "top"), (2, "top")
    other = table.board.info.channels[6]

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        hands.lay(other if (channel.seat, channel.part) in wrong else channel, weight_n, now_ns)

    clumsy(table, lay)
    with pytest.raises(WeighingRefused, match="not every sensor is weighed"):
        calibrate(table.station, table.say, 10.0)
    assert sorted(places(table, loaded(table))) == sorted(wrong)


@pytest.mark.slow
def test_another_pad_put_in_meanwhile_ends_it_with_what_is_weighed(
    bench: Benches, mocker: MockerFixture
) -> None:
    table = bench()
    hands, read = honest(table), table.board.read
    misfit = next(misfits(4))

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        hands.lay(channel, weight_n, now_ns)
        if (channel.seat, channel.part) == (3, "top"):
            table.board.faults.begin(SimFault.FROZEN_PAD, now_ns)
            mocker.patch.object(
                table.board, "read", lambda now_ns: replace(read(now_ns), misfit=misfit)
            )

    clumsy(table, lay)
    with pytest.raises(PadUnfit):
        calibrate(table.station, table.say, 10.0)
    weighed = [c.gain != 1.0 for c in loaded(table).channels]
    assert weighed == [True, False] * 3 + [False] * 2
    assert not [line for line in table.said if "is silent" in line]


@pytest.mark.slow
def test_where_nobody_weighed_none_is_missing(bench: Benches) -> None:
    table = bench()
    with pytest.raises(ConfigError, match="leave --missing out"):
        calibrate(table.station, table.say, 10.0, missing=True)


@pytest.mark.slow
def test_what_is_left_out_keeps_what_it_was_weighed_before(bench: Benches) -> None:
    table = bench()
    hands = honest(table)
    calibrate(table.station, table.say, 10.0)
    before = loaded(table)
    clumsy(table, unfelt(hands.lay))
    with pytest.raises(WeighingRefused):
        calibrate(table.station, table.say, 10.0)
    assert "  Seat 3, top sensor: keeps what it was weighed before" in table.said
    found, index = loaded(table), 4
    assert found.channels[index].gain == before.channels[index].gain
    assert found.channels[index].exponent == before.channels[index].exponent
    assert all(len(channel.shares) == 4 for channel in found.channels)
    assert left_out_before(table.station.data, table.board.info) == (index,)


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_weighed(bench: Benches) -> None:
    """As Python has it, and as the program does."""
    whole, alone = bench(), [(2, "under"), (3, "under")]
    calibrate(whole.station, whole.say, 10.0)
    all_weighed = loaded(whole)
    for ends in (KeyboardInterrupt(), SystemExit(130)):
        table = bench()
        calibration_path(table.station.data, table.board.info).unlink()
        clumsy(table, given_up(honest(table).lay, (2, "under"), True, ends))
        with pytest.raises(type(ends)):
            calibrate(table.station, table.say, 10.0)
        found = loaded(table)
        assert places(table, found) == alone
        for new, full in zip(found.channels, all_weighed.channels, strict=True):
            assert new.gain == pytest.approx(full.gain, rel=0.1), "the light weight lay on all"
        assert table.said[-1].endswith("`khvatka hw calibrate --missing` asks for the rest")
        text = "  Seat 4, under sensor: the light weight alone; the heavy one is missing"
        assert text in table.said


def test_a_second_ctrl_c_loses_nothing(bench: Benches, mocker: MockerFixture) -> None:
    table = bench()
    clumsy(table, given_up(honest(table).lay, (3, "top"), False, SystemExit(130)))

    def save(*given: object) -> object:
        signal.raise_signal(signal.SIGINT)
        return save_calibration(*given)  # type: ignore[arg-type]

    mocker.patch("console.hardware.calibrate.save_calibration", save)
    before = signal.signal(signal.SIGINT, stopping._stop)
    try:
        with pytest.raises(SystemExit):
            calibrate(table.station, table.say, 10.0)
    finally:
        signal.signal(signal.SIGINT, before)
    assert [c.gain != 1.0 for c in loaded(table).channels] == [True, False] * 3 + [False] * 2


def test_what_is_weighed_is_kept_though_nobody_can_be_told(bench: Benches) -> None:
    """Whoever listened has gone, as the head of a pipe does."""
    table = bench()
    clumsy(table, given_up(honest(table).lay, (3, "top"), False))

    def say(line: str) -> None:
        if isinstance(line, TextLine) and line.event in ("onset_error", "weighed_now"):
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        calibrate(table.station, say, 10.0)
    assert [c.gain != 1.0 for c in loaded(table).channels] == [True, False] * 3 + [False] * 2


@pytest.mark.slow
@pytest.mark.parametrize("at", [(1, "top"), (3, "under")])
def test_a_doubtful_weight_is_not_kept_when_somebody_gives_up(bench: Benches, at: Place) -> None:
    """Neither where few sisters have both weights, nor where most have."""
    table = bench()
    hands = honest(table)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        other = (channel.seat, channel.part) == (0, "top") and weight_n < 1
        hands.lay(channel, 1.96 * weight_n if other else weight_n, now_ns)

    clumsy(table, given_up(lay, at, heavy=True))
    with pytest.raises(KeyboardInterrupt):
        calibrate(table.station, table.say, 10.0)
    first = loaded(table).channels[0]
    assert (first.gain, first.exponent) == (1.0, None)
    assert "  Seat 1, top sensor: what was weighed is doubtful and not taken" in table.said


@pytest.mark.slow
def test_two_wrong_weights_that_differ_are_not_taken(bench: Benches) -> None:
    table = bench()
    hands = honest(table)
    times = iter((1.7, 2.2))

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        other = (channel.seat, channel.part) == DEAD and weight_n < 1
        hands.lay(channel, next(times) * weight_n if other else weight_n, now_ns)

    clumsy(table, lay)
    with pytest.raises(WeighingRefused, match="not every sensor is weighed"):
        calibrate(table.station, table.say, 10.0)
    assert places(table, loaded(table)) == [DEAD]
    assert "  Seat 3, top sensor: what was weighed is doubtful and not taken" in table.said


@pytest.mark.slow
def test_nobody_there_ends_it(bench: Benches) -> None:
    table = bench()
    clumsy(table, lambda channel, weight_n, now_ns: None)
    with pytest.raises(WeighingRefused, match="Seat 1, top sensor: the weight was not seen"):
        calibrate(table.station, table.say, 10.0)
    assert asked(table) == [(0, "top"), (1, "top"), (2, "top")]


@pytest.mark.slow
@pytest.mark.parametrize("silent_s", [1, 20])
def test_a_silence_of_the_pad_costs_nothing(bench: Benches, silent_s: int) -> None:
    table = bench()
    hands = honest(table)
    begun: list[int] = []

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        if (channel.seat, channel.part) == (3, "top") and not begun:
            begun.append(now_ns)
            table.board.faults.begin(SimFault.FROZEN_PAD, now_ns)
            table.board.faults.end(SimFault.FROZEN_PAD, now_ns + silent_s * SECOND)
        hands.lay(channel, weight_n, now_ns)

    clumsy(table, lay)
    assert calibrate(table.station, table.say, 10.0)
    events = [line.event for line in table.said if isinstance(line, TextLine)]
    assert events.count("silent") == events.count("heard") <= (silent_s > 3)
    assert len(asked(table)) == 16


@pytest.mark.slow
def test_a_pad_that_stays_silent_ends_it_with_what_is_weighed(bench: Benches) -> None:
    table = bench()
    hands = honest(table)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        if (channel.seat, channel.part) == (3, "top"):
            table.board.faults.begin(SimFault.FROZEN_PAD, now_ns)
        hands.lay(channel, weight_n, now_ns)

    clumsy(table, lay)
    with pytest.raises(BoardError, match="the pad is silent"):
        calibrate(table.station, table.say, 10.0)
    info = table.board.info
    found = {
        (s.seat, s.part): c for s, c in zip(info.channels, loaded(table).channels, strict=True)
    }
    assert [place for place, c in found.items() if c.gain != 1.0] == [(s, "top") for s in range(3)]


@pytest.mark.slow
def test_little_where_much_is_asked_for_is_told_by_what_it_reads(bench: Benches) -> None:
    table = bench()
    hands = honest(table)
    first: list[int] = []

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        if weight_n > 1 and len(first) < 2:
            first.append(now_ns)
            weight_n = 0.5 if len(first) == 1 else weight_n
        hands.lay(channel, weight_n, now_ns)

    clumsy(table, lay)
    assert calibrate(table.station, table.say, 10.0)
    assert any(re.search(r"reads 0\.[45]. N: was it 10\.0 N", line) for line in table.said)
    assert first[1] - first[0] < PATIENCE_NS / 4


@pytest.mark.slow
def test_a_clamp_that_hardly_bears_is_told_by_what_it_reads(bench: Benches) -> None:
    table = bench()
    hands = honest(table)
    first: list[int] = []

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        if weight_n > 1 and channel.part == "under" and not first:
            first.append(now_ns)
            hands.lay(table.board.info.channels[0], 1.2, now_ns)  # more on *top*
        else:
            hands.lay(channel, weight_n, now_ns)

    clumsy(table, lay)
    assert calibrate(table.station, table.say, 10.0)
    (line,) = [t for t in table.said if isinstance(t, TextLine) and t.event == "refused"]
    assert re.search(r"Seat 1, under sensor: reads [-\d.]+ N: was it 10\.0 N", line)


@pytest.mark.slow
def test_one_sensor_is_not_all_of_them(bench: Benches) -> None:
    """It is less sensitive than any other, by its weight."""
    table, hands = all_but_one(bench)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        hands.lay(channel, 2.1 * weight_n if weight_n < 1 else weight_n, now_ns)

    clumsy(table, lay)
    table.said.clear()
    with contextlib.suppress(WeighingRefused):
        calibrate(table.station, table.say, 10.0, missing=True)
    assert not [line for line in table.said if line.startswith("All sensors together")]


@pytest.mark.slow
def test_who_weighs_again_is_not_held_to_what_was_weighed_wrongly_before(bench: Benches) -> None:
    """100 g lay on all sensors in place of 51 g; now it is right, and somebody gives up early."""
    table = bench()
    hands = honest(table)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        hands.lay(channel, 1.96 * weight_n if weight_n < 1 else weight_n, now_ns)

    clumsy(table, lay)
    calibrate(table.station, table.say, 10.0)
    before = loaded(table)
    clumsy(table, given_up(hands.lay, (2, "top"), heavy=False))
    with pytest.raises(KeyboardInterrupt):
        calibrate(table.station, table.say, 10.0)
    for index, (old, new) in enumerate(zip(before.channels, loaded(table).channels, strict=True)):
        assert (new.gain < 0.7 * old.gain) == (index in (0, 2))


@pytest.mark.slow
def test_a_missing_one_is_held_to_its_sisters_of_before(bench: Benches) -> None:
    table, hands = all_but_one(bench)
    done: list[int] = []

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        done.append(now_ns)
        hands.lay(channel, 1.96 * weight_n if len(done) == 1 else weight_n, now_ns)

    clumsy(table, lay)
    table.said.clear()
    calibrate(table.station, table.say, 10.0, missing=True)
    assert asked(table) == [DEAD] * 3


@pytest.mark.slow
def test_where_not_one_weight_can_be_believed_nothing_is_written(bench: Benches) -> None:
    table, hands = all_but_one(bench)
    path = calibration_path(table.station.data, table.board.info)
    before = path.read_bytes()
    asked_for: list[int] = []

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        asked_for.append(now_ns)
        if len(asked_for) < 3:
            hands.lay(channel, 1.96 * weight_n if weight_n < 1 else weight_n, now_ns)

    clumsy(table, lay)
    with pytest.raises(WeighingRefused, match="not one weight could be believed"):
        calibrate(table.station, table.say, 10.0, missing=True)
    assert table.said[-1] == "Nothing was written."
    assert path.read_bytes() == before
