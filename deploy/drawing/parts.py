"""The bill of materials: each part, what may be bought as it, and how many a table needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from console.i18n import N_
from deploy.drawing.circuit import PULLED_UP, controller, expander
from drivers.boards.config import BoardFile

SPARE_SENSORS: Final = 2


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the bill; ``name`` and ``note`` are message ids.

    ``price``: about what one costs (``deploy.kit.bill``). ``numbers``: makers' numbers that
    are this part, first the one that the guide means; none where anything of that name will do.
    """

    name: str
    price: str
    note: str = ""
    numbers: tuple[str, ...] = ()


COMPUTER: Final = Part(N_("Raspberry Pi 4B or 5"), "D", N_("64 bit Raspberry Pi OS 12 or later"))
CARD: Final = Part(N_("SD card, 16 GB or more"), "C")
PI_SUPPLY: Final = Part(
    N_("supply of the Pi, USB-C"), "C", N_("5.1 V 3 A for a Pi 4, 5 V 5 A for a Pi 5")
)
DISPLAY: Final = Part(
    N_("flat display, HDMI"), "E", N_("with its own supply, behind a plate that bears a hit")
)
LOUDSPEAKER: Final = Part(
    N_("loudspeaker with amplifier, USB"),
    "C",
    N_("a Pi 5 has no jack; a display's own will do"),
    ("Adafruit 3369",),
)
BUTTON: Final = Part(
    N_("push button, normally open"),
    "B",
    N_("four a seat: ◀ ▶ ● ✕; for a hole of 24 mm"),
    ("Sanwa OBSF-24",),
)
POWER_BUTTON: Final = Part(
    N_("power button, normally open"),
    "B",
    N_("sunk in, so that no elbow presses it; two poles for J2 of a Pi 5"),
)
SENSOR: Final = Part(
    N_("force sensor (FSR), round, 13 mm active"),
    "C",
    N_("two a seat: top and under, and two spare"),
    ("Interlink FSR 402 (30-81794)",),
)
SENSOR_SOCKET: Final = Part(
    N_("socket for a sensor's tail: 2 pins, 2.54 mm, crimped"),
    "A",
    N_("foil melts: never solder; the first is for a tail with tabs, the other for a bare one"),
    ("Harwin M20-1060200, M20-1160042", "Amphenol 65801-002LF"),
)
R10K: Final = Part(N_("resistor 10 kΩ, 1 %"), "A", N_("dividers and pull-ups"))
R1K: Final = Part(N_("resistor 1 kΩ"), "A", N_("in series with each line and each sensor's input"))
R330: Final = Part(N_("resistor 330 Ω"), "A", N_("GPIO2, GPIO3, light data"))
R100K: Final = Part(N_("resistor 100 kΩ"), "A", N_("gates of the lamps, input of the 74AHCT125"))
R2K2: Final = Part(N_("resistor 2.2 kΩ"), "A", N_("I2C pull-ups"))
R10: Final = Part(
    N_("resistor 10 Ω"), "A", N_("in parallel to the Pico's own 200 Ω before ADC_VREF")
)
ADC: Final = Part(N_("MCP3008, DIP16"), "B", N_("reads the pad"), ("MCP3008-I/P",))
PICO: Final = Part("Raspberry Pi Pico (RP2040)", "C", N_("the pad controller"))
MUX: Final = Part(
    N_("74HC4067, module or chip"), "B", N_("16 channels; HC, not HCT, at 3.3 V"), ("CD74HC4067E",)
)
EXPANDER: Final = Part(N_("MCP23017, DIP28"), "B", N_("buttons of three seats"), ("MCP23017-E/SP",))
ACCELEROMETER: Final = Part(
    N_("LIS3DH on a module"), "C", N_("may be left out: the reed is enough to play")
)
REED: Final = Part(N_("reed contact, normally open"), "B", N_("closed while the pad is seated"))
MAGNET: Final = Part(N_("magnet, 8 mm"), "A")
LAMP: Final = Part(N_("LED lamp for 5 V, with resistor"), "B", N_("at most 100 mA"))
MOSFET: Final = Part(
    N_("N channel MOSFET, TO-92"), "A", N_("fully on at a gate voltage of 3 V"), ("TN0702N3-G",)
)
PIXEL: Final = Part(N_("WS2812B pixel"), "A", N_("a segment a seat and a ring, 5 V"))
BUFFER: Final = Part(
    N_("74AHCT125, DIP14"), "A", N_("AHCT: it reads 3.3 V as high at 5 V"), ("SN74AHCT125N",)
)
PERFBOARD: Final = Part(
    N_("perforated board, 40 × 60 mm, with a DIP14 socket and five terminals"),
    "B",
    N_("the lights' driver and star point, wired by hand: 6 A are for wires"),
)
FUSE_LAMPS: Final = Part(
    N_("fuse T 0.5 A, with holder"),
    "B",
    N_("5 V of the lamps; IEC 60127-2 sheet 3, glass, 5 × 20 mm"),
    ("Littelfuse 0218.500HXP",),
)
FUSE_LIGHTS: Final = Part(
    N_("fuse T 2 A, with holder"),
    "B",
    N_("5 V of the lights; IEC 60127-2 sheet 3, glass, 5 × 20 mm"),
    ("Littelfuse 0218002.HXP",),
)
LIGHTS_SUPPLY: Final = Part(
    N_("supply 5 V, 6 A, closed, with plug"),
    "D",
    N_("the lights only; less does not open the fuse"),
    ("Mean Well GST60A05-P1J",),
)
C1000: Final = Part(N_("capacitor 1000 µF, 10 V"), "A", N_("where the first pixels are fed"))
C100N: Final = Part(N_("capacitor 100 nF, ceramic"), "A", N_("one at each chip"))
C10U: Final = Part(N_("capacitor 10 µF, ceramic"), "A", N_("at the converter's reference"))
SEAT_CABLE_8: Final = Part(
    N_("cable of a seat, 8 wires of 0.14 mm²"),
    "B",
    N_("seven used: four buttons, ground, lamp and its 5 V; to half a metre"),
)
SEAT_CABLE_6: Final = Part(
    N_("cable of a seat, 6 wires of 0.14 mm²"),
    "B",
    N_("five used: four buttons and ground; to half a metre"),
)
PETAL_CABLE: Final = Part(
    N_("cable of a petal, 4 wires of 0.14 mm²"), "B", N_("three used: supply, top, under")
)
USB: Final = Part(N_("USB cable, micro B, with data lines"), "B", N_("Pi to Pico"))
POWER_WIRE: Final = Part(
    N_("wire 0.75 mm², red and black, metres"), "A", N_("5 V and ground of the lights")
)
PLUG: Final = Part(
    N_("plug for the header, 2 × 20"),
    "B",
    N_("on a board with all resistors of the header; all its grounds are one"),
    ("Samtec SSW-120-01-G-D",),
)
PETAL: Final = Part(
    N_("petal: plate, two stiff covers, two pucks"), "B", N_("see the drawing from the side")
)

