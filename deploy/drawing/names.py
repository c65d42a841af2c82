"""What a wire is called, and where its other end is, in the reader's language."""

from __future__ import annotations

import re

from console.i18n import N_
from deploy.drawing import pins
from deploy.drawing.circuit import PULLED_UP, PinWire, controller
from deploy.drawing.words import GuideWords

BUTTON_SIGNS = {"left": "◀", "right": "▶", "ok": "●", "back": "✕"}


def signal(words: GuideWords, key: str) -> str:
    """The name of a wire by its key: `seat 1 ◀`; in words seats count from 1."""
    if found := re.fullmatch(r"buttons\.seat\[(\d)\]\.(\w+)", key):
        return words._("seat {seat}").format(seat=int(found[1]) + 1) + f" {BUTTON_SIGNS[found[2]]}"
    if found := re.fullmatch(r"lamps\.lines\[(\d)\]", key):
        return words._("lamp of seat {seat}").format(seat=int(found[1]) + 1)
    if found := re.fullmatch(r"sensor\.(\d)\.(\w+)", key):
        part = words._("top") if found[2] == "top" else words._("under")
        return words._("seat {seat}").format(seat=int(found[1]) + 1) + ", " + part
    if found := re.fullmatch(r"ground\.seat(\d)", key):
        return words._("ground of seat {seat}").format(seat=int(found[1]) + 1)
    return words._(_NAMES[key]) if key in _NAMES else key.partition(".")[2].upper()


_NAMES = {
    "seated.line": N_("seated (reed)"),
    "reed": N_("seated (reed)"),
    "power.line": N_("power button"),
    "sync.line": N_("SYNC"),
    "light": N_("light data"),
    "usb": N_("USB to the Raspberry Pi"),
    "reserved": N_("reserved: connect nothing"),
    "free": N_("not connected"),
    "no-input": N_("no input: leave open"),
    "ground.power": N_("ground of the power button"),
    "ground.seated": N_("ground of the reed"),
    "ground.reed": N_("ground of the reed"),
    "ground.converter": N_("ground of the converter"),
    "ground.expander": N_("ground of the expander"),
    "ground.star": N_("to the star point"),
    "ground.mux": N_("ground of the multiplexer"),
    "ground.sensors": N_("ground of all dividers"),
    "ground.acc": N_("ground of the LIS3DH"),
    "v3.buttons": N_("3.3 V of all pull-ups"),
    "v3.converter": N_("3.3 V of converter and sensors"),
    "v3.expander": N_("3.3 V of the expander"),
    "v3.sensors": N_("supply of all sensors"),
    "v3.pico": N_("3.3 V of the pad's chips"),
    "v3.mux": N_("3.3 V of the multiplexer"),
    "v5.lamps": N_("5 V of the lamps"),
    "spi.sclk": N_("SPI clock"),
    "spi.miso": N_("SPI data to the Raspberry Pi"),
    "spi.mosi": N_("SPI data to the converter"),
    "spi.ce": N_("SPI select"),
    "i2c.sda": N_("I2C data"),
    "i2c.scl": N_("I2C clock"),
    "i2c.int": N_("expander's interrupt"),
    "acc.sda": N_("I2C data"),
    "acc.scl": N_("I2C clock"),
}


def line(words: GuideWords, wire: PinWire) -> str:
    """What is printed at the pin: `GPIO4`, `3.3 V`."""
    volts, _, unit = wire.line.partition(" ")
    return words.unit(volts, unit) if unit else wire.line


def from_header(words: GuideWords, wire: PinWire) -> str:
    """What a pin of the Raspberry Pi's header goes to, with what is in between."""
    group = wire.key.split(".")[0].split("[")[0]
    if wire.line in PULLED_UP:
        return words._("through {series}, no pull-up: the Pi has 1.8 k").format(
            series=words.ohm("330")
        )
    if group in ("buttons", "seated"):
        return words._("through {series}; {pull} to 3.3 V").format(
            series=words.ohm("1 k"), pull=words.ohm("10 k")
        )
    if group == "lamps":
        return words._("gate of the lamp's MOSFET, {pull} to ground").format(
            pull=words.ohm("100 k")
        )
    if group == "sync":
        pin = pins.PICO_GPIO[controller().sync]
        return words._("Pico pin {pin} (GP{gp}), {series} in series").format(
            pin=pin, gp=controller().sync, series=words.ohm("1 k")
        )
    return words.text(_ENDS.get(wire.key, ""))


