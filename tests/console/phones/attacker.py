"""What an attacker on the same Wi-Fi has: sockets, bytes, patience; and an honest guest beside."""

from __future__ import annotations

import json
import os
import socket
import struct
import time
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from console.phones import messages
from console.phones.limits import MESSAGES_A_SECOND
from console.table.view import PhoneStage
from console.web.guards import Bucket
from drivers.times import SECOND
from tests.console.phones.live import Live

PATIENCE_S = 60.0  # never waited out unless something is broken
ELSEWHERE = "127.0.0.2"  # another device: loopback has many addresses
LOOKER = "127.0.250.1"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


class Wire:
    """A TCP line to the table's port that says whatever it likes."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port = port
        self._rest = b""
        self._line = socket.create_connection(("127.0.0.1", port), PATIENCE_S, (source, 0))

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def say(self, data: bytes) -> bool:
        """False: nobody listens any more. Raises TimeoutError where nobody takes it in."""
        self._line.settimeout(PATIENCE_S)
        try:
            self._line.sendall(data)
        except TimeoutError:
            raise
        except OSError:
            return False
        return True

    def hear(self, within_s: float = PATIENCE_S, until: bytes | None = None) -> bytes:
        """All that comes until the other side closes, ``until`` has come, or time is over."""
        heard, self._rest, end_s = self._rest, b"", time.monotonic() + within_s
        while (left_s := end_s - time.monotonic()) > 0:
            self._line.settimeout(left_s)
            try:
                data = self._line.recv(65536)
            except OSError:
                break
            heard += data
            if not data or (until is not None and until in heard):
                break
        return heard

    def closed(self, within_s: float) -> bool:
        """Whether the other side closes, whatever it says before."""
        end_s = time.monotonic() + within_s
        while (left_s := end_s - time.monotonic()) > 0:
            self._line.settimeout(left_s)
            try:
                if not self._line.recv(65536):
                    return True
            except TimeoutError:
                return False
            except OSError:
                return True
        return False

    def little_room(self) -> None:
        """A reader who hardly reads."""
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        """One request by hand, and all of its answer."""
        self.say(self.request(method, path, body, **headers))
        return self.hear()

    def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        host = f"127.0.0.1:{self.port}"
        usual = {"Host": host, "Origin": f"http://{host}", "Connection": "close"}
        usual |= {"Content-Length": str(len(body))} if body else {}
        lines = [f"{method} {path} HTTP/1.1"]
        for name, value in (usual | {n.replace("_", "-"): v for n, v in headers.items()}).items():
            lines += [f"{name}: {value}"] if value else []
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body

    def upgrade(self, path: str, **headers: str) -> bytes:
        """The handshake of a WebSocket; what was answered."""
        self.knock(path, **headers)
        return self.answered()

    def knock(self, path: str, **headers: str) -> None:
        """That handshake's first half: many at once, however slow the machine is."""
        headers = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": KEY,
        } | headers
        self.say(self.request("GET", path, b"", **headers))

    def answered(self) -> bytes:
        """Its second half."""
        head, end, rest = self.hear(until=b"\r\n\r\n").partition(b"\r\n\r\n")
        if status(head) != 101:
            return head + end + rest + self.hear(0.2)
        self._rest = rest
        return head + end

    def next_frame(self) -> tuple[int, bytes] | None:
        """What the other side sends next: its kind and what it says; None where it cuts."""
        heard = self.hear(0.0)
        while True:
            if len(heard) >= 2:
                size, head = heard[1], 2
                if size >= 126:
                    head = 4 if size == 126 else 10
                    size = int.from_bytes(heard[2:head])
                if len(heard) >= head + size:
                    self._rest = heard[head + size :]
                    return heard[0] & 0xF, heard[head : head + size]
            more = self.hear(until=b"")
            if not more:
                return None
            heard += more

    def sees(self, what: bytes) -> None:
        """Wait for a frame that says it; a frame may come in pieces."""
        while (frame := self.next_frame()) is not None:
            if what in frame[1]:
                return
        raise AssertionError(f"never said: {what!r}")

    def reason(self) -> str:
        """Why the socket is closed: what its close frame says, nothing where it is cut."""
        while (frame := self.next_frame()) is not None:
            kind, said = frame
            if kind == CLOSE:
                return said[2:].decode()
        return ""

    def frame(
        self, opcode: int, payload: bytes, last: bool = True, rsv: int = 0, masked: bool = True
    ) -> bool:
        return self.say(framed(opcode, payload, last, rsv, masked))


