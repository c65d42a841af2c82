"""Parts of a board: what is on the header, what reads the pad. Each gives what it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from drivers.board import ChannelSpec, Health, LineSpec, Reading

SyncLine = Callable[[bool], tuple[int, int] | None]
"""Sets the wire that another part's clock sees; the moments just before and after on our clock, in
nanoseconds, or None while it cannot."""


@dataclass(frozen=True, slots=True)
class PartInfo:
    """What a part is made of; fields as in ``drivers.board.BoardInfo``.

    A part without lines or channels has none of either; figures of what it lacks are 0.
    """

    name: str
    lines: tuple[LineSpec, ...] = ()
    channels: tuple[ChannelSpec, ...] = ()
    lamps: int = 0
    full_code: int = 0
    divider_ohm: float = 0.0
    scan_period_ns: int = 0
    pad_id: str = ""
    edge_uncertainty_ns: int = 0
    worst_delay_ns: int = 0


@dataclass(frozen=True, slots=True)
class Survey:
    """Lines on one GPIO chip before anybody takes them: ``taken`` with their owners."""

    chip: str
    device: str
    lines: tuple[str, ...]
    missing: tuple[str, ...]
    taken: tuple[tuple[str, str], ...]


class BoardPart(Protocol):
    """Life cycle and errors as those of ``drivers.board.Board``; ``Edge.line`` counts from 0 in
    each part. ``edges_complete_to_ns`` of a part without lines is ``now_ns``."""

    @property
    def info(self) -> PartInfo:
        """Known once the part is open; the same until it is closed."""
        ...

    def open(self) -> None: ...

    def close(self) -> None: ...

    def read(self, now_ns: int) -> Reading: ...

    def next_arrival_ns(self, now_ns: int) -> int | None: ...

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """As many levels as ``info.lamps``; a part without lamps is not asked."""
        ...

    def health(self) -> Health: ...
