"""The circuit boards: what their files join is what the boards' TOML says, by other hands.

Pins are written here once more, from the makers' drawings, so that a fault in the guide's map would
show too.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from manifold3d import Manifold

from deploy.drawing import parts as guide
from deploy.drawing.circuit import BOARDS
from deploy.kit.board_file import board_of
from deploy.kit.design import Design
from deploy.kit.electronics.board import board_file
from deploy.kit.electronics.files import Made, boards
from deploy.kit.electronics.netlist import Circuit, header_board, pad_board, plug_board
from deploy.kit.electronics.schematic import schematic_file
from deploy.kit.electronics.sheet import drawn
from deploy.kit.files import contours
from deploy.kit.solids import CONVERTER_AT_MM, PI_AT_MM, parts
from drivers.boards.config import find_board, shipped_boards
from tests.deploy.kit import kicad_reader
from tests.deploy.kit.kicad_reader import Board, Pin, Traced

PI = {2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19} | {
    9: 21,
    25: 22,
    11: 23,
    8: 24,
    7: 26,
    5: 29,
    6: 31,
    12: 32,
    13: 33,
    19: 35,
    16: 36,
    26: 37,
    20: 38,
    21: 40,
}
"""BCM line to pin."""
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
MUX = (9, 8, 7, 6, 5, 4, 3, 2, 23, 22, 21, 20, 19, 18, 17, 16)
"""Channels 0 to 15 of the 74HC4067."""
EXPANDER = (21, 22, 23, 24, 25, 26, 27, 28, 1, 2, 3, 4, 5, 6, 7, 8)
"""Lines 0 to 15 of the MCP23017."""
WHOLE = [(name, seats) for name in BOARDS for seats in range(2, find_board(name).seats + 1)]
each = pytest.mark.parametrize(("name", "seats"), WHOLE)
largest = pytest.mark.parametrize(
    ("name", "seats"),
    [("mk1", 4), pytest.param("mk2", 6, marks=pytest.mark.complete), ("mk2-8", 8)],
)
"""mk2-8 has all that mk2 has, and more of it."""
KINDS = ("header", "pad", "plug")


def circuits(name: str, seats: int) -> dict[str, Circuit]:
    file = board_of(Design(seats, name))
    return {"header": header_board(file), "pad": pad_board(file), "plug": plug_board(file)}


@cache
def sketched(name: str, seats: int, kind: str) -> Traced:
    """A schematic as it was traced."""
    return kicad_reader.schematic(schematic_file(drawn(circuits(name, seats)[kind], "a board")))


@cache
def routed(name: str, seats: int) -> dict[str, Made]:
    return {made.key: made for made in boards(Design(seats, name))}


@cache
def copper(name: str, seats: int, kind: str) -> Board:
    made = routed(name, seats)[kind]
    return kicad_reader.board(board_file(made.layout, made.tracks))


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads(shipped_boards()[name].read_text(encoding="utf-8"))


class Judge:
    """Follows a traced board and strikes off each pin that is as it must be."""

    def __init__(self, traced: Traced) -> None:
        self.traced = traced
        self.seen: set[Pin] = set()

    def joined(self, *pins: Pin) -> None:
        """These pins are one net, and nothing else is on it."""
        assert self.traced.group[pins[0]] == set(pins)
        self.seen |= set(pins)

    def through(self, pin: Pin, value: str, others: int = 0) -> Pin:
        """From a pin through its only resistor of a value, to that one's other end."""
        on_it = self.traced.group[pin] - {pin}
        (near,) = [p for p in on_it if self.traced.values[p[0]] == value and p[0][0] == "R"]
        assert len(on_it) == 1 + others, on_it
        self.seen |= {pin, near}
        return near[0], "2" if near[1] == "1" else "1"

    def line(self, pin: Pin, terminal: Pin, series: str, rail: Pin | None) -> None:
        """Pin, series resistor, terminal; a 10 k from there to the rail, if there is one."""
        far = self.through(pin, series)
        group = set(self.traced.group[far])
        assert {far, terminal} <= group
        pulls = group - {far, terminal}
        if rail is None:
            assert not pulls
        else:
            ((ref, near),) = pulls
            assert self.traced.values[ref] == "10k"
            assert rail in self.traced.group[ref, "2" if near == "1" else "1"]
        self.seen |= group

    def same(self, *pins: Pin) -> None:
        """These pins are on one net, others may be too."""
        for pin in pins:
            assert pin in self.traced.group[pins[0]], pin
        self.seen |= set(self.traced.group[pins[0]])

    def nothing_else(self) -> None:
        """All that was not looked at is joined to nothing."""
        left = [pin for pin in self.traced.group if pin not in self.seen]
        assert all(self.traced.group[pin] == {pin} for pin in left)


