"""The sensors against the figures of HARDWARE.md, "What real parts do"."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.events import Gesture
from drivers.times import MS
from host_sim.making import PART_SPREAD, BuilderWeighing, Making
from host_sim.models import Touch
from host_sim.sensors import EXPONENT, Sensors
from tests.host_sim.nominal import nominal_ohm, ohms_of

FULL, DIVIDER_OHM = 4095, 10_000.0
FORCES_N = np.geomspace(0.5, 10.0, 8)
ALL = np.ones(8)


def _sensors(seats: int = 4, **making: object) -> Sensors:
    return Sensors(seats, np.random.default_rng(3), Making(**making))  # type: ignore[arg-type]


def _felt(sensors: Sensors, touch: Touch, *times_ms: float) -> list[float]:
    """What *top* feels of it at such times after its begin."""
    at_ns = touch.t_ns + np.round(np.array(times_ms) * MS).astype(np.int64)
    load = np.zeros((len(at_ns), 2))
    sensors.pressing(touch, 1.0).press(load, at_ns, np.zeros(2, dtype=np.int64))
    return [float(force) for force in load[:, 0]]


@pytest.mark.parametrize(
    ("force_n", "ohm"), [(0.2, 30_000), (1.0, 6_000), (10.0, 1_000), (100.0, 250)]
)
def test_nominal_part_is_the_data_sheets(force_n: float, ohm: float) -> None:
    assert nominal_ohm(force_n) == pytest.approx(ohm, rel=0.02)


@pytest.mark.parametrize(
    ("force_n", "divider_ohm", "volts"),
    [
        (0.2, 10_000, 0.83),
        (1, 10_000, 2.06),
        (10, 10_000, 3.00),
        (0.2, 2_200, 0.23),
        (1, 2_200, 0.89),
        (10, 2_200, 2.27),
    ],
)
def test_divider_voltages(force_n: float, divider_ohm: float, volts: float) -> None:
    assert 3.3 * divider_ohm / (divider_ohm + nominal_ohm(force_n)) == pytest.approx(
        volts, abs=0.006
    )


def test_each_part_has_a_power_of_its_own_within_the_data_sheets_bounds() -> None:
    sensors = _sensors(100)
    ohms = ohms_of(sensors, FORCES_N[:, None] - sensors.preload_n)
    slopes = np.diff(np.log(ohms), axis=0) / np.diff(np.log(FORCES_N))[:, None]
    assert slopes[1:-1].min() > -1.1
    assert slopes[1:-1].max() < -0.6
    assert np.ptp(slopes[3]) > 0.1


def test_below_its_turn_on_force_a_sensor_soon_reads_nothing() -> None:
    low = np.log(nominal_ohm(0.03) / nominal_ohm(0.06)) / np.log(2)
    high = np.log(nominal_ohm(0.6) / nominal_ohm(1.2)) / np.log(2)
    assert low > 2.5 * high
    assert nominal_ohm(0.005) > 10e6


def test_parts_differ_by_6_per_cent() -> None:
    sensors = Sensors(500, np.random.default_rng(1), Making(exponents=0.0))
    at_1_n = np.log(ohms_of(sensors, 1.0 - sensors.preload_n[None, :])[0])
    assert np.std(at_1_n) == pytest.approx(EXPONENT * PART_SPREAD, rel=0.08)


def test_readings_are_those_of_the_divider() -> None:
    sensors = _sensors()
    load = np.linspace(0.0, 60.0, 777)[:, None] * np.ones(8)
    exact = FULL * DIVIDER_OHM / (DIVIDER_OHM + ohms_of(sensors, load))
    assert np.abs(sensors.readings(load, FULL, DIVIDER_OHM) - exact).max() < 0.2


def test_lifted_petal_reads_as_one_without_load() -> None:
    sensors = _sensors()
    codes = sensors.readings(np.array([[-3.0], [-0.5]]) * np.ones(8), FULL, DIVIDER_OHM)
    assert np.abs(codes).max() < 1e-6


def test_unloading_feels_up_to_a_tenth_more() -> None:
    """Hysteresis up to 10 %: at the same force a sensor that is let go reads higher."""
    touch = Touch(
        seat=1, gesture=Gesture.PALM, t_ns=0, peak_n=20.0, rise_ms=10, hold_ms=0, fall_ms=10
    )
    up, down = _felt(_sensors(), touch, 3.0, 17.0)
    assert 1.03 < down / up < 1.14


def test_lasting_load_creeps_by_less_than_5_per_cent_a_decade() -> None:
    touch = Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=10.0, hold_ms=float("inf"))
    at_1_s, at_10_s = _felt(_sensors(), touch, 1_000.0, 10_000.0)
    assert 1.005 < at_10_s / at_1_s < 1.05


def test_creep_goes_on_as_it_would_have_when_a_hand_lets_go() -> None:
    sensors, touch = (
        _sensors(),
        Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=10.0, hold_ms=float("inf")),
    )
    times = 5.0, 100.0, 333.0, 499.0
    left = touch.let_go(round(500 * MS))
    assert _felt(sensors, touch, *times) == pytest.approx(_felt(sensors, left, *times), rel=1e-12)


def test_hand_beside_the_middle_is_felt_a_little_less() -> None:
    sensors = _sensors(puck=0.05)
    middle, edge = (
        Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=10.0, off_centre=off)
        for off in (0.0, 1.0)
    )
    (there,), (less,) = _felt(sensors, middle, 50.0), _felt(sensors, edge, 50.0)
    assert 0.95 <= less / there < 0.99


def test_weights_of_a_careless_builder_are_felt_as_less() -> None:
    fair, careless = _sensors(), _sensors(weighing=BuilderWeighing(off_centre=0.1, cold=0.05))
    assert (careless.weighed(10.0, 10.0 * ALL) > fair.weighed(10.0, 10.0 * ALL)).all()


def test_drift_since_the_weighing_is_not_in_what_was_weighed() -> None:
    new, old = _sensors(), _sensors(drift=0.1)
    assert (new.weighed(10.0, 10.0 * ALL) == old.weighed(10.0, 10.0 * ALL)).all()
    assert (new.weighed(0.5, 0.5 * ALL) != new.weighed(10.0, 10.0 * ALL)).all()
