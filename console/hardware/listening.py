"""What two seconds with hands off tell of a board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from console.hardware.feed import BoardLook, Feed
from drivers.board import BoardInfo, Edge, Health, LineSpec, Samples
from drivers.errors import Misfit
from drivers.events import Fault, SeatFault, SourceFault
from drivers.times import MS, SECOND

LISTEN_NS: Final = 2 * SECOND
SHINE_NS: Final = 500 * MS
_SETTLED_NS: Final = 100 * MS
PATIENCE_NS: Final = 2 * SECOND
"""A pad controller sets its clock before it sends scans."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LineHeard:
    """``acted_ns``: how long the line was not at rest (a button held, the cradle empty)."""

    spec: LineSpec
    acted_ns: int
    edges: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScansHeard:
    """Statistics of raw codes, float64[c] each; times in nanoseconds.

    ``worst_age_ns``: the oldest that the newest scan of a read was, where scans' times can be;
    ``clock_ns`` is the last that the board stated: a clock map settles.
    """

    count: int
    dropped: int
    mean: Floats
    sigma: Floats
    greatest: Floats
    rate_hz: float
    worst_age_ns: int
    clock_ns: int


@dataclass(frozen=True, slots=True)
class Heard:
    """``scans`` is None if none came; ``faults`` are those that had begun and not ended."""

    info: BoardInfo
    length_ns: int
    lines: tuple[LineHeard, ...]
    scans: ScansHeard | None
    faults: tuple[SeatFault | SourceFault, ...]
    health: Health

    def has(self, fault: Fault, source: str) -> bool:
        """Did a whole source have this fault?"""
        return any(
            isinstance(found, SourceFault) and (found.fault, found.source) == (fault, source)
            for found in self.faults
        )

    @property
    def misfit(self) -> Misfit | None:
        """Why the pad that answers is not read."""
        found = (fault.misfit for fault in self.faults if isinstance(fault, SourceFault))
        return next((misfit for misfit in found if misfit is not None), None)

    def counter(self, name: str) -> int | None:
        """What a part of the board counted, None where no part counts this."""
        found = [
            count
            for key, count in self.health.counters.items()
            if key == name or key.endswith(f".{name}")
        ]
        return sum(found) if found else None


def listen(feed: Feed) -> Heard:
    """Listen to an open board until two seconds of scans have come, or should have."""
    ear = Ear(feed.board.info)
    begin_ns = feed.clock.now_ns()
    end_ns = begin_ns + PATIENCE_NS + LISTEN_NS
    for turn in feed.turns(PATIENCE_NS + LISTEN_NS):
        if turn.reading.samples and not ear.batches:
            end_ns = turn.now_ns + LISTEN_NS
        ear.take(turn)
        if turn.now_ns >= end_ns:
            break
    return ear.heard(begin_ns, feed.clock.now_ns(), feed.board.health())


def listen_lit(feed: Feed) -> ScansHeard | None:
    """Half a second with all lamps on; None without scans. All are dark afterwards."""
    board = feed.board
    ear, begin_ns = Ear(board.info), feed.clock.now_ns()
    board.set_lamps((1.0,) * board.info.seats)
    try:
        for turn in feed.turns(SHINE_NS):
            if turn.now_ns >= begin_ns + _SETTLED_NS:
                ear.take(turn)
    finally:
        board.set_lamps((0.0,) * board.info.seats)
    return ear.heard(begin_ns, feed.clock.now_ns(), board.health()).scans


class Ear:
    """Takes in turns, and tells what was heard in them."""

    def __init__(self, info: BoardInfo) -> None:
        self._info = info
        self._edges: list[list[Edge]] = [[] for _ in info.lines]
        self._faults: dict[tuple[object, ...], SeatFault | SourceFault] = {}
        self.batches: list[Samples] = []
        self._worst_age_ns = 0

    def take(self, turn: BoardLook) -> None:
        """What a look at the board brought."""
        for edge in turn.reading.edges:
            if 0 <= edge.line < len(self._edges):
                self._edges[edge.line].append(edge)
        for batch in turn.reading.samples:
            if len(batch.t_ns) and batch.codes.shape[1:] == (len(self._info.channels),):
                self.batches.append(batch)
                self._worst_age_ns = max(self._worst_age_ns, turn.now_ns - int(batch.t_ns[-1]))
        for event in turn.events:
            if isinstance(event, SeatFault | SourceFault):
                whose = event.seat if isinstance(event, SeatFault) else event.source
                key = (whose, event.fault, event.detail)
                if event.active:
                    self._faults[key] = event
                else:
                    self._faults = {k: f for k, f in self._faults.items() if k[:2] != key[:2]}

    def heard(self, begin_ns: int, end_ns: int, health: Health) -> Heard:
        """All of it, from ``begin_ns`` to ``end_ns``."""
        lines = tuple(
            LineHeard(spec, _acted_ns(spec, edges, begin_ns, end_ns), len(edges))
            for spec, edges in zip(self._info.lines, self._edges, strict=True)
        )
        faults = tuple(self._faults.values())
        return Heard(self._info, end_ns - begin_ns, lines, self._scans(), faults, health)

    def _scans(self) -> ScansHeard | None:
        if not self.batches:
            return None
        codes = np.concatenate([batch.codes for batch in self.batches]).astype(np.float64)
        times_ns = np.concatenate([batch.t_ns for batch in self.batches])
        span_ns = int(times_ns.max() - times_ns.min())
        return ScansHeard(
            count=len(codes),
            dropped=sum(batch.dropped for batch in self.batches),
            mean=codes.mean(axis=0),
            sigma=codes.std(axis=0),
            greatest=codes.max(axis=0),
            rate_hz=(len(codes) - 1) * SECOND / span_ns if span_ns else 0.0,
            worst_age_ns=self._worst_age_ns,
            clock_ns=self.batches[-1].clock_uncertainty_ns,
        )


def _acted_ns(spec: LineSpec, edges: list[Edge], begin_ns: int, end_ns: int) -> int:
    """How long a line was away from its rest: a button pressed, the cradle's contact open."""
    acting = spec.seat is not None  # the level that means so
    total_ns, since_ns = 0, None
    for edge in sorted(edges, key=lambda edge: edge.seqno):
        t_ns = min(max(edge.t_ns, begin_ns), end_ns)
        if edge.active is acting and since_ns is None:
            since_ns = t_ns
        elif edge.active is not acting and since_ns is not None:
            total_ns, since_ns = total_ns + max(0, t_ns - since_ns), None
    return total_ns if since_ns is None else total_ns + max(0, end_ns - since_ns)
