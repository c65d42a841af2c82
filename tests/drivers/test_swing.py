"""A table that swings under a slap, and what rests on it meanwhile."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact
from drivers.times import MS
from tests.drivers.pad_events import INFO, contacts_of, fed
from tests.drivers.streams import Push, forces_at, to_codes

_GRIPS_MS = 121.0


def _swung(swing_n: float, *pushes: Push) -> list[Contact]:
    """Contacts of seat 0 while the table swings, from a slap on seat 2 on."""
    slap = Push(4, 104, 57.0, 4.0, hold_ms=8)
    t_ns = np.arange(700, dtype=np.int64) * MS
    force = forces_at(INFO, [*pushes, slap], t_ns)
    since_ms = np.maximum(t_ns / MS - 106.0, 0.0)
    swing = swing_n * np.exp(-since_ms / 30.0) * np.sin(2e-3 * np.pi * 60.0 * since_ms)
    force[:, ::2] += swing[:, None]
    return contacts_of(fed(Samples(t_ns, to_codes(INFO, np.maximum(force, 0.0)))))


@pytest.mark.parametrize("swing_n", [0.7, 0.9, 1.2])
def test_a_finger_that_the_table_lifts_may_have_come_before(swing_n: float) -> None:
    """It was taken off the petal for 7 ms, so it seemed to have come with the grip, surely."""
    rest = Push(0, 100, 0.58, 2.0, hold_ms=300)
    grip = Push(0, _GRIPS_MS, 20.0, 8.0, hold_ms=280)
    (contact,) = _swung(swing_n, rest, grip)
    assert abs(contact.t_ns - rest.onset_ns()) <= 2 * contact.uncertainty_ns


def test_a_hand_that_comes_while_the_table_swings_is_not_in_doubt_for_that() -> None:
    grip = Push(0, 140.0, 20.0, 8.0, hold_ms=280)
    (contact,) = _swung(0.9, grip)
    assert abs(contact.t_ns - grip.onset_ns()) <= 2 * contact.uncertainty_ns < 2 * MS


def test_what_the_table_lifts_is_gone_once_it_has_come_to_rest() -> None:
    rest = Push(0, 95, 0.7, 2.0, hold_ms=12)
    assert _swung(0.9, rest) == []