def at(words: GuideWords, wire: PinWire) -> str:
    """What a pin of a converter, multiplexer, expander or Pico goes to."""
    group = wire.key.split(".")[0]
    if group == "sensor":
        return words._("through {series} to sensor and {pull} to ground").format(
            series=words.ohm("1 k"), pull=words.ohm("10 k")
        )
    if wire.key.startswith("buttons"):
        return words._("through {series}; {pull} to 3.3 V").format(
            series=words.ohm("1 k"), pull=words.ohm("10 k")
        )
    return words.text(_FAR_ENDS.get(wire.key, ""))


_ENDS = {
    "spi.sclk": N_("MCP3008 pin 13 (CLK)"),
    "spi.miso": N_("MCP3008 pin 12 (DOUT)"),
    "spi.mosi": N_("MCP3008 pin 11 (DIN)"),
    "spi.ce": N_("MCP3008 pin 10 (CS)"),
    "i2c.sda": N_("MCP23017 pin 13 (SDA), 2.2 k to 3.3 V"),
    "i2c.scl": N_("MCP23017 pin 12 (SCL), 2.2 k to 3.3 V"),
    "i2c.int": N_("MCP23017 pin 20 (INTA)"),
    "v3.buttons": N_("rail of the 10 k resistors"),
    "v3.converter": N_("MCP3008 pins 15 and 16, all sensors"),
    "v3.expander": N_("MCP23017 pins 9 and 18, its 10 k"),
    "v5.lamps": N_("fuse T 0.5 A, then all lamps"),
    "ground.converter": N_("MCP3008 pins 9 and 14, dividers"),
    "ground.expander": N_("MCP23017 pins 10, 15, 16, 17"),
    "ground.star": N_("star point: the one common ground"),
    "ground.power": N_("the button's other end"),
    "ground.seated": N_("the reed's other end"),
    **{f"ground.seat{n}": N_("the buttons' other ends") for n in range(8)},
}

_FAR_ENDS = {
    "v3.converter": N_("header pin 17, 100 n and 10 µ to ground"),
    "ground.converter": N_("the header's ground of the converter"),
    "spi.sclk": N_("header pin 23 (GPIO11)"),
    "spi.miso": N_("header pin 21 (GPIO9)"),
    "spi.mosi": N_("header pin 19 (GPIO10)"),
    "spi.ce": N_("header pin 24 (GPIO8)"),
    "v3.expander": N_("header pin 17, 100 n to ground"),
    "ground.expander": N_("the header's ground of the expander"),
    "i2c.sda": N_("header pin 15 (GPIO22)"),
    "i2c.scl": N_("header pin 16 (GPIO23)"),
    "i2c.int": N_("header pin 18 (GPIO24)"),
    "mux.S0": N_("between multiplexer S0 and Pico pin 4"),
    "mux.S1": N_("between multiplexer S1 and Pico pin 5"),
    "mux.S2": N_("between multiplexer S2 and Pico pin 6"),
    "mux.S3": N_("between multiplexer S3 and Pico pin 7"),
    "mux.SIG": N_("between multiplexer SIG and Pico pin 31"),
    "ground.mux": N_("between multiplexer and Pico pin 38"),
    "v3.mux": N_("Pico pin 36, 100 n to ground"),
    "v3.sensors": N_("all sensors; 10 Ω to pin 36, 10 µ to pin 33"),
    "v3.pico": N_("multiplexer VCC, LIS3DH VIN"),
    "ground.sensors": N_("the 10 k of all dividers"),
    "ground.acc": N_("LIS3DH GND"),
    "ground.star": N_("star point, by a wire of its own"),
    "ground.reed": N_("the reed's other end"),
    "reed": N_("reed to ground; 10 k to pin 36"),
    "sync.line": N_("header pin 12 (GPIO18), 1 k in series"),
    "light": N_("74AHCT125 pin 2, 100 k to ground"),
    "acc.sda": N_("LIS3DH SDA"),
    "acc.scl": N_("LIS3DH SCL"),
    "usb": N_("by the USB cable, not by a wire"),
}
