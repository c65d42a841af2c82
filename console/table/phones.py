"""Phones, as the table itself knows them: what stands at a seat, what is asked and answered.

The hand on a phone replaces nothing. Who keeps the phones is told by requests what guests want, and
tells by ``PhonesShown`` what stands at which seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from console.table.outputs import Output, Request
from console.table.response import Response
from console.table.view import SEEN_NS, MenuLine, PhoneStage, PhonesView, Target, TargetKind
from drivers.events import Button, ButtonEvent


@dataclass(frozen=True, slots=True)
class PhonesShown(Response):
    """``view``: what is known of phones, None once they are off. ``sockets`` are open of
    ``most``."""

    view: PhonesView | None = None
    sockets: int = 0
    most: int = 0


class Latest(Protocol):
    """Who keeps what was answered."""

    def latest(self, kind: type[PhonesShown]) -> PhonesShown | None: ...


def phones_at(host: Latest) -> PhonesView | None:
    """What is known of phones; None while they are off."""
    shown = host.latest(PhonesShown)
    return None if shown is None else shown.view


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


LOOK: Final = Target(TargetKind.LOOK)
"""A phone shows its guest the hand."""
OK: Final = Target(TargetKind.OK)
BACK: Final = Target(TargetKind.BACK)
"""The seat's ● and ✕."""


class PhonesScene(Protocol):
    """What matters here of ``console.table.scene.Scene``."""

    def goes_back(self, seat: int) -> bool: ...

    def only_waits(self, seat: int) -> bool: ...


class PhoneKeys:
    """● and ✕ of a seat at which something about a phone stands, before anything else hears them,
    and ◀ of one whose guest only waits, for a code: presses, and the release of what was pressed
    so. Under a code that stands there ✕ is the game's, as long as it takes something back.

    A question comes up under thumbs that are pressing: until it has been seen for ``SEEN_NS`` they
    mean what was there before it, a code."""

    def __init__(self, emit: Callable[[Output], None]) -> None:
        self._emit = emit
        self._taken: set[tuple[int, Button]] = set()
        self._asked_ns: dict[int, int] = {}  # since when each seat's question is shown

    def shows(self, phones: PhonesView | None, now_ns: int) -> None:
        """What the next frame has of phones."""
        at = () if phones is None else phones.at
        asked = (one.seat for one in at if one.stage is PhoneStage.ASKED)
        self._asked_ns = {seat: self._asked_ns.get(seat, now_ns) for seat in asked}

    def takes(self, event: ButtonEvent, phones: PhonesView | None, scene: PhonesScene) -> bool:
        """Was the event for this and for nothing else?"""
        key = event.seat, event.button
        if not event.pressed:
            taken = key in self._taken
            self._taken.discard(key)
            return taken
        if phones is None:
            return False
        seat, stage = event.seat, phones.stage(event.seat)
        asks = stage in (PhoneStage.CODE, PhoneStage.ASKED)
        match event.button:
            case Button.OK | Button.BACK if self._seen(seat, event.t_ns):
                self._answer(seat, event.button is Button.OK)
            case Button.BACK if asks and not scene.goes_back(seat):
                self._answer(seat, False)
            case Button.LEFT if phones.offers(seat) and scene.only_waits(seat):
                self._emit(PhoneWanted(seat))
            case _:
                return False
        self._taken.add(key)
        return True

    def touched(self, seat: int, yes: bool, t_ns: int) -> None:
        """A touch on what stands there, as ● or ✕."""
        if not yes or self._seen(seat, t_ns):
            self._answer(seat, yes)

    def _seen(self, seat: int, t_ns: int) -> bool:
        """Has its question stood there for so long that a press means it?"""
        since_ns = self._asked_ns.get(seat)
        return since_ns is not None and t_ns >= since_ns + SEEN_NS

    def _answer(self, seat: int, yes: bool) -> None:
        self._emit(PhoneAnswered(seat, yes))
