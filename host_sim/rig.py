"""A simulated table on trial: one board, the hands on it, and what can be broken there."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from drivers.board import Board, BoardInfo
from drivers.clock import Clock
from drivers.events import Button
from drivers.times import ns
from host_sim.board import SimBoard
from host_sim.cabled import CabledBoard
from host_sim.faults import SimFault
from host_sim.making import Making
from host_sim.models import Thump, Touch
from host_sim.plate import TableLoad
from host_sim.scenarios.form import (
    OF_CONTROLLER,
    OF_LINK,
    ScenarioFault,
    ScenarioTable,
    button_of,
)
from host_sim.wire import WireFault

WAKE_NS = 2_000_000


class Rig(Protocol):
    """The physical acts of ``SimBoard``, on whatever board; faults as scenario files name them."""

    @property
    def board(self) -> Board: ...

    @property
    def info(self) -> BoardInfo: ...

    @property
    def lamps(self) -> tuple[float, ...]:
        """The lamps as they are."""
        ...

    def weigh(self, weight_n: float, channel: int) -> npt.NDArray[np.float64]:
        """As ``SimBoard.weigh``."""
        ...

    def press(self, seat: int, button: Button, t_ns: int, hold_ns: int = ...) -> None: ...

    def touch(self, touch: Touch) -> Touch: ...

    def let_go(self, touch: Touch, t_ns: int) -> Touch: ...

    def knock(self, t_ns: int) -> None: ...

    def seat_pad(self, t_ns: int) -> None: ...

    def thump(self, thump: Thump) -> Thump: ...

    def lay(self, load: TableLoad) -> TableLoad: ...

    def begin(self, fault: ScenarioFault, t_ns: int) -> None:
        """Break it at ``t_ns``."""
        ...

    def end(self, fault: ScenarioFault, t_ns: int) -> None:
        """Mend it."""
        ...


def making_of(table: ScenarioTable) -> Making:
    """What the parts of a scenario's table are like."""
    return Making(
        spread=table.spread,
        drift=table.drift,
        crosstalk=table.crosstalk,
        noise=table.noise,
        hum_share=table.hum,
    )


def place_of(fault: ScenarioFault) -> int | None:
    """The number of the line or channel that a fault breaks; None: the whole board."""
    if fault.seat is None:
        return None
    if fault.button is not None:
        return fault.seat * len(Button) + button_of(fault.button)
    return 2 * fault.seat + (fault.part == "under")


class ModelRig(SimBoard):
    """Everything at one simulated board, its link a model."""

    def __init__(self, table: ScenarioTable) -> None:
        super().__init__(
            table.board, table.seats, table.seed, wake_ns=WAKE_NS, making=making_of(table)
        )

    @property
    def board(self) -> Board:
        return self

    def begin(self, fault: ScenarioFault, t_ns: int) -> None:
        """Break it at ``t_ns``."""
        self.faults.begin(SimFault(fault.kind), t_ns, place_of(fault), fault.level)

    def end(self, fault: ScenarioFault, t_ns: int) -> None:
        """Mend it."""
        self.faults.end(SimFault(fault.kind), t_ns, place_of(fault))


class CabledRig(CabledBoard):
    """The pad behind the real link's code."""

    def __init__(self, table: ScenarioTable, clock: Clock) -> None:
        making = making_of(table)
        super().__init__(clock, table.seats, table.seed, clock_ppm=table.clock_ppm, making=making)

    @property
    def board(self) -> Board:
        return self

    def begin(self, fault: ScenarioFault, t_ns: int) -> None:
        """Break it at ``t_ns``."""
        for_ns = ns(fault.for_ms or 0.0)
        if fault.kind in OF_LINK:
            for wire in (self.controller.down, self.controller.up):
                wire.begin(WireFault(fault.kind), t_ns, t_ns + for_ns, fault.share)
        elif fault.kind == "reboot":
            self.controller.reboot(t_ns, for_ns)
        elif fault.kind == "unplug":
            self.controller.unplug(t_ns, for_ns)
        else:
            kind = SimFault(fault.kind)
            self.faults_of(kind).begin(kind, t_ns, place_of(fault), fault.level)

    def end(self, fault: ScenarioFault, t_ns: int) -> None:
        """Mend it; the link's faults end by themselves."""
        if fault.kind not in (*OF_LINK, *OF_CONTROLLER):
            kind = SimFault(fault.kind)
            self.faults_of(kind).end(kind, t_ns, place_of(fault))


def make_rig(table: ScenarioTable, clock: Clock) -> Rig:
    """The rig of a scenario's table; its board is closed."""
    return CabledRig(table, clock) if table.link == "cable" else ModelRig(table)
