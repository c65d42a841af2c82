"""A small honest desk on loopback, and all that may go wrong on the way to it."""

from __future__ import annotations

import socket
import struct
from collections import deque
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any

import msgspec

from console.link.messages import (
    OF_EVENT,
    Join,
    Joined,
    Outcome,
    ResultAnswer,
    ResultSent,
    TableReport,
    TableState,
)

PATIENCE_S = 60.0  # never waited out unless something is broken
CODE = "123456"
TOKEN = "t0k3n"
DEEP = '{"x":' + "[" * 10_000
STATE = TableState(version=1, event="3a6c", name="Хаос", game="chaos")


class Fault(StrEnum):
    """What happens to a request's answer; but for the first one the desk has heard the request."""

    DEAF = "deaf"
    CUT = "cut"
    HALF = "half"
    SLOW = "slow"
    GARBAGE = "garbage"
    HUGE = "huge"
    ENDLESS = "endless"
    BROKEN = "broken"
    BUSY = "busy"
    MOVED = "moved"
    NOT_MINE = "not mine"
    OTHER_ID = "other id"
    NONSENSE = "nonsense"
    DEEP = "deep"


NO_ANSWER = tuple(fault for fault in Fault if fault is not Fault.NOT_MINE)


class FakeDesk:
    """``results`` by id, as they were heard; ``reports`` in order; ``events`` of both, a request
    each. ``faults`` meet the next
    answers, one each."""

    def __init__(self, port: int = 0) -> None:
        self.results: dict[str, ResultSent] = {}
        self.heard_n = 0
        self.reports: list[TableReport] = []
        self.events: list[str] = []
        self.joins: list[Join] = []
        self.faults: deque[Fault] = deque()
        self.tokens = {TOKEN}
        self.outcome, self.takes_back = Outcome.TAKEN, False
        self.report_status = 204
        self.shows_depths = False
        self.strangers: list[str] = []
        self.streams_n = 0
        self.changed = Condition()
        self._state = STATE
        self._n = 0
        self._cuts = 0
        desk = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                desk.stream(self)

            def do_PUT(self) -> None:
                desk.answer(self, desk.result)

            def do_POST(self) -> None:
                desk.answer(self, desk.word)

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

            def handle_error(self, *_: Any) -> None:
                """A table that has gone is nothing to speak of."""

        self._server = Server(("127.0.0.1", port), Handler)
        self.port: int = self._server.server_address[1]
        self.address = f"127.0.0.1:{self.port}"
        Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()

    # -- what the test does ------------------------------------------------------------------------

    @property
    def state(self) -> TableState:
        return self._state

    def show(self, **changes: Any) -> None:
        """Another state, with the next version unless it says which."""
        with self.changed:
            version = {"version": self._state.version + 1} | changes
            self._state = msgspec.structs.replace(self._state, **version)
            self._n += 1
            self.changed.notify_all()

    def cut(self) -> None:
        """All streams end."""
        with self.changed:
            self._cuts += 1
            self.changed.notify_all()

    def wait_for(self, what: Any, longest_s: float = PATIENCE_S) -> None:
        with self.changed:
            assert self.changed.wait_for(what, longest_s), "it never came to that"

    def close(self) -> None:
        self.cut()
        self._server.shutdown()
        self._server.server_close()

    # -- what tables hear --------------------------------------------------------------------------

    def _known(self, request: BaseHTTPRequestHandler) -> bool:
        host, origin = request.headers["Host"], request.headers["Origin"]
        if host != self.address or origin != f"http://{host}":
            self.strangers.append(f"{host} {origin}")
        return request.headers.get("Authorization", "").removeprefix("Bearer ") in self.tokens

    def stream(self, request: BaseHTTPRequestHandler) -> None:
        if not self._known(request):
            request.send_error(401)
            return
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.end_headers()
        with self.changed:
            cuts, n, self.streams_n = self._cuts, -1, self.streams_n + 1
            self.changed.notify_all()
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self._cuts != cuts or self._n != n)  # noqa: B023
                if self._cuts != cuts:
                    return
                n, data = self._n, msgspec.json.encode(self._state).decode()
                data = DEEP if self.shows_depths else data
            text = f": hello\n\nevent: state\nid: {self._state.version}\ndata: {data}\n\n"
            request.wfile.write(text.encode())
            request.wfile.flush()

    def answer(self, request: BaseHTTPRequestHandler, what: Any) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        with self.changed:
            fault = self.faults.popleft() if self.faults else None
            known = self._known(request) or request.path == "/link/join"
            self.events += request.headers.get_all(OF_EVENT, [])
            reply = (401, b"unknown")
            if known and fault not in (Fault.DEAF, Fault.NOT_MINE):
                reply = what(request, body)
            self.changed.notify_all()
        _send(request, fault, *reply)

    def result(self, request: BaseHTTPRequestHandler, body: bytes) -> tuple[int, bytes]:
        sent = msgspec.json.decode(body, type=ResultSent)
        self.heard_n += 1
        assert request.path == f"/link/results/{sent.id}"
        assert request.headers["Khvatka-Digest"] == sent.digest
        kept = self.results.setdefault(sent.id, sent)
        outcome = self.outcome if kept == sent else Outcome.DISPUTED
        answer = ResultAnswer(sent.id, outcome, taken_back=self.takes_back)
        return 200, msgspec.json.encode(answer)

    def word(self, request: BaseHTTPRequestHandler, body: bytes) -> tuple[int, bytes]:
        if request.path == "/link/report":
            self.reports.append(msgspec.json.decode(body, type=TableReport))
            return self.report_status, b""
        join = msgspec.json.decode(body, type=Join)
        self.joins.append(join)
        if join.code != CODE:
            return 403, b"code"
        return 200, msgspec.json.encode(Joined(TOKEN, "4711"))


def _send(request: BaseHTTPRequestHandler, fault: Fault | None, status: int, body: bytes) -> None:
    if fault in (Fault.CUT, Fault.DEAF):
        request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.connection.close()
        return
    status, body = {
        Fault.GARBAGE: (200, b"<html>Welcome to the hotel's WLAN</html>"),
        Fault.DEEP: (200, DEEP.encode()),
        Fault.HUGE: (200, b" " * (1 << 20)),
        Fault.BROKEN: (500, b""),
        Fault.BUSY: (429, b"often"),
        Fault.MOVED: (302, b""),
        Fault.NOT_MINE: (404, b"unknown"),
        Fault.OTHER_ID: (200, msgspec.json.encode(ResultAnswer("f" * 32, Outcome.TAKEN))),
    }.get(fault or Fault.CUT, (status, body))
    if fault is Fault.NONSENSE:
        request.wfile.write(b"\x16\x03\x01\x02\x00 not even HTTP\r\n\r\n")
        return
    request.send_response(status)
    if fault is Fault.MOVED:
        request.send_header("Location", "http://127.0.0.1:9/link/results/x")
    if status != 204:
        request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    if fault is Fault.ENDLESS:
        request.wfile.flush()
        request.rfile.read(1)  # until the table has had enough
    elif fault is Fault.HALF:
        request.wfile.write(body[: len(body) // 2])
    elif fault is Fault.SLOW:
        for byte in body:
            request.wfile.write(bytes((byte,)))
            request.wfile.flush()
            try:
                request.connection.settimeout(0.02)
                request.rfile.read(1)
            except TimeoutError:
                continue
    else:
        request.wfile.write(body)
