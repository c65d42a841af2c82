"""What a table is made of, in numbers: millimetres, seats counted from 0, clockwise from above.

Everything that ``make kit`` draws, cuts and prints follows from a ``Design``.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin
from typing import Final

from deploy.drawing.circuit import BOARDS
from drivers.boards.config import find_board

Point = tuple[float, float]

LEAST_WALL_MM: Final = 1.6
"""Four lines of a nozzle of 0.4 mm."""
LEAST_AIR_MM: Final = 15.0
"""Between neighbouring petals: nobody's fingers meet."""
GRIP_MM: Final = 30.0
"""Free below a petal, for fingers that pinch it."""


class DesignError(ValueError):
    """A table that cannot be built so; the sentence names the number and the mend."""


@dataclass(frozen=True, slots=True)
class Holes:
    """A maker's hole pattern: centres, from the pattern's own middle, and the drill."""

    name: str
    centres: tuple[Point, ...]
    drill_mm: float


def _corners(across: float, along: float) -> tuple[Point, ...]:
    return tuple((x * across / 2, y * along / 2) for x in (-1, 1) for y in (-1, 1))


SCREW_MM: Final = 3.4
"""An M3 passes."""
NUT_HIGH_MM, NUT_WIDE_MM = 1.8, 6.4
"""A thin nut M3 (DIN 439), across its corners: it holds a cover's screw in the plate."""
INSERT_MM: Final = 4.0
"""A threaded insert M3 is pressed in."""
PI_HOLES: Final = Holes("Raspberry Pi 4B, 5", _corners(58.0, 49.0), 2.7)
PI_AT_HEADER: Final = 24.13, 23.23
"""The middle of the Pi's holes from pin 1 of its header: right, towards the holes."""
PAD_DISC_MM: Final = 82.0
PAD_HOLES: Final = Holes("pad board", _corners(34.0, 66.0), SCREW_MM)
"""The Pico's board in the hub: a disc."""
CONVERTER_SIZE: Final = 60.0, 52.0
CONVERTER_HOLES: Final = Holes("converter board", _corners(53.0, 45.0), 2.7)
HEADER_SIZE: Final = 100.0, 80.0
HEADER_PIN_1: Final = 43.37, 75.77
"""Pin 1 of the Pi's header from the header board's upper left corner."""
PI_EDGES: Final = -32.5, 52.5, 28.0
"""A Pi's edges from the middle of its holes: SD card, USB, and to both sides."""
SPACER_MM, PCB_MM = 11.0, 1.4
"""Between the Pi and the header's board, as its socket is high; the Pi's own thickness."""
BUTTON_MM: Final = 24.0
BUTTON_STEP_MM: Final = 34.0
MAGNET_MM, MAGNET_DEEP_MM = 8.3, 3.2
REED_MM: Final = 20.0, 3.0, 3.2
"""A reed contact of 14 mm with its wires: long, wide, deep."""
PANEL_MM: Final = 176.0, 66.0, 3.0
"""A seat's panel: buttons snap into 3 mm."""
PANEL_ROW_MM: Final = -10.0
"""Its row of buttons, from its middle towards who sits there."""
PANEL_HOLES: Final = Holes("panel", _corners(164.0, 54.0), SCREW_MM)
PANE_MM, PANE_EDGE_MM = 5.0, 12.0
"""The pane above the display, and how far it lies on the wood around the picture."""
RING_MM: Final = 46.0
"""Outer diameter of a ring of 16 pixels, with room."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """A round force sensor: active diameter, thickness."""

    name: str
    active_mm: float
    thick_mm: float


FSR_402: Final = Sensor("FSR 402", 12.7, 0.5)
SENSORS: Final = {"fsr402": FSR_402}


@dataclass(frozen=True, slots=True)
class Design:
    """One table. ``display_mm`` is the visible picture, across and along; ``top_mm`` the table
    top's thickness, ``plate_mm`` a petal's plate, ``cover_mm`` its covers. Raises DesignError."""

    seats: int = 6
    board: str = "mk2"
    display_mm: tuple[float, float] = (598.0, 336.0)
    top_mm: float = 18.0
    plate_mm: float = 4.0
    cover_mm: float = 3.0
    sensor: Sensor = FSR_402
    hub_mm: float = 48.0
    tip_mm: float = 125.0
    puck_mm: float = 3.5
    slack_mm: float = 0.3

    def __post_init__(self) -> None:
        most = find_board(self.board).seats if self.board in BOARDS else 0
        if not most:
            raise DesignError(f"board {self.board}: name one of {', '.join(BOARDS)}")
        if not 2 <= self.seats <= most:
            raise DesignError(f"seats {self.seats}: {self.board} has 2 to {most}")
        for name, value, least, greatest in (
            ("plate_mm", self.plate_mm, 3.0, 8.0),
            ("cover_mm", self.cover_mm, 2.5, 6.0),
            ("top_mm", self.top_mm, 12.0, 40.0),
            ("hub_mm", self.hub_mm, 44.0 if self.board == "mk1" else 48.0, 70.0),
            ("tip_mm", self.tip_mm, self.hub_mm + 60.0, 200.0),
            ("puck_mm", self.puck_mm, 2.0, 6.0),
            ("slack_mm", self.slack_mm, 0.1, 0.6),
            ("display across", self.display_mm[0], 300.0, 1500.0),
            ("display along", self.display_mm[1], 170.0, 900.0),
        ):
            if not least <= value <= greatest:
                raise DesignError(f"{name} {value:g}: give {least:g} to {greatest:g} mm")

    # The petal.

    @property
    def root_mm(self) -> float:
        """Where the covers begin: just outside of the hub."""
        return self.hub_mm + 3.0

    @property
    def puck_at_mm(self) -> float:
        """The middle of a petal's sensors, from the pad's middle."""
        return (self.root_mm + self.tip_mm) / 2 + 4.0

    @property
    def gap_mm(self) -> float:
        """Between plate and cover: sensor and puck."""
        return self.sensor.thick_mm + self.puck_mm

    def half_width(self, radius_mm: float) -> float:
        """Half a petal's width there: as wide as its neighbours' air allows, 36 mm at most."""
        return min(36.0, radius_mm * sin(pi / self.seats) - LEAST_AIR_MM / 2)

    @property
    def cover_screws(self) -> tuple[Point, ...]:
        """Three screws around the puck, in the petal's frame: (outwards, sideways)."""
        back, front = self.root_mm + 7.0, self.tip_mm - 9.0
        side = self.half_width(back) - 6.0
        return (back, -side), (back, side), (front, 0.0)

    @property
    def hub_screws(self) -> tuple[Point, ...]:
        """Two screws through lid and plate into the hub, in the petal's frame; between them its
        sensors' tails go in."""
        return (self.hub_mm - 8.0, -6.5), (self.hub_mm - 8.0, 6.5)

    def neck_width(self, radius_mm: float) -> float:
        """Half a plate's width inside of the hub, which leaves a wall between two of them."""
        return min(self.half_width(self.root_mm), radius_mm * sin(pi / self.seats) - 1.4)

    # Heights above the plate that the pad stands on.

    @property
    def hub_z_mm(self) -> float:
        """The hub's lower face: the cradle's floor, thick enough for its magnet."""
        return MAGNET_DEEP_MM + LEAST_WALL_MM

    @property
    def base_mm(self) -> float:
        """The hub's floor, a part of its own where a board stands on it; else 0."""
        return 0.0 if self.board == "mk1" else MAGNET_DEEP_MM + LEAST_WALL_MM

    @property
    def cradle_mm(self) -> float:
        return self.hub_z_mm + 5.0

    @property
    def plate_z_mm(self) -> float:
        """The lower face of the petals' plates: below them covers and room for fingers."""
        return GRIP_MM + self.cover_mm + self.gap_mm

    # The table top.

    @property
    def margin_mm(self) -> float:
        """Wood between picture and edge: it has the buttons."""
        return 110.0

    @property
    def top_size_mm(self) -> Point:
        across, along = self.display_mm
        return across + 2 * self.margin_mm, along + 2 * self.margin_mm

    def button_rows(self) -> tuple[tuple[Point, Point], ...]:
        """For each seat the middle of its four buttons, and the direction of its row (◀ to ✕), as
        who sits there sees it; from the near edge's left, clockwise from above.
        """
        across, along = self.top_size_mm
        sides = seats_on_sides(self.seats)
        near, left, far, right = sides
        edge = self.margin_mm / 2
        rows: list[tuple[Point, Point]] = []
        for i in range(near):
            rows.append(((across * ((near - i) / (near + 1) - 0.5), -along / 2 + edge), (1.0, 0.0)))
        for i in range(left):
            y = along * ((i + 1) / (left + 1) - 0.5)
            rows.append(((-across / 2 + edge, y), (0.0, -1.0)))
        for i in range(far):
            rows.append(((across * ((i + 1) / (far + 1) - 0.5), along / 2 - edge), (-1.0, 0.0)))
        for i in range(right):
            y = along * (0.5 - (i + 1) / (right + 1))
            rows.append(((across / 2 - edge, y), (0.0, 1.0)))
        return tuple(rows)

    def buttons(self) -> tuple[Point, ...]:
        """Every button's middle: ◀ ▶ ● ✕ of each seat."""
        return tuple(
            (x + dx * step, y + dy * step)
            for (x, y), (dx, dy) in self.button_rows()
            for step in (BUTTON_STEP_MM * (i - 1.5) for i in range(4))
        )


def header_bosses() -> tuple[Point, ...]:
    """What holds the far side of the header's board, from the middle of the Pi's holes: right and
    away from it."""
    wide, (x, y), (px, py) = HEADER_SIZE[0], HEADER_PIN_1, PI_AT_HEADER
    return tuple((side - x - px, py + y - 3.5) for side in (3.5, wide - 3.5))


def seats_on_sides(seats: int) -> tuple[int, int, int, int]:
    """How many sit at the near side, left, far, right: those opposite share the long sides."""
    ends = {2: (0, 0), 3: (1, 0), 4: (1, 1), 5: (1, 0), 6: (1, 1), 7: (1, 0), 8: (1, 1)}[seats]
    long = seats - sum(ends)
    return long - long // 2, ends[0], long // 2, ends[1]
