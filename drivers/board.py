"""The board protocol: everything electrical, real or simulated, behind one seam.

A board gives raw edges and raw samples with the times at which they happened and takes lamp
levels. It decides nothing: debounce and decoding are ours and the same for every board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import msgspec

from drivers.errors import ConfigError, Misfit, Sentence
from drivers.events import Button

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PARTS = ("top", "under")
SCAN_HZ = 250, 5_000
"""Scans a second: of fewer a quick hand is told as it lets go, and every race is a dead heat."""


@dataclass(frozen=True, slots=True)
class LineSpec:
    """A digital input line. Without seat and button it is the pad's *seated* line."""

    name: str
    seat: int | None = None
    button: Button | None = None


@dataclass(frozen=True, slots=True)
class ChannelSpec:
    """A force channel: petal ``seat``, ``"top"`` or ``"under"``, ``offset_ns`` into a scan."""

    seat: int
    part: str
    offset_ns: int


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """What a board is made of.

    ``lines[i]`` and ``channels[j]`` are what ``Edge.line == i`` and column ``j`` of samples mean.
    ``full_code`` is the greatest ADC code, ``divider_ohm`` the resistor to ground below each
    sensor. ``edge_uncertainty_ns`` is one sigma of an edge's time; ``worst_delay_ns`` the longest
    time between a happening and its arrival at ``read``; ``scan_period_ns`` the nominal scan grid.
    ``pad_id``: which pad controller it is, in hexadecimal, where that is known.
    """

    name: str
    seats: int
    lines: tuple[LineSpec, ...]
    channels: tuple[ChannelSpec, ...]
    full_code: int
    divider_ohm: float
    scan_period_ns: int
    edge_uncertainty_ns: int
    worst_delay_ns: int
    pad_id: str = ""


def petal_channels(info: BoardInfo) -> dict[int, tuple[int, int]]:
    """Channel numbers (top, under) of each seat's petal; raises ConfigError on an odd pad."""
    found: dict[tuple[int, str], int] = {}
    for index, spec in enumerate(info.channels):
        if spec.part not in PARTS or (spec.seat, spec.part) in found:
            raise ConfigError(
                "board {name}, channel {index}: {part!r} of seat {seat} is unknown or there "
                "twice; each petal has one 'top' and one 'under'",
                name=info.name,
                index=index,
                part=spec.part,
                seat=spec.seat,
            )
        found[spec.seat, spec.part] = index
    seats = sorted({seat for seat, _ in found})
    if len(found) != 2 * len(seats):
        raise ConfigError(
            "board {name}: a petal lacks a channel; each has one 'top' and one 'under'",
            name=info.name,
        )
    return {seat: (found[seat, "top"], found[seat, "under"]) for seat in seats}


def pad_words(sensors: int, full_code: int, divider_ohm: float, pad_id: str) -> Sentence:
    """Which pad it is, for whoever has two of them in hand."""
    of = Sentence(
        "sensors: {sensors}, greatest code: {full_code}, divider: {ohm} Ω",
        sensors=sensors,
        full_code=full_code,
        ohm=round(divider_ohm),
    )
    return Sentence("{of}, id {pad_id}", of=of, pad_id=pad_id) if pad_id else of


class Edge(msgspec.Struct, frozen=True):
    """A change of one line. ``active`` is the logical level after it (pressed, seated)."""

    line: int
    active: bool
    t_ns: int
    seqno: int  # counts this line's edges from 1; a gap means lost edges


@dataclass(slots=True)
class Samples:
    """Consecutive scans of all channels; never changed (not frozen, for such take long to make).

    ``t_ns``: int64[n], the start of each scan on our clock; the sample of channel ``j`` was taken
    at ``t_ns[i] + channels[j].offset_ns``. ``codes``: uint16[n, c]. ``jitter_ns``: one sigma of a
    scan's own time; ``clock_uncertainty_ns``: one sigma of the clock map, common to all scans.
    ``dropped``: scans lost before the first of these.
    """

    t_ns: npt.NDArray[np.int64]
    codes: npt.NDArray[np.uint16]
    jitter_ns: int = 0
    clock_uncertainty_ns: int = 0
    dropped: int = 0

    def part(self, scans: slice, dropped: int) -> Samples:
        """Some of them."""
        t_ns, codes = self.t_ns[scans], self.codes[scans]
        return Samples(t_ns, codes, self.jitter_ns, self.clock_uncertainty_ns, dropped)


class Reading(msgspec.Struct, frozen=True):
    """All that has arrived since the last ``read``, oldest first.

    ``edges_complete_to_ns``: no edge up to this moment is still under way. ``overrun``: lines of
    which edges may have been dropped on the way, though nobody can say on which. ``misfit``: why
    the pad that answers is not read.
    """

    edges: tuple[Edge, ...]
    samples: tuple[Samples, ...]
    edges_complete_to_ns: int
    overrun: tuple[int, ...] = ()
    misfit: Misfit | None = None


@dataclass(frozen=True, slots=True)
class Health:
    """A board's own account of itself, for the service menu.

    ``notes`` are troubles, with their mend where there is one; ``remarks`` what it is made of.
    """

    ok: bool
    counters: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class Board(Protocol):
    """The life cycle is ``open`` → (``read`` | ``set_lamps`` | ``health``)* → ``close``.

    ``open`` on an open board and ``close`` on a closed one do nothing; any other use of a closed
    board raises BoardClosed; a failing part raises BoardError naming the part and the mend.
    """

    @property
    def info(self) -> BoardInfo:
        """What the board is made of; the same for its whole life."""
        ...

    def open(self) -> None:
        """Take the hardware."""
        ...

    def close(self) -> None:
        """Switch all lamps off and let the hardware go."""
        ...

    def read(self, now_ns: int) -> Reading:
        """All that has arrived by ``now_ns``; never waits."""
        ...

    def next_arrival_ns(self, now_ns: int) -> int | None:
        """When something may next arrive, as far as the board can know; None: cannot say."""
        ...

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """Brightness 0.0 to 1.0 of each seat's lamp, by seat."""
        ...

    def health(self) -> Health:
        """The board's own account of itself."""
        ...
