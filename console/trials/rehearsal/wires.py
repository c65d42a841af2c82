"""A desk's web application without a port: what is asked goes through its door, its routes and its
database as over HTTP, one thing after the other, while simulated time stands still."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from starlette.types import ASGIApp, Message

from console.link.lines import DeskRequest, LineLost, Reply

T = TypeVar("T")
HOST: Final = "desk.rehearsal:8470"
PASSES: Final = 6
"""Turns of the loop in which a stream that has something to say says it."""


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """What was answered; ``headers`` with small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True, eq=False)
class Call:
    """One request under way. A stream's ``pieces`` are what has come and was not taken."""

    sent: list[Message]
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    pieces: list[bytes] = field(default_factory=list)
    ended: bool = False
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    async def receive(self) -> Message:
        """What is sent to the desk; then whoever asks goes, or waits."""
        if self.sent:
            return self.sent.pop(0)
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """What the desk answers."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
        elif body := message.get("body", b""):
            self.pieces.append(body)


class DeskInProcess:
    """One desk process, as far as whoever asks it can tell."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._loop = asyncio.new_event_loop()
        self._streams: dict[Call, None] = {}

    def run(self, task: Awaitable[T]) -> T:
        """Let the loop do it."""
        return self._loop.run_until_complete(task)

    def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> DeskAnswer:
        """Ask, and have the whole answer."""
        call = Call([{"type": "http.request", "body": body}])
        self.run(self.app(_scope(method, path, headers), call.receive, call.send))
        return DeskAnswer(call.status, call.headers, b"".join(call.pieces))

    def open(self, path: str, headers: Mapping[str, str]) -> Call:
        """A stream, with what it says at once."""
        call = Call([{"type": "http.request"}])
        self._streams[call] = None
        self.run(self._opened(call, _scope("GET", path, headers)))
        return call

    async def _opened(self, call: Call, scope: dict[str, Any]) -> None:
        call.task = asyncio.create_task(self._serve(call, scope))
        while not (call.pieces or call.ended):
            await asyncio.sleep(0)

    async def _serve(self, call: Call, scope: dict[str, Any]) -> None:
        try:
            await self.app(scope, call.receive, call.send)
        finally:
            call.ended = True

    def pump(self) -> list[Call]:
        """The streams that have something new, once all of them have said what they had to say."""
        self.run(_passes())
        return [call for call in self._streams if call.pieces or call.ended]

    def hang_up(self, call: Call) -> None:
        """Whoever listened has gone."""
        self._streams.pop(call, None)
        call.gone.set()
        self.run(_passes())

    def close(self) -> None:
        """It dies: streams end, nothing is answered any more."""
        for call in self._streams:
            call.ended = True
            if call.task is not None:
                call.task.cancel()
        tasks = [call.task for call in self._streams if call.task is not None]
        self.run(_gathered(tasks))
        self._streams.clear()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


async def _passes() -> None:
    for _ in range(PASSES):
        await asyncio.sleep(0)


async def _gathered(tasks: list[asyncio.Task[None]]) -> None:
    await asyncio.gather(*tasks, return_exceptions=True)


def _scope(method: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    path, _, query = path.partition("?")
    told = {"host": HOST, **headers}
    if method != "GET":
        told["origin"] = f"http://{HOST}"
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(k.lower().encode(), v.encode()) for k, v in told.items()],
        "client": ("127.0.0.1", 1),
        "server": (HOST, 8470),
    }


class Network:
    """The hall's: one desk behind it, or none (any more)."""

    def __init__(self) -> None:
        self.desk: DeskInProcess | None = None
        self.up = True
        self.asked_n = 0

    def reached(self) -> DeskInProcess:
        """The desk. Raises LineLost."""
        if self.desk is None or not self.up:
            raise LineLost("nobody answers")
        self.asked_n += 1
        return self.desk


class TableWires:
    """``console.link.lines.DeskWires`` of one table."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._call: Call | None = None
        self._cut = self._closed = False

    @property
    def call(self) -> Call | None:
        """Its open stream."""
        return self._call

    def ask(self, address: str, token: str, asking: DeskRequest) -> Reply:
        headers = {"Content-Length": str(len(asking.body)), **_bearer(token)}
        headers.update(asking.headers)
        if asking.body:
            headers["Content-Type"] = "application/json"
        answer = self._reached().ask(asking.method, asking.path, headers, asking.body)
        return Reply(answer.status, answer.body)

    @contextmanager
    def stream(self, address: str, token: str, path: str) -> Iterator[tuple[int, Iterator[bytes]]]:
        desk = self._reached()
        call = self._call = desk.open(path, {"Accept": "text/event-stream", **_bearer(token)})
        self._cut = False
        try:
            yield call.status, self._pieces(call)
        finally:
            self._call = None
            if not call.ended:
                desk.hang_up(call)

    def _pieces(self, call: Call) -> Iterator[bytes]:
        """What has come, empty while that is nothing, until it has ended."""
        while not self._cut and self._network.up:
            if call.pieces:
                yield call.pieces.pop(0)
            elif call.ended:
                return
            else:
                yield b""

    def cut(self) -> None:
        self._cut = True

    def close(self) -> None:
        self._cut = self._closed = True

    def _reached(self) -> DeskInProcess:
        if self._closed:
            raise LineLost("closed")
        return self._network.reached()


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}
