"""Edges from the controller: none lost unnoticed, none doubled, in order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from drivers.board import Edge
from drivers.controller.messages import Beat, EdgeMessage

MOST_HELD = 32
_HALF = 0x8000


@dataclass(slots=True)
class _Line:
    """What we know of a line: its level and how many edges it has had, lost ones too."""

    active: bool
    seqno: int = 0


class EdgeInbox:
    """Puts edges into order and counts what is lost. Ticks stay as they are: the caller maps them.

    ``resting``: the level of each line that decoding begins with. ``newest`` is the number of the
    last edge delivered or given up.
    """

    def __init__(self, resting: tuple[bool, ...]) -> None:
        self.newest = 0
        self.counters: Counter[str] = Counter()
        self._lines = [_Line(active) for active in resting]
        self._held: dict[int, EdgeMessage] = {}
        self._reported = False

    def restart(self, first: int) -> None:
        """The controller has started anew: the next edge to come from it is ``first``."""
        self._held.clear()
        self.newest = (first - 1) & 0xFFFF

    def add(self, edge: EdgeMessage) -> list[Edge]:
        """Take an edge; what can be delivered now. ``t_ns`` of these are ticks still."""
        ahead = (edge.number - self.newest) & 0xFFFF
        if ahead == 0 or ahead >= _HALF:
            self.counters["edges_again"] += 1
        elif ahead > MOST_HELD or edge.line >= len(self._lines):
            self.counters["edges_nonsense"] += 1
        else:
            self._held.setdefault(edge.number, edge)
        return self._deliver(self.newest)

    def beat(self, beat: Beat) -> list[Edge]:
        """Give up what the controller keeps no longer, and compare the levels.

        A level other than ours without an edge that is still to come was an edge that nobody saw:
        it is delivered as one at the beat's time, with a gap before it.
        """
        missing = (beat.first - 1 - self.newest) & 0xFFFF
        out = [] if missing >= _HALF else self._deliver((beat.first - 1) & 0xFFFF)
        if beat.edge == self.newest:
            for number, line in enumerate(self._lines):
                active = bool(beat.levels >> number & 1)
                if active != line.active:
                    if self._reported:
                        self._lose()
                    out.append(self._change(number, active, beat.t))
            self._reported = True
        return out

    def knows(self, number: int) -> bool:
        """Have all edges up to ``number`` been delivered?"""
        return (self.newest - number) & 0xFFFF < _HALF

    def _deliver(self, until: int) -> list[Edge]:
        """What follows without a gap, and everything up to ``until`` in any case."""
        out: list[Edge] = []
        while True:
            number = (self.newest + 1) & 0xFFFF
            edge = self._held.pop(number, None)
            if edge is not None:
                out.append(self._change(edge.line, edge.active, edge.t))
            elif 1 <= (until - self.newest) & 0xFFFF < _HALF:
                self._lose()
            else:
                return out
            self.newest = number

    def _change(self, number: int, active: bool, t: int) -> Edge:
        line = self._lines[number]
        line.active, line.seqno = active, line.seqno + 1
        self.counters["edges"] += 1
        return Edge(number, active, t, line.seqno)

    def _lose(self) -> None:
        """Nobody knows on which line: each shows the gap with its next edge."""
        self.counters["edges_lost"] += 1
        for line in self._lines:
            line.seqno += 1
