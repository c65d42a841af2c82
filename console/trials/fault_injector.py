"""What goes wrong by itself in a long evening: faults, idle fingers, a host that stalls."""

from __future__ import annotations

from random import Random
from typing import Final

from console.table.table import Table
from console.table.view import View
from drivers.board import BoardInfo
from drivers.events import Button
from drivers.times import MS, SECOND
from host_sim.board import SimBoard
from host_sim.faults import OF_CHANNELS, SimFault

FAULT_EVERY_S: Final = 45.0
FAULT_LASTS_S: Final = (0.02, 12.0)
PRESS_EVERY_S: Final = 60.0
PRESSES: Final = 4  # at most, one after the other
KNOCK_SHARE: Final = 0.1
STALL_EVERY_S: Final = 90.0
STALL_MS: Final = (50, 500)
OF_LINES: Final = (SimFault.FLOOD, SimFault.STUCK, SimFault.LOST_EDGES)


class FaultInjector:
    """Agents of the loop (``console.wiring.loop.Agents``): at random, by its seed.

    ``count`` is how many faults it has begun so far.
    """

    def __init__(self, board: SimBoard, seed: int, now_ns: int) -> None:
        self._board, self._info = board, board.info
        self._rng = Random(seed)
        self._ends_ns: dict[tuple[SimFault, int | None], int] = {}  # of what is broken, and where
        self._fault_ns = now_ns + self._in(FAULT_EVERY_S)
        self._press_ns = now_ns + self._in(PRESS_EVERY_S)
        self._stall_ns = now_ns + self._in(STALL_EVERY_S)
        self.count = 0

    def _in(self, mean_s: float) -> int:
        return round(self._rng.expovariate(1 / mean_s) * SECOND)

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """It does not look."""

    def act(self, now_ns: int) -> None:
        """Mend what is over, break what is due."""
        for fault, at in [broken for broken, end_ns in self._ends_ns.items() if end_ns <= now_ns]:
            del self._ends_ns[fault, at]
            self._board.faults.end(fault, now_ns, at)
        if now_ns >= self._fault_ns:
            self._fault_ns = now_ns + self._in(FAULT_EVERY_S)
            self._break(now_ns)
        if now_ns >= self._press_ns:
            self._press_ns = now_ns + self._in(PRESS_EVERY_S)
            self._fidget(now_ns)

    def next_act_ns(self) -> int | None:
        """When something next begins or ends."""
        return min(self._fault_ns, self._press_ns, *self._ends_ns.values())

    def stall_ns(self, now_ns: int) -> int:
        """For how long the host does nothing from now on; mostly 0."""
        if now_ns < self._stall_ns:
            return 0
        self._stall_ns = now_ns + self._in(STALL_EVERY_S)
        return self._rng.randint(*STALL_MS) * MS

    def _break(self, now_ns: int) -> None:
        rng = self._rng
        self.count += 1
        if rng.random() < KNOCK_SHARE:
            self._board.knock(now_ns)
            self._board.seat_pad(now_ns + rng.randint(300, 5_000) * MS)
            return
        fault = rng.choice(list(SimFault))
        at = self._place(fault, self._info)
        if (fault, at) in self._ends_ns:
            return
        low, high = FAULT_LASTS_S
        lasts_s = low * (high / low) ** rng.random()
        self._board.faults.begin(fault, now_ns, at)
        self._ends_ns[fault, at] = now_ns + round(lasts_s * SECOND)

    def _place(self, fault: SimFault, info: BoardInfo) -> int | None:
        if fault in OF_CHANNELS:
            return self._rng.randrange(len(info.channels))
        if fault in OF_LINES:
            return self._rng.randrange(len(info.lines))
        return None

    def _fidget(self, now_ns: int) -> None:
        """Somebody presses a few buttons, for no reason."""
        rng = self._rng
        seat = rng.randrange(self._info.seats)
        at_ns = now_ns
        for _ in range(rng.randint(1, PRESSES)):
            hold_ms = rng.choice((40, 90, 300, 1_000))
            self._board.press(seat, rng.choice(list(Button)), at_ns, hold_ms * MS)
            at_ns += (hold_ms + rng.randint(60, 400)) * MS
