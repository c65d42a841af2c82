"""What is laid on the table is taken off, and nobody's hand."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.events import Fault
from tests.drivers.pad_events import contacts_of, told
from tests.drivers.streams import Push
from tests.drivers.test_pad_leaning import felt, hands, laid

BAG_N = [4.4, 3.1, 3.6, 4.0, 2.2, 4.8, 3.3, 2.9]


def test_a_load_is_taken_off_as_soon_as_nobody_touches_the_pad() -> None:
    """It lies still on both sensors of all petals, as no hands do."""
    pad, events, _ = felt(laid(1_300, BAG_N))
    assert not contacts_of(events)
    loads_n = pad.baseline()[:, 1]  # mean codes
    still, _, _ = felt(np.array(BAG_N)[None].repeat(6_000, axis=0))
    assert loads_n == pytest.approx(still.baseline()[:, 1], rel=0.02)


def test_a_heavy_hand_that_trembles_on_a_load_does_not_come_again() -> None:
    """Its load is little of what the petal carries."""
    force = laid(4_000, BAG_N) + hands(4_000, Push(0, 1_200, 25.0, 12, 2_400))
    t = np.arange(4_000.0)
    force[:, 0] += 1.8 * np.sin(2 * np.pi * 8.0 * t / 1_000.0) * ((t > 1_300) & (t < 3_500))
    _, events, _ = felt(force)
    assert len(contacts_of(events)) == 1


def test_touches_of_less_than_half_a_newton_let_the_other_petals_be_followed() -> None:
    """They couple nothing that shows. A weight on a petal was told as stuck else, for as long as a
    finger played on another."""
    t = np.arange(12_000.0)
    force = hands(12_000, Push(4, 300, 0.7, 20, 12_000))
    force[:, 5] = force[:, 4]
    force[:, 0] = np.maximum(0.25 + 0.2 * np.sin(2 * np.pi * 3.0 * t / 1_000.0), 0.0)
    _, events, _ = felt(force)
    assert not contacts_of(events)
    assert not told(events, Fault.STUCK_PAD)
