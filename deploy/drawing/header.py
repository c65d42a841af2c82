"""The Raspberry Pi's header with every wire, and plots of a chip's or module's pins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from console.svg import Anchor
from deploy.drawing import names
from deploy.drawing.circuit import PinWire, expander, header
from deploy.drawing.diagram import FAINT, INK, PAINT, PAPER, SHADE, Diagram, text_width
from deploy.drawing.words import GuideWords
from drivers.boards.config import BoardFile

ROW = 34
DARK = ("blue", "violet", "brown", "red", "black", "green")


@dataclass(frozen=True, slots=True)
class Label:
    """What stands at the end of a wire: its name, and small below where it goes."""

    name: str
    below: str = ""


def header_drawing(board: BoardFile, words: GuideWords) -> Diagram:
    """The header seen from above, pin 1 at the top left: the Pi's USB sockets are below."""
    drawing = Diagram(
        1040, 92 + 20 * ROW + 90, words._("{name}: the header, from above").format(name=board.name)
    )
    x, top = 520, 92
    drawing.text(
        x, top - 26, words._("this end: the corner with pin 1"), 12, "middle", colour=FAINT
    )
    drawing.box(x - 42, top - 16, 84, 20 * ROW - 2, "#3a414d", radius=4)
    for wire in header(board):
        side = -1 if wire.pin % 2 else 1
        y = top + (wire.pin - 1) // 2 * ROW
        label = Label(names.signal(words, wire.key), names.from_header(words, wire))
        _pin(drawing, (x + 21 * side, y), side, wire, label, words)
    y = top + 20 * ROW
    drawing.text(x, y + 10, words._("this end: the USB sockets"), 12, "middle", colour=FAINT)
    drawing.lines(
        24,
        y + 42,
        (
            words._("Wires of one seat share a cable: its number on both ends."),
            words._("All black wires meet on the plug's own board: eight pins, one ground."),
        ),
        13,
    )
    return drawing


def chip_drawing(
    words: GuideWords,
    title: str,
    name: str,
    sides: tuple[Sequence[PinWire], Sequence[PinWire]],
    foot: int,
) -> Diagram:
    """A chip from above with the wires at its left and right pins, each from the top down; below
    it ``foot`` pixels for notes."""
    rows = max(len(side) for side in sides)
    drawing = Diagram(1040, 110 + rows * ROW + foot, title)
    middle, y, width = 520, 110, 160
    drawing.box(middle - width / 2, y - 24, width, rows * ROW + 8, SHADE)
    drawing.path([(middle - 12, y - 24), (middle + 12, y - 24)], INK, 5)
    drawing.text(middle, y - 34, name, 14, "middle", bold=True)
    for side, wires in zip((-1, 1), sides, strict=True):
        edge = middle + side * width / 2
        for i, wire in enumerate(wires):
            at = y + i * ROW
            label = Label(names.signal(words, wire.key), names.at(words, wire))
            inner = edge - side * 30
            anchor: Anchor = "start" if side < 0 else "end"
            drawing.text(inner, at + 4, wire.line, 12, anchor)
            shown = PinWire(wire.pin, "", wire.key)
            _pin(drawing, (edge - side * 13, at), side, shown, label, words)
    return drawing


def expander_drawing(board: BoardFile, words: GuideWords) -> Diagram:
    """The MCP23017 of a table for eight."""
    known = {wire.pin: wire for wire in expander(board)}
    every = [known.get(pin) or PinWire(pin, "NC", "free") for pin in range(1, 29)]
    title = words._("{name}: port expander MCP23017").format(name=board.name)
    sides = (every[:14], every[:13:-1])
    drawing = chip_drawing(words, title, words._("28 pins, from above"), sides, 44)
    note = words._("INTA tells both ports: the overlay mirrors INTB on it.")
    drawing.text(24, drawing.height - 30, note)
    return drawing


def _pin(
    drawing: Diagram,
    at: tuple[float, float],
    side: int,
    wire: PinWire,
    label: Label,
    words: GuideWords,
) -> None:
    """A pin's number, its wire outwards to ``side`` (-1 left, 1 right), and what it is."""
    x, y = at
    end = x + side * 118
    if wire.colour:
        drawing.wire([(x + side * 13, y), (end, y)], wire.colour)
    fill = PAINT[wire.colour] if wire.colour else SHADE
    drawing.circle(x, y, 12, fill)
    ink = PAPER if wire.colour in DARK else INK
    drawing.text(x, y + 4, str(wire.pin), 11, "middle", bold=True, colour=ink)
    if wire.line:
        line = names.line(words, wire)
        wide = text_width(line, 11, bold=True) + 8
        middle = x + side * 52
        edge = INK if wire.colour else PAPER
        drawing.box(middle - wide / 2, y - 9, wide, 18, PAPER, stroke=edge, radius=4)
        ink = INK if wire.colour else FAINT
        drawing.text(middle, y + 4, line, 11, "middle", bold=True, colour=ink)
    anchor: Anchor = "end" if side < 0 else "start"
    start = end + side * 8 if wire.colour else x + side * (92 if wire.line else 22)
    colour = f" · {words._(wire.colour)}" if wire.colour else ""
    lift = -2 if label.below else 5
    drawing.text(
        start,
        y + lift,
        label.name + colour,
        13,
        anchor,
        bold=bool(wire.colour),
        colour=INK if wire.colour else FAINT,
    )
    if label.below:
        drawing.text(start, y + 12, label.below, 10.5, anchor, colour=FAINT)
