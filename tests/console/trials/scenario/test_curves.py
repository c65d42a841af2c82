"""Hands by their samples: whatever the shape, what is laid down again is what came."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import msgspec
import numpy as np
import pytest

from console.store.records import MatchHeader
from console.store.window import SampleWindow
from console.trials.scenario.curves import drawn
from console.wiring.build import weigh
from drivers.board import Samples
from drivers.events import Contact, Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.curves import through
from host_sim.families import FAMILIES, Arrival
from host_sim.models import Touch
from host_sim.perception import preset_named

START_NS = 5_000 * MS
SHAPES = (
    "smooth",
    "linear",
    "two-stage",
    "bounce",
    "soft",
    "slow",
    "roll",
    "slap",
    "glove",
    "fingers",
    "trembling",
)
NEAR_MS = np.linspace(-2.0, 2.0, 9)


@dataclass(frozen=True)
class Table:
    """A table of four that was weighed, and what its store says of it."""

    board: SimBoard
    header: MatchHeader

    def laid(self, touch: Touch) -> Touch:
        """The hand that is made of the samples of ``touch``."""
        onset_ns = touch.true_onset_ns()
        assert onset_ns is not None
        contact = Contact(
            seat=touch.seat,
            gesture=touch.gesture,
            t_ns=onset_ns,
            uncertainty_ns=50_000,
            clock_uncertainty_ns=0,
            decided_ns=onset_ns + 120 * MS,
            peak_n=touch.peak_n,
        )
        hand = drawn(contact, self.header, self._window())
        t_ns = contact.t_ns - round(hand.onset_ms * MS)
        under = through(*hand.under) if touch.gesture is Gesture.GRAB else None
        return Touch.shaped(touch.seat, t_ns, through(*hand.top), under, hold_ms=hand.hold_ms)

    def _window(self) -> SampleWindow:
        batches: list[Samples] = []
        for now_ns in range(START_NS, START_NS + 700 * MS, 10 * MS):
            batches += self.board.read(now_ns).samples
        return SampleWindow.of(0, batches, np.zeros(len(self.board.info.channels)))


@pytest.fixture
def table() -> Table:
    board = SimBoard("mk2", 4, 1)
    board.open()
    calibration = msgspec.to_builtins(weigh(board))
    board.read(START_NS)
    people = ("person",) * 4
    seats = (0, 1, 2, 3)
    header = MatchHeader(
        game="chaos",
        options={},
        seed=1,
        players=4,
        seats=seats,
        people=people,
        started_wall="2026-11-20T20:00:00+03:00",
        started_ns=0,
    )
    known = {"board_info": board.info, "calibration": calibration, "pad_config": {}}
    return Table(board, replace(header, **known))


def _same(came: Touch, laid: Touch) -> None:
    """From the onset on forces agree within what parts differ, but for jumps within 2 ms."""
    onset_ns = came.true_onset_ns()
    assert onset_ns is not None
    assert laid.force(np.array([onset_ns])).max() == pytest.approx(0.5, abs=0.03)
    for part in ("top", "under"):
        for t_ns in range(onset_ns, onset_ns + 150 * MS, MS):
            near = came.force(t_ns + (NEAR_MS * MS).astype(np.int64), part)
            force = float(laid.force(np.array(t_ns), part))
            assert (
                0.45 * near.min() - 0.3 <= force <= 1.9 * near.max() + 0.3 + 0.02 * came.peak_n
            ), (part, t_ns)


@pytest.mark.parametrize("family", SHAPES)
def test_a_hand_of_any_shape_is_laid_down_as_it_came(table: Table, family: str) -> None:
    who = Arrival(1, Gesture.GRAB, START_NS + 300 * MS, preset_named("adult"))
    (touch,) = FAMILIES[family].draw(Random(5), who)
    table.board.touch(touch)
    laid = table.laid(touch)
    assert laid.gesture is Gesture.GRAB
    _same(touch, laid)


def test_a_hand_that_was_gone_soon_is_gone_as_soon(table: Table) -> None:
    touch = Touch(
        seat=2,
        gesture=Gesture.PALM,
        t_ns=START_NS + 300 * MS,
        peak_n=14.0,
        rise_ms=8.0,
        hold_ms=20.0,
    )
    table.board.touch(touch)
    laid = table.laid(touch)
    assert laid.gesture is Gesture.PALM
    assert abs(laid.end_ns - touch.end_ns) < 30 * MS


def test_what_the_plate_carries_is_not_laid_down_with_the_hand(table: Table) -> None:
    """The next table carries its own: a hard slap beside it would come twice."""
    slap = Touch(seat=0, gesture=Gesture.PALM, t_ns=START_NS + 300 * MS, peak_n=40.0, rise_ms=5.0)
    touch = Touch(seat=1, gesture=Gesture.PALM, t_ns=START_NS + 340 * MS, peak_n=8.0, rise_ms=20.0)
    table.board.touch(slap)
    table.board.touch(touch)
    _same(touch, table.laid(touch))


def test_without_samples_it_is_an_ordinary_hand(table: Table) -> None:
    contact = Contact(
        seat=3,
        gesture=Gesture.GRAB,
        t_ns=START_NS,
        uncertainty_ns=50_000,
        clock_uncertainty_ns=0,
        decided_ns=START_NS + 120 * MS,
        peak_n=0.9,
    )
    hand = drawn(contact, table.header, None)
    laid = Touch.shaped(
        3, START_NS - round(hand.onset_ms * MS), through(*hand.top), through(*hand.under)
    )
    assert laid.true_onset_ns() == pytest.approx(START_NS, abs=1_000)
