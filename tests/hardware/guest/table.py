"""A small table on a simulated chip: two seats, two lamps, the pad's cradle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from drivers.board import BoardInfo, Edge
from drivers.boards.config import BoardFile, Buttons, Lamps, OneLine, SeatButtons
from drivers.boards.header import Header, header_from
from drivers.boards.part import Part
from drivers.events import ButtonEvent, InputEvent
from drivers.inputs import Inputs
from tests.hardware.guest.simchip import CLOCK, MS, SimChip, wait_ns

LABEL = "pinctrl-bcm2711"
SEATS = ((4, 5, 6, 7), (12, 13, 16, 17))
LAMPS = (23, 24)
SEATED = 27
LINES = (*SEATS[0], *SEATS[1], *LAMPS, SEATED)
OK = (SEATS[0][2], SEATS[1][2])
"""The line of each seat's ●."""
WAYS = {"khvatka": OK, "rpigpio": (20, 21), "gpiozero": (25, 26)}
"""Ways to judge who pressed first, and the two lines of each."""

Heard = list[tuple[int, int]]
"""Presses that a way heard: side, time."""


def header(chips: Iterable[str] = (LABEL,), lamps: Iterable[str] | None = None) -> Header:
    """The table's header."""
    seats = tuple(SeatButtons(*(f"GPIO{line}" for line in seat)) for seat in SEATS)
    lamp_lines = tuple(f"GPIO{line}" for line in LAMPS) if lamps is None else tuple(lamps)
    return header_from(
        BoardFile(
            "sim",
            2,
            Buttons(seats, chips=tuple(chips)),
            Lamps(lamp_lines),
            OneLine(f"GPIO{SEATED}"),
        )
    )


@dataclass
class Watched:
    """An open part with its inputs, and everything that came out of it."""

    part: Part
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
        """Read as the console's loop does, every 2 ms."""
        end_ns = CLOCK.now_ns() + duration_ms * MS
        while (now_ns := CLOCK.now_ns()) < end_ns:
            self.take(now_ns)
            wait_ns(2 * MS)

    def take(self, now_ns: int) -> None:
        """Read once."""
        reading = self.part.read(now_ns)
        self.edges += reading.edges
        self.events += self.inputs.feed(reading, now_ns)

    def buttons(self) -> list[ButtonEvent]:
        return [event for event in self.events if isinstance(event, ButtonEvent)]

    def presses(self) -> list[ButtonEvent]:
        return [event for event in self.buttons() if event.pressed]


def press(chip: SimChip, line: int, bounces: int = 0) -> None:
    """Close a button to ground; it bounces ``bounces`` times, 1 ms apart."""
    chip.pull(line, False)
    for _ in range(bounces):
        wait_ns(MS)
        chip.pull(line, True)
        wait_ns(MS)
        chip.pull(line, False)
