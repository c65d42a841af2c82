"""The board that ``--board`` means."""

from __future__ import annotations

from pathlib import Path

import pytest
import serial
from click.testing import CliRunner
from msgspec.structs import replace

from console.cli import main
from console.hardware.feed import open_feed
from console.hardware.trace import Trace
from console.service.store import ServiceStore
from console.store.schema import store_path
from console.wiring.hardware import make_station, real_board
from drivers.boards.config import find_board, shipped_boards
from drivers.errors import BoardClosed, BoardError, ConfigError


@pytest.mark.parametrize(("board", "name"), [(None, "pc"), ("pc", "pc"), ("pc-mk1", "pc-mk1")])
def test_a_pcs_boards_are_simulated(board: str | None, name: str, tmp_path: Path) -> None:
    station = make_station(board, tmp_path, waits=False)
    assert station.file.name == name
    with station.opened() as opened:
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
    station = make_station(str(path), tmp_path, waits=False)
    with station.opened() as board:
        assert board.info.seats == 2
        assert board.info.name == station.file.name == "pc-mk1"  # every tool calls it so


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


@pytest.mark.parametrize("board", ["mk2", "pc"])
def test_the_tools_have_the_owners_thresholds(tmp_path: Path, board: str) -> None:
    kept = ServiceStore(store_path(tmp_path))
    kept.adjust("pad.onset_mn", 800)
    kept.adjust("pad.gesture_ms", 200)
    station = make_station(board, tmp_path, waits=False)
    assert (station.thresholds.onset_n, station.thresholds.gesture_ns) == (0.8, 200_000_000)


def test_they_decode_by_them(tmp_path: Path) -> None:
    ServiceStore(store_path(tmp_path)).adjust("pad.onset_mn", 800)
    station = make_station("pc", tmp_path, waits=False)
    with station.opened() as board:
        feed = open_feed(station, board)
        assert feed.thresholds == station.thresholds
        assert Trace(feed, 1_000_000_000).threshold_n == 0.8


def test_only_a_file_that_names_one_meets_a_simulated_controller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handlers: list[str] = []
    monkeypatch.setattr(serial, "protocol_handler_packages", handlers)
    shipped = find_board("mk2")
    assert shipped.controller is not None
    real_board(shipped)
    assert handlers == []
    assert make_station("mk2", tmp_path).pad is not None
    controller = replace(shipped.controller, port="sim://?seats=6")
    real_board(replace(shipped, controller=controller))
    assert handlers == ["host_sim"]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("seats = 4", "seats = 3", "мест с кнопками 4, а `seats` равно 3"),
        ("scan_hz = 1000", "scan_hz = 7", "mcp3008.scan_hz равно 7: должно быть от 500 до 5000"),
        ('"GPIO4"', '"GPIO2"', "линия служит один раз"),
        ("scan_hz", "scan_herz", "такого ключа нет: `scan_herz`"),
        ("[mcp3008]", "[mcp3008", "это не TOML (строка"),
    ],
)
def test_a_mistake_in_a_board_file_is_told_in_russian(
    tmp_path: Path, before: str, after: str, told: str
) -> None:
    path = tmp_path / "mine.toml"
    text = shipped_boards()["mk1"].read_text(encoding="utf-8")
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    said = CliRunner().invoke(main, ["hw", "check", "--lang", "ru", "--board", str(path)])
    assert said.exit_code == 2
    assert told in said.output
