"""What one sensor shows of a touch, and which of two says when the hand came."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drivers.pad.rise import Rise, that_led
from drivers.times import MS


def _rise(crossed: int, sure_n: float, strong_ms: int = 3, **more: bool) -> Rise:
    rise = Rise(crossed - 1, 0, 0, 0, sure_n=sure_n, crossed=crossed, crossed_ns=crossed * MS)
    rise.strong_ns = (crossed + strong_ms) * MS
    return replace(rise, **more)


def test_who_follows_a_hand_that_surely_pressed_says_nothing_of_its_time() -> None:
    palm, fingers = _rise(100, 5.0), _rise(112, 0.2, doubtful=True)
    assert that_led([palm, fingers]) == [palm, None]
    assert that_led([fingers, palm]) == [None, palm]
    assert fingers.follow(palm)
    assert fingers.follows
    assert not fingers.doubtful


def test_who_follows_says_when_a_finger_rested_there_before() -> None:
    palm, fingers = _rise(100, 5.0), _rise(112, 0.2)
    for scan, kept in ((99, fingers), (100, None)):
        fingers.scan = scan
        assert that_led([palm, fingers]) == [palm, kept]


@pytest.mark.parametrize(
    "led",
    [
        None,
        _rise(105, 5.0),  # not long before
        _rise(100, 1.5),  # perhaps a light hand, which others pressed
        _rise(100, 5.0, strong_ms=9),  # it rested
        _rise(100, 5.0, doubtful=True),
        _rise(100, 5.0, broken=True),  # its finger bounced, so the touch may have begun again
        Rise(100, 0, 0, 0, sure_n=5.0),  # it has not crossed
    ],
)
def test_who_follows_anything_else_may_have_come_first(led: Rise | None) -> None:
    fingers = _rise(112, 0.2, doubtful=True)
    assert that_led([led, fingers]) == [led, fingers]
    assert not fingers.follow(led)
    assert fingers.doubtful


@pytest.mark.parametrize(("gone_ms", "leads"), [(5, True), (6, False)])
def test_a_thumb_that_had_gone_leads_no_hand_though_others_may_lift_it_later(
    gone_ms: int, leads: bool
) -> None:
    """It had bounced off before the hand came, whose passing was none then: told 12.5 ms late."""
    thumb, palm = _rise(100, 16.0), _rise(120, 50.0)
    thumb.last_ns = 115 * MS
    thumb.hide(thumb.last_ns + gone_ms * MS, 5 * MS)
    assert that_led([palm, thumb]) == [None if leads else palm, thumb]
