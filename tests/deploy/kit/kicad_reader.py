"""KiCad's files read back by other hands: what is joined to what, by lines and copper alone.

Nothing of the generator is used here. A schematic is traced from pin to wire to label, a board from
pad to track to via; both give groups of (reference, pin).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, radians, sin

import numpy as np

Node = list["Node | str"]
Pin = tuple[str, str]
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()]+)')


def parse(text: str) -> Node:
    """Nested lists of words."""
    stack: list[Node] = [[]]
    for quoted, bracket, word in _TOKEN.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word or re.sub(r"\\(.)", r"\1", quoted))
    (whole,) = stack.pop()
    assert not stack
    assert isinstance(whole, list)
    return whole


def all_of(node: Node, name: str) -> Iterator[Node]:
    """The lists directly within one that begin with a word."""
    for each in node:
        if isinstance(each, list) and each and each[0] == name:
            yield each


def one(node: Node, name: str) -> Node:
    (found,) = all_of(node, name)
    return found


def words(node: Node) -> list[str]:
    return [each for each in node[1:] if isinstance(each, str)]


def numbers(node: Node) -> list[float]:
    return [float(each) for each in words(node)]


def prop(node: Node, name: str) -> str:
    """A symbol's property."""
    (found,) = [words(each)[1] for each in all_of(node, "property") if words(each)[0] == name]
    return found


class Groups:
    """What is joined: any two things."""

    def __init__(self) -> None:
        self._root: dict[Hashable, Hashable] = {}

    def root(self, thing: Hashable) -> Hashable:
        while self._root.setdefault(thing, thing) != thing:
            thing = self._root[thing]
        return thing

    def join(self, one_: Hashable, other: Hashable) -> None:
        self._root[self.root(one_)] = self.root(other)


@dataclass
class Traced:
    """Parts by reference with their values, and the group of every pin."""

    values: dict[str, str] = field(default_factory=dict)
    group: dict[Pin, frozenset[Pin]] = field(default_factory=dict)

    def refs(self, value: str) -> list[str]:
        return sorted(ref for ref, of in self.values.items() if of == value)

    def the(self, value: str) -> str:
        (found,) = self.refs(value)
        return found


def _grouped(values: dict[str, str], groups: Groups, pins: list[Pin]) -> Traced:
    whole: dict[Hashable, set[Pin]] = {}
    for pin in pins:
        whole.setdefault(groups.root(pin), set()).add(pin)
    return Traced(values, {pin: frozenset(whole[groups.root(pin)]) for pin in pins})


def schematic(text: str) -> Traced:
    """Trace a ``.kicad_sch``. A wire's middle joins nothing unless a junction says so."""
    sheet, groups = parse(text), Groups()
    shapes = {words(each)[0]: each for each in all_of(one(sheet, "lib_symbols"), "symbol")}
    lines: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for wire in all_of(sheet, "wire"):
        a, b = (tuple(round(n, 3) for n in numbers(xy)) for xy in all_of(one(wire, "pts"), "xy"))
        lines.append(((a[0], a[1]), (b[0], b[1])))
        groups.join(a, b)
    for junction in all_of(sheet, "junction"):
        x, y = (round(n, 3) for n in numbers(one(junction, "at")))
        for a, b in lines:
            if min(a[0], b[0]) <= x <= max(a[0], b[0]) and min(a[1], b[1]) <= y <= max(a[1], b[1]):
                groups.join((x, y), a)
    joined_at = {end for line in lines for end in line}
    for label in all_of(sheet, "label"):
        x, y = (round(n, 3) for n in numbers(one(label, "at"))[:2])
        groups.join((x, y), ("net", words(label)[0]))
        joined_at.add((x, y))
    marks = (numbers(one(each, "at")) for each in all_of(sheet, "no_connect"))
    open_ends = {(round(x, 3), round(y, 3)) for x, y in marks}
    values, pins = {}, []
    for placed in all_of(sheet, "symbol"):
        ref = prop(placed, "Reference")
        assert ref not in values, f"{ref} is there twice"
        values[ref] = prop(placed, "Value")
        x, y, turn = numbers(one(placed, "at"))
        assert turn == 0
        for unit in all_of(shapes[words(one(placed, "lib_id"))[0]], "symbol"):
            for pin in all_of(unit, "pin"):
                px, py, _ = numbers(one(pin, "at"))
                end = round(x + px, 3), round(y - py, 3)
                name = ref, words(one(pin, "number"))[0]
                pins.append(name)
                groups.join(name, end)
                joined = end in joined_at
                assert joined != (end in open_ends), f"{name} hangs, or is open and joined"
    return _grouped(values, groups, pins)


@dataclass
class Copper:
    """One piece: ``layers`` it is on, a line and half its width, its net, and its pin if a pad."""

    layers: frozenset[str]
    line: tuple[float, float, float, float]
    half: float
    net: str
    pin: Pin | None = None


