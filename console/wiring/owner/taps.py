"""An observer of the loop for the service menu: what is away from its rest, and who listens; and
all that is known of the table that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from console.hardware.station import BoardActors
from console.wiring.build import Running
from drivers.board import BoardInfo, Edge, Reading
from drivers.events import InputEvent
from drivers.pad.channels.calibration import Calibration

Listener = Callable[[Reading, Sequence[InputEvent], int], None]


class Taps:
    """Looks on beside whoever does already.

    ``acting``: the lines that are away from their rest, pressed, or the cradle's when it is empty.
    ``listener`` hears every turn, while there is one.
    """

    def __init__(self, running: Running[Any]) -> None:
        self.info: BoardInfo = running.board.info
        self.begun_ns = running.loop.clock.now_ns()
        self.acting: dict[int, Edge] = {}
        self.listener: Listener | None = None
        self._first = running.loop.observer
        running.loop.observer = self._observe

    def _observe(self, reading: Reading, events: Sequence[InputEvent], now_ns: int) -> None:
        if self._first is not None:
            self._first(reading, events, now_ns)
        for edge in reading.edges:
            if 0 <= edge.line < len(self.info.lines):
                if edge.active is (self.info.lines[edge.line].seat is not None):
                    self.acting[edge.line] = edge
                else:
                    self.acting.pop(edge.line, None)
        if self.listener is not None:
            self.listener(reading, events, now_ns)


@dataclass(frozen=True, slots=True)
class TappedTable:
    """A running table beside whose loop somebody looks. A new calibration is kept in ``data``,
    ``wall`` dates it; ``hands`` belong to a simulated board."""

    running: Running[Any]
    taps: Taps
    data: Path
    wall: Callable[[], datetime]
    hands: BoardActors | None = None

    @property
    def info(self) -> BoardInfo:
        return self.taps.info

    @property
    def calibration(self) -> Calibration:
        return self.running.inputs.pad_setup.calibration
