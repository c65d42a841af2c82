"""A simulated table on trial: one board, the hands on it, and what can be broken there."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from drivers.board import Board, BoardInfo
from drivers.clock import Clock
from drivers.events import Button
from host_sim.board import SimBoard
from host_sim.faults import SimFault
from host_sim.making import Making
from host_sim.models import Thump, Touch
from host_sim.scenarios.form import Fault, Table, button_of


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

    def weigh(self, weight_n: float) -> npt.NDArray[np.float64]:
        """As ``SimBoard.weigh``."""
        ...

    def press(self, seat: int, button: Button, t_ns: int, hold_ns: int = ...) -> None: ...

    def touch(self, touch: Touch) -> Touch: ...

    def let_go(self, touch: Touch, t_ns: int) -> Touch: ...

    def knock(self, t_ns: int) -> None: ...

    def seat_pad(self, t_ns: int) -> None: ...

    def thump(self, thump: Thump) -> Thump: ...

    def begin(self, fault: Fault, t_ns: int) -> None:
        """Break it at ``t_ns``."""
        ...

    def end(self, fault: Fault, t_ns: int) -> None:
        """Mend it."""
        ...


def making_of(table: Table) -> Making:
    """What the parts of a scenario's table are like."""
    return Making(
        spread=table.spread,
        drift=table.drift,
        coupling=table.coupling,
        noise=table.noise,
        hum_share=table.hum,
    )


def place_of(fault: Fault, lines_a_seat: int = len(Button)) -> int | None:
    """The number of the line or channel that a fault breaks; None: the whole board."""
    if fault.seat is None:
        return None
    if fault.button is not None:
        return fault.seat * lines_a_seat + button_of(fault.button)
    return 2 * fault.seat + (fault.part == "under")


class ModelRig(SimBoard):
    """Everything at one simulated board, its link a model."""

    def __init__(self, table: Table) -> None:
        super().__init__(
            table.board, table.seats, table.seed, wake_ns=WAKE_NS, making=making_of(table)
        )

    @property
    def board(self) -> Board:
        return self

    def begin(self, fault: Fault, t_ns: int) -> None:
        """Break it at ``t_ns``."""
        self.faults.begin(SimFault(fault.kind), t_ns, place_of(fault))

    def end(self, fault: Fault, t_ns: int) -> None:
        """Mend it."""
        self.faults.end(SimFault(fault.kind), t_ns, place_of(fault))


WAKE_NS = 2_000_000


def make_rig(table: Table, clock: Clock) -> Rig:
    """The rig of a scenario's table."""
    return ModelRig(table)
