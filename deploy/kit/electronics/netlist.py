"""What is on each board and what is joined to what: from the wires that the guide is made from.

``circuit`` says which pin has which wire; here is only what sits between a pin and its cable: the
guide's resistors, and terminals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from deploy.drawing import circuit
from deploy.drawing.circuit import PULLED_UP, PinWire
from deploy.kit.electronics import packages
from deploy.kit.electronics.packages import Package
from drivers.boards.config import BoardFile

SIGNS: Final = {"left": "<", "right": ">", "ok": "o", "back": "x"}
"""The buttons' signs, as far as a board's font has them."""
OPEN: Final = ("free", "reserved", "no-input", "usb")
"""Keys of pins that are joined to nothing on a board."""
R1K, R10K, R100K, R330, R2K2, R10 = "1k", "10k", "100k", "330", "2k2", "10"
LAMP_FUSE: Final = "T 0.5 A"


@dataclass(frozen=True, slots=True)
class Component:
    """One part: ``nets`` by pin number, None for a pin that stays open. ``labels``: what is
    printed beside its pins; ``title``: what it is for."""

    ref: str
    package: Package
    value: str
    nets: dict[str, str | None]
    labels: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """A line and its resistors: ``series`` from the pin to the cable, ``pull`` from there."""

    series: Component
    pull: Component | None = None


@dataclass(frozen=True, slots=True)
class Circuit:
    """One board's parts. ``name`` is its files' name."""

    name: str
    chains: tuple[Chain, ...]
    others: tuple[Component, ...]

    @property
    def parts(self) -> tuple[Component, ...]:
        """All of them, chips and terminals first."""
        small = [
            part for chain in self.chains for part in (chain.series, chain.pull) if part is not None
        ]
        return (*self.others, *small)

    def part(self, ref: str) -> Component:
        """Raises KeyError."""
        return {part.ref: part for part in self.parts}[ref]


def net(wire: PinWire) -> str | None:
    """The net of a pin that goes on without anything between; None for an open one."""
    group, _, rest = wire.key.partition(".")
    if group in OPEN:
        return None
    if group == "ground":
        return "AGND" if rest in ("sensors", "converter") else "GND"
    if group == "v3":
        return {"pico": "V3_PAD", "mux": "V3_PAD", "sensors": "VREF"}.get(
            rest, f"V3_{rest}".upper()
        )
    if group == "v5":
        return "V5"
    return {"reed": "SEATED", "sync.line": "SYNC"}.get(wire.key, wire.key.replace(".", "_").upper())


def cable_net(key: str) -> str:
    """The net beyond a line's series resistor: words count seats from 1."""
    if found := re.fullmatch(r"buttons\.seat\[(\d)\]\.(\w+)", key):
        return f"SEAT{int(found[1]) + 1}_{found[2].upper()}"
    if found := re.fullmatch(r"sensor\.(\d)\.(\w+)", key):
        return f"PETAL{int(found[1]) + 1}_{found[2].upper()}"
    return {"power.line": "POWER", "seated.line": "SEATED", "sync.line": "SYNC"}[key]


class Maker:
    """Collects a board's parts and numbers them."""

    def __init__(self) -> None:
        self.chains: list[Chain] = []
        self.others: list[Component] = []
        self._used: dict[str, int] = {}

    def made(
        self, kind: str, package: Package, value: str, *nets: str | None, title: str = ""
    ) -> Component:
        """A part with its pins' nets in order."""
        self._used[kind] = self._used.get(kind, 0) + 1
        by_pin = dict(zip(package.pins, nets, strict=True))
        return Component(f"{kind}{self._used[kind]}", package, value, by_pin, title=title)

    def chain(self, line: str, key: str, series: str, pull: tuple[str, str] | None) -> None:
        """From a line's net to its cable's; ``pull``: a value and a net."""
        cable = cable_net(key)
        first = self.made("R", packages.RESISTOR, series, line, cable)
        second = self.made("R", packages.RESISTOR, pull[0], cable, pull[1]) if pull else None
        self.chains.append(Chain(first, second))

    def two(self, kind: str, package: Package, value: str, first: str, second: str) -> None:
        self.others.append(self.made(kind, package, value, first, second))

    def block(self, package: Package, title: str, pins: Iterable[tuple[str, str]]) -> None:
        """Terminals or a cable's holes; each pin a label and its net."""
        labels, nets = zip(*pins, strict=True)
        part = self.made("J", package, title, *nets, title=title)
        self.others.append(Component(part.ref, package, title, part.nets, labels, title))

    def chip(self, package: Package, value: str, nets: dict[int, str | None]) -> None:
        self._used["U"] = self._used.get("U", 0) + 1
        by_pin = {pin: nets.get(int(pin)) for pin in package.pins}
        self.others.append(Component(f"U{self._used['U']}", package, value, by_pin))

    def circuit(self, name: str) -> Circuit:
        return Circuit(name, tuple(self.chains), tuple(self.others))


