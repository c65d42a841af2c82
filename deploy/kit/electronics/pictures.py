"""A board as a picture to solder by: seen from above, with what its terminals are for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.i18n import N_
from console.svg import Anchor
from deploy.drawing.diagram import FAINT, INK, PAPER, SHADE, Diagram
from deploy.drawing.words import GuideWords
from deploy.kit.design import Point
from deploy.kit.electronics.layout import BoardLayout
from deploy.kit.electronics.router import CopperTrack
from deploy.kit.electronics.schematic import name_places
from deploy.kit.electronics.sheet import PlacedSymbol, Sheet
from deploy.kit.electronics.silk import texts

PICTURE: Final = 780.0
ABOVE, BELOW, WIRE = "#e59a8b", "#9db8e6", "#2e8b57"
TERMINALS: Final = (
    ("SEAT", N_("SEAT: buttons of a seat: < ◀, > ▶, o ●, x ✕, G their ground")),
    ("LAMP", N_("L, 5V: the seat's lamp, minus and plus")),
    ("ON", N_("ON: power button")),
    ("REED", N_("REED: seated (reed)")),
    ("PAD", N_("PAD: to PI on the pad's board, mark by mark")),
    ("PI", N_("PI: to PAD on the header's board, mark by mark")),
    ("SYNC", N_("SYNC: S to S of the pad's cable; * to the star point")),
    ("PETAL", N_("PETAL: V supply of both sensors, T top, U under")),
    ("CABLE", N_("CABLE: S SYNC, L light data, * to the star point")),
    ("LIS3DH", N_("LIS3DH: 3V its VIN, G, DA its SDA, CL its SCL")),
)


def board_sheet(
    layout: BoardLayout, tracks: list[CopperTrack], title: str, words: GuideWords
) -> Diagram:
    """Parts, pads, tracks above and below, and every printed word."""
    xs, ys = [x for x, _ in layout.outline], [y for _, y in layout.outline]
    scale = PICTURE / (max(xs) - min(xs))
    high = (max(ys) - min(ys)) * scale
    lines = _legend(layout, words)
    drawing = Diagram(860, int(high + 120 + 19 * len(lines)), title)

    def at(point: Point) -> Point:
        return 40 + (point[0] - min(xs)) * scale, 70 + (point[1] - min(ys)) * scale

    drawing.polygon([at(point) for point in layout.outline], SHADE)
    for layer, colour in ((1, BELOW), (0, ABOVE)):
        for track in (track for track in tracks if track.layer == layer):
            drawing.path([at(track.start), at(track.end)], colour, track.width * scale)
    for track in (track for track in tracks if track.via):
        drawing.circle(*at(track.start), track.width / 2 * scale, FAINT, FAINT)
    for part in layout.circuit.parts:
        place, (left, top, right, bottom) = layout.places[part.ref], part.package.body
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        dash = "5 4" if part.package.below else ""
        drawing.path([at(place.at(*corner)) for corner in corners], INK, 1.2, dash)
    for _, pad, point in layout.pads():
        size = pad.size if pad.name else pad.drill
        drawing.circle(*at(point), size / 2 * scale, "#d9b24a" if pad.name else PAPER)
        drawing.circle(*at(point), pad.drill / 2 * scale, PAPER)
    for point, drill in layout.holes:
        drawing.circle(*at(point), drill / 2 * scale, PAPER)
    for each in texts(layout):
        drawing.mark(*at(each.at), each.words, each.size * scale * 1.2, each.turn == 90)
    drawing.lines(40, high + 110, lines, 12.5)
    return drawing


def _legend(layout: BoardLayout, words: GuideWords) -> list[str]:
    """What is printed, in the reader's language."""
    printed = [part.title for part in layout.circuit.parts if part.title]
    printed += ["LAMP"] if any(part.ref[0] == "Q" for part in layout.circuit.parts) else []
    lines = [
        words._(text)
        for key, text in TERMINALS
        if any(title.rstrip("12345678") == key for title in printed)
    ]
    values = {part.value for part in layout.circuit.parts}
    lines.append(words._("red: tracks above; blue: below; solder from below"))
    if layout.circuit.name == "plug":
        lines += [
            words._(
                "Numbers: pins of the header. Touch a pin's hole with the probe: its button is"
                " pressed."
            ),
            words._(
                "The lights of lamps and SYNC shine by themselves when the program drives them."
            ),
            words._("LED: the flat side, its minus, at the hole that goes to ground"),
        ]
    if layout.circuit.name == "pad":
        lines.append(words._("chips and Pico in sockets; low ones for the Pico"))
    else:
        lines.append(words._("dashed: the socket for the header sits on the lower side"))
    if "74HC4067" in values:
        lines.append(words._("a 74HC4067 is made narrow and wide: take the rows that fit"))
    return lines


