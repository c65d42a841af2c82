"""The lights' current is capped at 60 mA a white pixel; a fall is told from a knock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.firmware.fall import FallDetector
from drivers.firmware.lights import capped, current_ma
from drivers.firmware.wire import TICKS

STEP_US = 10_000
UPRIGHT, FREE, SIDE, KNOCK = (0, 0, 1000), (50, 20, 100), (990, 0, 100), (2500, 0, 1800)


@given(
    st.lists(st.integers(0, 24), min_size=1, max_size=9),
    st.integers(0, 3000),
    st.binary(max_size=30),
)
def test_the_budget_holds(pixels: list[int], budget_ma: int, colours: bytes) -> None:
    shown = capped(colours, pixels, budget_ma)
    assert len(shown) == 3 * len(pixels)
    assert current_ma(shown, pixels) <= max(budget_ma, sum(pixels))
    wanted = (colours + bytes(len(shown)))[: len(shown)]
    if current_ma(wanted, pixels) <= budget_ma:
        assert shown == wanted
    assert all(a <= b for a, b in zip(shown, wanted, strict=True))


def test_a_white_pixel_takes_60_ma_and_its_own() -> None:
    assert current_ma(b"\xff\xff\xff", [10]) == 610


def told(*stretches: tuple[tuple[int, int, int], int], start: int = 0) -> list[bool]:
    """What the detector says at the end of each stretch of so many milliseconds."""
    detector, t, out = FallDetector(), start, []
    for reading, duration_ms in stretches:
        for _ in range(duration_ms // 10):
            t = (t + STEP_US) % TICKS
            detector.feed(t, *reading)
        out.append(detector.fallen)
    return out


@pytest.mark.parametrize("start", [0, TICKS - 200_000])
def test_free_fall_and_lying_askew_are_falls_until_the_pad_rests_again(start: int) -> None:
    said = told(
        (UPRIGHT, 100), (FREE, 50), (SIDE, 300), (UPRIGHT, 200), (UPRIGHT, 200), start=start
    )
    assert said == [False, True, True, True, False]
    assert told((UPRIGHT, 100), (SIDE, 200), start=start) == [False, True]


def test_knocks_and_short_tilts_are_none() -> None:
    assert told((KNOCK, 100), (FREE, 20), (KNOCK, 20), (SIDE, 100), (UPRIGHT, 50)) == [False] * 5
