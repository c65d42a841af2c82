"""Phones, as the table itself knows them: what stands at a seat, what is asked and answered.

The hand on a phone replaces nothing. Who keeps the phones is told by requests what guests want, and
tells by ``PhonesShown`` what stands at which seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from console.table.board.view import Target
from console.table.outputs import Output, Request
from console.table.response import Response
from console.table.view import MenuLine, PhoneAt, PhoneStage
from drivers.events import Button, ButtonEvent


@dataclass(frozen=True, slots=True)
class PhonesShown(Response):
    """Phones are on, and this stands at seats. ``bound`` are the seats that have one; ``joining``:
    may another one come? ``url`` is the table's address, ``sockets`` are open; ``refused`` counts
    by a word what phones were refused."""

    at: tuple[PhoneAt, ...] = ()
    bound: tuple[int, ...] = ()
    joining: bool = True
    url: str = ""
    sockets: int = 0
    refused: tuple[tuple[str, int], ...] = ()

    def line(self, seat: int) -> MenuLine:
        """The line of a menu that the seat has."""
        return MenuLine.NO_PHONE if seat in self.bound else MenuLine.PHONE


@dataclass(frozen=True, slots=True)
class PhoneWanted(Request):
    """Somebody at ``seat`` wants its code."""

    seat: int


@dataclass(frozen=True, slots=True)
class PhoneAnswered(Request):
    """● (``yes``) or ✕ at a seat that was asked, or ✕ where its code stands."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class PhoneUnwanted(Request):
    """The phone of ``seat`` is to go."""

    seat: int


@dataclass(frozen=True, slots=True)
class PhoneJoining(Request):
    """May other phones join from now on?"""

    open: bool


def wish(line: MenuLine, seat: int) -> Request:
    """What the line of a menu asks for."""
    return PhoneUnwanted(seat) if line is MenuLine.NO_PHONE else PhoneWanted(seat)


LOOK: Final = Target("look")
"""A phone shows its guest the hand."""
OK: Final = Target("ok")
BACK: Final = Target("back")
"""The seat's ● and ✕."""


class PhoneKeys:
    """● and ✕ of a seat at which something about a phone stands, before anything else hears them:
    presses, and the release of what was pressed so."""

    def __init__(self, emit: Callable[[Output], None]) -> None:
        self._emit = emit
        self._taken: set[tuple[int, Button]] = set()

    def takes(self, event: ButtonEvent, shown: PhonesShown | None) -> bool:
        """Was the event an answer?"""
        key = event.seat, event.button
        if not event.pressed:
            taken = key in self._taken
            self._taken.discard(key)
            return taken
        stages = () if shown is None else tuple(at.stage for at in shown.at if at.seat == key[0])
        yes = event.button is Button.OK and PhoneStage.ASKED in stages
        no = event.button is Button.BACK and (
            PhoneStage.ASKED in stages or PhoneStage.CODE in stages
        )
        if yes or no:
            self._taken.add(key)
            self.answer(event.seat, yes)
        return yes or no

    def answer(self, seat: int, yes: bool) -> None:
        """As ● or ✕ there."""
        self._emit(PhoneAnswered(seat, yes))
