"""What the other petals show while one sensor is pressed alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from drivers.pad.sensors.plugs import BEFORE_SCANS, Plugs, pulls
from tests.drivers.pad.pad_events import weighed

SHARE, FORCE_N = 0.05, 8.0
PRESSED = np.array([False, True, False, False])
HEARD = np.ones(8, dtype=np.bool_)


def plugs() -> Plugs:
    """Of the table of ``weighed``: a push on petal 1 couples into petal 0, and the other way."""
    tops, table = np.arange(0, 8, 2, dtype=np.intp), weighed(SHARE)
    back = replace(table.channels[2], shares=((SHARE, 0.0), *[(0.0, 0.0)] * 3))
    table = replace(table, channels=(*table.channels[:2], back, back, *table.channels[4:]))
    return Plugs(np.repeat(np.arange(4), 2), tops, tops + 1, table)


def block(start: int, load_n: float, coupled: float) -> npt.NDArray[np.float64]:
    """Forces, float64[n, 8]: from scan ``start`` on petal 1 is pressed on *under* alone; petal 0
    carries ``load_n``, and so much of that."""
    newtons = np.zeros((256 + BEFORE_SCANS, 8))
    newtons[start:, 3] = FORCE_N
    newtons[:, :2] = load_n + coupled * newtons[:, 3:4]
    return newtons


@pytest.mark.parametrize("start", [2, 40])
def test_what_lay_on_the_table_before_a_hand_it_has_not_pushed(start: int) -> None:
    """An elbow comes as hands do, and is not followed while they are on the pad. Twice in a match
    fingers that came first seemed to push then, and the seat was out as *swapped*."""
    assert not list(plugs().take(block(start, SHARE * FORCE_N, -0.01), PRESSED, HEARD))
    assert list(plugs().take(block(start, SHARE * FORCE_N, SHARE), PRESSED, HEARD)) == [1]


def test_what_others_lifted_and_let_go_no_hand_has_pushed() -> None:
    """Fingers under another petal let go as this one is pressed: a seat of sound plugs was told."""
    newtons = block(40, 0.0, 0.0)
    newtons[:40, :2] = -SHARE * FORCE_N
    assert not list(plugs().take(newtons, PRESSED, HEARD))


def test_a_hand_that_came_in_the_block_before_is_held_against_what_lay_there_then() -> None:
    asked = plugs()
    came = block(200, SHARE * FORCE_N, -0.01)
    came[200:, 3] = 2.0  # too light to say anything
    came[200:, :2] = SHARE * FORCE_N
    assert not list(asked.take(came, PRESSED, HEARD))
    assert not list(asked.take(block(0, SHARE * FORCE_N, -0.01), PRESSED, HEARD))


def test_two_petals_may_have_swapped_plugs_at_one_table() -> None:
    """Once the fingers of two had pushed the others, neither was asked any more: of 28 such seats
    whose hands mostly grabbed, eleven were never told."""
    asked = plugs()
    from_there = block(40, 0.0, SHARE).reshape(-1, 4, 2)[:, [1, 0, 2, 3]].reshape(-1, 8)
    for _ in range(2):
        assert list(asked.take(block(40, 0.0, SHARE), PRESSED, HEARD)) == [1]
        asked.rest()
        assert list(asked.take(from_there, PRESSED[[1, 0, 2, 3]], HEARD)) == [0]
        asked.rest()


def test_where_the_fingers_of_another_petal_push_as_its_palms_do_they_say_nothing() -> None:
    """Some tables couple fingers so. Whoever grabbed from below first was told as swapped there,
    and was out; fingers on swapped plugs, which *top* shows, pull."""
    asked, other = plugs(), PRESSED[[1, 0, 2, 3]]
    from_there = block(40, 0.0, SHARE).reshape(-1, 4, 2)[:, [1, 0, 2, 3]].reshape(-1, 8)
    palm = from_there.reshape(-1, 4, 2)[:, :, ::-1].reshape(-1, 8)
    assert not list(asked.take(palm, other, HEARD))
    asked.rest()
    assert list(asked.take(from_there, other, HEARD)) == [0]
    asked.rest()
    assert not list(asked.take(block(40, 0.0, SHARE), PRESSED, HEARD))


@pytest.mark.parametrize(("part", "told"), [(0.55, []), (0.75, [1])])
def test_fingers_that_push_by_half_as_much_as_a_palm_are_no_palm(
    part: float, told: list[int]
) -> None:
    """So they couple at some tables. Whoever gripped from below first there, and closed his thumb
    12 to 60 ms later, was told as swapped after two such touches, and was out."""
    assert list(plugs().take(block(40, 0.0, part * SHARE), PRESSED, HEARD)) == told


@pytest.mark.parametrize(
    ("lay_n", "shown_n", "pulling"),
    [
        (0.0, 0.0, True),  # what a push of 0.3 N would show
        (0.0, 0.2, False),
        (1.4, 1.1, True),  # a hand held that petal, and was lifted
        (1.4, 1.6, False),  # … or was pushed
        (9.0, 8.7, False),  # … or trembled
    ],
)
def test_fingers_pull_that_add_nothing_to_what_another_petal_carried(
    lay_n: float, shown_n: float, pulling: bool
) -> None:
    """Until then what a hand pressed with was a push, and one of 0.4 N alone had to show: of
    children beside fingers that came before their palm such a push explained many away."""
    under_n = np.repeat([0.0, 18.0], [20, 15])
    newtons = np.repeat([[lay_n, 0.0], [shown_n, 0.0]], [20, 15], axis=0)
    newtons[:10] += 2.0  # another hand was leaving
    assert pulls(under_n, np.array([0.017, 0.001]), newtons) is pulling


@pytest.mark.parametrize(("heard", "found"), [(True, []), (False, [1])])
def test_what_a_dead_sensor_does_not_show_speaks_for_nothing(heard: bool, found: list[int]) -> None:
    """*Top* of the only petal beside was known to be dead, and told that nobody had pushed: people
    who always grab were never told of their plugs."""
    newtons = block(40, 0.0, 0.9 * SHARE)
    newtons[:, 0] = 0.0
    all_but = HEARD.copy()
    all_but[0] = heard
    assert list(plugs().take(newtons, PRESSED, all_but)) == found


def test_of_a_petal_that_nobody_hears_nothing_is_asked() -> None:
    heard = HEARD.copy()
    heard[2:4] = False
    assert not list(plugs().take(block(40, 0.0, SHARE), PRESSED, heard))
