"""Details that are the same on every table: a button, a sensor, the first light."""

from __future__ import annotations

from deploy.drawing.circuit import controller
from deploy.drawing.diagram import FAINT, INK, PAPER, SHADE, Diagram
from deploy.drawing.pins import PICO_GPIO
from deploy.drawing.words import GuideWords

PI_PULL_OHM, WEAK_SERIES_OHM, SERIES_OHM, SUPPLY_V = 1_800, 330, 1_000, 3.3
"""The resistor on the Pi at GPIO2 and GPIO3, and what may and may not be in series there."""


def pressed_volts(series_ohm: int) -> float:
    """What GPIO2 or GPIO3 sees of a pressed button through ``series_ohm``."""
    return SUPPLY_V * series_ohm / (series_ohm + PI_PULL_OHM)


def button_drawing(words: GuideWords) -> Diagram:
    """A button to a line with a pull-up of its own, and to one without."""
    drawing = Diagram(1070, 470, words._("A button (and mk1's reed): two ways"))
    _button(drawing, 30, words, pulled=False)
    _button(drawing, 564, words, pulled=True)
    drawing.path([(539, 66), (539, 440)], FAINT, 1, "4 5")
    drawing.text(30, 76, words._("Every line but GPIO2 and GPIO3"), 14, bold=True)
    drawing.text(564, 76, words._("GPIO2 and GPIO3"), 14, bold=True)
    drawing.lines(
        30,
        404,
        (
            words._("Open: {high}. Pressed: 0 V, and {current} flow.").format(
                high=words.unit(SUPPLY_V, "V"), current=words.unit(0.33, "mA")
            ),
            words._("The {series} limit the current if a line is an output by mistake.").format(
                series=words.ohm("1 k")
            ),
        ),
        12.5,
    )
    low, high = (
        words.unit(f"{pressed_volts(ohm):.2f}", "V") for ohm in (WEAK_SERIES_OHM, SERIES_OHM)
    )
    drawing.lines(
        564,
        404,
        (
            words._("Pressed: {low}; low means below {limit}.").format(
                low=low, limit=words.unit(0.8, "V")
            ),
            words._("With {series} it would be {high}: no press is seen.").format(
                series=words.ohm("1 k"), high=high
            ),
        ),
        12.5,
    )
    return drawing


def _button(drawing: Diagram, x: float, words: GuideWords, pulled: bool) -> None:
    """A button at the left, the Pi at the right."""
    drawing.box(x + 380, 110, 104, 256, SHADE)
    drawing.text(x + 432, 350, words._("the Pi"), 12, "middle")
    drawing.wire([(x + 70, 190), (x + 70, 220)], "white")
    drawing.wire([(x + 70, 190), (x + 260, 190)], "white")
    drawing.wire([(x + 304, 190), (x + 380, 190)], "white")
    drawing.wire([(x + 70, 260), (x + 70, 310), (x + 380, 310)], "black")
    drawing.button(x + 70, 240)
    drawing.resistor(x + 282, 190)
    series = words.ohm("330") if pulled else words.ohm("1 k")
    drawing.text(x + 282, 174, series, 12.5, "middle", bold=True)
    drawing.box(x + 100, 166, 100, 170, "none", stroke=FAINT, dash="5 4")
    drawing.text(x + 150, 246, words._("cable"), 12, "middle", colour=FAINT)
    drawing.text(x + 150, 264, words._("≤ 0.5 m"), 12, "middle", colour=FAINT)
    for y, name in ((190, "GPIO2, 3" if pulled else "GPIO…"), (310, "GND")):
        drawing.circle(x + 380, y, 6, PAPER)
        drawing.text(x + 392, y + 4, name, 12)
    if pulled:
        drawing.path([(x + 383, 184), (x + 394, 172), (x + 460, 172), (x + 460, 164)], INK, 1.5)
        drawing.resistor(x + 460, 142, upright=True)
        drawing.text(x + 446, 146, words.ohm("1.8 k"), 11, "end")
        drawing.path([(x + 460, 120), (x + 460, 110)], INK, 1.5)
        drawing.text(x + 460, 102, words.unit(SUPPLY_V, "V"), 11, "middle")
        return
    drawing.wire([(x + 225, 100), (x + 225, 122)], "orange")
    drawing.wire([(x + 225, 160), (x + 225, 190)], "white")
    drawing.resistor(x + 225, 142, upright=True)
    drawing.text(x + 240, 146, words.ohm("10 k"), 12.5, bold=True)
    volts = words.unit(SUPPLY_V, "V")
    drawing.text(x + 240, 108, words._("{volts}, pin 1").format(volts=volts), 12)
    drawing.dot(x + 225, 190)


