"""A real board to play on: opened whole or not at all, and one that fails is waited for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from console.hardware.calibration_file import keep_shares, load_calibration
from console.i18n import Words
from console.terminal.speech import complain, speech
from drivers.board import Board, BoardInfo, Health, Reading
from drivers.boards.config import BoardFile
from drivers.errors import BoardError, ConfigError
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder

AGAIN_NS: Final = 250_000_000


class SteadyBoard:
    """A board (``drivers.board.Board``) whose failing does not end the evening.

    While its parts raise it gives nothing: ``drivers.inputs`` reports its sources silent and the
    table pauses and says so. It is asked again four times a second and goes on when it answers.
    ``tell`` hears each reason once, and why a pad that answers is not read.
    """

    def __init__(self, board: Board, tell: Callable[[str], None]) -> None:
        self._board = board
        self._tell = tell
        self._reason: str | None = None
        self._again_ns = 0
        self._complete_ns = -(1 << 62)
        self._lamps: tuple[float, ...] | None = None
        self._failures = 0
        self._reported: set[str] = set()

    @property
    def info(self) -> BoardInfo:
        return self._board.info

    def open(self) -> None:
        """Take the hardware. Raises BoardError: whoever begins an evening wants to know."""
        self._board.open()

    def close(self) -> None:
        """Let it go, as far as it can still be reached."""
        try:
            self._board.close()
        except BoardError as error:
            self._fail(error, 0)

    def read(self, now_ns: int) -> Reading:
        """All that has arrived; nothing from a board that fails."""
        if self._reason is not None:
            if now_ns < self._again_ns:
                return self._nothing()
            try:
                self._board.open()  # does nothing to one that is open
                if self._lamps is not None:
                    self._board.set_lamps(self._lamps)
            except BoardError as error:
                self._fail(error, now_ns)
                return self._nothing()
        try:
            reading = self._board.read(now_ns)
        except BoardError as error:
            self._fail(error, now_ns)
            return self._nothing()
        self._reason = None
        if reading.misfit is not None:
            self._report(speech().translated(reading.misfit.sentence))
        self._complete_ns = reading.edges_complete_to_ns
        return reading

    def next_arrival_ns(self, now_ns: int) -> int | None:
        if self._reason is not None:
            return self._again_ns
        try:
            return self._board.next_arrival_ns(now_ns)
        except BoardError as error:
            self._fail(error, now_ns)
            return self._again_ns

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """Light them, now or when it answers again."""
        self._lamps = levels
        if self._reason is None:
            try:
                self._board.set_lamps(levels)
            except BoardError as error:
                self._fail(error, 0)

    def health(self) -> Health:
        """The board's own account, or why there is none."""
        counters = {"failures": self._failures}
        if self._reason is not None:
            return Health(False, counters, (self._reason,))
        try:
            own = self._board.health()
        except BoardError as error:
            return Health(False, counters, (speech().translated(error),))
        return Health(own.ok, own.counters | counters, own.notes, own.remarks)

    def _nothing(self) -> Reading:
        return Reading((), (), self._complete_ns)

    def _fail(self, error: BoardError, now_ns: int) -> None:
        self._failures += 1
        self._again_ns = now_ns + AGAIN_NS
        self._reason = speech().translated(error)
        self._report(self._reason)

    def _report(self, reason: str) -> None:
        if reason not in self._reported:
            self._reported.add(reason)
            self._tell(reason)


def open_real(file: BoardFile, make: Callable[[BoardFile], Board]) -> SteadyBoard:
    """The open board of a real table. Raises BoardError: part and mend; nothing stays open."""
    board = make(file)
    board.open()
    petals = {channel.seat for channel in board.info.channels}
    if petals != set(range(file.seats)):
        board.close()
        raise BoardError(
            "the board {name}: its pad has {count} petals and the file says {seats} seats: "
            "make them the same (`seats` in the file, or in the controller's pad.json)",
            name=file.name,
            count=len(petals),
            seats=file.seats,
        )
    return SteadyBoard(board, complain)


def real_calibration(data: Path, info: BoardInfo, words: Words) -> Calibration:
    """What was weighed on a board; without it the data sheet's figures, which is told."""
    try:
        found = load_calibration(data, info)
    except ConfigError as error:
        complain(error)
        return Calibration.nominal(info)
    if found is None:
        said = words._(
            "the sensors of {board} are not weighed: "
            "run `khvatka hw calibrate` with the same --board"
        )
        complain(said.format(board=info.name))
        return Calibration.nominal(info)
    return found


def keep_learned(data: Path, info: BoardInfo, pad: PadDecoder) -> None:
    """Keep with the calibration what the pad has learned of its table; why not, if not, is told."""
    try:
        keep_shares(data, info, pad.learned())
    except ConfigError as error:
        complain(error)
