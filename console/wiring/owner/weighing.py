"""The calibration at the table: the guide of ``khvatka hw calibrate``, beside the loop."""

from __future__ import annotations

from collections.abc import Sequence

from console.hardware.calibrate import WeighingGuide
from console.hardware.calibration_file import former_calibration
from console.hardware.feed import BoardLook
from console.hardware.laying import LIGHT_N, Laying
from console.hardware.scales import HandedOn, Scales
from console.i18n import Words
from console.service.errors import error_text
from console.service.menu.services import Leaving
from console.service.menu.view import MenuLevel, ServiceLine
from console.wiring.owner.taps import TappedTable
from drivers.board import Reading
from drivers.errors import KhvatkaError
from drivers.events import InputEvent


class TableWeighing:
    """Weighs sensor by sensor (``console.service.menu.services.Task``); what was weighed is kept
    at its end, whatever ends it but ``stop``, and holds from the next start."""

    def __init__(
        self,
        table: TappedTable,
        words: Words,
        heavy_n: float,
        wanted: tuple[int, ...] | None,
    ) -> None:
        """``wanted``: the channels to be weighed, else all."""
        self._table, self._words = table, words
        self._said: list[ServiceLine] = []
        self.done = False
        clock = table.running.loop.clock
        source = HandedOn(table.running.board, clock)
        thresholds = table.running.inputs.pad_setup.config
        laying = Laying(
            words,
            self._say,
            scales=Scales(source),
            clock=clock,
            hands=table.hands,
            weights_n=(LIGHT_N, heavy_n),
        )
        guide = WeighingGuide(
            laying,
            thresholds=thresholds,
            former=former_calibration(table.data, table.info),
            wanted=wanted,
        )
        self._guide = guide
        self._steps = guide.steps()

        def listen(reading: Reading, _events: Sequence[InputEvent], now_ns: int) -> None:
            source.take(BoardLook(now_ns, reading, ()))

        table.taps.listener = listen

    def _say(self, text: str) -> None:
        text = text.strip()  # in a terminal it goes on below its sensor, here it stands alone
        self._said.append(ServiceLine(text[:1].upper() + text[1:]))

    @property
    def text(self) -> str:
        """What is to be done now."""
        return self._said[-1].text if self._said else ""

    @property
    def share(self) -> float | None:
        return self._guide.share

    @property
    def leaving(self) -> Leaving:
        return Leaving.ASKED if self._guide.share else Leaving.BROKEN_OFF

    @property
    def said(self) -> tuple[ServiceLine, ...]:
        return tuple(self._said if self.done else self._said[:-1])

    def step(self, now_ns: int) -> None:
        """Take in what was read meanwhile."""
        try:
            next(self._steps)
        except StopIteration:
            self._keep()
        except KhvatkaError as error:
            self._keep(ServiceLine(error_text(self._words, error), MenuLevel.FAILURE))

    def _keep(self, *wrong: ServiceLine) -> None:
        """Write what was weighed, whatever went wrong."""
        words, table, done = self._words, self._table, len(self._said)
        try:
            kept = self._guide.keep(table.data, table.wall())
        except KhvatkaError as error:
            self._end(ServiceLine(error_text(words, error), MenuLevel.FAILURE))
            return
        if kept is None:
            self._end(*wrong, *self._said[done:], ServiceLine(words._("Nothing was written.")))
            return
        said = words._("Every sensor is weighed: it holds from the next start."), MenuLevel.OK
        if kept.missing:
            text = words._("Not weighed: {sensors}").format(sensors="; ".join(kept.missing))
            said = text, MenuLevel.WARNING
        odd = [ServiceLine(line, MenuLevel.WARNING) for line in kept.odd]
        written = words._("Written: {path}").format(path=kept.path)
        self._end(*wrong, ServiceLine(*said), *odd, ServiceLine(written))

    def _end(self, *lines: ServiceLine) -> None:
        self._said = list(lines)
        self.done = True
        self.stop()

    def stop(self) -> None:
        """Nobody weighs any more; nothing that was found is kept."""
        table = self._table
        table.taps.listener = None
        self._steps.close()
        if table.hands is not None:
            table.hands.lift(table.running.loop.clock.now_ns())
