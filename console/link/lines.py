"""HTTP to a desk: one request a line, nothing waited for without end, nothing taken without bound.

No redirection is followed: a token goes to the address that it is for, and nowhere else.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from http.client import HTTPResponse

MOST_BYTES: Final = 1 << 14
"""Of a body, either way."""
ANSWER_S: Final = 5.0
SILENT_S: Final = 40.0


class LineLost(Exception):
    """Nothing came of a request. Stays inside the link."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a desk says."""

    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class DeskRequest:
    """A request. ``headers`` beside those that each has."""

    method: str
    path: str
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class DeskWires(Protocol):
    """What a link needs to reach desks (``Lines``)."""

    def ask(self, address: str, token: str, asking: DeskRequest) -> Reply:
        """Raises LineLost."""
        ...

    def stream(
        self, address: str, token: str, path: str
    ) -> AbstractContextManager[tuple[int, Iterator[bytes]]]:
        """Raises LineLost."""
        ...

    def cut(self) -> None:
        """What is open ends now."""
        ...

    def close(self) -> None:
        """The same, and nothing is opened any more."""
        ...


class _Socket(socket.socket):
    """One that gives up at ``until_s``, however much may dribble in before."""

    until_s = 0.0

    def recv_into(self, buffer: Any, nbytes: int = 0, flags: int = 0) -> int:
        left_s = self.until_s - time.monotonic()
        if left_s <= 0:
            raise TimeoutError("no answer in time")
        self.settimeout(left_s)
        return super().recv_into(buffer, nbytes, flags)


class Lines:
    """Lines of one table. ``close``, from another thread, cuts what is open."""

    def __init__(self, answer_s: float = ANSWER_S, silent_s: float = SILENT_S) -> None:
        self.answer_s = answer_s
        self._silent_s = silent_s
        self._open: set[_Socket] = set()
        self._closed = False

    def ask(self, address: str, token: str, asking: DeskRequest) -> Reply:
        """Ask, and wait for the answer. Raises LineLost."""
        with self._asked(address, token, asking) as (_, response):
            body = response.read(MOST_BYTES + 1)
            if len(body) > MOST_BYTES:
                raise LineLost("says too much")
            if response.length:  # of what it promised some is missing
                raise LineLost("ended in the middle")
            return Reply(response.status, body)

    @contextmanager
    def stream(self, address: str, token: str, path: str) -> Iterator[tuple[int, Iterator[bytes]]]:
        """The status, and what comes as it comes, until the line ends. Raises LineLost, where it is
        silent for too long too."""
        asking = DeskRequest("GET", path, headers=(("Accept", "text/event-stream"),))
        with self._asked(address, token, asking) as (line, response):
            kind = response.headers.get_content_type()
            status = response.status
            if status == 200 and kind != "text/event-stream":
                raise LineLost("is no desk")
            yield status, self._pieces(line, response)

    def _pieces(self, line: _Socket, response: HTTPResponse) -> Iterator[bytes]:
        while True:
            line.until_s = time.monotonic() + self._silent_s
            piece = response.read1(MOST_BYTES)
            if not piece:
                return
            yield piece

    @contextmanager
    def _asked(
        self, address: str, token: str, asking: DeskRequest
    ) -> Iterator[tuple[_Socket, HTTPResponse]]:
        import http.client  # a table of no event has no use for it

        host, _, port = address.rpartition(":")
        try:
            line = self._connected(host.strip("[]"), int(port))
            try:
                with _sent(line, address, token, asking) as response:  # it holds the socket too
                    yield line, response
            finally:
                self._open.discard(line)
                line.close()
        except (OSError, ValueError, http.client.HTTPException) as fault:
            raise LineLost(str(fault)) from fault

    def _connected(self, host: str, port: int) -> _Socket:
        until_s = time.monotonic() + self.answer_s
        plain = socket.create_connection((host, port), self.answer_s)
        line = _Socket(plain.family, plain.type, plain.proto, plain.detach())
        line.until_s = until_s
        line.settimeout(self.answer_s)
        self._open.add(line)
        if self._closed:  # meanwhile
            self._open.discard(line)
            line.close()
            raise LineLost("closed")
        return line

    def close(self) -> None:
        """Whoever waits for a desk waits no more."""
        self._closed = True
        self.cut()

    def cut(self) -> None:
        """What is open ends now."""
        for line in tuple(self._open):
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # it has ended already


def _sent(line: _Socket, address: str, token: str, asking: DeskRequest) -> HTTPResponse:
    import http.client

    connection = http.client.HTTPConnection(address)
    connection.sock = line
    connection.putrequest(asking.method, asking.path, skip_host=True, skip_accept_encoding=True)
    headers: Mapping[str, str] = {
        "Host": address,
        "Origin": f"http://{address}",
        "Connection": "close",
        **({"Authorization": f"Bearer {token}"} if token else {}),
        **({"Content-Type": "application/json"} if asking.body else {}),
        **({"Content-Length": str(len(asking.body))} if asking.method != "GET" else {}),
        **dict(asking.headers),
    }
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders(asking.body or None)
    return connection.getresponse()