def judge_header(traced: Traced, file: dict[str, Any], seats: int) -> None:
    judge, j1 = Judge(traced), traced.the("Raspberry Pi")
    chip = (traced.refs("MCP23017") or [""])[0]
    ground = j1, "6"
    judge.same(*((j1, str(pin)) for pin in GROUNDS))

    def pin(line: str) -> Pin:
        if line.startswith("mcp23017/"):
            return chip, str(EXPANDER[int(line.partition("/")[2])])
        return j1, str(PI[int(line.removeprefix("GPIO"))])

    for seat in range(seats):
        terminal = traced.the(f"SEAT{seat + 1}")
        for i, name in enumerate(("left", "right", "ok", "back"), 1):
            line = file["buttons"]["seat"][seat][name]
            pulled = (j1, "17" if "/" in line else "1") if line not in ("GPIO2", "GPIO3") else None
            judge.line(pin(line), (terminal, str(i)), "1k" if pulled else "330", pulled)
        judge.same((terminal, "5"), ground)
    button = traced.the("ON")
    judge.line(pin(file["power"]["line"]), (button, "1"), "330", None)
    judge.same((button, "2"), ground)
    judge.same((j1, "1"))
    if chip:
        judge_expander(judge, j1, chip)
    if "sync" in file:
        sync = traced.the("SYNC")
        judge.line(pin(file["sync"]["line"]), (sync, "1"), "1k", None)
        judge.same((sync, "2"), ground)
    if "seated" in file:
        reed = traced.the("REED")
        judge.line(pin(file["seated"]["line"]), (reed, "1"), "1k", (j1, "1"))
        judge.same((reed, "2"), ground)
    if "mcp3008" in file:
        pad = traced.the("PAD")
        judge.same((pad, "2"), ground)
        for i, header_pin in ((1, 17), (3, 23), (4, 21), (5, 19), (6, 24)):
            judge.joined((pad, str(i)), (j1, str(header_pin)))
    if "lamps" in file:
        judge_lamps(judge, [pin(line) for line in file["lamps"]["lines"][:seats]], j1)
    judge.nothing_else()


def judge_expander(judge: Judge, j1: str, chip: str) -> None:
    traced, ground = judge.traced, (j1, "6")
    for header_pin, chip_pin in ((15, 13), (16, 12)):
        far = judge.through((j1, str(header_pin)), "2k2", others=1)
        judge.same((j1, str(header_pin)), (chip, str(chip_pin)))
        judge.same(far, (j1, "17"))
    judge.joined((j1, "18"), (chip, "20"))
    judge.same((j1, "17"), (chip, "9"), (chip, "18"), (traced.the("100n"), "1"))
    judge.same(ground, *((chip, str(p)) for p in (10, 15, 16, 17)), (traced.the("100n"), "2"))


def judge_lamps(judge: Judge, gates: list[Pin], j1: str) -> None:
    traced = judge.traced
    fuse = traced.the("T 0.5 A")
    judge.joined((j1, "2"), (fuse, "1"))
    terminals = [traced.the(f"SEAT{seat + 1}") for seat in range(len(gates))]
    judge.joined((fuse, "2"), *((terminal, "7") for terminal in terminals))
    for gate, terminal in zip(gates, terminals, strict=True):
        far = judge.through(gate, "100k", others=1)
        judge.same(far, (j1, "6"))
        ((fet, _),) = [p for p in traced.group[gate] if traced.values[p[0]] == "TN0702"]
        assert (fet, "2") in traced.group[gate]
        judge.seen.add((fet, "2"))
        judge.same((fet, "1"), (j1, "6"))
        judge.joined((fet, "3"), (terminal, "6"))


