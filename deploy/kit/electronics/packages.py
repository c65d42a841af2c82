"""What is soldered: pads, bodies and symbols, from the makers' drawings; millimetres, y down.

A footprint's middle is pad 1. All pads go through the board: a person solders them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from deploy.drawing import pins
from drivers.boards import header_pins

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
PITCH: Final = 2.54


@dataclass(frozen=True, slots=True)
class Pad:
    """``name`` is the pin's number; "" for a hole without copper."""

    name: str
    x: float
    y: float
    drill: float
    size: float


@dataclass(frozen=True, slots=True)
class Package:
    """``body`` is what the part covers; ``names`` the pins' names, by number, in the order in
    which a schematic shows them: left side downwards, then right side downwards."""

    key: str
    pads: tuple[Pad, ...]
    body: Box
    left: tuple[tuple[str, str], ...] = ()
    right: tuple[tuple[str, str], ...] = ()
    below: bool = False
    """Soldered from above, its body on the lower side."""

    @property
    def pins(self) -> tuple[str, ...]:
        """The numbers of its pins."""
        return tuple(dict.fromkeys(pad.name for pad in self.pads if pad.name))


def _two(key: str, pitch: float, drill: float, body: Box) -> Package:
    pads = (Pad("1", 0, 0, drill, 1.6), Pad("2", pitch, 0, drill, 1.6))
    return Package(key, pads, body)


RESISTOR: Final = _two("R", 7.62, 0.8, (1.06, -1.2, 6.56, 1.2))
"""A quarter of a watt, lying: 6.3 mm long."""
LED: Final = _two("D", PITCH, 0.9, (-1.0, -1.75, 3.54, 1.75))
"""3 mm: 1 is its minus, at the flat side."""
DISC: Final = _two("C", 5.0, 0.8, (-1.1, -1.3, 6.1, 1.3))
"""A ceramic disc, 5 mm between its wires."""
FUSE: Final = Package(
    "F",
    (Pad("1", 0, 0, 1.3, 3.0), Pad("2", 22.5, 0, 1.3, 3.0), Pad("", 11.25, 0, 2.7, 2.7)),
    (-1.75, -4.8, 24.25, 4.8),
)
"""An open holder for 5 × 20 mm: Schurter 0031.8201."""
MOSFET: Final = Package(
    "Q",
    tuple(Pad(str(n + 1), n * PITCH, 0, 0.8, 1.5) for n in range(3)),
    (-1.0, -2.6, 6.08, 1.8),
    (("2", "G"),),
    (("3", "D"), ("1", "S")),
)
"""TO-92, wires spread to 2.54 mm: source, gate, drain (TN0702)."""


@cache
def terminals(count: int) -> Package:
    """Screw terminals, 2.54 mm: Phoenix MPT 0,5; the wires come in at +y."""
    pads = [Pad(str(n + 1), n * PITCH, 0, 1.1, 1.7) for n in range(count)]
    pegs = [Pad("", n * PITCH, PITCH, 1.1, 1.1) for n in range(count)]
    box = (-1.5, -3.1, (count - 1) * PITCH + 1.5, 3.3)
    shown = tuple((str(n + 1), "") for n in range(count))
    return Package(f"MPT_{count}", (*pads, *pegs), box, shown)


@cache
def wires(count: int) -> Package:
    """Holes that a cable's wires are soldered into."""
    pads = tuple(Pad(str(n + 1), n * PITCH, 0, 1.1, 1.8) for n in range(count))
    box = (-1.25, -1.25, (count - 1) * PITCH + 1.25, 1.25)
    return Package(f"WIRES_{count}", pads, box, tuple((str(n + 1), "") for n in range(count)))


def dip(names: dict[str, int], wide: float, count: int, also: float = 0.0) -> Package:
    """A chip in a socket; ``also``: another place of its right row, for the narrow body."""
    half, by_pin = count // 2, {pin: name for name, pin in names.items()}
    pads = [Pad(str(n + 1), 0, n * PITCH, 0.8, 1.6) for n in range(half)]
    for x in (also, wide) if also else (wide,):
        pads += [Pad(str(count - n), x, n * PITCH, 0.8, 1.6) for n in range(half)]
    body = (1.0, -1.3, wide - 1.0, (half - 1) * PITCH + 1.3)
    left = tuple((str(n + 1), by_pin.get(n + 1, "")) for n in range(half))
    right = tuple((str(count - n), by_pin.get(count - n, "")) for n in range(half))
    return Package(f"DIP_{count}", tuple(pads), body, left, right)


MCP3008: Final = dip(pins.MCP3008, 7.62, 16)
MCP23017: Final = dip(pins.MCP23017, 7.62, 28)
MUX: Final = dip(
    {f"C{n}": pin for n, pin in pins.MUX_CHANNEL.items()} | pins.MUX_OTHER, 15.24, 24, 7.62
)
"""The 74HC4067 is made 15.24 mm wide and 7.62 mm: either goes in."""


def _header() -> Package:
    names = {pin: f"GPIO{line}" for line, pin in header_pins.HEADER.items()}
    names |= dict.fromkeys(pins.GROUND_PINS, "GND") | dict.fromkeys((1, 17), "3V3")
    names |= dict.fromkeys((2, 4), "5V")
    pads = [Pad(str(n + 1), (n // 2) * PITCH, -PITCH * (n % 2), 1.0, 1.7) for n in range(pins.PINS)]
    sides = [tuple((str(pin), names[pin]) for pin in range(first, 41, 2)) for first in (1, 2)]
    return Package("HEADER", tuple(pads), (-1.27, -3.81, 49.53, 1.27), sides[0], sides[1], True)


HEADER: Final = _header()
"""A socket onto the Raspberry Pi's header, below the board; seen from above."""


def _pico() -> Package:
    pads = [Pad(str(n + 1), 0, n * PITCH, 1.0, 1.7) for n in range(20)]
    pads += [Pad(str(40 - n), 17.78, n * PITCH, 1.0, 1.7) for n in range(20)]
    sides = [
        tuple((str(pin), pins.pico_name(pin)) for pin in those)
        for those in (range(1, 21), range(40, 20, -1))
    ]
    return Package("PICO", tuple(pads), (-1.61, -1.37, 19.39, 49.63), sides[0], sides[1])


PICO: Final = _pico()
"""Two strips of sockets; its USB socket is at the side of pins 1 and 40."""
