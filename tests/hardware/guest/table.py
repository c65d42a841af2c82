"""A small table on a simulated chip: two seats, two lamps, the pad's cradle."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from drivers.board import BoardInfo, Edge
from drivers.boards.config import BoardFile, Buttons, Lamps, OneLine, SeatButtons
from drivers.boards.header import Header, header_from
from drivers.events import ButtonEvent, Fault, InputEvent, SeatFault, SourceFault
from drivers.inputs import Inputs
from drivers.part import BoardPart
from drivers.times import MS
from tests.hardware.guest.simchip import CLOCK, SimChip, spin_ns, wait_ns

LABEL = "pinctrl-bcm2711"
LONG_NS = 20_000 * MS
SEATS = ((4, 5, 6, 7), (12, 13, 16, 17))
LAMPS = (23, 24)
SEATED = 27
SYNC = 18
LINES = (*SEATS[0], *SEATS[1], *LAMPS, SEATED, SYNC)
OK = (SEATS[0][2], SEATS[1][2])
"""The line of each seat's ●."""
WAYS = {"khvatka": OK, "rpigpio": (20, 21), "gpiozero": (25, 26)}
"""Ways to judge who pressed first, and the two lines of each."""

TAKER = """
import gpiod, sys
settings = gpiod.LineSettings()
with gpiod.request_lines(sys.argv[1], {("GPIO5", "GPIO16"): settings}, consumer="somebody"):
    print("taken", flush=True)
    sys.stdin.read()
"""

Heard = list[tuple[int, int]]
"""Presses that a way heard: side, time."""


def header(
    chips: Iterable[str] = (LABEL,),
    lamps: Iterable[str] | None = None,
    lamps_active_low: bool = False,
) -> Header:
    """The table's header."""
    seats = tuple(SeatButtons(*(f"GPIO{line}" for line in seat)) for seat in SEATS)
    lamp_lines = tuple(f"GPIO{line}" for line in LAMPS) if lamps is None else tuple(lamps)
    return header_from(
        BoardFile(
            "sim",
            2,
            Buttons(seats, chips=tuple(chips)),
            Lamps(lamp_lines, lamps_active_low),
            OneLine(f"GPIO{SEATED}"),
            sync=OneLine(f"GPIO{SYNC}", active_low=False),
        )
    )


@dataclass
class Watched:
    """An open part with its inputs, and everything that came out of it."""

    part: BoardPart
    events: list[InputEvent] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.part.open()
        info = self.part.info
        self.inputs = Inputs(
            BoardInfo(
                *("sim", 2, info.lines, (), 0, 0.0, MS),
                info.edge_uncertainty_ns,
                info.worst_delay_ns,
            )
        )
        self.watch(1)

    def watch(self, duration_ms: int) -> None:
        """Read as often as the console's loop does in that time, every 2 ms, however long the guest
        takes: a chip that has gone may let it read once in half a second."""
        for _ in range(-(-duration_ms // 2)):
            self.take(CLOCK.now_ns())
            wait_ns(2 * MS)

    def watch_until(self, what: Callable[[], bool]) -> None:
        """Watch for as long as it takes, within reason."""
        end_ns = CLOCK.now_ns() + LONG_NS
        while not what():
            assert CLOCK.now_ns() < end_ns, "in vain"
            self.watch(20)

    def take(self, now_ns: int) -> None:
        """Read once."""
        reading = self.part.read(now_ns)
        self.edges += reading.edges
        self.events += self.inputs.feed(reading, now_ns)

    def lost(self) -> set[int | None]:
        """Seats that were told of lost edges; None is the pad."""
        seats = {e.seat for e in self.events if isinstance(e, SeatFault) and _lost(e)}
        return seats | {None for e in self.events if isinstance(e, SourceFault) and _lost(e)}

    def silences(self) -> list[bool]:
        """Whether the lines fell silent or spoke again, each time."""
        faults = [event for event in self.events if isinstance(event, SourceFault)]
        return [event.active for event in faults if event.fault is Fault.SILENT]

    def buttons(self) -> list[ButtonEvent]:
        return [event for event in self.events if isinstance(event, ButtonEvent)]

    def presses(self) -> list[ButtonEvent]:
        return [event for event in self.buttons() if event.pressed]


def _lost(event: SeatFault | SourceFault) -> bool:
    return event.fault is Fault.LOST_EDGES and event.active


def flood(chip: SimChip, line: int, edges: int) -> None:
    """So many changes of a line, pressed first, faster than anybody reads them."""
    for n in range(edges):
        chip.pull(line, n % 2 == 1)
        spin_ns(MS // 5)


def requests() -> int:
    """How many requests for lines this process holds."""
    held = [entry.readlink() for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]
    return held.count(Path("anon_inode:gpio-line"))


@contextmanager
def taker(chip: SimChip) -> Iterator[None]:
    """Another program, ``somebody``, holds the lines GPIO5 and GPIO16."""
    command = [sys.executable, "-c", TAKER, f"/dev/gpiochip{chip.number}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdin is not None
        assert program.stdout.readline() == b"taken\n"
        yield
        program.stdin.close()


def press(chip: SimChip, line: int, bounces: int = 0) -> None:
    """Close a button to ground; it bounces ``bounces`` times, 1 ms apart."""
    chip.pull(line, False)
    for _ in range(bounces):
        wait_ns(MS)
        chip.pull(line, True)
        wait_ns(MS)
        chip.pull(line, False)
