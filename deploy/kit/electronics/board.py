"""The board as KiCad reads it (``.kicad_pcb``, the format of KiCad 6 and later)."""

from __future__ import annotations

from typing import Final

from deploy.kit.design import Point
from deploy.kit.electronics.kicad import LIBRARY, Node, at, font, named, quoted, text
from deploy.kit.electronics.layout import BoardLayout, Placement
from deploy.kit.electronics.netlist import Component
from deploy.kit.electronics.packages import Pad
from deploy.kit.electronics.router import VIA_DRILL_MM, CopperTrack
from deploy.kit.electronics.silk import SilkText, texts

SHEET: Final = (139.7, 127.0)
"""Where the layout's zero is on KiCad's sheet."""
LAYERS: Final = (
    (0, "F.Cu", "signal"),
    (31, "B.Cu", "signal"),
    (36, "B.SilkS", "user"),
    (37, "F.SilkS", "user"),
    (38, "B.Mask", "user"),
    (39, "F.Mask", "user"),
    (44, "Edge.Cuts", "user"),
    (45, "Margin", "user"),
    (46, "B.CrtYd", "user"),
    (47, "F.CrtYd", "user"),
    (48, "B.Fab", "user"),
    (49, "F.Fab", "user"),
)
COPPER: Final = {0: "F.Cu", 1: "B.Cu"}


def board_file(layout: BoardLayout, tracks: list[CopperTrack]) -> str:
    """The whole file."""
    nets = sorted({_net(part, pin) for part in layout.circuit.parts for pin in part.nets})
    nets = ["", *nets]
    numbers = {name: i for i, name in enumerate(nets)}
    whole: list[Node] = [
        "kicad_pcb",
        ["version", "20211014"],
        ["generator", "khvatka"],
        ["general", ["thickness", 1.6]],
        ["paper", quoted("A4")],
        ["title_block", ["title", quoted(layout.title)]],
        ["layers", *([str(n), quoted(name), kind] for n, name, kind in LAYERS)],
        ["setup", ["pad_to_mask_clearance", 0.05]],
        *(["net", str(i), quoted(name)] for name, i in numbers.items()),
        *(_footprint(layout, part, numbers) for part in layout.circuit.parts),
        *(_hole(layout, i) for i in range(len(layout.holes))),
        *(_text(each) for each in texts(layout)),
        *_edge(layout),
        *(_track(track, numbers, i) for i, track in enumerate(tracks)),
    ]
    return text(whole) + "\n"


def _net(part: Component, pin: str) -> str:
    """A pin's net as KiCad names it from the schematic."""
    if net := part.nets[pin]:
        return f"/{net}"
    names = dict((*part.package.left, *part.package.right))
    name = f"{names[pin]}-" if names.get(pin) else ""
    return f"unconnected-({part.ref}-{name}Pad{pin})"


def on_sheet(point: Point) -> Point:
    """A place of the board, in millimetres, as the file has it."""
    return round(point[0] + SHEET[0], 4), round(point[1] + SHEET[1], 4)


def _footprint(layout: BoardLayout, part: Component, numbers: dict[str, int]) -> Node:
    place, package = layout.places[part.ref], part.package
    side = "B" if package.below else "F"
    hidden: list[Node] = []
    for kind, words, i in (("reference", part.ref, 0), ("value", part.value, 1)):
        hidden.append(
            [
                *("fp_text", kind, quoted(words), at((0, 0), place.turn)),
                *(
                    ["layer", quoted(f"{side}.Fab")],
                    font(0.8, *(["mirror"] if side == "B" else [])),
                ),
                ["tstamp", named(layout.circuit.name, part.ref, i)],
            ]
        )
    left, top, right, bottom = package.body
    lines: list[Node] = []
    for layer in ("SilkS", "Fab"):
        if layer == "SilkS" and package.key.startswith("WIRES"):
            continue
        lines.append(_rectangle((left, top), (right, bottom), f"{side}.{layer}", 0.12))
    courts = [package.body] if package.key != "PICO" else _strips(package.pads)
    for box in courts:
        lines.append(_rectangle(box[:2], box[2:], f"{side}.CrtYd", 0.05))
    return [
        *("footprint", quoted(f"{LIBRARY}:{package.key}"), ["layer", quoted(f"{side}.Cu")]),
        ["tstamp", named(layout.circuit.name, part.ref)],
        at(on_sheet((place.x, place.y)), place.turn),
        ["path", quoted(f"/{named(layout.circuit.name, 'symbol', part.ref)}")],
        ["attr", "through_hole"],
        *hidden,
        *lines,
        *(
            _pad(layout.circuit.name, part, pad, i, place, numbers)
            for i, pad in enumerate(package.pads)
        ),
    ]


