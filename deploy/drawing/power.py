"""Lights and power of a whole table."""

from __future__ import annotations

from deploy.drawing.circuit import controller, header
from deploy.drawing.diagram import INK, PAINT, PAPER, SHADE, Diagram
from deploy.drawing.pins import PICO_GPIO
from deploy.drawing.words import GuideWords
from drivers.boards.config import BoardFile

COLUMN = 190
CHAIN, FIRST, DRIVER = 104, 196, 136
"""Pixels: from segment to segment, the first one's left edge, the middle of the 74AHCT125."""


def power_drawing(board: BoardFile, words: GuideWords) -> Diagram:
    """Lamps on lines of the header, or pixels behind the pad controller."""
    return _pixels(board, words) if board.lamps is None else _lamps(board, words)


def _lamps(board: BoardFile, words: GuideWords) -> Diagram:
    drawing = Diagram(1060, 560, words._("{name}: lights and power").format(name=board.name))
    lamps = [wire for wire in header(board) if wire.key.startswith("lamps")]
    drawing.box(24, 92, 130, 328, SHADE)
    drawing.lines(
        34, 220, ("Raspberry Pi", words._("with its own"), words._("supply by USB-C")), 12
    )
    drawing.wire([(154, 112), (1020, 112)], "red", 5)
    drawing.wire([(154, 400), (1020, 400)], "black", 5)
    drawing.fuse(222, 112)
    drawing.text(222, 96, words._("fuse T 0.5 A"), 12, "middle", bold=True)
    for y, pin, colour in ((112, 2, "red"), (400, 39, "black")):
        drawing.circle(154, y, 12, PAINT[colour])
        drawing.text(154, y + 4, str(pin), 11, "middle", bold=True, colour=PAPER)
    drawing.circle(222, 400, 9, PAINT["yellow"])
    drawing.text(222, 428, words._("star point"), 12, "middle", bold=True)
    for i, wire in enumerate(sorted(lamps, key=lambda wire: wire.key)):
        x = 400 + COLUMN * i
        drawing.wire([(x, 112), (x, 160)], "red")
        drawing.wire([(x, 180), (x, 240)], wire.colour)
        drawing.wire([(x, 284), (x, 400)], "black")
        drawing.led(x, 170)
        drawing.text(x - 20, 152, words._("seat {seat}").format(seat=i + 1), 13, "end", bold=True)
        drawing.text(x - 20, 170, words._("lamp 5 V"), 11.5, "end")
        drawing.mosfet(x, 262)
        drawing.wire([(x - 122, 262), (x - 26, 262)], wire.colour)
        drawing.wire([(x - 62, 262), (x - 62, 308)], wire.colour)
        drawing.wire([(x - 62, 352), (x - 62, 400)], "black")
        drawing.dot(x - 62, 262)
        drawing.resistor(x - 62, 330, upright=True)
        drawing.text(x - 74, 334, words.ohm("100 k"), 11, "end")
        drawing.circle(x - 122, 262, 12, PAINT[wire.colour])
        drawing.text(x - 122, 266, str(wire.pin), 11, "middle", bold=True, colour=PAPER)
        drawing.text(x - 130, 242, wire.line, 11.5, bold=True)
        drawing.dot(x, 400)
        drawing.dot(x, 112)
        drawing.dot(x - 62, 400)
    drawing.lines(
        24,
        462,
        (
            words._("MOSFET: N channel, fully on at a gate voltage of 3 V. Numbers: header pins."),
            words._("Lamp: LED with its own resistor for 5 V, at most 100 mA."),
            words._("The 100 kΩ keep the lamps dark while the Pi starts."),
        ),
        12.5,
    )
    return drawing


