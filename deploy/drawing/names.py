"""What a wire is called, and where its other end is, in the reader's language."""

from __future__ import annotations

import re

from deploy.drawing import pins
from deploy.drawing.circuit import PULLED_UP, Wire, controller
from deploy.drawing.words import Words

BUTTON_SIGNS = {"left": "◀", "right": "▶", "ok": "●", "back": "✕"}


def signal(words: Words, key: str) -> str:
    """The name of a wire by its key: `seat 0 ◀`."""
    if found := re.fullmatch(r"buttons\.seat\[(\d)\]\.(\w+)", key):
        return words("seat {seat}").format(seat=found[1]) + f" {BUTTON_SIGNS[found[2]]}"
    if found := re.fullmatch(r"lamps\.lines\[(\d)\]", key):
        return words("lamp of seat {seat}").format(seat=found[1])
    if found := re.fullmatch(r"sensor\.(\d)\.(\w+)", key):
        part = words("top") if found[2] == "top" else words("under")
        return words("seat {seat}").format(seat=found[1]) + ", " + part
    if found := re.fullmatch(r"ground\.seat(\d)", key):
        return words("ground of seat {seat}").format(seat=found[1])
    return words(_NAMES[key]) if key in _NAMES else key.partition(".")[2].upper()


_NAMES = {
    "seated.line": "seated (reed)",
    "reed": "seated (reed)",
    "power.line": "power button",
    "sync.line": "SYNC",
    "light": "light data",
    "usb": "USB to the Raspberry Pi",
    "reserved": "reserved: connect nothing",
    "free": "not connected",
    "no-input": "no input: leave open",
    "ground.power": "ground of the power button",
    "ground.seated": "ground of the reed",
    "ground.reed": "ground of the reed",
    "ground.converter": "ground of the converter",
    "ground.expander": "ground of the expander",
    "ground.star": "to the star point",
    "ground.mux": "ground of the multiplexer",
    "ground.sensors": "ground of all dividers",
    "ground.acc": "ground of the LIS3DH",
    "v3.buttons": "3.3 V of all pull-ups",
    "v3.converter": "3.3 V of converter and sensors",
    "v3.expander": "3.3 V of the expander",
    "v3.sensors": "supply of all sensors",
    "v3.pico": "3.3 V of the pad's chips",
    "v3.mux": "3.3 V of the multiplexer",
    "v5.lamps": "5 V of the lamps",
    "spi.sclk": "SPI clock",
    "spi.miso": "SPI data to the Raspberry Pi",
    "spi.mosi": "SPI data to the converter",
    "spi.ce": "SPI select",
    "i2c.sda": "I2C data",
    "i2c.scl": "I2C clock",
    "i2c.int": "expander's interrupt",
    "acc.sda": "I2C data",
    "acc.scl": "I2C clock",
}


def line(words: Words, wire: Wire) -> str:
    """What is printed at the pin: `GPIO4`, `3.3 V`."""
    volts, _, unit = wire.line.partition(" ")
    return words.unit(volts, unit) if unit else wire.line


def from_header(words: Words, wire: Wire) -> str:
    """What a pin of the Raspberry Pi's header goes to, with what is in between."""
    group = wire.key.split(".")[0].split("[")[0]
    if wire.line in PULLED_UP:
        return words("through {series}, no pull-up: the Pi has 1.8 k").format(
            series=words.ohm("330")
        )
    if group in ("buttons", "seated"):
        return words("through {series}; {pull} to 3.3 V").format(
            series=words.ohm("1 k"), pull=words.ohm("10 k")
        )
    if group == "lamps":
        return words("gate of the lamp's MOSFET, {pull} to ground").format(pull=words.ohm("100 k"))
    if group == "sync":
        pin = pins.PICO_GPIO[controller().sync]
        return words("Pico pin {pin} (GP{gp}), {series} in series").format(
            pin=pin, gp=controller().sync, series=words.ohm("1 k")
        )
    return words.text(_ENDS.get(wire.key, ""))


def at(words: Words, wire: Wire) -> str:
    """What a pin of a converter, multiplexer, expander or Pico goes to."""
    group = wire.key.split(".")[0]
    if group == "sensor":
        return words("sensor, and {pull} to ground").format(pull=words.ohm("10 k"))
    if wire.key.startswith("buttons"):
        return words("through {series}; {pull} to 3.3 V").format(
            series=words.ohm("1 k"), pull=words.ohm("10 k")
        )
    return words.text(_FAR_ENDS.get(wire.key, ""))


_ENDS = {
    "spi.sclk": "MCP3008 pin 13 (CLK)",
    "spi.miso": "MCP3008 pin 12 (DOUT)",
    "spi.mosi": "MCP3008 pin 11 (DIN)",
    "spi.ce": "MCP3008 pin 10 (CS)",
    "i2c.sda": "MCP23017 pin 13 (SDA), 2.2 k to 3.3 V",
    "i2c.scl": "MCP23017 pin 12 (SCL), 2.2 k to 3.3 V",
    "i2c.int": "MCP23017 pin 20 (INTA)",
    "v3.buttons": "rail of the 10 k resistors",
    "v3.converter": "MCP3008 pins 15 and 16, all sensors",
    "v3.expander": "MCP23017 pins 9 and 18, its 10 k",
    "v5.lamps": "fuse 0.5 A, then all lamps",
    "ground.converter": "MCP3008 pins 9 and 14, dividers",
    "ground.expander": "MCP23017 pins 10, 15, 16, 17",
    "ground.star": "star point: the one common ground",
    "ground.power": "the button's other end",
    "ground.seated": "the reed's other end",
    **{f"ground.seat{n}": "the buttons' other ends" for n in range(8)},
}

_FAR_ENDS = {
    "v3.converter": "header pin 17, 100 n and 10 µ to ground",
    "ground.converter": "the header's ground of the converter",
    "spi.sclk": "header pin 23 (GPIO11)",
    "spi.miso": "header pin 21 (GPIO9)",
    "spi.mosi": "header pin 19 (GPIO10)",
    "spi.ce": "header pin 24 (GPIO8)",
    "v3.expander": "header pin 17, 100 n to ground",
    "ground.expander": "the header's ground of the expander",
    "i2c.sda": "header pin 15 (GPIO22)",
    "i2c.scl": "header pin 16 (GPIO23)",
    "i2c.int": "header pin 18 (GPIO24)",
    "mux.S0": "between multiplexer S0 and Pico pin 4",
    "mux.S1": "between multiplexer S1 and Pico pin 5",
    "mux.S2": "between multiplexer S2 and Pico pin 6",
    "mux.S3": "between multiplexer S3 and Pico pin 7",
    "mux.SIG": "between multiplexer SIG and Pico pin 31",
    "ground.mux": "between multiplexer and Pico pin 38",
    "v3.mux": "Pico pin 36, 100 n to ground",
    "v3.sensors": "all sensors; 10 Ω to pin 36, 10 µ to pin 33",
    "v3.pico": "multiplexer VCC, LIS3DH VIN",
    "ground.sensors": "the 10 k of all dividers",
    "ground.acc": "LIS3DH GND",
    "ground.star": "star point, by a wire of its own",
    "ground.reed": "the reed's other end",
    "reed": "reed to ground; 10 k to pin 36",
    "sync.line": "header pin 12 (GPIO18), 1 k in series",
    "light": "74AHCT125 pin 2",
    "acc.sda": "LIS3DH SDA",
    "acc.scl": "LIS3DH SCL",
    "usb": "by the USB cable, not by a wire",
}