def _strips(pads: tuple[Pad, ...]) -> list[tuple[float, float, float, float]]:
    """The Pico stands on two strips of sockets: there is room below it."""
    xs = sorted({pad.x for pad in pads})
    ys = [pad.y for pad in pads]
    return [(x - 1.27, min(ys) - 1.27, x + 1.27, max(ys) + 1.27) for x in xs]


def _rectangle(start: Point, end: Point, layer: str, width: float) -> Node:
    return [
        *("fp_rect", ["start", *start], ["end", *end], ["layer", quoted(layer)]),
        *(["width", width], ["fill", "none"]),
    ]


def _pad(
    board: str, part: Component, pad: Pad, index: int, place: Placement, numbers: dict[str, int]
) -> Node:
    stamp: Node = ["tstamp", named(board, part.ref, "pad", index)]
    layers: Node = ["layers", "*.Cu", "*.Mask"]
    middle = at((pad.x, pad.y), place.turn)
    if not pad.name:
        size: Node = ["size", pad.drill, pad.drill]
        return [
            *("pad", quoted(""), "np_thru_hole", "circle", middle, size, ["drill", pad.drill]),
            *(layers, stamp),
        ]
    found: list[Node] = ["pad", quoted(pad.name), "thru_hole", "circle", middle]
    found += [["size", pad.size, pad.size], ["drill", pad.drill], layers]
    net = _net(part, pad.name)
    found.append(["net", str(numbers[net]), quoted(net)])
    return [*found, stamp]


def _hole(layout: BoardLayout, index: int) -> Node:
    point, drill = layout.holes[index]
    pad = Pad("", 0, 0, drill, drill)
    name = f"H{index + 1}"
    part = Component(name, layout.circuit.parts[0].package, "", {})
    return [
        *("footprint", quoted(f"{LIBRARY}:HOLE"), ["layer", quoted("F.Cu")]),
        *(["tstamp", named(layout.circuit.name, name)], at(on_sheet(point))),
        ["attr", "board_only", "exclude_from_pos_files", "exclude_from_bom"],
        [
            *("fp_text", "reference", quoted(name), at((0, 0)), ["layer", quoted("F.Fab")]),
            font(0.8),
        ],
        ["fp_text", "value", quoted(""), at((0, 0)), ["layer", quoted("F.Fab")], font(0.8)],
        _pad(layout.circuit.name, part, pad, 0, Placement(0, 0), {}),
    ]


def _text(words: SilkText) -> Node:
    return [
        *("gr_text", quoted(words.words), at(on_sheet(words.at), words.turn)),
        *(["layer", quoted("F.SilkS")], ["tstamp", named("text", words.words, words.at)]),
        font(words.size),
    ]


def _edge(layout: BoardLayout) -> list[Node]:
    after = (*layout.outline[1:], layout.outline[0])
    return [
        [
            *("gr_line", ["start", *on_sheet(a)], ["end", *on_sheet(b)]),
            *(["layer", quoted("Edge.Cuts")], ["width", 0.1], ["tstamp", named("edge", a, b)]),
        ]
        for a, b in zip(layout.outline, after, strict=True)
    ]


def _track(track: CopperTrack, numbers: dict[str, int], index: int) -> Node:
    net: Node = ["net", str(numbers[f"/{track.net}"])]
    stamp: Node = ["tstamp", named("track", track.net, index)]
    if track.via:
        drill: Node = ["drill", VIA_DRILL_MM]
        both: Node = ["layers", quoted("F.Cu"), quoted("B.Cu")]
        return [
            "via",
            ["at", *on_sheet(track.start)],
            ["size", track.width],
            drill,
            both,
            net,
            stamp,
        ]
    return [
        *("segment", ["start", *on_sheet(track.start)], ["end", *on_sheet(track.end)]),
        *(["width", track.width], ["layer", quoted(COPPER[track.layer])], net, stamp),
    ]
