"""The nominal sensor of HARDWARE.md, "What real parts do"."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.pad.channels import fsr


def test_curve_passes_the_data_sheet_points() -> None:
    forces = np.array(fsr.POINTS_N)
    assert fsr.force_to_ohm(forces) == pytest.approx(fsr.POINTS_OHM)
    assert fsr.ohm_to_force(np.array(fsr.POINTS_OHM)) == pytest.approx(fsr.POINTS_N)


def test_untouched_is_above_ten_megohms_and_no_force() -> None:
    assert fsr.force_to_ohm(0.0) == fsr.UNTOUCHED_OHM
    assert fsr.ohm_to_force(2e7) == 0.0


@pytest.mark.parametrize(
    ("divider_ohm", "volts"), [(10_000.0, (0.83, 2.06, 3.00)), (2_200.0, (0.23, 0.89, 2.27))]
)
def test_divider_gives_the_documented_volts(
    divider_ohm: float, volts: tuple[float, float, float]
) -> None:
    codes = fsr.ohm_to_code(fsr.force_to_ohm(np.array([0.2, 1.0, 10.0])), divider_ohm, 4095)
    assert codes * 3.3 / 4095 == pytest.approx(volts, abs=0.01)


@given(st.floats(0.001, 900.0), st.sampled_from([2_200.0, 10_000.0]))
def test_force_survives_the_chain_there_and_back(force_n: float, divider_ohm: float) -> None:
    code = fsr.ohm_to_code(fsr.force_to_ohm(force_n), divider_ohm, 4095)
    back = fsr.siemens_to_force(fsr.code_to_siemens(code, divider_ohm, 4095))
    assert back == pytest.approx(force_n, rel=1e-6)


def test_full_scale_is_a_great_force_and_no_warning() -> None:
    assert fsr.siemens_to_force(fsr.code_to_siemens(np.array([4095]), 10_000.0, 4095)) > 1000.0
