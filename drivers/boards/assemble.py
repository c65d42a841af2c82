"""From a board file to a board: which parts a real table has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import structs

from drivers.board import Board
from drivers.boards.composite import CompositeBoard
from drivers.boards.config import BoardFile, ControllerPort
from drivers.boards.header import Header, header_from
from drivers.boards.header_pins import HEADER
from drivers.boards.installed import installed_board
from drivers.boards.linux import check_linux
from drivers.boards.mcp3008 import SPIDEV, Mcp3008Pad
from drivers.boards.rpi_lines import RpiGpioLines
from drivers.errors import BoardError, ConfigError, LibraryMissing
from drivers.part import BoardPart, Survey, SyncLine

if TYPE_CHECKING:
    from drivers.boards.gpiod_lines import GpiodLines

OF_HEADER: Final = frozenset(f"GPIO{line}" for line in HEADER)


def board_from(
    file: BoardFile,
    spi: str = SPIDEV,
    missing: Callable[[BoardError], None] | None = None,
    pad_id: bytes = b"",
) -> Board:
    """A closed board of the parts that a checked ``file`` names.

    ``spi`` as for ``Mcp3008Pad``. ``missing``: told why the pad does not answer, whose table then
    opens without it, and waits for the pad controller ``pad_id``, or any. Raises BoardError if a
    library is missing or this is not Linux, ConfigError for a simulated table (that is built by
    whoever may know the simulation) and for an installed board that there is not.
    """
    if file.sim is not None:
        raise ConfigError(
            "{name}: this board is simulated: name the file of a real one", name=file.name
        )
    if file.installed is not None:
        return _installed(file.installed)
    check_linux(file.name)
    header = header_from(file)
    parts: list[BoardPart] = []
    lines = _lines(file, header)
    parts.append(lines)
    sync: SyncLine | None = lines.sync if header.sync is not None else None
    if file.mcp3008 is not None:
        parts.append(Mcp3008Pad(file.mcp3008, spi, missing))
    if file.controller is not None:
        parts.append(pad_controller(file.controller, file.seats, sync, missing, pad_id))
    return CompositeBoard(file.name, file.seats, parts)


def plugged(file: BoardFile) -> tuple[Board, SyncLine | None]:
    """A closed board of the header's own lines, for a Raspberry Pi without a table, and what drives
    its SYNC. Seats whose buttons are elsewhere, on a port expander, are left out.

    Raises BoardError and ConfigError as ``board_from`` does.
    """
    if file.buttons is None:
        raise ConfigError(
            "{name}: this table is not on a Raspberry Pi's header: name one that is", name=file.name
        )
    check_linux(file.name)
    seats = sum(all(line in OF_HEADER for line in structs.astuple(s)) for s in file.buttons.seat)
    buttons = structs.replace(file.buttons, seat=file.buttons.seat[:seats])
    header = header_from(structs.replace(file, seats=seats, buttons=buttons))
    lines = _lines(file, header)
    board = CompositeBoard(file.name, seats, [lines], padless=True)
    return board, lines.sync if header.sync is not None else None


def _lines(file: BoardFile, header: Header) -> RpiGpioLines | GpiodLines:
    driver = file.buttons.driver if file.buttons else "gpiod"
    return RpiGpioLines(header) if driver == "rpigpio" else _gpiod_lines(header)


def _installed(name: str) -> Board:
    other = installed_board(name)
    if other is None:
        raise ConfigError(
            "installed: there is no board {name}: install the distribution that brings it",
            name=name,
        )
    return other.make()


def pad_controller(
    config: ControllerPort,
    seats: int,
    sync: SyncLine | None = None,
    missing: Callable[[BoardError], None] | None = None,
    pad_id: bytes = b"",
) -> BoardPart:
    """The real pad controller of a board of ``seats``, with what drives its SYNC if anything does;
    it is waited for where ``missing`` hears why there is none, that one if ``pad_id`` names it.

    Raises BoardError if its library is missing.
    """
    try:
        from drivers.controller.controller import PadController, PadMissing
        from drivers.controller.usual import usual_pad
    except ImportError as error:
        raise LibraryMissing("pyserial", "pyserial>=3.5") from error
    waited = None if missing is None else PadMissing(usual_pad(seats, pad_id), missing)
    return PadController(config.port, sync=sync, missing=waited, seats=seats)


def survey(file: BoardFile) -> tuple[Survey, ...]:
    """The GPIO lines of a real board as they are before anybody takes them; none where its driver
    cannot tell. Raises BoardError: library, chip or system, and the mend.
    """
    if file.installed is not None:
        return ()
    check_linux(file.name)
    if file.buttons is None or file.buttons.driver != "gpiod":
        return ()
    return _gpiod_lines(header_from(file)).survey()


def _gpiod_lines(header: Header) -> GpiodLines:
    try:
        from drivers.boards.gpiod_lines import GpiodLines
    except ImportError as error:  # version 1, as Debian 12 packs it, lacks what we import
        raise LibraryMissing("gpiod 2", "gpiod>=2.1") from error
    return GpiodLines(header)
