"""The guide's tables, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from console.i18n import N_
from deploy.drawing import names
from deploy.drawing.circuit import (
    BOARDS,
    PULLED_UP,
    PinWire,
    config_lines,
    controller,
    converter,
    expander,
    header,
    multiplexer,
    pico,
)
from deploy.drawing.words import GuideWords
from drivers.boards.config import BoardFile, find_board
from drivers.firmware.lights import IDLE_MA, WHITE_MA


def sections(words: GuideWords) -> dict[str, str]:
    """Every generated section by its name."""
    files = {name: find_board(name) for name in BOARDS}
    made = {"parts": parts(list(files.values()), words), "current": current(words)}
    for name, file in files.items():
        made[f"{name}-header"] = _header(file, words)
        made[f"{name}-config"] = "\n".join(["```ini", *config_lines(file), "```"])
    made["mcp3008"] = _pins(converter(files["mk1"]), words)
    made["74hc4067"] = _pins(multiplexer(files["mk2-8"]), words)
    made["pico"] = _pins([wire for wire in pico() if wire.key != "free"], words)
    made["mcp23017"] = _pins(expander(files["mk2-8"]), words)
    return made


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _colour(words: GuideWords, wire: PinWire) -> str:
    return words._(wire.colour) if wire.colour else "—"


def _header(file: BoardFile, words: GuideWords) -> str:
    return table(
        [
            words._(head)
            for head in (N_("pin"), N_("at the pin"), N_("signal"), N_("goes to"), N_("wire"))
        ],
        (
            [
                str(wire.pin),
                names.line(words, wire),
                names.signal(words, wire.key),
                names.from_header(words, wire) or "—",
                _colour(words, wire),
            ]
            for wire in header(file)
        ),
    )


def _pins(wires: Iterable[PinWire], words: GuideWords) -> str:
    return table(
        [
            words._(head)
            for head in (N_("pin"), N_("name"), N_("signal"), N_("goes to"), N_("wire"))
        ],
        (
            [
                str(wire.pin),
                wire.line,
                names.signal(words, wire.key),
                names.at(words, wire) or "—",
                _colour(words, wire),
            ]
            for wire in wires
        ),
    )


def current(words: GuideWords) -> str:
    """The lights' arithmetic for each table with pixels, from the program's own figures."""
    known = controller()
    rows = []
    for name in BOARDS:
        file = find_board(name)
        if file.controller is None:
            continue
        seats = file.seats
        pixels = f"{seats} × {known.segment} + {known.ring} = {known.pixels(seats)}"
        white = f"{known.pixels(seats)} × {WHITE_MA} = {known.white_ma(seats)}"
        idle = f"{known.pixels(seats)} × {IDLE_MA} = {known.idle_ma(seats)}"
        share = (
            (known.budget_ma - known.idle_ma(seats))
            * 100
            // (known.white_ma(seats) - known.idle_ma(seats))
        )
        rows.append([name, pixels, white, idle, str(known.budget_ma), f"{share} %"])
    heads = (
        N_("table"),
        N_("pixels"),
        N_("all white, mA"),
        N_("all dark, mA"),
        N_("allowed, mA"),
        N_("white at most"),
    )
    return table([words._(head) for head in heads], rows)


def parts(files: Sequence[BoardFile], words: GuideWords) -> str:
    """The bill of materials, counted from the boards."""
    rows = []
    counted = [_counts(file) for file in files]
    for part, note in _PARTS:
        counts = [str(count.get(part, 0) or "—") for count in counted]
        rows.append([words._(part), *counts, words.text(note)])
    heads = []
    for file in files:
        seats = words.n("{n} seat", "{n} seats", file.seats).format(n=file.seats)
        heads.append(f"{file.name}, {seats}")
    return table([words._("part"), *heads, words._("note")], rows)


_COMPUTER, _CARD = N_("Raspberry Pi 4B or 5"), N_("SD card, 16 GB or more")
_PI_SUPPLY, _DISPLAY = N_("supply of the Pi, USB-C"), N_("flat display, HDMI")
_BUTTON, _POWER_BUTTON = N_("push button, normally open"), N_("power button, normally open")
_FSR, _R10K = N_("force sensor (FSR), round, 13 mm active"), N_("resistor 10 kΩ, 1 %")
_R1K, _R330, _R100K = N_("resistor 1 kΩ"), N_("resistor 330 Ω"), N_("resistor 100 kΩ")
_R2K2, _R10 = N_("resistor 2.2 kΩ"), N_("resistor 10 Ω")
_ADC, _PICO, _MUX = (
    N_("MCP3008, DIP16"),
    "Raspberry Pi Pico (RP2040)",
    N_("74HC4067, module or chip"),
)
_EXPANDER, _ACC = N_("MCP23017, DIP28"), N_("LIS3DH on a module")
_REED, _MAGNET = N_("reed contact, normally open"), N_("magnet, 8 mm")
_LAMP, _MOSFET = N_("LED lamp for 5 V, with resistor"), N_("N channel MOSFET, logic level")
_PIXEL, _BUFFER = N_("WS2812B pixel"), N_("74AHCT125, DIP14")
_FUSE_S, _FUSE_L = N_("fuse 0.5 A, with holder"), N_("fuse 2 A slow, with holder")
_SUPPLY5, _C1000 = N_("supply 5 V, 3 A"), N_("capacitor 1000 µF, 10 V")
_C100N, _C10U = N_("capacitor 100 nF, ceramic"), N_("capacitor 10 µF, ceramic")
_CABLE, _USB = N_("cable of a seat, 6 wires of 0.14 mm²"), N_("USB cable, micro B, with data lines")

_PLUG, _PETAL = N_("plug for the header, 2 × 20"), N_("petal: plate, two covers, two rubber discs")
_POWER_WIRE = N_("wire 0.75 mm², red and black, metres")

_PARTS = (
    (_COMPUTER, N_("64 bit Raspberry Pi OS 12 or later")),
    (_CARD, ""),
    (_PI_SUPPLY, N_("5.1 V 3 A for a Pi 4, 5 V 5 A for a Pi 5")),
    (_DISPLAY, N_("with its own supply, behind a plate that bears a hit")),
    (_BUTTON, N_("four a seat: ◀ ▶ ● ✕")),
    (_POWER_BUTTON, N_("sunk in, so that no elbow presses it")),
    (_FSR, N_("two a seat: top and under, and two spare")),
    (_R10K, N_("dividers and pull-ups")),
    (_R1K, N_("in series with each line")),
    (_R330, N_("GPIO2, GPIO3, light data")),
    (_R100K, N_("gates of the lamps")),
    (_R2K2, N_("I2C pull-ups")),
    (_R10, N_("in parallel to the Pico's own 200 Ω before ADC_VREF")),
    (_ADC, N_("reads the pad")),
    (_PICO, N_("the pad controller")),
    (_MUX, N_("16 channels; HC, not HCT, at 3.3 V")),
    (_EXPANDER, N_("buttons of three seats")),
    (_ACC, N_("may be left out: the reed is enough to play")),
    (_REED, N_("closed while the pad is seated")),
    (_MAGNET, ""),
    (_LAMP, N_("at most 100 mA")),
    (_MOSFET, N_("fully on at 2.5 V: AO3400 or like it")),
    (_PIXEL, N_("a segment a seat and a ring, 5 V")),
    (_BUFFER, N_("AHCT: it reads 3.3 V as high at 5 V")),
    (_FUSE_S, N_("5 V of the lamps")),
    (_FUSE_L, N_("5 V of the lights")),
    (_SUPPLY5, N_("the lights only")),
    (_C1000, N_("where the first pixels are fed")),
    (_C100N, N_("one at each chip")),
    (_C10U, N_("at the converter's reference")),
    (_CABLE, N_("one a seat, to half a metre")),
    (_USB, N_("Pi to Pico")),
    (_POWER_WIRE, N_("5 V and ground of the lights")),
    (_PLUG, N_("on a board with all resistors of the header")),
    (_PETAL, N_("see the drawing from the side")),
)


def _counts(file: BoardFile) -> dict[str, int]:
    """How many of each part."""
    seats, known = file.seats, controller()
    lines = [line for key, line in file.lines() if key.startswith("buttons")]
    pulled = sum(line in PULLED_UP for _, line in file.lines())
    own = len(lines) - sum(line in PULLED_UP for line in lines)
    counts = {
        **dict.fromkeys((_COMPUTER, _CARD, _PI_SUPPLY, _DISPLAY, _POWER_BUTTON), 1),
        _BUTTON: len(lines),
        _FSR: 2 * seats + 2,
        _REED: 1,
        _MAGNET: 1,
        _PLUG: 1,
        _PETAL: seats,
        _CABLE: seats,
        _R10K: own + 2 * seats + 1,
        _R1K: own + 1,
        _R330: pulled,
        _C10U: 1,
    }
    if file.lamps is not None:
        counts |= {_LAMP: seats, _MOSFET: seats, _R100K: seats, _FUSE_S: 1}
    if file.mcp3008 is not None:
        counts |= {_ADC: 1, _C100N: 1}
    if file.controller is not None:
        counts |= dict.fromkeys(
            (_PICO, _MUX, _ACC, _BUFFER, _FUSE_L, _SUPPLY5, _C1000, _R10, _USB), 1
        )
        counts |= {_PIXEL: known.pixels(seats), _R330: pulled + 1, _C100N: 2, _POWER_WIRE: 4}
    if expander(file):
        counts |= {_EXPANDER: 1, _R2K2: 2, _C100N: counts[_C100N] + 1}
    return counts
