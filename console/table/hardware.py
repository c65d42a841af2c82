"""What holds of buttons, petals and pad, as the drivers told it last."""

from __future__ import annotations

from typing import Final

from drivers.errors import Misfit
from drivers.events import (
    STILL_TRUSTED,
    Fall,
    Fault,
    InputEvent,
    PadProgress,
    SeatFault,
    SourceFault,
)
from drivers.times import SECOND

LEANS_NEWLY_NS: Final = 10 * SECOND
"""For so long a seat's lamp says that a hand lies on its petal."""
BLINK_NS: Final = 125_000_000


class HardwareNews:
    """Faults by board seat and by source, hands on the pad, its last fall."""

    def __init__(self) -> None:
        self._by_seat: dict[int, dict[Fault, SeatFault]] = {}
        self._sources: dict[tuple[str, Fault], SourceFault] = {}
        self._fall: Fall | None = None
        self._progress: PadProgress | None = None

    def take(self, event: InputEvent) -> None:
        """What a driver says; of a button's edge nothing is kept."""
        if isinstance(event, SeatFault):
            faults = self._by_seat.setdefault(event.seat, {})
            if event.active:
                faults[event.fault] = event
            else:
                faults.pop(event.fault, None)
        elif isinstance(event, SourceFault):
            self._sources[event.source, event.fault] = event
        elif isinstance(event, Fall):
            self._fall = event
        elif isinstance(event, PadProgress):
            self._progress = event

    @property
    def faults(self) -> dict[int, Fault]:
        """The seats that cannot be trusted now, each with its first reason."""
        distrusted = {seat: self.distrusted(seat) for seat in self._by_seat}
        return {seat: found[0] for seat, found in distrusted.items() if found}

    def distrusted(self, seat: int) -> list[Fault]:
        """Why a seat cannot be trusted now, in the order in which it was told."""
        return [fault for fault in self._by_seat.get(seat, {}) if fault not in STILL_TRUSTED]

    @property
    def shown_faults(self) -> dict[int, Fault]:
        """What is shown of each seat: why it cannot be trusted, else what else there is; a
        neighbour's hand, of which little is told, only where there is nothing else."""
        others = {
            seat: min(found, key=lambda fault: fault is Fault.NEIGHBOUR)
            for seat, found in self._by_seat.items()
            if found
        }
        return others | self.faults

    def blinking(self, now_ns: int) -> dict[int, bool]:
        """The seats on whose petals hands have come to lie of late: is their lamp what it else is
        not? It is at first, so that it tells at once. What stays for longer, a cup perhaps, is
        shown at its seat still, but takes its lamp no more."""
        return {seat: not (now_ns - t_ns) // BLINK_NS % 2 for seat, t_ns in self._leaning(now_ns)}

    def blink_due_ns(self, now_ns: int) -> int | None:
        """When one of those lamps changes next."""
        dues = (now_ns + BLINK_NS - (now_ns - t_ns) % BLINK_NS for _, t_ns in self._leaning(now_ns))
        return min(dues, default=None)

    def _leaning(self, now_ns: int) -> list[tuple[int, int]]:
        """Seats, and since when that is told."""
        if not self._by_seat:
            return []  # as it mostly is
        told = ((seat, found.get(Fault.LEANING)) for seat, found in self._by_seat.items())
        return [
            (seat, one.t_ns) for seat, one in told if one and now_ns < one.t_ns + LEANS_NEWLY_NS
        ]

    @property
    def down_ns(self) -> int | None:
        """Since when the pad lies beside its cradle."""
        return self._fall.t_ns if self._fall is not None and self._fall.down else None

    @property
    def loaded(self) -> frozenset[int]:
        """The seats whose petals are pressed now."""
        return frozenset() if self._progress is None else self._progress.loaded

    @property
    def pad_silent(self) -> bool:
        """Does nothing come from the pad?"""
        return self.silent("pad")

    def silent(self, source: str) -> bool:
        """Does nothing come from a source?"""
        silence = self._sources.get((source, Fault.SILENT))
        return silence is not None and silence.active

    @property
    def misfit(self) -> Misfit | None:
        """Why the pad that answers is not read."""
        silence = self._sources.get(("pad", Fault.SILENT))
        return None if silence is None else silence.misfit

    @property
    def of_pad(self) -> tuple[InputEvent, ...]:
        """What still holds of the pad and of the sources."""
        known = (self._progress, self._fall, *self._sources.values())
        return tuple(event for event in known if event is not None)

    @property
    def of_seats(self) -> tuple[SeatFault, ...]:
        """What still holds of the seats' buttons and petals."""
        return tuple(event for found in self._by_seat.values() for event in found.values())


def told_fault(fault: Fault | None, *, paid_beside: bool) -> Fault | None:
    """What is told of a seat in a race: a neighbour's hand only of one that has just lost by it, as
    long as that is shown. Beside a dead heat it would only puzzle people."""
    if fault is not None and fault is not Fault.NEIGHBOUR:
        return fault
    return Fault.NEIGHBOUR if paid_beside else None


def pressed_beside(shown: dict[int, Fault]) -> frozenset[int]:
    """Which of the seats are said to be pressed by a neighbour's hand."""
    return frozenset(seat for seat, fault in shown.items() if fault is Fault.NEIGHBOUR)
