"""The pad: what reads its sensors, how it looks from above and from the side."""

from __future__ import annotations

from math import pi, sin

from console.i18n import N_
from console.svg import Anchor
from deploy.drawing.circuit import PinWire, controller, converter, multiplexer, pico
from deploy.drawing.diagram import FAINT, INK, PAINT, PAPER, SHADE, Diagram, around
from deploy.drawing.header import chip_drawing
from deploy.drawing.words import GuideWords
from drivers.boards.config import BoardFile

COVER, PUCK, PLATE = "#cfe3d6", "#8f97a3", "#e3cfa4"
NOTES = 60
"""Room for two lines below a chip."""


def converter_drawing(board: BoardFile, words: GuideWords) -> Diagram:
    """The MCP3008 of a table without pad controller."""
    wires = converter(board)
    title = words._("{name}: the pad's MCP3008").format(name=board.name)
    sides = (wires[:8], wires[:7:-1])
    drawing = chip_drawing(words, title, words._("16 pins, from above"), sides, NOTES)
    lines = (
        words._("Each sensor: from the converter's 3.3 V to its divider; 1 kΩ to the input."),
        words._("No capacitors at the inputs: 100 nF would make every touch up to 1 ms late."),
    )
    drawing.lines(24, drawing.height - 48, lines)
    return drawing


def multiplexer_drawing(board: BoardFile, words: GuideWords) -> Diagram:
    """The 74HC4067 of a table with pad controller."""
    wires = multiplexer(board)
    title = words._("{name}: the pad's 74HC4067").format(name=board.name)
    name = words._("pins of the chip; a module prints the names")
    drawing = chip_drawing(words, title, name, (wires[:16], wires[16:]), NOTES)
    lines = (
        words._("Each sensor: from the Pico's pin 35 to its divider; 1 kΩ to the channel."),
        words._("Channels without a sensor go to ground."),
    )
    drawing.lines(24, drawing.height - 48, lines)
    return drawing


def pico_drawing(words: GuideWords) -> Diagram:
    """The Pico, its USB socket above."""
    wires = pico()
    title, name = words._("mk2: the Pico, from above"), words._("USB socket on this side")
    return chip_drawing(words, title, name, (wires[:20], wires[:19:-1]), 34)


def petals_drawing(board: BoardFile, words: GuideWords) -> Diagram:
    """The flower from above, with the sensors' inputs."""
    drawing = Diagram(1080, 700, words._("{name}: the pad, from above").format(name=board.name))
    x, y, seats = 400, 374, board.seats
    inputs = _inputs(board)
    wide = min(70.0, 165 * sin(pi / seats) * 0.84)
    for seat in range(seats):
        turn = 180 + 360 / seats * seat
        drawing.polygon(_outline((x, y), turn, wide, seats), COVER)
        drawing.circle(*around(x, y, 178, turn), 25, PAPER)
        at = around(x, y, 178, turn)
        drawing.text(at[0], at[1] + 6, str(seat + 1), 17, "middle", bold=True)
        _petal_label(drawing, (x, y), turn, seat, inputs[seat], words)
    drawing.circle(x, y, 68, SHADE)
    lights = controller().ring if board.controller else 0
    for i in range(lights):
        px, py = around(x, y, 55, 360 / lights * i)
        drawing.box(px - 5, py - 5, 10, 10, PAINT["yellow"], radius=1)
    hub = words._("hub") if not lights else words._("ring: {count}").format(count=lights)
    drawing.text(x, y + 5, hub, 13, "middle")
    drawing.lines(
        790,
        120,
        (
            words._("Seats count clockwise from above."),
            words._("White disc: both sensors,"),
            words._("one above, one below the plate."),
            words._("Sides of a petal: 15 mm of air"),
            words._("to its neighbours at least."),
        ),
        12.5,
    )
    return drawing


def _outline(
    centre: tuple[float, float], turn: float, wide: float, seats: int
) -> list[tuple[float, float]]:
    """A petal's edge: widens as its sector does, round at the tip; never into its neighbour's."""
    right = []
    for radius in range(60, 249, 3):
        half = min(wide, radius * sin(pi / seats) * 0.84)
        if radius > 180:
            half *= (1 - ((radius - 180) / 68) ** 2) ** 0.5
        right.append((radius, half))
    edge = [*right, *((radius, -half) for radius, half in reversed(right))]
    side = turn + 90
    points = []
    for radius, half in edge:
        x, y = around(*centre, radius, turn)
        points.append(around(x, y, half, side))
    return points


