"""A multimeter on a table that is wired: the boards as their schematics join them, the cables
between, buttons and sensors that somebody presses. Ohms without power and with chips out of their
sockets; volts with the Pi, and the Pico, that feed it."""

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
OWN_PULL_OHM, ADC_OHM = 1800.0, 200.0
"""The Pi's own at GPIO2 and GPIO3; the Pico's before its ADC_VREF."""
INPUT_PULL_OHM, INPUT_LEAK_OHM = 100e3, 5e6
"""The 74AHCT125's input: to the star point; to its 5 V, 1 µA at most."""
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
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
        self.seated = self.power_pressed = False

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
        else:  # SYNC to CABLE, S to S
            ends = [self._node("header", "SYNC", "1"), self._node("pad", "CABLE", "1")]
            found.append((ends[0], ends[1], WIRE_OHM))
        for seat, button in self.pressed:
            terminal = f"SEAT{seat + 1}"
            signal = self._node("header", terminal, str(BUTTONS.index(button) + 1))
            found.append((signal, self._node("header", terminal, "5"), CLOSED_OHM))
        if self.power_pressed:
            ends = [self._node("header", "ON", pin) for pin in "12"]
            found.append((ends[0], ends[1], CLOSED_OHM))
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
        volts = self._solved({a: 1.0, b: -1.0} if a != b else {a: 0.0}, {})
        return volts[a] - volts[b]

    def volts(self, one: tuple[str, str, str], other: tuple[str, str, str]) -> float:
        """What the multimeter shows while the table is on."""
        pi, pico = "Raspberry Pi", "Raspberry Pi Pico"
        fed = [(("header", pi, str(pin)), 0.0, WIRE_OHM) for pin in GROUNDS]
        fed += [(("header", pi, pin), 3.3, WIRE_OHM) for pin in ("1", "17")]
        fed.append((("header", pi, "2"), 5.0, WIRE_OHM))
        fed += [(("header", pi, pin), 3.3, OWN_PULL_OHM) for pin in ("3", "5")]
        if self._two:
            fed += [(("pad", pico, pin), 0.0, WIRE_OHM) for pin in ("33", "23")]
            fed += [(("pad", pico, "36"), 3.3, WIRE_OHM), (("pad", pico, "35"), 3.3, ADC_OHM)]
        return self._measured(one, other, fed)

    def volts_by_lights(self, one: tuple[str, str, str], other: tuple[str, str, str]) -> float:
        """What it shows while the lights' supply alone is on, with neither Pi nor Pico: the star
        point is header pin 39, the 74AHCT125 hangs on the pad board's cable."""
        fed = [(("header", "Raspberry Pi", "39"), 0.0, WIRE_OHM)]
        fed += [(("pad", "CABLE", "2"), 0.0, INPUT_PULL_OHM)]
        fed += [(("pad", "CABLE", "2"), 5.0, INPUT_LEAK_OHM)]
        fed += [(("pad", "Raspberry Pi Pico", "23"), 0.0, WIRE_OHM)]
        return self._measured(one, other, fed)

    def _measured(
        self,
        one: tuple[str, str, str],
        other: tuple[str, str, str],
        fed: list[tuple[tuple[str, str, str], float, float]],
    ) -> float:
        """``fed``: where, with how many volts, behind how many ohms."""
        held: dict[Node, tuple[float, float]] = {}
        for probe, volts, ohm in fed:
            siemens, ampere = held.get(node := self._node(*probe), (0.0, 0.0))
            held[node] = siemens + 1 / ohm, ampere + volts / ohm
        a, b = self._node(*one), self._node(*other)
        found = self._solved({a: 0.0, b: 0.0}, held)
        return found[a] - found[b]

    def _solved(
        self, current: dict[Node, float], held: dict[Node, tuple[float, float]]
    ) -> dict[Node, float]:
        """Volts everywhere, by Kirchhoff; ``held``: siemens to, and amperes from, what feeds."""
        joints = self._joints()
        every = dict.fromkeys([*current, *held, *(n for j in joints for n in j[:2])])
        nodes = {n: i for i, n in enumerate(every)}
        g, flow = np.eye(len(nodes)) * LEAK_S, np.zeros(len(nodes))
        for x, y, ohm in joints:
            i, k, siemens = nodes[x], nodes[y], 1 / ohm
            g[i, i] += siemens
            g[k, k] += siemens
            g[i, k] -= siemens
            g[k, i] -= siemens
        for node, (siemens, ampere) in held.items():
            g[nodes[node], nodes[node]] += siemens
            flow[nodes[node]] += ampere
        for node, ampere in current.items():
            flow[nodes[node]] += ampere
        return dict(zip(nodes, np.linalg.solve(g, flow).tolist(), strict=True))
