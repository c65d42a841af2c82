"""What is wired to what: from the board file, the pad controller's program and the pin maps.

Tables and drawings are made from these wires alone, so they cannot differ.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from deploy.drawing import pins
from drivers.boards import header_pins
from drivers.boards.config import POWER_LINE, SPI_BUS, SPI_SELECT, BoardFile
from drivers.firmware.lights import IDLE_MA, WHITE_MA

ROOT: Final = Path(__file__).parents[2]
BOARDS: Final = ("mk1", "mk2", "mk2-8")
CONTROLLER: Final = ROOT / "drivers" / "firmware" / "main.py"
EXPANDER: Final = "mcp23017"
I2C: Final = {"i2c.sda": 22, "i2c.scl": 23, "i2c.int": 24}
"""The port expander's lines on the header."""
EXPANDER_OVERLAY: Final = (
    "[pi4]",
    "dtoverlay=i2c6,pins_22_23,baudrate=400000",
    f"dtoverlay=mcp23017,i2c6,addr=0x20,gpiopin={I2C['i2c.int']}",
    "[pi5]",
    "dtoverlay=i2c3-pi5,pins_22_23,baudrate=400000",
    f"dtoverlay=mcp23017,i2c3,addr=0x20,gpiopin={I2C['i2c.int']}",
    "[all]",
)
PULLED_UP: Final = ("GPIO2", POWER_LINE)
"""These lines have 1.8 k to 3.3 V on the Raspberry Pi itself."""
COLOURS: Final = {
    "left": "white",
    "right": "blue",
    "ok": "green",
    "back": "yellow",
    "lamp": "violet",
    "seated": "brown",
    "power": "pink",
    "sync": "turquoise",
    "spi.sclk": "grey",
    "spi.miso": "turquoise",
    "spi.mosi": "pink",
    "spi.ce": "yellow",
    "i2c.sda": "turquoise",
    "i2c.scl": "grey",
    "i2c.int": "pink",
    "v3": "orange",
    "v5": "red",
    "ground": "black",
    "top": "green",
    "under": "blue",
    "S0": "white",
    "S1": "grey",
    "S2": "violet",
    "S3": "brown",
    "SIG": "yellow",
    "light": "green",
    "sda": "turquoise",
    "scl": "grey",
}


@dataclass(frozen=True, slots=True)
class PinWire:
    """A pin and what it goes to.

    ``key``: the path in the board file, or a name such as ``spi.sclk``, ``ground.seat0``, ``free``.
    ``pin``: of its connector or package; ``line``: what is printed there.
    """

    pin: int
    line: str
    key: str

    @property
    def colour(self) -> str:
        """Of ``PAINT``, by what the wire goes to; "" for none."""
        if self.key in COLOURS:
            return COLOURS[self.key]
        parts = self.key.replace("[", ".").split(".")
        if parts[0] in ("buttons", "sensor", "mux", "acc"):
            return COLOURS[parts[-1]]
        group = {"reed": "seated", "lamps": "lamp"}.get(parts[0], parts[0])
        return COLOURS.get(group, "")

    @property
    def cable(self) -> str:
        """Which cable the wire is in; in one cable no colour comes twice."""
        if found := re.search(r"(?:seat|lines)\[?(\d)", self.key):
            return f"seat{found[1]}"
        group = self.key.split(".")
        return group[1] if group[0] in ("ground", "v3", "v5") else group[0]


@dataclass(frozen=True, slots=True)
class ControllerProgram:
    """What the pad controller's program says of its pins and lights."""

    address: int
    light: int
    reed: int
    sync: int
    sda: int
    scl: int
    segment: int
    ring: int
    budget_ma: int

    def pixels(self, seats: int) -> int:
        return seats * self.segment + self.ring

    def white_ma(self, seats: int) -> int:
        """What all pixels take when they are white."""
        return self.pixels(seats) * WHITE_MA

    def idle_ma(self, seats: int) -> int:
        return self.pixels(seats) * IDLE_MA


