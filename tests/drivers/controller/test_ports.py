"""The controller's port is found by its name, and only if there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.controller.ports import DEFAULT_PORT, find
from drivers.errors import BoardError


def test_a_pattern_finds_the_one_port(tmp_path: Path) -> None:
    port = tmp_path / "usb-Khvatka_Pad_controller_E660-if00"
    port.touch()
    (tmp_path / "usb-Other_Thing-if00").touch()
    assert find(str(tmp_path / Path(DEFAULT_PORT).name)) == str(port)
    (tmp_path / "usb-khvatka_Pad_controller_E661-if00").touch()
    with pytest.raises(BoardError, match="unplug all but one"):
        find(str(tmp_path / Path(DEFAULT_PORT).name))


@pytest.mark.parametrize("port", ["/dev/ttyACM0", "sim://x?seats=2", "socket://localhost:1"])
def test_a_name_is_taken_as_it_is(port: str) -> None:
    assert find(port) == port
