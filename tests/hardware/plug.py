"""The header's test plug as its KiCad schematic joins it, on a Raspberry Pi's pins, and whoever
holds its probe.

Voltages follow from the resistors that are soldered (Kirchhoff); faults are made in copper and
solder: what is open, joined, exchanged, turned round.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from functools import cache

import numpy as np

from deploy.kit.board_file import board_of
from deploy.kit.design import Design
from deploy.kit.electronics.netlist import plug_board
from deploy.kit.electronics.schematic import schematic_file
from deploy.kit.electronics.sheet import drawn
from drivers.times import MS
from tests.deploy.kit import kicad_reader
from tests.deploy.kit.kicad_reader import Pin, Traced

OHMS = {"1k": 1e3, "10k": 1e4, "330": 330.0}
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
OWN_PULL = (3, 5)
"""The Pi's own 1.8 kΩ to 3.3 V."""
SUPPLY_V, HIGH_V, LED_V = 3.3, 2.0, 1.8
DRIVER_OHM, TOUCH_OHM, LEAK_S = 50.0, 0.5, 1e-9


@cache
def traced_plug(name: str, seats: int) -> Traced:
    """Drawn and read again once for all of its faults."""
    circuit = plug_board(board_of(Design(seats, name)))
    return kicad_reader.schematic(schematic_file(drawn(circuit, "plug")))


class EmulatedPlug:
    """``outputs`` are the levels that the Pi drives, by pin; ``touched`` is the hole that the probe
    is at."""

    def __init__(self, name: str, seats: int) -> None:
        traced = traced_plug(name, seats)
        self._pi = traced.the("Raspberry Pi")
        groups = {frozenset(group): n for n, group in enumerate(set(traced.group.values()))}
        self._net: dict[Pin, Hashable] = {p: groups[g] for p, g in traced.group.items()}
        self._values = dict(traced.values)
        self._holes = {v: (ref, "1") for ref, v in self._values.items() if ref[0] == "J"}
        self._own = dict(self._know_lights())
        self.outputs = dict.fromkeys(self._own, False)
        self.touched: int | None = None
        self._known: dict[Hashable, dict[Hashable, float]] = {}
        self._high: dict[Hashable, frozenset[int]] = {}

    # -- faults --------------------------------------------------------------------------------

    def open_pin(self, pin: int) -> None:
        """A pin of the socket is not soldered."""
        self._net[self._pi, str(pin)] = f"open {pin}"

    def open_hole(self, pin: int) -> None:
        """A hole has lost its copper."""
        self._net[self._holes[str(pin)]] = f"open hole {pin}"

    def without(self, value: str, pin: int | None = None) -> None:
        """The part of a value is not soldered: that at a pin, or the only one."""
        refs = [ref for ref, v in self._values.items() if v == value and ref[0] in "RD"]
        if pin is not None:
            net = self._net[self._pi, str(pin)]
            refs = [ref for ref in refs if net in self._ends(ref)]
        (ref,) = refs
        del self._values[ref]

    def join(self, one: int, other: int) -> None:
        """Solder between two pins."""
        a, b = self._net[self._pi, str(one)], self._net[self._pi, str(other)]
        self._net = {pin: a if net == b else net for pin, net in self._net.items()}

    def swap(self, one: int, other: int) -> None:
        """Two pins have each other's wires."""
        a, b = (self._pi, str(one)), (self._pi, str(other))
        self._net[a], self._net[b] = self._net[b], self._net[a]

    def turn_light(self, pin: int) -> None:
        """The light of an output is the wrong way round."""
        ref = self.light_of(pin)
        a, b = (ref, "1"), (ref, "2")
        self._net[a], self._net[b] = self._net[b], self._net[a]

    def no_ground(self) -> None:
        """None of the socket's grounds is soldered."""
        for pin in GROUNDS:
            self.open_pin(pin)

    # -- what follows ----------------------------------------------------------------------------

    def high(self) -> frozenset[int]:
        """The pins that the Pi reads as high, the same object while nothing changes; what hangs in
        the air reads low."""
        state = self._state()
        if state not in self._high:
            volts = self._volts()
            pins = [(pin, net) for (ref, pin), net in self._net.items() if ref == self._pi]
            self._high[state] = frozenset(int(pin) for pin, net in pins if volts[net] > HIGH_V)
        return self._high[state]

    def shining(self) -> list[int]:
        """The pins whose own lights shine, whoever drives them."""
        volts = self._volts()
        found = []
        for pin, ref in self._own.items():
            if ref in self._values:
                plus, minus = volts[self._net[ref, "2"]], volts[self._net[ref, "1"]]
                if plus - minus > LED_V:
                    found.append(pin)
        return found

    def _know_lights(self) -> Iterator[tuple[int, str]]:
        """Before any fault: which light is drawn for which output's pin."""
        pins = [int(name) for ref, name in self._net if ref == self._pi]
        for pin in pins:
            net = self._net[self._pi, str(pin)]
            for resistor in (r for r in self._values if self._values[r] == "1k"):
                if net in self._ends(resistor):
                    (far,) = set(self._ends(resistor)) - {net}
                    (light,) = [d for d in self._values if d[0] == "D" and far in self._ends(d)]
                    yield pin, light

    def light_of(self, pin: int) -> str:
        """The light that is printed beside an output's pin."""
        return self._own[pin]

    def _ends(self, ref: str) -> tuple[Hashable, Hashable]:
        return self._net[ref, "1"], self._net[ref, "2"]

    def _volts(self) -> dict[Hashable, float]:
        """Each net's, for what is driven and touched now; faults come before the first look."""
        state = self._state()
        if state not in self._known:
            self._known[state] = self._solved()
        return self._known[state]

    def _state(self) -> tuple[object, ...]:
        return (self.touched, *self.outputs.values())

    def _solved(self) -> dict[Hashable, float]:
        fixed: list[tuple[Hashable, float, float]] = [(self._net[self._pi, "1"], SUPPLY_V, 0.01)]
        fixed += [(self._net[self._pi, str(pin)], 0.0, 0.01) for pin in GROUNDS]
        fixed += [(self._net[self._pi, str(pin)], SUPPLY_V, 1800.0) for pin in OWN_PULL]
        for pin, level in self.outputs.items():
            fixed.append((self._net[self._pi, str(pin)], SUPPLY_V * level, DRIVER_OHM))
        nets = {net: n for n, net in enumerate(dict.fromkeys(self._net.values()))}
        g, i = np.eye(len(nets)) * LEAK_S, np.zeros(len(nets))
        for net, volts, ohm in fixed:
            g[nets[net], nets[net]] += 1 / ohm
            i[nets[net]] += volts / ohm
        joints = [(*self._ends(ref), OHMS[v]) for ref, v in self._values.items() if ref[0] == "R"]
        if self.touched is not None:
            hole, probe = self._holes[str(self.touched)], self._holes["PROBE"]
            joints.append((self._net[hole], self._net[probe], TOUCH_OHM))
        for one, other, ohm in joints:
            a, b = nets[one], nets[other]
            g[[a, b], [a, b]] += 1 / ohm
            g[[a, b], [b, a]] -= 1 / ohm
        volts_of = np.linalg.solve(g, i)
        return {net: float(volts_of[n]) for net, n in nets.items()}


