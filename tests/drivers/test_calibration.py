"""Codes to forces, by channel."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import fsr
from drivers.calibration import Calibration, ChannelCalibration, check_fits, force_table
from drivers.errors import ConfigError
from tests.drivers.streams import board_info

INFO = board_info(2)


def code_of(force_n: float, gain: float, rest_n: float = 0.0) -> float:
    siemens = gain / fsr.force_to_ohm(force_n) + 1 / fsr.force_to_ohm(rest_n)
    return float(fsr.ohm_to_code(1 / siemens, INFO.divider_ohm, INFO.full_code))


@given(st.floats(0.8, 1.25), st.floats(0.3, 20.0), st.floats(0.0, 0.3))
def test_one_weight_makes_a_channel_true(gain: float, force_n: float, rest_n: float) -> None:
    rest = code_of(0.0, gain, rest_n)
    code = code_of(5.0, gain, rest_n)
    calibration = Calibration.nominal(INFO).weighed(INFO, 1, rest, code, 5.0, "2025-01-31")
    channel = calibration.channels[1]
    table = force_table(INFO, channel.gain, channel.rest_code)
    seen = table[round(code_of(force_n, gain, rest_n))]
    step = np.diff(table)[round(code_of(force_n, gain, rest_n)) - 1]
    assert seen == pytest.approx(force_n, rel=0.01, abs=step)
    assert calibration.date == "2025-01-31"
    assert channel.gain_sigma < calibration.channels[0].gain_sigma


def test_table_rises_from_rest_and_stays_within_reason() -> None:
    table = force_table(INFO, 1.0, 200.0)
    assert (np.diff(table) >= 0).all()
    assert table[200] == pytest.approx(0.0, abs=1e-3)
    assert table[150] < 0 < table[250]
    assert table[-1] <= 1_000.0


@pytest.mark.parametrize(
    ("rest", "code", "weight"), [(10, 5, 5.0), (10, 4095, 5.0), (-1, 500, 5.0), (10, 500, 0.0)]
)
def test_impossible_weighing_is_refused(rest: float, code: float, weight: float) -> None:
    with pytest.raises(ConfigError, match="channel 0"):
        Calibration.nominal(INFO).weighed(INFO, 0, rest, code, weight, "2025-01-31")


def test_impossible_gain_is_refused() -> None:
    with pytest.raises(ConfigError, match="channel 0"):
        Calibration((ChannelCalibration(gain=0.0),))


def test_calibration_of_another_board_is_refused() -> None:
    with pytest.raises(ConfigError, match="8 channels"):
        check_fits(Calibration.nominal(board_info(4)), INFO)
