"""What parts are like reaches the codes; a table of other parts is still the same table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from drivers.errors import ConfigError
from drivers.events import Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.making import Making
from host_sim.models import Thump, Touch
from host_sim.plate import TableLoad
from tests.host_sim.test_board import START_NS


def _codes(making: Making, *acts: Touch | Thump | TableLoad) -> npt.NDArray[np.float64]:
    """float64[400, channels]: what is read in the 400 ms after the start."""
    board = SimBoard("mk2", 4, 3, making=making)
    board.open()
    board.read(START_NS)
    for act in acts:
        match act:
            case Touch():
                board.touch(act)
            case Thump():
                board.thump(act)
            case TableLoad():
                board.lay(act)
    (samples,) = board.read(START_NS + 450 * MS).samples
    return samples.codes[:400].astype(np.float64)


PALM = Touch(seat=1, gesture=Gesture.PALM, t_ns=START_NS + 100 * MS, peak_n=20.0, hold_ms=500.0)


def test_drift_changes_the_sensitivity_and_not_what_was_weighed() -> None:
    new, old = SimBoard("mk2", 4, 3), SimBoard("mk2", 4, 3, making=Making(drift=0.1))
    assert (new.weigh(10.0, 2) == old.weigh(10.0, 2)).all()
    assert 0.02 < np.abs(old.drifts - 1).max() <= 0.1
    assert (new.drifts == 1).all()
    changed = (
        _codes(Making(drift=0.1), PALM)[200:, 2].mean() - _codes(Making(), PALM)[200:, 2].mean()
    )
    assert changed * (old.drifts[2] - 1) > 0


def test_neighbours_feel_what_the_making_says() -> None:
    near = [_codes(Making(crosstalk=c), PALM)[200:, 4].mean() for c in (0.0, 0.02, 0.05)]
    assert near[0] + 100 < near[1] < near[2] - 100


def test_hum_is_the_same_on_all_channels_and_has_the_frequency_of_the_mains() -> None:
    codes = _codes(Making(noise=0.0, hum_share=0.01))
    swings = codes - codes.mean(axis=0)
    spectrum = np.abs(np.fft.rfft(swings, axis=0))
    assert (spectrum.argmax(axis=0) == 50 * 400 // 1000).all()
    assert swings.max() == pytest.approx(41, abs=6)


def test_dimmer_cuts_into_every_half_wave_of_all_channels() -> None:
    codes = _codes(Making(noise=0.0, dimmer_share=0.01), PALM)[250:, 2]
    swings = codes - np.median(codes)
    bursts = np.flatnonzero(np.abs(swings) > 15)
    assert len(bursts) >= 10
    assert set((bursts - bursts[0]) % 10) <= {0, 1, 2, 9}


def test_spikes_are_lone_readings_far_too_high_and_often_full_scale() -> None:
    codes, calm = _codes(Making(spikes=0.01)), _codes(Making())
    rows, channels = np.nonzero(codes > 700)
    assert 10 < len(rows) < 60
    assert 0.25 < (codes == 4095).sum() / len(rows) < 0.75
    assert (codes[np.maximum(rows - 1, 0), channels] < 200).mean() > 0.9
    assert len(set(channels)) > 4
    spared = codes <= 700
    assert (codes[spared] == calm[spared]).all()


def test_something_heavy_on_the_table_stays_and_hands_are_felt_above_it() -> None:
    load = TableLoad(START_NS + 20 * MS, 4.0, 50.0)
    bare, laden = _codes(Making(noise=0.0)), _codes(Making(noise=0.0), load)
    assert (laden[:18] == bare[:18]).all()
    assert (laden[100:] > bare[100:] + 500).all()
    assert (laden[200:] == laden[200]).all()
    touched = _codes(Making(noise=0.0), load, PALM)
    assert (touched[200:, 2] > laden[200:, 2] + 100).all()


def test_noise_follows_the_making() -> None:
    calm, wild = (_codes(Making(noise=n)).std(axis=0) for n in (1.0, 3.0))
    assert (wild > 2 * calm).all()


def test_thump_shakes_every_petal_at_once() -> None:
    codes = _codes(Making(noise=0.0), Thump(START_NS + 100 * MS, peak_g=2.0))
    assert (codes[:99] == codes[0]).all()
    assert (codes[100:115, 0::2].max(axis=0) > codes[0, 0::2] + 300).all()
    assert np.abs(codes[390:] - codes[0]).max() <= 2


def test_scan_may_read_the_last_seat_first() -> None:
    forwards, backwards = SimBoard("mk1", 4), SimBoard("mk1", 4, making=Making(backwards=True))
    offsets = [c.offset_ns for c in forwards.info.channels]
    assert [c.offset_ns for c in backwards.info.channels] == offsets[::-1]


def test_making_that_cannot_be_is_refused() -> None:
    with pytest.raises(ConfigError, match="drift"):
        Making(drift=-0.1)
