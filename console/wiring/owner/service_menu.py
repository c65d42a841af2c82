"""The service menu put to a running table. What it is made of is loaded when it is first opened: it
must not make the start longer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from console.service.first_pin import FirstPin
from console.table.scene import Scene
from console.terminal.speech import complain
from console.wiring.build import Running
from console.wiring.owner.menu_wires import MenuWires
from console.wiring.owner.taps import Taps
from drivers.errors import Sentence
from drivers.reasons import reason_of

if TYPE_CHECKING:
    from console.service.menu.services import MenuServices


def serve(running: Running[Any], data: Path, wires: MenuWires) -> None:
    """From now on the owner's chord opens the menu at a table that is played at in a window; after
    the installation the time for the first PIN begins to pass."""
    table, taps = running.table, Taps(running)
    made: list[MenuServices] = []
    try:
        FirstPin(data).begin(running.loop.clock.now_ns())
    except OSError as fault:  # it stays as it is: nobody chooses one
        complain(
            Sentence(
                "{data}: {why}: no first PIN can be chosen here", data=data, why=reason_of(fault)
            )
        )

    def menu(seat: int) -> Scene:
        from console.service.menu.menu import ServiceMenu
        from console.wiring.owner.menu_services import make_menu_services

        if not made:
            made.append(make_menu_services(running, taps, data, wires))
        return ServiceMenu(table, made[0], seat)

    table.service = menu