def controller() -> ControllerProgram:
    """Read from the program's text: it can be imported on the Pico only.

    Raises KeyError if a constant is no longer there.
    """
    known: dict[str, Any] = {}
    for node in ast.parse(CONTROLLER.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            try:
                value = ast.literal_eval(node.value)
            except ValueError:  # no constant
                continue
            values = value if isinstance(target, ast.Tuple) else [value]
            known |= {
                n.id: v for n, v in zip(names, values, strict=True) if isinstance(n, ast.Name)
            }
    usual = known["USUAL"]
    return ControllerProgram(
        *(known[f"{name}_PIN"] for name in ("ADDRESS", "LIGHT", "REED", "SYNC", "SDA", "SCL")),
        *(usual[name] for name in ("segment", "ring", "budget_ma")),
    )


def header(board: BoardFile) -> tuple[PinWire, ...]:
    """All forty pins of the Raspberry Pi's header, in order."""
    wires = {wire.pin: wire for wire in (*_supplies(board), *_lines(board))}
    names = {pin: f"GPIO{line}" for line, pin in header_pins.HEADER.items()}
    for pin in range(1, pins.PINS + 1):
        if pin not in wires:
            wires[pin] = PinWire(pin, names[pin], "reserved" if pin in pins.ID_PINS else "free")
    return tuple(wires[pin] for pin in sorted(wires))


def expander(board: BoardFile) -> tuple[PinWire, ...]:
    """The port expander's pins, in order of its package; empty if the board has none."""
    lines = [(key, line) for key, line in board.lines() if line.startswith(f"{EXPANDER}/")]
    if not lines:
        return ()
    keys = {
        **dict.fromkeys(("VDD", "RESET"), "v3.expander"),
        **dict.fromkeys(("VSS", "A0", "A1", "A2"), "ground.expander"),
        "SDA": "i2c.sda",
        "SCL": "i2c.scl",
        "INTA": "i2c.int",
        **dict.fromkeys(pins.EXPANDER_NO_INPUTS, "no-input"),
    }
    for key, line in lines:
        offset = int(line.removeprefix(f"{EXPANDER}/"))
        keys[f"GP{'AB'[offset // 8]}{offset % 8}"] = key
    return _package(pins.MCP23017, keys)


def converter(board: BoardFile) -> tuple[PinWire, ...]:
    """The MCP3008's pins, in order of its package; empty if the board has none."""
    if board.mcp3008 is None:
        return ()
    keys = {
        "VDD": "v3.converter",
        "VREF": "v3.converter",
        "AGND": "ground.converter",
        "DGND": "ground.converter",
        "CLK": "spi.sclk",
        "DOUT": "spi.miso",
        "DIN": "spi.mosi",
        "CS": "spi.ce",
        **{f"CH{c.input}": f"sensor.{c.seat}.{c.part}" for c in board.mcp3008.channel},
    }
    return _package(pins.MCP3008, keys)


def _package(names: Mapping[str, int], keys: Mapping[str, str]) -> tuple[PinWire, ...]:
    """A chip's pins in order, by name; what ``keys`` does not name is free."""
    wires = (PinWire(pin, name, keys.get(name, "free")) for name, pin in names.items())
    return tuple(sorted(wires, key=lambda wire: wire.pin))


def multiplexer(board: BoardFile) -> tuple[PinWire, ...]:
    """The 74HC4067: C0 to C15 (address 2 s is *top* of seat s, 2 s + 1 *under*), then the rest."""
    if board.controller is None:
        return ()
    keys = {f"C{n}": "ground.mux" for n in pins.MUX_CHANNEL}
    for n in range(2 * board.seats):
        keys[f"C{n}"] = f"sensor.{n // 2}.{('top', 'under')[n % 2]}"
    keys |= {name: f"mux.{name}" for name in ("S0", "S1", "S2", "S3", "SIG")}
    keys |= {"EN": "ground.mux", "VCC": "v3.mux", "GND": "ground.mux"}
    names = {**{f"C{n}": pin for n, pin in pins.MUX_CHANNEL.items()}, **pins.MUX_OTHER}
    return tuple(PinWire(names[name], name, key) for name, key in keys.items())


def pico() -> tuple[PinWire, ...]:
    """All forty pins of the Pico, in order."""
    known = controller()
    keys = {pins.PICO_GPIO[known.address + n]: f"mux.S{n}" for n in range(4)}
    keys |= {
        pins.PICO_GPIO[26]: "mux.SIG",
        pins.PICO_GPIO[known.reed]: "reed",
        pins.PICO_GPIO[known.sync]: "sync.line",
        pins.PICO_GPIO[known.light]: "light",
        pins.PICO_GPIO[known.sda]: "acc.sda",
        pins.PICO_GPIO[known.scl]: "acc.scl",
        35: "v3.sensors",
        36: "v3.pico",
        33: "ground.sensors",
        38: "ground.mux",
        28: "ground.acc",
        23: "ground.star",
        18: "ground.reed",
        40: "usb",
    }
    return tuple(
        PinWire(pin, pins.pico_name(pin), keys.get(pin, "free")) for pin in range(1, pins.PINS + 1)
    )


def config_lines(board: BoardFile) -> tuple[str, ...]:
    """What the Raspberry Pi's config.txt must say for this board."""
    lines = ["dtparam=i2c_arm=off", "enable_uart=0", f"dtoverlay=gpio-shutdown,gpio_pin={3}"]
    if board.mcp3008 is not None:
        lines += ["dtparam=spi=on", "dtoverlay=spi0-1cs"]
    else:
        lines.append("dtparam=spi=off")
    return (*lines, *(EXPANDER_OVERLAY if expander(board) else ()))


def _lines(board: BoardFile) -> list[PinWire]:
    lines = [(key, line) for key, line in board.lines() if "/" not in line]
    if board.mcp3008 is not None:
        bus, device = board.mcp3008.bus, board.mcp3008.device
        spi = (*SPI_BUS[bus], SPI_SELECT[bus][device])
        lines += zip(("spi.miso", "spi.mosi", "spi.sclk", "spi.ce"), spi, strict=True)
    if expander(board):
        lines += [(key, f"GPIO{line}") for key, line in I2C.items()]
    wires = []
    for key, line in lines:
        pin = header_pins.HEADER[int(line.removeprefix("GPIO"))]
        wires.append(PinWire(pin, line, key))
    return wires


def _supplies(board: BoardFile) -> list[PinWire]:
    """The header's supply pins, each with what hangs on it."""
    on_header = sum("/" not in seat.left for seat in (board.buttons.seat if board.buttons else ()))
    grounded = {
        "power": True,
        **{f"seat{seat}": True for seat in range(on_header)},
        "seated": board.seated is not None,
        "converter": board.mcp3008 is not None,
        "expander": bool(expander(board)),
    }
    uses = [f"ground.{use}" for use, there in grounded.items() if there]
    free = [pin for pin in pins.GROUND_PINS if pin != 39]
    grounds = zip(free, [*uses, *["free"] * len(free)], strict=False)
    other_v3 = "v3.converter" if board.mcp3008 else "v3.expander" if expander(board) else "free"
    return [
        PinWire(1, "3.3 V", "v3.buttons"),
        PinWire(17, "3.3 V", other_v3),
        PinWire(2, "5 V", "v5.lamps" if board.lamps else "free"),
        PinWire(4, "5 V", "free"),
        *(PinWire(pin, "GND", key) for pin, key in grounds),
        PinWire(39, "GND", "ground.star"),
    ]