BILL: Final = tuple(part for part in tuple(globals().values()) if isinstance(part, Part))
"""Every part, in the order of the guide: the one above."""
DATA_SHEET: Final = N_("maker's data sheet")
PARTS_LISTS: Final = N_("parts lists of others")
CHECKED: Final = {
    **dict.fromkeys(("Littelfuse 0218.500HXP", "Littelfuse 0218002.HXP", "TN0702N3-G"), DATA_SHEET),
    **dict.fromkeys(
        (
            *("Interlink FSR 402 (30-81794)", "Harwin M20-1060200, M20-1160042"),
            *("Amphenol 65801-002LF", "Adafruit 3369", "Sanwa OBSF-24", "MCP3008-I/P"),
            *("CD74HC4067E", "MCP23017-E/SP", "SN74AHCT125N", "Mean Well GST60A05-P1J"),
            "Samtec SSW-120-01-G-D",
        ),
        PARTS_LISTS,
    ),
}
"""Where a maker's number was found to be the part named here; what is missing was not looked up."""


def counts(file: BoardFile) -> dict[Part, int]:
    """How many of each part the table of a board file needs; parts that it lacks are left out."""
    seats, known = file.seats, controller()
    lines = [line for key, line in file.lines() if key.startswith("buttons")]
    pulled = sum(line in PULLED_UP for _, line in file.lines())
    own = len(lines) - sum(line in PULLED_UP for line in lines)
    sensors = 2 * seats
    found = {
        **dict.fromkeys((COMPUTER, CARD, PI_SUPPLY, DISPLAY, LOUDSPEAKER, POWER_BUTTON), 1),
        **dict.fromkeys((REED, MAGNET, PLUG, C10U), 1),
        **dict.fromkeys((PETAL, PETAL_CABLE), seats),
        BUTTON: len(lines),
        SENSOR: sensors + SPARE_SENSORS,
        SENSOR_SOCKET: sensors + SPARE_SENSORS,
        R10K: own + sensors + 1,  # and the reed's
        R1K: own + sensors + 1,  # and the reed's, or SYNC's
        R330: pulled,
    }
    if file.lamps is not None:
        found |= dict.fromkeys((LAMP, MOSFET, R100K, SEAT_CABLE_8), seats) | {FUSE_LAMPS: 1}
    else:
        found[SEAT_CABLE_6] = seats
    if file.mcp3008 is not None:
        found |= {ADC: 1, C100N: 1}
    if file.controller is not None:
        found |= dict.fromkeys(
            (PICO, MUX, ACCELEROMETER, BUFFER, PERFBOARD, FUSE_LIGHTS, LIGHTS_SUPPLY, C1000, R10), 1
        )
        found |= {
            R100K: 1,
            USB: 1,
            PIXEL: known.pixels(seats),
            R330: pulled + 1,
            C100N: 2,
            POWER_WIRE: 4,
        }
    if expander(file):
        found |= {EXPANDER: 1, R2K2: 2, C100N: found[C100N] + 1}
    return found
