"""Gerbers (RS-274X, X2) and drills (Excellon) read back by other hands: neither KiCad's nor ours.

What a maker of boards gets: layers of copper as flashes and strokes, holes by their tools. Pads
know their pin (``%TO.P``); what they are joined to is found by copper that touches.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from tests.deploy.kit.kicad_reader import Board, Copper, Pin

UNIT = 1e-6
"""Millimetres of one step of ``%FSLAX46Y46`` with ``%MOMM``."""
COPPER = {"F.Cu": "F_Cu.gtl", "B.Cu": "B_Cu.gbl"}


@dataclass(frozen=True)
class Stroke:
    """A flash (both ends the same) or a line of a round aperture, y downwards as on the sheet."""

    line: tuple[float, float, float, float]
    half: float
    pin: Pin | None
    net: str


@dataclass
class Layer:
    """One file: its function, as it says itself, and all that it draws."""

    function: str = ""
    strokes: list[Stroke] = field(default_factory=list)


class Reader:
    """Reads one file. Raises AssertionError for what no board of ours needs."""

    def __init__(self, text: str) -> None:
        self.found = Layer()
        self._sizes: dict[str, float] = {}
        self._size, self._at = 0.0, (0.0, 0.0)
        self._pin: Pin | None = None
        self._net = ""
        for extended, word in re.findall(r"%([^%]*)%|([^*%]+)\*", text.replace("\n", "")):
            if extended:
                for command in extended.strip("*").split("*"):
                    self._extended(command)
            else:
                self._draw(word)

    def _extended(self, command: str) -> None:
        if made := re.fullmatch(r"ADD(\d+)C,([\d.]+)", command):
            self._sizes[made[1]] = float(made[2])
        elif command.startswith("TF.FileFunction"):
            self.found.function = command.partition(",")[2]
        elif command.startswith("TO.P,"):
            ref, name = command.split(",")[1:3]
            self._pin = ref, name
        elif command.startswith("TO.N,"):
            self._net = command.partition(",")[2]
        elif command == "TD":
            self._pin, self._net = None, ""
        elif command.startswith(("FS", "MO", "LP")):
            assert command in ("FSLAX46Y46", "MOMM", "LPD"), command
        else:
            assert command.startswith(("TF", "TA", "TO", "TD")), command

    def _draw(self, word: str) -> None:
        if chosen := re.fullmatch(r"D(\d{2,})", word):
            self._size = self._sizes[chosen[1]]
        elif drawn := re.fullmatch(r"(?:X(-?\d+))?(?:Y(-?\d+))?D0([123])", word):
            x = self._at[0] if drawn[1] is None else int(drawn[1]) * UNIT
            y = self._at[1] if drawn[2] is None else -int(drawn[2]) * UNIT
            if drawn[3] != "2":
                start = self._at if drawn[3] == "1" else (x, y)
                stroke = Stroke((*start, x, y), self._size / 2, self._pin, self._net)
                self.found.strokes.append(stroke)
            self._at = x, y
        else:
            assert re.fullmatch(r"G0[14].*|G7[45]|M02", word), word


def layer(text: str) -> Layer:
    """What is in a file."""
    return Reader(text).found


def drills(text: str) -> list[tuple[float, float, float]]:
    """Middles and diameters of the holes in an Excellon file, y downwards."""
    assert "METRIC" in text
    sizes = {tool: float(size) for tool, size in re.findall(r"^T(\d+)C([\d.]+)$", text, re.M)}
    found, tool = [], ""
    for line in text.partition("\n%\n")[2].splitlines():
        if chosen := re.fullmatch(r"T(\d+)", line):
            tool = chosen[1]
        elif hole := re.fullmatch(r"X(-?[\d.]+)Y(-?[\d.]+)", line):
            found.append((float(hole[1]), -float(hole[2]), sizes[tool]))
        else:
            assert re.fullmatch(r"G05|G90|M30|T0|", line), line
    return found


def board(folder: Path, key: str) -> Board:
    """A board as its maker gets it: copper of both sides joined by plated holes."""
    found = Board()
    plated = drills((folder / f"{key}-PTH.drl").read_text())
    bare = drills((folder / f"{key}-NPTH.drl").read_text())
    found.drills = [*plated, *bare]
    for side, name in COPPER.items():
        read = layer((folder / f"{key}-{name}").read_text())
        assert read.function.startswith("Copper,")
        found.copper += [
            Copper(frozenset({side}), s.line, s.half, s.net, s.pin) for s in read.strokes
        ]
    through = frozenset({"F.Cu", "B.Cu"})
    found.copper += [Copper(through, (x, y, x, y), size / 2, "") for x, y, size in plated]
    edge = layer((folder / f"{key}-Edge_Cuts.gm1").read_text())
    assert edge.function.startswith("Profile")
    found.outline = [stroke.line for stroke in edge.strokes]
    return found
