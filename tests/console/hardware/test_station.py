"""The board that ``--board`` means."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.wiring.hardware import make_station
from drivers.errors import BoardClosed, BoardError, ConfigError


@pytest.mark.parametrize(
    ("board", "name"), [(None, "sim-mk2"), ("pc", "sim-mk2"), ("pc-mk1", "sim-mk1")]
)
def test_a_pcs_boards_are_simulated(board: str | None, name: str, tmp_path: Path) -> None:
    with make_station(board, tmp_path, waits=False).opened() as opened:
        assert (opened.info.name, opened.info.seats) == (name, 4)


@pytest.mark.parametrize(("board", "seats"), [("mk1", 4), ("mk2", 6), ("mk2-8", 8)])
def test_a_shipped_board_is_found_by_its_name_from_any_folder(
    board: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    station = make_station(board, tmp_path)
    assert (station.file.sim, station.file.seats) == (None, seats)
    assert station.pad is not None
    assert station.hands is None


def test_a_file_of_ones_own_is_named_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\nseats = 2\n[sim]\nkind = "mk1"\n')
    assert make_station(str(path), tmp_path).file.name == "mine"


def test_an_unknown_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"nowhere\.toml: cannot be read.*one of the boards mk1, "
    ):
        make_station("nowhere.toml", tmp_path)


def test_the_board_is_closed_whatever_happens(tmp_path: Path) -> None:
    station = make_station("pc", tmp_path, waits=False)
    with pytest.raises(BoardError, match="bad luck"), station.opened() as board:
        raise BoardError("bad luck")
    with pytest.raises(BoardClosed):
        board.read(0)
