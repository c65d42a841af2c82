"""The schematic as KiCad reads it (``.kicad_sch``, the format of KiCad 6 and later)."""

from __future__ import annotations

from deploy.kit.design import Point
from deploy.kit.electronics.kicad import LIBRARY, Node, at, font, named, quoted, text
from deploy.kit.electronics.sheet import (
    PIN,
    NetLabel,
    PlacedSymbol,
    Sheet,
    Symbol,
    SymbolPin,
    symbols,
)

USUAL = 1.27
SIDES = {-1: 0, 1: 180}
"""Which way a pin points into its symbol, by its side."""


def schematic_file(sheet: Sheet) -> str:
    """The whole file."""
    name = sheet.circuit.name
    whole: list[Node] = [
        "kicad_sch",
        ["version", "20211123"],
        ["generator", "khvatka"],
        ["uuid", named(name, "sheet")],
        ["paper", quoted(sheet.paper)],
        ["title_block", ["title", quoted(sheet.title)]],
        ["lib_symbols", *(_symbol(each) for each in symbols(sheet))],
        *(
            ["junction", ["at", *p], ["diameter", 0], ["color", 0, 0, 0, 0], _id(name, "dot", p)]
            for p in sheet.junctions
        ),
        *(["no_connect", ["at", *p], _id(name, "open", p)] for p in sheet.open_pins),
        *(_wire(name, start, end) for start, end in sheet.wires),
        *(_label(name, label) for label in sheet.labels),
        *(_placed(name, placed) for placed in sheet.placed),
        ["sheet_instances", ["path", quoted("/"), ["page", quoted("1")]]],
        ["symbol_instances", *(_instance(name, placed) for placed in sheet.placed)],
    ]
    return text(whole) + "\n"


def _id(*names: object) -> Node:
    return ["uuid", named(*names)]


def _symbol(symbol: Symbol) -> Node:
    """Its definition; KiCad's libraries count y upwards."""
    wide, high = symbol.box
    name = f"{LIBRARY}:{symbol.key}"
    line: Node = ["stroke", ["width", 0.2], ["type", "default"], ["color", 0, 0, 0, 0]]
    shapes: list[Node] = [
        [
            "rectangle",
            ["start", -wide, high],
            ["end", wide, -high],
            line,
            ["fill", ["type", "none"]],
        ]
    ]
    if symbol.plates:
        shapes = [
            [
                *("polyline", ["pts", ["xy", x, high], ["xy", x, -high]], line),
                ["fill", ["type", "none"]],
            ]
            for x in (-wide, wide)
        ]
    return [
        *("symbol", quoted(name), ["pin_names", ["offset", 0.6]], ["in_bom", "yes"]),
        ["on_board", "yes"],
        *(
            ["property", quoted(key), quoted(value), ["id", str(i)], at((0, 0)), font(USUAL)]
            for i, (key, value) in enumerate((("Reference", "U"), ("Value", symbol.key)))
        ),
        ["symbol", quoted(f"{symbol.key}_0_1"), *shapes],
        ["symbol", quoted(f"{symbol.key}_1_1"), *(_pin(symbol, pin) for pin in symbol.pins)],
    ]


def _pin(symbol: Symbol, pin: SymbolPin) -> Node:
    """From its free end into the symbol."""
    x, y = pin.at
    turn = SIDES.get(pin.side, 90 if y > 0 else 270)
    long = PIN if pin.side else abs(y) - symbol.box[1]
    if symbol.plates or symbol.key == "D":
        long = abs(x) - symbol.box[0]
    return [
        *("pin", "passive", "line", at((x, -y), turn), ["length", long]),
        ["name", quoted(pin.name or "~"), font(1.0)],
        ["number", quoted(pin.number), font(1.0)],
    ]


def _wire(name: str, start: Point, end: Point) -> Node:
    return [
        *("wire", ["pts", ["xy", *start], ["xy", *end]]),
        ["stroke", ["width", 0], ["type", "default"], ["color", 0, 0, 0, 0]],
        _id(name, "wire", start, end),
    ]


def _label(name: str, label: NetLabel) -> Node:
    turn, side = (180, "right") if label.side < 0 else (0, "left")
    return [
        *("label", quoted(label.net), at(label.at, turn), font(USUAL, side, "bottom")),
        _id(name, "label", label.at),
    ]


def _placed(name: str, placed: PlacedSymbol) -> Node:
    part, (x, y) = placed.part, placed.at
    above, below = name_places(placed)
    properties = (
        ("Reference", part.ref, above),
        ("Value", part.value, below),
        ("Footprint", f"{LIBRARY}:{part.package.key}", (x, y)),
        ("Datasheet", "", (x, y)),
    )
    hidden = ("Footprint", "Datasheet")
    return [
        *("symbol", ["lib_id", quoted(f"{LIBRARY}:{placed.symbol.key}")], at((x, y))),
        *(["unit", "1"], ["in_bom", "yes"], ["on_board", "yes"]),
        _id(name, "symbol", part.ref),
        *(
            [
                *("property", quoted(key), quoted(value), ["id", str(i)], at(where)),
                [*font(USUAL), *(["hide"] if key in hidden else [])],
            ]
            for i, (key, value, where) in enumerate(properties)
        ),
        *(
            ["pin", quoted(pin.number), _id(name, part.ref, "pin", pin.number)]
            for pin in placed.symbol.pins
        ),
    ]


def name_places(placed: PlacedSymbol) -> tuple[Point, Point]:
    """Where a symbol's name and value stand."""
    (x, y), high = placed.at, placed.symbol.box[1]
    if placed.symbol.key == "R_UP":
        return (x + 4.4, y - 1.9), (x + 4.4, y + 0.1)
    return (x, y - high - 1.2), (x, y + high + 1.4)


def _instance(name: str, placed: PlacedSymbol) -> Node:
    part = placed.part
    return [
        *("path", quoted(f"/{named(name, 'symbol', part.ref)}")),
        *(["reference", quoted(part.ref)], ["unit", "1"], ["value", quoted(part.value)]),
        ["footprint", quoted(f"{LIBRARY}:{part.package.key}")],
    ]
