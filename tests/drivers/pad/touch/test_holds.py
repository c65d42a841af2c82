"""When a hand lies on its petal, for whoever waits until the pad is free."""

from __future__ import annotations

import pytest

from drivers.events import Contact, PetalHold
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, pressed
from tests.drivers.pad.streams import Push, split

LOOK_MS = 10


def told(*pushes: Push, duration_ms: int = 1_000) -> tuple[list[Contact], list[PetalHold]]:
    """Contacts, and as they were told last all hands by when they came."""
    pad, contacts = PadDecoder(INFO, Calibration.nominal(INFO)), list[Contact]()
    holds: dict[tuple[int, int], PetalHold] = {}
    for batch in split(pressed(*pushes, duration_ms=duration_ms), range(0, duration_ms, LOOK_MS)):
        contacts += [event for event in pad.feed(batch) if isinstance(event, Contact)]
        progress = pad.progress()
        assert progress is not None
        assert progress.holds is not None
        holds |= {(hold.seat, hold.from_ns): hold for hold in progress.holds}
    return contacts, list(holds.values())


def test_a_hand_lies_there_from_its_onset_until_it_has_gone() -> None:
    (contact,), (hold,) = told(Push(2, 200, 8.0, hold_ms=100))
    assert (hold.seat, hold.from_ns) == (1, contact.t_ns)
    assert 310 * MS < hold.until_ns < 330 * MS


def test_a_hand_that_stays_lies_there_for_a_second() -> None:
    """Others wait no longer for it."""
    (contact,), (hold,) = told(Push(2, 200, 8.0, hold_ms=1_500), duration_ms=2_000)
    assert hold.until_ns - contact.t_ns == pytest.approx(1_000 * MS, abs=3 * MS)


def test_a_hand_that_comes_again_lies_there_twice() -> None:
    contacts, holds = told(Push(2, 200, 8.0, hold_ms=40), Push(2, 300, 8.0, hold_ms=40))
    assert [contact.t_ns for contact in contacts] == [hold.from_ns for hold in holds]
    assert len(holds) == 2


@pytest.mark.parametrize("push", [Push(2, 200, 0.8, hold_ms=30), Push(2, 200, 0.8, hold_ms=600)])
def test_who_brushes_the_pad_or_leans_on_it_does_not_count(push: Push) -> None:
    assert told(push) == ([], [])


def test_one_found_there_counts_until_it_goes_or_for_a_second() -> None:
    goes, stays = Push(0, -50, 8.0, hold_ms=240), Push(2, -50, 8.0, hold_ms=2_000)
    contacts, holds = told(goes, stays, duration_ms=1_500)
    assert contacts == []
    by_seat = {hold.seat: hold for hold in holds}
    assert 200 * MS < by_seat[0].until_ns < 220 * MS
    assert by_seat[1].until_ns == by_seat[1].from_ns + 1_000 * MS
