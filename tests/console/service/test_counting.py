"""What is counted without a table around it: doubled edges, late ends, sittings of a match."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

from console.link.played import Posted
from console.service.usage import Usage
from console.store.log import DirectLog
from console.store.records import ButtonCount, RefusalCount
from console.table.outputs import ActionDone, MatchBegun, MatchEnded, PhonesRefused
from console.table.record_values import ResultColumn
from console.wiring.matches.camera import Camera
from console.wiring.matches.log_sink import LogSink
from drivers.board import BoardInfo, Edge, Reading
from drivers.events import Button, ButtonEvent
from drivers.inputs import Inputs
from drivers.times import SECOND
from tests.console.store.matches import BOARD

NOW = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


class Told(DirectLog):
    """A log that only listens."""

    def __init__(self) -> None:
        self.counts: list[ButtonCount] = []
        self.refusals: list[RefusalCount] = []
        self.played: list[tuple[bool, int]] = []

    def pressed(self, counts: Iterable[ButtonCount]) -> None:
        self.counts += counts

    def refused(self, counts: Iterable[RefusalCount]) -> None:
        self.refusals += counts

    def end(
        self,
        match: int,
        result: dict[str, Any] | None,
        played_ns: int = 0,
        posted: Posted | None = None,
    ) -> None:
        self.played.append((result is not None, played_ns))

    def begin(self, header: object) -> int:
        return 1

    def resume(self, match: int) -> None:
        assert match == 7

    def action(self, match: int, n: int, action: dict[str, Any]) -> None:
        assert match


def edges(*seqnos: int, line: int = 1) -> Reading:
    return Reading(tuple(Edge(line, True, n * 1000, n) for n in seqnos), (), 0)


def count(info: BoardInfo, *readings: Reading) -> dict[tuple[int, Button], tuple[int, int]]:
    """(presses, bounces) after the readings and one press and release of seat 0's ●."""
    usage = Usage(Told(), info, lambda: NOW)
    for reading in readings:
        usage.observe(reading, (), SECOND)
    both = (ButtonEvent(0, Button.OK, down, SECOND, 0) for down in (True, False))
    usage.observe(Reading((), (), 0), tuple(both), SECOND)
    return {(b.seat, b.button): (b.presses, b.bounces) for b in usage.live()}


@pytest.mark.parametrize(
    "readings", [(edges(1, 2, 3, 4),), (edges(1, 2), edges(2, 3), edges(1, 3, 4))]
)
def test_an_edge_that_comes_twice_is_one(readings: tuple[Reading, ...]) -> None:
    assert count(BOARD, *readings) == {(0, Button.OK): (1, 2)}


def test_the_pads_line_and_lines_that_there_are_not_count_for_no_button() -> None:
    beside = edges(1, 2, 3, line=0), edges(1, line=99)
    assert count(BOARD, *beside, edges(1, 2)) == {(0, Button.OK): (1, 0)}


def test_only_what_is_new_is_told_and_each_button_once_for_being_there() -> None:
    log = Told()
    usage = Usage(log, BOARD, lambda: NOW)
    usage.tell()
    usage.tell()
    day = NOW.astimezone().date().isoformat()
    assert log.counts == [ButtonCount(0, int(Button.OK), day)]


def test_what_phones_are_refused_is_told_once() -> None:
    log = Told()
    usage = Usage(log, BOARD, lambda: NOW)
    for counts in ((("code", 2), ("host", 1)), (("host", 3),)):
        usage(PhonesRefused(counts))
    usage.tell()
    usage.tell()
    day = NOW.astimezone().date().isoformat()
    assert log.refusals == [RefusalCount(day, "code", 2), RefusalCount(day, "host", 4)]


def begun(t_ns: int, resumed: int | None = None) -> MatchBegun:
    return MatchBegun(
        game="chaos",
        options={},
        seed=1,
        players=2,
        seats=(0, 1),
        player_of=(0, 1),
        people=("person",) * 2,
        epoch_ns=0,
        resumed=resumed,
        made=(3, 0),
        t_ns=t_ns,
    )


def ended(t_ns: int, *, abandoned: bool = False) -> MatchEnded:
    return MatchEnded(
        t_ns=t_ns, winners=(), column=ResultColumn.CARDS, counts=(), abandoned=abandoned
    )


def test_the_time_of_a_match_is_that_of_its_sittings() -> None:
    """C23: a late contact takes an end back; the time until the second end is added."""
    log = Told()
    sink = LogSink(log, Camera(Inputs(BOARD)), lambda: NOW)
    outputs = (
        begun(100 * SECOND),
        ended(160 * SECOND),
        ActionDone({"type": "contact"}),
        ended(161 * SECOND),
        begun(500 * SECOND, resumed=7),
        ended(520 * SECOND, abandoned=True),
    )
    for output in outputs:
        sink(output)
    assert log.played == [(True, 60 * SECOND), (True, 1 * SECOND), (False, 20 * SECOND)]
