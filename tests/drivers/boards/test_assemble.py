"""Which parts a board file makes, and what is said where they cannot be had."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from pytest_mock import MockerFixture

from drivers.boards.assemble import board_from
from drivers.boards.config import BoardFile, find_board, load_board, shipped_boards
from drivers.boards.gpiod_lines import GpiodLines
from drivers.boards.header import header_from
from drivers.boards.rpi_lines import RpiGpioLines
from drivers.errors import BoardClosed, BoardError, ConfigError


@pytest.fixture
def mk1() -> BoardFile:
    return find_board("mk1")


@pytest.mark.parametrize("name", ["mk1", "mk2"])
def test_the_reference_tables_are_boards(name: str) -> None:
    board = board_from(find_board(name))
    with pytest.raises(BoardClosed, match="open it first"):
        _ = board.info


def test_a_simulated_table_is_refused() -> None:
    with pytest.raises(ConfigError, match="simulated"):
        board_from(find_board("pc"))


def test_a_computer_without_any_chip_is_no_table(mk1: BoardFile, tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"no GPIO chip: run this on the .*`--board pc`"):
        GpiodLines(header_from(mk1), devices=tmp_path).open()


def test_a_missing_gpiod_is_answered_with_the_mend(mk1: BoardFile, mocker: MockerFixture) -> None:
    mocker.patch.dict(sys.modules, {"drivers.boards.gpiod_lines": None})
    with pytest.raises(BoardError, match=r"gpiod 2 is missing: .* -m pip install 'gpiod>=2.1'$"):
        board_from(mk1)


def test_a_chip_that_may_not_be_opened_names_the_group(
    mk1: BoardFile, tmp_path: Path, mocker: MockerFixture
) -> None:
    (tmp_path / "gpiochip0").touch()
    mocker.patch("drivers.boards.gpiod_chip.Chip", side_effect=PermissionError(13, "denied"))
    with pytest.raises(BoardError, match="gpiochip0 may not be opened: add yourself to the group"):
        GpiodLines(header_from(mk1), devices=tmp_path).open()


def opened(file: BoardFile, mocker: MockerFixture) -> tuple[RpiGpioLines, MagicMock]:
    """The lines of a header on which nobody presses, and the library below them."""
    library = mocker.patch("drivers.boards.rpi_lines.load_library").return_value
    library.input.return_value = 1
    part = RpiGpioLines(header_from(file))
    part.open()
    return part, library


class TestRpiGpio:
    """Faults of the library that the simulated chip does not produce."""

    @pytest.mark.parametrize(
        ("said", "answer"),
        [
            ("Failed to add edge detection", "set `driver` to gpiod"),
            ("'GPIO busy'", "GPIO2 is in use by another program"),
            ("no such thing", "GPIO2 cannot be taken"),
            ("[Errno 19] No such device", "the GPIO chip has gone"),
            ("'unknown handle'", "the GPIO chip has gone"),
        ],
    )
    def test_known_failures_have_their_mend(
        self, mk1: BoardFile, mocker: MockerFixture, said: str, answer: str
    ) -> None:
        library = mocker.patch("drivers.boards.rpi_lines.load_library").return_value
        library.add_event_detect.side_effect = RuntimeError(said)
        with pytest.raises(BoardError, match=answer):
            RpiGpioLines(header_from(mk1)).open()
        library.cleanup.assert_called_with()

    def test_a_chip_that_may_not_be_opened_is_no_lines_fault(
        self, mk1: BoardFile, mocker: MockerFixture
    ) -> None:
        library = mocker.patch("drivers.boards.rpi_lines.load_library").return_value
        library.setmode.side_effect = RuntimeError("can not open gpiochip")
        with pytest.raises(BoardError, match=r"does not start \(can not open.*the group gpio"):
            RpiGpioLines(header_from(mk1)).open()
        library.setup.assert_not_called()

    @pytest.mark.parametrize(
        ("error", "answer"),
        [
            (ImportError("none"), "missing: .* install"),
            (RuntimeError("no Pi"), "Raspberry Pi only"),
        ],
    )
    def test_a_pc_is_told_why(
        self, mk1: BoardFile, mocker: MockerFixture, error: Exception, answer: str
    ) -> None:
        mocker.patch("importlib.import_module", side_effect=error)
        with pytest.raises(BoardError, match=answer):
            RpiGpioLines(header_from(mk1)).open()

    def test_only_lines_of_the_header_are_known(self, mk1: BoardFile) -> None:
        header = header_from(mk1)
        foreign = type(header)(header.name, header.inputs, ("mcp23017/A0",), False, (), False)
        with pytest.raises(BoardError, match="not mcp23017/A0: use the driver gpiod"):
            RpiGpioLines(foreign)

    def test_a_vanished_chip_is_incomplete_until_it_is_back(
        self, mk1: BoardFile, mocker: MockerFixture
    ) -> None:
        part, library = opened(mk1, mocker)
        complete_ns = part.read(1_000_000_000).edges_complete_to_ns
        library.input.side_effect = OSError(19, "No such device")
        assert part.read(2_000_000_000).edges_complete_to_ns == complete_ns
        assert not part.health().ok
        library.input.side_effect = None
        assert part.read(3_000_000_000).edges_complete_to_ns > complete_ns
        assert part.health().ok

    def test_the_cause_is_told_for_as_long_as_lines_cannot_be_heard(
        self, mk1: BoardFile, mocker: MockerFixture
    ) -> None:
        load = mocker.patch("drivers.boards.rpi_lines.load_library")
        library = load.return_value
        library.input.return_value = 1
        part = RpiGpioLines(header_from(mk1))
        part.open()
        library.input.side_effect = OSError(19, "No such device")
        part.read(1_000_000_000)
        assert "the GPIO chip has gone ([Errno 19] No such device)" in part.health().notes[1]
        library.input.side_effect = None
        library.setup.side_effect = RuntimeError("GPIO busy")
        part.read(2_000_000_000)
        assert "GPIO2 is in use by another program" in part.health().notes[1]
        load.side_effect = BoardError("RPi.GPIO is missing: install it")
        part.read(3_000_000_000)
        assert "RPi.GPIO is missing" in part.health().notes[1]
        load.side_effect = library.setup.side_effect = None
        part.read(4_000_000_000)
        assert part.health().ok
        assert not any("cannot be heard" in note for note in part.health().notes)

    def test_what_a_callback_meets_is_told_by_the_next_read(
        self, mk1: BoardFile, mocker: MockerFixture
    ) -> None:
        part, library = opened(mk1, mocker)
        part.read(1_000_000_000)
        callback = library.add_event_detect.call_args.kwargs["callback"]
        library.input.side_effect = OSError(5, "Input/output error")
        callback(5)  # on the library's thread, which has nobody to tell
        library.input.side_effect = None
        part.read(1_001_000_000)
        assert not part.health().ok
        assert "Input/output error" in part.health().notes[1]
        part.read(2_000_000_000)
        assert part.health().ok

    def test_a_level_without_a_callback_is_a_lost_edge(
        self, mk1: BoardFile, mocker: MockerFixture
    ) -> None:
        part, library = opened(mk1, mocker)
        part.read(1_000_000_000)
        library.input.side_effect = lambda line: int(line != 5)  # seat 0 holds OK
        assert part.read(2_000_000_000).edges == ()  # its callback may be under way
        (edge,) = part.read(3_000_000_000).edges
        assert (edge.line, edge.active, edge.seqno) == (2, True, 2)
        assert part.health().counters["edges_lost"] == 1

    def test_sync_is_set_between_its_moments(self, mocker: MockerFixture) -> None:
        library = mocker.patch("drivers.boards.rpi_lines.load_library").return_value
        library.input.return_value = 1
        times = iter((1_000, 1_040, 2_000, 3_000, 3_050))
        part = RpiGpioLines(header_from(find_board("mk2")), lambda: next(times))
        assert part.sync(True) is None  # not open yet
        part.open()
        library.setup.assert_called_with(18, library.OUT, initial=False)
        assert part.sync(True) == (1_000, 1_040)
        library.output.assert_called_with(18, True)
        library.output.side_effect = OSError(19, "No such device")
        assert part.sync(False) is None
        assert not part.health().ok
        library.output.side_effect = None
        part.read(1_000_000_000)
        assert part.sync(False) == (3_000, 3_050)

    def test_a_table_with_a_pad_controller_drives_its_sync(
        self, tmp_path: Path, mocker: MockerFixture
    ) -> None:
        """By RPi.GPIO too: a slow link alone errs by a millisecond (HARDWARE.md)."""
        file = tmp_path / "mine.toml"
        text = shipped_boards()["mk2"].read_text(encoding="utf-8")
        file.write_text(text.replace('"gpiod"', '"rpigpio"'), encoding="utf-8")
        made = mocker.patch("drivers.boards.assemble.pad_controller")
        mocker.patch("drivers.boards.assemble.CompositeBoard")
        board_from(load_board(file))
        sync = made.call_args.args[2]
        assert isinstance(sync.__self__, RpiGpioLines)
