"""The lines of a board before they are taken: what is missing, who has what."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from pytest_mock import MockerFixture

from drivers.boards.assemble import survey
from drivers.boards.config import BoardFile, Buttons, Lamps, SeatButtons
from drivers.boards.gpiod_lines import GpiodLines
from drivers.boards.header import header_from
from drivers.errors import BoardError

LABEL = "pinctrl-rp1"
SEAT = SeatButtons("GPIO2", "GPIO4", "GPIO5", "GPIO99")
FILE = BoardFile("new", 1, Buttons((SEAT,), chips=(LABEL,)), lamps=Lamps(("GPIO23",)))


class FakeChip:
    """A chip of which one line is taken by a named program and one by the kernel itself."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> FakeChip:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def get_info(self) -> SimpleNamespace:
        return SimpleNamespace(label=LABEL)

    def get_line_info(self, name: str) -> SimpleNamespace:
        if name == "GPIO99":
            raise FileNotFoundError(2, "no such line")
        consumers = {"GPIO4": "w1", "GPIO23": ""}
        return SimpleNamespace(used=name in consumers, consumer=consumers.get(name, ""))


def test_missing_and_taken_lines_are_told(tmp_path: Path, mocker: MockerFixture) -> None:
    (tmp_path / "gpiochip4").touch()
    mocker.patch("drivers.boards.gpiod_chip.Chip", FakeChip)
    (found,) = GpiodLines(header_from(FILE), tmp_path).survey()
    assert (found.chip, found.device) == (LABEL, str(tmp_path / "gpiochip4"))
    assert found.lines == ("GPIO2", "GPIO4", "GPIO5", "GPIO99", "GPIO23")
    assert found.missing == ("GPIO99",)
    assert found.taken == (("GPIO4", "w1"), ("GPIO23", "kernel"))


def test_a_chip_that_is_not_there_is_named(tmp_path: Path, mocker: MockerFixture) -> None:
    (tmp_path / "gpiochip4").touch()
    mocker.patch("drivers.boards.gpiod_chip.Chip", FakeChip)
    other = BoardFile("new", 1, Buttons((SEAT,), chips=("rp8", "rp9")))
    with pytest.raises(BoardError, match=f"no GPIO chip rp8 / rp9 here .there are: {LABEL}.: name"):
        GpiodLines(header_from(other), tmp_path).survey()


def test_a_driver_that_cannot_tell_tells_nothing() -> None:
    assert survey(BoardFile("new", 1, Buttons((SEAT,), driver="rpigpio"))) == ()
