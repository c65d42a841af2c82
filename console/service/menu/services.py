"""What the service menu reaches: the owner's store, the running table's wires, the machine.

Everything is given in, so that the menu itself has no clock, no files and no processes of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol

from console.i18n import Words
from console.service.adjustments import Adjusted
from console.service.first_pin import FirstPin
from console.service.menu.view import ServiceLine
from console.service.pin import PinGate
from console.service.sticks.errands import Errand
from console.service.sticks.mounted import Stick
from console.service.sticks.worker import Job
from console.service.store import ServiceStore
from console.service.usage import LiveButton
from console.settings.kinds import Value
from console.store.problems import StoreTrouble
from console.store.soundness import Flaw
from drivers.events import Fault


@dataclass(frozen=True, slots=True)
class PetalState:
    """A seat's two sensors now, newtons above rest, and the idle noise of the worse one, one sigma
    in shares of full scale."""

    seat: int
    top_n: float
    under_n: float
    noise: float


class Leaving(Enum):
    """What becomes of a task that is left before it is done."""

    BROKEN_OFF = auto()
    ASKED = auto()  # much would be lost
    GOES_ON = auto()


class Task(Protocol):
    """Something that goes on for a while beside the table."""

    @property
    def text(self) -> str:
        """What happens, or is to be done, now."""
        ...

    @property
    def share(self) -> float | None:
        """How far it has come, 0 to 1; None: nobody can say."""
        ...

    @property
    def said(self) -> tuple[ServiceLine, ...]:
        """What came of it so far."""
        ...

    @property
    def done(self) -> bool:
        """Is it over?"""
        ...

    @property
    def leaving(self) -> Leaving:
        """What ✕ does to it now."""
        ...

    def step(self, now_ns: int) -> None:
        """Look how far it is."""
        ...

    def stop(self) -> None:
        """Nobody looks any more; what can be given up is."""
        ...


class Probe(Protocol):
    """The wires of the running table."""

    @property
    def seats(self) -> int: ...

    def buttons(self) -> tuple[LiveButton, ...]:
        """Every button since the program's start."""
        ...

    def petals(self, now_ns: int) -> tuple[PetalState, ...]:
        """Every petal as it is now; none while the pad is silent."""
        ...

    def link(self, words: Words, now_ns: int) -> tuple[ServiceLine, ...]:
        """How the pad's link and clock are, in sentences."""
        ...

    def counters(self) -> tuple[tuple[str, int], ...]:
        """All that was counted since the start, by the names of those who count."""
        ...

    def fault_text(self, words: Words, fault: Fault) -> str:
        """What is wrong with a seat, and the mend."""
        ...

    def self_test(self, words: Words, now_ns: int) -> Task:
        """Begin to listen with hands off; the findings are what it says."""
        ...

    def left_out(self) -> tuple[int, ...]:
        """The channels that the last weighing left out."""
        ...

    def weigh(self, words: Words, heavy_n: float, wanted: tuple[int, ...] | None) -> Task:
        """Begin to calibrate these channels, None: all, with 51 g and a heavy weight. Raises
        ConfigError when the result could not be kept."""
        ...


@dataclass(frozen=True, slots=True)
class Switch:
    """A way to end: ``label`` and ``question`` are message ids; ``act`` does it and says what went
    wrong, if anything did."""

    label: str
    question: str
    act: Callable[[], str | None]


class Machine(Protocol):
    """What the program runs on."""

    @property
    def is_table(self) -> bool:
        """Does the computer belong to the table, as its service keeps the log?"""
        ...

    def today(self) -> str:
        """The local day, as 2026-05-01."""
        ...

    def sticks(self) -> tuple[Stick, ...]:
        """The USB sticks that are plugged in."""
        ...

    def begin(self, errand: Errand, words: Words) -> Job:
        """Begin to do something on a stick, beside the table."""
        ...

    def log(self) -> tuple[ServiceLine, ...]:
        """What the program said of late, the newest last."""
        ...

    def about(self, words: Words, now_ns: int) -> tuple[tuple[str, str], ...]:
        """The machine and the program: what, and how."""
        ...

    def trouble(self) -> StoreTrouble | None:
        """Why the match log does not get to the disk, None: it does."""
        ...

    def flaws(self) -> tuple[Flaw, ...]:
        """What of the store was found to be damaged."""
        ...

    @property
    def switches(self) -> tuple[Switch, ...]:
        """The ways to end."""
        ...

    def update(self, words: Words) -> Task | None:
        """Begin to update; None: there is nothing here that could."""
        ...


@dataclass(frozen=True, slots=True)
class MenuServices:
    """``gate`` is the PIN as it is kept now, at a time, None where none is; ``first_pin`` says
    whether one can be chosen; ``attune`` lets an adjustment take effect now, if it can.
    ``overridden`` are the settings of which this start was told something else, until the owner
    changes them."""

    store: ServiceStore
    gate: Callable[[int], PinGate | None]
    first_pin: FirstPin
    attune: Callable[[str, Adjusted], None]
    probe: Probe
    machine: Machine
    overridden: dict[str, Value] = field(default_factory=dict)
