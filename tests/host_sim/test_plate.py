"""What the table's plate carries from one petal to the others."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from drivers.errors import ConfigError
from drivers.events import Gesture
from drivers.times import MS
from host_sim.models import Touch
from host_sim.plate import CROSSTALK, Plate, TableLoad

SEATS = 6


def _plate() -> Plate:
    return Plate(SEATS, np.arange(2 * SEATS) * 30_000, MS, np.random.default_rng(4))


def _felt(touch: Touch, scans: int = 300) -> npt.NDArray[np.float64]:
    plate = _plate()
    push = plate.push(touch, 1.0, 0.0)
    return plate.carried([(push, slice(0, scans))], 0, np.arange(scans) * MS, CROSSTALK)


def test_neighbours_feel_a_few_per_cent_and_all_others_less() -> None:
    felt = _felt(Touch(seat=0, gesture=Gesture.PALM, t_ns=10 * MS, peak_n=20.0))[50] / 20.0
    tops = np.abs(felt[0::2])
    assert tops[0] == 0.0
    assert min(tops[1], tops[5]) >= 0.015
    assert max(tops[1], tops[5]) <= 0.045
    assert 0.0 < tops[2:5].max() < 0.012
    assert abs(felt[3]) < 0.023


def test_each_pair_is_coupled_in_its_own_way() -> None:
    shares = _felt(Touch(seat=0, gesture=Gesture.PALM, t_ns=10 * MS, peak_n=20.0))[50]
    assert len(set(np.round(shares, 9))) == 2 * SEATS


def test_a_pinch_pushes_and_pulls_and_little_of_it_reaches_the_others() -> None:
    palm = _felt(Touch(seat=0, gesture=Gesture.PALM, t_ns=10 * MS, peak_n=20.0))
    pinch = _felt(
        Touch(
            seat=0,
            gesture=Gesture.GRAB,
            t_ns=10 * MS,
            peak_n=20.0,
            under_lag_ms=8.0,
            under_share=1.0,
        )
    )
    assert np.abs(pinch[60]).max() < 0.01 * np.abs(palm[60]).max()
    assert np.abs(pinch[15:25]).max() > 0.3 * np.abs(palm[60]).max()


def test_what_is_carried_comes_late_by_less_than_a_millisecond_and_smoothed() -> None:
    touch = Touch(seat=0, gesture=Gesture.PALM, t_ns=10 * MS, peak_n=20.0, rise_ms=4.0)
    felt = _felt(touch, 40)
    push = touch.force(np.arange(40) * MS)
    for column in (2, 3, 10):
        share = felt[30, column] / 20.0
        late_ms = (push - felt[:, column] / share).sum() / 20.0
        assert 0.0 < late_ms + column * 0.03 < 1.0


def test_a_slap_lets_the_table_ring_at_30_to_80_hz_and_an_easy_hand_hardly() -> None:
    plate = _plate()
    slap = plate.push(
        Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=40.0, rise_ms=4.0), 1.0, 0.02
    )
    easy = plate.push(
        Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=8.0, rise_ms=20.0), 1.0, 0.02
    )
    assert slap.ring_n > 10 * easy.ring_n
    pushed = slice(0, 0)  # but for that it rings
    swing = plate.carried([(slap, pushed)], 0, np.arange(400) * MS, CROSSTALK)[:, 4]
    hz = int(np.abs(np.fft.rfft(swing)).argmax()) * 1_000 / 400
    assert 28 < hz < 82
    assert 0.1 < np.abs(swing).max() < 1.0
    still = -(-slap.still_ns // MS)
    after_ns = np.arange(still, still + 50) * MS
    assert not plate.carried([(slap, slice(0, 50))], still, after_ns, CROSSTALK).any()


def test_what_several_hands_send_into_the_plate_adds_up_each_where_it_is_felt() -> None:
    plate, starts_ns = _plate(), np.arange(300) * MS
    seats, times_ns = (0, 2, 5), (10 * MS, 60 * MS, 150 * MS)
    pushes = [
        plate.push(Touch(seat=seat, gesture=Gesture.PALM, t_ns=t_ns, peak_n=30.0), 1.0, 0.02)
        for seat, t_ns in zip(seats, times_ns, strict=True)
    ]
    felt = [(push, slice(t_ns // MS - 2, 300)) for push, t_ns in zip(pushes, times_ns, strict=True)]
    together = plate.carried(felt, 0, starts_ns, CROSSTALK)
    alone = [plate.carried([(push, slice(0, 300))], 0, starts_ns, CROSSTALK) for push in pushes]
    assert together == pytest.approx(sum(alone), abs=1e-12)
    assert all(own.any() for own in alone)


def test_what_is_put_on_the_table_presses_on_every_sensor_for_good() -> None:
    load = TableLoad(0, 5.0, over_ms=300.0)
    borne = _plate().borne(load, np.array([0, 150, 300, 9_000]) * MS)
    assert (borne[0] == 0).all()
    assert (borne[2] == borne[3]).all()
    assert borne[3].min() >= 2.5
    assert borne[3].max() <= 5.0


def test_a_load_needs_time() -> None:
    with pytest.raises(ConfigError, match="over_ms"):
        TableLoad(0, 5.0, over_ms=0.0)