def judge_pico(traced: Traced, seats: int) -> None:
    """The firmware's pins, as its README says them."""
    judge, u1, u2 = Judge(traced), traced.the("Raspberry Pi Pico"), traced.the("74HC4067")
    for pico, mux in ((4, 10), (5, 11), (6, 14), (7, 13), (31, 1)):
        judge.joined((u1, str(pico)), (u2, str(mux)))
    for seat in range(seats):
        petal = traced.the(f"PETAL{seat + 1}")
        judge.same((petal, "1"), (u1, "35"))
        for part in (0, 1):
            channel = u2, str(MUX[2 * seat + part])
            judge.line(channel, (petal, str(2 + part)), "1k", (u1, "33"))
    unused = [(u2, str(MUX[channel])) for channel in range(2 * seats, 16)]
    cable, reed, acc = (traced.the(name) for name in ("CABLE", "REED", "LIS3DH"))
    grounds = [(u2, "15"), (u2, "12"), (cable, "3"), (reed, "2"), (acc, "2"), *unused]
    judge.same(*((u1, str(pin)) for pin in (18, 23, 28, 38)), *grounds, (traced.the("100n"), "2"))
    judge.joined((cable, "1"), (u1, "20"))
    judge.joined((cable, "2"), (u1, "21"))
    judge.joined((acc, "3"), (u1, "26"))
    judge.joined((acc, "4"), (u1, "27"))
    judge.same(judge.through((u1, "19"), "10k", others=1), (u1, "36"))
    judge.same((u1, "19"), (reed, "1"))
    judge.same((u1, "36"), (u2, "24"), (acc, "1"), (traced.the("100n"), "1"))
    ten = traced.the("10")
    judge.same((ten, "1"), (u1, "36"))
    judge.same((ten, "2"), (u1, "35"), (traced.the("10u"), "1"))
    judge.same((traced.the("10u"), "2"), (u1, "33"))
    assert (u1, "33") not in traced.group[u1, "38"], "the dividers' ground is their own"
    judge.nothing_else()


def judge_converter(traced: Traced, file: dict[str, Any], seats: int) -> None:
    judge, u1, pi = Judge(traced), traced.the("MCP3008"), traced.the("PI")
    judge.same(
        (u1, "15"), (u1, "16"), (pi, "1"), (traced.the("10u"), "1"), (traced.the("100n"), "1")
    )
    judge.same(
        (u1, "9"), (u1, "14"), (pi, "2"), (traced.the("10u"), "2"), (traced.the("100n"), "2")
    )
    for i, pin in ((3, 13), (4, 12), (5, 11), (6, 10)):
        judge.joined((pi, str(i)), (u1, str(pin)))
    for channel in file["mcp3008"]["channel"]:
        if channel["seat"] < seats:
            petal = traced.the(f"PETAL{channel['seat'] + 1}")
            at = "2" if channel["part"] == "top" else "3"
            judge.same((petal, "1"), (u1, "15"))
            judge.line((u1, str(channel["input"] + 1)), (petal, at), "1k", (u1, "14"))
    judge.nothing_else()


def judge_plug(traced: Traced, file: dict[str, Any], seats: int) -> None:
    """Each input of the header has its hole, named by its pin, and its pull-up; each output a
    light; the probe is ground behind 330 Ω."""
    judge, j1 = Judge(traced), traced.the("Raspberry Pi")
    lines = [line for seat in file["buttons"]["seat"][:seats] for line in seat.values()]
    lines += [file[key]["line"] for key in ("power", "seated") if key in file]
    outputs = file.get("lamps", {}).get("lines", [])[:seats]
    outputs = [*outputs, *([file["sync"]["line"]] if "sync" in file else [])]
    judge.same(*((j1, str(pin)) for pin in GROUNDS))
    judge.same((j1, "1"))
    for line in (line for line in lines if "/" not in line):
        pin = j1, str(PI[int(line.removeprefix("GPIO"))])
        hole = traced.the(pin[1]), "1"
        if line in ("GPIO2", "GPIO3"):
            judge.joined(pin, hole)
        else:
            judge.same(judge.through(pin, "10k", others=1), (j1, "1"))
            judge.same(pin, hole)
    for line in outputs:
        far = judge.through((j1, str(PI[int(line.removeprefix("GPIO"))])), "1k")
        ((light, plus),) = traced.group[far] - {far}
        assert (traced.values[light], plus) == ("LED", "2")
        judge.seen |= {far, (light, plus)}
        judge.same((light, "1"), (j1, "6"))
    probe = traced.the("PROBE"), "1"
    judge.same(judge.through(probe, "330"), (j1, "6"))
    judge.nothing_else()