LOOKS_NS, TOUCHES_NS = 700 * MS, 250 * MS


class Builder:
    """Does what is said, and answers by what shines; reads nothing but the sentence."""

    def __init__(self, plug: EmulatedPlug) -> None:
        self._plug = plug
        self._asked: tuple[str, int] | None = None
        self._seen: set[str] = set()

    def hear(self, sentence: str, now_ns: int) -> None:
        """A question."""
        self._asked, self._seen = (sentence, now_ns), set()

    def act(self, now_ns: int) -> None:
        """Look, touch, let go."""
        if self._asked is None:
            return
        sentence, since_ns = self._asked
        self._seen |= {self._plug.light_of(pin) for pin in self._plug.shining()}
        if now_ns >= since_ns + LOOKS_NS + TOUCHES_NS:
            self._plug.touched, self._asked = None, None
        elif now_ns >= since_ns + LOOKS_NS and self._plug.touched is None:
            self._plug.touched = self._hole(sentence)

    def _hole(self, sentence: str) -> int:
        numbers = [int(number) for number in re.findall(r"\d+", sentence)]
        if "?" not in sentence:
            return numbers[0]
        yes, no = numbers[-2:]
        if len(numbers) == 2:  # does another one shine?
            return yes if self._seen else no
        return yes if self._seen == {self._plug.light_of(numbers[0])} else no
