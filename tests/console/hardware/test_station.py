"""The board that ``--board`` means."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.wiring.hardware import make_station
from drivers.errors import BoardClosed, BoardError, ConfigError


@pytest.mark.parametrize(
    ("board", "name", "seats"), [(None, "sim-mk2", 4), ("mk1", "sim-mk1", 4), ("mk2", "sim-mk2", 4)]
)
def test_the_kinds_of_electronics_are_simulated(
    board: str | None, name: str, seats: int, tmp_path: Path
) -> None:
    with make_station(board, tmp_path, waits=False).opened() as opened:
        assert (opened.info.name, opened.info.seats) == (name, seats)


def test_a_shipped_file_is_found_by_its_name(tmp_path: Path) -> None:
    station = make_station("mk1.toml", tmp_path)
    assert station.file.sim is None
    assert station.pad is not None
    assert station.hands is None


def test_an_unknown_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml: cannot be read"):
        make_station("nowhere.toml", tmp_path)


def test_the_board_is_closed_whatever_happens(tmp_path: Path) -> None:
    station = make_station("mk2", tmp_path, waits=False)
    with pytest.raises(BoardError, match="bad luck"), station.opened() as board:
        raise BoardError("bad luck")
    with pytest.raises(BoardClosed):
        board.read(0)
