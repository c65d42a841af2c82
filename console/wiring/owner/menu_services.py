"""All that the service menu is given at a running table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from console.service.adjustments import Adjusted
from console.service.effect import settings_with
from console.service.first_pin import FirstPin
from console.service.menu.services import MenuServices
from console.service.pin import PinGate
from console.service.store import ServiceStore
from console.store.schema import store_path
from console.wiring.build import Running, wall_now
from console.wiring.hardware import SimHands
from console.wiring.hosting import hosting_with
from console.wiring.owner.machine import TableMachine
from console.wiring.owner.menu_wires import MenuWires
from console.wiring.owner.probe import TableProbe
from console.wiring.owner.taps import TappedTable, Taps
from host_sim.board import SimBoard


@dataclass
class Gatekeeper:
    """One gate for the whole run of the program, so that leaving the menu shortens no wait; a new
    one when the PIN was set or forgotten at the machine."""

    store: ServiceStore
    begun_ns: int
    _gate: PinGate | None = None
    _of: tuple[bytes, bytes] | None = None

    def __call__(self, now_ns: int) -> PinGate | None:
        """The gate of the PIN that is kept now, if one is. Raises StoreError."""
        pin = self.store.pin()
        if pin is None:
            return None
        known = pin.salt, pin.hash
        if known != self._of:
            since_ns = self.begun_ns if self._of is None else now_ns
            self._gate, self._of = PinGate(pin, self.store.keep_pin, since_ns), known
        return self._gate


def make_menu_services(
    running: Running[Any], taps: Taps, data: Path, wires: MenuWires
) -> MenuServices:
    """The services of a table that is played at in a window."""
    board, table = running.board, running.table
    simulated = isinstance(board, SimBoard)
    hands = SimHands(board) if isinstance(board, SimBoard) else None
    tapped = TappedTable(running, taps, data, wall_now, hands)
    probe = TableProbe(tapped)
    machine = TableMachine(tapped, wires, is_table=not simulated)
    store = ServiceStore(store_path(data), wires.ask)

    def attune(key: str, adjusted: Adjusted) -> None:
        settings = settings_with(table.settings, key, adjusted)
        if settings != table.settings:
            table.attune(settings)
        if key.startswith("sound."):
            wires.sounds(adjusted)
        if key == "table.phones":
            wires.phones(bool(adjusted[key]))
        table.receive(hosting_with(table.hosting, key, adjusted, table.settings))

    gate = Gatekeeper(store, taps.begun_ns)
    return MenuServices(
        store=store,
        gate=gate,
        first_pin=FirstPin(data),
        attune=attune,
        probe=probe,
        machine=machine,
        overridden=dict(wires.overridden),
    )