def _petal_label(
    drawing: Diagram,
    centre: tuple[float, float],
    turn: float,
    seat: int,
    inputs: tuple[str, str],
    words: GuideWords,
) -> None:
    """The seat and its two inputs, outside the petal's tip."""
    side = sin(pi * turn / 180)
    anchor: Anchor = "middle" if abs(side) < 0.3 else "start" if side > 0 else "end"
    x, y = around(*centre, 284 if anchor == "middle" else 272, turn)
    drawing.text(x, y - 8, words._("seat {seat}").format(seat=seat + 1), 14, anchor, bold=True)
    for i, part in enumerate(("top", "under")):
        drawing.text(x, y + 8 + 15 * i, f"{words._(part)}: {inputs[i]}", 12, anchor)


def stack_drawing(words: GuideWords) -> Diagram:
    """One petal, its hub and the cradle from the side; layers are drawn too thick."""
    drawing = Diagram(1040, 520, words._("A petal from the side (layers drawn too thick)"))
    drawing.box(40, 372, 620, 26, "#c9a36b")
    drawing.text(350, 416, words._("table top"), 13, "middle")
    drawing.box(70, 330, 130, 42, SHADE)
    drawing.text(135, 356, words._("cradle"), 13, "middle")
    drawing.box(60, 130, 150, 186, SHADE)
    drawing.text(135, 190, words._("hub"), 14, "middle", bold=True)
    drawing.box(95, 298, 34, 14, PAINT["red"], radius=2)
    drawing.box(95, 334, 34, 10, PAINT["turquoise"], radius=5)
    layers = (
        (140, 24, 290, 630, COVER, N_("cover, stiff: 3 mm of plywood or acrylic")),
        (166, 12, 410, 520, PUCK, N_("puck, hard, as wide as the sensor's active area")),
        (180, 8, 390, 560, PAINT["yellow"], N_("sensor top, its tail to the hub")),
        (190, 30, 210, 640, PLATE, N_("plate, stiff: 4 mm of plywood or acrylic")),
        (222, 8, 390, 560, PAINT["yellow"], N_("sensor under, its tail to the hub")),
        (232, 12, 410, 520, PUCK, N_("puck, the same")),
        (246, 24, 290, 630, COVER, N_("cover, the same: fingers reach it from below")),
    )
    for i, (y, high, left, right, fill, name) in enumerate(layers):
        drawing.box(left, y, right - left, high, fill, radius=3)
        label = 110 + i * 32
        middle = y + high / 2
        leader = [(right, middle), (650, middle), (670, label - 4), (682, label - 4)]
        drawing.path(leader, FAINT, 1.2)
        drawing.text(688, label, words._(name), 12)
    drawing.arrow((465, 84), (465, 134), INK)
    drawing.text(465, 76, words._("palm: from above only"), 12, "middle")
    drawing.arrow((465, 340), (465, 276), INK)
    drawing.text(465, 360, words._("grab: pinched, 30 mm free below"), 12, "middle")
    drawing.path([(129, 305), (228, 305)], FAINT, 1.2)
    drawing.text(234, 309, words._("magnet"), 12)
    drawing.path([(129, 339), (228, 339)], FAINT, 1.2)
    drawing.text(234, 343, words._("reed"), 12)
    drawing.lines(
        40,
        442,
        (
            words._(
                "The covers lie on the pucks alone: a hand beside the middle presses them too."
            ),
            words._("A soft cover would carry such a hand past the puck, onto the plate."),
            words._("mk1: the magnet in the hub, the reed in the cradle, its wire to the header."),
            words._(
                "mk2: the other way round, the reed beside the Pico. Dimensions are proposals."
            ),
        ),
        12.5,
    )
    return drawing


def _inputs(board: BoardFile) -> list[tuple[str, str]]:
    """The converter's inputs of each seat: top, under."""
    wires: dict[str, PinWire] = {w.key: w for w in (*converter(board), *multiplexer(board))}
    return [
        (wires[f"sensor.{seat}.top"].line, wires[f"sensor.{seat}.under"].line)
        for seat in range(board.seats)
    ]
