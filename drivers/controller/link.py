"""The link to the pad controller: handshake, pings, silence, reconnecting. Never waits but to
connect for the first time."""

from __future__ import annotations

import struct
from collections import Counter, deque
from collections.abc import Callable
from enum import Enum

import serial

from drivers.controller import messages
from drivers.controller.clockmap import ClockMap
from drivers.controller.fitting import check_pad, check_version
from drivers.controller.framing import Deframer, Framer, LinkFrame, encode
from drivers.controller.messages import Hello
from drivers.controller.ports import FAILURES, let_go, open_port, send
from drivers.errors import BoardError, Misfit, PadUnfit
from drivers.firmware import wire
from drivers.times import MS

SILENCE_NS = 250 * MS
ASK_NS = 250 * MS
ASKS = 6  # without an answer: perhaps another port
BURST_NS = 10 * MS
PING_NS = 100 * MS
PING_SHIFTS_NS = tuple(shift * MS for shift in (0, -5, 3, 6, -2, -6, 4))
"""Pings keep out of step with whatever else happens ten times a second."""
PING_LOST_NS = 1_000 * MS
PONG_SOON_NS = 15 * MS
PONG_STEP_NS = MS // 4
STREAM_NS = 50 * MS
LIGHTS_NS = 500 * MS
BACK_OFF_NS = (250 * MS, 500 * MS, 1_000 * MS, 2_000 * MS)
FIRST_READ_S = 0.05
FIRST_NS = 3_000 * MS
LEAVE_WRITE_S = 2.0  # nobody waits for a frame here, and a busy host may take its time
NOTES = 8
MOST_BYTES = 1 << 17  # a pad says a third of that in 2 s, and then streams no more unheard
CONTENT = (wire.SAMPLES, wire.EDGE, wire.BEAT)


class LinkState(Enum):
    """How far the link is."""

    SEARCHING = "no port"
    ASKING = "asked, no answer yet"
    SYNCING = "setting the clock"
    STREAMING = "up"


def leave(port: str) -> None:
    """Ask the controller at ``port``, whatever its version, to restart without its program, so that
    another can be installed.

    Raises BoardError naming the port and the mend.
    """
    link = open_port(port)
    try:
        link.write_timeout = LEAVE_WRITE_S
        # The zero ends what another host may have left half said.
        link.write(b"\0" + encode(LinkFrame(wire.LEAVE, 0, wire.BODY_OF_LEAVE), wire.CRC_START))
    except OSError as error:
        raise BoardError(
            "pad controller: {port} fails ({error}): plug it in anew", port=port, error=error
        ) from error
    finally:
        link.close()


