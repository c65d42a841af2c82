"""Where each part is on its board; millimetres, x right, y down, seen from above.

All places are on the router's grid. The header board's zero is pin 1 of the Raspberry Pi's header,
the pad board's the middle of the hub (mk1: pin 1 of its converter).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, radians, sin
from typing import Final

from deploy.kit.design import (
    CONVERTER_HOLES,
    CONVERTER_SIZE,
    HEADER_PIN_1,
    HEADER_SIZE,
    PAD_DISC_MM,
    PAD_HOLES,
    PI_AT_HEADER,
    PI_HOLES,
    Point,
    header_bosses,
)
from deploy.kit.electronics.netlist import Circuit, Component
from deploy.kit.electronics.packages import Pad

GRID: Final = 0.635
ROW_PULL, ROW_SERIES = 12 * GRID, 29 * GRID
"""From terminals to the first pad of the pull-ups, of the series resistors."""
CONVERTER_AT: Final = -3.4, 8.7
"""The middle of the converter's board."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a part's first pad is, and how far it is turned against the clock, in degrees."""

    x: float
    y: float
    turn: int = 0

    def at(self, x: float, y: float) -> Point:
        """A point of the part on the board."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        return round(self.x + x * c + y * s, 4), round(self.y - x * s + y * c, 4)


@dataclass(slots=True)
class BoardLayout:
    """``outline`` is a closed line; ``holes`` are centres and drills of what holds the board."""

    circuit: Circuit
    outline: list[Point]
    holes: list[tuple[Point, float]]
    title: str
    title_at: Point
    places: dict[str, Placement] = field(default_factory=dict)

    def pads(self) -> list[tuple[Component, Pad, Point]]:
        """Every pad with its part and its place."""
        return [
            (part, pad, self.places[part.ref].at(pad.x, pad.y))
            for part in self.circuit.parts
            for pad in part.package.pads
        ]


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


# The board on the Raspberry Pi's header.

_LEFT, _TOP = -HEADER_PIN_1[0], -HEADER_PIN_1[1]
HEADER_BOARD: Final = _box(_LEFT, _TOP, _LEFT + HEADER_SIZE[0], _TOP + HEADER_SIZE[1])
TOP_SEATS: Final = 6


def header_holes() -> list[tuple[Point, float]]:
    """The two of the Pi beside its header, and two on the tray's bosses."""
    upper = sorted(PI_HOLES.centres, key=lambda at: -at[1])[:2]
    return [
        ((PI_AT_HEADER[0] + x, PI_AT_HEADER[1] - y), PI_HOLES.drill_mm)
        for x, y in (*upper, *header_bosses())
    ]


def header_layout(circuit: Circuit, title: str) -> BoardLayout:
    """Seats along the far edge and the left one, each line's resistors behind its terminal."""
    made = BoardLayout(circuit, HEADER_BOARD, header_holes(), title, (33.0, -8.5))
    made.places["J1"] = Placement(0, 0)
    seats = [part for part in circuit.others if part.title.startswith("SEAT")]
    others = [part for part in circuit.others if part.title and part not in seats]
    wide = len(seats[0].labels) * 2.54 + GRID
    first = round((6.63 + wide * (min(len(seats), TOP_SEATS) - 1) / 2) / GRID) * GRID
    half = round((len(seats[0].labels) - 1) * 1.27 / GRID) * GRID
    for i, part in enumerate(seats[:TOP_SEATS]):
        made.places[part.ref] = Placement(first + half - wide * i, -113 * GRID, 180)
    y = -68 * GRID
    for part in (*seats[TOP_SEATS:], *others):
        made.places[part.ref] = Placement(-62 * GRID, y, 270)
        y += len(part.labels) * 2.54 + 2 * GRID
    for part in (*seats, *others):
        _resistors(made, part)
    _inside(made)
    return made


