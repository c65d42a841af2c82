"""A board that plays prescribed edges and codes: the smallest that passes the contract."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drivers.board import BoardInfo, Edge, Health, Reading, Samples
from drivers.errors import BoardClosed, ConfigError


@dataclass
class ScriptedBoard:
    """Plays ``edges`` (any order) and ``samples`` at their times."""

    info: BoardInfo
    edges: tuple[Edge, ...] = ()
    samples: Samples | None = None
    lamps: tuple[float, ...] = ()
    _open: bool = False
    _read_to_ns: int = field(default=-(1 << 62))

    def open(self) -> None:
        if not self._open:
            self._open = True
            self.lamps = (0.0,) * self.info.seats

    def close(self) -> None:
        self._open = False
        self.lamps = (0.0,) * self.info.seats

    def read(self, now_ns: int) -> Reading:
        self._check_open()
        since_ns, self._read_to_ns = self._read_to_ns, max(now_ns, self._read_to_ns)
        edges = tuple(
            sorted((e for e in self.edges if since_ns < e.t_ns <= now_ns), key=lambda e: e.t_ns)
        )
        return Reading(edges, self._batch(since_ns, now_ns), now_ns)

    def _batch(self, since_ns: int, now_ns: int) -> tuple[Samples, ...]:
        if self.samples is None:
            return ()
        last_offset_ns = max(channel.offset_ns for channel in self.info.channels)
        done_ns = self.samples.t_ns + last_offset_ns
        chosen = (done_ns > since_ns) & (done_ns <= now_ns)
        if not chosen.any():
            return ()
        return (Samples(self.samples.t_ns[chosen], self.samples.codes[chosen]),)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        self._check_open()
        times = [edge.t_ns for edge in self.edges if edge.t_ns > now_ns]
        if self.samples is not None:
            later = self.samples.t_ns[self.samples.t_ns > now_ns]
            times += [int(later[0])] if len(later) else []
        return min(times, default=None)

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        self._check_open()
        if len(levels) != self.info.seats or not all(0.0 <= level <= 1.0 for level in levels):
            raise ConfigError(
                f"lamps {levels}: give {self.info.seats} levels, each between 0.0 and 1.0"
            )
        self.lamps = levels

    def health(self) -> Health:
        self._check_open()
        return Health(ok=True)

    def _check_open(self) -> None:
        if not self._open:
            raise BoardClosed("the scripted board is closed: open it before use")


def quiet_samples(info: BoardInfo, count: int) -> Samples:
    """``count`` scans of an untouched pad."""
    t_ns = np.arange(1, count + 1, dtype=np.int64) * info.scan_period_ns
    return Samples(t_ns, np.full((count, len(info.channels)), 4, dtype=np.uint16))
