"""The scripted board passes the contract; other boards bring rigs of their own."""

from __future__ import annotations

import pytest

from drivers.board import Board, Edge
from drivers.times import MS
from tests.drivers.board_contract import BoardContract, Rig
from tests.drivers.pad.streams import Push, board_info, stream
from tests.drivers.scripted import ScriptedBoard


def scripted() -> Board:
    info = board_info(2)
    edges = tuple(
        Edge(line, n % 2 == 0, (100 + 3 * n + line) * MS, n + 1)
        for line in (0, 5)
        for n in range(6)
    )
    return ScriptedBoard(info, edges, stream(info, [Push(0, 300, 20.0)], 900, phase_ns=MS))


class TestScriptedBoard(BoardContract):
    @pytest.fixture
    def rig(self) -> Rig:
        return Rig(scripted, lambda board: None)
