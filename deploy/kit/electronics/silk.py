"""What is printed on a board: names of parts, their values, of each terminal what it is for."""

from __future__ import annotations

from dataclasses import dataclass

from deploy.kit.design import Point
from deploy.kit.electronics.layout import BoardLayout, Placement
from deploy.kit.electronics.netlist import Component

SMALL, USUAL, LARGE = 0.8, 1.0, 1.5


@dataclass(frozen=True, slots=True)
class SilkText:
    """Words around a middle; ``turn`` in degrees against the clock, 0 or 90."""

    words: str
    at: Point
    size: float = USUAL
    turn: int = 0


def texts(layout: BoardLayout) -> list[SilkText]:
    """Everything printed on the upper side."""
    found = [SilkText(layout.title, layout.title_at, LARGE)]
    for part in layout.circuit.parts:
        found += _of(part, layout.places[part.ref])
    return found


def _of(part: Component, place: Placement) -> list[SilkText]:
    along = place.turn % 180
    left, top, right, bottom = part.package.body
    middle = place.at((left + right) / 2, (top + bottom) / 2)
    if part.title.isdigit():  # the test plug: each hole's pin of the header
        return [SilkText(part.title, place.at(-1.7, 0), SMALL)]
    if part.labels:
        return _block(part, place)
    if part.package.key == "D":
        pin = (part.nets["2"] or "").removeprefix("LIGHT")
        return [SilkText(f"{pin} -", place.at(-2.1, 0), SMALL)]  # whose light, and its minus
    if part.package.key == "R":
        return [
            SilkText(part.ref, place.at(2.4, 0), SMALL, along),
            SilkText(part.value, place.at(5.1, 0), SMALL, along),
        ]
    if part.package.key == "HEADER":
        corners = {"1": (-1.9, 0.0), "2": (-1.9, -2.54), "39": (50.4, 0.0), "40": (50.4, -2.54)}
        return [SilkText(pin, place.at(*at), SMALL) for pin, at in corners.items()]
    if part.package.key == "Q":
        return [SilkText(f"{part.ref} {part.value}", place.at(2.54, -1.7), SMALL)]
    if part.package.key == "F":
        return [SilkText(f"{part.ref} {part.value}", place.at(11.25, -3.4), USUAL)]
    if part.package.key == "C":
        return [SilkText(f"{part.ref} {part.value}", place.at(2.5, 2.1), SMALL, along)]
    long_ways = 90 if (bottom - top > right - left) != (along == 90) else 0
    found = [SilkText(f"{part.ref} {part.value}", middle, USUAL, long_ways)]
    if part.package.key.startswith("DIP"):
        found.append(SilkText("1", place.at(2.0, 0.0), SMALL))
        found[0] = SilkText(found[0].words, place.at(right - 2.8, bottom / 2), USUAL, long_ways)
    if part.package.key == "PICO":
        # Its resistors stand below it: the name goes between them and the strip.
        found = [
            SilkText(f"{part.ref} {part.value}", place.at(8.89, 47.2), USUAL),
            SilkText("USB", place.at(8.89, 0.4), USUAL),
            SilkText("1", place.at(1.7, 0.0), SMALL),
        ]
    return found


def _block(part: Component, place: Placement) -> list[SilkText]:
    """Terminals: each pin's sign at its inner side, the name beyond."""
    soldered = part.package.key.startswith("WIRES")
    near, far = (1.75, 3.1) if soldered else (-4.05, -5.6)
    middle = (len(part.labels) - 1) * 1.27
    found = [SilkText(part.title, place.at(middle, far), USUAL, place.turn % 180)]
    for i, label in enumerate(part.labels):
        found.append(SilkText(label, place.at(2.54 * i, near), SMALL, place.turn % 180))
    return found
