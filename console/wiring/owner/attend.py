"""The service menu put to a running table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from console.service.adjustments import Adjusted
from console.service.effect import settings_with
from console.service.kept import ServiceStore
from console.service.loudness import Loudness
from console.service.menu.menu import ServiceMenu
from console.service.menu.office import Machine, Office, Probe
from console.service.pin import Pin, PinGate
from console.store import MatchLog, store_path
from console.table.table import Table
from console.wiring.build import Running, wall_now
from console.wiring.hardware import SimHands
from console.wiring.hosting import hosting_with
from console.wiring.owner.machine import TableMachine
from console.wiring.owner.probe import TableProbe
from console.wiring.owner.tail import Tail
from host_sim.board import SimBoard


@dataclass
class Gatekeeper:
    """One gate for the whole run of the program, so that leaving the menu shortens no wait; a new
    one when the PIN was set or forgotten at the machine."""

    store: ServiceStore
    _gate: PinGate | None = None
    _of: tuple[bytes, bytes] | None = None

    def __call__(self, now_ns: int) -> PinGate:
        """The gate of the PIN that is kept now. Raises StoreError."""
        pin = self.store.pin()
        known = None if pin is None else (pin.salt, pin.hash)
        if self._gate is None or known != self._of:
            self._of = known
            self._gate = PinGate(pin, self._keep, now_ns)
        return self._gate

    def _keep(self, pin: Pin) -> None:
        self.store.keep_pin(pin)


def serve(
    running: Running[Any],
    data: Path,
    log: MatchLog,
    tail: Tail,
    close: Callable[[], None],
    sounds: Callable[[Loudness], None],
) -> None:
    """The owner's menu at a table that is played at in a window: ``close`` ends the program,
    ``sounds`` hears how loud it is to be from now on."""
    board = running.board
    simulated = isinstance(board, SimBoard)
    hands = SimHands(board) if isinstance(board, SimBoard) else None
    probe = TableProbe(running, running.calibration, data, wall_now, hands)
    machine = TableMachine(probe, log, tail, close, is_table=not simulated)

    def also(key: str, adjusted: Adjusted) -> None:
        if key.startswith("sound."):
            sounds(Loudness.of(adjusted))
        hosting = running.table.hosting
        running.table.receive(hosting_with(hosting, key, adjusted, running.table.settings))

    attend(running.table, ServiceStore(store_path(data)), probe, machine, also)


def attend(
    table: Table,
    store: ServiceStore,
    probe: Probe,
    machine: Machine,
    also: Callable[[str, Adjusted], None],
) -> None:
    """From now on the owner's chord opens the menu. ``also`` hears of each adjustment that was
    changed, for what is no setting of the session."""

    def attune(key: str, adjusted: Adjusted) -> None:
        settings = settings_with(table.settings, key, adjusted)
        if settings != table.settings:
            table.attune(settings)
        also(key, adjusted)

    office = Office(store, Gatekeeper(store), attune, probe, machine)
    table.service = lambda seat: ServiceMenu(table, office, seat)