def _resistors(made: BoardLayout, block: Component) -> None:
    """Behind each pin of a terminal the resistors of its line, inwards."""
    place = made.places[block.ref]
    chains = {chain.series.nets["2"]: chain for chain in made.circuit.chains}
    for pad in block.package.pads:
        chain = chains.get(block.nets.get(pad.name)) if pad.name else None
        if chain is None:
            continue
        x, y = place.at(pad.x, -ROW_PULL)
        if chain.pull is not None:
            made.places[chain.pull.ref] = Placement(x, y, (place.turn + 90) % 360)
        x, y = place.at(pad.x, -ROW_SERIES - 12 * GRID)
        made.places[chain.series.ref] = Placement(x, y, (place.turn + 270) % 360)


def _inside(made: BoardLayout) -> None:
    """Chips, fuse and lamps' transistors."""
    small = {"R": 0, "C": 0}
    for part in made.circuit.others:
        kind = part.ref[0]
        if part.ref in made.places:
            continue
        if kind == "U":
            made.places[part.ref] = Placement(4 * GRID, -66 * GRID)
        elif kind == "F":
            made.places[part.ref] = Placement(0, -40 * GRID)
        elif kind == "Q":
            _lamp(made, part)
        elif part.value in ("2k2", "100n"):
            made.places[part.ref] = Placement((30 + 6 * small[kind]) * GRID, -50 * GRID, 270)
            if kind == "C":
                made.places[part.ref] = Placement(-8 * GRID, -50 * GRID, 270)
            small[kind] += 1


def _lamp(made: BoardLayout, part: Component) -> None:
    """A lamp's transistor and its resistor, behind the lamp's terminals."""
    (block,) = [p for p in made.circuit.others if part.nets["3"] in p.nets.values() and p.title]
    x, y = made.places[block.ref].at(5 * 2.54, -14 * GRID)
    made.places[part.ref] = Placement(x - 4 * GRID, y)
    (gate,) = [
        p for p in made.circuit.others if p.value == "100k" and p.nets["1"] == part.nets["2"]
    ]
    made.places[gate.ref] = Placement(x, y + 6 * GRID, 270)


PLUG_BOARD: Final = _box(-6.0, -33.0, 60.0, 30.0)


def plug_layout(circuit: Circuit, title: str) -> BoardLayout:
    """Each line's parts in its own column: of even pins beyond the header, of odd ones below it."""
    made = BoardLayout(circuit, PLUG_BOARD, [], title, (16.0, 24.0))
    header = circuit.part("J1")
    made.places["J1"] = Placement(0, 0)
    columns = {net: int(pin) for pin, net in header.nets.items() if net}
    for part in circuit.others:
        if part.title == "PROBE":
            made.places[part.ref] = Placement(82 * GRID, -36 * GRID)
            continue
        nets = list(part.nets.values())
        own = [columns[net] for net in nets if net in columns and net[:4] == "GPIO"]
        own += [int(net[5:]) for net in nets if net and net.startswith("LIGHT")]
        if part.title.isdigit():
            made.places[part.ref] = _on_plug(own[0], 0)
        elif part.ref[0] == "R" and own:
            made.places[part.ref] = _on_plug(own[0], 4)
        elif part.ref[0] == "D":
            made.places[part.ref] = _on_plug(own[0], 24)
        elif part.value == "330":
            made.places[part.ref] = Placement(82 * GRID, -14 * GRID, 90)
    return made


def _on_plug(pin: int, deep: int) -> Placement:
    """So many steps of the grid beyond the hole of a pin's column; a light, of which every second
    one stands farther, has its plus towards the header."""
    column = (pin - 1) // 2
    light = deep > 16
    steps = deep + 4 + 8 * (column % 2) if light else deep
    if pin % 2:
        return Placement(column * 4 * GRID, (6 + steps) * GRID, 90 if light else 270)
    return Placement(column * 4 * GRID, (-10 - steps) * GRID, 270 if light else 90)


# The pad's boards.


