"""When a hand lies on its petal, for whoever waits until the pad is free."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, PetalHold
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.pad_events import INFO, pressed
from tests.drivers.pad.streams import Push, split

LOOK_MS = 10


def told(
    *pushes: Push, duration_ms: int = 1_000, lost: range = range(0)
) -> tuple[list[Contact], list[PetalHold]]:
    """Contacts, and as they were told last all hands by when they came. ``lost``: which scans."""
    pad, contacts = PadDecoder(INFO, Calibration.nominal(INFO)), list[Contact]()
    holds: dict[tuple[int, int], PetalHold] = {}
    all_of, kept = pressed(*pushes, duration_ms=duration_ms), np.delete(range(duration_ms), lost)
    scans = Samples(all_of.t_ns[kept], all_of.codes[kept])
    for batch in split(scans, range(0, len(kept), LOOK_MS)):
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


def test_one_that_came_in_a_gap_counts_though_it_may_be_what_others_couple() -> None:
    """A soft hand among hard ones tells no contact until they let go."""
    forces_n = (3.0, 25.0, 25.0, 25.0)
    hands = [Push(2 * seat, 210, force_n, hold_ms=600) for seat, force_n in enumerate(forces_n)]
    contacts, holds = told(*hands, lost=range(200, 320))
    assert sorted(contact.seat for contact in contacts) == [1, 2, 3]
    (soft,) = [hold for hold in holds if hold.seat == 0]
    assert (soft.from_ns, soft.until_ns) == (321 * MS, 1_321 * MS)


def test_a_hand_that_goes_soon_after_the_gap_in_which_it_came_holds_nothing_up() -> None:
    _, holds = told(Push(2, 210, 8.0, hold_ms=150), lost=range(200, 320))
    assert max(hold.until_ns for hold in holds) < 400 * MS