def header_board(board: BoardFile) -> Circuit:
    """The board on the Raspberry Pi's header: every line's resistors, every cable's terminals."""
    make, wires = Maker(), circuit.header(board)
    nets = [_header_net(wire) for wire in wires]
    make.others.append(make.made("J", packages.HEADER, "Raspberry Pi", *nets))
    for wire in wires:
        if _chained(wire):
            _line(make, wire, "V3_BUTTONS")
    chip = circuit.expander(board)
    if chip:
        _expander(make, chip)
    for seat in range(board.seats):
        pins = [(sign, cable_net(f"buttons.seat[{seat}].{name}")) for name, sign in SIGNS.items()]
        pins.append(("G", "GND"))
        if board.lamps is not None:
            pins += [("L", f"LAMP{seat + 1}"), ("5V", "V5_FUSED")]
        make.block(packages.terminals(len(pins)), f"SEAT{seat + 1}", pins)
    make.block(packages.terminals(2), "ON", [("P", "POWER"), ("G", "GND")])
    if board.seated is not None:
        make.block(packages.terminals(2), "REED", [("R", "SEATED"), ("G", "GND")])
    if board.mcp3008 is not None:
        pad = [("3V", "V3_CONVERTER"), ("G", "GND"), ("CK", "SPI_SCLK"), ("DO", "SPI_MISO")]
        make.block(packages.terminals(6), "PAD", [*pad, ("DI", "SPI_MOSI"), ("CS", "SPI_CE")])
    if board.sync is not None:
        make.block(packages.terminals(2), "SYNC", [("S", "SYNC"), ("*", "GND")])
    if board.lamps is not None:
        _lamps(make, [wire.line for wire in wires if wire.key.startswith("lamps")])
    return make.circuit("header")


def _chained(wire: PinWire) -> bool:
    return wire.key.startswith(("buttons", "seated", "power", "sync"))


def _header_net(wire: PinWire) -> str | None:
    """A line's own name, where something sits behind it; the header's grounds are one rail."""
    if _chained(wire) or wire.key.startswith("lamps"):
        return wire.line
    return "GND" if wire.line == "GND" else net(wire)


def _line(make: Maker, wire: PinWire, rail: str) -> None:
    """The rules of the guide: 1 kΩ, 10 kΩ to 3.3 V; 330 Ω alone where the Pi pulls up; SYNC is an
    output."""
    own = wire.line in PULLED_UP
    pulled = not own and not wire.key.startswith("sync")
    make.chain(wire.line, wire.key, R330 if own else R1K, (R10K, rail) if pulled else None)


def _expander(make: Maker, wires: tuple[PinWire, ...]) -> None:
    """The MCP23017, its buttons' resistors, the pull-ups of its bus."""
    nets: dict[int, str | None] = {}
    for wire in wires:
        own = wire.key.startswith("buttons")
        nets[wire.pin] = wire.line if own else net(wire)
        if own:
            _line(make, wire, "V3_EXPANDER")
    make.chip(packages.MCP23017, "MCP23017", nets)
    for name in ("I2C_SDA", "I2C_SCL"):
        make.two("R", packages.RESISTOR, R2K2, name, "V3_EXPANDER")
    make.two("C", packages.DISC, "100n", "V3_EXPANDER", "GND")


