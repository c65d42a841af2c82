"""All files of a table's boards: for KiCad, for who makes and who solders them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.drawing.words import GuideWords
from deploy.kit.board_file import board_of
from deploy.kit.design import Design
from deploy.kit.electronics import layout, netlist, pictures
from deploy.kit.electronics.board import board_file, on_sheet
from deploy.kit.electronics.layout import BoardLayout
from deploy.kit.electronics.router import CLEARANCE, EDGE_MM, TRACK_MM, CopperTrack, Router
from deploy.kit.electronics.schematic import schematic_file
from deploy.kit.electronics.sheet import Sheet, drawn

_IGNORED: Final = ("lib_footprint_issues", "lib_footprint_mismatch")
_UNCHECKED: Final = ("lib_symbol_issues", "footprint_link_issues")
"""What asks for KiCad's libraries: all parts are in the files themselves."""


@dataclass(frozen=True, slots=True)
class Made:
    """One board, routed and drawn. ``key`` names its files."""

    key: str
    layout: BoardLayout
    tracks: list[CopperTrack]
    sheet: Sheet


def boards(design: Design) -> tuple[Made, ...]:
    """The header's board, the pad's, the test plug. Raises RoutingError if a net finds no way."""
    file = board_of(design)
    made = []
    for circuit, place in (
        (netlist.header_board(file), layout.header_layout),
        (netlist.pad_board(file), layout.pad_layout),
        (netlist.plug_board(file), layout.plug_layout),
    ):
        title = f"Khvatka {design.board}-{design.seats} {circuit.name}"
        placed = place(circuit, title)
        tracks = Router(placed).tracks()
        made.append(Made(circuit.name, placed, tracks, drawn(circuit, title)))
    return tuple(made)


def write(made: tuple[Made, ...], folder: Path) -> Iterator[Path]:
    """KiCad's files and the places of the parts; each path as it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for board in made:
        texts = {
            f"{board.key}.kicad_pro": project_file(board.key),
            f"{board.key}.kicad_sch": schematic_file(board.sheet),
            f"{board.key}.kicad_pcb": board_file(board.layout, board.tracks),
            f"{board.key}-places.csv": places_file(board.layout),
        }
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
            yield folder / name


def drawings(made: tuple[Made, ...], words: GuideWords) -> Iterator[tuple[str, str]]:
    """Names and SVG of each board's picture and schematic."""
    titles = {
        "header": words._("The header's board, from above"),
        "pad": words._("The pad's board, from above"),
        "plug": words._("The test plug, from above"),
    }
    for board in made:
        sheet = pictures.board_sheet(board.layout, board.tracks, titles[board.key], words)
        yield f"board-{board.key}", sheet.svg()
        title = words._("{board}: schematic").format(board=board.sheet.title)
        yield f"schematic-{board.key}", pictures.schematic_sheet(board.sheet, title).svg()


def project_file(key: str) -> str:
    """What KiCad checks: the router's own rules, and no libraries."""
    rules = {
        "min_clearance": CLEARANCE,
        "min_track_width": TRACK_MM,
        "min_copper_edge_clearance": EDGE_MM,
    }
    severities = dict.fromkeys(_IGNORED, "ignore")
    project = {
        "board": {"design_settings": {"rules": rules, "rule_severities": severities}},
        "erc": {"rule_severities": dict.fromkeys(_UNCHECKED, "ignore")},
        "meta": {"filename": f"{key}.kicad_pro", "version": 1},
    }
    return json.dumps(project, indent=2) + "\n"


def places_file(placed: BoardLayout) -> str:
    """Each part's first pad, its turn and its side, as CSV, on KiCad's sheet."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("ref", "value", "package", "x_mm", "y_mm", "turn", "side"))
    for part in sorted(placed.circuit.parts, key=lambda part: (part.ref[0], int(part.ref[1:]))):
        place = placed.places[part.ref]
        x, y = on_sheet((place.x, place.y))
        side = "bottom" if part.package.below else "top"
        table.writerow((part.ref, part.value, part.package.key, x, y, place.turn, side))
    return text.getvalue()