SHEET_SCALE: Final = 4.6


def schematic_sheet(sheet: Sheet, title: str) -> Diagram:
    """The schematic, cut to what is drawn on it."""
    points = [point for wire in sheet.wires for point in wire]
    points += [label.at for label in sheet.labels]
    left, top = min(x for x, _ in points) - 24, min(y for _, y in points) - 14
    right, bottom = max(x for x, _ in points) + 28, max(y for _, y in points) + 8
    wide, high = (right - left) * SHEET_SCALE, (bottom - top) * SHEET_SCALE
    drawing = Diagram(int(wide), int(high) + 50, title)

    def at(point: Point) -> Point:
        return (point[0] - left) * SHEET_SCALE, (point[1] - top) * SHEET_SCALE + 50

    for wire in sheet.wires:
        drawing.path([at(end) for end in wire], WIRE, 1.5)
    for point in sheet.junctions:
        drawing.dot(*at(point))
    for label in sheet.labels:
        x, y = at(label.at)
        anchor: Anchor = "end" if label.side < 0 else "start"
        drawing.text(x + 4 * label.side, y - 3, label.net, 9.5, anchor)
    for x, y in map(at, sheet.open_pins):
        drawing.path([(x - 4, y - 4), (x + 4, y + 4)], FAINT, 1.2)
        drawing.path([(x - 4, y + 4), (x + 4, y - 4)], FAINT, 1.2)
    for placed in sheet.placed:
        _symbol(drawing, placed, at)
    return drawing


def _symbol(drawing: Diagram, placed: PlacedSymbol, at: Callable[[Point], Point]) -> None:
    (x, y), (wide, high) = placed.at, placed.symbol.box
    shown = at((x - wide, y - high))
    if placed.symbol.plates:
        for side in (-wide, wide):
            drawing.path([at((x + side, y - high)), at((x + side, y + high))], INK, 2)
    else:
        size = 2 * wide * SHEET_SCALE, 2 * high * SHEET_SCALE
        drawing.box(*shown, *size, fill=PAPER, radius=0)
    labels = dict(zip(placed.part.nets, placed.part.labels, strict=False))
    for pin in placed.symbol.pins:
        end = placed.end(pin)
        away = 1 if pin.at[1] > 0 else -1
        inner = (x + pin.side * wide, end[1]) if pin.side else (x, y + away * high)
        drawing.path([at(end), at(inner)], INK, 1.5)
        if placed.symbol.key in ("R", "R_UP", "C", "F"):
            continue
        px, py = at(inner)
        outer: Anchor = "end" if pin.side < 0 else "start"
        drawing.text(px + 3 * pin.side, py - 2, pin.number, 7.5, outer)
        name = pin.name or labels.get(pin.number, "")
        drawing.text(px - 4 * pin.side, py + 3, name, 8.5, "start" if pin.side < 0 else "end")
    for (nx, ny), words in zip(
        name_places(placed), (placed.part.ref, placed.part.value), strict=True
    ):
        drawing.mark(*at((nx, ny)), words, 9)
