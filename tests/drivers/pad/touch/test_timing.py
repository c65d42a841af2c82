"""Was a hand laid down, or did it come? When is it looked into?"""

from __future__ import annotations

import numpy as np

from drivers.pad.channels.calibration import WEIGHED_SPREAD
from drivers.pad.config import PadConfig, Spans
from drivers.pad.rise import Rise
from drivers.pad.touch.timing import Timing, lasts, was_laid_down
from drivers.pad.touches import FullScale
from drivers.times import MS

SPANS = Spans.of(PadConfig(), MS)
T_MS = np.arange(151.0)  # of which a touch began at 30


def laid(
    top: list[tuple[float, float]],
    under: list[tuple[float, float]],
    left_n: float,
    since_ms: float = 30.0,
) -> bool:
    """Of two sensors, by their (ms, newtons), and the error of what is taken off since then."""
    sensors_n = np.stack([np.interp(T_MS, *np.transpose(sensor)) for sensor in (top, under)])
    left = left_n * np.heaviside(T_MS - since_ms, 1.0)
    config = PadConfig()
    return was_laid_down(
        sensors_n, left, config, SPANS, gain_sigma=WEIGHED_SPREAD, least_n=config.least_peak_n
    )


NOTHING = [(0.0, 0.0)]


def test_a_nails_tick_makes_no_contact_of_the_rest_that_comes_after_it() -> None:
    """3.9 N for 3 ms and, 17 ms later, 0.65 N were a palm, 150 ms before the first hand."""
    tick = np.repeat([3.9, 0.2, 0.65], [3, 17, 60])
    assert not lasts(tick, 0.49, 0.9, SPANS)
    assert lasts(np.append(tick, np.repeat([0.0, 1.0], [5, 30])), 0.49, 0.9, SPANS)
    bounce = np.repeat([3.9, 0.2, 0.65], [3, 3, 60])
    assert lasts(bounce, 0.49, 0.9, SPANS), "a gap of less than 5 ms is none"


def test_a_hand_that_comes_slowly_with_what_may_be_less_than_a_newton_is_laid_down() -> None:
    assert laid([(30, 0), (90, 1.15)], NOTHING, 0.0)
    assert laid([(30, 0), (90, 1.22)], NOTHING, 0.09)


def test_what_slaps_add_and_what_a_weighing_is_off_by_are_hardly_both_at_their_worst() -> None:
    """Two errors of either are 0.18 N: children of 1.3 N were told as leaning."""
    assert not laid([(30, 0), (90, 1.28)], NOTHING, 0.09)


def test_others_who_come_after_a_hand_has_begun_to_rise_make_it_none_that_was_laid_down() -> None:
    """Two errors of what they bring are 0.4 N: it would have had to press with 1.43."""
    hand = [(30.0, 0.0), (80.0, 1.25)]
    assert laid(hand, NOTHING, 0.2, since_ms=30)
    assert not laid(hand, NOTHING, 0.2, since_ms=31)


def test_a_hand_comes_that_one_of_its_sensors_feels_at_once() -> None:
    """Its palm had come before, and a slap lifts it meanwhile."""
    top = [(30.0, 0.0), (40.0, 0.82), (48.0, 0.53), (60.0, 0.56), (100.0, 1.2)]
    assert not laid(top, [(58, 0), (86, 1.2)], 0.09)
    assert laid(top, [(40, 0), (100, 1.2)], 0.09)


def test_while_a_blow_may_not_have_gone_no_sure_pinch_is_looked_into() -> None:
    """Nothing could be decided: the look would be in vain."""
    timing, full = Timing(PadConfig(), (0, 30_000), SPANS, MS.__mul__), FullScale()
    both = [
        Rise(100, 99 * MS, 120 * MS, 100 * MS, peak_n=9.0, sure_n=9.0, crossed=101, crossed_ns=ns)
        for ns in (101 * MS, 102 * MS)
    ]
    ends_ns = timing.window_ns(both, 101 * MS)
    assert timing.next_ns(both, full, None) == 116 * MS - 30_000
    assert timing.next_ns(both, full, None, waits=True) == 127 * MS < ends_ns
