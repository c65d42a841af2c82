"""The calibration at the table: the guide of ``khvatka hw calibrate``, beside the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from console.hardware.calibrate import LIGHT_N, WeighingGuide
from console.hardware.calibration_file import save_calibration
from console.hardware.feed import BoardLook
from console.hardware.scales import HandedOn, Scales
from console.hardware.station import BoardActors
from console.i18n import Words
from console.service.errors import error_text
from console.service.menu.view import MenuLevel, ServiceLine
from console.wiring.build import Running
from console.wiring.owner.taps import Taps
from drivers.board import BoardInfo, Reading
from drivers.calibration import Calibration
from drivers.errors import KhvatkaError
from drivers.events import InputEvent


class WeighedTable(Protocol):
    """The running table that is weighed; ``hands`` belong to a simulated one."""

    info: BoardInfo
    running: Running[Any]
    taps: Taps
    data: Path
    wall: Callable[[], datetime]
    hands: BoardActors | None


class TableWeighing:
    """Weighs sensor by sensor (``console.service.menu.services.Task``); what is found is kept when
    all are weighed, and holds from the next start."""

    def __init__(self, probe: WeighedTable, words: Words, heavy_n: float) -> None:
        self._probe, self._words, self._weights_n = probe, words, (LIGHT_N, heavy_n)
        self._said: list[ServiceLine] = []
        self.done = False
        clock = probe.running.loop.clock
        source = HandedOn(probe.running.board, clock)
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

        def listen(reading: Reading, _events: Sequence[InputEvent], now_ns: int) -> None:
            source.take(BoardLook(now_ns, reading, ()))

        probe.taps.listener = listen

    def _say(self, text: str) -> None:
        self._said.append(ServiceLine(text.strip()))

    @property
    def text(self) -> str:
        """What is to be done now."""
        return self._said[-1].text if self._said else ""

    @property
    def share(self) -> float | None:
        return self._guide.share

    @property
    def said(self) -> tuple[ServiceLine, ...]:
        return tuple(self._said if self.done else self._said[:-1])

    def step(self, now_ns: int) -> None:
        """Take in what was read meanwhile."""
        try:
            next(self._steps)
        except StopIteration as end:
            self._keep(end.value)
        except KhvatkaError as error:
            said = ServiceLine(error_text(self._words, error), MenuLevel.FAILURE)
            self._end(said, ServiceLine(self._words._("Nothing was written.")))

    def _keep(self, calibration: Calibration) -> None:
        words, probe = self._words, self._probe
        try:
            path = save_calibration(probe.data, probe.info, calibration, self._weights_n)
        except KhvatkaError as error:
            self._end(ServiceLine(error_text(words, error), MenuLevel.FAILURE))
            return
        self._end(
            ServiceLine(
                words._("Every sensor is weighed: it holds from the next start."), MenuLevel.OK
            ),
            ServiceLine(words._("Written: {path}").format(path=path)),
        )

    def _end(self, *lines: ServiceLine) -> None:
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
