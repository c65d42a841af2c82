"""The board that ``khvatka hw`` works on: a real one from its file, or a simulated one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from msgspec import structs

from console.hardware.calibration_file import load_calibration, weighed_pad
from console.hardware.station import MissingHandler, Plugged, Station
from console.i18n import Words
from console.store.schema import default_data_dir
from console.wiring.adjusted import adjusted_in
from drivers.board import Board, ChannelSpec
from drivers.boards.assemble import board_from, pad_controller, plugged, survey
from drivers.boards.config import BoardFile, find_board
from drivers.boards.mcp3008 import Mcp3008Pad
from drivers.clock import Clock, VirtualClock, WallClock
from drivers.events import Button, Gesture
from drivers.pad.channels.calibration import Calibration
from drivers.part import BoardPart
from drivers.times import MS, SECOND
from host_sim import protocol_sim
from host_sim.board import SimBoard
from host_sim.making import Making
from host_sim.models import Touch

PC: Final = "pc"
"""The board without ``--board``: simulated."""
SIMULATED: Final = "sim://"
"""How the port of a simulated pad controller begins."""
LASTING: Final = Making(parts_seed=0)
"""The simulated table of the tools, and of whoever plays with their calibration: the same sensors
every day."""
START_NS: Final = SECOND
PAUSE_MS: Final = (250, 900)
KNOCK_SHARE: Final = 0.06
PALM_SHARE: Final = 0.3
PRESS_SHARE: Final = 0.45
AWAY_MS: Final = 600
HAND_N: Final = 20.0
LAID_MS: Final = 300.0  # how slowly a weight is laid down


def real_board(file: BoardFile, missing: MissingHandler = None, data: Path | None = None) -> Board:
    """The closed board of a real table's file. Raises BoardError if a library is missing.

    ``missing``: told why a pad controller does not answer, whose table then opens without it, and
    waits for the one whose calibration is in ``data``.
    """
    if file.controller is not None:
        _offer_simulated(file.controller.port)
    weighed = b"" if data is None else weighed_pad(data, file.name, file.seats)
    return board_from(file, missing=missing, pad_id=weighed)


def _offer_simulated(port: str) -> None:
    """A file may name a simulated pad controller; others never meet one."""
    if port.startswith(SIMULATED):
        protocol_sim.enable()


def stored_calibration(kind: str, seats: int, data: Path) -> Calibration | None:
    """What was weighed on the simulated board, if it was. Raises ConfigError: file and mend."""
    return load_calibration(data, SimBoard(kind, seats).info)


def make_station(
    board: str | None,
    data: Path | None,
    language: str = "ru",
    *,
    clock: Clock | None = None,
    waits: bool = True,
) -> Station:
    """The station for ``--board``, else for a PC. Raises ConfigError: the file and the mend.

    ``waits``: somebody looks on, so a simulated board too lives in wall time.
    """
    file = find_board(PC if board is None else board)
    words = Words(language)
    folder = data or default_data_dir()
    thresholds = adjusted_in(folder).pad()
    if file.sim is None:
        clock = clock or WallClock()
        return Station(
            file,
            lambda missing: real_board(file, missing, folder),
            clock,
            folder,
            words,
            thresholds,
            pad=_pad(file),
            plugged=lambda: Plugged(*plugged(file)),
            survey=lambda: survey(file),
        )
    clock = clock or (WallClock() if waits else VirtualClock(START_NS))
    sim = SimBoard(file.sim.kind, file.seats, making=LASTING)
    file = structs.replace(file, name=sim.info.name)  # which its calibration goes by
    return Station(
        file, lambda _missing: sim, clock, folder, words, thresholds, hands=SimHands(sim)
    )


def _pad(file: BoardFile) -> Callable[[], BoardPart] | None:
    converter, controller = file.mcp3008, file.controller
    if converter is not None:
        return lambda: Mcp3008Pad(converter)
    if controller is not None:
        _offer_simulated(controller.port)
        return lambda: pad_controller(controller, file.seats)
    return None


class SimHands:
    """Hands on a simulated board (``console.hardware.station.Hands``)."""

    def __init__(self, board: SimBoard) -> None:
        self._board = board
        self._rng = Random(0)
        self._next_ns: int | None = None
        self._laid: Touch | None = None

    def act(self, now_ns: int) -> None:
        """Press, grab or knock something over, a few times in two seconds."""
        if self._next_ns is None:
            self._next_ns = now_ns + PAUSE_MS[0] * MS
        if now_ns < self._next_ns:
            return
        rng, board = self._rng, self._board
        what = rng.random()
        seat = rng.randrange(board.info.seats)
        if what < KNOCK_SHARE:
            self.knock(now_ns)
        elif what < PRESS_SHARE:
            board.press(seat, rng.choice(list(Button)), now_ns)
        else:
            gesture = Gesture.PALM if rng.random() < PALM_SHARE else Gesture.GRAB
            peak_n, rise_ms = rng.uniform(4, 30), rng.uniform(6, 20)
            board.touch(
                Touch(seat=seat, gesture=gesture, t_ns=now_ns, peak_n=peak_n, rise_ms=rise_ms)
            )
        self._next_ns = now_ns + rng.randint(*PAUSE_MS) * MS

    def lay(self, channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        """A weight on *top*; for *under* a clamp that presses both sensors equally."""
        gesture = Gesture.PALM if channel.part == "top" else Gesture.GRAB
        self._laid = self._board.touch(
            Touch(
                seat=channel.seat,
                gesture=gesture,
                t_ns=now_ns,
                peak_n=weight_n,
                rise_ms=LAID_MS,
                hold_ms=float("inf"),
                fall_ms=LAID_MS,
                under_share=1.0,
            )
        )

    def lift(self, now_ns: int) -> None:
        if self._laid is not None:
            self._board.let_go(self._laid, now_ns)
            self._laid = None

    def press(self, seat: int, button: Button, now_ns: int) -> None:
        self._board.press(seat, button, now_ns)

    def touch(self, seat: int, gesture: Gesture, now_ns: int) -> None:
        self._board.touch(Touch(seat=seat, gesture=gesture, t_ns=now_ns, peak_n=HAND_N))

    def knock(self, now_ns: int) -> None:
        self._board.knock(now_ns)
        self._board.seat_pad(now_ns + AWAY_MS * MS)

    def shining(self) -> tuple[int, ...]:
        return tuple(seat for seat, level in enumerate(self._board.lamps) if level > 0)