def _pixels(board: BoardFile, words: GuideWords) -> Diagram:
    known, right = controller(), FIRST + CHAIN * (board.seats + 1) - 32
    title = words._("{name}: lights and power").format(name=board.name)
    drawing = Diagram(right + 220, 620, title)
    drawing.box(right + 72, 92, 124, 250, SHADE)
    drawing.lines(
        right + 84, 196, (words._("supply"), words._("of the lights"), words._("5 V, 6 A")), 12.5
    )
    drawing.wire([(DRIVER, 112), (right + 72, 112)], "red", 5)
    drawing.wire([(DRIVER, 322), (right + 72, 322)], "black", 5)
    drawing.fuse(right + 36, 112)
    drawing.text(right + 60, 96, words._("fuse T 2 A"), 12, "end", bold=True)
    _chain(drawing, board.seats, words)
    _computers(drawing, right, words)
    drawing.circle(right + 36, 322, 10, PAINT["yellow"])
    drawing.text(right + 50, 364, words._("star point"), 12, bold=True)
    sync = {wire.key: wire for wire in header(board)}["sync.line"]
    said = words._("SYNC: pin {header} to {pico}").format(
        header=sync.pin, pico=PICO_GPIO[known.sync]
    )
    drawing.text((210 + right - 160) / 2, 444, said, 11.5, "middle")
    _sums(drawing, board.seats, words)
    return drawing


def _computers(drawing: Diagram, right: float, words: GuideWords) -> None:
    """The Pico at the left, the Pi at the right, and what is between them."""
    left = right - 160
    drawing.wire([(right + 36, 332), (right + 36, 432), (right + 10, 432)], "black")
    drawing.box(left, 388, 170, 84, SHADE)
    drawing.lines(
        left + 12, 414, ("Raspberry Pi", words._("with its own"), words._("supply by USB-C")), 12
    )
    drawing.text(right + 44, 424, words._("pin {pin}").format(pin=39), 11.5)
    drawing.box(40, 388, 170, 84, SHADE)
    drawing.text(125, 436, "Pico", 14, "middle", bold=True)
    drawing.path([(210, 408), (left, 408)], INK, 5)
    drawing.text((210 + left) / 2, 400, words._("USB cable: data and 5 V"), 11.5, "middle")
    drawing.wire([(210, 452), (left, 452)], "turquoise")
    drawing.wire([(60, 388), (60, 217), (DRIVER - 26, 217)], "green")
    light = PICO_GPIO[controller().light]
    drawing.text(52, 406, words._("pin {pin}").format(pin=light), 11.5)
    drawing.wire([(DRIVER, 388), (DRIVER, 358), (right + 20, 358), (right + 34, 328)], "black")
    drawing.text(DRIVER, 406, words._("pin {pin}").format(pin=23), 11.5)


def _chain(drawing: Diagram, seats: int, words: GuideWords) -> None:
    """Driver, segments and ring between the two rails."""
    known = controller()
    drawing.wire([(DRIVER, 217), (FIRST + CHAIN * seats, 217)], "green")
    drawing.box(DRIVER - 30, 190, 60, 54, PAPER)
    drawing.text(DRIVER, 214, "74AHCT", 10.5, "middle", bold=True)
    drawing.text(DRIVER, 229, "125", 10.5, "middle", bold=True)
    drawing.wire([(DRIVER, 112), (DRIVER, 190)], "red")
    drawing.wire([(DRIVER, 244), (DRIVER, 322)], "black")
    injected = {0, seats // 2, seats}
    for i in range(seats + 1):
        x = FIRST + CHAIN * i
        if i in injected:
            drawing.wire([(x + 36, 112), (x + 36, 178)], "red")
            drawing.wire([(x + 36, 256), (x + 36, 322)], "black")
            drawing.dot(x + 36, 112)
        drawing.box(x, 178, 72, 78, PAPER if i < seats else PAINT["yellow"])
        name = words._("seat {seat}").format(seat=i + 1) if i < seats else words._("ring")
        drawing.text(x + 36, 210, name, 12, "middle", bold=True)
        count = known.segment if i < seats else known.ring
        drawing.text(x + 36, 232, f"{count} LED", 11.5, "middle")


def _sums(drawing: Diagram, seats: int, words: GuideWords) -> None:
    known = controller()
    drawing.lines(
        24,
        510,
        (
            words._("Segments touch end to end: 5 V, data and ground go on from one to the next."),
            words._("The red and black wires feed the first, the middle one and the ring."),
            words._(
                "{seats} × {segment} + {ring} = {pixels} pixels × 60 mA = {white} mA all white;"
                " the program allows {budget} mA."
            ).format(
                seats=seats,
                segment=known.segment,
                ring=known.ring,
                pixels=known.pixels(seats),
                white=known.white_ma(seats),
                budget=known.budget_ma,
            ),
            words._(
                "Red and black: 0.75 mm² all the way (the fuse lets 4.2 A pass); data 0.14 mm²."
            ),
            words._("The light's current never goes through the header."),
        ),
        12.5,
    )