def framed(
    opcode: int, payload: bytes, last: bool = True, rsv: int = 0, masked: bool = True
) -> bytes:
    """RFC 6455, section 5.2."""
    first, mask_bit = (0x80 if last else 0) | rsv << 4 | opcode, 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, mask_bit | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, mask_bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, mask_bit | 127, size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    again = (mask * (size // 4 + 1))[:size]
    hidden = int.from_bytes(payload) ^ int.from_bytes(again)
    return head + mask + hidden.to_bytes(size)


class Guest:
    """An honest phone, paired and let in at a seat."""

    def __init__(
        self, table: Live, seat: int, source: str = "127.0.0.1", code: str | None = None
    ) -> None:
        self.table, self.seat = table, seat
        self.code = code or code_at(table, seat)
        self.cookie = cookie_of(pair(table.port, self.code, source))
        self.line = socket_of(table.port, "/hand", self.cookie)
        self.until(lambda view: "wait" in view)
        self._over = Event()
        self._says = Bucket(MESSAGES_A_SECOND - 3, SECOND)
        self._beating = Thread(target=self._beats, daemon=True)
        self._beating.start()
        table.let_in(seat)
        self.view = self.until(lambda view: "me" in view)

    def _beats(self) -> None:
        while not self._over.wait(1.5):
            with suppress(ConnectionClosed):
                self.line.send("b")

    def close(self) -> None:
        self._over.set()
        self._beating.join()
        self.line.close()

    def until(self, fits: Any) -> dict[str, Any]:
        """The first view from now on that fits."""
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            said = self.line.recv(timeout=PATIENCE_S)
            if said != "b":
                self.view = json.loads(said)
                if fits(self.view):
                    return self.view
        raise AssertionError("the phone is not shown that")

    def tell(self, **what: Any) -> None:
        """Never so often that an honest guest would be refused, beats and lines anew counted."""
        while not self._says.take(time.monotonic_ns()):
            self._over.wait(1 / MESSAGES_A_SECOND)
        self.line.send(json.dumps(what))

    def looks(self) -> list[str]:
        """The hand as the phone shows it, held for a moment."""
        self.tell(do="peek")
        hand: list[str] = self.until(lambda view: "hand" in view["me"])["me"]["hand"]
        self.tell(do="hide")
        self.until(lambda view: "hand" not in view["me"])
        return hand

    def back(self) -> None:
        """The line anew, as after sleep."""
        self.line.close()
        self.line = socket_of(self.table.port, "/hand", self.cookie)
        self.until(lambda view: "me" in view)

    def sees_its_hand(self) -> None:
        assert self.looks() == hand_of(self.table, self.seat)


def code_at(table: Live, seat: int) -> str:
    """The code that stands at the seat, once the web process has heard of it too: who looks on is
    shown what was told after it."""
    table.url(seat)
    after = json.dumps({"scene": "wait", "after": os.urandom(8).hex()})
    with socket_of(table.port, "/live", source=LOOKER) as line:
        table.tell(messages.Public(after))
        while line.recv(timeout=PATIENCE_S) != after:
            pass
    table.publish()
    found = table.stands(seat, PhoneStage.CODE)
    assert found is not None
    return found.url.partition("#")[2]


def may_try(a_minute: int, since_s: float) -> int:
    """So many tries may have been let through since then: a slow machine takes its time."""
    return a_minute + int((time.monotonic() - since_s) * a_minute / 60)


def unknown(table: Live, cookie: str) -> None:
    """The secret is nobody's."""
    with (
        socket_of(table.port, "/hand", cookie) as line,
        pytest.raises(ConnectionClosed, match="unknown"),
    ):
        line.recv(timeout=PATIENCE_S)


def counted(table: Live, word: str, at_least: int = 1) -> None:
    table.until(lambda: table.refused()[word] >= at_least)


def hand_of(table: Live, seat: int) -> list[str]:
    with table.lock:
        match = table.sitting.match
        return list(match.state.hands[match.seating.seats.index(seat)])


def pair(port: int, code: str, source: str = "127.0.0.1", **headers: str) -> bytes:
    with Wire(port, source) as wire:
        return wire.ask("POST", "/pair", json.dumps({"code": code}).encode(), **headers)


def status(answer: bytes) -> int:
    """0: closed without one."""
    return int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def cookie_of(answer: bytes) -> str:
    assert status(answer) in (200, 204), answer
    for line in answer.split(b"\r\n"):
        if line.lower().startswith(b"set-cookie:"):
            return line.split(b":", 1)[1].split(b";")[0].strip().decode()
    raise AssertionError(f"no cookie in {answer!r}")


def socket_of(
    port: int, path: str, cookie: str = "", source: str = "127.0.0.1"
) -> ClientConnection:
    # As a browser's: it pings nobody and takes in all that comes, even while nothing reads it.
    line = connect(
        f"ws://127.0.0.1:{port}{path}",
        origin=Origin(f"http://127.0.0.1:{port}"),
        additional_headers={"Cookie": cookie} if cookie else {},
        open_timeout=PATIENCE_S,
        source_address=(source, 0),
        compression=None,
        ping_interval=None,
        max_queue=None,
    )
    return line.__enter__()
