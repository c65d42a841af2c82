"""What a decision looks back at."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from tests.drivers.pad.pad_events import INFO, pressed
from tests.drivers.pad.streams import Push


def _decoder(spoiled: int | None) -> PadDecoder:
    samples = pressed(Push(0, 200, 15.0, 10.0, 400), Push(4, 230, 30.0, 5.0, 400), duration_ms=300)
    if spoiled is not None:
        samples.codes[spoiled, 2] = 3_000
    decoder = PadDecoder(INFO, Calibration.nominal(INFO))
    decoder.feed(samples)
    return decoder


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
