"""What a decision looks back at."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.board import Samples
from drivers.pad.arrays import Codes, Flags, Floats
from drivers.pad.channels.calibration import Calibration
from drivers.pad.coupling.lifting import Lifting
from drivers.pad.decoder import PadDecoder
from tests.drivers.pad.pad_events import INFO, pressed
from tests.drivers.pad.streams import Push


def _samples(spoiled: int | None) -> Samples:
    samples = pressed(Push(0, 200, 15.0, 10.0, 400), Push(4, 230, 30.0, 5.0, 400), duration_ms=300)
    if spoiled is not None:
        samples.codes[spoiled, 2] = 3_000
    return samples


def _decoder(spoiled: int | None, end: int = 300) -> PadDecoder:
    decoder = PadDecoder(INFO, Calibration.nominal(INFO))
    decoder.feed(_part(_samples(spoiled), 0, end))
    return decoder


def _part(samples: Samples, low: int, high: int) -> Samples:
    return Samples(samples.t_ns[low:high], samples.codes[low:high], samples.jitter_ns)


@pytest.mark.parametrize("spoiled", [None, 200, 249, 250, 251, 298])
@pytest.mark.parametrize("low", [170, 249, 250, 251, 295, 298])
def test_what_a_longer_past_holds_is_as_if_it_had_been_asked_for_alone(
    spoiled: int | None, low: int
) -> None:
    """What a sample is may depend on those beside it, and there are none beside the first."""
    forces, alone = _decoder(spoiled)._forces, _decoder(spoiled)._forces
    forces.own_past(forces.past(150, 300))
    part, whole = forces.past(low, 300), alone.past(low, 300)
    assert part.first == whole.first == low
    assert (part.newtons.base is not None) is (spoiled is None)
    assert np.array_equal(part.times, whole.times)
    assert np.array_equal(part.codes, whole.codes)
    assert np.array_equal(part.newtons, whole.newtons)
    assert np.array_equal(part.sources, whole.sources)
    assert (part.gone is None) is (whole.gone is None)
    assert np.array_equal(forces.own_past(part), alone.own_past(whole))


@pytest.mark.parametrize("spoiled", [None, 262, 268, 269, 270, 271, 285, 299])
def test_a_past_that_is_read_on_is_as_if_it_had_been_read_at_once(spoiled: int | None) -> None:
    """Of the last sample nobody knew what it is: those that came since say it."""
    decoder, alone = _decoder(spoiled, 270), _decoder(spoiled)._forces
    forces = decoder._forces
    forces.own_past(forces.past(200, 270))
    forces.own_past(forces.past(200, 270), known=True)
    decoder.feed(_part(_samples(spoiled), 270, 300))
    part, whole = forces.past(230, 300), alone.past(230, 300)
    assert np.array_equal(part.times, whole.times)
    assert np.array_equal(part.newtons, whole.newtons)
    assert np.array_equal(part.sources, whole.sources)
    assert (part.gone is None) is (whole.gone is None)
    for known in (False, True):
        assert np.array_equal(forces.own_past(part, known), alone.own_past(whole, known))


def test_a_past_is_not_read_on_once_its_sensors_are_read_otherwise() -> None:
    """What lies on a sensor has changed, or a petal is not to be believed any more."""
    for change in ("tables", "mute"):
        decoder = _decoder(None, 270)
        forces, baseline = decoder._forces, decoder._baseline
        forces.past(200, 270)
        if change == "tables":
            baseline.wire([1, 0, *range(2, len(INFO.channels))])
            baseline.forces[0] += 0.25
        else:
            forces.mute(2)
        samples = _part(_samples(None), 270, 300)
        forces.kept.append(samples.t_ns, samples.codes)
        past = forces.past(230, 300)
        assert np.array_equal(past.newtons, forces.newtons(past.codes))
        assert np.array_equal(past.sources, forces.sources(past.newtons))


def test_what_has_been_read_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    decoder = _decoder(None, 270)
    forces, read = decoder._forces, list[int]()
    forces.past(200, 270)
    mended = forces.mended

    def counted(codes: Codes) -> tuple[Floats, Flags | None, bool]:
        read.append(len(codes))
        return mended(codes)

    monkeypatch.setattr(forces, "mended", counted)
    samples = _part(_samples(None), 270, 300)
    forces.kept.append(samples.t_ns, samples.codes)
    forces.past(230, 300)
    assert read == [32]  # with two of before, of which the last had none beside it


def test_own_forces_are_read_anew_once_other_shares_are_taken_off() -> None:
    forces = _decoder(None)._forces
    past = forces.past(230, 300)
    assert np.array_equal(forces.own_past(past), forces.own(past.newtons, past.sources))
    forces.set_shares(7, np.full(2 * INFO.seats, 0.07))
    assert np.array_equal(forces.own_past(past), forces.own(past.newtons, past.sources))


def test_what_fingers_lift_is_by_the_shares_that_are_taken_off_by_now() -> None:
    forces, newtons = _decoder(None)._forces, np.zeros((1, len(INFO.channels)))
    newtons[0, 5] = 10.0  # *under* of the third petal
    before_n = [float(forces.lifted(channel, newtons)[0]) for channel in (0, 1)]
    forces.set_shares(0, np.full(2 * INFO.seats, 0.07))
    lifted_n = [float(forces.lifted(channel, newtons)[0]) for channel in (0, 1)]
    assert lifted_n == [pytest.approx(0.7), before_n[1]]
    assert before_n[0] != lifted_n[0]


def test_of_a_petal_that_is_not_read_whole_nobody_knows_what_lifts() -> None:
    """What its *under* carries may be a push or a pinch."""
    newtons, top, under = np.zeros((1, 8)), np.zeros((1, 4)), np.full((1, 4), 5.0)
    in_part = np.arange(4) == 1
    found = [Lifting(newtons, top, under, of).likely_n.reshape(3, 4) for of in (None, in_part)]
    assert found[0].T.tolist() == [[5.0, 0.0, 5.0]] * 4  # fingers, no push, a pinch
    assert found[1].T.tolist() == [[0.0] * 3 if part else [5.0, 0.0, 5.0] for part in in_part]


def test_beside_a_dead_sensor_a_past_is_not_read_on() -> None:
    """It would lack what nobody reads."""
    decoder = _decoder(None, 270)
    forces = decoder._forces
    forces.swap(frozenset(), frozenset({4}))
    forces.past(200, 270)
    samples = _part(_samples(None), 270, 300)
    forces.kept.append(samples.t_ns, samples.codes)
    assert forces.past(230, 300).unmeasured_n is not None
