"""Both simulated tables keep the contract of all boards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drivers.board import Board
from drivers.events import Button, Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.models import Touch
from tests.drivers.board_contract import BoardContract, Rig


def _stir(start_ns: int) -> Callable[[Board], None]:
    def stir(board: Board) -> None:
        assert isinstance(board, SimBoard)
        for k in range(4):
            board.press(k % 2, Button.OK, start_ns + (100 + 150 * k) * MS)
        board.touch(Touch(seat=0, gesture=Gesture.GRAB, t_ns=start_ns + 200 * MS))
        board.touch(Touch(seat=1, gesture=Gesture.PALM, t_ns=start_ns + 210 * MS, peak_n=30.0))
        board.knock(start_ns + 600 * MS)
        board.seat_pad(start_ns + 700 * MS)

    return stir


class TestPadController(BoardContract):
    @pytest.fixture
    def rig(self) -> Rig:
        return Rig(lambda: SimBoard("mk2", 8, 1), _stir(0))


class TestAllOnTheHeader(BoardContract):
    @pytest.fixture
    def rig(self) -> Rig:
        start_ns = 86_400_000 * MS
        return Rig(lambda: SimBoard("mk1", 4, 2), _stir(start_ns), start_ns)
