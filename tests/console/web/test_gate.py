"""A line ends, whether its reader reads or not."""

from __future__ import annotations

import asyncio
import base64
import socket
from collections.abc import Callable
from functools import partial

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from console.web import gate
from console.web.gate import Gate, Most
from console.web.guards import RefusalWord
from console.web.serving import listening, server

PATIENCE_S = 60.0  # never waited out unless something is broken
MUCH = b"x" * (16 << 20)  # more than systems hold for a reader
ASKS = "GET / HTTP/1.1\r\nHost: here\r\n"
KEY = base64.b64encode(bytes(16)).decode()
UPGRADES = f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n"


async def says_much(scope: Scope, receive: Receive, send: Send) -> None:
    """An app that has more to say than anybody takes in at once, and is done."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": MUCH})
    else:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "bytes": MUCH})


@pytest.mark.parametrize("asks", ["Connection: close\r\n", f"Connection: Upgrade\r\n{UPGRADES}"])
def test_who_does_not_read_keeps_no_line(asks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app has said all and the line is to close: it is not kept for what nobody takes."""
    monkeypatch.setattr(gate, "LEFT_S", 0.0)
    refused: list[RefusalWord] = []

    async def asked() -> None:
        opened, _ = listening("127.0.0.1", 0)
        running = server(says_much, Gate(refused.append, 1024), 1024)
        serving = asyncio.create_task(running.serve([opened]))
        line = socket.create_connection(opened.getsockname())
        line.sendall(f"{ASKS}{asks}\r\n".encode())
        lines = running.server_state.connections
        async with asyncio.timeout(PATIENCE_S):
            while not lines:
                await asyncio.sleep(0)
            while lines:
                await asyncio.sleep(0)
        line.close()
        running.should_exit = True
        await serving

    asyncio.run(asked())
    assert not refused


class Timers:
    """What a loop is to do later: how long after, and what."""

    def __init__(self, loop: asyncio.AbstractEventLoop, monkeypatch: pytest.MonkeyPatch) -> None:
        self.noted: list[tuple[float, Callable[[], object]]] = []
        later = loop.call_later

        def call_later(delay_s: float, does: Callable[..., object], *given: object) -> object:
            self.noted.append((delay_s, partial(does, *given)))
            return later(delay_s, does, *given)

        monkeypatch.setattr(loop, "call_later", call_later)

    async def fire(self, after_s: float, unless: Callable[[], object] = lambda: False) -> None:
        """As if so much time had passed since each was asked for; waits for one that is."""
        while unless() or not any(delay_s == after_s for delay_s, _ in self.noted):
            await asyncio.sleep(0)
        for delay_s, does in self.noted:
            if delay_s == after_s:
                does()


def test_who_reads_late_ends_the_line_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All is taken before the line would be ended: then there is nothing left to be ended."""

    async def asked() -> None:
        timers = Timers(asyncio.get_running_loop(), monkeypatch)
        opened, _ = listening("127.0.0.1", 0)
        running = server(says_much, Gate(lambda _: None, 1024), 1024)
        serving = asyncio.create_task(running.serve([opened]))
        reader, writer = await asyncio.open_connection(*opened.getsockname())
        writer.write(f"{ASKS}Connection: close\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE_S):
            assert len(await reader.read()) > len(MUCH)
            await timers.fire(30.0, unless=lambda: running.server_state.connections)
        writer.close()
        running.should_exit = True
        await serving

    asyncio.run(asked())


@pytest.mark.parametrize(
    ("said", "counted"), [("", []), ("GET / HTTP/1.1\r\nHost:", [RefusalWord.SLOW])]
)
def test_who_asks_nothing_for_ten_seconds_is_cut(
    said: str, counted: list[RefusalWord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Browsers open lines in advance: who said nothing at all is not counted."""
    refused: list[RefusalWord] = []

    async def asked() -> None:
        timers = Timers(asyncio.get_running_loop(), monkeypatch)
        opened, _ = listening("127.0.0.1", 0)
        running = server(says_much, Gate(refused.append, 1024), 1024)
        serving = asyncio.create_task(running.serve([opened]))
        reader, writer = await asyncio.open_connection(*opened.getsockname())
        lines = running.server_state.connections
        async with asyncio.timeout(PATIENCE_S):
            while not lines:
                await asyncio.sleep(0)
            (line,) = lines
            assert isinstance(line, H11Protocol)
            writer.write(said.encode())
            while said and not line.conn.trailing_data[0]:
                await asyncio.sleep(0)
            await timers.fire(10.0)
            assert await reader.read() == b""
        writer.close()
        running.should_exit = True
        await serving

    asyncio.run(asked())
    assert refused == counted


class Line(asyncio.Transport):
    """From one address: ``left`` bytes wait for its reader."""

    def __init__(self, left: int = 0) -> None:
        super().__init__({"peername": ("10.0.0.1", 1)})
        self.left = left
        self.closing = False

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing, self.left = True, 0

    def is_closing(self) -> bool:
        return self.closing

    def get_write_buffer_size(self) -> int:
        return self.left

    def get_protocol(self) -> asyncio.BaseProtocol:
        return asyncio.Protocol()


def test_what_closes_counts_until_it_is_closed() -> None:
    refused: list[RefusalWord] = []
    found = Gate(refused.append, 1024, Most(from_one=1))
    first = Line(left=100)
    assert found.enter(first)
    first.close()
    assert not found.enter(Line())
    first.left = 0
    assert found.enter(Line())
    assert refused == [RefusalWord.FULL]