def _lamps(make: Maker, gates: list[str]) -> None:
    """A MOSFET a seat, 100 kΩ at its gate, one fuse before all lamps."""
    make.two("F", packages.FUSE, LAMP_FUSE, "V5", "V5_FUSED")
    for seat, gate in enumerate(gates, 1):
        part = make.made("Q", packages.MOSFET, "TN0702", "GND", gate, f"LAMP{seat}")
        make.others.append(part)
        make.two("R", packages.RESISTOR, R100K, gate, "GND")


def plug_board(board: BoardFile) -> Circuit:
    """A plug onto the header for a Pi without a table: each input line with its pull-up and a hole
    to touch with the probe, each output with a light."""
    make, wires = Maker(), circuit.header(board)
    nets = [
        wire.line if _chained(wire) or wire.key.startswith("lamps") else _rail(wire)
        for wire in wires
    ]
    make.others.append(make.made("J", packages.HEADER, "Raspberry Pi", *nets))
    for wire in wires:
        if wire.key.startswith(("lamps", "sync")):
            light = f"LIGHT{wire.pin}"
            make.two("R", packages.RESISTOR, R1K, wire.line, light)
            make.two("D", packages.LED, "LED", "GND", light)
        elif _chained(wire):
            make.block(packages.wires(1), f"{wire.pin}", [("", wire.line)])
            if wire.line not in PULLED_UP:
                make.two("R", packages.RESISTOR, R10K, wire.line, "V3_BUTTONS")
    make.two("R", packages.RESISTOR, R330, "GND", "PROBE")
    make.block(packages.wires(1), "PROBE", [("", "PROBE")])
    return make.circuit("plug")


def _rail(wire: PinWire) -> str | None:
    """Supplies and grounds, and nothing else."""
    return {"GND": "GND"}.get(wire.line, "V3_BUTTONS" if wire.key == "v3.buttons" else None)


def pad_board(board: BoardFile) -> Circuit:
    """What reads the sensors: the Pico and its multiplexer, or the MCP3008."""
    make = Maker()
    wires = circuit.converter(board) or circuit.multiplexer(board)
    nets: dict[int, str | None] = {}
    for wire in wires:
        sensor = wire.key.startswith("sensor")
        nets[wire.pin] = wire.line if sensor else net(wire)
        if sensor:
            make.chain(wire.line, wire.key, R1K, (R10K, "AGND"))
    supply = "VREF" if board.controller is not None else "V3_CONVERTER"
    block = packages.wires if board.controller is not None else packages.terminals
    if board.controller is not None:
        pico = {wire.pin: net(wire) for wire in circuit.pico()}
        make.chip(packages.PICO, "Raspberry Pi Pico", pico)
        make.chip(packages.MUX, "74HC4067", nets)
    else:
        make.chip(packages.MCP3008, "MCP3008", nets)
    for seat in range(board.seats):
        top, under = (cable_net(f"sensor.{seat}.{part}") for part in ("top", "under"))
        pins = [("V", supply), ("T", top), ("U", under)]
        make.block(block(3), f"PETAL{seat + 1}", pins)
    if board.controller is not None:
        _pico_cables(make)
    else:
        pad = [("3V", "V3_CONVERTER"), ("G", "AGND"), ("CK", "SPI_SCLK"), ("DO", "SPI_MISO")]
        make.block(packages.terminals(6), "PI", [*pad, ("DI", "SPI_MOSI"), ("CS", "SPI_CE")])
        make.two("C", packages.DISC, "100n", "V3_CONVERTER", "AGND")
        make.two("C", packages.DISC, "10u", "V3_CONVERTER", "AGND")
    return make.circuit("pad")


def _pico_cables(make: Maker) -> None:
    make.block(packages.wires(3), "CABLE", [("S", "SYNC"), ("L", "LIGHT"), ("*", "GND")])
    make.block(packages.wires(2), "REED", [("R", "SEATED"), ("G", "GND")])
    acc = [("3V", "V3_PAD"), ("G", "GND"), ("DA", "ACC_SDA"), ("CL", "ACC_SCL")]
    make.block(packages.wires(4), "LIS3DH", acc)
    make.two("R", packages.RESISTOR, R10K, "SEATED", "V3_PAD")
    make.two("R", packages.RESISTOR, R10, "V3_PAD", "VREF")
    make.two("C", packages.DISC, "10u", "VREF", "AGND")
    make.two("C", packages.DISC, "100n", "V3_PAD", "GND")
