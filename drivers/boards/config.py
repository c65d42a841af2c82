"""The file that describes a board: which line is which button, what reads the pad.

One for each reference table, and for a PC, is beside this module: the shipped ones. A line is
named as the kernel names it (``GPIO17``); ``LABEL/NAME`` takes it from another chip than ``chips``
gives, such as a port expander.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from drivers.board import SCAN_HZ
from drivers.boards.installed import installed_board, installed_boards
from drivers.errors import ConfigError, Sentence
from drivers.files import read_toml

ID_LINES: Final = frozenset({"GPIO0", "GPIO1"})
POWER_LINE: Final = "GPIO3"
SPI_BUS: Final = {0: ("GPIO9", "GPIO10", "GPIO11"), 1: ("GPIO19", "GPIO20", "GPIO21")}
SPI_SELECT: Final = {0: ("GPIO8", "GPIO7"), 1: ("GPIO18", "GPIO17", "GPIO16")}
"""Lines of an SPI bus; its chip selects by device."""
MCP3008_INPUTS: Final = 8
MOST_SEATS: Final = 8


class SeatButtons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lines of one seat's buttons."""

    left: str
    right: str
    ok: str
    back: str


class Buttons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat buttons. ``chips`` are labels of gpiochips: the first that is there is meant."""

    seat: tuple[SeatButtons, ...]
    driver: Literal["gpiod", "rpigpio"] = "gpiod"
    chips: tuple[str, ...] = ("pinctrl-bcm2711", "pinctrl-rp1", "pinctrl-bcm2835")
    active_low: bool = True
    pull: Literal["none", "up"] = "none"


class Lamps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lamp a seat, on lines of the header."""

    lines: tuple[str, ...]
    active_low: bool = False


class OneLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The *seated* line, the power button, SYNC."""

    line: str
    active_low: bool = True


class Channel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an input of the converter is."""

    input: int
    seat: int
    part: Literal["top", "under"]


