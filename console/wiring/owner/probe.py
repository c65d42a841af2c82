"""The wires of the running table, looked at beside its loop (``console.service.menu.services``)."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from console.hardware.board_findings import LOSSES
from console.hardware.calibration_file import former_calibration, left_out, prepare
from console.hardware.texts import fault_mend
from console.hardware.trace import ForceTables
from console.i18n import Words
from console.screens.texts import fault_word
from console.service.menu.services import PetalState, Task
from console.service.menu.view import MenuLevel, ServiceLine
from console.service.usage import LiveButton
from console.wiring.owner.self_test import SelfTest
from console.wiring.owner.taps import TappedTable
from console.wiring.owner.weighing import TableWeighing
from drivers.board import Samples, petal_channels
from drivers.events import Fault
from drivers.pad.channels.baseline import USED, VARIANCE
from drivers.times import MS

LOOK_NS: Final = 300_000_000
"""Older samples are none: the pad is silent."""
MEAN: Final = 20
"""So many scans make what a bar shows: noise does not flicker."""


class TableProbe:
    """What can be told of a running table."""

    def __init__(self, table: TappedTable) -> None:
        self._table, self._running = table, table.running
        self._info = info = table.info
        self._petals = petal_channels(info)
        self._tables = ForceTables(info, table.calibration)

    @property
    def seats(self) -> int:
        return self._info.seats

    def buttons(self) -> tuple[LiveButton, ...]:
        """Every button since the program's start."""
        usage = self._running.usage
        return () if usage is None else usage.live()

    def _newest(self, now_ns: int) -> Samples | None:
        kept = self._running.inputs.recent_batches(now_ns - LOOK_NS, now_ns)
        return kept[-1] if kept and len(kept[-1].t_ns) else None

    def petals(self, now_ns: int) -> tuple[PetalState, ...]:
        """Every petal as it is now; none while the pad is silent."""
        newest = self._newest(now_ns)
        if newest is None:
            return ()
        state = self._running.inputs.pad.state_parts()[0]
        newtons = self._tables.newtons(newest.codes[-MEAN:], state[:, USED])
        forces = newtons.mean(axis=0, dtype=np.float64).tolist()
        noise = [math.sqrt(v) / self._info.full_code for v in state[:, VARIANCE].tolist()]
        return tuple(
            PetalState(seat, forces[top], forces[under], max(noise[top], noise[under]))
            for seat, (top, under) in sorted(self._petals.items())
        )

    def link(self, words: Words, now_ns: int) -> tuple[ServiceLine, ...]:
        """The pad's clock and what was lost on its way, in sentences."""
        newest = self._newest(now_ns)
        misfit = self._running.table.hardware.misfit
        lines = [_clock(words, newest)]
        if misfit is not None:
            lines = [ServiceLine(words.translated(misfit.brief), MenuLevel.FAILURE)]  # on one line
        counters = dict(self.counters())
        losses = {name: _sum(counters, name) for name in LOSSES}
        lost = ", ".join(f"{name} {count}" for name, count in losses.items() if count)
        if lost:
            text = words._("Lost on the way: {what}").format(what=lost)
            lines.append(ServiceLine(text, MenuLevel.WARNING))
        trip_ns = _sum(counters, "round_trip_ns")
        if trip_ns:
            text = words._("Round trip {time} ms").format(time=words.number(trip_ns / MS, 2))
            lines.append(ServiceLine(text))
        health, says = self._running.board.health(), words._("The board says: {note}")
        lines += [ServiceLine(says.format(note=note), MenuLevel.WARNING) for note in health.notes]
        lines += [ServiceLine(says.format(note=remark)) for remark in health.remarks]
        return tuple(lines)

    def counters(self) -> tuple[tuple[str, int], ...]:
        """The board's own and those of the decoding."""
        own = self._running.board.health().counters
        return tuple(sorted({**own, **self._running.inputs.counters()}.items()))

    def fault_text(self, words: Words, fault: Fault) -> str:
        """What is wrong with a seat, and the mend."""
        return f"{fault_word(words, fault)}: {fault_mend(words, fault)}"

    def self_test(self, words: Words, now_ns: int) -> Task:
        """Begin to listen with hands off."""
        return SelfTest(self._table, words, now_ns)

    def left_out(self) -> tuple[int, ...]:
        """The channels that the last weighing left out, which may hold from the next start only."""
        data, info = self._table.data, self._info
        weighed = former_calibration(data, info)
        return () if weighed is None else left_out(data, info, weighed)

    def weigh(self, words: Words, heavy_n: float, wanted: tuple[int, ...] | None) -> Task:
        """Begin to calibrate. Raises ConfigError when the result could not be kept."""
        prepare(self._table.data)
        return TableWeighing(self._table, words, heavy_n, wanted)


def _sum(counters: dict[str, int], name: str) -> int:
    return sum(n for key, n in counters.items() if key == name or key.endswith(f".{name}"))


def _clock(words: Words, newest: Samples | None) -> ServiceLine:
    if newest is None:
        return ServiceLine(words._("The pad is silent: no scans come"), MenuLevel.FAILURE)
    error_ns = newest.clock_uncertainty_ns
    if not error_ns:
        return ServiceLine(words._("Scans are stamped by this computer's own clock"), MenuLevel.OK)
    time = words.number(error_ns / MS, 3)
    return ServiceLine(
        words._("The pad's clock is known to ± {time} ms").format(time=time), MenuLevel.OK
    )