def judge_all(traced: Traced, name: str, seats: int, kind: str) -> None:
    if kind == "header":
        judge_header(traced, toml(name), seats)
    elif kind == "plug":
        judge_plug(traced, toml(name), seats)
    elif "mcp3008" in toml(name):
        judge_converter(traced, toml(name), seats)
    else:
        judge_pico(traced, seats)


@pytest.mark.slow
@each
@pytest.mark.parametrize("kind", KINDS)
def test_the_schematic_is_the_boards_toml(name: str, seats: int, kind: str) -> None:
    judge_all(sketched(name, seats, kind), name, seats, kind)


@pytest.mark.slow
@largest
@pytest.mark.parametrize("kind", KINDS)
def test_the_copper_is_the_boards_toml(name: str, seats: int, kind: str) -> None:
    """Traced by what touches; the names of the nets are not looked at."""
    judge_all(copper(name, seats, kind).traced(), name, seats, kind)


@pytest.mark.complete
@each
@pytest.mark.parametrize("kind", KINDS)
def test_the_copper_is_the_boards_toml_for_all_seats(name: str, seats: int, kind: str) -> None:
    judge_all(copper(name, seats, kind).traced(), name, seats, kind)


def test_a_judge_sees_a_wire_that_is_wrong() -> None:
    """Two buttons of a seat swapped, a wire cut, two nets joined: each is found."""
    text = schematic_file(drawn(circuits("mk2", 6)["header"], "a board"))
    swapped = text.replace('(label "SEAT1_OK"', '(label "?"', 1)
    swapped = swapped.replace('(label "SEAT1_BACK"', '(label "SEAT1_OK"', 1)
    cut = text.replace('(label "SEAT2_OK"', '(label "SEAT2_OFF"', 1)
    shorted = text.replace('"SEAT3_LEFT"', '"GND"', 1)
    for wrong in (swapped.replace('"?"', '"SEAT1_BACK"'), cut, shorted):
        with pytest.raises((AssertionError, ValueError)):
            judge_header(kicad_reader.schematic(wrong), toml("mk2"), 6)


@pytest.mark.slow
@largest
@pytest.mark.parametrize("kind", KINDS)
def test_copper_stays_apart(name: str, seats: int, kind: str) -> None:
    """0.2 mm between nets, 0.5 mm to the edge, 0.25 mm between drills."""
    found = copper(name, seats, kind)
    nets = np.array([piece.net for piece in found.copper])
    near = np.argwhere((found.gaps < 0.2 - 1e-3) & (nets[:, None] != nets))
    assert not near.size, [found.copper[i] for i in near[0]]
    assert found.to_edge() >= 0.5 - 1e-3
    x, y, drill = np.array(found.drills).T
    apart = np.hypot(x[:, None] - x, y[:, None] - y) - (drill[:, None] + drill) / 2
    np.fill_diagonal(apart, np.inf)
    assert apart.min() >= 0.25


@pytest.mark.slow
@largest
@pytest.mark.parametrize("kind", KINDS)
def test_schematic_and_board_have_the_same_parts(name: str, seats: int, kind: str) -> None:
    placed = {ref: v for ref, v in copper(name, seats, kind).values.items() if ref[0] != "H"}
    assert placed == sketched(name, seats, kind).values


