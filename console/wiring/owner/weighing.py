"""The calibration at the table: the guide of ``khvatka hw calibrate``, beside the loop."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol

from console.hardware.calibrate import LIGHT_N, WeighingGuide
from console.hardware.calibration_file import save_calibration
from console.hardware.feed import BoardLook
from console.hardware.scales import Scales
from console.hardware.station import BoardActors
from console.i18n import Words
from console.service.errors import told
from console.service.menu.view import Line, MenuLevel
from console.wiring.build import Running
from console.wiring.owner.taps import Taps
from drivers.board import BoardInfo, Reading
from drivers.calibration import Calibration
from drivers.errors import KhvatkaError
from drivers.events import InputEvent

MOST_TURNS: Final = 20_000
"""What a menu that is never stepped would keep at most."""


class Weighed(Protocol):
    """The running table that is weighed; ``hands`` belong to a simulated one."""

    info: BoardInfo
    running: Running[Any]
    taps: Taps
    data: Path
    wall: Callable[[], datetime]
    hands: BoardActors | None


class Tapped:
    """What the loop reads, handed on (``console.hardware.scales.Source``)."""

    def __init__(self, probe: Weighed) -> None:
        self.board = probe.running.board
        self.clock = probe.running.loop.clock
        self._turns: deque[BoardLook] = deque(maxlen=MOST_TURNS)

    def take(self, reading: Reading, events: Sequence[InputEvent], now_ns: int) -> None:
        """A turn of the loop."""
        self._turns.append(BoardLook(now_ns, reading, ()))

    def turns(self, length_ns: int | None = None) -> Iterator[BoardLook | None]:
        """Those of the next ``length_ns``; None: nothing new yet."""
        end_ns = None if length_ns is None else self.clock.now_ns() + length_ns
        while True:
            while self._turns:
                yield self._turns.popleft()
            if end_ns is not None and self.clock.now_ns() >= end_ns:
                return
            yield None


class TableWeighing:
    """Weighs sensor by sensor (``console.service.menu.services.Task``); what is found is kept when
    all are weighed, and holds from the next start."""

    def __init__(self, probe: Weighed, words: Words, heavy_n: float) -> None:
        self._probe, self._words, self._weights_n = probe, words, (LIGHT_N, heavy_n)
        self._said: list[Line] = []
        self.done = False
        source = Tapped(probe)
        clock = probe.running.loop.clock
        thresholds = probe.running.thresholds
        scales = Scales(source)
        guide = WeighingGuide(
            words,
            self._say,
            scales=scales,
            clock=clock,
            hands=probe.hands,
            weights_n=self._weights_n,
            thresholds=thresholds,
        )
        self._guide = guide
        self._steps = guide.steps(probe.wall().isoformat(timespec="seconds"))
        probe.taps.listener = source.take

    def _say(self, text: str) -> None:
        self._said.append(Line(text.strip()))

    @property
    def text(self) -> str:
        """What is to be done now."""
        return self._said[-1].text if self._said else ""

    @property
    def share(self) -> float | None:
        return self._guide.share

    @property
    def said(self) -> tuple[Line, ...]:
        return tuple(self._said if self.done else self._said[:-1])

    def step(self, now_ns: int) -> None:
        """Take in what was read meanwhile."""
        try:
            next(self._steps)
        except StopIteration as end:
            self._keep(end.value)
        except KhvatkaError as error:
            said = Line(told(self._words, error), MenuLevel.FAILURE)
            self._end(said, Line(self._words._("Nothing was written.")))

    def _keep(self, calibration: Calibration) -> None:
        words, probe = self._words, self._probe
        try:
            path = save_calibration(probe.data, probe.info, calibration, self._weights_n)
        except KhvatkaError as error:
            self._end(Line(told(words, error), MenuLevel.FAILURE))
            return
        self._end(
            Line(words._("Every sensor is weighed: it holds from the next start."), MenuLevel.OK),
            Line(words._("Written: {path}").format(path=path)),
        )

    def _end(self, *lines: Line) -> None:
        self._said = list(lines)
        self.done = True
        self.stop()

    def stop(self) -> None:
        """Nobody weighs any more; nothing that was found is kept."""
        probe = self._probe
        probe.taps.listener = None
        self._steps.close()
        if probe.hands is not None:
            probe.hands.lift(probe.running.loop.clock.now_ns())
