"""A board of parts: lines numbered through, the latest part decides what is complete."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from console.hardware.feed import Feed
from drivers.board import ChannelSpec, Edge, Health, LineSpec, Reading, Samples
from drivers.boards.composite import CompositeBoard
from drivers.clock import VirtualClock
from drivers.errors import BoardClosed, BoardError
from drivers.events import Button
from drivers.part import PartInfo

OK = LineSpec("seat0.ok", 0, Button.OK)
BACK = LineSpec("seat0.back", 0, Button.BACK)
NOTHING = Reading((), (), 0)


@dataclass
class Fake:
    """A part that gives what it was told to."""

    info: PartInfo
    reading: Reading = NOTHING
    next_ns: int | None = None
    fails: bool = False
    done: list[str] = field(default_factory=list)
    levels: tuple[float, ...] = ()

    def open(self) -> None:
        if self.fails:
            raise BoardError(f"{self.info.name} does not answer")
        self.done.append("open")

    def close(self) -> None:
        self.done.append("close")

    def read(self, now_ns: int) -> Reading:
        return self.reading

    def next_arrival_ns(self, now_ns: int) -> int | None:
        return self.next_ns

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        self.levels = levels

    def health(self) -> Health:
        return Health(not self.fails, {"edges": 1}, ("note",), ("remark",))


def header(**fields: object) -> Fake:
    info = PartInfo("header", (OK, BACK), lamps=2, edge_uncertainty_ns=5, worst_delay_ns=100)
    return Fake(info, **fields)  # type: ignore[arg-type]  # what a test gives


def pad(**fields: object) -> Fake:
    channels = (ChannelSpec(0, "top", 0),)
    info = PartInfo(
        name="pad",
        lines=(LineSpec("seated"),),
        channels=channels,
        lamps=0,
        full_code=4095,
        divider_ohm=1e4,
        scan_period_ns=1_000_000,
        edge_uncertainty_ns=60,
        worst_delay_ns=12,
    )
    return Fake(info, **fields)  # type: ignore[arg-type]  # what a test gives


def test_lines_are_numbered_through_and_edges_come_by_time() -> None:
    first = header(reading=Reading((Edge(1, True, 50, 1),), (), 90, (0,)))
    samples = Samples(np.array([1]), np.zeros((1, 1), np.uint16))
    second = pad(reading=Reading((Edge(0, False, 40, 1),), (samples,), 70, (0,)))
    board = CompositeBoard("mk2", 1, (first, second))
    board.open()
    assert board.info.lines == (OK, BACK, LineSpec("seated"))
    assert (board.info.edge_uncertainty_ns, board.info.worst_delay_ns) == (60, 100)
    assert board.info.full_code == 4095
    reading = board.read(100)
    assert [(e.line, e.t_ns) for e in reading.edges] == [(2, 40), (1, 50)]
    assert reading.samples == (samples,)
    assert reading.edges_complete_to_ns == 70
    assert reading.overrun == (0, 2)


def test_only_parts_with_lamps_are_asked_for_them() -> None:
    first, second = header(), pad()
    board = CompositeBoard("mk1", 1, (first, second))
    board.open()
    board.set_lamps((0.5, 1.0))
    assert first.levels == (0.5, 1.0)
    assert second.levels == ()


def test_the_first_arrival_counts() -> None:
    board = CompositeBoard("mk1", 1, (header(next_ns=None), pad(next_ns=30)))
    assert board.next_arrival_ns(0) == 30
    assert CompositeBoard("mk1", 1, (header(),)).next_arrival_ns(0) is None


def test_a_part_that_fails_leaves_nothing_open() -> None:
    first = header()
    board = CompositeBoard("mk2", 1, (first, pad(fails=True)))
    with pytest.raises(BoardError, match="pad does not answer"):
        board.open()
    assert first.done == ["open", "close"]
    with pytest.raises(BoardClosed, match="open it first"):
        _ = board.info


def test_lines_alone_can_be_read_without_a_pad() -> None:
    """For the test plug: what decodes has a grid of scans to reckon with, and no sensor."""
    board = CompositeBoard("mk1", 1, (header(),), padless=True)
    board.open()
    assert board.info.channels == ()
    assert board.info.lines == header().info.lines
    assert Feed(board, VirtualClock(0)).turn().events == ()
    with pytest.raises(BoardError, match="must be one"):
        CompositeBoard("mk1", 1, (header(), pad()), padless=True).open()


@pytest.mark.parametrize("parts", [(header(),), (pad(), pad())])
def test_exactly_one_part_reads_the_pad(parts: tuple[Fake, ...]) -> None:
    with pytest.raises(BoardError, match="must be one"):
        CompositeBoard("mk2", 1, parts).open()
    assert all(part.done == ["open", "close"] for part in parts)


def test_health_names_the_part() -> None:
    board = CompositeBoard("mk1", 1, (header(), pad()))
    board.open()
    health = board.health()
    assert health.ok
    assert health.counters == {"header.edges": 1, "pad.edges": 1}
    assert health.notes == ("header: note", "pad: note")
    assert health.remarks == ("header: remark", "pad: remark")
