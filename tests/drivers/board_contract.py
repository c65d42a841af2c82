"""What every board must do, real or simulated (``drivers.board.Board``).

Make a subclass named ``Test…`` of ``BoardContract`` with a fixture ``rig``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from drivers.board import Board, Reading, petal_channels
from drivers.errors import BoardClosed, ConfigError

STEP_NS = 7_000_000


@dataclass(frozen=True)
class Rig:
    """How to make a closed board, and how to make things happen on it once it is open.

    ``stir`` arranges presses and touches that show within ``duration_ns`` after ``start_ns``.
    """

    make: Callable[[], Board]
    stir: Callable[[Board], None]
    start_ns: int = 0
    duration_ns: int = 1_000_000_000


def readings(rig: Rig) -> tuple[Board, list[tuple[int, Reading]]]:
    """An open board and what it gave, with the moments of reading."""
    board = rig.make()
    board.open()
    first = (rig.start_ns, board.read(rig.start_ns))
    rig.stir(board)
    moments = range(rig.start_ns + STEP_NS, rig.start_ns + rig.duration_ns, STEP_NS)
    return board, [first, *((now_ns, board.read(now_ns)) for now_ns in moments)]


class BoardContract:
    """The contract; each test names the duty."""

    def test_closed_board_refuses_use(self, rig: Rig) -> None:
        board = rig.make()
        uses: tuple[Callable[[], object], ...] = (
            lambda: board.read(rig.start_ns),
            lambda: board.set_lamps((0.0,) * board.info.seats),
            board.health,
        )
        for use in uses:
            with pytest.raises(BoardClosed):
                use()
        board.open()
        board.close()
        for use in uses:
            with pytest.raises(BoardClosed):
                use()

    def test_open_and_close_twice_do_nothing_more(self, rig: Rig) -> None:
        board = rig.make()
        board.open()
        board.open()
        assert board.health().ok
        board.close()
        board.close()
        with pytest.raises(BoardClosed):
            board.read(rig.start_ns)

    def test_info_fits_itself(self, rig: Rig) -> None:
        info = rig.make().info
        assert len({line.name for line in info.lines}) == len(info.lines)
        assert all((line.seat is None) == (line.button is None) for line in info.lines)
        assert info.full_code > 0
        assert info.divider_ohm > 0
        assert info.scan_period_ns > 0
        assert set(petal_channels(info)) <= set(range(info.seats))
        assert all(0 <= channel.offset_ns < info.scan_period_ns for channel in info.channels)

    def test_edges_count_and_go_forwards_by_line(self, rig: Rig) -> None:
        board, given = readings(rig)
        edges = [edge for _, reading in given for edge in reading.edges]
        assert edges, "the rig must stir at least one line"
        for index in range(len(board.info.lines)):
            line = sorted((e for e in edges if e.line == index), key=lambda e: e.seqno)
            assert [e.seqno for e in line] == list(range(1, len(line) + 1))
            assert all(a.t_ns <= b.t_ns for a, b in itertools.pairwise(line))
            assert all(a.active != b.active for a, b in itertools.pairwise(line))

    def test_nothing_comes_before_its_time(self, rig: Rig) -> None:
        _, given = readings(rig)
        for now_ns, reading in given:
            assert reading.edges_complete_to_ns <= now_ns
            assert all(edge.t_ns <= now_ns for edge in reading.edges)
            assert all(int(batch.t_ns[-1]) <= now_ns for batch in reading.samples)

    def test_no_edge_comes_after_completeness_was_claimed(self, rig: Rig) -> None:
        _, given = readings(rig)
        claimed_ns = -(1 << 62)
        for _, reading in given:
            assert all(edge.t_ns > claimed_ns for edge in reading.edges)
            assert reading.edges_complete_to_ns >= claimed_ns
            claimed_ns = reading.edges_complete_to_ns

    def test_samples_have_their_shape_and_go_forwards(self, rig: Rig) -> None:
        board, given = readings(rig)
        batches = [batch for _, reading in given for batch in reading.samples]
        assert batches, "the board must sample"
        for batch in batches:
            assert batch.t_ns.dtype == np.int64
            assert batch.codes.dtype == np.uint16
            assert batch.codes.shape == (len(batch.t_ns), len(board.info.channels))
            assert len(batch.t_ns) > 0
            assert int(batch.codes.max()) <= board.info.full_code
            assert batch.jitter_ns >= 0
            assert batch.clock_uncertainty_ns >= 0
        times = np.concatenate([batch.t_ns for batch in batches])
        assert (np.diff(times) > 0).all()

    def test_stirring_shows_in_the_samples(self, rig: Rig) -> None:
        board, given = readings(rig)
        codes = np.concatenate([b.codes for _, reading in given for b in reading.samples])
        assert int(np.ptp(codes.astype(np.int64), axis=0).max()) > board.info.full_code // 10

    def test_next_arrival_lies_ahead(self, rig: Rig) -> None:
        board, given = readings(rig)
        now_ns = given[-1][0]
        arrival_ns = board.next_arrival_ns(now_ns)
        assert arrival_ns is None or arrival_ns >= now_ns

    @pytest.mark.parametrize("wrong", ["short", "long", "bright", "negative"])
    def test_lamps_are_checked(self, rig: Rig, wrong: str) -> None:
        board = rig.make()
        board.open()
        seats = board.info.seats
        levels = {
            "short": (0.5,) * (seats - 1),
            "long": (0.5,) * (seats + 1),
            "bright": (*(0.5,) * (seats - 1), 1.5),
            "negative": (-0.1, *(0.5,) * (seats - 1)),
        }[wrong]
        with pytest.raises(ConfigError):
            board.set_lamps(levels)
        board.set_lamps((1.0,) * seats)
        board.close()
