"""The pad's sensors on an MCP3008: scans of a process of its own, as samples.

Each scan was stamped before and after. It is laid into the middle between the two, so that what is
left open is half of what the scan took longer than usual: this is its own error, and scans of
different errors come in different batches.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import groupby
from typing import Final

import numpy as np

from drivers.board import ChannelSpec, Health, Reading, Samples
from drivers.boards.config import Mcp3008
from drivers.boards.linux import check_linux
from drivers.boards.sampler import NO_REPLY
from drivers.boards.sampler_process import Manner, SamplerProcess, Scan
from drivers.errors import BoardClosed, BoardError, LibraryMissing
from drivers.part import PartInfo
from drivers.times import SECOND

FULL_CODE: Final = 1_023
CLOCKS: Final = 24
"""SPI clocks of a conversion, in three bytes."""
HELD_AT: Final = 13.5
"""The clock at which the input is held: start bit, four of address, then one and a half."""
START_S: Final = 20.0
"""How long the process may take to begin."""
RETRY_NS: Final = 500_000_000
LATE_NS: Final = 200_000
"""A scan that is over so much later than its moment on the grid asks counts as late."""
SPIDEV: Final = "drivers.boards.sampler:spidev_port"


class Mcp3008Pad:
    """A part (``drivers.part.BoardPart``) with channels only.

    ``spi`` is ``module:function`` of a ``drivers.boards.sampler.OpenSpi``, for the process. A
    process that dies is started again; what it missed counts as dropped. ``missing``: told why
    none begins as the board is opened; the pad is silent then, until the board is opened again:
    nobody wires a converter while the Raspberry Pi is on.
    """

    def __init__(
        self,
        config: Mcp3008,
        spi: str = SPIDEV,
        missing: Callable[[BoardError], None] | None = None,
    ) -> None:
        self._config = config
        self._missing = missing
        self._arguments = (
            *(spi, str(config.bus), str(config.device), str(config.speed_hz), str(config.scan_hz)),
            *(str(channel.input) for channel in config.channel),
        )
        self._process: SamplerProcess | None = None
        self._open = False
        self._info: PartInfo | None = None
        self._manner = Manner(SECOND // config.scan_hz, 0, False)
        self._last: Scan | None = None  # the last one taken, of this run or an earlier one
        self._first: Scan | None = None  # of this run
        self._retry_ns: int | None = None
        self._reason = ""
        self._dropped = 0  # not yet told
        self._rate: tuple[int, int] = (0, 0)  # since when, how many scans
        self._counters: Counter[str] = Counter()

    @property
    def info(self) -> PartInfo:
        if self._info is None:
            raise BoardClosed("the converter has not been opened yet: open the board first")
        return self._info

    @property
    def pid(self) -> int | None:
        """The sampling process, if it runs."""
        return self._process.pid if self._process else None

    def open(self) -> None:
        """Start sampling. Raises BoardError if the process does not begin, with its reason, unless
        one may be missing."""
        if self._open:
            return
        check_linux(f"spidev{self._config.bus}.{self._config.device}")
        self._first = self._last = self._retry_ns = None
        try:
            self._process = self._begun()
        except BoardError as error:
            if self._missing is None:
                raise
            self._missing(error)
        if self._process is not None and self._process.manner is not None:
            self._manner = self._process.manner
        self._info, self._open = self._described(self._manner), True

    def _begun(self) -> SamplerProcess:
        """A process that samples. Raises BoardError."""
        if self._arguments[0] == SPIDEV and find_spec("spidev") is None:
            raise LibraryMissing("spidev", "spidev>=3.6")
        process = SamplerProcess(self._arguments, len(self._config.channel))
        end_s = time.monotonic() + START_S
        while process.manner is None:
            left_s = max(0.0, end_s - time.monotonic())
            if not process.wait_for_news(left_s) or not process.receive():
                self._reason = process.end()
                raise BoardError(
                    "the converter on spidev{bus}.{device} does not work ({end}): turn SPI on with "
                    "raspi-config, check the wiring",
                    bus=self._config.bus,
                    device=self._config.device,
                    end=self._reason,
                )
        return process

    def close(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process, self._open = None, False

    def read(self, now_ns: int) -> Reading:
        self._check_open()
        if self._process is None and self._retry_ns is not None and now_ns >= self._retry_ns:
            self._process = SamplerProcess(self._arguments, len(self._config.channel))
            self._first = None
            self._counters["sampler_restarts"] += 1
        scans: list[Scan] = []
        if self._process is not None:
            alive = self._process.receive()
            scans = list(self._arrived(self._process, now_ns))
            if not alive:
                self._reason = self._process.end()
                self._process, self._retry_ns = None, now_ns + RETRY_NS
                self._counters["sampler_deaths"] += 1
        return Reading((), tuple(self._batches(scans)), now_ns)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        self._check_open()
        if self._last is None:
            return None
        return max(now_ns, self._last.end_ns + self._manner.period_ns)

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """There are none."""

    def health(self) -> Health:
        self._check_open()
        notes = []
        if self._process is not None and not self._manner.real_time:
            notes.append("no real-time priority: scans may be late; allow rtprio in limits.conf")
        if self._process is None and self._retry_ns is None:
            notes.append(f"the sampling process did not begin ({self._reason}): start anew")
        elif self._process is None:
            notes.append(f"the sampling process ended ({self._reason}): it is started again")
        if self._counters["no_replies"]:
            notes.append("the converter did not answer: look at its wiring and its supply")
        ok = self._process is not None and not self._counters["no_replies"]
        return Health(ok, dict(self._counters), tuple(notes))

    def _check_open(self) -> None:
        if not self._open:
            raise BoardClosed("the converter is closed: open the board first")

    def _described(self, manner: Manner) -> PartInfo:
        channels = self._config.channel
        slot_ns = manner.usual_ns / len(channels)
        clock_ns = SECOND / self._config.speed_hz
        held_ns = max(0.0, slot_ns - CLOCKS * clock_ns) / 2 + HELD_AT * clock_ns
        return PartInfo(
            "mcp3008",
            channels=tuple(
                ChannelSpec(channel.seat, channel.part, round(i * slot_ns + min(held_ns, slot_ns)))
                for i, channel in enumerate(channels)
            ),
            full_code=FULL_CODE,
            divider_ohm=self._config.divider_ohm,
            scan_period_ns=manner.period_ns,
        )

    def _arrived(self, process: SamplerProcess, now_ns: int) -> Iterator[Scan]:
        """The scans that were over by ``now_ns``, counted; without those that got no reply."""
        if process.manner is not None:
            self._manner = process.manner
        while process.scans and process.scans[0].end_ns <= now_ns:
            scan = process.scans.popleft()
            self._count(scan)
            if NO_REPLY in scan.codes:
                self._counters["no_replies"] += 1
                self._dropped += 1
            else:
                yield scan

    def _count(self, scan: Scan) -> None:
        """Rate, lateness, and scans that are missing before this one."""
        missing = 0
        if self._first is None:
            if self._last is not None:  # an earlier run's: only the time tells
                missing = (scan.begin_ns - self._last.begin_ns) // self._manner.period_ns - 1
            self._first = scan
            self._rate = (scan.begin_ns, 0)
        elif self._last is not None:
            missing = scan.number - self._last.number - 1
        self._dropped += max(0, missing)
        self._counters["scans_dropped"] += max(0, missing)
        self._counters["scans"] += 1
        grid_ns = (scan.number - self._first.number) * self._manner.period_ns
        late_ns = scan.end_ns - self._manner.usual_ns - self._first.begin_ns - grid_ns
        self._counters["scans_late"] += late_ns > LATE_NS
        worst = max(self._counters["worst_late_us"], late_ns // 1_000)
        self._counters["worst_late_us"] = worst
        since_ns, count = self._rate
        if scan.begin_ns - since_ns >= SECOND:
            self._counters["rate_hz"] = round(count * SECOND / (scan.begin_ns - since_ns))
            since_ns, count = scan.begin_ns, 0
        self._rate = (since_ns, count + 1)
        self._last = scan

    def _batches(self, scans: list[Scan]) -> Iterator[Samples]:
        for jitter_ns, alike in groupby(scans, self._jitter_ns):
            batch = list(alike)
            middles = [(scan.begin_ns + scan.end_ns - self._manner.usual_ns) // 2 for scan in batch]
            dropped, self._dropped = self._dropped, 0
            yield Samples(
                np.array(middles, np.int64),
                np.array([scan.codes for scan in batch], np.uint16),
                jitter_ns,
                dropped=dropped,
            )

    def _jitter_ns(self, scan: Scan) -> int:
        """One sigma of a scan's time, rounded up to a power of two so that batches stay long.

        A sample lies anywhere in its slot, and what the scan took longer than usual may have come
        before or after it.
        """
        slot_ns = self._manner.usual_ns / len(scan.codes)
        longer_ns = max(0, scan.end_ns - scan.begin_ns - self._manner.usual_ns)
        sigma_ns = math.ceil(math.hypot(slot_ns, longer_ns) / math.sqrt(12))
        return 1 << max(0, sigma_ns - 1).bit_length()
