"""A schematic's drawing: symbols, wires and labels on a sheet; millimetres, y down.

``schematic`` writes it for KiCad, ``pictures`` for people. Every end is on a grid of 1.27 mm.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from deploy.kit.design import Point
from deploy.kit.electronics.netlist import Chain, Circuit, Component
from deploy.kit.electronics.packages import Package

STEP: Final = 2.54
PIN: Final = 2.54
STUB: Final = 2.54
COLUMN: Final = 68.58
ROW: Final = 12.7
TOP: Final = 25.4
PAPERS: Final = {"A3": (420.0, 297.0), "A2": (594.0, 420.0)}
BELOW_TITLE: Final = 40.0
"""What KiCad's title block takes at the foot."""


@dataclass(frozen=True, slots=True)
class SymbolPin:
    """``at`` is its free end, from the symbol's middle; ``side``: -1 at the left, 1 at the right,
    0 above or below."""

    number: str
    name: str
    at: Point
    side: int


@dataclass(frozen=True, slots=True)
class Symbol:
    """``box`` is its half width and half height; ``plates``: a capacitor's."""

    key: str
    pins: tuple[SymbolPin, ...]
    box: Point
    plates: bool = False


@dataclass(frozen=True, slots=True)
class PlacedSymbol:
    """A part's symbol on the sheet, its middle ``at`` a point in millimetres."""

    part: Component
    symbol: Symbol
    at: Point

    def end(self, pin: SymbolPin) -> Point:
        """Where a wire meets its pin."""
        return round(self.at[0] + pin.at[0], 2), round(self.at[1] + pin.at[1], 2)


@dataclass(frozen=True, slots=True)
class NetLabel:
    """A net's name at a wire's end; ``side``: where the words go."""

    net: str
    at: Point
    side: int


@dataclass(slots=True)
class Sheet:
    """One schematic. ``paper`` is a name of PAPERS."""

    circuit: Circuit
    title: str
    paper: str = "A3"
    placed: list[PlacedSymbol] = field(default_factory=list)
    wires: list[tuple[Point, Point]] = field(default_factory=list)
    labels: list[NetLabel] = field(default_factory=list)
    junctions: list[Point] = field(default_factory=list)
    open_pins: list[Point] = field(default_factory=list)


LYING: Final = Symbol(
    "R", (SymbolPin("1", "", (-5.08, 0), -1), SymbolPin("2", "", (5.08, 0), 1)), (2.54, 1.0)
)
UPRIGHT: Final = Symbol(
    "R_UP", (SymbolPin("1", "", (0, 3.81), 0), SymbolPin("2", "", (0, -3.81), 0)), (1.0, 2.0)
)
FUSE: Final = Symbol("F", LYING.pins, (2.54, 1.0))
PLATES: Final = Symbol("C", LYING.pins, (0.6, 2.0), plates=True)
LIGHT: Final = Symbol("D", LYING.pins, (1.5, 1.5))
_KNOWN: Final = {"R": LYING, "F": FUSE, "C": PLATES, "D": LIGHT}


def symbol(package: Package) -> Symbol:
    """A package's symbol: a box with its pins at both sides, or a two-ended part."""
    if package.key in _KNOWN:
        return _KNOWN[package.key]
    rows = max(len(package.left), len(package.right))
    half = (8.89 if package.right else 5.08), (rows // 2 + 1) * STEP
    pins = []
    for side, those in ((-1, package.left), (1, package.right)):
        for i, (number, name) in enumerate(those):
            at = side * (half[0] + PIN), (i - (rows - 1) // 2) * STEP
            pins.append(SymbolPin(number, name, at, side))
    return Symbol(package.key, tuple(pins), half)


def drawn(circuit: Circuit, title: str) -> Sheet:
    """Boxes in columns, then each line with its resistors, on the smallest paper that holds
    them. Raises ValueError if none does."""
    for paper in PAPERS:
        sheet = Sheet(circuit, title, paper)
        if _fill(sheet):
            return sheet
    raise ValueError(f"{title}: too much for a sheet")


def _fill(sheet: Sheet) -> bool:
    across, along = PAPERS[sheet.paper]
    column, y = 0, TOP
    middle = 45.72

    def place(high: float) -> Point:
        nonlocal column, y
        if y + high > along - BELOW_TITLE:
            column, y = column + 1, TOP
        found = round(middle + column * COLUMN, 2), round(y, 2)
        y += high
        return found

    for part in sheet.circuit.others:
        shape = symbol(part.package)
        up = (max(-pin.at[1] for pin in shape.pins) // STEP) * STEP + STEP
        x, at = place(ceil(2 * shape.box[1] / STEP + 4) * STEP)
        _box(sheet, PlacedSymbol(part, shape, (x, round(at + up + STEP, 2))))
    column, y = column + 1, TOP
    for chain in sheet.circuit.chains:
        x, at = place(ROW)
        _chain(sheet, chain, (round(x - 10.16, 2), round(at + 7.62, 2)))
    return middle + column * COLUMN + COLUMN / 2 < across


def _box(sheet: Sheet, placed: PlacedSymbol) -> None:
    """Each pin with a short wire and its net's name."""
    sheet.placed.append(placed)
    for pin in placed.symbol.pins:
        end, net = placed.end(pin), placed.part.nets[pin.number]
        if net is None:
            sheet.open_pins.append(end)
        else:
            out = round(end[0] + pin.side * STUB, 2), end[1]
            sheet.wires.append((end, out))
            sheet.labels.append(NetLabel(net, out, pin.side))


def _chain(sheet: Sheet, chain: Chain, at: Point) -> None:
    """A line's name, its series resistor, its pull-up, its cable's name."""
    x, y = at
    first = PlacedSymbol(chain.series, LYING, (round(x + 7.62, 2), y))
    sheet.placed.append(first)
    line, cable = (chain.series.nets[pin] or "" for pin in "12")
    node, end = (round(x + 15.24, 2), y), (round(x + 20.32, 2), y)
    sheet.wires.append(((x, y), first.end(LYING.pins[0])))
    sheet.labels.append(NetLabel(line, (x, y), -1))
    sheet.labels.append(NetLabel(cable, end, 1))
    if chain.pull is None:
        sheet.wires.append((first.end(LYING.pins[1]), end))
        return
    sheet.wires += [(first.end(LYING.pins[1]), node), (node, end)]
    pull = PlacedSymbol(chain.pull, UPRIGHT, (node[0], round(y - 3.81, 2)))
    sheet.placed.append(pull)
    sheet.junctions.append(node)
    sheet.labels.append(NetLabel(chain.pull.nets["2"] or "", pull.end(UPRIGHT.pins[1]), 1))


def symbols(sheet: Sheet) -> Iterable[Symbol]:
    """Each symbol of a sheet once."""
    return {placed.symbol.key: placed.symbol for placed in sheet.placed}.values()