class Link:
    """One controller behind a port; ``expected`` is what it must be, if that is known before, and
    ``seats`` how many seats it must serve, 0 if any.

    ``stamp`` is our clock, read where bytes leave and arrive. ``hello`` is the controller's last
    word about itself, ``clock`` the map of its present session; ``sessions`` counts handshakes.
    ``misfit``: one is at the port that cannot be used; it is asked again every two seconds.
    ``notes`` are troubles of the link, ``remarks`` what the controller says when it streams.
    """

    def __init__(
        self,
        port: str,
        stamp: Callable[[], int],
        expected: Hello | None = None,
        *,
        seats: int = 0,
    ) -> None:
        self._port_name = port
        self._stamp = stamp
        self._expected = expected
        self._seats = seats
        self.misfit: Misfit | None = None
        self._port: serial.Serial | None = None
        self.state = LinkState.SEARCHING
        self.hello: Hello | None = None
        self.clock = ClockMap()
        self.sessions = 0
        self.notes: deque[str] = deque(maxlen=NOTES)
        self.remarks: deque[str] = deque(maxlen=NOTES)
        self.counters: Counter[str] = Counter()
        self._deframer = Deframer()
        self._framer = Framer()
        self._pings: dict[int, int] = {}
        self._token = 0
        self._ping_due_ns = self._stream_due_ns = self._lights_due_ns = 0
        self._heard_ns = 0
        self._asks = self._failures = 0
        self._due_ns = 0  # to ask again, or to look for the port again
        self._lights = b"\0"
        self._content = False

    # Life cycle.

    def connect(self) -> Hello:
        """Open the port and hear who is there; waits for up to 3 s.

        Raises BoardError naming the port and the mend.
        """
        self._port = port = open_port(self._port_name)
        try:
            port.timeout = FIRST_READ_S
            now_ns = self._stamp()
            end_ns = now_ns + FIRST_NS
            while now_ns < end_ns:
                if self.state is LinkState.SEARCHING or now_ns >= self._due_ns:
                    self._ask(now_ns)
                data = port.read(max(1, port.in_waiting))
                now_ns = self._stamp()
                for frame in self._deframer.feed(data):
                    if frame.kind == wire.HELLO and self._greet(frame.body, now_ns):
                        port.timeout = 0
                        assert self.hello is not None
                        return self.hello
        except FAILURES as error:
            self.close()
            if isinstance(error, BoardError):
                raise
            raise BoardError(
                "pad controller: {port_name} fails ({error})",
                port_name=self._port_name,
                error=error,
            ) from error
        self.close()
        raise BoardError(
            "pad controller: nobody answers at {port_name}: install its program with "
            "`khvatka hw flash`",
            port_name=self._port_name,
        )

    def close(self) -> None:
        """Streaming ends, the lights go out; a port that is gone is let go all the same."""
        lamps = self.hello.lamps if self.hello else 0
        dark = bytes((lamps,)) + bytes(3 * lamps)
        said = self._say(wire.LIGHTS, dark) and self._say(wire.STREAM, b"\0")
        self._let_go(unsent=not said)

    # What the board uses.

    def poll(self, now_ns: int) -> list[tuple[LinkFrame, ClockMap]]:
        """Take what has arrived: the frames with samples, edges and beats, each with the map of its
        ticks. Then ``heed`` what could be used of it, and ``drive``."""
        if self._port is None:
            if now_ns >= self._due_ns:
                self._reopen(now_ns)
            return []
        content: list[tuple[LinkFrame, ClockMap]] = []
        try:
            data = _all_of(self._port)
            arrived_ns = self._stamp()
            for frame in self._deframer.feed(data):
                if frame.kind in CONTENT:
                    if self.state in (LinkState.STREAMING, LinkState.ASKING) and self.clock.ready:
                        self._content = True
                        content.append((frame, self.clock))
                else:
                    self._hear(frame, arrived_ns)
        except OSError as error:
            self._lose_port(now_ns, str(error))
        return content

    def heed(self, now_ns: int) -> None:
        """Scans have been taken. Frames whose scans are all refused, as after a leap of a clock,
        are as good as silence: the controller is asked anew, and its clock mapped anew."""
        self._heard_ns = now_ns

    def drive(self, now_ns: int) -> None:
        """Say what is due; after ``heed``, since a host that has stalled was deaf, not its
        controller silent."""
        if self.state is LinkState.ASKING:
            if now_ns >= self._due_ns:
                if self._asks >= ASKS:
                    self._lose_port(now_ns, "nobody answers")
                else:
                    self._ask(now_ns)
            return
        if self.state is LinkState.SEARCHING:
            return
        if now_ns - self._heard_ns >= SILENCE_NS:
            self.counters["silences"] += 1
            self._ask_anew(now_ns)
            return
        self._drive_pings(now_ns)
        self._drive_lights(now_ns)
        if self.state is LinkState.SYNCING and self.clock.ready:
            self.state = LinkState.STREAMING
            self._heard_ns = now_ns
        if (
            self.state is LinkState.STREAMING
            and not self._content
            and now_ns >= self._stream_due_ns
        ):
            self._stream_due_ns = now_ns + STREAM_NS
            self._say(wire.STREAM, b"\1")

    def acknowledge(self, number: int) -> None:
        """The edge of this number and all before it have arrived."""
        self._say(wire.ACK, struct.pack("<H", number))

    def light(self, colours: bytes, now_ns: int) -> None:
        """r, g, b of each lamp; said again twice a second."""
        body = bytes((len(colours) // 3,)) + colours
        if body != self._lights:
            self._lights, self._lights_due_ns = body, now_ns
            self._drive_lights(now_ns)

    def next_due_ns(self, now_ns: int) -> int:
        """When ``poll`` should be called even if nobody else has a reason."""
        if self._port is None:
            return self._due_ns
        if any(now_ns - sent_ns < PONG_SOON_NS for sent_ns in self._pings.values()):
            return now_ns + PONG_STEP_NS  # the answer's arrival is worth knowing exactly
        if self.state is LinkState.ASKING:
            return min(self._due_ns, now_ns + 8 * MS)
        return min(self._ping_due_ns, now_ns + 8 * MS)

    def all_counters(self) -> Counter[str]:
        return self.counters + self._deframer.counters

    # Hearing.

    def _hear(self, frame: LinkFrame, arrived_ns: int) -> None:
        if frame.kind == wire.HELLO and self.state is LinkState.ASKING:
            try:
                self._greet(frame.body, arrived_ns)
            except PadUnfit as error:
                self._lose_port(arrived_ns, misfit=error.misfit)
        elif frame.kind == wire.PONG:
            pong = messages.pong(frame.body)
            sent_ns = None if pong is None else self._pings.pop(pong.token, None)
            if pong is not None and sent_ns is not None and self.state is not LinkState.ASKING:
                self.clock.add(sent_ns, pong.received, pong.sent, arrived_ns)
                if self.state is LinkState.SYNCING:
                    self._heard_ns = arrived_ns
                if self.clock.leapt:
                    self.counters["clock_leaps"] += 1
                    self._ask_anew(arrived_ns)
        elif frame.kind == wire.NOTE and messages.note(frame.body) not in self.remarks:
            self.remarks.append(messages.note(frame.body))

    def _greet(self, body: bytes, now_ns: int) -> bool:
        """Take a HELLO. Raises PadUnfit for a program or a pad that we cannot use."""
        says = messages.version(body)
        if says is None:
            return False
        check_version(says)
        hello = messages.hello(body)
        if hello is None:
            return False
        check_pad(hello, self._seats, self.hello or self._expected)
        if self.hello is not None and hello.boot != self.hello.boot:
            self.counters["restarts"] += 1
        self.hello, self.misfit = hello, None
        self.sessions += 1
        self._deframer.restart(hello.boot)
        self._framer.boot = hello.boot
        self.clock = ClockMap()
        self._pings.clear()
        self.state = LinkState.SYNCING
        self._heard_ns = self._ping_due_ns = self._stream_due_ns = self._lights_due_ns = now_ns
        self._content = False
        self._asks = self._failures = 0
        return True

    # Saying what is due.

    def _drive_pings(self, now_ns: int) -> None:
        if now_ns < self._ping_due_ns:
            return
        self._token = (self._token + 1) & 0xFFFFFFFF
        shift_ns = PING_SHIFTS_NS[self._token % len(PING_SHIFTS_NS)]
        step_ns = PING_NS + shift_ns if self.clock.ready else BURST_NS
        self._ping_due_ns = now_ns + step_ns
        oldest = next(iter(self._pings), None)
        if oldest is not None and now_ns - self._pings[oldest] > PING_LOST_NS:
            del self._pings[oldest]
            self.counters["lost_pings"] += 1
        self._pings[self._token] = self._stamp()
        self._say(wire.PING, struct.pack("<I", self._token))

    def _drive_lights(self, now_ns: int) -> None:
        if self.state in (LinkState.SYNCING, LinkState.STREAMING) and now_ns >= self._lights_due_ns:
            self._lights_due_ns = now_ns + LIGHTS_NS
            self._say(wire.LIGHTS, self._lights)

    def _ask_anew(self, now_ns: int) -> None:
        self._asks = 0
        self._ask(now_ns)

    def _ask(self, now_ns: int) -> None:
        self.state = LinkState.ASKING
        self._asks += 1
        self._due_ns = now_ns + ASK_NS
        self._pings.clear()
        self._say(wire.ASK, wire.BODY_OF_ASK)

    def _say(self, kind: int, body: bytes) -> bool:
        """Write a frame; false if the controller has stopped to take them. Whatever matters is said
        again."""
        try:
            said = self._port is not None and send(self._port, self._framer.frame(kind, body))
        except OSError:  # reading will fail too, and says it
            said = False
        if not said:
            self.counters["unsent_frames"] += 1
        return said

    # The port.

    def _reopen(self, now_ns: int) -> None:
        try:
            self._port = open_port(self._port_name)
        except BoardError as error:
            self._lose_port(now_ns, str(error))
            return
        self._deframer.forget()
        self._asks = 0
        self._ask(now_ns)

    def _lose_port(self, now_ns: int, why: str = "", misfit: Misfit | None = None) -> None:
        self._let_go(unsent=True)
        self.misfit = misfit
        if why and (not self.notes or self.notes[-1] != why):
            self.notes.append(why)
        back_off_ns = BACK_OFF_NS[min(self._failures, len(BACK_OFF_NS) - 1)]
        self._due_ns = now_ns + (back_off_ns if misfit is None else BACK_OFF_NS[-1])
        self._failures += 1
        self.counters["ports_lost"] += 1

    def _let_go(self, unsent: bool) -> None:
        port, self._port = self._port, None
        self.state = LinkState.SEARCHING
        if port is not None and not let_go(port, unsent):
            self.counters["unclean_closes"] += 1


def _all_of(port: serial.Serial) -> bytes:
    """All that waits: a terminal line owns to four kilobytes at a time, and a host that has stalled
    has more to read. One that is flooded reads on the next time."""
    data = b""
    while len(data) < MOST_BYTES and (waiting := port.in_waiting):
        data += port.read(waiting)
    return data
