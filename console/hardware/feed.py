"""A board read turn by turn, for as long as somebody looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from console.hardware.calibration_file import usable_calibration
from console.hardware.station import Station
from drivers.board import Board, Reading
from drivers.clock import Clock
from drivers.events import InputEvent, PadProgress
from drivers.inputs import Inputs, InputsConfig
from drivers.pad.arrays import Floats
from drivers.pad.channels.baseline import USED
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import PadConfig

POLL_NS: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class BoardLook:
    """What one look at the board brought; ``events`` without the pad's progress."""

    now_ns: int
    reading: Reading
    events: tuple[InputEvent, ...]


class Looks:
    """Reads an open board and decodes nothing: ``events`` stay empty."""

    def __init__(self, board: Board, clock: Clock) -> None:
        self.board = board
        self.clock = clock

    def turn(self) -> BoardLook:
        """Look once."""
        now_ns = self.clock.now_ns()
        return BoardLook(now_ns, self.board.read(now_ns), ())

    def turns(self, length_ns: int | None = None) -> Iterator[BoardLook]:
        """Look again and again, for ``length_ns`` or for ever."""
        end_ns = None if length_ns is None else self.clock.now_ns() + length_ns
        while True:
            turn = self.turn()
            yield turn
            if end_ns is not None and turn.now_ns >= end_ns:
                return
            arrival_ns = self.board.next_arrival_ns(turn.now_ns)
            poll_ns = turn.now_ns + POLL_NS
            due_ns = poll_ns if arrival_ns is None else min(arrival_ns, poll_ns)
            self.clock.sleep_until(max(due_ns, turn.now_ns + 1))


class Feed(Looks):
    """Reads an open board and decodes it."""

    def __init__(
        self,
        board: Board,
        clock: Clock,
        calibration: Calibration | None = None,
        thresholds: PadConfig | None = None,
    ) -> None:
        """Raises ConfigError when the calibration does not fit the board."""
        super().__init__(board, clock)
        self.calibration = calibration or Calibration.nominal(board.info)
        self.thresholds = thresholds or PadConfig()
        self._inputs = Inputs(board.info, self.calibration, InputsConfig(pad=self.thresholds))

    def rest_codes(self) -> Floats:
        """float64[c]: what the decoder takes off now as the sensors' resting load."""
        rest: Floats = self._inputs.pad.state_parts()[0][:, USED].copy()
        return rest

    def turn(self) -> BoardLook:
        """Look once."""
        look = super().turn()
        events = self._inputs.feed(look.reading, look.now_ns)
        told = tuple(event for event in events if not isinstance(event, PadProgress))
        return BoardLook(look.now_ns, look.reading, told)


def open_feed(station: Station, board: Board) -> Feed:
    """A feed of the station's open board with its own calibration, if it has one; that of another
    pad is told and left.

    Raises ConfigError for a calibration that cannot be used.
    """
    calibration = usable_calibration(station.data, board.info)
    return Feed(board, station.clock, calibration, station.thresholds)