class Mcp3008(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The converter on the Pi's own SPI."""

    channel: tuple[Channel, ...]
    bus: int = 0
    device: int = 0
    speed_hz: int = 1_350_000
    scan_hz: int = 1_000
    divider_ohm: float = 10_000.0


class ControllerPort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pad controller: a serial port, a pattern for one, or a pyserial URL."""

    port: str = "/dev/serial/by-id/*[Kk]hvatka*"


class Simulated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The simulated table instead of hardware."""

    kind: Literal["mk1", "mk2"] = "mk2"


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole file: ``sim``, or ``buttons`` with ``mcp3008`` or ``controller``; or ``installed``,
    the name of a board that another distribution brings (``drivers.boards.installed``)."""

    name: str
    seats: int
    buttons: Buttons | None = None
    lamps: Lamps | None = None
    seated: OneLine | None = None
    power: OneLine | None = None
    sync: OneLine | None = None
    mcp3008: Mcp3008 | None = None
    controller: ControllerPort | None = None
    sim: Simulated | None = None
    installed: str | None = None

    def lines(self) -> Iterator[tuple[str, str]]:
        """Every line that the file names, with the path of its key."""
        for i, seat in enumerate(self.buttons.seat if self.buttons else ()):
            for name in ("left", "right", "ok", "back"):
                yield f"buttons.seat[{i}].{name}", getattr(seat, name)
        for i, line in enumerate(self.lamps.lines if self.lamps else ()):
            yield f"lamps.lines[{i}]", line
        for key in ("seated", "power", "sync"):
            one = getattr(self, key)
            if one is not None:
                yield f"{key}.line", one.line


def shipped_boards() -> dict[str, Path]:
    """The files that come with the program, by the names that ``--board`` knows."""
    files = Path(__file__).parent.glob("*.toml")
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem)}


def find_board(board: str) -> BoardFile:
    """The shipped board of that name, else the installed one, else that of the file at that path.

    Raises ConfigError: one sentence with the file, the key's path and the mend.
    """
    shipped = shipped_boards()
    path = shipped.get(board, Path(board))
    if board not in shipped and (other := installed_board(board)) is not None:
        return BoardFile(board, other.seats, installed=board)
    if not os.path.lexists(path):
        raise ConfigError(
            "{path}: cannot be read (there is no such file): name a file, or one of the boards "
            "{boards}",
            path=path,
            boards=", ".join((*shipped, *installed_boards())),
        )
    return load_board(path)


def load_board(path: Path) -> BoardFile:
    """Read and check a file.

    Raises ConfigError: one sentence with the file, the key's path and the mend.
    """
    board = read_toml(path, BoardFile)
    for problem in problems(board):
        raise ConfigError("{path}: {problem}", path=path, problem=problem)
    return board


def problems(board: BoardFile) -> Iterator[Sentence]:
    """What is wrong with a board, each in one sentence that begins with the key's path."""
    if not 2 <= board.seats <= MOST_SEATS:
        yield _range("seats", board.seats, 2, MOST_SEATS)
    for whole in ("sim", "installed"):
        if getattr(board, whole) is not None:
            parts = ("buttons", "mcp3008", "controller")
            for key in (key for key in parts if getattr(board, key) is not None):
                yield Sentence(
                    "{key}: `{whole}` is a board by itself: leave out this table or `{whole}`",
                    key=key,
                    whole=whole,
                )
            return
    yield from _wrong_buttons(board)
    yield from _wrong_lines(board)
    yield from _wrong_pad(board)


def _range(key: str, value: float, low: int, high: int) -> Sentence:
    return Sentence(
        "{key} is {value}: it must be from {low} to {high}",
        key=key,
        value=value,
        low=low,
        high=high,
    )


def _wrong_buttons(board: BoardFile) -> Iterator[Sentence]:
    if board.buttons is None:
        yield Sentence("buttons: the table is missing: name four lines for each seat")
        return
    if len(board.buttons.seat) != board.seats:
        yield Sentence(
            "buttons.seat: there are {count} seats with buttons, but `seats` is {seats}:"
            " they must be as many",
            count=len(board.buttons.seat),
            seats=board.seats,
        )
    if board.lamps is not None and len(board.lamps.lines) != board.seats:
        yield Sentence(
            "lamps.lines: give one line for each of the {seats} seats", seats=board.seats
        )


def _wrong_lines(board: BoardFile) -> Iterator[Sentence]:
    taken: dict[str, str] = {}
    spi: set[str] = set()
    if board.mcp3008 is not None:
        bus, device = board.mcp3008.bus, board.mcp3008.device
        spi = {*SPI_BUS.get(bus, ()), *SPI_SELECT.get(bus, ())[device : device + 1]}
    for key, line in board.lines():
        if line in taken:
            yield Sentence(
                "{key}: {line} is already {other}: a line can be used once",
                key=key,
                line=line,
                other=taken[line],
            )
        taken[line] = key
        if line in ID_LINES:
            yield Sentence(
                "{key}: {line} is reserved for the header's own memory: use another line",
                key=key,
                line=line,
            )
        if line == POWER_LINE and key != "power.line":
            yield Sentence(
                "{key}: {line} wakes the Pi, so only `power` may use it: use another line",
                key=key,
                line=line,
            )
        if line in spi:
            yield Sentence(
                "{key}: {line} belongs to the SPI bus of `mcp3008`: use another line",
                key=key,
                line=line,
            )


def _wrong_pad(board: BoardFile) -> Iterator[Sentence]:
    converter = board.mcp3008
    if (converter is None) == (board.controller is None):
        yield Sentence("mcp3008, controller: give one of them, it reads the pad")
        return
    if converter is None:
        if board.seated is not None:
            yield Sentence("seated: the pad controller has this line itself: leave it out")
        return
    if board.seated is None:
        yield Sentence("seated: the table is missing: name the line of the pad's cradle")
    if not 0 <= converter.device < len(SPI_SELECT.get(converter.bus, ())):
        yield Sentence(
            "mcp3008: there is no device {device} on SPI {bus}: use 0 and 0",
            device=converter.device,
            bus=converter.bus,
        )
    for name, low, high in (
        ("scan_hz", *SCAN_HZ),
        ("speed_hz", 100_000, 3_600_000),
        ("divider_ohm", 100, 1_000_000),
    ):
        if not low <= getattr(converter, name) <= high:
            yield _range(f"mcp3008.{name}", getattr(converter, name), low, high)
    yield from _wrong_channels(board.seats, converter)


def _wrong_channels(seats: int, converter: Mcp3008) -> Iterator[Sentence]:
    inputs: set[int] = set()
    places: set[tuple[int, str]] = set()
    for i, channel in enumerate(converter.channel):
        key = f"mcp3008.channel[{i}]"
        if not 0 <= channel.input < MCP3008_INPUTS:
            yield _range(f"{key}.input", channel.input, 0, MCP3008_INPUTS - 1)
        if channel.input in inputs:
            yield Sentence(
                "{key}.input: {value} is used twice: an input reads one sensor",
                key=key,
                value=channel.input,
            )
        if not 0 <= channel.seat < seats:
            yield _range(f"{key}.seat", channel.seat, 0, seats - 1)
        if (channel.seat, channel.part) in places:
            yield Sentence(
                "{key}: seat = {seat}, part = {part} is there twice: an input reads one sensor",
                key=key,
                seat=channel.seat,
                part=channel.part,
            )
        inputs.add(channel.input)
        places.add((channel.seat, channel.part))
    for seat in range(seats):
        for part in ("top", "under"):
            if (seat, part) not in places:
                yield Sentence(
                    "mcp3008.channel: seat = {seat}, part = {part} is missing: add a channel",
                    seat=seat,
                    part=part,
                )
