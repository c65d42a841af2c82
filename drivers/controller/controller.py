"""The pad controller as a part of a board (``drivers.part.BoardPart``)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import structs

from drivers.board import ChannelSpec, Edge, Health, LineSpec, Reading, Samples
from drivers.controller import messages
from drivers.controller.clockmap import ClockMap
from drivers.controller.edges import EdgeInbox
from drivers.controller.fitting import described
from drivers.controller.framing import LinkFrame
from drivers.controller.link import Link, LinkState
from drivers.controller.messages import Hello
from drivers.controller.ports import DEFAULT_PORT
from drivers.controller.scans import ScanStream, split
from drivers.controller.sync import SyncWire
from drivers.errors import BoardClosed, BoardError, ConfigError, Sentence
from drivers.firmware import wire
from drivers.firmware.session import SEATED
from drivers.part import PartInfo, SyncLine
from drivers.times import MS

EDGE_UNCERTAINTY_NS = 60_000
WORST_DELAY_NS = 60 * MS  # an edge lost twice on its way; usual are 7 ms
CLAIM_MARGIN_NS = 200_000  # the map may move back by so much before a later edge is mapped


@dataclass(frozen=True, slots=True)
class PadMissing:
    """What to do without a pad: ``tell`` why there is none, and wait for the ``expected`` one."""

    expected: Hello
    tell: Callable[[BoardError], None]


class PadController:
    """Sensors, *seated* line and lights behind a serial link.

    ``port``: a device, a pattern that matches one, or a pyserial URL. ``stamp`` is our clock in
    nanoseconds, read where bytes leave and arrive; ``sync`` drives the wire SYNC. The controller
    may have more lamps than seats: the one after the seats' is the pad's ring, as bright as the
    brightest seat. ``missing``: a pad that does not answer as the board is opened is silent, and
    taken up when it does, if it is the one expected. ``seats``: of the board, 0 if any will do; a
    pad of others is as good as missing.
    """

    def __init__(
        self,
        port: str = DEFAULT_PORT,
        stamp: Callable[[], int] = time.monotonic_ns,
        sync: SyncLine | None = None,
        missing: PadMissing | None = None,
        *,
        seats: int = 0,
    ) -> None:
        self._port = port
        self._seats = seats
        self._missing = missing
        self._stamp = stamp
        self._sync = None if sync is None else SyncWire(sync)
        self._info: PartInfo | None = None
        self._link: Link | None = None
        self._lamps = 0

    # The part's protocol.

    @property
    def info(self) -> PartInfo:
        """Known once the controller has said who it is. Raises BoardClosed before."""
        if self._info is None:
            raise BoardClosed("the pad controller has not been opened yet: open it first")
        return self._info

    @property
    def program(self) -> str:
        """The version of the controller's program. Raises BoardClosed."""
        hello = self._opened().hello
        return "" if hello is None else ".".join(map(str, hello.version.firmware))

    @property
    def described(self) -> Sentence:
        """Which pad has answered, or is waited for. Raises BoardClosed."""
        return described(self._opened().hello or self._hello)

    def open(self) -> None:
        """Find the controller and hear who it is; samples follow about 0.2 s later.

        Raises BoardError naming the port and the mend, unless a missing one is waited for.
        """
        if self._link is not None:
            return
        link = Link(self._port, self._stamp, seats=self._seats)
        try:
            hello = link.connect()
        except BoardError as error:
            if self._missing is None:
                raise
            hello = self._missing.expected
            link = Link(self._port, self._stamp, hello, seats=self._seats)
            self._missing.tell(error)
        self._link, self._hello = link, hello
        self._info = part_info(hello)
        self._lamps = hello.lamps
        self._seated = [i for i, kind in enumerate(hello.lines) if kind == SEATED]
        self._inbox = EdgeInbox(tuple(kind == SEATED for kind in hello.lines))
        self._inbox.restart(hello.first)
        self._scans = ScanStream(hello)
        self._boot = hello.boot
        self._session = link.sessions
        self._complete_ns = -(1 << 62)
        self._now_ns = self._stamp()
        self._ahead: tuple[list[Edge], list[Samples]] = [], []
        self._beat: messages.Beat | None = None
        self._counters: Counter[str] = Counter()

    def close(self) -> None:
        """Lights off, streaming ends."""
        link, self._link = self._link, None
        if link is not None:
            link.close()

    def read(self, now_ns: int) -> Reading:
        """All that has arrived. While the link is down nothing is under way: edges that the
        controller has kept come later, with their true times. A host that stalls before it reads
        finds what came after ``now_ns`` as well: that waits for the next reading."""
        link = self._opened()
        edges, samples = self._ahead
        newest = self._inbox.newest
        again = self._inbox.counters["edges_again"]
        content = link.poll(now_ns)
        self._now_ns = self._stamp()
        for frame, clock in content:
            self._take(frame, clock, edges, samples)
        link.drive(self._now_ns)
        samples += self._scans.batch()
        if self._inbox.newest != newest or self._inbox.counters["edges_again"] != again:
            link.acknowledge(self._inbox.newest)
        if link.sessions != self._session:
            self._begin(link)
        if self._sync is not None and link.state is LinkState.STREAMING:
            self._sync.drive(now_ns)
        if link.state is not LinkState.STREAMING:
            self._claim(now_ns)
        complete_ns = min(self._complete_ns, now_ns)
        samples, ahead = split(samples, now_ns, self._now_ns)
        self._ahead = [edge for edge in edges if edge.t_ns > now_ns], ahead
        edges = [edge for edge in edges if edge.t_ns <= now_ns]
        return Reading(tuple(edges), tuple(samples), complete_ns, misfit=link.misfit)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        """Every 8 ms, and oftener while the answer to a ping is on its way."""
        return max(now_ns, self._opened().next_due_ns(now_ns))

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """Brightness of each seat's lamp. Raises ConfigError for levels that cannot be."""
        link = self._opened()
        count = self.info.lamps
        if len(levels) != count or not all(0.0 <= level <= 1.0 for level in levels):
            raise ConfigError(
                "lamps {levels}: give {count} levels, each between 0.0 and 1.0",
                levels=levels,
                count=count,
            )
        whole = [*levels, *[max(levels, default=0.0)] * (self._lamps - count)]
        link.light(b"".join(bytes((round(255 * level),)) * 3 for level in whole), self._now_ns)

    def health(self) -> Health:
        """Counters of the link, its clock, and what the controller says of itself."""
        link = self._opened()
        counters = self._counters + link.all_counters() + self._scans.counters
        counters += self._inbox.counters
        shown = dict(sorted(counters.items()))
        shown["clock_uncertainty_ns"] = link.clock.uncertainty_ns
        shown["clock_drift_ppm"] = round(link.clock.drift_ppm)
        shown["round_trip_ns"] = link.clock.round_trip_ns
        if self._beat is not None:
            shown["controller_late_scans"] = self._beat.late
            shown["controller_lost_edges"] = self._beat.lost
            shown["controller_bad_frames"] = self._beat.bad
        up = link.state in (LinkState.SYNCING, LinkState.STREAMING)
        known = up or link.misfit is not None  # which is told with every reading
        notes = tuple(link.notes) if known else (*link.notes, f"link: {link.state.value}")
        return Health(up, shown, notes, tuple(link.remarks))

    # Frames.

    def _begin(self, link: Link) -> None:
        """A new session: another clock map; after a restart of the controller other numbers."""
        self._session = link.sessions
        self._scans.restart()
        hello = link.hello
        if hello is not None and hello.boot != self._boot:
            self._boot = hello.boot
            self._inbox.restart(hello.first)

    def _take(
        self, frame: LinkFrame, clock: ClockMap, edges: list[Edge], samples: list[Samples]
    ) -> None:
        if frame.kind == wire.SAMPLES:
            scans = messages.scans(frame.body, len(self.info.channels))
            if scans is not None:
                before = self._scans.end_ticks
                samples += self._scans.add(scans, clock, self._now_ns)
                end = self._scans.end_ticks
                if end is None or end == before:
                    return  # refused
                self._opened().heed(self._now_ns)
                # A frame that came too late knows nothing of edges among the scans since.
                if self._inbox.knows(scans.edge):
                    self._claim(clock.to_ns(end) - CLAIM_MARGIN_NS)
                return
        elif frame.kind == wire.EDGE:
            edge = messages.edge(frame.body)
            if edge is not None:
                self._deliver(self._inbox.add(edge), clock, edges)
                return
        else:
            beat = messages.beat(frame.body)
            if beat is not None:
                self._beat = beat
                self._deliver(self._inbox.beat(beat), clock, edges)
                return
        self._counters["bad_bodies"] += 1

    def _deliver(self, found: list[Edge], clock: ClockMap, edges: list[Edge]) -> None:
        for edge in found:
            t_ns = min(clock.to_ns(clock.extend(edge.t_ns, self._now_ns)), self._now_ns)
            if edge.line in self._seated:
                edges.append(structs.replace(edge, line=self._seated.index(edge.line), t_ns=t_ns))
            elif self._sync is not None:
                self._sync.seen(edge.active, edge.t_ns, t_ns, clock)

    def _claim(self, t_ns: int) -> None:
        self._complete_ns = max(self._complete_ns, t_ns)

    def _opened(self) -> Link:
        if self._link is None:
            raise BoardClosed("the pad controller is closed: open it first")
        return self._link


def part_info(hello: Hello) -> PartInfo:
    """What the controller says of itself, in the words of boards."""
    seated = [kind for kind in hello.lines if kind == SEATED]
    names = ["seated"] if len(seated) == 1 else [f"seated{i}" for i in range(len(seated))]
    return PartInfo(
        name="pad controller",
        lines=tuple(LineSpec(name) for name in names),
        channels=tuple(ChannelSpec(s, part, us * 1000) for s, part, us in hello.channels),
        lamps=min(hello.lamps, hello.seats),
        full_code=hello.full_code,
        divider_ohm=float(hello.divider_ohm),
        scan_period_ns=hello.scan_period_us * 1000,
        pad_id=hello.pad_id.hex(),
        edge_uncertainty_ns=EDGE_UNCERTAINTY_NS,
        worst_delay_ns=WORST_DELAY_NS,
    )