def sensor_drawing(words: GuideWords) -> Diagram:
    """A force sensor before its converter."""
    drawing = Diagram(1040, 400, words._("A sensor and its divider"))
    drawing.box(430, 90, 150, 254, SHADE)
    drawing.text(505, 254, words._("converter"), 13, "middle", bold=True)
    drawing.text(505, 274, "MCP3008", 11, "middle")
    drawing.text(505, 290, "RP2040 + 74HC4067", 11, "middle")
    drawing.wire([(170, 154), (170, 120), (430, 120)], "orange")
    drawing.wire([(170, 182), (170, 238)], "green")
    drawing.wire([(170, 216), (430, 216)], "green")
    drawing.wire([(170, 282), (170, 320), (430, 320)], "black")
    drawing.fsr(170, 168)
    drawing.dot(170, 216)
    drawing.resistor(300, 216)
    drawing.text(300, 244, words.ohm("1 k"), 12.5, "middle", bold=True)
    drawing.resistor(170, 260, upright=True)
    drawing.text(140, 172, words._("sensor (FSR)"), 12.5, "end")
    drawing.text(150, 264, words.ohm("10 k"), 12.5, "end", bold=True)
    for y, name, other in (
        (120, "VREF", words._("the converter's own reference")),
        (216, "CH… / C…", words._("one input a sensor")),
        (320, "AGND", words._("the converter's own ground")),
    ):
        drawing.circle(430, y, 6, PAPER)
        drawing.text(442, y + 4, name, 12)
        drawing.text(300, y - 14, other, 11, "middle", colour=FAINT)
    drawing.lines(
        620,
        112,
        (
            words._("code / full code = 10 k / (10 k + sensor)"),
            words._("The supply falls out: a ratio."),
            words._("{series} before the input: a spark from a hand ends there.").format(
                series=words.ohm("1 k")
            ),
            words._("force, sensor, voltage at 3.3 V:"),
            *(
                f"{words.unit(force, 'N')}: {words.ohm(sensor)}, {words.unit(volts, 'V')}"
                for force, sensor, volts in (
                    ("0.2", "30 k", "0.83"),
                    ("1", "6 k", "2.06"),
                    ("10", "1 k", "3.00"),
                )
            ),
            words._("untouched: above 10 MΩ, nearly 0 V"),
        ),
        13,
    )
    return drawing


def lights_drawing(words: GuideWords) -> Diagram:
    """The data path and the supply of the first pixels."""
    drawing = Diagram(1040, 536, words._("mk2: the way of the light data, and its supply"))
    _supply(drawing, words)
    _light_pin(drawing, words)
    _shifter(drawing, words)
    _pixels(drawing, words)
    drawing.lines(
        24,
        414,
        (
            words._("74AHCT125: pin 1 to ground (on); 4, 10, 13 to 5 V (off); 5, 9, 12 to ground."),
            words._("100 nF between its pins 14 and 7; 330 Ω close to its pin 3."),
            words._("At 5 V a pixel wants 3.5 V for a one: 3.3 V is too little, so the 74AHCT125."),
            words._("{pull} to ground at pin 2: without a Pico nothing lights.").format(
                pull=words.ohm("100 k")
            ),
            words._("The capacitor sits where the first wires reach the pixels."),
        ),
        12.5,
    )
    return drawing


def _supply(drawing: Diagram, words: GuideWords) -> None:
    """5 V above, ground below, from the left to the right."""
    drawing.box(24, 92, 104, 270, SHADE)
    drawing.lines(34, 210, (words._("supply"), words._("5 V, 6 A")), 13)
    drawing.wire([(128, 110), (980, 110)], "red", 5)
    drawing.fuse(180, 110)
    drawing.text(180, 94, words._("fuse T 2 A"), 12, "middle", bold=True)
    drawing.wire([(128, 344), (980, 344)], "black", 5)
    drawing.circle(180, 344, 9, "#f2c81e")
    drawing.text(180, 372, words._("star point"), 12, "middle", bold=True)


def _light_pin(drawing: Diagram, words: GuideWords) -> None:
    """The Pico and what holds its line down."""
    pin = PICO_GPIO[controller().light]
    drawing.box(222, 196, 92, 66, SHADE)
    drawing.text(268, 220, "Pico", 13, "middle", bold=True)
    drawing.text(268, 240, words._("pin {pin}").format(pin=pin), 11.5, "middle")
    drawing.wire([(314, 229), (390, 229)], "green")
    drawing.wire([(240, 262), (240, 304), (180, 304), (180, 338)], "black")
    drawing.text(352, 218, words.unit(SUPPLY_V, "V"), 11.5, "middle")
    drawing.dot(362, 229)
    drawing.wire([(362, 233), (362, 266)], "green")
    drawing.wire([(362, 306), (362, 344)], "black")
    drawing.resistor(362, 286, upright=True)
    drawing.text(348, 298, words.ohm("100 k"), 11.5, "end", bold=True)
    drawing.dot(362, 344)


def _shifter(drawing: Diagram, words: GuideWords) -> None:
    """From 3.3 V to 5 V."""
    drawing.wire([(450, 110), (450, 174)], "red")
    drawing.wire([(450, 284), (450, 344)], "black")
    drawing.box(390, 174, 120, 110, PAPER)
    drawing.text(450, 222, "74AHCT125", 12.5, "middle", bold=True)
    for x, y, name in ((398, 246, "2"), (495, 246, "3"), (455, 190, "14"), (455, 278, "7")):
        drawing.text(x, y, name, 11)
    drawing.wire([(510, 229), (648, 229)], "green")
    drawing.resistor(580, 229)
    drawing.text(580, 213, words.ohm("330"), 12.5, "middle", bold=True)
    drawing.text(530, 218, words.unit(5, "V"), 11.5, "middle")


def _pixels(drawing: Diagram, words: GuideWords) -> None:
    """The first two, and the capacitor at their supply."""
    for i, x in enumerate((648, 748)):
        drawing.wire([(x + 32, 110), (x + 32, 196)], "red")
        drawing.wire([(x + 32, 262), (x + 32, 344)], "black")
        drawing.wire([(x + 64, 229), (x + 100, 229)], "green")
        drawing.box(x, 196, 64, 66, PAPER)
        drawing.text(x + 32, 234, f"LED {i}", 12, "middle", bold=True)
    drawing.text(856, 234, words._("on to the next"), 12)
    drawing.wire([(968, 110), (968, 150)], "red")
    drawing.wire([(968, 160), (968, 344)], "black")
    drawing.capacitor(968, 155)
    drawing.text(944, 160, words._("1000 µF, 10 V"), 12, "end")
    for x in (450, 680, 780, 968):
        drawing.dot(x, 110)
