"""What comes before a request: TCP lines, how many, from whom, and for how long one may ask.

uvicorn waits for a request without end, answers pings without end, and waits without end for the
reader of a line that is to close: all three are bounded here.
"""

from __future__ import annotations

import time
from asyncio import BaseProtocol, BaseTransport, Protocol, Transport
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from console.system.handles import may_open
from console.web.guards import Bucket, ByAddress, RefusalWord
from drivers.times import SECOND

MOST_LINES: Final = 256
"""Open at once, of all addresses; the oldest that still asks makes room."""
OTHER_HANDLES: Final = 64
"""What else a web process has open. Where lines took all handles there are, nobody was let in any
more, and none of them made room."""
MOST_FROM_ONE: Final = 32
"""Open at once from one address."""
LINES_AT_ONCE: Final = 64
LINES_PERIOD_NS: Final = 6 * SECOND
"""So many new ones from one address, and that many again in this time."""
REQUEST_S: Final = 10.0
"""So long a line lives that becomes no socket: a page takes a moment."""
STREAM: Final = "khvatka.stream"
"""In the scope of a request whose answer goes on: its line may live."""
CLOSES_S: Final = 2.0
"""So long we wait for the other side to close a socket too."""
LEFT_S: Final = 30.0
"""So long what is left for the other side may take, once the line is to close: poor Wi-Fi brings a
page's megabyte in that."""
MOST_UNSENT: Final = 1 << 18
"""Bytes that wait for a reader who does not read."""
WORDS: Final = {1002: RefusalWord.NONSENSE, 1007: RefusalWord.NONSENSE, 1009: RefusalWord.SIZE}
"""Why the library closes a socket, in our words."""


@dataclass(frozen=True, slots=True)
class Most:
    """How many lines there may be: at all, from one address, new ones from one in
    ``LINES_PERIOD_NS``."""

    lines: int = MOST_LINES
    from_one: int = MOST_FROM_ONE
    new: int = LINES_AT_ONCE


class Gate:
    """All TCP lines. ``refuse`` counts; a socket may say ``bytes_a_second``, pings and all."""

    def __init__(
        self,
        refuse: Callable[[RefusalWord], None],
        bytes_a_second: int,
        most: Most = Most(),  # it is frozen
    ) -> None:
        self.refuse, self.bytes_a_second = refuse, bytes_a_second
        self._lines: list[Transport] = []
        self._most = most
        self._most_lines = may_open(most.lines + OTHER_HANDLES) - OTHER_HANDLES
        self._new = ByAddress(most.new, LINES_PERIOD_NS)

    def enter(self, line: Transport) -> bool:
        """May it ask? If not, it or an older one is cut, without a word that would cost time."""
        self._lines = [one for one in self._lines if not _closed(one)]
        address = address_of(line)
        if not self._new.take(address, time.monotonic_ns()):
            self.cut(line, RefusalWord.OFTEN)
            return False
        if sum(address_of(one) == address for one in self._lines) >= self._most.from_one:
            self.cut(line, RefusalWord.FULL)
            return False
        self._lines.append(line)
        if len(self._lines) > self._most_lines:
            asking = (one for one in self._lines if _asks(one.get_protocol()))
            self.cut(next(asking, line), RefusalWord.FULL)
        return not line.is_closing()

    def cut(self, line: Transport, word: RefusalWord) -> None:
        """It is over, whatever waits for it."""
        self.refuse(word)
        line.abort()


def _closed(line: Transport) -> bool:
    """Nothing is left of it."""
    return line.is_closing() and not line.get_write_buffer_size()


def _end(line: Transport) -> None:
    """It is over; what is closed already asyncio cannot abort."""
    if not _closed(line):
        line.abort()


def _asks(protocol: BaseProtocol) -> bool:
    """Does it still ask, or has it had its answer? Sockets and streams have not."""
    scope = getattr(protocol, "scope", None) or {}  # None before the first request
    return isinstance(protocol, H11Protocol) and not scope.get(STREAM)


def address_of(line: BaseTransport) -> str:
    """Who is at its other end."""
    peer = line.get_extra_info("peername")
    return peer[0] if peer else ""


def protocols(gate: Gate) -> tuple[type[Protocol], type[Protocol]]:
    """How uvicorn is to speak HTTP and WebSocket on lines behind ``gate``."""

    class Http(H11Protocol):
        """A line that asks nothing for too long is cut."""

        def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            close = transport.close

            def closes() -> None:
                close()
                self.loop.call_later(LEFT_S, _end, transport)

            transport.close = closes  # type: ignore[method-assign]
            if gate.enter(transport):
                self.loop.call_later(REQUEST_S, self._ends)

        def _ends(self) -> None:
            if self.transport.get_protocol() is not self or self.transport.is_closing():
                return
            if not _asks(self):
                return
            if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
                self.transport.abort()  # browsers open one in advance: nothing was asked
            else:
                gate.cut(self.transport, RefusalWord.SLOW)

    class Socket(WebSocketsSansIOProtocol):
        """A socket that says no more than the gate lets it, and why it ends in one word."""

        def connection_made(self, transport: BaseTransport) -> None:
            super().connection_made(transport)
            self._bytes = Bucket(gate.bytes_a_second, SECOND)
            self.close_timeout = CLOSES_S
            fail, close = self.conn.fail, self.conn.send_close
            # in one word, where the library has a sentence or nothing
            self.conn.fail = lambda code, reason="": fail(code, WORDS.get(code, reason))  # type: ignore[method-assign]
            self.conn.send_close = lambda code=None, reason="": close(  # type: ignore[method-assign]
                code, WORDS.get(code or 0, reason)
            )

        def data_received(self, data: bytes) -> None:
            if not self._bytes.take(time.monotonic_ns(), len(data)):
                gate.cut(self.transport, RefusalWord.OFTEN)
            elif self.transport.get_write_buffer_size() > MOST_UNSENT:
                gate.cut(self.transport, RefusalWord.SLOW)
            else:
                super().data_received(data)

    return cast(type[Protocol], Http), cast(type[Protocol], Socket)
