"""``khvatka hw check --touch``: what ten touches at every seat show is named with its mend."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from msgspec import structs
from pytest_mock import MockerFixture

from console.hardware.feed import Feed
from console.hardware.findings import Finding, Severity
from console.hardware.texts import fault_mend
from console.hardware.touch_findings import TOUCHES, touch_findings
from console.i18n import Words
from console.wiring.build import weigh
from console.wiring.hardware import SimHands
from drivers.board import Reading
from drivers.events import Fault, Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.faults import SimFault
from host_sim.models import Touch
from tests.console.hardware.conftest import START_NS, Bench, Benches

pytestmark = pytest.mark.usefixtures("looks_seldom")

EN = Words("en")
TURN_NS = 900 * MS


def touched(bench: Bench, touch: Touch) -> dict[str, Severity]:
    """Findings that are not fine after one seat was touched again and again, and no other."""
    feed, hand = Feed(bench.board, bench.station.clock), Again(bench.board, touch, 10)
    found = touch_findings(EN, feed, bench.say, hand)
    return {f.text: f.level for f in found if f.level is not Severity.OK}


class Again(SimHands):
    """The same touch twice a second."""

    def __init__(self, board: SimBoard, touch: Touch, times: int) -> None:
        super().__init__(board)
        self._touch, self._left, self._due_ns = touch, times, START_NS

    def act(self, now_ns: int) -> None:
        if self._left and now_ns >= self._due_ns:
            self._left, self._due_ns = self._left - 1, now_ns + 500 * MS
            self._board.touch(replace(self._touch, t_ns=now_ns))


def test_touches_find_seats_that_feel_none(bench: Benches) -> None:
    there = bench()
    there.board.open()
    said = touched(there, Touch(seat=1, gesture=Gesture.GRAB, t_ns=0, peak_n=15.0))
    assert sorted(said) == ["Seat 1: no touch", "Seat 3: no touch", "Seat 4: no touch"]
    assert set(said.values()) == {Severity.FAILURE}


def test_touches_find_swapped_plugs(bench: Benches, mocker: MockerFixture) -> None:
    there = bench()
    there.board.open()
    read = there.board.read

    def swapped(now_ns: int) -> Reading:
        reading = read(now_ns)
        turned = [replace(s, codes=s.codes[:, [0, 1, 3, 2, 4, 5, 6, 7]]) for s in reading.samples]
        return structs.replace(reading, samples=tuple(turned))

    mocker.patch.object(there.board, "read", swapped)
    said = touched(there, Touch(seat=1, gesture=Gesture.PALM, t_ns=0, peak_n=15.0))
    assert said["Seat 2: sensors swapped"] is Severity.FAILURE


class InTurn(SimHands):
    """Every seat is touched so often, one after the other, flat and grabbing in turn."""

    def __init__(self, board: SimBoard, times: Sequence[int]) -> None:
        super().__init__(board)
        turns = range(max(times))
        self._due_ns = START_NS
        self._left = [
            (seat, (Gesture.PALM, Gesture.GRAB)[turn % 2], 8.0 + 7.0 * (turn % 4))
            for turn in turns
            for seat, count in enumerate(times)
            if turn < count
        ]

    def act(self, now_ns: int) -> None:
        if self._left and now_ns >= self._due_ns:
            self._due_ns = now_ns + TURN_NS
            seat, gesture, peak_n = self._left.pop(0)
            self._board.touch(Touch(seat=seat, gesture=gesture, t_ns=now_ns, peak_n=peak_n))


def touched_in_turn(bench: Bench, *times: int, weighed: bool = False) -> list[Finding]:
    """What is found as every seat is touched so often."""
    bench.board.open()
    calibration = weigh(bench.board) if weighed else None
    feed = Feed(bench.board, bench.station.clock, calibration)
    return list(touch_findings(Words("en"), feed, bench.say, InTurn(bench.board, times)))


@pytest.mark.parametrize(
    ("fault", "at", "level", "told", "mend"),
    [
        (SimFault.DEAD, (2,), None, "sensor dead", "Check the plugs"),
        pytest.param(
            *(SimFault.DEAD, (3,), None, "sensor dead", "Check the plugs"), marks=pytest.mark.slow
        ),
        pytest.param(
            *(SimFault.SWAPPED, (2,), None, "sensors swapped", "Swap the plugs"),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            *(SimFault.SATURATED, (2, 3), 0.5, "sensor at its limit", "Fit a smaller resistor"),
            marks=pytest.mark.slow,
        ),
        *(
            pytest.param(
                *(SimFault.DRIFTED, (2, 3), level, "sensors differ", "Weigh its sensors again"),
                marks=pytest.mark.slow,
            )
            for level in (-0.3, 0.43)
        ),
    ],
)
def test_ten_touches_name_what_is_broken_with_its_own_mend_alone(
    bench: Benches, fault: SimFault, at: tuple[int, ...], level: float | None, told: str, mend: str
) -> None:
    there = bench()
    for channel in at:
        there.board.faults.begin(fault, START_NS, channel, level)
    (found,) = touched_in_turn(there, 10, 10, 10, 10, weighed=True)
    assert found.text == f"Seat 2: {told}"
    assert found.mend.startswith(mend)


def test_what_the_last_touch_shows_is_told_once_hands_are_off(bench: Benches) -> None:
    """Plugs that are swapped as the last seat's last two touches come."""
    there = bench()
    swapped_ns = START_NS + (4 * TOUCHES - 8) * TURN_NS
    there.board.faults.begin(SimFault.SWAPPED, swapped_ns, 6)
    texts = [found.text for found in touched_in_turn(there, 10, 10, 10, 10, weighed=True)]
    assert texts == ["Seat 4: sensors swapped"]


def test_a_hand_that_rests_ends_no_check_and_hides_no_finding(bench: Benches) -> None:
    """The last one that is asked for touches lays its hand down first."""
    there = bench()
    there.board.touch(
        Touch(seat=3, gesture=Gesture.PALM, t_ns=START_NS + 26_000 * MS, peak_n=9.0, hold_ms=4e3)
    )
    (found,) = touched_in_turn(there, 10, 10, 10, 0)
    assert found.text == "Seat 4: 1 of 10 touches were felt"


def test_fewer_touches_than_were_asked_for_prove_no_petal(bench: Benches) -> None:
    found = touched_in_turn(bench(), 10, 4, 10, 10)
    assert [(one.text, one.level) for one in found] == [
        ("Seat 2: 4 of 10 touches were felt", Severity.WARNING)
    ]
    assert found[0].mend == "Check again: press it 10 times, not too lightly"


@pytest.mark.parametrize("fault", list(Fault))
def test_the_owner_is_no_friend_of_ours_when_mends_are_told(fault: Fault) -> None:
    assert re.search(r"\w[йиь]те\b", fault_mend(Words("ru"), fault))
