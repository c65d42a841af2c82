"""A weight that was another than was asked for, on one sensor: told by its sisters, and hardly ever
where all is well."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from console.hardware.calibrate import calibrate
from console.hardware.calibration_file import load_calibration
from console.hardware.doubts import Doubt, doubts
from console.hardware.texts import TextLine
from drivers.board import ChannelSpec
from drivers.pad.channels.calibration import Calibration, ChannelCalibration, Laid, Weighing
from host_sim.board import SimBoard
from host_sim.making import BuilderWeighing, Making
from tests.console.hardware.clumsy import clumsy, honest
from tests.console.hardware.conftest import Bench, Benches, look_seldom, make_bench

pytestmark = pytest.mark.usefixtures("looks_seldom")

SEEDS = range(44_000, 44_100)
CARELESS = Making(weighing=BuilderWeighing(weight_error=0.04, off_centre=0.08))
LIGHT_N, HEAVY_N = 0.5, 10.0


@cache
def weighed(seats: int, light: float, heavy: float) -> tuple[list[Doubt], ...]:
    """What is doubted of many tables, whose first sensor had other weights on it."""
    return tuple(_doubted(seats, light, heavy))


def _doubted(seats: int, light: float, heavy: float) -> Iterator[list[Doubt]]:
    for seed in SEEDS:
        board = SimBoard("mk2", seats, seed, making=CARELESS)
        weighings = []
        for index in range(2 * seats):
            factors = (light, heavy) if index == 0 else (1.0, 1.0)
            said = zip((LIGHT_N, HEAVY_N), factors, strict=True)
            laid = [Laid(n, board.weigh(n * factor, index)) for n, factor in said]
            weighings.append(Weighing(*laid))
        found = Calibration.weighed(board.info, board.weigh(0.0, 0), weighings, "")
        yield doubts(dict(enumerate(found.channels)))


@pytest.mark.parametrize("seats", [2, 4])
def test_tables_that_are_well_are_hardly_ever_asked(seats: int) -> None:
    assert sum(map(bool, weighed(seats, 1.0, 1.0))) <= 2


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("light", [0.5, 1.96])
def test_another_light_weight_is_found(seats: int, light: float) -> None:
    found = [[(d.index, d.heavy) for d in doubted] for doubted in weighed(seats, light, 1.0)]
    assert sum((0, False) in each for each in found) >= 96


@pytest.mark.parametrize("heavy", [0.5, 2.0])
def test_another_heavy_weight_is_found_more_often_than_not(heavy: float) -> None:
    found = [[(d.index, d.heavy) for d in doubted] for doubted in weighed(4, 1.0, heavy)]
    assert sum((0, True) in each for each in found) >= 55
    assert not any((0, False) in each for each in found)


def test_a_sensor_that_is_more_sensitive_all_the_way_is_no_other_weight() -> None:
    gains = np.array([1.6, 1.0, 1.05, 0.95])
    channels = {i: ChannelCalibration(g, exponent=0.8) for i, g in enumerate(gains.tolist())}
    assert doubts(channels) == []


def test_what_is_odd_under_the_light_weight_had_another_light_one() -> None:
    """Though it is odder still under the heavy one: parts differ in their power above all."""
    measured = (1.49, 0.645), (1.0, 0.945), (1.02, 0.945), (0.98, 0.945)
    channels = {i: ChannelCalibration(g, exponent=p) for i, (g, p) in enumerate(measured)}
    assert [(d.index, d.heavy) for d in doubts(channels)] == [(0, False)]


def test_sisters_that_were_never_weighed_say_nothing() -> None:
    channels = {0: ChannelCalibration(2.0, exponent=0.6)}
    channels |= {i: ChannelCalibration() for i in range(1, 8)}
    assert doubts(channels) == []


def told(bench: Bench, event: str) -> list[TextLine]:
    return [line for line in bench.said if isinstance(line, TextLine) and line.event == event]


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Calibration:
    """What is found where each weight is the one that was asked for."""
    with pytest.MonkeyPatch.context() as seldom:
        look_seldom(seldom)
        table = make_bench(tmp_path_factory.mktemp("fair"))
        clumsy(table, honest(table).lay)
        calibrate(table.station, table.say, HEAVY_N)
    found = load_calibration(table.station.data, table.board.info)
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "factor", "heavy"),
    [
        ((0, "top"), 1.96, False),
        ((3, "under"), 1.96, False),
        ((0, "top"), 2.4, False),
        ((0, "top"), 0.45, True),
        ((3, "under"), 2.2, True),
    ],
)
def test_a_doubtful_weight_is_asked_for_once_more_at_the_end(
    bench: Benches, fair: Calibration, place: tuple[int, str], factor: float, heavy: bool
) -> None:
    """2.4 times the light weight leave a power that no sensor has: it is not the heavy one."""
    table = bench()
    hands = honest(table)
    done: list[ChannelSpec] = []

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        other = (channel.seat, channel.part) == place and (weight_n > 1) == heavy and not done
        done.extend([channel] * other)
        hands.lay(channel, factor * weight_n if other else weight_n, now_ns)

    clumsy(table, lay)
    assert calibrate(table.station, table.say, HEAVY_N)
    (line,) = told(table, "doubtful_weight")
    assert (line.facts["seat"], line.facts["part"]) == place
    assert line.facts["weight_n"] == (HEAVY_N if heavy else LIGHT_N)
    assert len(told(table, "lay")) == 17
    assert told(table, "refused") == told(table, "same_again") == []
    found = load_calibration(table.station.data, table.board.info)
    assert found is not None
    for one, other in zip(found.channels, fair.channels, strict=True):
        assert one.gain == pytest.approx(other.gain, rel=0.1)
        assert one.exponent == pytest.approx(other.exponent, abs=0.06)


@pytest.mark.slow
def test_what_reads_the_same_again_is_the_sensors_own(bench: Benches) -> None:
    table = bench()
    hands = honest(table)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        light = (channel.seat, channel.part) == (0, "top") and weight_n < 1
        hands.lay(channel, 1.96 * weight_n if light else weight_n, now_ns)

    clumsy(table, lay)
    assert calibrate(table.station, table.say, HEAVY_N)
    assert len(told(table, "doubtful_weight")) == len(told(table, "same_again")) == 1
    (last,) = told(table, "same_twice")
    assert last == "Seat 1, top sensor is unlike the others: made so, or weighed wrong twice"