def pad_layout(circuit: Circuit, title: str) -> BoardLayout:
    """The Pico's disc in the hub, or the converter's board in the box."""
    if circuit.part("U1").value == "MCP3008":
        return _converter_layout(circuit, title)
    steps = 120
    disc = [
        (PAD_DISC_MM / 2 * cos(2 * pi * i / steps), PAD_DISC_MM / 2 * sin(2 * pi * i / steps))
        for i in range(steps)
    ]
    holes = [((x, y), PAD_HOLES.drill_mm) for x, y in PAD_HOLES.centres]
    made = BoardLayout(circuit, disc, holes, title, (0.0, -29.0))
    made.places |= {"U1": Placement(-14 * GRID, -22 * GRID), "U2": Placement(22 * GRID, -22 * GRID)}
    mux = circuit.part("U2")
    across = {mux.nets[pad.name]: (pad.y, pad.x) for pad in mux.package.pads if pad.name}
    rows = sorted(circuit.chains, key=lambda chain: across[chain.series.nets["1"]])
    for i, chain in enumerate(rows):
        y = (4 * i - 2 * len(rows) + 2) * GRID
        made.places[chain.series.ref] = Placement(-20 * GRID, y, 180)
        if chain.pull is not None:
            made.places[chain.pull.ref] = Placement(-36 * GRID, y, 180)
    petals = [part for part in circuit.others if part.title.startswith("PETAL")]
    left = (len(petals) + 1) // 2
    for i, part in enumerate(petals[:left]):
        made.places[part.ref] = Placement(-56 * GRID, (22 - 12 * i) * GRID, 90)
    for i, part in enumerate(petals[left:]):
        made.places[part.ref] = Placement(56 * GRID, (-22 + 12 * i) * GRID, 270)
    for part in circuit.others:
        if part.title in _TOP_ROW:
            made.places[part.ref] = Placement(_TOP_ROW[part.title] * GRID, -56 * GRID)
    made.places |= _beside_pico(circuit)
    return made


_TOP_ROW: Final = {"CABLE": -18, "REED": -4, "LIS3DH": 6}


def _beside_pico(circuit: Circuit) -> dict[str, Placement]:
    spots = {
        "10k": Placement(-32 * GRID, -36 * GRID),
        "10": Placement(20 * GRID, -30 * GRID),
        "10u": Placement(20 * GRID, -36 * GRID),
        "100n": Placement(38 * GRID, -32 * GRID),
    }
    loose = [part for part in circuit.others if part.ref[0] in "RC"]
    return {part.ref: spots[part.value] for part in loose}


def _converter_layout(circuit: Circuit, title: str) -> BoardLayout:
    (x, y), (wide, high) = CONVERTER_AT, CONVERTER_SIZE
    outline = _box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    holes = [((x + a, y + b), CONVERTER_HOLES.drill_mm) for a, b in CONVERTER_HOLES.centres]
    made = BoardLayout(circuit, outline, holes, title, (-4.0, 29.0))
    made.places["U1"] = Placement(0, 0)
    for i, chain in enumerate(circuit.chains):
        made.places[chain.series.ref] = Placement(-6 * GRID, 4 * i * GRID, 180)
        if chain.pull is not None:
            made.places[chain.pull.ref] = Placement(-23 * GRID, 4 * i * GRID, 180)
    petals = [part for part in circuit.others if part.title.startswith("PETAL")]
    for i, part in enumerate(petals):
        made.places[part.ref] = Placement(-46 * GRID, (-12 + 13 * i) * GRID, 270)
    (pi_block,) = [part for part in circuit.others if part.title == "PI"]
    made.places[pi_block.ref] = Placement(36 * GRID, 24 * GRID, 90)
    small = [part for part in circuit.others if part.ref[0] == "C"]
    for i, part in enumerate(small):
        made.places[part.ref] = Placement(18 * GRID, (-2 + 14 * i) * GRID, 270)
    return made
