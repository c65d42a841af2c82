"""Scans from the controller: in order, each once, gaps counted, on our clock."""

from __future__ import annotations

from collections import Counter

import numpy as np

from drivers.board import Samples
from drivers.controller.clockmap import ClockMap
from drivers.controller.messages import Hello, Scans

JITTER_NS = 2_000  # the ticks are whole microseconds, taken as the scan begins
FUTURE_US = 100_000
LEAPT_NS = 5_000_000  # more than a map may be beside a scan that has just arrived
FASTER = 2  # than said no frame's scans come: who decodes them keeps so many, not so long
_NUMBERS = 0x10000


def split(
    batches: list[Samples], at_ns: int, arrived_ns: int
) -> tuple[list[Samples], list[Samples]]:
    """The scans up to a moment, and those after it that have arrived since. None wait where a clock
    has leapt, so that some come from the future: whoever decodes them says so."""
    last_ns = int(batches[-1].t_ns[-1]) if batches else at_ns
    if last_ns <= at_ns or last_ns > arrived_ns + LEAPT_NS:
        return batches, []
    before, after = [], []
    for batch in batches:
        end = int(batch.t_ns.searchsorted(at_ns, "right"))
        if end:
            before.append(batch.part(slice(end), batch.dropped))
        if end < len(batch.t_ns):
            after.append(batch.part(slice(end, None), 0 if end else batch.dropped))
    return before, after


class ScanStream:
    """Takes bodies of SAMPLES, gives ``drivers.board.Samples``.

    ``end_ticks``: extended ticks of the last scan taken, None before the first.
    """

    def __init__(self, pad: Hello) -> None:
        self._channels = len(pad.channels)
        self._period_us = pad.scan_period_us
        self._next_scan = 0
        self.end_ticks: int | None = None
        self.counters: Counter[str] = Counter()
        self._last_ns = -(1 << 62)
        self._dropped = 0
        self._clock = ClockMap()  # of the scans that wait for their batch
        self._ticks: list[int] = []
        self._codes: list[bytes] = []

    def restart(self) -> None:
        """A new session: another clock map counts the turns of the ticks from anywhere, and a
        controller that started anew its scans."""
        self.end_ticks = None

    def add(self, scans: Scans, clock: ClockMap, now_ns: int) -> list[Samples]:
        """Take a frame; a batch comes out if a gap ended it. Old and impossible frames are
        dropped and counted."""
        first = clock.extend(scans.t, now_ns)
        n = len(scans.deltas) + 1
        if self.end_ticks is not None and first <= self.end_ticks:
            self.counters["scans_again"] += n
            return []
        missing = self._missing(scans.scan, first, clock)
        since = self._period_us if self.end_ticks is None else first - self.end_ticks
        hurried = FASTER * (since + sum(scans.deltas)) < n * self._period_us
        if missing is None or hurried or clock.to_ns(first) > now_ns + FUTURE_US * 1000:
            self.counters["scans_nonsense"] += n
            return []
        out = self.batch() if missing or clock is not self._clock else []
        self._clock = clock
        self._dropped += missing
        self.counters["scans"] += n
        self.counters["scans_dropped"] += missing
        ticks = first
        self._ticks.append(ticks)
        for delta in scans.deltas:
            ticks += delta
            self._ticks.append(ticks)
        self._codes.append(scans.codes)
        self._next_scan = (scans.scan + n) % _NUMBERS
        self.end_ticks = ticks
        return out

    def batch(self) -> list[Samples]:
        """What has been taken since the last batch: none or one."""
        if not self._ticks:
            return []
        clock = self._clock
        t_ns = clock.all_to_ns(np.array(self._ticks, dtype=np.int64))
        if t_ns[0] <= self._last_ns:  # another start's map, a little earlier than the old one
            t_ns = t_ns[t_ns > self._last_ns]
        codes = np.frombuffer(b"".join(self._codes), dtype="<u2").astype(np.uint16)
        codes = codes.reshape(-1, self._channels)[len(self._ticks) - len(t_ns) :]
        dropped, self._dropped = self._dropped, 0
        self._ticks, self._codes = [], []
        if len(t_ns) == 0:
            return []
        self._last_ns = int(t_ns[-1])
        return [Samples(t_ns, codes, JITTER_NS, clock.uncertainty_ns, dropped)]

    def _missing(self, scan: int, first: int, clock: ClockMap) -> int | None:
        """Scans lost before this one, by its number and its time; None if the two disagree.

        In a new session the time alone tells.
        """
        if self.end_ticks is None:
            since_ns = clock.to_ns(first) - self._last_ns
            return 0 if self._last_ns < 0 else max(0, since_ns // (self._period_us * 1000) - 1)
        by_number = (scan - self._next_scan) % _NUMBERS
        by_time = (first - self.end_ticks) / self._period_us - 1
        turns = round((by_time - by_number) / _NUMBERS)
        missing = by_number + turns * _NUMBERS
        slack = 4 + abs(by_time) * 1e-3
        return missing if missing >= 0 and abs(missing - by_time) <= slack else None
