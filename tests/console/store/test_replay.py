"""Stored samples give the same verdicts again, and a broken-off match can be taken up."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from console.store.problems import StoreError
from console.store.records import StoredAction, StoredMatch
from console.store.replay import decode, differences, redecide, resumed
from console.store.window import SampleWindow
from drivers.events import Gesture
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import PadConfig
from tests.console.store.matches import BOARD, flip, header, verdict, window

FIRST, SECOND = verdict().contacts


def test_the_same_contacts_in_any_order_of_decision_are_the_same_verdict() -> None:
    neighbour = replace(FIRST, seat=6, t_ns=1)
    assert not differences(verdict(), [SECOND, neighbour, FIRST])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"t_ns": FIRST.t_ns + 1}, "seat 3: t_ns 412300001 stored, 412300002 now"),
        ({"uncertainty_ns": 1}, "seat 3: uncertainty_ns 35000 stored, 1 now"),
        ({"gesture": Gesture.PALM}, "seat 3: gesture grab stored, palm now"),
        ({"peak_n": 1.0}, "seat 3: peak_n 12.345678901 stored, 1.0 now"),
    ],
)
def test_a_nanosecond_or_a_gesture_makes_a_difference(change: dict[str, object], told: str) -> None:
    found = differences(verdict(), [replace(FIRST, **change), SECOND])  # type: ignore[arg-type]  # any field
    assert found[0] == told


def test_c25_margins_count_from_the_hand_that_the_doubt_went_to() -> None:
    kept = replace(verdict(), margins_ns=(-6_100_001, 0), expanded_ns=(8_000_000, 0))
    assert not differences(kept, [FIRST, SECOND])


def test_another_order_is_a_difference() -> None:
    found = differences(verdict(), [replace(FIRST, t_ns=SECOND.t_ns + 1), SECOND])
    assert "order of seats: 5, 3" in found


def test_a_missing_contact_is_a_difference() -> None:
    found = differences(verdict(), [FIRST])
    assert found[0] == "seat 5: no contact"
    assert "margins_ns" in found[1]


def test_of_two_contacts_of_a_seat_the_nearer_is_meant() -> None:
    later = replace(FIRST, t_ns=FIRST.t_ns + 10**9)
    assert not differences(verdict(), [later, FIRST, SECOND])


@pytest.mark.parametrize("lack", [{"board_info": None}, {"pad_config": {"onset_n": "much"}}])
def test_samples_without_their_board_are_refused(lack: dict[str, object]) -> None:
    with pytest.raises(StoreError, match="this match"):
        decode(header(**lack), window())


def test_samples_of_another_board_are_a_difference_and_stop_nothing() -> None:
    """A match may be resumed on a table with other sensors."""
    known = header(
        calibration=msgspec.to_builtins(Calibration.nominal(BOARD)),
        pad_config=msgspec.to_builtins(PadConfig()),
    )
    (result,) = redecide(
        StoredMatch(
            id=1, header=known, actions=(), verdicts=(verdict(),), windows=(window(channels=16),)
        )
    )
    assert not result.same
    assert "16" in result.differences[0]


@pytest.mark.parametrize("windows", [(), (window(scans=0),)])
def test_a_verdict_without_samples_is_left_out(windows: tuple[SampleWindow, ...]) -> None:
    """None is left of a verdict that was held back for longer than samples are kept."""
    stored = StoredMatch(id=1, header=header(), actions=(), verdicts=(verdict(),), windows=windows)
    assert redecide(stored) == []


def test_resuming_gives_back_the_deal_and_every_action_in_order() -> None:
    actions = tuple(StoredAction(n, flip(n)) for n in range(4))
    stored = StoredMatch(
        id=9, header=header(), actions=actions, verdicts=(verdict(0), verdict(1)), windows=()
    )
    assert resumed(stored) == tuple(flip(n) for n in range(4))
    assert stored.next_verdict == 2


def test_a_match_with_a_hole_cannot_be_resumed() -> None:
    actions = (StoredAction(0, flip(0)), StoredAction(2, flip(2)))
    with pytest.raises(StoreError, match="lacks action 1"):
        resumed(StoredMatch(id=9, header=header(), actions=actions, verdicts=(), windows=()))
