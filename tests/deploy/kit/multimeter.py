"""A multimeter on a table that is wired and not powered: the boards as their schematics join them,
the cables between, buttons and sensors that somebody presses. Chips are out of their sockets."""

from __future__ import annotations

from functools import cache

import numpy as np

from deploy.kit.board_file import board_of
from deploy.kit.design import Design
from deploy.kit.electronics.netlist import header_board, pad_board
from deploy.kit.electronics.schematic import schematic_file
from deploy.kit.electronics.sheet import drawn
from tests.deploy.kit import kicad_reader
from tests.deploy.kit.kicad_reader import Pin, Traced

OHMS = {"1k": 1e3, "10k": 1e4, "330": 330.0, "100k": 1e5, "2k2": 2.2e3, "10": 10.0, "T 0.5 A": 0.2}
WIRE_OHM, CLOSED_OHM, UNTOUCHED_OHM, PRESSED_OHM, LEAK_S = 0.05, 0.1, 10e6, 3e3, 1e-10
BUTTONS = ("left", "right", "ok", "back")
Node = tuple[str, Pin]


@cache
def _traced(name: str, seats: int) -> dict[str, Traced]:
    file = board_of(Design(seats, name))
    made = {"header": header_board(file), "pad": pad_board(file)}
    return {
        key: kicad_reader.schematic(schematic_file(drawn(circuit, key)))
        for key, circuit in made.items()
    }


class Table:
    """``pressed`` are (seat, button), ``squeezed`` (seat, part), ``seated``: the pad stands in its
    cradle. A probe is at a pin: ``("header", "Raspberry Pi", "6")``, by the part's value."""

    def __init__(self, name: str, seats: int) -> None:
        self._boards, self._seats = _traced(name, seats), seats
        self._two = name != "mk1"
        self.pressed: set[tuple[int, str]] = set()
        self.squeezed: set[tuple[int, str]] = set()
        self.seated = False

    def _node(self, board: str, value: str, pin: str) -> Node:
        traced = self._boards[board]
        return board, min(traced.group[traced.the(value), pin])

    def _joints(self) -> list[tuple[Node, Node, float]]:
        found: list[tuple[Node, Node, float]] = []
        for board, traced in self._boards.items():
            for ref, value in traced.values.items():
                if value in OHMS and ref[0] in "RF":
                    ends = [(board, min(traced.group[ref, pin])) for pin in ("1", "2")]
                    found.append((ends[0], ends[1], OHMS[value]))
        if not self._two:  # PAD to PI, mark by mark
            for pin in "123456":
                ends = [self._node("header", "PAD", pin), self._node("pad", "PI", pin)]
                found.append((ends[0], ends[1], WIRE_OHM))
        for seat, button in self.pressed:
            terminal = f"SEAT{seat + 1}"
            signal = self._node("header", terminal, str(BUTTONS.index(button) + 1))
            found.append((signal, self._node("header", terminal, "5"), CLOSED_OHM))
        for seat in range(self._seats):
            for pin, part in (("2", "top"), ("3", "under")):
                petal = f"PETAL{seat + 1}"
                ohm = PRESSED_OHM if (seat, part) in self.squeezed else UNTOUCHED_OHM
                ends = [self._node("pad", petal, "1"), self._node("pad", petal, pin)]
                found.append((ends[0], ends[1], ohm))
        if self.seated:
            board = "pad" if self._two else "header"
            ends = [self._node(board, "REED", pin) for pin in "12"]
            found.append((ends[0], ends[1], CLOSED_OHM))
        return found

    def ohms(self, one: tuple[str, str, str], other: tuple[str, str, str]) -> float:
        """What the multimeter shows between two pins."""
        a, b = self._node(*one), self._node(*other)
        joints = self._joints()
        nodes = {
            n: i for i, n in enumerate(dict.fromkeys([a, b, *(n for j in joints for n in j[:2])]))
        }
        g = np.eye(len(nodes)) * LEAK_S
        for x, y, ohm in joints:
            i, k = nodes[x], nodes[y]
            g[[i, k], [i, k]] += 1 / ohm
            g[[i, k], [k, i]] -= 1 / ohm
        current = np.zeros(len(nodes))
        if nodes[a] == nodes[b]:
            return 0.0
        current[nodes[a]], current[nodes[b]] = 1.0, -1.0
        volts = np.linalg.solve(g, current)
        return float(volts[nodes[a]] - volts[nodes[b]])
