"""Which pin is which, from the makers' data sheets."""

from __future__ import annotations

from typing import Final

PINS: Final = 40
GROUND_PINS: Final = (6, 9, 14, 20, 25, 30, 34, 39)
ID_PINS: Final = (27, 28)

PICO_GROUND: Final = (3, 8, 13, 18, 23, 28, 38)
PICO_NAMES: Final = {30: "RUN", 33: "AGND", 35: "ADC_VREF", 36: "3V3(OUT)", 37: "3V3_EN"} | {
    39: "VSYS",
    40: "VBUS",
}
PICO_GPIO: Final = dict(
    zip(
        [*range(23), 26, 27, 28],
        [*(pin for pin in range(1, 30) if pin not in PICO_GROUND), 31, 32, 34],
        strict=True,
    )
)
"""GP number to pin of the Pico's edge."""

MUX_CHANNEL: Final = {n: 9 - n if n < 8 else 31 - n for n in range(16)}
"""Channel of the 74HC4067 to pin of its 24-pin package."""
MUX_OTHER: Final = {
    "S0": 10,
    "S1": 11,
    "S2": 14,
    "S3": 13,
    "SIG": 1,
    "EN": 15,
    "VCC": 24,
    "GND": 12,
}
"""``SIG`` is Z or COM, ``EN`` is the inverted E of the data sheets."""

MCP3008: Final = {
    **{f"CH{n}": n + 1 for n in range(8)},
    "VDD": 16,
    "VREF": 15,
    "AGND": 14,
    "CLK": 13,
    "DOUT": 12,
    "DIN": 11,
    "CS": 10,
    "DGND": 9,
}
MCP23017: Final = {
    **{f"GPB{n}": n + 1 for n in range(8)},
    "VDD": 9,
    "VSS": 10,
    "SCL": 12,
    "SDA": 13,
    "A0": 15,
    "A1": 16,
    "A2": 17,
    "RESET": 18,
    "INTB": 19,
    "INTA": 20,
    **{f"GPA{n}": n + 21 for n in range(8)},
}
EXPANDER_NO_INPUTS: Final = ("GPA7", "GPB7")


def pico_name(pin: int) -> str:
    """What is printed beside a pin of the Pico."""
    by_pin = {pin: f"GP{gpio}" for gpio, pin in PICO_GPIO.items()}
    return "GND" if pin in PICO_GROUND else PICO_NAMES.get(pin) or by_pin[pin]
