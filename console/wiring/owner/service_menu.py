"""The service menu put to a running table. What it is made of is loaded when it is first opened: it
must not make the start longer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from console.service.first_pin import FirstPin
from console.service.loudness import Loudness
from console.settings.kinds import Value
from console.speech import complain
from console.store.asking import Ask, here
from console.store.log import MatchLog
from console.store.soundness import Flaw
from console.table.scene import Scene
from console.wiring.build import Running
from console.wiring.owner.tail import Tail
from console.wiring.owner.taps import Taps
from drivers.errors import Sentence
from drivers.reasons import reason_of

if TYPE_CHECKING:
    from console.service.menu.services import MenuServices


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuWires:
    """What the menu reaches beside the table itself.

    ``log`` writes the matches, ``ask`` has work on the store done, ``flaws`` is what was found
    damaged in it; ``tail`` has the program's last lines. ``close`` ends the program, ``sounds``
    hears how loud it is to be from now on, ``phones`` whether they are on. ``told`` are settings of
    this start that are not as the owner keeps them.
    """

    log: MatchLog
    tail: Tail
    close: Callable[[], None]
    sounds: Callable[[Loudness], None]
    phones: Callable[[bool], None]
    told: Mapping[str, Value]
    ask: Ask = here
    flaws: Callable[[], tuple[Flaw, ...]] = tuple


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
