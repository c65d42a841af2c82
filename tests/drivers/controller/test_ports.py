"""The controller's port: found by its name, only if there is one; using it never waits."""

from __future__ import annotations

import os
import pty
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import serial

from drivers.controller.link import Link
from drivers.controller.ports import DEFAULT_PORT, find, let_go, open_port, send
from drivers.errors import BoardError

assert sys.platform == "linux", "its ports are terminals"

PING = b"\x01\x02\x03\x00"


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


@dataclass
class Line:
    """A serial line of the kernel: ``far`` is the controller's end."""

    name: str
    far: int

    def hang_up(self) -> None:
        os.close(self.far)
        self.far = -1


@pytest.fixture
def line() -> Iterator[Line]:
    far, near = pty.openpty()
    line = Line(os.ttyname(near), far)
    os.close(near)
    yield line
    if line.far >= 0:
        line.hang_up()


def test_a_port_is_ours_alone(line: Line) -> None:
    port = open_port(line.name)
    with pytest.raises(BoardError, match="cannot be opened"):
        open_port(line.name)
    assert let_go(port, unsent=True)
    assert let_go(open_port(line.name), unsent=False)


def test_a_file_that_is_no_port_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "log.txt").touch()
    with pytest.raises(BoardError, match=r"log\.txt cannot be opened \(Inappropriate ioctl"):
        open_port(str(tmp_path / "log.txt"))


def test_a_port_that_is_not_there_is_told_as_the_system_s_refusals_are() -> None:
    with pytest.raises(BoardError, match=r"opened \(No such file or directory\): "):
        open_port("/dev/ttyNOBODY")


def test_a_port_that_goes_while_it_is_opened_is_one_sentence(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    termios = pytest.importorskip("termios")

    def gone(*_: object) -> None:
        raise termios.error(5, "Input/output error")

    monkeypatch.setattr(termios, "tcsetattr", gone)
    with pytest.raises(BoardError, match=r"cannot be opened \(Input/output error\)"):
        open_port(line.name)


def test_a_controller_that_takes_nothing_never_makes_us_wait(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = open_port(line.name)
    refused = 0
    for _ in range(100_000):
        try:
            refused += not send(port, PING * 60)
        except serial.SerialTimeoutException:
            continue  # the one that filled it
        if refused:
            break
    assert refused

    def asked(data: bytes) -> None:
        raise AssertionError("pyserial would wait")

    monkeypatch.setattr(port, "write", asked)
    assert not send(port, PING)
    assert let_go(port, unsent=True)


@pytest.mark.parametrize("unsent", [True, False])
def test_a_port_that_is_gone_is_let_go(line: Line, unsent: bool) -> None:
    port = open_port(line.name)
    line.hang_up()
    with pytest.raises(OSError, match="Input/output"):
        _ = port.in_waiting
    with pytest.raises(OSError, match="write failed"):
        send(port, PING)
    let_go(port, unsent)
    assert not port.is_open


def test_garbage_without_an_end_is_nobody(line: Line) -> None:
    """A device that talks all the time, but not our language, is given up after 3 s."""
    now_ns = 0

    def stamp() -> int:
        nonlocal now_ns
        now_ns += 20_000_000
        os.write(line.far, bytes(range(256)))
        return now_ns

    with pytest.raises(BoardError, match="nobody answers"):
        Link(line.name, stamp).connect()
    assert 3_000_000_000 <= now_ns < 4_000_000_000
    assert let_go(open_port(line.name), unsent=True)
