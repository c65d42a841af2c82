"""Raw edges to presses and releases: HARDWARE.md, "Times".

The first edge of a press is its time; then the line is deaf for 10 ms. A release is known once the
line has been quiet for 10 ms, and its time is the first edge of its burst. Nothing is decided
before the edges are complete up to the moment concerned.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass

from drivers.board import BoardInfo, Edge, LineSpec
from drivers.events import (
    ButtonEvent,
    Fall,
    Fault,
    SeatFault,
    SourceFault,
)
from drivers.times import MS

LineEvent = ButtonEvent | Fall | SeatFault | SourceFault


@dataclass(frozen=True, slots=True)
class DebounceConfig:
    """Debounce and fault limits.

    ``flood_edges`` within ``flood_window_ns`` are more than a person on a bouncing switch makes;
    a fault ends after ``quiet_ns`` without its cause. An edge more than ``future_ns`` ahead of the
    present cannot be (a little is the clock map's error).
    """

    deaf_ns: int = 10 * MS
    quiet_release_ns: int = 10 * MS
    flood_edges: int = 200
    flood_window_ns: int = 1_000 * MS
    stuck_ns: int = 20_000 * MS
    quiet_ns: int = 1_500 * MS
    future_ns: int = 5 * MS


class DebouncedLine:
    """The debouncer of one line. ``on`` means pressed, or pad knocked off its cradle."""

    def __init__(self, spec: LineSpec, config: DebounceConfig, uncertainty_ns: int) -> None:
        self._spec = spec
        self._config = config
        self._uncertainty_ns = uncertainty_ns
        self._on = False
        self._raw = False
        self._raw_since_ns = 0
        self._deaf_until_ns = 0
        self._off_ns: int | None = None  # first edge of what may become a release
        self._seqno = 0
        self._recent: deque[int] = deque(maxlen=config.flood_edges)
        self._last_edge_ns = 0
        self._pressed_ns = 0
        self._lost_ns: int | None = None
        self._chatter = False
        self._stuck = False
        self.counters: Counter[str] = Counter()

    def edge(self, edge: Edge) -> list[LineEvent]:
        """Take one edge; edges of a line come in order of time."""
        out: list[LineEvent] = []
        if edge.seqno <= self._seqno:
            self.counters["edges_doubled"] += 1
            return out
        if edge.seqno > self._seqno + 1:
            self.counters["edges_lost"] += edge.seqno - self._seqno - 1
            out += self.lose(edge.t_ns)
        self._seqno = edge.seqno
        self.counters["edges"] += 1
        self._last_edge_ns = edge.t_ns
        self._recent.append(edge.t_ns)
        level = edge.active if self._spec.seat is not None else not edge.active
        if level != self._raw:
            self._raw, self._raw_since_ns = level, edge.t_ns
        out += self._flood(edge.t_ns)
        if self._chatter:
            return out
        if level and not self._on:
            out.append(self._switch(True, edge.t_ns))
        elif not level and self._on and edge.t_ns > self._deaf_until_ns and self._off_ns is None:
            self._off_ns = edge.t_ns
        return out

    def advance(self, to_ns: int) -> list[LineEvent]:
        """Everything that is certain once no edge up to ``to_ns`` can still arrive."""
        out: list[LineEvent] = []
        if self._chatter and to_ns >= self._last_edge_ns + self._config.quiet_ns:
            self._chatter = False
            out.append(self._fault(Fault.CHATTER, False, to_ns))
            if self._raw != self._on:
                out.append(self._switch(self._raw, self._raw_since_ns))
        if not self._chatter:
            out += self._settle(to_ns)
        if self._lost_ns is not None and to_ns >= self._lost_ns + self._config.quiet_ns:
            self._lost_ns = None
            out.append(self._fault(Fault.LOST_EDGES, False, to_ns))
        return out

    def due_ns(self) -> int | None:
        """The next moment at which ``advance`` would have something to say, or None."""
        times = []
        if self._lost_ns is not None:
            times.append(self._lost_ns + self._config.quiet_ns)
        if self._chatter:
            times.append(self._last_edge_ns + self._config.quiet_ns)
        elif self._on and (self._off_ns is not None or not self._raw):
            times.append(self._release_due_ns())
        elif self._on and self._spec.seat is not None and not self._stuck:
            times.append(self._pressed_ns + self._config.stuck_ns)
        return min(times, default=None)

    def _release_due_ns(self) -> int:
        return max(self._last_edge_ns + self._config.quiet_release_ns, self._deaf_until_ns)

    def _settle(self, to_ns: int) -> list[LineEvent]:
        out: list[LineEvent] = []
        if self._on and to_ns >= self._release_due_ns():
            if not self._raw:
                since = self._raw_since_ns if self._off_ns is None else self._off_ns
                out.append(self._switch(False, since))
                if self._stuck:
                    self._stuck = False
                    out.append(self._fault(Fault.STUCK_BUTTON, False, since))
            self._off_ns = None  # quiet and still on: the burst was a glitch
        stuck_ns = self._pressed_ns + self._config.stuck_ns
        button = self._spec.seat is not None
        if button and self._on and self._raw and not self._stuck and to_ns >= stuck_ns:
            self._stuck = True
            out.append(self._fault(Fault.STUCK_BUTTON, True, stuck_ns))
        return out

    def _switch(self, on: bool, t_ns: int) -> LineEvent:
        self._on, self._off_ns = on, None
        if on:
            self._pressed_ns, self._deaf_until_ns = t_ns, t_ns + self._config.deaf_ns
        spec = self._spec
        if spec.seat is None or spec.button is None:
            return Fall(on, t_ns, self._uncertainty_ns)
        return ButtonEvent(spec.seat, spec.button, on, t_ns, self._uncertainty_ns)

    def lose(self, t_ns: int) -> list[LineEvent]:
        """Edges have been lost by ``t_ns``, here or perhaps here."""
        known = self._lost_ns is not None
        self._lost_ns = t_ns if self._lost_ns is None else max(self._lost_ns, t_ns)
        return [] if known else [self._fault(Fault.LOST_EDGES, True, t_ns)]

    def _flood(self, t_ns: int) -> list[LineEvent]:
        full = len(self._recent) == self._config.flood_edges
        if self._chatter or not full or t_ns - self._recent[0] > self._config.flood_window_ns:
            return []
        self._chatter = True
        self.counters["floods"] += 1
        return [self._fault(Fault.CHATTER, True, t_ns)]

    def _fault(self, fault: Fault, active: bool, t_ns: int) -> LineEvent:
        if self._spec.seat is None:
            return SourceFault("pad", fault, active, t_ns, self._spec.name)
        return SeatFault(self._spec.seat, fault, active, t_ns, self._spec.name)


class Debouncer:
    """All lines of a board."""

    def __init__(self, info: BoardInfo, config: DebounceConfig) -> None:
        self._worst_delay_ns = info.worst_delay_ns
        self._future_ns = config.future_ns
        self._lines = [DebouncedLine(spec, config, info.edge_uncertainty_ns) for spec in info.lines]
        self._live: dict[int, DebouncedLine] = {}  # lines with something to come, by number
        self._due_ns: int | None = None  # the earliest of it
        self._waiting: list[Edge] = []
        self._lag_ns = 0
        self._known_to_ns = -(1 << 62)
        self.counters: Counter[str] = Counter()

    def feed(self, edges: tuple[Edge, ...], complete_to_ns: int, now_ns: int) -> list[LineEvent]:
        """Take what arrived; decide what is certain at ``now_ns``. Events in order of time."""
        for edge in edges:
            if not 0 <= edge.line < len(self._lines) or edge.t_ns > now_ns + self._future_ns:
                self.counters["edges_nonsense"] += 1
            else:
                self._waiting.append(edge)
        # A board that never says how far it is complete must not hold a press back for ever.
        to_ns = max(min(complete_to_ns, now_ns), now_ns - self._worst_delay_ns)
        to_ns = self._known_to_ns = max(to_ns, self._known_to_ns)
        self._lag_ns = now_ns - to_ns
        out: list[LineEvent] = []
        if self._waiting:
            self._waiting.sort(key=_by_time)
            ready = [edge for edge in self._waiting if edge.t_ns <= to_ns]
            self._waiting = self._waiting[len(ready) :]
            for edge in ready:
                line = self._live[edge.line] = self._lines[edge.line]
                out += line.advance(edge.t_ns - 1)
                out += line.edge(edge)
            self._due_ns = to_ns
        if self._due_ns is not None and to_ns >= self._due_ns:
            out += self._advance(to_ns)
        out.sort(key=_event_time)
        return out

    def overrun(self, lines: tuple[int, ...], now_ns: int) -> list[LineEvent]:
        """Edges of these lines may have been dropped before they were read."""
        out: list[LineEvent] = []
        for number in lines:
            line = self._live[number] = self._lines[number]
            out += line.lose(now_ns)
            self._due_ns = self._known_to_ns  # their quiet is waited for
        return out

    def _advance(self, to_ns: int) -> list[LineEvent]:
        """Let time come to ``to_ns`` on every line that waits for it; the others rest."""
        out: list[LineEvent] = []
        dues: list[int] = []
        for number, line in sorted(self._live.items()):
            out += line.advance(to_ns)
            due_ns = line.due_ns()
            if due_ns is None:
                del self._live[number]
            else:
                dues.append(due_ns)
        self._due_ns = min(dues, default=None)
        return out

    def due_ns(self) -> int | None:
        """When ``feed`` should next be called even if nothing arrives, or None."""
        times = [edge.t_ns + self._worst_delay_ns for edge in self._waiting[:1]]
        if self._due_ns is not None:
            times.append(self._due_ns + self._lag_ns)
        return min(times, default=None)

    def totals(self) -> Counter[str]:
        """Counters over all lines."""
        return sum((line.counters for line in self._lines), Counter(self.counters))


def _by_time(edge: Edge) -> tuple[int, int]:
    return edge.t_ns, edge.seqno


def _event_time(event: LineEvent) -> int:
    return event.t_ns