@dataclass
class Board:
    """A ``.kicad_pcb``: copper, holes without copper by their middle and drill, the outline."""

    values: dict[str, str] = field(default_factory=dict)
    copper: list[Copper] = field(default_factory=list)
    drills: list[tuple[float, float, float]] = field(default_factory=list)
    outline: list[tuple[float, float, float, float]] = field(default_factory=list)
    places: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    printed: list[str] = field(default_factory=list)

    @cached_property
    def gaps(self) -> np.ndarray:
        """float[n, n]: between all pieces of copper that share a layer; else infinity. It is for a
        board that has been read: none is added to it any more."""
        lines = np.array([piece.line for piece in self.copper])
        halves = np.array([piece.half for piece in self.copper])
        found = (
            np.vstack([_gaps(line, lines) for line in lines]) - halves[:, None] - halves[None, :]
        )
        for layer in ("F.Cu", "B.Cu"):
            on = np.array([layer in piece.layers for piece in self.copper])
            other = np.array([bool(piece.layers - {layer}) for piece in self.copper])
            apart = on[:, None] & ~other[:, None] & ~on[None, :]
            found[apart | apart.T] = np.inf
        gaps: np.ndarray = found
        return gaps

    def to_edge(self) -> float:
        """From the outline to the copper that comes nearest to it."""
        lines = np.array([piece.line for piece in self.copper])
        halves = np.array([piece.half for piece in self.copper])
        nearest: float = min((_gaps(np.array(e), lines) - halves).min() for e in self.outline)
        return nearest

    def traced(self) -> Traced:
        """By touching copper alone, whatever nets are named."""
        groups, touching = Groups(), np.argwhere(np.triu(self.gaps < -0.01, 1))
        for a, b in touching:
            groups.join(int(a), int(b))
        pins = []
        for i, piece in enumerate(self.copper):
            if piece.pin is not None:
                pins.append(piece.pin)
                groups.join(piece.pin, i)
        return _grouped(self.values, groups, list(dict.fromkeys(pins)))


def board(text: str) -> Board:
    """Read a ``.kicad_pcb``; pads are round."""
    whole, found = parse(text), Board()
    names = {words(net)[0]: words(net)[1] for net in all_of(whole, "net")}
    for part in all_of(whole, "footprint"):
        _footprint(found, part)
    for track in all_of(whole, "segment"):
        ends = (*numbers(one(track, "start")), *numbers(one(track, "end")))
        layer = frozenset(words(one(track, "layer")))
        half = numbers(one(track, "width"))[0] / 2
        net = names[words(one(track, "net"))[0]]
        found.copper.append(Copper(layer, (ends[0], ends[1], ends[2], ends[3]), half, net))
    for via in all_of(whole, "via"):
        x, y = numbers(one(via, "at"))
        half, net = numbers(one(via, "size"))[0] / 2, names[words(one(via, "net"))[0]]
        layers = frozenset(words(one(via, "layers")))
        found.copper.append(Copper(layers, (x, y, x, y), half, net))
        found.drills.append((x, y, numbers(one(via, "drill"))[0]))
    for line in all_of(whole, "gr_line"):
        ends = (*numbers(one(line, "start")), *numbers(one(line, "end")))
        found.outline.append((ends[0], ends[1], ends[2], ends[3]))
    found.printed = [words(text_)[0] for text_ in all_of(whole, "gr_text")]
    return found


def _footprint(found: Board, part: Node) -> None:
    texts = {words(each)[0]: words(each)[1] for each in all_of(part, "fp_text")}
    ref = texts["reference"]
    x, y, turn = (*numbers(one(part, "at")), 0.0)[:3]
    found.places[ref] = (x, y, turn)
    found.values[ref] = texts["value"]
    c, s = cos(radians(turn)), sin(radians(turn))
    for pad in all_of(part, "pad"):
        name, kind, shape = words(pad)[:3]
        assert shape == "circle"
        px, py = numbers(one(pad, "at"))[:2]
        at = round(x + px * c + py * s, 4), round(y - px * s + py * c, 4)
        found.drills.append((*at, numbers(one(pad, "drill"))[0]))
        if kind == "thru_hole":
            half = numbers(one(pad, "size"))[0] / 2
            layers, net = frozenset({"F.Cu", "B.Cu"}), words(one(pad, "net"))[1]
            found.copper.append(Copper(layers, (*at, *at), half, net, (ref, name)))


def _gaps(line: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """Between one line and many, 0 where they cross."""
    best = np.full(len(lines), np.inf)
    for end in (line[:2], line[2:]):
        best = np.minimum(best, _from_point(end[None, :], lines[:, :2], lines[:, 2:]))
    for ends in (lines[:, :2], lines[:, 2:]):
        best = np.minimum(best, _from_point(ends, line[None, :2], line[None, 2:]))
    a, b, c, d = line[:2], line[2:], lines[:, :2], lines[:, 2:]
    crossing = (_turn(a, b, c) * _turn(a, b, d) < 0) & (_turn(c, d, a) * _turn(c, d, b) < 0)
    return np.where(crossing, 0.0, best)


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    ab, ac = b - a, c - a
    turned: np.ndarray = ab[..., 0] * ac[..., 1] - ab[..., 1] * ac[..., 0]
    return turned


def _from_point(point: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    along = b - a
    square = np.maximum((along**2).sum(axis=1), 1e-12)
    part = np.clip(((point - a) * along).sum(axis=1) / square, 0, 1)[:, None]
    gap: np.ndarray = np.hypot(*(point - a - part * along).T)
    return gap
