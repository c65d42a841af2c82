"""The controller's side of the link: what it says and when. Pure; time comes in as ticks."""

import struct

from . import PROTOCOL, VERSION, wire
from .edges import Edges
from .samples import Packer
from .wire import ticks_diff

BEAT_US = 100_000
SILENCE_US = 2_000_000
MOST_QUEUED = 24  # frames that wait for the port; samples beyond are dropped and counted
SEATED, SYNC = 0, 1


class Description:
    """What the pad is made of, as HELLO tells it.

    ``channels``: (seat, part, offset_us) in the order of the codes; ``lines``: their kinds.
    """

    def __init__(
        self,
        pad_id: bytes,
        seats: int,
        full_code: int,
        divider_ohm: int,
        scan_period_us: int,
        lamps: int,
        channels: list[tuple[int, int, int]],
        lines: list[int],
    ) -> None:
        self.pad_id = pad_id
        self.seats = seats
        self.full_code = full_code
        self.divider_ohm = divider_ohm
        self.scan_period_us = scan_period_us
        self.lamps = lamps
        self.channels = channels
        self.lines = lines

    def hello(self, boot: int, first: int) -> bytearray:
        """The body of HELLO."""
        body = bytearray((PROTOCOL, VERSION[0], VERSION[1], VERSION[2]))
        body.extend(self.pad_id)
        body.extend(
            struct.pack(
                "<HHBHHHBB",
                boot,
                first,
                self.seats,
                self.full_code,
                self.divider_ohm,
                self.scan_period_us,
                self.lamps,
                len(self.channels),
            )
        )
        for seat, part, offset_us in self.channels:
            body.extend(struct.pack("<BBH", seat, part, offset_us))
        body.append(len(self.lines))
        body.extend(bytes(self.lines))
        return body


class Session:
    """Feed it bytes, edges, scans and time; write what ``take`` gives.

    ``lights`` are the colours that the host wants, r, g, b of each lamp; ``leaving`` is set when
    the host wants another program installed; ``remarks`` go into the host's log at the start of
    each stream.
    """

    def __init__(self, pad: Description, boot: int) -> None:
        self.pad = pad
        self.boot = boot
        self.edges = Edges(len(pad.lines))
        self.streaming = False
        self.leaving = False
        self.late = 0
        self.remarks: list[str] = []
        self.lights = bytes(3 * pad.lamps)
        self._sender = wire.Sender(boot)
        self._receiver = wire.Receiver(boot)
        self._packer = Packer(len(pad.channels))
        self._out: list[bytes] = []
        self._heard = self._beat = 0
        self._quiet = True

    def take(self, most: int = 2 * MOST_QUEUED) -> list[bytes]:
        """The frames to write, oldest first; ask for no more than the port takes at once."""
        out, self._out = self._out[:most], self._out[most:]
        return out

    def receive(self, data: bytes, now: int) -> None:
        """Bytes from the host at ``now``."""
        for kind, body in self._receiver.feed(data):
            self._heard, self._quiet = now, False
            self._obey(kind, body, now)

    def _obey(self, kind: int, body: bytes, now: int) -> None:
        if kind == wire.PING and len(body) == 4:
            self._say(wire.PONG, body + struct.pack("<II", now, now))
        elif kind == wire.ACK and len(body) == 2:
            self.edges.acknowledge(body[0] | body[1] << 8)
        elif kind == wire.LIGHTS and body and len(body) == 1 + 3 * body[0]:
            self._light(body)
        elif kind == wire.STREAM and len(body) == 1:
            if bool(body[0]) != self.streaming:
                self._stream(bool(body[0]), now)
        elif kind == wire.ASK:
            self._stream(False, now)
            self._out = []
            self._say(wire.HELLO, self.pad.hello(self.boot, self.edges.first))
        elif kind == wire.LEAVE and body == wire.BODY_OF_LEAVE:
            self.leaving = True

    def _light(self, body: bytes) -> None:
        lights = bytearray(3 * self.pad.lamps)
        given = min(len(lights), len(body) - 1)
        lights[:given] = body[1 : 1 + given]
        self.lights = bytes(lights)

    def _stream(self, on: bool, now: int) -> None:
        self.streaming = on
        self._packer.clear()
        self._beat = now - BEAT_US  # the first beat comes at once: it tells the levels
        for remark in self.remarks if on else ():
            self._say(wire.NOTE, remark.encode()[: wire.MAX_BODY])

    def edge(self, line: int, active: bool, t: int, now: int) -> None:
        """Line number ``line`` changed at ``t``. Tell edges before the scans that follow them."""
        before = self.edges.newest
        kept = self.edges.add(line, active, t)
        if self.streaming and self.edges.newest != before:
            self._tell(self.edges.fresh(now))
        if not kept:
            self._beat = now - BEAT_US

    def scans(
        self, number: int, t: int, period_us: int, codes: bytes | bytearray | memoryview
    ) -> None:
        """Scans ``period_us`` apart, the first begun at ``t``; their codes one after another.

        ``number`` counts the grid, modulo 65536, whether a scan was made or not.
        """
        if not self.streaming:
            return
        packer = self._packer
        size = packer.size
        whole = memoryview(codes)
        at = 0
        while at < len(codes):
            if not packer.follows(number, t):
                self._flush()
            n = min(packer.room, (len(codes) - at) // size)
            packer.add(number, t, period_us, whole[at : at + n * size])
            number = (number + n) & 0xFFFF
            t = (t + n * period_us) & (wire.TICKS - 1)
            at += n * size
            if packer.room == 0:
                self._flush()

    def missed(self, scans: int) -> None:
        """So many scans could not be made in time."""
        self.late = (self.late + scans) & 0xFFFF

    def tick(self, now: int) -> None:
        """Do what is due: call it at least every few milliseconds."""
        if not self._quiet and ticks_diff(now, self._heard) >= SILENCE_US:
            self._quiet = True
            self.streaming = False
            self.lights = bytes(3 * self.pad.lamps)
            self._out = []
        if self.edges.expire(now):
            self._beat = now - BEAT_US
        if not self.streaming:
            return
        self._tell(self.edges.again(now))
        if ticks_diff(now, self._beat) >= BEAT_US:
            self._beat = now
            self._say(wire.BEAT, self._beat_body(now))

    def _beat_body(self, now: int) -> bytes:
        edges, bad = self.edges, self._receiver.bad
        return struct.pack(
            "<IBHHHHH", now, edges.levels, self.late, edges.lost, edges.first, edges.newest, bad
        )

    def _tell(self, edges: list[tuple[int, int, int, int]]) -> None:
        for number, line, active, t in edges:
            self._say(wire.EDGE, struct.pack("<HBBI", number, line, active, t))

    def _flush(self) -> None:
        if len(self._out) >= MOST_QUEUED:
            self.missed(self._packer.count)
            self._packer.clear()
        else:
            self._say(wire.SAMPLES, self._packer.body(self.edges.newest))

    def _say(self, kind: int, body: bytes | bytearray) -> None:
        if len(self._out) < 2 * MOST_QUEUED:
            self._out.append(self._sender.frame(kind, body))