@pytest.mark.slow
@each
def test_the_boards_resistors_are_the_guides(name: str, seats: int) -> None:
    """What the parts list counts, less what sits at the lights."""
    file = board_of(Design(seats, name))
    counted = guide.counts(file)
    made = Counter(
        part.value
        for kind, circuit in circuits(name, seats).items()
        if kind != "plug"
        for part in circuit.parts
        if part.ref[0] in "RCQFU"
    )
    lights = 1 if file.controller is not None else 0
    for value, part, elsewhere in (
        *(("1k", guide.R1K, 0), ("10k", guide.R10K, 0), ("330", guide.R330, lights)),
        *(("100k", guide.R100K, lights), ("2k2", guide.R2K2, 0), ("10", guide.R10, 0)),
        *(("10u", guide.C10U, 0), ("100n", guide.C100N, lights)),
        *(("TN0702", guide.MOSFET, 0), ("T 0.5 A", guide.FUSE_LAMPS, 0)),
        *(("MCP3008", guide.ADC, 0), ("74HC4067", guide.MUX, 0), ("MCP23017", guide.EXPANDER, 0)),
    ):
        assert made[value] == counted.get(part, 0) - elsewhere, value


@pytest.mark.slow
def test_the_same_table_makes_the_same_board() -> None:
    first, again = (
        [board_file(made.layout, made.tracks) for made in once]
        for once in (routed("mk1", 4).values(), boards(Design(4, "mk1")))
    )
    assert first == again


@pytest.mark.slow
@largest
def test_what_is_printed_names_every_terminal(name: str, seats: int) -> None:
    printed = Counter(copper(name, seats, "header").printed)
    assert all(printed[f"SEAT{seat + 1}"] == 1 for seat in range(seats))
    assert printed["<"] == printed[">"] == printed["o"] == printed["x"] == seats
    assert printed["1k"] == len(sketched(name, seats, "header").refs("1k"))
    file = find_board(name)
    lights = [
        *(file.lamps.lines[:seats] if file.lamps else ()),
        *([file.sync.line] if file.sync else ()),
    ]
    plug = Counter(copper(name, seats, "plug").printed)
    assert all(plug[f"{PI[int(line.removeprefix('GPIO'))]} -"] == 1 for line in lights)
    pad = Counter(copper(name, seats, "pad").printed)
    assert all(pad[f"PETAL{seat + 1}"] == 1 for seat in range(seats))


@pytest.mark.slow
@largest
def test_the_boards_holes_are_the_prints(name: str, seats: int) -> None:
    """The header's board lies on the Pi by its own socket: what holds it must be where the box and
    the Pi have it. The Pi's header is between two of its holes, their middles on one line."""
    header = copper(name, seats, "header")
    pins = [c.line[:2] for c in header.copper if c.pin and c.pin[0] == "J1"]
    middle = sum(x for x, _ in pins) / 40, sum(y for _, y in pins) / 40
    holes = [header.places[f"H{i}"][:2] for i in (1, 2, 3, 4)]
    from_middle = sorted((round(x - middle[0], 2), round(y - middle[1], 2)) for x, y in holes)
    assert {(-29.0, 0.0), (29.0, 0.0)} <= set(from_middle)
    # In the box the Pi is turned by half, and y counts upwards: x changes its sign, y does not.
    solids = {part.key: part.solid for part in parts(Design(seats, name))}
    header_y = PI_AT_MM[1] - 24.5
    bosses = _round_holes(solids["tray"], 15.0, 2.7)
    placed = {(round(PI_AT_MM[0] - x, 1), round(header_y + y, 1)) for x, y in from_middle if y}
    assert placed == bosses
    pad = copper(name, seats, "pad")
    found = [pad.places[f"H{i}"][:2] for i in (1, 2, 3, 4)]
    if name == "mk1":
        at = CONVERTER_AT_MM
        on_print = _round_holes(solids["tray"], 5.0, 2.7)
    else:
        at = 0.0, 0.0
        on_print = _round_holes(solids["base"], 4.0, 3.4)
    x0, y0 = (sum(values) / 4 for values in zip(*found, strict=True))
    board = {(round(at[0] + x - x0, 1), round(at[1] + y - y0, 1)) for x, y in found}
    assert board <= on_print


def _round_holes(solid: Manifold, z: float, drill_mm: float) -> set[tuple[float, float]]:
    return {
        (round(line.circle[0][0], 1), round(line.circle[0][1], 1))
        for line in contours(solid, z)
        if line.hole and line.circle is not None and abs(line.circle[1] - drill_mm) < 0.05
    }
